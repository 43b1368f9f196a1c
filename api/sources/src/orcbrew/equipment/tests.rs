use super::super::normalise;
use crate::{Record, Records};
use lorekeeper_content::equipment::{Kind, Model};
use serde_json::{Value, json};

fn one(endpoint: &str, raw: Value) -> Model {
    let record = Record {
        key: "kitchen/thing".to_owned(),
        url: "orcbrew:kitchen.orcbrew#thing".to_owned(),
        raw,
    };
    let records = Records([(endpoint.to_owned(), vec![record])].into());
    normalise(&records).equipment.remove(0).row
}

#[test]
fn a_weapon_has_its_numbers() {
    let row = one(
        "weapons",
        json!({
            "name": "Ladle", "orcpub.dnd.e5.weapons/type": "martial",
            "orcpub.dnd.e5.weapons/damage-die": 6, "orcpub.dnd.e5.weapons/damage-die-count": 2,
            "orcpub.dnd.e5.weapons/damage-type": "bludgeoning",
            "orcpub.dnd.e5.weapons/melee?": true, "orcpub.dnd.e5.weapons/thrown": true,
            "orcpub.dnd.e5.weapons/light?": false,
            "orcpub.dnd.e5.weapons/range": {"orcpub.dnd.e5.weapons/min": 20, "orcpub.dnd.e5.weapons/max": 60},
            "orcpub.dnd.e5.weapons/versatile": {"orcpub.dnd.e5.weapons/damage-die": 8},
            "cost": {"num": 5, "type": "sp"}, "weight": "1½ lb."
        }),
    );
    assert_eq!(row.damage_dice.as_deref(), Some("2d6"));
    assert_eq!(row.versatile_dice.as_deref(), Some("1d8"));
    assert_eq!((row.range, row.long_range), (Some(20), Some(60)));
    assert_eq!((row.simple, row.martial), (Some(false), Some(true)));
    assert_eq!(row.weapon_range.as_deref(), Some("melee"));
    assert_eq!((row.cost, row.weight), (Some(0.5), Some(1.5)));
    let details: Vec<_> = row
        .properties
        .iter()
        .map(|p| (p.slug.as_str(), p.detail.as_deref()))
        .collect();
    assert_eq!(
        details,
        [("thrown", Some("range 20/60")), ("versatile", Some("1d8"))]
    );
}

#[test]
fn armor_adds_what_its_kind_adds() {
    for (raw, display, stealth) in [
        (
            json!({"type": "light", "base-ac": 11}),
            "11 + Dex modifier",
            false,
        ),
        (
            json!({"type": "medium", "base-ac": 14, "max-dex-mod": 2, "stealth-disadvantage?": true}),
            "14 + Dex modifier (max 2)",
            true,
        ),
        (
            json!({"type": "heavy", "base-ac": 16, "max-dex-mod": 0}),
            "16",
            false,
        ),
        (json!({"type": "shield"}), "+2", false),
    ] {
        let mut raw = raw;
        raw["name"] = json!("Apron");
        let row = one("armor", raw);
        assert_eq!(row.ac_display.as_deref(), Some(display));
        assert_eq!(row.stealth_disadvantage, Some(stealth));
    }
}

#[test]
fn magic_items_say_who_can_attune() {
    let row = one(
        "magic-items",
        json!({
            "orcpub.dnd.e5.magic-items/name": "Spoon of Stirring",
            "orcpub.dnd.e5.magic-items/type": "weapon",
            "orcpub.dnd.e5.magic-items/subtypes": ["club"],
            "orcpub.dnd.e5.magic-items/rarity": "very-rare",
            "orcpub.dnd.e5.magic-items/attunement": ["bard", "good"],
            "orcpub.dnd.e5.magic-items/magical-attack-bonus": 2,
            "orcpub.dnd.e5.magic-items/description": "It stirs.\nAlways."
        }),
    );
    assert_eq!(row.name, "Spoon of Stirring");
    assert_eq!(
        (row.rarity.as_deref(), row.rarity_rank),
        (Some("very-rare"), Some(4))
    );
    assert_eq!(row.base_weapon_slug.as_deref(), Some("club"));
    assert_eq!(
        row.attunement_detail.as_deref(),
        Some("by a bard or creature of good alignment")
    );
    assert_eq!(row.notes.as_deref(), Some("- +2 to attack rolls"));
    assert_eq!(row.text, "It stirs.\n\nAlways.");
    let plain = one(
        "magic-items",
        json!({"name": "Pot", "rarity": "common", "type": "wondrous-item"}),
    );
    assert_eq!(
        (plain.requires_attunement, plain.category.as_deref()),
        (Some(false), Some("wondrous-item"))
    );
}

#[test]
fn a_magic_item_says_what_it_changes() {
    let row = super::super::fixtures::equipment("spoon-of-stirring");
    assert_eq!(row.category.as_deref(), Some("weapon"));
    assert_eq!(
        row.notes.as_deref(),
        Some(
            "- +2 to attack rolls\n- +2 to Dexterity\n- resistance to fire damage\n- flying speed equal to the walking speed"
        )
    );
    let saved = one(
        "magic-items",
        json!({
            "orcpub.dnd.e5.magic-items/name": "Belt",
            "orcpub.dnd.e5.magic-items/modifiers": [
                {"orcpub.modifiers/key": "ability-override",
                 "orcpub.modifiers/args": [{"orcpub.modifiers/keyword-arg": "orcpub.dnd.e5.character/str"},
                                           {"orcpub.modifiers/int-arg": 21}]},
                {"orcpub.modifiers/key": "saving-throw-bonus",
                 "orcpub.modifiers/args": [{"orcpub.modifiers/keyword-arg": "orcpub.dnd.e5.character/wis"},
                                           {"orcpub.modifiers/int-arg": 1}]},
                {"orcpub.modifiers/key": "flying-speed-bonus",
                 "orcpub.modifiers/args": [{"orcpub.modifiers/int-arg": 10}]},
                {"orcpub.modifiers/key": "climbing-speed-equal-to-walking"},
                {"orcpub.modifiers/key": "condition-immunity",
                 "orcpub.modifiers/args": [{"orcpub.modifiers/keyword-arg": "charmed"}]}
            ]
        }),
    );
    assert_eq!(
        saved.notes.as_deref(),
        Some(
            "- Strength of at least 21\n- +1 to Wisdom saving throws\n- +10 feet of flying speed\n- climbing speed equal to the walking speed\n- immunity to being charmed"
        )
    );
}

#[test]
fn a_magic_weapon_is_told_from_its_kind() {
    let row = one(
        "magic-items",
        json!({
            "orcpub.dnd.e5.weapons/type": "martial", "orcpub.dnd.e5.weapons/damage-die": 8,
            "orcpub.dnd.e5.magic-items/name": "Cleaver", "orcpub.dnd.e5.magic-items/type": "weapon",
            "orcpub.dnd.e5.magic-items/subtypes": ["other"]
        }),
    );
    assert_eq!(
        (row.category.as_deref(), row.martial),
        (Some("weapon"), Some(true))
    );
    assert_eq!(
        (row.damage_dice.as_deref(), row.base_weapon_slug),
        (Some("1d8"), None)
    );
}

#[test]
fn ammunition_is_gear() {
    let row = super::super::fixtures::equipment("dried-peas");
    assert_eq!(
        (row.kind, row.category.as_deref()),
        (Kind::Gear, Some("ammunition"))
    );
    assert_eq!(
        (row.quantity, row.cost, row.weight),
        (Some(20), Some(0.1), Some(1.5))
    );
    let row = one(
        "weapons",
        json!({"name": "Pea", "orcpub.dnd.e5.weapons/type": "ammunition"}),
    );
    assert_eq!((row.kind, row.damage_dice), (Kind::Gear, None));
}
