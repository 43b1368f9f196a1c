use super::*;
use crate::Record;
use serde_json::{Value, json};

fn newt() -> Value {
    let raw = r#"{
        "key": "book_giant-newt",
        "name": "Giant Newt",
        "document": {"name": "Book", "key": "book"},
        "type": {"name": "Beast", "key": "beast"},
        "size": {"name": "Large", "key": "large"},
        "challenge_rating": 0.5,
        "proficiency_bonus": null,
        "speed": {"walk": 20, "unit": "ft", "swim": 40},
        "speed_all": {
            "unit": "ft", "walk": 20, "crawl": 10, "hover": false, "fly": 0, "burrow": 0,
            "climb": 10, "swim": 40
        },
        "category": "Monsters",
        "subcategory": "Newts",
        "alignment": "Unaligned",
        "languages": {"as_string": "-", "data": []},
        "armor_class": 12,
        "armor_detail": "",
        "hit_points": 0,
        "hit_dice": "3d10+3",
        "experience_points": 0,
        "ability_scores": {"strength": 14, "dexterity": 10},
        "modifiers": {"strength": 2, "dexterity": 0},
        "initiative_bonus": 0,
        "saving_throws": {"dexterity": 2},
        "saving_throws_all": {"strength": 2, "dexterity": 2},
        "skill_bonuses": {"sleight_of_hand": 3},
        "skill_bonuses_all": {"sleight_of_hand": 3, "arcana": -1},
        "passive_perception": 11,
        "resistances_and_immunities": {
            "damage_immunities_display": "", "damage_immunities": [],
            "damage_resistances_display": "", "damage_resistances": [],
            "damage_vulnerabilities_display": "", "damage_vulnerabilities": [],
            "condition_immunities_display": "", "condition_immunities": []
        },
        "normal_sight_range": 10560,
        "darkvision_range": 6011,
        "blindsight_range": null,
        "tremorsense_range": null,
        "truesight_range": null,
        "actions": [],
        "traits": [{"name": "Slippery (1/Day)", "desc": "It slips.\r\nAway."}],
        "creaturesets": ["pond"],
        "environments": [{"name": "Pond", "key": "srd_pond"}],
        "illustration": {
            "name": "Newt", "key": "n", "file_url": "/static/newt.png", "alt_text": "",
            "attribution": "Somebody"
        },
        "crossreferences": {"to": []}
    }"#;
    serde_json::from_str(raw).unwrap()
}

fn draw_one(raw: Value) -> Drafts {
    let record = |key: &str, raw| Record {
        key: key.to_owned(),
        url: format!("https://example.org/{key}/"),
        raw,
    };
    let mut records = Records::default();
    records.0.insert(
        "creaturesets".to_owned(),
        vec![record(
            "pond",
            json!({"key": "pond", "name": "Of the Pond", "creatures": []}),
        )],
    );
    records
        .0
        .insert("creatures".to_owned(), vec![record("book_giant-newt", raw)]);
    let mut drafts = Drafts::default();
    draw(&records, &mut drafts);
    drafts
}

#[test]
fn a_creature_is_read_whole() {
    let drafts = draw_one(newt());
    assert!(drafts.skipped.is_empty(), "{:?}", drafts.skipped);
    let row = &drafts.creatures[0].row;
    assert_eq!(
        (row.slug.as_str(), row.document_key.as_str()),
        ("giant-newt", "book")
    );
    assert_eq!(row.creature_type.as_deref(), Some("beast"));
    assert_eq!(row.alignment.as_deref(), Some("unaligned"));
    assert_eq!(row.group.as_deref(), Some("Newts"));
    assert_eq!(row.subtype, None);
    assert_eq!(row.armor_detail, None);
    assert_eq!((row.hit_points, row.experience_points), (None, None));
    assert_eq!(row.languages_text, None);
    assert_eq!(
        (row.speed.swim, row.speed.climb, row.speed.fly),
        (Some(40), None, None)
    );
    assert_eq!(
        (row.speed.crawl, row.speed.unit.as_deref()),
        (None, Some("feet"))
    );
    assert_eq!(row.saving_throws.strength, None);
    assert_eq!(row.all_saving_throws.strength, Some(2));
    assert_eq!(row.skills[0].skill, "sleight-of-hand");
    assert_eq!(row.all_skills.len(), 2);
    assert_eq!(row.senses.darkvision, Some(60));
    assert_eq!(row.traits[0].text, "It slips.\nAway.");
    assert_eq!(row.traits[0].usage.as_ref().unwrap().times, Some(1));
    assert_eq!(row.sets, ["Of the Pond"]);
    assert_eq!(row.environments, ["pond"]);
    assert_eq!(row.illustration.as_ref().unwrap().alt_text, None);
}

#[test]
fn records_that_do_not_fit_are_skipped() {
    for (field, value) in [
        ("name", json!(null)),
        ("name", json!("  ")),
        ("document", json!(7)),
        ("challenge_rating", json!("lots")),
        ("type", json!(null)),
    ] {
        let mut raw = newt();
        raw[field] = value;
        let drafts = draw_one(raw);
        assert!(drafts.creatures.is_empty(), "{field}");
        assert_eq!(drafts.skipped.len(), 1, "{field}");
    }
}

#[test]
fn zeros_for_every_skill_are_none() {
    let mut raw = newt();
    let zeros: BTreeMap<String, i32> = SKILLS
        .into_iter()
        .map(|(skill, _)| (skill.replace('-', "_"), 0))
        .collect();
    raw["skill_bonuses"] = json!(zeros);
    raw["modifiers"] = json!({"dexterity": 3});
    let drafts = draw_one(raw);
    let row = &drafts.creatures[0].row;
    assert!(row.skills.is_empty());
    let stealth = row.all_skills.iter().find(|skill| skill.skill == "stealth");
    assert_eq!(stealth.map(|skill| skill.bonus), Some(3));
}

#[test]
fn half_a_subtype_is_no_alignment() {
    assert_eq!(alignment("Shapechanger)"), None);
    assert_eq!(
        alignment("Any Alignment (as its patron)").as_deref(),
        Some("any alignment (as its patron)")
    );
}

#[test]
fn a_run_of_numbers_in_two_senses_is_neither() {
    let mut raw = newt();
    raw["darkvision_range"] = json!(1060);
    raw["blindsight_range"] = json!(1060);
    raw["tremorsense_range"] = json!(360);
    let drafts = draw_one(raw);
    let senses = &drafts.creatures[0].row.senses;
    assert_eq!((senses.darkvision, senses.blindsight), (None, None));
    assert_eq!(senses.tremorsense, Some(360));
}

#[test]
fn no_experience_is_missing_experience() {
    assert_eq!(experience(Some(0)), None);
    assert_eq!(experience(Some(700)), Some(700));
}

#[test]
fn one_alignment_for_a_whole_book_is_none() {
    let alignments = |odd: Option<&str>| {
        let mut records = Records::default();
        let newts = (0..MANY).map(|number| {
            let mut raw = newt();
            raw["key"] = json!(format!("book_newt-{number}"));
            raw["alignment"] = json!(odd.filter(|_| number == 0).unwrap_or("chaotic evil"));
            let key = format!("book_newt-{number}");
            let url = String::new();
            Record { key, url, raw }
        });
        records.0.insert("creatures".to_owned(), newts.collect());
        let mut drafts = Drafts::default();
        draw(&records, &mut drafts);
        let rows = drafts.creatures.into_iter();
        let stated = rows.filter(|draft| draft.row.alignment.is_some());
        stated.count()
    };
    assert_eq!(alignments(None), 0);
    assert_eq!(alignments(Some("lawful good")), MANY);
    // A few creatures may well be of one mind.
    let few = draw_one(newt());
    assert!(few.creatures[0].row.alignment.is_some());
}
