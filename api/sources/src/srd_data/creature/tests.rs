use super::*;
use crate::Record;
use serde_json::{Value, json};

fn drawn(changes: Value) -> Model {
    let mut raw = json!({
        "slug": "snow-owl", "name": "Snow Owl", "description": "", "creature_type": "beast",
        "creature_size": "large", "alignment": "Neutral Good", "ac": 14, "hp": 33, "hp_dice": "6d10",
        "ability_scores": {"str": 16, "dex": 12, "con": 11, "int": 7, "wis": 15, "cha": 13},
        "movement": {"walk": 10, "fly": 60, "swim": null, "climb": null, "burrow": null, "hover": true},
        "senses": {"darkvision": 120, "blindsight": null, "tremorsense": null, "truesight": null, "passive_perception": 14},
        "cr": 2.0, "proficiency_bonus": 2, "spellcasting_ability": "cha",
        "saving_throws": {"str": null, "dex": null, "con": null, "int": null, "wis": 4, "cha": null},
        "skills": {"perception": 4, "sleight_of_hand": 3, "arcana": null},
        "damage_resistances": ["cold"], "condition_immunities": ["charmed"],
        "languages": ["Common", "telepathy 60 ft."], "legendary_action_uses": 3, "legendary_resistance_uses": 2
    });
    raw.as_object_mut()
        .unwrap()
        .extend(changes.as_object().unwrap().clone());
    let record = |key: &str, raw| Record {
        key: key.into(),
        url: "https://owls.example/snow".into(),
        raw,
    };
    let call = json!({"slug": "owl-call", "name": "Owl Call", "foundry_uuid": "Compendium.a.phbsplOwlCall000"});
    let records = Records(
        [
            ("monsters".to_owned(), vec![record("snow-owl", raw)]),
            ("spells".to_owned(), vec![record("owl-call", call)]),
        ]
        .into(),
    );
    let mut drafts = Drafts::default();
    draw(&records, &Index::new(&records), &mut drafts);
    assert_eq!(drafts.skipped, []);
    let draft = drafts.creatures.remove(0);
    assert_eq!(draft.origin.url, "https://owls.example/snow");
    draft.row
}

#[test]
fn the_numbers_of_the_stat_block() {
    let row = drawn(json!({}));
    assert_eq!(
        (row.document_key.as_str(), row.slug.as_str()),
        ("srd-2024", "snow-owl")
    );
    assert_eq!(
        (row.size.as_deref(), row.creature_type.as_deref()),
        (Some("large"), Some("beast"))
    );
    assert_eq!(row.alignment.as_deref(), Some("neutral good"));
    assert_eq!((row.armor_class, row.hit_points), (Some(14), Some(33)));
    assert_eq!(
        (row.hit_dice.as_deref(), row.challenge_rating),
        (Some("6d10"), Some(2.0))
    );
    assert_eq!(
        (row.speed.walk, row.speed.fly, row.speed.hover),
        (Some(10), Some(60), Some(true))
    );
    assert_eq!(
        (row.modifiers.strength, row.modifiers.intelligence),
        (Some(3), Some(-2))
    );
    assert_eq!(
        (row.saving_throws.wisdom, row.saving_throws.strength),
        (Some(4), None)
    );
    assert_eq!(
        (row.all_saving_throws.wisdom, row.all_saving_throws.strength),
        (Some(4), Some(3))
    );
    let skills: Vec<_> = row
        .skills
        .iter()
        .map(|s| (s.skill.as_str(), s.bonus))
        .collect();
    assert_eq!(skills, [("perception", 4), ("sleight-of-hand", 3)]);
    assert_eq!(row.all_skills.len(), 18);
    assert_eq!(
        (row.senses.darkvision, row.passive_perception),
        (Some(120), Some(14))
    );
    assert_eq!(row.damage_resistances, ["cold"]);
    assert_eq!(row.condition_immunities, ["charmed"]);
    assert_eq!(row.languages, ["common"]);
    assert_eq!(
        row.languages_text.as_deref(),
        Some("Common; telepathy 60 ft.")
    );
}

#[test]
fn an_attack_adds_the_ability_to_its_own_dice_only() {
    let row = drawn(json!({"actions": [{
        "name": "Talons", "kind": "action", "description": "[[/attack extended]]. [[/damage average extended]].",
        "activities": [{"id": "a", "kind": "attack", "attack": {"ability": "", "type": {"value": "melee"}},
            "damage": {"include_base": true, "parts": [
                {"number": 2, "denomination": 6, "types": ["slashing"]},
                {"number": 1, "denomination": 4, "types": ["cold"]}]}}]
    }]}));
    let action = &row.actions[0];
    assert_eq!(
        action.text,
        "*Melee Attack Roll:* +5. *Hit:* 10 (2d6 + 3) Slashing damage plus 2 (1d4) Cold damage."
    );
    let attack = &action.attacks[0];
    assert_eq!((attack.to_hit, attack.reach), (Some(5), None));
    let damage: Vec<_> = attack
        .damage
        .iter()
        .map(|d| (d.dice.as_deref(), d.bonus))
        .collect();
    assert_eq!(damage, [(Some("2d6"), Some(3)), (Some("1d4"), None)]);
    assert_eq!(attack.damage[1].damage_type.as_deref(), Some("cold"));
}

#[test]
fn a_save_has_its_number_its_dice_and_its_recharge() {
    let row = drawn(json!({"actions": [{
        "name": "Snow Breath", "kind": "action", "recharge": "5-6",
        "description": "Dexterity Saving Throw: DC [[lookup @save.dc.value activity=s]], each creature.\n\nFailure: [[/damage average]] damage.\n\nSuccess: Half damage.",
        "activities": [{"id": "s", "kind": "save", "save": {"ability": ["dex"], "dc": {"calculation": "con", "formula": ""}},
            "damage": {"on_save": "half", "parts": [{"number": 4, "denomination": 8, "types": ["cold"]}]}}]
    }, {
        "name": "Stare", "kind": "bonus_action", "uses_per_day": 2, "description": "Wisdom Saving Throw: DC [[lookup @save.dc.value activity=t]], one creature.",
        "activities": [{"id": "t", "kind": "save", "save": {"ability": ["wis"], "dc": {"calculation": "", "formula": "8 + @abilities.cha.mod + @prof"}}}]
    }, {
        "name": "Sneeze", "kind": "bonus_action", "description": "Constitution Saving Throw: DC [[lookup @save.dc.value activity=u]], one creature.",
        "activities": [{"id": "u", "kind": "save", "save": {"ability": ["con"], "dc": {"calculation": "", "formula": "8 + @mod + @prof"}}}]
    }]}));
    let breath = &row.actions[0];
    assert_eq!(
        breath.text,
        "*Dexterity Saving Throw:* DC 10, each creature.\n\n*Failure:* 18 (4d8) Cold damage.\n\n*Success:* Half damage."
    );
    let save = breath.save.as_ref().unwrap();
    assert_eq!(
        (save.ability.as_str(), save.dc, save.success.as_deref()),
        ("dexterity", Some(10), Some("half"))
    );
    let usage = breath.usage.as_ref().unwrap();
    assert_eq!(
        (usage.kind.as_str(), usage.minimum),
        ("RECHARGE_ON_ROLL", Some(5))
    );
    assert_eq!(breath.damage[0].dice.as_deref(), Some("4d8"));
    let stare = &row.bonus_actions[0];
    assert_eq!(stare.save.as_ref().unwrap().dc, Some(11));
    assert_eq!(stare.usage.as_ref().unwrap().times, Some(2));
    // The same as by Constitution, which is what saves.
    assert_eq!(row.bonus_actions[1].save.as_ref().unwrap().dc, Some(10));
}

#[test]
fn spells_come_with_their_limits() {
    let cast = |id: &str, uses: &str| {
        json!({"id": id, "kind": "cast", "uses": {"max": uses},
            "spell": {"uuid": "Compendium.a.phbsplOwlCall000", "level": 3, "properties": ["material"]}})
    };
    let row = drawn(json!({"actions": [{
        "name": "Spellcasting", "kind": "action", "description": "It casts.", "activities": [cast("a", "2")]
    }]}));
    let casting = row.spellcasting.unwrap();
    assert_eq!(
        (casting.ability.as_deref(), casting.dc, casting.to_hit),
        (Some("charisma"), Some(11), Some(3))
    );
    assert_eq!(casting.components_required, ["V", "S"]);
    let spell = &casting.spells[0];
    assert_eq!((spell.slug.as_str(), spell.level), ("owl-call", Some(3)));
    assert_eq!(spell.usage.as_ref().unwrap().times, Some(2));
    assert_eq!(row.spell_slugs, ["owl-call"]);
    let row = drawn(json!({"actions": [{"name": "Spellcasting", "activities": [cast("a", "")]}]}));
    let casting = row.spellcasting.unwrap();
    assert_eq!(casting.spells[0].usage.as_ref().unwrap().kind, "AT_WILL");
}

#[test]
fn what_is_legendary_is_told() {
    let row = drawn(json!({
        "legendary_actions": [{"name": "Swoop", "kind": "legendary", "legendary_cost": 1,
            "description": "The [[lookup @name lowercase]]{monster} flies."}],
        "special_abilities": [{"name": "Legendary Resistance", "kind": "special", "description": "It resists."}]
    }));
    assert_eq!(row.legendary_actions[0].legendary_cost, Some(1));
    assert_eq!(row.legendary_actions[0].text, "The snow owl flies.");
    assert!(
        row.legendary_preamble
            .unwrap()
            .starts_with("Legendary Action Uses: 3. ")
    );
    assert_eq!(row.traits[0].usage.as_ref().unwrap().times, Some(2));
}

#[test]
fn what_a_spell_calls_has_no_rating() {
    let row = drawn(json!({"hp": 40, "hp_dice": "40", "cr": 0.0}));
    assert_eq!(
        (row.hit_dice, row.challenge_rating, row.hit_points),
        (None, None, Some(40))
    );
    let row = drawn(json!({"hp_dice": "0d10 + 5"}));
    assert_eq!(row.hit_dice, None);
}
