//! Ability scores, saving throws, skills.

use super::super::item::{Item, number, whole};
use super::super::prose;
use crate::family::creature::{Abilities, SkillBonus};
use crate::source::dnd5e::monster::numbers::{SKILLS, of};
use crate::source::dnd5e::wire::ability;

/// The numbers of a stat block; what it does not list is the bare modifier.
pub(super) struct Numbers {
    pub scores: Abilities,
    pub modifiers: Abilities,
    pub saves: Abilities,
    pub all_saves: Abilities,
    pub skills: Vec<SkillBonus>,
    pub all_skills: Vec<SkillBonus>,
}

impl Numbers {
    pub fn of(item: &Item<'_>) -> Self {
        let mut scores = Abilities::default();
        let mut modifiers = Abilities::default();
        for short in ["str", "dex", "con", "int", "wis", "cha"] {
            let Some(name) = ability(short) else { continue };
            let inner = item.child("abilities").and_then(|a| a.int(short));
            let score = item.int(short).or_else(|| item.int(name)).or(inner);
            let score = score.filter(|score| (0..=99).contains(score));
            set(&mut scores, name, score);
            set(&mut modifiers, name, score.map(|s| (s - 10).div_euclid(2)));
        }
        let mut saves = Abilities::default();
        let mut all_saves = modifiers.clone();
        for (key, value) in item.entries("saving-throws") {
            if let (Some(name), Some(bonus)) = (ability(key), number(value).and_then(whole)) {
                set(&mut saves, name, Some(bonus));
                set(&mut all_saves, name, Some(bonus));
            }
        }
        let mut skills: Vec<SkillBonus> = item
            .entries("skills")
            .into_iter()
            .filter_map(|(key, value)| {
                Some(SkillBonus {
                    skill: prose::slug(key),
                    bonus: number(value).and_then(whole)?,
                })
            })
            .collect();
        skills.sort_by(|a, b| a.skill.cmp(&b.skill));
        let mut bare = modifiers.clone();
        let all_skills = SKILLS
            .iter()
            .filter_map(|(skill, ability)| {
                let listed = skills.iter().find(|known| known.skill == *skill);
                let modifier = of(&mut bare, ability).and_then(|place| *place);
                Some(SkillBonus {
                    skill: (*skill).to_owned(),
                    bonus: listed.map(|known| known.bonus).or(modifier)?,
                })
            })
            .collect();
        Self {
            scores,
            modifiers,
            saves,
            all_saves,
            skills,
            all_skills,
        }
    }

    /// The bonus of a skill.
    pub fn skill(&self, name: &str) -> Option<i32> {
        let found = self.all_skills.iter().find(|known| known.skill == name);
        found.map(|known| known.bonus)
    }
}

fn set(abilities: &mut Abilities, name: &str, number: Option<i32>) {
    if let Some(place) = of(abilities, name) {
        *place = number;
    }
}
