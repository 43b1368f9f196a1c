//! Equipment.

use super::tells;
use crate::equipment::{Kind, Model, WeaponProperty};
use crate::lint::Lint;

fn magic(text: &str) -> Model {
    Model { kind: Kind::MagicItem, text: text.to_owned(), ..Model::default() }
}

#[test]
fn magic_items_agree_with_their_texts() {
    let of = |attunement: bool| Model {
        requires_attunement: Some(attunement),
        ..magic("While attuned to this ring, you croak.")
    };
    tells("item-attunement", &of(true), &of(false));
    assert_eq!(of(false).told(), [("requires_attunement", true.into())]);
    let of_one_power = magic("A hammer of mud.\n\n*Croak (Requires Attunement).* It croaks.");
    assert!(of_one_power.told().is_empty());
    let of = |rarity: &str, rank: i32| Model {
        rarity: Some(rarity.to_owned()),
        rarity_rank: Some(rank),
        ..magic("*Wondrous item, very rare*\n\nA toad of glass.")
    };
    tells("item-rarity", &of("very-rare", 4), &of("rare", 3));
    tells("item-rarity-rank", &of("very-rare", 4), &of("very-rare", 3));
    let of = |cost: Option<f64>| Model { cost, ..magic("**Cost:** 1,500 gp\n\nA toad of gold.") };
    tells("item-price", &of(Some(1500.0)), &of(None));
    let of = |stealth: bool| Model {
        name: "Mithral Half Plate".to_owned(),
        armor_category: Some("medium".to_owned()),
        stealth_disadvantage: Some(stealth),
        ..magic("Light as a leaf.")
    };
    tells("item-mithral", &of(false), &of(true));
    tells("item-joined-words", &magic("It glows. It hums."), &magic("It glows.It hums."));
    tells("item-raw-links", &magic("It glows."), &magic("It [glows](srd:glow)."));
}

#[test]
fn weapons_agree_with_their_properties() {
    let property = |slug: &str, detail: Option<&str>| WeaponProperty {
        slug: slug.to_owned(),
        detail: detail.map(str::to_owned),
        ..WeaponProperty::default()
    };
    let of = |dice: Option<&str>| Model {
        kind: Kind::Weapon,
        versatile_dice: dice.map(str::to_owned),
        properties: vec![property("versatile", Some("1d10"))].into(),
        ..Model::default()
    };
    tells("weapon-versatile", &of(Some("1d10")), &of(Some("1d8")));
    let of = |range: i32| Model {
        kind: Kind::Weapon,
        range: Some(range),
        long_range: Some(60),
        properties: vec![property("thrown", Some("range 20/60"))].into(),
        ..Model::default()
    };
    tells("weapon-range", &of(20), &of(30));
    let of = |simple: bool| Model { kind: Kind::Weapon, simple: Some(simple), martial: Some(true), ..Model::default() };
    tells("weapon-training", &of(false), &of(true));
    let of = |other: &str| Model {
        properties: vec![property("two-handed", None), property(other, None)].into(),
        ..Model::default()
    };
    tells("weapon-hands", &of("heavy"), &of("versatile"));
}

#[test]
fn armor_follows_its_category() {
    let of = |cap: Option<i32>, display: &str| Model {
        kind: Kind::Armor,
        armor_category: Some("medium".to_owned()),
        ac_base: Some(14),
        ac_adds_dexterity: Some(true),
        ac_dexterity_cap: cap,
        ac_display: Some(display.to_owned()),
        ..Model::default()
    };
    let right = of(Some(2), "14 + Dex modifier (max 2)");
    tells("armor-dexterity", &right, &of(None, "14 + Dex modifier"));
    tells("armor-display", &right, &of(Some(2), "12 + Dex modifier (max 2)"));
}

#[test]
fn a_weapon_deals_the_damage_that_its_text_puts_in_place() {
    let of = |kind: &str| Model {
        damage_type: Some(kind.to_owned()),
        text: "The reed deals slashing damage instead of bludgeoning damage.".to_owned(),
        ..Model::default()
    };
    tells("weapon-damage-instead", &of("slashing"), &of("bludgeoning"));
    assert_eq!(of("bludgeoning").told(), [("damage_type", "slashing".into())]);
    let at_times = Model {
        text: "It is dry. While wet, it deals cold damage instead of bludgeoning damage.".to_owned(),
        ..of("bludgeoning")
    };
    assert_eq!(at_times.told(), []);
}
