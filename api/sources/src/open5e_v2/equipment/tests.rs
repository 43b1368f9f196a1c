use super::*;
use serde_json::{Value, json};

fn records(endpoints: &[(&str, Vec<Value>)]) -> Records {
    let mut records = Records::default();
    for (endpoint, raws) in endpoints {
        let list = raws.iter().map(|raw| Record {
            key: raw["key"].as_str().unwrap_or_default().to_owned(),
            url: String::new(),
            raw: raw.clone(),
        });
        records.0.insert((*endpoint).to_owned(), list.collect());
    }
    records
}

fn drawn(endpoints: &[(&str, Vec<Value>)]) -> Drafts {
    let mut drafts = Drafts::default();
    draw(&records(endpoints), &mut drafts);
    drafts
}

fn property(name: &str, kind: Option<&str>, detail: Option<&str>) -> Value {
    json!({"property": {"name": name, "type": kind, "desc": "What it means."}, "detail": detail})
}

fn weapon(key: &str, name: &str, properties: &[Value]) -> Value {
    json!({
        "key": key, "name": name, "document": {"key": "book"},
        "damage_dice": "1d8", "damage_type": {"name": "Slashing", "key": "slashing"},
        "properties": properties, "range": 30, "long_range": 90, "distance_unit": "feet",
        "is_simple": false, "is_improvised": false
    })
}

fn nested(mut weapon: Value) -> Value {
    let fields = weapon.as_object_mut().unwrap();
    for absent in ["document", "range", "long_range"] {
        fields.remove(absent);
    }
    fields.insert("is_martial".into(), json!(true));
    weapon
}

fn item(key: &str, name: &str, category: &str) -> Value {
    json!({
        "key": key, "name": name, "desc": format!("A {name}."), "document": {"key": "book"},
        "category": {"name": category, "key": category}, "weapon": null, "armor": null,
        "size": {"name": "Tiny", "key": "tiny"}, "weight": "3.000", "weight_unit": "lb",
        "cost": "15.00", "crossreferences": {"to": []}
    })
}

fn armor(name: &str, category: &str) -> Value {
    json!({
        "key": "book_mail", "name": name, "category": category, "ac_base": 14,
        "ac_display": "14 + Dex modifier (max 2)", "ac_add_dexmod": true, "ac_cap_dexmod": 2,
        "grants_stealth_disadvantage": true, "strength_score_required": null
    })
}

#[test]
fn a_weapon_is_one_row_of_its_two_records() {
    let properties = [
        property("Two-Handed", None, None),
        property("Thrown", None, Some("Range 30/90")),
        property("Versatile", None, Some("1d10")),
        property("Topple", Some("Mastery"), None),
    ];
    let glave = weapon("book_glave", "Glave", &properties);
    let mut sold = item("book_glave", "Glave", "weapon");
    sold["weapon"] = nested(glave.clone());
    let drafts = drawn(&[("weapons", vec![glave]), ("items", vec![sold])]);
    let [draft] = drafts.equipment.as_slice() else {
        panic!("one row: {:?}", drafts.equipment);
    };
    let row = &draft.row;
    assert_eq!(draft.origin.endpoint, "items");
    assert_eq!((row.kind, row.text.as_str()), (Kind::Weapon, ""));
    assert_eq!(
        (row.cost, row.weight, row.size.as_deref()),
        (Some(15.0), Some(3.0), None)
    );
    assert_eq!(row.damage_dice.as_deref(), Some("1d8"));
    assert_eq!(row.versatile_dice.as_deref(), Some("1d10"));
    assert_eq!(row.damage_type.as_deref(), Some("slashing"));
    assert_eq!(row.mastery.as_deref(), Some("topple"));
    assert_eq!((row.range, row.long_range), (Some(30), Some(90)));
    assert_eq!(row.weapon_range.as_deref(), Some("melee"));
    assert_eq!(
        (row.simple, row.martial, row.improvised),
        (Some(false), Some(true), Some(false))
    );
    let slugs: Vec<&str> = row.properties.iter().map(|p| p.slug.as_str()).collect();
    assert_eq!(slugs, ["thrown", "versatile", "topple"]);
    assert_eq!(row.properties[0].detail.as_deref(), Some("range 30/90"));
}

#[test]
fn a_weapon_without_an_item_is_a_row_too() {
    let properties = [property("Ammunition", None, Some("Range 80/320; Pea"))];
    let drafts = drawn(&[(
        "weapons",
        vec![weapon("book_peashooter", "Peashooter", &properties)],
    )]);
    let row = &drafts.equipment[0].row;
    assert_eq!(drafts.equipment[0].origin.endpoint, "weapons");
    assert_eq!(row.weapon_range.as_deref(), Some("ranged"));
    assert_eq!(row.ammunition.as_deref(), Some("pea"));
    assert_eq!(row.martial, Some(true));
    assert_eq!(
        row.properties[0].detail.as_deref(),
        Some("range 30/90; Pea")
    );
}

#[test]
fn a_weapon_of_no_dice_deals_no_damage() {
    let mut net = weapon("book_net", "Net", &[property("Thrown", None, None)]);
    net["damage_dice"] = json!("0");
    let row = drawn(&[("weapons", vec![net])]).equipment.remove(0).row;
    assert_eq!((row.damage_dice, row.damage_type), (None, None));
    assert_eq!(row.weapon_range.as_deref(), Some("ranged"));
}

#[test]
fn armor_is_filled_from_the_nested_record_and_a_shield_is_no_heavy_armor() {
    let mut mail = item("book_tin-mail", "Tin Mail Armor", "armor");
    mail["armor"] = armor("Tin mail", "medium");
    let mut shield = item("book_shield", "Shield", "armor");
    shield["armor"] = armor("Shield", "heavy");
    let bare = item("book_buckler", "Buckler", "shield");
    let rows = drawn(&[("items", vec![mail, shield, bare])]).equipment;
    assert!(
        rows.iter()
            .all(|d| d.row.kind == Kind::Armor && d.row.category.as_deref() == Some("armor"))
    );
    assert_eq!(rows[0].row.armor_category.as_deref(), Some("medium"));
    assert_eq!(
        (rows[0].row.ac_base, rows[0].row.ac_dexterity_cap),
        (Some(14), Some(2))
    );
    assert_eq!(rows[0].row.stealth_disadvantage, Some(true));
    assert_eq!(rows[1].row.armor_category.as_deref(), Some("shield"));
    assert_eq!(rows[2].row.armor_category.as_deref(), Some("shield"));
}

#[test]
fn items_are_filed_by_what_they_are() {
    let mut elixir = item("book_elixir", "Elixir", "potion");
    elixir["cost"] = json!("0.00");
    let rows = drawn(&[
        (
            "items",
            vec![
                item("book_oil", "Oil", "weapon"),
                item("book_wand", "Wand", "wand"),
                elixir,
            ],
        ),
        (
            "itemsets",
            vec![
                json!({"key": "f", "name": "Foci", "desc": "", "document": "book",
            "items": [{"name": "Wand", "key": "book_wand", "url": ""}]}),
            ],
        ),
    ])
    .equipment;
    let kinds: Vec<Kind> = rows.iter().map(|d| d.row.kind).collect();
    assert_eq!(kinds, [Kind::Gear, Kind::Gear, Kind::MagicItem]);
    assert_eq!(rows[0].row.category.as_deref(), Some("adventuring-gear"));
    assert_eq!(rows[1].row.sets, ["Foci"]);
    assert_eq!(rows[2].row.cost, None);
}

#[test]
fn a_magic_item_is_the_weapon_that_is_sold() {
    let glave = weapon("book_glave", "Glave", &[]);
    let mut sold = item("book_fine-glave", "Fine Glave", "weapon");
    sold["weapon"] = nested(glave.clone());
    let magic = json!({
        "key": "book_glave-of-doom", "name": "Glave of Doom", "desc": "Dooms.",
        "document": {"key": "book"}, "category": {"name": "Weapon", "key": "weapon"},
        "rarity": {"name": "Very Rare", "key": "very-rare", "rank": 4},
        "weapon": nested(glave.clone()), "armor": null, "size": {"name": "Tiny", "key": "tiny"},
        "weight": "0.000", "weight_unit": "lb", "cost": "0.00", "requires_attunement": true,
        "attunement_detail": "Requires Attunement by a Bard"
    });
    let poisoned = json!({"key": "book_broken", "name": "Broken"});
    let drafts = drawn(&[
        ("weapons", vec![glave]),
        ("items", vec![sold]),
        ("magicitems", vec![magic, poisoned]),
    ]);
    let row = &drafts.equipment[1].row;
    assert_eq!(row.kind, Kind::MagicItem);
    assert_eq!((row.cost, row.weight), (None, None));
    assert_eq!(
        (row.rarity.as_deref(), row.rarity_rank),
        (Some("very-rare"), Some(4))
    );
    assert_eq!(row.attunement_detail.as_deref(), Some("by a bard"));
    assert_eq!(row.base_weapon_slug.as_deref(), Some("fine-glave"));
    assert_eq!(
        (row.damage_dice.as_deref(), row.range),
        (Some("1d8"), Some(30))
    );
    assert_eq!(drafts.skipped.len(), 1);
}

#[test]
fn services_are_gear_and_may_be_free() {
    let service = json!({
        "key": "book_begging", "name": "Begging", "desc": "", "document": {"key": "book"},
        "cost": "0.00", "detail": "per day"
    });
    let row = drawn(&[("services", vec![service])])
        .equipment
        .remove(0)
        .row;
    assert_eq!(
        (row.kind, row.category.as_deref()),
        (Kind::Gear, Some("service"))
    );
    assert_eq!(
        (row.cost, row.cost_per.as_deref()),
        (Some(0.0), Some("1 day"))
    );
}
