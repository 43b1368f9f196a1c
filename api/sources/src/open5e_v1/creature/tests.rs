//! A whole monster.

use super::super::tests::drawn;
use super::*;
use serde_json::json;

pub fn newt() -> Value {
    let raw = r#"{
        "slug": "giant-newt", "name": "Giant Newt", "desc": "A newt, but larger.", "size": "Titanic",
        "type": "Beast", "subtype": "Amphibian", "group": "null", "alignment": "Unaligned",
        "armor_class": 12, "armor_desc": "", "hit_points": 19, "hit_dice": "3d10+3",
        "speed": {"walk": 20, "swim": 40}, "strength": 14, "dexterity": 12, "constitution": 13,
        "intelligence": 1, "wisdom": 10, "charisma": 5, "strength_save": null,
        "dexterity_save": 3, "constitution_save": null, "intelligence_save": null,
        "wisdom_save": null, "charisma_save": null, "perception": 2,
        "skills": {"sleight": 4, "Stealth": 5, "any": 0}, "damage_vulnerabilities": "False",
        "damage_resistances": "cold", "damage_immunities": "", "condition_immunities": "prone, fatigue",
        "senses": "darkvision 60 ft.", "languages": "—", "challenge_rating": "1/2", "cr": 0.5,
        "actions": [
            {"name": "Bite", "desc": "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 6 (1d8 + 2) piercing damage.",
             "attack_bonus": 4, "damage_dice": "1d8"},
            {"name": "Spit (Recharge 6).", "desc": "DC 11 Dexterity saving throw, taking 7 (2d6) acid damage on a failed save, or half as much damage on a successful one."}
        ],
        "bonus_actions": null, "reactions": [{"name": "Duck", "desc": "It ducks."}],
        "legendary_desc": "The newt can take 3 legendary actions.",
        "legendary_actions": [{"name": "Splash (Costs 2 Actions)", "desc": "It splashes."}],
        "special_abilities": [{"name": "Slippery (1/Day).", "desc": "It slips."}, {"name": "", "desc": ""}],
        "spell_list": ["{{base}}/v2/spells/fog-cloud/"], "page_no": 7, "environments": ["Swamp"],
        "img_main": "{{base}}/static/img/newt.png", "document__slug": "pnd",
        "document__title": "Book of the Pond", "document__license_url": "", "document__url": "",
        "v2_converted_path": "/v2/creatures/pond_giant-newt/"
    }"#;
    serde_json::from_str(raw).unwrap()
}

#[test]
fn a_monster_is_read_whole() {
    let drafts = drawn("monsters", newt());
    assert!(drafts.skipped.is_empty(), "{:?}", drafts.skipped);
    let row = &drafts.creatures[0].row;
    assert_eq!(
        (row.document_key.as_str(), row.slug.as_str()),
        ("pond", "giant-newt")
    );
    assert_eq!(row.text, "A newt, but larger.");
    assert_eq!(row.size.as_deref(), Some("gargantuan"));
    assert_eq!(row.subtype.as_deref(), Some("amphibian"));
    assert_eq!(
        (row.group.as_deref(), row.armor_detail.as_deref()),
        (None, None)
    );
    assert_eq!(row.saving_throws.dexterity, Some(3));
    assert_eq!(
        (row.all_saving_throws.strength, row.saving_throws.strength),
        (Some(2), None)
    );
    let skills: Vec<_> = row
        .skills
        .iter()
        .map(|s| (s.skill.as_str(), s.bonus))
        .collect();
    assert_eq!(skills, [("sleight-of-hand", 4), ("stealth", 5)]);
    assert_eq!(row.passive_perception, Some(12));
    assert_eq!(row.senses.darkvision, Some(60));
    assert_eq!(row.languages_text, None);
    assert_eq!(row.challenge_rating, Some(0.5));
    assert_eq!(row.damage_resistances, ["cold"]);
    assert_eq!(row.damage_vulnerabilities_text, None);
    assert_eq!(row.condition_immunities, ["exhaustion", "prone"]);
    assert_eq!(
        row.condition_immunities_text.as_deref(),
        Some("prone, fatigue")
    );
    assert_eq!(row.spell_slugs, ["fog-cloud"]);
    assert_eq!(row.environments, ["swamp"]);
    assert_eq!(
        row.illustration.as_ref().unwrap().url,
        "/static/img/newt.png"
    );
}

#[test]
fn the_text_of_actions_is_read() {
    let drafts = drawn("monsters", newt());
    let row = &drafts.creatures[0].row;
    let bite = &row.actions[0].attacks[0];
    assert_eq!((bite.to_hit, bite.reach), (Some(4), Some(5)));
    assert_eq!(bite.damage[0].damage_type.as_deref(), Some("piercing"));
    let spit = &row.actions[1];
    assert_eq!(spit.name, "Spit (Recharge 6)");
    assert_eq!(spit.usage.as_ref().unwrap().minimum, Some(6));
    assert_eq!(spit.save.as_ref().unwrap().dc, Some(11));
    assert_eq!(spit.damage[0].dice.as_deref(), Some("2d6"));
    assert_eq!(row.reactions[0].name, "Duck");
    assert_eq!(row.legendary_actions[0].legendary_cost, Some(2));
    assert_eq!(
        row.legendary_preamble.as_deref(),
        Some("The newt can take 3 legendary actions.")
    );
    assert_eq!(row.traits.len(), 1);
    assert_eq!(row.traits[0].usage.as_ref().unwrap().times, Some(1));
}

#[test]
fn a_perception_that_is_no_bonus_is_the_passive_score() {
    let mut raw = newt();
    raw["perception"] = json!(14);
    assert_eq!(
        drawn("monsters", raw.clone()).creatures[0]
            .row
            .passive_perception,
        Some(14)
    );
    let mut dull = newt();
    dull["wisdom"] = json!(6);
    dull["perception"] = json!(8);
    assert_eq!(
        drawn("monsters", dull).creatures[0].row.passive_perception,
        Some(8)
    );
    raw["skills"] = json!({"perception": 14});
    assert_eq!(
        drawn("monsters", raw).creatures[0].row.passive_perception,
        Some(24)
    );
}

#[test]
fn an_address_without_a_path_is_no_picture() {
    let mut raw = newt();
    raw["img_main"] = json!("{{base}}/");
    assert!(
        drawn("monsters", raw).creatures[0]
            .row
            .illustration
            .is_none()
    );
}
