//! Ability scores, saving throws, skills.

use super::super::item::{Item, number, whole};
use super::super::prose;
use crate::stat_block::numbers::Numbers;
use lorekeeper_content::creature::{Abilities, SkillBonus};
use lorekeeper_content::vocabulary::ability_of;

/// The numbers of an item.
pub(super) fn numbers(item: &Item<'_>) -> Numbers {
    let score = |name: &str| {
        let short = name.get(..3)?;
        let inner = item.child("abilities").and_then(|a| a.int(short));
        let score = item.int(short).or_else(|| item.int(name)).or(inner);
        score.filter(|score| (0..=99).contains(score))
    };
    let saves = item.entries("saving-throws");
    let save = |name: &str| {
        let mut listed = saves.iter().rev();
        let (_, bonus) = listed.find(|(key, _)| ability_of(key) == Some(name))?;
        number(bonus).and_then(whole)
    };
    let skills = item.entries("skills").into_iter();
    let skills = skills
        .filter_map(|(key, value)| Some(SkillBonus { skill: prose::slug(key), bonus: number(value).and_then(whole)? }));
    Numbers::new(Abilities::each(score), Abilities::each(save), skills.collect())
}
