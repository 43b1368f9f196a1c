//! A whole stat block.

use super::*;
use crate::Record;
use serde_json::{Value, json};

fn drafts(raw: Value) -> Drafts {
    let record = Record {
        key: "mudling".into(),
        url: String::new(),
        raw,
    };
    let mut drafts = Drafts::default();
    let records = Records([("2014/monsters".to_owned(), vec![record])].into());
    draw("2014", &records, &mut drafts);
    drafts
}

fn mudling() -> Value {
    json!({
        "index": "mudling", "name": "Mudling", "size": "Tiny", "type": "swarm of Tiny oozes",
        "alignment": "Unaligned",
        "armor_class": [{"type": "natural", "value": 11}],
        "hit_points": 9, "hit_dice": "2d6", "hit_points_roll": "2d6+2",
        "speed": {"walk": "20 ft.", "swim": "10 ft."},
        "strength": 8, "dexterity": 12, "constitution": 13, "intelligence": 2, "wisdom": 10, "charisma": 1,
        "proficiencies": [{"value": 3, "proficiency": {"index": "skill-stealth", "name": "Skill: Stealth"}}],
        "damage_resistances": ["acid"], "senses": {"passive_perception": 10}, "languages": "",
        "challenge_rating": 0.25, "xp": 25, "proficiency_bonus": 2,
        "special_abilities": [{"name": "Ooze.", "desc": "It oozes.", "usage": {"type": "per day", "times": 1}}],
        "actions": [{"name": "Slap", "desc": "Melee Weapon Attack: +3 to hit, reach 5 ft., one target. Hit: 1 damage.",
            "attack_bonus": 3, "damage": [{"damage_type": {"index": "bludgeoning"}, "damage_dice": "1d4-1"}]}],
        "forms": [{"index": "mudling", "name": "Mudling"}, {"index": "puddle", "name": "Puddle, Dry Form"}],
        "image": "/images/mudling.png"
    })
}

#[test]
fn a_stat_block_is_read_whole() {
    let drafts = drafts(mudling());
    assert!(drafts.skipped.is_empty(), "{:?}", drafts.skipped);
    let row = &drafts.creatures.first().unwrap().row;
    assert_eq!(row.creature_type.as_deref(), Some("ooze"));
    assert_eq!(row.subtype.as_deref(), Some("swarm of tiny oozes"));
    assert_eq!(
        (row.size.as_deref(), row.alignment.as_deref()),
        (Some("tiny"), Some("unaligned"))
    );
    assert_eq!(row.hit_dice.as_deref(), Some("2d6 + 2"));
    assert_eq!((row.armor_class, row.initiative_bonus), (Some(11), Some(1)));
    assert_eq!(
        (row.speed.walk, row.speed.swim, row.speed.hover),
        (Some(20), Some(10), None)
    );
    assert_eq!(row.languages_text, None);
    assert_eq!(row.forms, ["puddle-dry-form"]);
    assert_eq!(row.traits.first().unwrap().name, "Ooze");
    let attack = row.actions.first().unwrap().attacks.first().unwrap();
    assert_eq!(attack.damage.first().unwrap().bonus, Some(-1));
    assert_eq!(row.spell_slugs, [""; 0]);
}

#[test]
fn experience_that_contradicts_the_challenge_rating_is_unknown() {
    let drafts = drafts(mudling());
    assert_eq!(
        drafts.creatures.first().unwrap().row.experience_points,
        None
    );
    assert!(agrees(0.25, 50) && agrees(0.0, 0) && agrees(0.0, 10) && !agrees(8.0, 7200));
}

#[test]
fn a_record_that_is_no_stat_block_is_skipped() {
    for (field, value) in [
        ("name", json!("")),
        ("strength", json!("strong")),
        ("challenge_rating", json!(null)),
        ("armor_class", json!(14)),
    ] {
        let mut raw = mudling();
        *raw.get_mut(field).unwrap() = value;
        let drafts = drafts(raw);
        assert!(drafts.creatures.is_empty(), "{field}");
        assert_eq!(drafts.skipped.len(), 1);
    }
}
