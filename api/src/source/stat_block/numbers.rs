//! Ability scores, saving throws, skills.

use crate::family::ABILITIES;
use crate::family::creature::{Abilities, SkillBonus};
use crate::source::dnd5e::monster::numbers::{SKILLS, of};

/// The numbers of a stat block; what it does not list is the bare modifier.
pub struct Numbers {
    /// Ability scores.
    pub scores: Abilities,
    /// Their modifiers.
    pub modifiers: Abilities,
    /// Saving throws that are listed.
    pub saves: Abilities,
    /// All saving throws.
    pub all_saves: Abilities,
    /// Skills that are listed, sorted.
    pub skills: Vec<SkillBonus>,
    /// All skills.
    pub all_skills: Vec<SkillBonus>,
}

impl Numbers {
    /// The numbers that follow from the scores and from what is listed.
    pub fn of(mut scores: Abilities, mut saves: Abilities, mut skills: Vec<SkillBonus>) -> Self {
        let mut modifiers = Abilities::default();
        for name in ABILITIES {
            let score = of(&mut scores, name).and_then(|score| *score);
            if let Some(place) = of(&mut modifiers, name) {
                *place = score.map(|score| (score - 10).div_euclid(2));
            }
        }
        let mut all_saves = modifiers.clone();
        for name in ABILITIES {
            let listed = of(&mut saves, name).and_then(|bonus| *bonus);
            if let (Some(place), Some(_)) = (of(&mut all_saves, name), listed) {
                *place = listed;
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_listed_is_the_bare_modifier() {
        let scores = Abilities {
            dexterity: Some(15),
            wisdom: Some(7),
            ..Abilities::default()
        };
        let saves = Abilities {
            wisdom: Some(4),
            ..Abilities::default()
        };
        let stealth = SkillBonus {
            skill: "stealth".into(),
            bonus: 6,
        };
        let numbers = Numbers::of(scores, saves, vec![stealth]);
        assert_eq!(numbers.modifiers.wisdom, Some(-2));
        assert_eq!(
            (numbers.all_saves.dexterity, numbers.all_saves.wisdom),
            (Some(2), Some(4))
        );
        assert_eq!(numbers.saves.dexterity, None);
        assert_eq!(
            (numbers.skill("stealth"), numbers.skill("perception")),
            (Some(6), Some(-2))
        );
        assert_eq!(numbers.skill("athletics"), None);
    }
}
