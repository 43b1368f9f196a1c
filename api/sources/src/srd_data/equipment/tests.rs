use super::*;
use crate::Record;
use serde_json::{Value, json};

fn drawn(items: &[Value]) -> Vec<Model> {
    let record = |raw: &Value| Record {
        key: raw["slug"].as_str().unwrap().into(),
        url: String::new(),
        raw: raw.clone(),
    };
    let records = Records([("items".to_owned(), items.iter().map(record).collect())].into());
    let mut drafts = Drafts::default();
    draw(&records, &Index::new(&records), &mut drafts);
    assert_eq!(drafts.skipped, []);
    drafts
        .equipment
        .into_iter()
        .map(|draft| draft.row)
        .collect()
}

fn item(slug: &str, name: &str, description: &str) -> Value {
    json!({"item_kind": "item", "slug": slug, "name": name, "description": description, "weight": 2.0,
        "cost_gp": 5.0, "rarity": "common", "requires_attunement": false})
}

fn spoon() -> Value {
    json!({"item_kind": "weapon", "slug": "war-spoon", "name": "War Spoon", "description": "", "weight": 3.0,
        "cost_gp": 15.0, "rarity": "common", "weapon_category": "martial_melee",
        "damage_parts": [{"dice": "1d8", "damage_type": "piercing"}],
        "versatile_damage": {"dice": "1d10", "damage_type": "piercing"},
        "range": {"kind": "melee", "value": 20, "long": 60}, "properties": ["thrown", "two_handed", "versatile"],
        "mastery": "sap", "magical": false, "magical_bonus": 0})
}

#[test]
fn a_weapon_has_its_properties() {
    let [row] = drawn(&[spoon()]).try_into().unwrap();
    assert_eq!((row.kind, row.slug.as_str()), (Kind::Weapon, "war-spoon"));
    assert_eq!(
        (row.damage_dice.as_deref(), row.damage_type.as_deref()),
        (Some("1d8"), Some("piercing"))
    );
    assert_eq!(
        (row.simple, row.martial, row.weapon_range.as_deref()),
        (Some(false), Some(true), Some("melee"))
    );
    assert_eq!((row.range, row.long_range), (Some(20), Some(60)));
    let properties: Vec<_> = row
        .properties
        .iter()
        .map(|p| (p.name.as_str(), p.detail.as_deref()))
        .collect();
    assert_eq!(
        properties,
        [
            ("Thrown", Some("range 20/60")),
            ("Two-Handed", None),
            ("Versatile", Some("1d10")),
            ("Sap", None)
        ]
    );
    assert_eq!(
        (row.mastery.as_deref(), row.cost, row.weight),
        (Some("sap"), Some(15.0), Some(3.0))
    );
}

#[test]
fn armor_writes_its_class_out() {
    let armor = |slug: &str, category: &str, base: i32| {
        json!({"item_kind": "armor", "slug": slug, "name": slug, "description": "", "weight": 20, "cost_gp": 50,
            "rarity": "common", "armor_category": category, "base_ac": base, "dex_bonus_max": null,
            "stealth_disadvantage": false, "strength_min": null})
    };
    let rows = drawn(&[
        armor("bark", "light", 11),
        armor("scales", "medium", 14),
        armor("stone", "heavy", 18),
    ]);
    let shown: Vec<_> = rows.iter().map(|row| row.ac_display.as_deref()).collect();
    assert_eq!(
        shown,
        [
            Some("11 + Dex modifier"),
            Some("14 + Dex modifier (max 2)"),
            Some("18")
        ]
    );
    assert_eq!(rows[0].category.as_deref(), Some("armor"));
}

#[test]
fn tools_packs_and_poisons_are_told_by_their_texts() {
    let rows = drawn(&[
        item(
            "owl-whistle",
            "Owl Whistle",
            "Ability: Charisma\n\nUtilize: Play a known tune (DC 10), or call an owl (DC 15)\n\nCraft: Flute, Any Pipe (except Owl Pipe, Big Pipe)",
        ),
        item("torch", "Torch", "It burns."),
        item(
            "owl-pack",
            "Owl Pack",
            "An Owl Pack contains the following items: 10 Torches, 2 flasks of Oil, and Feather.",
        ),
        item(
            "owl-bane",
            "Owl Bane",
            "Inhaled Poison\n\nIt makes owls cough.",
        ),
        item("owl-orb", "Owl Orb", "An Arcane Focus is round."),
    ]);
    let places: Vec<_> = rows
        .iter()
        .map(|row| {
            (
                row.slug.as_str(),
                row.category.as_deref().unwrap(),
                row.subcategory.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        places,
        [
            (
                "musical-instrument-owl-whistle",
                "tools",
                Some("musical-instruments")
            ),
            ("torch", "adventuring-gear", None),
            ("owl-pack", "equipment-pack", None),
            ("owl-bane", "poison", Some("inhaled")),
            ("owl-orb", "spellcasting-focus", Some("arcane-foci")),
        ]
    );
    let uses: Vec<_> = rows[0]
        .utilize
        .iter()
        .map(|u| (u.name.as_str(), u.dc))
        .collect();
    assert_eq!(
        uses,
        [("Play a known tune", Some(10)), ("Call an owl", Some(15))]
    );
    assert_eq!(
        rows[0].craft,
        ["Flute", "Any Pipe (except Owl Pipe, Big Pipe)"]
    );
    let contents: Vec<_> = rows[2]
        .contents
        .iter()
        .map(|c| (c.slug.as_str(), c.quantity))
        .collect();
    assert_eq!(contents, [("torch", 10), ("oil", 2), ("feather", 1)]);
}

#[test]
fn a_magic_item_is_what_its_heading_says() {
    let mut spoon_of_owls = spoon();
    spoon_of_owls["slug"] = json!("spoon-of-owls");
    spoon_of_owls["name"] = json!("Spoon of Owls");
    spoon_of_owls["magical"] = json!(true);
    spoon_of_owls["description"] =
        json!("Weapon (War Spoon), Very Rare (Requires Attunement by a Druid)\n\nIt hoots.");
    let rows = drawn(&[
        spoon(),
        spoon_of_owls,
        item(
            "owl-cloak",
            "Owl Cloak",
            "Wondrous Item, Rare\n\nIt is soft.",
        ),
        item(
            "owl-token",
            "Owl Token (Grey)",
            "Wondrous Item, Rare, See: Owl Token\n\nIt is small.",
        ),
        item(
            "ebony-fly-rare",
            "Ebony Fly",
            "Wondrous Item, Rare\n\nIt buzzes.",
        ),
    ]);
    let spoon = &rows[1];
    assert_eq!(
        (spoon.kind, spoon.category.as_deref()),
        (Kind::MagicItem, Some("weapon"))
    );
    assert_eq!(
        (spoon.rarity.as_deref(), spoon.rarity_rank),
        (Some("very-rare"), Some(4))
    );
    assert_eq!(
        (
            spoon.requires_attunement,
            spoon.attunement_detail.as_deref()
        ),
        (Some(true), Some("by a druid"))
    );
    assert_eq!(spoon.base_weapon_slug.as_deref(), Some("war-spoon"));
    assert_eq!(
        (spoon.text.as_str(), spoon.cost, spoon.weight),
        ("It hoots.", None, None)
    );
    assert_eq!(spoon.damage_dice.as_deref(), Some("1d8"));
    assert_eq!(
        (rows[2].category.as_deref(), rows[2].rarity.as_deref()),
        (Some("wondrous-item"), Some("rare"))
    );
    assert_eq!(rows[3].variant_of_slug.as_deref(), Some("owl-token"));
    assert_eq!(rows[4].slug, "figurine-of-wondrous-power-ebony-fly");
}

#[test]
fn what_no_book_has_is_left_out() {
    let deck = item(
        place::DECK,
        "Mysterious Deck",
        "Wondrous Item, Legendary\n\nDraw a card.",
    );
    let rows = drawn(&[
        deck,
        item("comet", "Comet", "It falls."),
        item("boat-utility", "Activate Boat", "Click."),
        item(
            "owl-pit",
            "Owl Pit",
            "Deadly Trap (Levels 1–4)\n\nTrigger: An owl lands",
        ),
    ]);
    let [deck] = rows.try_into().unwrap();
    assert_eq!(deck.text, "Draw a card.\n\n**Comet.** It falls.");
}
