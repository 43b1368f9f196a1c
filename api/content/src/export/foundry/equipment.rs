//! Equipment as items: weapons, armor, tools, consumables and the rest.

use super::{activities, activity, part};
use crate::RowCore;
use crate::equipment::{Kind, Model};
use crate::export::inert;
use crate::export::magic_bonus::{Bonus, magic_bonus};
use serde_json::{Value, json};

/// The system's codes of weapon properties.
const PROPERTIES: [(&str, &str); 10] = [
    ("ammunition", "amm"),
    ("finesse", "fin"),
    ("heavy", "hvy"),
    ("light", "lgt"),
    ("loading", "lod"),
    ("reach", "rch"),
    ("special", "spc"),
    ("thrown", "thr"),
    ("two-handed", "two"),
    ("versatile", "ver"),
];

/// The item type and subtype of each category that is neither weapon nor armor.
const CATEGORIES: [(&str, &str, &str); 14] = [
    ("ammunition", "consumable", "ammo"),
    ("potion", "consumable", "potion"),
    ("poison", "consumable", "poison"),
    ("scroll", "consumable", "scroll"),
    ("ring", "equipment", "ring"),
    ("rod", "equipment", "rod"),
    ("staff", "equipment", "wondrous"),
    ("wand", "equipment", "wand"),
    ("wondrous-item", "equipment", "wondrous"),
    ("tools", "tool", ""),
    ("equipment-pack", "container", ""),
    ("trade-good", "loot", "trade"),
    ("gemstone", "loot", "gem"),
    ("art", "loot", "art"),
];

/// The item type and the fields of a piece of equipment; its description is Markdown yet.
pub(super) fn system(row: &Model) -> (&'static str, Value) {
    let category = row.category.as_deref().unwrap_or_default();
    let known = CATEGORIES.iter().find(|(name, ..)| *name == category);
    let (kind, subtype) = if row.kind == Kind::Armor || row.ac_base.is_some() || ["armor", "shield"].contains(&category)
    {
        ("equipment", row.armor_category.as_deref().unwrap_or(if category == "shield" { "shield" } else { "medium" }))
    } else if row.kind == Kind::Weapon || row.damage_dice.is_some() || category == "weapon" {
        ("weapon", weapon_type(row))
    } else {
        known.map_or(("loot", "gear"), |(_, kind, subtype)| (*kind, *subtype))
    };
    let text = [Some(&row.text), row.notes.as_ref()];
    let text: Vec<&str> = text.into_iter().flatten().map(String::as_str).collect();
    let (price, coin) = price(row.cost.unwrap_or(0.0));
    // Of a bundle, the price is that of all, the weight that of one.
    let quantity = row.quantity.unwrap_or(1).max(1);
    let weight = row.weight.unwrap_or(0.0) / f64::from(quantity);
    let mut system = json!({
        "description": text.join("\n\n"),
        "quantity": quantity,
        "weight": {"value": weight, "units": "lb"},
        "price": {"value": price, "denomination": coin},
        "rarity": rarity(row),
        "properties": properties(row),
    });
    if kind != "container" {
        super::merge(&mut system, json!({"type": {"value": subtype}}));
    }
    // What is no more than carried is attuned to by nobody.
    if kind != "loot" {
        let attunement = row.requires_attunement.filter(|required| *required);
        let attunement = attunement.map_or("", |_| "required");
        super::merge(&mut system, json!({"attunement": attunement}));
    }
    if kind == "weapon" {
        let damage_type = row.damage_type.as_slice();
        let base = |dice: Option<&str>| dice.map(|dice| part(dice, None, damage_type, 0));
        let strike = activities(&row.identity().global_id(), vec![strike(row)]);
        super::merge(
            &mut system,
            json!({
                "activities": strike,
                "damage": {
                    "base": base(row.damage_dice.as_deref()).unwrap_or(json!({})),
                    "versatile": base(row.versatile_dice.as_deref()).unwrap_or(json!({})),
                },
                "range": {"value": row.range, "long": row.long_range, "units": "ft"},
                "mastery": row.mastery.as_deref().unwrap_or_default(),
            }),
        );
    }
    let bonus = magic_bonus(row);
    if let Some(Bonus::Weapon(bonus)) = bonus {
        super::merge(&mut system, json!({"magicalBonus": bonus.to_string()}));
    }
    let mut armor = json!({});
    if let Some(base) = row.ac_base {
        let most = match row.ac_adds_dexterity {
            Some(false) => Some(0),
            _ => row.ac_dexterity_cap,
        };
        armor = json!({"value": base, "dex": most});
        super::merge(&mut system, json!({"strength": row.strength_required}));
    }
    if let Some(Bonus::Armor(bonus)) = bonus {
        super::merge(&mut armor, json!({"magicalBonus": bonus.to_string()}));
    }
    if armor != json!({}) {
        super::merge(&mut system, json!({"armor": armor}));
    }
    (kind, system)
}

fn weapon_type(row: &Model) -> &'static str {
    let is_ranged = row.weapon_range.as_deref() == Some("ranged");
    match (row.improvised, row.martial, is_ranged) {
        (Some(true), ..) => "improv",
        (_, Some(true), false) => "martialM",
        (_, Some(true), true) => "martialR",
        (.., false) => "simpleM",
        (.., true) => "simpleR",
    }
}

/// The attack with a weapon: what its wielder adds is the system's.
fn strike(row: &Model) -> Value {
    let kind = row.weapon_range.as_deref().unwrap_or("melee");
    activity(
        "attack",
        &json!({"type": "action"}),
        json!({
            "attack": {"type": {"value": kind, "classification": "weapon"}},
            "damage": {"includeBase": true},
        }),
    )
}

fn properties(row: &Model) -> Vec<&'static str> {
    let named = |slug: &str| PROPERTIES.iter().find(|(name, _)| slug.starts_with(name));
    let own = row.properties.iter().filter_map(|own| Some(named(&own.slug)?.1));
    let magic = (row.kind == Kind::MagicItem).then_some("mgc");
    let loud = (row.stealth_disadvantage == Some(true)).then_some("stealthDisadvantage");
    own.chain(magic).chain(loud).collect()
}

/// `very-rare` is `veryRare`.
fn rarity(row: &Model) -> String {
    let rarity = row.rarity.as_deref().filter(|rarity| *rarity != "varies");
    inert::markdown(&rarity.unwrap_or_default().replace("very-rare", "veryRare"))
}

/// A price in whole coins, the largest that it can be paid in.
fn price(gold: f64) -> (f64, &'static str) {
    let coins = [(1.0, "gp"), (10.0, "sp"), (100.0, "cp")];
    let paid = coins.into_iter().map(|(rate, coin)| (gold * rate, coin));
    let mut whole = paid.filter(|(number, _)| (number - number.round()).abs() < 1e-6);
    whole.next().map_or((gold, "gp"), |(number, coin)| (number.round(), coin))
}

#[cfg(test)]
mod tests {
    #[test]
    fn prices_are_whole_coins() {
        for (gold, price) in [(15.0, (15.0, "gp")), (0.5, (5.0, "sp")), (0.02, (2.0, "cp"))] {
            assert_eq!(super::price(gold), price);
        }
    }
}
