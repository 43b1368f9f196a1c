use super::*;
use crate::Record;
use serde_json::{Value, json};

fn spark() -> Value {
    json!({
        "key": "book_spark",
        "document": {"name": "Book", "key": "book"},
        "casting_options": [
            option("default"),
            option("slot_level_2")
        ],
        "school": {"name": "Evocation", "key": "evocation"},
        "classes": [
            {"name": "Wizard", "key": "srd-2024_wizard"},
            {"name": "Bard", "key": "srd_bard"}
        ],
        "range_unit": "ft",
        "shape_size_unit": "ft",
        "name": "Spark of Joy",
        "desc": "Make a ranged spell attack.\r\nThe target takes 1d6 fire damage, or half as much damage on a successful save.",
        "level": 1,
        "higher_level": "",
        "target_type": "creature",
        "range_text": "60 ft",
        "range": 60,
        "ritual": false,
        "casting_time": "bonus-action",
        "reaction_condition": null,
        "verbal": true,
        "somatic": false,
        "material": true,
        "material_specified": "a match",
        "material_cost": "0.00",
        "material_consumed": false,
        "target_count": 1,
        "saving_throw_ability": "Dexterity",
        "attack_roll": true,
        "damage_roll": "1d6",
        "damage_types": ["fire"],
        "duration": "Instantaneous",
        "shape_type": null,
        "shape_size": null,
        "concentration": false,
        "crossreferences": {"to": []}
    })
}

fn option(kind: &str) -> Value {
    let roll = (kind != "default").then_some("2d6");
    json!({
        "type": kind, "damage_roll": roll, "target_count": null, "duration": null,
        "range": null, "concentration": null, "shape_size": null, "desc": null
    })
}

fn draw_one(raw: Value) -> Drafts {
    let record = Record {
        key: "book_spark".to_owned(),
        url: "https://example.org/v2/spells/book_spark/".to_owned(),
        raw,
    };
    let mut records = Records::default();
    records.0.insert("spells".to_owned(), vec![record]);
    let mut drafts = Drafts::default();
    draw(&records, &mut drafts);
    drafts
}

fn changed(changes: Value) -> spell::Model {
    let mut raw = spark();
    for (key, value) in changes.as_object().unwrap() {
        raw[key] = value.clone();
    }
    draw_one(raw).spells.remove(0).row
}

#[test]
fn a_spell_is_read_whole() {
    let row = changed(json!({}));
    assert_eq!(
        (row.slug.as_str(), row.document_key.as_str()),
        ("spark-of-joy", "book")
    );
    assert_eq!(row.class_slugs, ["bard", "wizard"]);
    assert_eq!(row.casting_time_label, "1 bonus action");
    assert_eq!(
        (row.range, row.range_unit.as_deref()),
        (Some(60.0), Some("feet"))
    );
    assert_eq!(
        (row.area_shape, row.area_size, row.area_unit),
        (None, None, None)
    );
    assert_eq!(row.material_cost, None);
    assert_eq!(row.duration, "instantaneous");
    assert_eq!(row.attack_type.as_deref(), Some("ranged"));
    assert_eq!(row.saving_throw.as_deref(), Some("dexterity"));
    assert_eq!(row.saving_throw_success.as_deref(), Some("half"));
    assert_eq!(row.damage_roll.as_deref(), Some("1d6"));
    assert_eq!(row.healing, None);
    assert_eq!(row.higher_levels, None);
    assert!(!row.text.contains('\r'));
    assert_eq!(row.casting_options.len(), 1);
    assert_eq!(row.casting_options[0].damage_roll.as_deref(), Some("2d6"));
}

#[test]
fn an_area_has_a_unit() {
    let row = changed(json!({"shape_type": "Sphere", "shape_size": 20}));
    assert_eq!(row.area_shape.as_deref(), Some("sphere"));
    assert_eq!(
        (row.area_size, row.area_unit.as_deref()),
        (Some(20), Some("feet"))
    );
}

#[test]
fn dice_that_heal_are_no_damage() {
    let row = changed(json!({
        "damage_types": [],
        "desc": "The target regains hit points equal to 1d6 + your spellcasting ability modifier."
    }));
    assert_eq!(
        (row.damage_roll.as_deref(), row.healing.as_deref()),
        (None, Some("1d6 + MOD"))
    );
    assert_eq!(row.casting_options[0].healing.as_deref(), Some("2d6 + MOD"));
    assert_eq!(row.casting_options[0].damage_roll, None);
}

#[test]
fn dice_that_bless_are_no_damage() {
    let row = changed(json!({"damage_types": [], "desc": "Add 1d6 to each attack roll."}));
    assert_eq!((row.damage_roll, row.healing), (None, None));
}

#[test]
fn blanks_are_unknown() {
    let row = changed(json!({
        "saving_throw_ability": "", "damage_roll": "", "damage_types": [], "target_count": 0
    }));
    assert_eq!((row.saving_throw, row.saving_throw_success), (None, None));
    assert_eq!((row.damage_roll, row.target_count), (None, None));
}

#[test]
fn records_that_do_not_fit_are_skipped() {
    for (field, value) in [
        ("name", json!(null)),
        ("name", json!("")),
        ("level", json!("high")),
        ("level", json!(12)),
        ("desc", json!(null)),
        ("duration", json!(5)),
    ] {
        let mut raw = spark();
        raw[field] = value;
        let drafts = draw_one(raw);
        assert!(drafts.spells.is_empty(), "{field}");
        assert_eq!(drafts.skipped.len(), 1, "{field}");
    }
}
