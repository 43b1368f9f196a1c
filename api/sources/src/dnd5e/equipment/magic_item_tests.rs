//! Magic items of both editions.

use super::*;
use crate::Record;
use serde_json::{Value, json};

fn drawn(edition: &str, items: Vec<Value>) -> Vec<crate::Draft<Model>> {
    let list = items
        .into_iter()
        .map(|raw| Record {
            key: raw["index"].as_str().unwrap_or_default().to_owned(),
            url: String::new(),
            raw,
        })
        .collect();
    let mut drafts = Drafts::default();
    let bases = Bases(BTreeMap::from([
        ("ladle".to_owned(), (Kind::Weapon, "ladle".to_owned())),
        ("crust-armor".to_owned(), (Kind::Armor, "crust".to_owned())),
    ]));
    let records = Records([(format!("{edition}/magic-items"), list)].into());
    draw(edition, &bases, &records, &mut drafts);
    assert!(drafts.skipped.is_empty(), "{:?}", drafts.skipped);
    drafts.equipment
}

fn item(index: &str, name: &str, desc: Value) -> Value {
    json!({"index": index, "name": name, "equipment_category": {"index": "weapon", "name": "Weapon"},
        "rarity": {"name": "Rare"}, "variants": [], "variant": false, "desc": desc})
}

#[test]
fn the_heading_is_not_part_of_the_text() {
    let drafts = drawn(
        "2014",
        vec![
            item(
                "l",
                "Ladle of Might",
                json!([
                    "Weapon (ladle), rare (requires attunement by a cook)",
                    "It ladles."
                ]),
            ),
            item(
                "c",
                "Crust of Ages",
                json!(["Armor (crust), rare", "It is stale."]),
            ),
        ],
    );
    let row = &drafts[0].row;
    assert_eq!(row.text, "It ladles.");
    assert_eq!(row.base_weapon_slug.as_deref(), Some("ladle"));
    assert_eq!(row.attunement_detail.as_deref(), Some("by a cook"));
    assert_eq!(
        (row.rarity.as_deref(), row.rarity_rank),
        (Some("rare"), Some(3))
    );
    assert_eq!(row.requires_attunement, Some(true));
    assert_eq!(drafts[1].row.base_armor_slug.as_deref(), Some("crust"));
    assert_eq!(drafts[1].row.requires_attunement, Some(false));
}

#[test]
fn the_2024_items_have_fields_of_their_own() {
    let mut raw = item("m", "Mug", json!("Rod  \n It is a mug.  \n It holds tea."));
    raw["attunement"] = json!(true);
    raw["limited-to"] = json!("Artificer");
    raw["rarity"] = json!({"name": "Rare (+2)"});
    let drafts = drawn("2024", vec![raw]);
    let row = &drafts[0].row;
    assert_eq!(row.category.as_deref(), Some("rod"));
    assert_eq!(row.text, "It is a mug.\n\nIt holds tea.");
    assert_eq!(row.attunement_detail.as_deref(), Some("by an artificer"));
    assert_eq!(row.rarity_rank, Some(3));
}

#[test]
fn variants_and_groups_know_each_other() {
    let mut group = item("soup", "Soup", json!(["Potion, varies", "Hot."]));
    group["rarity"] = json!({"name": "Varies"});
    group["variants"] = json!([{"index": "soup-common", "name": "Soup"}, {"index": "soup-good", "name": "Good Soup"}]);
    let mut common = item("soup-common", "Soup", json!(["Potion, common", "Warm."]));
    common["variant"] = json!(true);
    let drafts = drawn("2014", vec![group, common]);
    assert_eq!(drafts[0].row.variant_slugs, ["soup", "good-soup"]);
    assert_eq!(drafts[0].row.rarity.as_deref(), Some("varies"));
    assert_eq!(drafts[0].row.slug, "soup-variants");
    assert_eq!(drafts[1].row.slug, "soup");
    assert_eq!(
        drafts[1].row.variant_of_slug.as_deref(),
        Some("soup-variants")
    );
}
