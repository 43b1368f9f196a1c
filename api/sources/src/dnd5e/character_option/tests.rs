//! The collections drawn together, from invented records in upstream's shape.

use super::*;
use lorekeeper_content::character_option::Kind;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn drawn(edition: &str, collections: &[(&str, Value)]) -> Drafts {
    let mut records: BTreeMap<String, Vec<Record>> = BTreeMap::new();
    for (collection, raw) in collections {
        let endpoint = records
            .entry(format!("{edition}/{collection}"))
            .or_default();
        endpoint.push(Record {
            key: raw["index"].as_str().unwrap_or_default().to_owned(),
            url: String::new(),
            raw: raw.clone(),
        });
    }
    let mut drafts = Drafts::default();
    draw(edition, &Records(records), &mut drafts);
    drafts
}

fn row(drafts: &Drafts, kind: Kind) -> &Model {
    let rows = drafts.character_options.iter().map(|d| &d.row);
    rows.into_iter().find(|r| r.kind == kind).unwrap()
}

fn baker() -> Value {
    json!({"_id": "x", "index": "baker", "name": "Baker", "hit_die": 8,
        "proficiencies": [{"index": "ladles", "name": "Ladles"}],
        "saving_throws": [{"index": "wis", "name": "WIS"}],
        "spellcasting": {"level": 1, "spellcasting_ability": {"index": "wis", "name": "WIS"},
            "info": [{"name": "Cantrips", "desc": ["You know two.", "Or three."]}]},
        "multi_classing": {"prerequisite_options": {"type": "ability-scores", "choose": 1,
            "from": {"option_set_type": "options_array", "options": [
                {"option_type": "score_prerequisite", "ability_score": {"index": "wis", "name": "WIS"}, "minimum_score": 13},
                {"option_type": "score_prerequisite", "ability_score": {"index": "con", "name": "CON"}, "minimum_score": 13}]}}}})
}

fn feature(index: &str, name: &str, level: i32) -> Value {
    json!({"index": index, "name": name, "level": level, "desc": ["It rises."],
        "class": {"index": "baker", "name": "Baker"}})
}

#[test]
fn a_class_gathers_what_other_collections_say_of_it() {
    let mut option = feature("glaze-sugar", "Glaze: Sugar", 2);
    option["prerequisites"] = json!([{"type": "level", "level": 2}]);
    let mut glaze = feature("glaze", "Glaze", 2);
    glaze["feature_specific"] = json!({"subfeature_options": {"choose": 1, "from": {"options": [
        {"option_type": "reference", "item": {"index": "glaze-sugar", "name": "Glaze: Sugar"}}]}}});
    let drafts = drawn(
        "2014",
        &[
            ("classes", baker()),
            (
                "classes",
                json!({"index": "bad", "name": "Bad", "hit_die": "many"}),
            ),
            (
                "proficiencies",
                json!({"index": "ladles", "name": "Ladles", "type": "Weapons"}),
            ),
            ("features", glaze),
            ("features", option),
            (
                "subclasses",
                json!({"index": "lore", "name": "Lore", "desc": ["They know."],
                "subclass_flavor": "Oven Path", "class": {"index": "baker", "name": "Baker"}}),
            ),
        ],
    );
    let class = row(&drafts, Kind::Class);
    assert_eq!(class.proficiencies.weapons.as_deref(), Some("Ladles"));
    assert_eq!(class.saving_throws, ["wisdom"]);
    assert_eq!(class.summary.as_deref(), Some("Oven Path"));
    assert_eq!(
        class.spellcasting_text.as_deref(),
        Some("### Cantrips\n\nYou know two.\n\nOr three.")
    );
    let multiclassing = class.multiclassing.as_ref().unwrap();
    assert!(multiclassing.any_of);
    assert_eq!(multiclassing.prerequisites[1].ability, "constitution");
    assert_eq!(class.features[1].option_of.as_deref(), Some("Glaze"));
    assert_eq!(class.features[1].prerequisites, ["2nd level"]);
    assert_eq!(drafts.skipped.len(), 1);
}

#[test]
fn a_subclass_has_the_features_of_its_table() {
    let drafts = drawn(
        "2014",
        &[
            (
                "subclasses",
                json!({"index": "lore", "name": "Lore", "desc": ["They know."],
                "class": {"index": "baker", "name": "Baker"},
                "spells": [{"prerequisites": [
                        {"index": "baker-3", "type": "level", "name": "Baker 3"},
                        {"index": "flour-rye", "type": "feature", "name": "Flour: Rye"}],
                    "spell": {"index": "rising-dough", "name": "Rising Dough"}}]}),
            ),
            (
                "levels",
                json!({"index": "lore-6", "level": 6, "class": {"index": "baker", "name": "Baker"},
                "subclass": {"index": "lore", "name": "Lore"},
                "features": [{"index": "crust", "name": "Crust"}]}),
            ),
            // It says only its class.
            ("features", feature("crust", "Crust", 6)),
        ],
    );
    let subclass = row(&drafts, Kind::Subclass);
    assert_eq!(subclass.name, "College of Lore");
    assert_eq!(subclass.parent_slug.as_deref(), Some("baker"));
    assert_eq!(subclass.features[0].name, "Crust");
    let levels: Vec<i32> = subclass.levels.iter().map(|l| l.level).collect();
    assert_eq!(levels, [3, 6]);
    assert_eq!(subclass.levels[0].columns[0].name, "Spells (Rye)");
    assert_eq!(
        drafts.character_options[0].section.as_deref(),
        Some("baker")
    );
}

#[test]
fn a_subclass_without_feature_records_tells_its_own() {
    let drafts = drawn(
        "2024",
        &[(
            "subclasses",
            json!({"index": "path-of-rye", "name": "Path of Rye", "summary": "Dark Bread",
            "description": "Dark.", "class": {"index": "baker", "name": "Baker"},
            "features": [{"name": "Crust", "level": 3, "description": "Crisp."}]}),
        )],
    );
    let subclass = row(&drafts, Kind::Subclass);
    assert_eq!(subclass.summary.as_deref(), Some("Dark Bread"));
    assert_eq!(subclass.features[0].levels, [3]);
}

#[test]
fn races_have_their_traits_in_full() {
    let drafts = drawn(
        "2014",
        &[
            (
                "races",
                json!({"index": "ogre", "name": "Ogre", "speed": 40, "size": "Large",
                "ability_bonuses": [{"ability_score": {"index": "str", "name": "STR"}, "bonus": 2}],
                "ability_bonus_options": {"choose": 2, "from": {"options": [
                    {"option_type": "ability_bonus", "ability_score": {"index": "con", "name": "CON"}, "bonus": 1}]}},
                "languages": [{"index": "deep-speech", "name": "Deep Speech"}],
                "language_desc": "You mumble.", "age": "",
                "traits": [{"index": "spit", "name": "Spit"}, {"index": "gone", "name": "Gone"}]}),
            ),
            ("races", json!({"index": "still", "name": "Still"})),
            (
                "traits",
                json!({"index": "spit", "name": "Spit", "desc": ["You spit."],
                "proficiencies": [{"index": "ladles", "name": "Ladles"}],
                "trait_specific": {"subtrait_options": {"choose": 1, "from": {"options": [
                    {"option_type": "reference", "item": {"index": "spit-acid", "name": "Spit (Acid)"}}]}}}}),
            ),
            (
                "traits",
                json!({"index": "spit-acid", "name": "Spit (Acid)", "desc": ["Sour."],
                "trait_specific": {"damage_type": {"index": "acid", "name": "Acid"},
                    "breath_weapon": {"name": "Gob", "desc": "Once between a short or long rest.",
                        "area_of_effect": {"size": 30, "type": "line"},
                        "usage": {"type": "per rest", "times": 1},
                        "dc": {"dc_type": {"index": "dex", "name": "DEX"}, "success_type": "half"},
                        "damage": [{"damage_type": {"index": "acid", "name": "Acid"},
                            "damage_at_character_level": {"11": "4d6", "1": "2d6"}}]}}}),
            ),
        ],
    );
    let race = row(&drafts, Kind::Race);
    assert_eq!(
        (race.speed, race.sizes.join(" ").as_str()),
        (Some(40), "large")
    );
    assert_eq!(race.languages, ["deep-speech"]);
    assert_eq!(race.age, None);
    assert_eq!(race.proficiencies.fixed, ["ladles"]);
    let increases: Vec<_> = race
        .ability_increases
        .iter()
        .map(|i| (i.bonus, i.choose))
        .collect();
    assert_eq!(increases, [(2, None), (1, Some(2))]);
    let acid = &race.traits[1];
    assert!(acid.text.ends_with(
        "30 ft. line; Dexterity saving throw, half damage on a success; \
         Acid damage: 2d6 at 1st level, 4d6 at 11th level"
    ));
    let usage = acid.usage.as_ref().unwrap();
    assert_eq!((usage.kind.as_str(), usage.times), ("PER_REST", Some(1)));
    assert_eq!(usage.rests, ["short", "long"]);
    assert_eq!(drafts.skipped[0].key, "still");
}

#[test]
fn a_lineage_belongs_to_its_species() {
    let drafts = drawn(
        "2024",
        &[
            (
                "subspecies",
                json!({"index": "bog-ogre", "name": "Ogre Line: Bog",
                "species": {"index": "ogre", "name": "Ogre"},
                "traits": [{"index": "wade", "name": "Wade", "level": 3}]}),
            ),
            (
                "traits",
                json!({"index": "wade", "name": "Wade", "description": "You wade.", "speed": 35,
                "spells": [{"spell": {"index": "fog", "name": "Fog"}, "uses": "Proficiency Bonus",
                    "recovery": "Long Rest"}]}),
            ),
        ],
    );
    let lineage = row(&drafts, Kind::Subrace);
    assert_eq!(
        (lineage.slug.as_str(), lineage.speed),
        ("ogre-line-bog", Some(35))
    );
    assert_eq!(lineage.parent_slug.as_deref(), Some("ogre"));
    assert_eq!(
        lineage.traits[0].text,
        "**3rd level.** You wade.\n\n**Spell.** Fog"
    );
    assert_eq!(lineage.traits[0].usage.as_ref().unwrap().rests, ["long"]);
}

#[test]
fn a_background_is_its_benefits() {
    let drafts = drawn(
        "2014",
        &[(
            "backgrounds",
            json!({"index": "cook", "name": "Cook",
            "starting_proficiencies": [{"index": "skill-tasting", "name": "Skill: Tasting"}],
            "language_options": {"choose": 2, "type": "languages", "from": {"option_set_type": "resource_list"}},
            "starting_equipment": [{"equipment": {"index": "spoon", "name": "Spoon"}, "quantity": 2}],
            "starting_gold": {"quantity": 15, "unit": "gp"},
            "feature": {"name": "Free Soup", "desc": ["You eat.", "For free."]},
            "ideals": {"choose": 1, "type": "ideals", "from": {"options": [
                {"option_type": "ideal", "desc": "Salt.", "alignments": [{"index": "neutral", "name": "Neutral"}]}]}},
            "flaws": {"choose": 1, "type": "flaws", "from": {"options": [
                {"option_type": "string", "string": "I burn things."}]}}}),
        )],
    );
    let background = row(&drafts, Kind::Background);
    assert_eq!(background.starting_gold, Some(15.0));
    let benefits = background.benefits.iter();
    let benefits: Vec<_> = benefits
        .map(|b| (b.kind.as_deref().unwrap(), b.text.as_str()))
        .collect();
    assert_eq!(
        benefits,
        [
            ("skill_proficiency", "Tasting"),
            ("language", "2 of your choice"),
            ("equipment", "- Spoon (2)\n- 15 GP"),
            ("feature", "You eat.\n\nFor free."),
            (
                "suggested_characteristics",
                "**Ideals** (choose 1)\n\n1. Salt. (Neutral)\n\n**Flaws** (choose 1)\n\n1. I burn things."
            ),
        ]
    );
}

#[test]
fn a_2024_background_gives_a_feat_and_scores() {
    let drafts = drawn(
        "2024",
        &[(
            "backgrounds",
            json!({"index": "cook", "name": "Cook",
            "ability_scores": [{"index": "con", "name": "CON"}, {"index": "wis", "name": "WIS"}],
            "feat": {"index": "taster", "name": "Taster", "note": "Soup"},
            "proficiencies": [{"index": "tool-ladle", "name": "Tool: Ladle"}],
            "equipment_options": [{"desc": "Choose A or B", "choose": 1, "type": "equipment"}]}),
        )],
    );
    let benefits = row(&drafts, Kind::Background).benefits.iter();
    let texts: Vec<&str> = benefits.map(|b| b.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "Constitution, Wisdom",
            "Taster (Soup)",
            "Ladle",
            "- Choose A or B"
        ]
    );
}

#[test]
fn feats_say_what_they_ask_for() {
    let feats = drawn(
        "2024",
        &[
            (
                "feats",
                json!({"index": "taster", "name": "Taster", "description": "You taste.",
                "type": "epic-boon", "repeatable": "You can take it again.",
                "prerequisites": {"minimum_level": 4, "feature_named": "Cooking"},
                "prerequisite_options": {"desc": "Strength or Wisdom 13+", "choose": 1}}),
            ),
            (
                "feats",
                json!({"index": "eater", "name": "Eater", "description": "You eat.", "type": "Origin"}),
            ),
            (
                "feats",
                json!({"index": "nameless", "name": "", "description": "Nothing."}),
            ),
        ],
    );
    let rows: Vec<&Model> = feats.character_options.iter().map(|d| &d.row).collect();
    assert_eq!(
        rows[0].prerequisites.as_deref(),
        Some("Level 4+, Cooking Feature, Strength or Wisdom 13+")
    );
    assert_eq!(
        rows[0].text,
        "You taste.\n\n**Repeatable.** You can take it again."
    );
    assert_eq!(
        (rows[0].repeatable, rows[1].repeatable),
        (Some(true), Some(false))
    );
    assert_eq!(rows[1].feat_category.as_deref(), Some("origin"));
    assert_eq!(feats.skipped.len(), 1);
}

#[test]
fn a_2014_feat_does_not_say_whether_it_repeats() {
    let feats = drawn(
        "2014",
        &[(
            "feats",
            json!({"index": "taster", "name": "Taster", "desc": ["You taste."],
            "prerequisites": [{"ability_score": {"index": "str", "name": "STR"}, "minimum_score": 13}]}),
        )],
    );
    let feat = row(&feats, Kind::Feat);
    assert_eq!(feat.prerequisites.as_deref(), Some("Strength 13 or higher"));
    assert_eq!(feat.repeatable, None);
}
