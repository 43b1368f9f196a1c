//! Attacks and the damage they deal.

use crate::dnd5e::wire::{Dc, Reference};
use crate::stat_block::attack::PrintedAttack;
use crate::wire::filled;
use lorekeeper_content::Damage;
use lorekeeper_content::creature::Attack;
use serde::Deserialize;

/// One line of damage: dice of a type, or a choice between such.
#[derive(Deserialize)]
#[serde(from = "LineRecord")]
pub(super) enum DamageLine {
    /// Alternatives: by grip, or by damage type.
    Choice {
        /// The alternatives.
        from: Options,
    },
    /// Plain damage.
    Plain(DamageRecord),
}

/// A line of damage as the API has it: a choice has its alternatives, in `from`.
#[derive(Deserialize)]
struct LineRecord {
    from: Option<Options>,
    damage_type: Option<Reference>,
    #[serde(default)]
    damage_dice: String,
    notes: Option<String>,
    dc: Option<Dc>,
}

impl From<LineRecord> for DamageLine {
    fn from(line: LineRecord) -> Self {
        match line.from {
            Some(from) => Self::Choice { from },
            None => Self::Plain(DamageRecord {
                damage_type: line.damage_type,
                damage_dice: line.damage_dice,
                notes: line.notes,
                dc: line.dc,
            }),
        }
    }
}

/// The alternatives of a choice.
#[derive(Deserialize)]
pub(super) struct Options {
    #[serde(default)]
    options: Vec<DamageRecord>,
}

/// Dice and their type.
#[derive(Deserialize)]
pub(super) struct DamageRecord {
    damage_type: Option<Reference>,
    #[serde(default)]
    damage_dice: String,
    notes: Option<String>,
    /// The saving throw that avoids this damage.
    pub dc: Option<Dc>,
}

impl DamageRecord {
    /// The damage; `2d6+5` is dice and a bonus, `1` a bonus alone.
    pub fn row(&self) -> Damage {
        let compact: String = self.damage_dice.chars().filter(|c| !c.is_whitespace()).collect();
        let at = compact.find(['+', '-']).unwrap_or(compact.len());
        let (dice, bonus) = compact.split_at(at);
        let (dice, bonus) = match dice.parse::<i32>() {
            Ok(flat) => (None, Some(flat)),
            Err(_) => (filled(dice), bonus.trim_start_matches('+').parse().ok()),
        };
        Damage { dice, bonus, damage_type: self.damage_type.as_ref().and_then(|kind| filled(&kind.index)) }
    }
}

/// The damage of all plain lines.
pub(super) fn plain(lines: &[DamageLine]) -> Vec<Damage> {
    lines
        .iter()
        .filter_map(|line| match line {
            DamageLine::Plain(dice) => Some(dice.row()),
            DamageLine::Choice { .. } => None,
        })
        .collect()
}

/// Whether a text is that of an attack: upstream also files a bonus of 0 with actions that are none.
///
/// Correction (creatures): An attack bonus of 0 on something that is no attack is ignored.
pub(super) fn is_attack(text: &str) -> bool {
    text.split_once(':').is_some_and(|(head, _)| head.ends_with("Attack") || head.ends_with("Attack Roll"))
}

/// The attacks of an action: one, or one for each alternative of its damage.
///
/// Correction (creatures): An attack with a choice of damage becomes one attack for each choice.
pub(super) fn attacks(name: &str, to_hit: i32, text: &str, lines: &[DamageLine]) -> Vec<Attack> {
    let printed = PrintedAttack::read(text);
    let printed = printed.as_ref();
    let attack = Attack {
        name: name.to_owned(),
        attack_type: printed.and_then(|p| p.attack_type.clone()),
        to_hit: Some(to_hit),
        reach: printed.and_then(|p| p.reach),
        range: printed.and_then(|p| p.range),
        long_range: printed.and_then(|p| p.long_range),
        unit: Some("feet".to_owned()),
        creature_only: target(text.split("Hit:").next().unwrap_or_default()),
        damage: plain(lines),
        ..Attack::default()
    };
    let choice = lines.iter().find_map(|line| match line {
        DamageLine::Choice { from } if !from.options.is_empty() => Some(&from.options),
        _ => None,
    });
    let Some(options) = choice else {
        return vec![attack];
    };
    options
        .iter()
        .map(|option| {
            let damage = option.row();
            let label = option.notes.as_deref().and_then(filled).or(damage.damage_type.clone());
            Attack {
                name: label.map_or(name.to_owned(), |label| format!("{name} ({})", label.to_lowercase())),
                damage: chosen(lines, damage),
                ..attack.clone()
            }
        })
        .collect()
}

/// The lines in their order, with `damage` in place of the choice.
fn chosen(lines: &[DamageLine], damage: Damage) -> Vec<Damage> {
    let mut choice = Some(damage);
    lines
        .iter()
        .filter_map(|line| match line {
            DamageLine::Plain(dice) => Some(dice.row()),
            DamageLine::Choice { .. } => choice.take(),
        })
        .collect()
}

/// `one creature` or `one target`; unknown where the text says neither.
fn target(head: &str) -> Option<bool> {
    if head.contains("one target") {
        Some(false)
    } else {
        (head.contains("one ") && head.contains("creature")).then_some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(raw: &str) -> Vec<DamageLine> {
        serde_json::from_str(raw).unwrap()
    }

    fn damage(dice: Option<&str>, bonus: Option<i32>, kind: &str) -> Damage {
        Damage { dice: dice.map(str::to_owned), bonus, damage_type: Some(kind.to_owned()) }
    }

    #[test]
    fn an_attack_is_read_from_fields_and_text() {
        let text = "Melee or Ranged Weapon Attack: +4 to hit, reach 5 ft. or range 30/120 ft., one target. Hit: 5 (1d6 + 2) piercing damage plus 1 fire damage.";
        let lines = lines(
            r#"[{"damage_type":{"index":"piercing","name":"Piercing"},"damage_dice":"1d6+2"},
            {"damage_type":{"index":"fire","name":"Fire"},"damage_dice":"1"}]"#,
        );
        let attacks = attacks("Dart", 4, text, &lines);
        let attack = attacks.first().unwrap();
        assert_eq!(attack.attack_type.as_deref(), Some("WEAPON"));
        assert_eq!((attack.to_hit, attack.reach), (Some(4), Some(5)));
        assert_eq!((attack.range, attack.long_range), (Some(30), Some(120)));
        assert_eq!(attack.creature_only, Some(false));
        assert_eq!(attack.damage, [damage(Some("1d6"), Some(2), "piercing"), damage(None, Some(1), "fire")]);
    }

    #[test]
    fn each_alternative_is_an_attack() {
        let lines = lines(
            r#"[{"choose":1,"type":"damage","from":{"option_set_type":"options_array","options":[
            {"option_type":"damage","damage_type":{"index":"slashing"},"damage_dice":"1d8+3","notes":"One handed"},
            {"option_type":"damage","damage_type":{"index":"slashing"},"damage_dice":"1d10+3","notes":"Two handed"}]}},
            {"damage_type":{"index":"fire"},"damage_dice":"1d4"}]"#,
        );
        let attacks = attacks("Sword", 5, "Melee Weapon Attack: +5 to hit, reach 5 ft., one creature.", &lines);
        let names: Vec<_> = attacks.iter().map(|a| a.name.as_str()).collect();
        assert_eq!(names, ["Sword (one handed)", "Sword (two handed)"]);
        assert_eq!(
            attacks.last().unwrap().damage,
            [damage(Some("1d10"), Some(3), "slashing"), damage(Some("1d4"), None, "fire")]
        );
        assert_eq!(attacks.last().unwrap().creature_only, Some(true));
    }

    #[test]
    fn only_attacks_are_attacks() {
        assert!(is_attack("Melee Attack Roll: +9, reach 15 ft."));
        assert!(!is_attack("The squid squirts ink: everywhere."));
        assert!(!is_attack("It makes one Tail Attack."));
    }
}
