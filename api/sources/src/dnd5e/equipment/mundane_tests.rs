//! Equipment of both editions.

use super::*;
use crate::Record;
use serde_json::{Value, json};

fn drawn(edition: &str, items: Vec<Value>) -> Drafts {
    let list = items
        .into_iter()
        .map(|raw| Record {
            key: raw["index"].as_str().unwrap_or_default().to_owned(),
            url: String::new(),
            raw,
        })
        .collect();
    let mut drafts = Drafts::default();
    let records = Records([(format!("{edition}/equipment"), list)].into());
    draw(edition, &records, &mut drafts);
    drafts
}

#[test]
fn a_pack_lists_what_is_in_it_by_slug() {
    let oil = json!({"index": "oil-flask", "name": "Oil (flask)",
        "equipment_category": {"index": "adventuring-gear", "name": "Adventuring Gear"},
        "cost": {"quantity": 1, "unit": "sp"}, "weight": 1.0, "desc": ["It burns."]});
    let pack = json!({"index": "cooks-pack", "name": "Cook's Pack",
        "equipment_category": {"index": "adventuring-gear", "name": "Adventuring Gear"},
        "gear_category": {"index": "equipment-packs", "name": "Equipment Packs"},
        "cost": {"quantity": 9, "unit": "gp"},
        "contents": [{"item": {"index": "oil-flask", "name": "Oil (flask)"}, "quantity": 3}]});
    let drafts = drawn("2014", vec![pack, oil]);
    let rows: Vec<&Model> = drafts.equipment.iter().map(|d| &d.row).collect();
    let content = rows[0].contents.first().unwrap();
    assert_eq!(
        (content.slug.as_str(), content.quantity),
        ("lamp-oil-flask", 3)
    );
    assert_eq!(rows[0].category.as_deref(), Some("equipment-pack"));
    assert_eq!(rows[1].cost, Some(0.1));
}

#[test]
fn ammunition_of_2014_is_priced_by_the_piece() {
    let quill = json!({"index": "quill", "name": "Quill",
        "equipment_category": {"index": "adventuring-gear"}, "gear_category": {"index": "ammunition"},
        "cost": {"quantity": 4, "unit": "cp"}, "weight": 1.5, "quantity": 20});
    let drafts = drawn("2014", vec![quill.clone()]);
    let row = &drafts.equipment[0].row;
    assert_eq!(
        (row.cost, row.weight, row.quantity),
        (Some(0.002), Some(0.075), None)
    );
    assert_eq!(row.notes.as_deref(), Some("Sold by the 20 for 4 cp."));
    let drafts = drawn("2024", vec![quill]);
    let row = &drafts.equipment[0].row;
    assert_eq!((row.cost, row.quantity), (Some(0.04), Some(20)));
}

#[test]
fn a_tool_has_its_uses() {
    let tool = json!({"index": "bakers-tools", "name": "Baker's Tools",
        "equipment_categories": [{"index": "artisans-tools"}, {"index": "tools"}],
        "cost": {"quantity": 8, "unit": "gp"}, "weight": 6, "ability": {"index": "wis", "name": "WIS"},
        "utilize": [{"name": "Smell bread", "dc": {"dc_type": {"index": "wis"}, "dc_value": 10, "success_type": "none"}}],
        "craft": [{"index": "bread", "name": "Bread"}], "description": "For baking."});
    let drafts = drawn("2024", vec![tool]);
    assert!(drafts.skipped.is_empty(), "{:?}", drafts.skipped);
    let row = &drafts.equipment[0].row;
    assert_eq!(row.slug, "bakers-tools-8-gp");
    assert_eq!(row.text, "For baking.");
    assert_eq!(row.ability.as_deref(), Some("wisdom"));
    assert_eq!(row.utilize.first().unwrap().dc, Some(10));
    assert_eq!(row.craft, ["Bread"]);
}

#[test]
fn weapon_fields_do_not_disturb_gear() {
    let mount = json!({"index": "snail", "name": "Snail", "equipment_category": {"index": "mounts-and-vehicles"},
        "vehicle_category": "Mounts and Other Animals", "cost": {"quantity": 2, "unit": "gp"},
        "speed": {"quantity": 1.5, "unit": "mph"}, "capacity": "3 lb."});
    let drafts = drawn("2014", vec![mount]);
    let row = &drafts.equipment[0].row;
    assert_eq!(row.kind, Kind::Gear);
    assert_eq!(row.speed.as_deref(), Some("1.5 mph"));
    assert_eq!((row.category.as_deref(), row.simple), (Some("mount"), None));
}

#[test]
fn an_item_without_a_name_is_skipped() {
    let drafts = drawn(
        "2014",
        vec![json!({"index": "x", "name": "", "cost": null})],
    );
    assert!(drafts.equipment.is_empty());
    assert_eq!(drafts.skipped.len(), 1);
}

#[test]
fn a_price_may_be_by_the_day() {
    assert_eq!(cost_per("Snail Stabling (1 day)").as_deref(), Some("1 day"));
    assert_eq!(cost_per("Oil (flask)"), None);
}
