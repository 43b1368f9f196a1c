use super::super::fixtures::option;
use lorekeeper_content::character_option::{AbilityIncrease, Benefit, Feature, Kind, Model};

fn benefit<'a>(row: &'a Model, name: &str) -> &'a Benefit {
    let mut benefits = row.benefits.iter();
    let found = benefits.find(|b| b.name.as_deref() == Some(name));
    found.unwrap_or_else(|| panic!("no {name} in {:?}", row.benefits))
}

fn feature<'a>(row: &'a Model, name: &str) -> &'a Feature {
    let found = row.features.iter().find(|f| f.name == name);
    found.unwrap_or_else(|| panic!("no {name} in {:?}", row.features))
}

fn trait_of<'a>(row: &'a Model, name: &str) -> &'a str {
    let found = row.traits.iter().find(|t| t.name == name);
    &found
        .unwrap_or_else(|| panic!("no {name} in {:?}", row.traits))
        .text
}

fn fixed(ability: &str, bonus: i32) -> AbilityIncrease {
    AbilityIncrease {
        ability: Some(ability.to_owned()),
        bonus,
        choose: None,
    }
}

#[test]
fn a_race_has_all_that_its_builder_offers() {
    let row = option("teapot");
    assert_eq!(
        (row.kind, row.text.as_str()),
        (Kind::Race, "People of clay.")
    );
    assert_eq!(
        (row.sizes.as_slice(), row.speed),
        (&["small".to_owned()][..], Some(25))
    );
    assert_eq!(
        *row.ability_increases,
        [fixed("constitution", 2), fixed("charisma", 1)]
    );
    assert_eq!(row.languages, ["common", "porcelain"]);
    assert!(trait_of(&row, "Darkvision").contains("60 feet"));
    assert_eq!(
        trait_of(&row, "Damage Resistance"),
        "You have resistance to fire damage."
    );
    assert!(trait_of(&row, "Swimming Speed").contains("20 feet"));
    assert!(
        row.traits.iter().all(|t| t.name != "Flying Speed"),
        "0 feet are none"
    );
    assert_eq!(
        trait_of(&row, "Armor Class"),
        "You gain a +1 bonus to AC while you wear no armor."
    );
    assert_eq!(
        trait_of(&row, "Innate Spells"),
        "- From 3rd level on: Steam Burst (Charisma)"
    );
    assert_eq!(
        trait_of(&row, "Saving Throws"),
        "Choose 1 from Intelligence, Wisdom and Charisma: you are proficient in saving throws using it."
    );
    let lid = row.traits.iter().find(|t| t.name == "Lid").unwrap();
    assert_eq!(lid.kind.as_deref(), Some("REACTION"));
    let proficiencies = &row.proficiencies;
    assert_eq!(proficiencies.armor.as_deref(), Some("light armor"));
    assert_eq!(proficiencies.tools.as_deref(), Some("cooks utensils"));
    assert_eq!(
        proficiencies.weapons.as_deref(),
        Some("club, choose 2 from dagger and sling")
    );
    assert_eq!(
        proficiencies.skills.as_deref(),
        Some("Choose 1 from Insight and Nature")
    );
    assert_eq!(
        proficiencies.languages.as_deref(),
        Some("Common, Porcelain, 1 of your choice")
    );
    let choices: Vec<_> = proficiencies.choices.iter().map(|c| c.choose).collect();
    assert_eq!(choices, [2, 1, 1]);
}

#[test]
fn a_subrace_knows_its_race() {
    let row = option("samovar");
    assert_eq!(
        (row.kind, row.parent_slug.as_deref()),
        (Kind::Subrace, Some("teapot"))
    );
    assert_eq!(*row.ability_increases, [fixed("strength", 1)]);
    assert_eq!(trait_of(&row, "Tap"), "You pour.");
}

#[test]
fn a_class_has_its_table() {
    let row = option("pantry-mage");
    assert_eq!((row.kind, row.hit_die), (Kind::Class, Some(6)));
    assert_eq!(row.saving_throws, ["intelligence", "wisdom"]);
    assert_eq!(row.caster_type.as_deref(), Some("FULL"));
    assert_eq!(row.spellcasting_ability.as_deref(), Some("intelligence"));
    let told = row.spellcasting_text.as_deref().unwrap();
    assert!(
        told.contains("| Cantrips | Ladle Lash |") && told.contains("| 1st level | Steam Burst |"),
        "{told}"
    );
    let level = |n: usize| &row.levels[n - 1];
    assert_eq!(row.levels.len(), 20);
    assert_eq!(
        (level(1).cantrips_known, level(4).cantrips_known),
        (Some(3), Some(4))
    );
    assert_eq!(
        (level(1).spells_known, level(2).spells_known),
        (Some(2), Some(3))
    );
    assert_eq!(level(3).spell_slots, [4, 2]);
    assert_eq!(
        (level(5).proficiency_bonus, &level(2).features),
        (Some(3), &vec!["Recipe".to_owned(), "Shelf".to_owned()])
    );
    assert_eq!(feature(&row, "Shelf").text, "Where you keep your things.");
    assert_eq!(feature(&row, "Ability Score Improvement").levels, [4, 8]);
    assert_eq!(feature(&row, "Larder").levels, [3]);
    assert_eq!(
        feature(&row, "Second Helping").details,
        ["Takes a bonus action."]
    );
    assert_eq!(feature(&row, "Damage Resistance").levels, [6]);
    assert!(
        feature(&row, "Extra Attack")
            .text
            .starts_with("You can attack 2 times")
    );
    assert_eq!(feature(&row, "Spells").text, "You know 9 Crumbs.");
    assert_eq!(feature(&row, "Recipe").text, "Choose 2: Broth or Bread.");
    assert_eq!(feature(&row, "Broth").option_of.as_deref(), Some("Recipe"));
    assert_eq!(
        row.proficiencies.weapons.as_deref(),
        Some("dagger, simple weapons, sling")
    );
    let gear = row.starting_equipment.as_deref().unwrap();
    assert_eq!(gear, "- dagger\n- Pack: explorers pack or scholars pack");
    let multiclassing = row.multiclassing.unwrap();
    assert_eq!(multiclassing.prerequisites[0].ability, "intelligence");
    assert_eq!(multiclassing.proficiencies, ["simple-weapons"]);
    assert_eq!(
        multiclassing.proficiency_choices[0].options,
        ["skill-arcana"]
    );
}

#[test]
fn a_subclass_adds_to_its_class() {
    let row = option("cellar");
    assert_eq!(
        (row.kind, row.parent_slug.as_deref()),
        (Kind::Subclass, Some("pantry-mage"))
    );
    assert!(
        feature(&row, "Domain Spells")
            .text
            .contains("| 1st | Steam Burst, Fog Cloud |")
    );
    assert_eq!(feature(&row, "Cool and Dark").levels, [2]);
    assert_eq!(feature(&row, "Flying Speed").levels, [10, 18]);
}

#[test]
fn fighters_and_rogues_borrow_the_wizards_magic() {
    let row = option("spit-turner");
    assert_eq!(row.caster_type.as_deref(), Some("THIRD"));
    assert_eq!(row.spellcasting_ability.as_deref(), Some("intelligence"));
    assert!(
        row.spellcasting_text
            .as_deref()
            .unwrap()
            .contains("wizard list")
    );
    let at = |level: i32| row.levels.iter().find(|l| l.level == level).unwrap();
    assert_eq!(
        (at(3).cantrips_known, at(3).spells_known),
        (Some(2), Some(3))
    );
    assert_eq!(
        (at(10).cantrips_known, at(20).spells_known),
        (Some(3), Some(13))
    );
    assert_eq!(at(7).spell_slots, [4, 2]);
}

#[test]
fn a_feat_says_what_it_asks_and_gives() {
    let row = option("stirrer");
    assert_eq!(
        row.prerequisites.as_deref(),
        Some(
            "Dexterity 13 or higher, Proficiency with medium armor, The ability to cast at least one spell, Teapot"
        )
    );
    assert_eq!(row.ability_increases[0].choose, Some(1));
    assert_eq!(
        benefit(&row, "Ability Score Increase").text,
        "Increase your Strength or Dexterity score by 1, to a maximum of 20. You gain proficiency in saving throws using that ability."
    );
    assert_eq!(
        benefit(&row, "Initiative").text,
        "You gain a +5 bonus to initiative."
    );
    assert_eq!(
        benefit(&row, "Languages").text,
        "You learn 2 languages of your choice."
    );
    assert_eq!(
        benefit(&row, "Attack Bonus").text,
        "You gain a +2 bonus to attack rolls with weapons that are ranged and not heavy."
    );
    assert_eq!(benefit(&row, "Wobble Bonus").text, "Wobble Bonus: 3.");
    let spread = option("taster");
    assert_eq!(spread.ability_increases[0], fixed("constitution", 2));
    assert_eq!(
        (
            spread.ability_increases[1].bonus,
            spread.ability_increases[1].choose
        ),
        (1, Some(1))
    );
    assert_eq!(
        benefit(&spread, "Ability Score Increase").text,
        "Your Constitution score increases by 2. Your Intelligence, Wisdom or Charisma score increases by 1. You gain proficiency in saving throws using that ability."
    );
    assert_eq!(benefit(&spread, "Fighting Styles").text, "Choose 1.");
}

#[test]
fn what_is_chosen_like_a_feat_is_one() {
    for (slug, category) in [
        ("simmer", "eldritch-invocation"),
        ("pact-of-the-pot", "pact-boon"),
        ("pan", "fighting-style"),
        ("copper-pot", "draconic-ancestry"),
        ("recipe", "recipe"),
    ] {
        let row = option(slug);
        assert_eq!(
            (row.kind, row.feat_category.as_deref()),
            (Kind::Feat, Some(category))
        );
    }
    assert_eq!(option("simmer").prerequisites.as_deref(), Some("5th level"));
    assert_eq!(
        benefit(&option("copper-pot"), "Breath Weapon").text,
        "Your breath deals fire damage in a 15-foot cone. The saving throw is Dexterity."
    );
    let style = option("pan");
    assert_eq!(
        benefit(&style, "Damage Bonus").text,
        "You gain a +2 bonus to damage rolls with weapons that are thrown."
    );
    assert!(
        benefit(&style, "Armor and Dexterity")
            .text
            .contains("medium armor you can add up to 3")
    );
    assert_eq!(benefit(&option("recipe"), "Bread").text, "It fills.");
}

#[test]
fn a_background_says_what_comes_along() {
    let row = option("cook");
    assert_eq!(
        (row.kind, row.starting_gold),
        (Kind::Background, Some(15.5))
    );
    assert_eq!(row.proficiencies.skills.as_deref(), Some("Insight"));
    assert_eq!(
        row.proficiencies.tools.as_deref(),
        Some("cooks utensils, choose 1 gaming set")
    );
    let gear = row.starting_equipment.as_deref().unwrap();
    assert!(gear.contains("- pouch\n- Grandmother's spoon\n"), "{gear}");
    assert_eq!(benefit(&row, "Fed").text, "You always find a meal.");
}
