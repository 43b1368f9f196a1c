//! Effect of a spell in numbers: damage and healing, and their growth.

use crate::dnd5e::wire::Reference;
use crate::record_reader::{Shapes, list_of, object_of, read_by_shape};
use crate::wire::filled;
use lorekeeper_content::{slugify, spell::CastingOption};
use serde::Deserialize;
use serde::de::{MapAccess, SeqAccess};
use std::collections::BTreeMap;

/// Damage as the API has it: dice by slot level or by character level.
#[derive(Deserialize)]
pub(super) struct DamageRecord {
    damage_type: Option<Reference>,
    #[serde(default, rename = "damage_at_slot_level")]
    by_slot: BTreeMap<String, String>,
    #[serde(default, rename = "damage_at_character_level")]
    by_character: BTreeMap<String, String>,
}

/// The damage of a spell: since September 2026 a list with an entry for each damage type, before that one entry.
#[derive(Default)]
pub(super) struct DamageList(Vec<DamageRecord>);

read_by_shape!(DamageList);

impl<'de> Shapes<'de> for DamageList {
    const EXPECTED: &'static str = "damage, or a list of it";

    fn list<A: SeqAccess<'de>>(items: A) -> Result<Self, A::Error> {
        list_of(items).map(Self)
    }

    fn object<A: MapAccess<'de>>(fields: A) -> Result<Self, A::Error> {
        object_of(fields).map(|damage| Self(vec![damage]))
    }
}

impl DamageList {
    /// The damage types.
    fn types(&self) -> Vec<String> {
        let types = self.0.iter().filter_map(DamageRecord::damage_type);
        types.collect()
    }

    /// The dice by level: those of the first entry, and with them those that are dealt at once.
    fn dice(&self, text: &str, of: fn(&DamageRecord) -> &BTreeMap<String, String>) -> BTreeMap<i32, String> {
        let is_dealt = |(damage, dice): &(&DamageRecord, Vec<(i32, String)>)| {
            let first = dice.first();
            first.is_some_and(|(_, dice)| damage.is_dealt(dice, text))
        };
        let parts = self.0.iter().map(|damage| (damage, ordered(of(damage))));
        let mut parts = parts.filter(is_dealt);
        let Some((mut last, dice)) = parts.next() else {
            return BTreeMap::new();
        };
        let mut lowest = dice.first().cloned();
        let mut sum: BTreeMap<i32, String> = dice.into_iter().collect();
        for (damage, dice) in parts {
            let next = dice.first().cloned();
            let at_once = lowest.as_ref().zip(next.as_ref());
            if !at_once.is_some_and(|((_, a), (_, b))| are_dealt_at_once(text, (last, a), (damage, b))) {
                break;
            }
            for (level, dice) in dice {
                if let Some(sum) = sum.get_mut(&level) {
                    *sum = format!("{sum} + {dice}");
                }
            }
            (last, lowest) = (damage, next);
        }
        sum
    }
}

impl DamageRecord {
    fn damage_type(&self) -> Option<String> {
        let slug = slugify(&self.damage_type.as_ref()?.index);
        Some(slug).filter(|slug| !slug.is_empty())
    }

    fn is_dealt(&self, dice: &str, text: &str) -> bool {
        self.damage_type().is_some() || is_damage(dice, text)
    }
}

/// Whether a text deals damage of two types at once: `2d6 fire damage and 2d6 cold damage`.
fn are_dealt_at_once(text: &str, first: (&DamageRecord, &str), second: (&DamageRecord, &str)) -> bool {
    let words = |(damage, dice): (&DamageRecord, &str)| Some(format!("{dice} {} damage", damage.damage_type()?));
    let Some((first, second)) = words(first).zip(words(second)) else {
        return false;
    };
    let text = text.to_lowercase();
    ["and", "plus"].iter().any(|word| text.contains(&format!("{first} {word} {second}")))
}

/// Damage and healing of a spell.
#[derive(Default)]
pub(super) struct Effect {
    /// Damage dice at the lowest level.
    pub damage: Option<String>,
    /// Damage types.
    pub damage_types: Vec<String>,
    /// Healing at the lowest level.
    pub healing: Option<String>,
    /// The higher levels.
    pub options: Vec<CastingOption>,
}

/// Reads the effect of a spell of `level` with that text.
pub(super) fn effect(level: i32, text: &str, damage: &DamageList, healing: &BTreeMap<String, String>) -> Effect {
    let mut effect = Effect { damage_types: damage.types(), ..Effect::default() };
    let mut options: BTreeMap<(&str, i32), CastingOption> = BTreeMap::new();
    for (kind, lowest, dice) in [
        ("slot_level", level, damage.dice(text, |d| &d.by_slot)),
        ("player_level", 1, damage.dice(text, |d| &d.by_character)),
    ] {
        for (at, dice) in dice {
            if effect.damage.is_none() {
                effect.damage = Some(dice.clone());
            }
            if at > lowest {
                options.entry((kind, at)).or_default().damage_roll = Some(dice);
            }
        }
    }
    if heals(text) {
        for (at, dice) in ordered(healing) {
            if effect.healing.is_none() {
                effect.healing = Some(dice.clone());
            }
            if at > level {
                options.entry(("slot_level", at)).or_default().healing = Some(dice);
            }
        }
    }
    effect.options = options
        .into_iter()
        .map(|((kind, at), option)| CastingOption { kind: format!("{kind}_{at}"), ..option })
        .collect();
    effect
}

/// The dice by level, lowest first.
fn ordered(by_level: &BTreeMap<String, String>) -> Vec<(i32, String)> {
    let mut levels: Vec<(i32, String)> =
        by_level.iter().filter_map(|(level, dice)| Some((level.parse().ok()?, filled(dice)?))).collect();
    levels.sort();
    levels
}

/// Dice without a damage type are damage only when the text says so: *Sleep* keeps its pool of hit
/// points in the same field.
///
/// Correction (spells): The pool of hit points of *Sleep* is not damage.
fn is_damage(dice: &str, text: &str) -> bool {
    text.split(dice).skip(1).any(|rest| rest.split_whitespace().take(2).any(|word| word.starts_with("damage")))
}

/// Hit points are healing when they are regained or restored: temporary ones and a higher maximum
/// come in the same field.
///
/// Correction (spells): Temporary hit points are not healing.
fn heals(text: &str) -> bool {
    let text = text.to_lowercase();
    ["regain", "restore up to", "restores"].iter().any(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn damage(raw: &str) -> DamageList {
        serde_json::from_str(raw).unwrap()
    }

    #[test]
    fn a_cantrip_grows_with_its_caster() {
        let damage = damage(
            r#"{"damage_type":{"index":"acid","name":"Acid"},
            "damage_at_character_level":{"1":"1d6","11":"3d6","5":"2d6"}}"#,
        );
        let effect = effect(0, "", &damage, &BTreeMap::new());
        assert_eq!(effect.damage.as_deref(), Some("1d6"));
        let options: Vec<_> = effect.options.iter().map(|o| (o.kind.as_str(), o.damage_roll.as_deref())).collect();
        assert_eq!(options, [("player_level_5", Some("2d6")), ("player_level_11", Some("3d6"))]);
    }

    #[test]
    fn dice_without_a_type_may_be_no_damage() {
        let dice = damage(r#"{"damage_at_slot_level":{"1":"5d8"}}"#);
        let pool = effect(1, "Roll 5d8; so many hit points doze off.", &dice, &BTreeMap::new());
        assert_eq!(pool.damage, None);
        let ray = effect(1, "It takes 5d8 cold damage, or worse.", &dice, &BTreeMap::new());
        assert_eq!(ray.damage.as_deref(), Some("5d8"));
    }

    #[test]
    fn damage_of_two_types_adds_up_where_it_is_dealt_at_once() {
        let list = damage(
            r#"[{"damage_type":{"index":"fire"},"damage_at_slot_level":{"3":"2d6","4":"3d6"}},
            {"damage_type":{"index":"cold"},"damage_at_slot_level":{"3":"1d6","4":"1d6"}}]"#,
        );
        for (text, dice, higher) in [
            ("It takes 2d6 fire damage and 1d6 cold damage.", "2d6 + 1d6", "3d6 + 1d6"),
            ("It takes 2d6 fire damage. Later it takes 1d6 cold damage.", "2d6", "3d6"),
        ] {
            let effect = effect(3, text, &list, &BTreeMap::new());
            assert_eq!(effect.damage.as_deref(), Some(dice));
            assert_eq!(effect.damage_types, ["fire", "cold"]);
            assert_eq!(effect.options[0].damage_roll.as_deref(), Some(higher));
        }
        let nothing = effect(3, "It sparkles.", &damage("[]"), &BTreeMap::new());
        assert_eq!((nothing.damage, nothing.damage_types.len()), (None, 0));
    }

    #[test]
    fn hit_points_heal_when_they_are_regained() {
        let dice = BTreeMap::from([("1".to_owned(), "1d4 + MOD".to_owned()), ("2".to_owned(), "2d4 + MOD".to_owned())]);
        let cure = effect(1, "It regains hit points.", &DamageList::default(), &dice);
        assert_eq!(cure.healing.as_deref(), Some("1d4 + MOD"));
        assert_eq!(cure.options.first().unwrap().healing.as_deref(), Some("2d4 + MOD"));
        let shield = effect(1, "It gains temporary hit points.", &DamageList::default(), &dice);
        assert_eq!(shield.healing, None);
    }
}
