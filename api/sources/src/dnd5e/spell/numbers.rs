//! Effect of a spell in numbers: damage and healing, and their growth.

use crate::dnd5e::wire::Reference;
use crate::wire::filled;
use lorekeeper_content::{slugify, spell::CastingOption};
use serde::Deserialize;
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
pub(super) fn effect(
    level: i32,
    text: &str,
    damage: Option<&DamageRecord>,
    healing: &BTreeMap<String, String>,
) -> Effect {
    let mut effect = Effect::default();
    let mut options: BTreeMap<(&str, i32), CastingOption> = BTreeMap::new();
    if let Some(damage) = damage {
        effect.damage_types = damage
            .damage_type
            .iter()
            .map(|kind| slugify(&kind.index))
            .filter(|slug| !slug.is_empty())
            .collect();
        let by_level = [
            ("slot_level", level, &damage.by_slot),
            ("player_level", 1, &damage.by_character),
        ];
        for (kind, lowest, dice) in by_level {
            let dice = ordered(dice);
            if !dice
                .first()
                .is_some_and(|(_, dice)| is_damage(&effect.damage_types, dice, text))
            {
                continue;
            }
            for (at, dice) in dice {
                if effect.damage.is_none() {
                    effect.damage = Some(dice.clone());
                }
                if at > lowest {
                    options.entry((kind, at)).or_default().damage_roll = Some(dice);
                }
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
        .map(|((kind, at), option)| CastingOption {
            kind: format!("{kind}_{at}"),
            ..option
        })
        .collect();
    effect
}

/// The dice by level, lowest first.
fn ordered(by_level: &BTreeMap<String, String>) -> Vec<(i32, String)> {
    let mut levels: Vec<(i32, String)> = by_level
        .iter()
        .filter_map(|(level, dice)| Some((level.parse().ok()?, filled(dice)?)))
        .collect();
    levels.sort();
    levels
}

/// Dice without a damage type are damage only when the text says so: *Sleep* keeps its pool of hit
/// points in the same field.
///
/// Correction (spells): The pool of hit points of *Sleep* is not damage.
fn is_damage(types: &[String], dice: &str, text: &str) -> bool {
    !types.is_empty()
        || text.split(dice).skip(1).any(|rest| {
            rest.split_whitespace()
                .take(2)
                .any(|word| word.starts_with("damage"))
        })
}

/// Hit points are healing when they are regained or restored: temporary ones and a higher maximum
/// come in the same field.
///
/// Correction (spells): Temporary hit points are not healing.
fn heals(text: &str) -> bool {
    let text = text.to_lowercase();
    ["regain", "restore up to", "restores"]
        .iter()
        .any(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn damage(raw: &str) -> DamageRecord {
        serde_json::from_str(raw).unwrap()
    }

    #[test]
    fn a_cantrip_grows_with_its_caster() {
        let damage = damage(
            r#"{"damage_type":{"index":"acid","name":"Acid"},
            "damage_at_character_level":{"1":"1d6","11":"3d6","5":"2d6"}}"#,
        );
        let effect = effect(0, "", Some(&damage), &BTreeMap::new());
        assert_eq!(effect.damage.as_deref(), Some("1d6"));
        let options: Vec<_> = effect
            .options
            .iter()
            .map(|o| (o.kind.as_str(), o.damage_roll.as_deref()))
            .collect();
        assert_eq!(
            options,
            [
                ("player_level_5", Some("2d6")),
                ("player_level_11", Some("3d6"))
            ]
        );
    }

    #[test]
    fn dice_without_a_type_may_be_no_damage() {
        let dice = damage(r#"{"damage_at_slot_level":{"1":"5d8"}}"#);
        let pool = effect(
            1,
            "Roll 5d8; so many hit points doze off.",
            Some(&dice),
            &BTreeMap::new(),
        );
        assert_eq!(pool.damage, None);
        let ray = effect(
            1,
            "It takes 5d8 cold damage, or worse.",
            Some(&dice),
            &BTreeMap::new(),
        );
        assert_eq!(ray.damage.as_deref(), Some("5d8"));
    }

    #[test]
    fn hit_points_heal_when_they_are_regained() {
        let dice = BTreeMap::from([
            ("1".to_owned(), "1d4 + MOD".to_owned()),
            ("2".to_owned(), "2d4 + MOD".to_owned()),
        ]);
        let cure = effect(1, "It regains hit points.", None, &dice);
        assert_eq!(cure.healing.as_deref(), Some("1d4 + MOD"));
        assert_eq!(
            cure.options.first().unwrap().healing.as_deref(),
            Some("2d4 + MOD")
        );
        let shield = effect(1, "It gains temporary hit points.", None, &dice);
        assert_eq!(shield.healing, None);
    }
}
