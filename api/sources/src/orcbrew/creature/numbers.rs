//! Ability scores, saving throws, skills.

use super::super::item::{Item, number, whole};
use super::super::prose;
use crate::stat_block::numbers::{Numbers, ability_mut};
use crate::wire::ability;
use lorekeeper_content::creature::{Abilities, SkillBonus};

/// The numbers of an item.
pub(super) fn numbers(item: &Item<'_>) -> Numbers {
    let mut scores = Abilities::default();
    for short in ["str", "dex", "con", "int", "wis", "cha"] {
        let Some(name) = ability(short) else { continue };
        let inner = item.child("abilities").and_then(|a| a.int(short));
        let score = item.int(short).or_else(|| item.int(name)).or(inner);
        let score = score.filter(|score| (0..=99).contains(score));
        set(&mut scores, name, score);
    }
    let mut saves = Abilities::default();
    for (key, value) in item.entries("saving-throws") {
        if let (Some(name), Some(bonus)) = (ability(key), number(value).and_then(whole)) {
            set(&mut saves, name, Some(bonus));
        }
    }
    let skills = item.entries("skills").into_iter();
    let skills = skills.filter_map(|(key, value)| {
        Some(SkillBonus {
            skill: prose::slug(key),
            bonus: number(value).and_then(whole)?,
        })
    });
    Numbers::new(scores, saves, skills.collect())
}

fn set(abilities: &mut Abilities, name: &str, number: Option<i32>) {
    if let Some(place) = ability_mut(abilities, name) {
        *place = number;
    }
}
