//! Ability scores, saving throws, skills, hit dice.

use crate::dnd5e::wire::Reference;
use crate::stat_block::numbers::{SKILLS, ability_mut};
use crate::wire::{ability, filled};
use lorekeeper_content::creature::{Abilities, SkillBonus};
use serde::Deserialize;

/// The six scores.
#[derive(Deserialize)]
pub(super) struct Scores {
    strength: i32,
    dexterity: i32,
    constitution: i32,
    intelligence: i32,
    wisdom: i32,
    charisma: i32,
}

impl Scores {
    /// The scores.
    pub fn row(&self) -> Abilities {
        self.each(|score| score)
    }

    /// Their modifiers.
    pub fn modifiers(&self) -> Abilities {
        self.each(|score| (score - 10).div_euclid(2))
    }

    fn each(&self, number: impl Fn(i32) -> i32) -> Abilities {
        Abilities {
            strength: Some(number(self.strength)),
            dexterity: Some(number(self.dexterity)),
            constitution: Some(number(self.constitution)),
            intelligence: Some(number(self.intelligence)),
            wisdom: Some(number(self.wisdom)),
            charisma: Some(number(self.charisma)),
        }
    }
}

/// A saving throw or a skill that the stat block lists.
#[derive(Deserialize)]
pub(super) struct Proficiency {
    value: i32,
    proficiency: Reference,
}

/// Bonuses to saving throws and skills.
pub(super) struct Bonuses {
    /// Listed saving throws.
    pub saves: Abilities,
    /// All saving throws.
    pub all_saves: Abilities,
    /// Listed skills.
    pub skills: Vec<SkillBonus>,
    /// All skills.
    pub all_skills: Vec<SkillBonus>,
}

/// Sorts the proficiencies; what is not listed is the bare modifier.
pub(super) fn bonuses(proficiencies: &[Proficiency], modifiers: &Abilities) -> Bonuses {
    let mut saves = Abilities::default();
    let mut all_saves = modifiers.clone();
    let mut skills: Vec<SkillBonus> = Vec::new();
    for Proficiency { value, proficiency } in proficiencies {
        if let Some(short) = proficiency.index.strip_prefix("saving-throw-") {
            for abilities in [&mut saves, &mut all_saves] {
                if let Some(place) = ability(short).and_then(|name| ability_mut(abilities, name)) {
                    *place = Some(*value);
                }
            }
        } else if let Some(skill) = proficiency.index.strip_prefix("skill-") {
            skills.push(SkillBonus {
                skill: skill.to_owned(),
                bonus: *value,
            });
        }
    }
    skills.sort_by(|a, b| a.skill.cmp(&b.skill));
    let mut modifiers = modifiers.clone();
    let all_skills = SKILLS
        .iter()
        .filter_map(|&(skill, ability)| {
            let listed = skills.iter().find(|known| known.skill == skill);
            let modifier = || ability_mut(&mut modifiers, ability).and_then(|place| *place);
            Some(SkillBonus {
                skill: skill.to_owned(),
                bonus: listed.map(|known| known.bonus).or_else(modifier)?,
            })
        })
        .collect();
    Bonuses {
        saves,
        all_saves,
        skills,
        all_skills,
    }
}

/// `18d10+36` with spaces about its sign.
pub(super) fn hit_dice(dice: &str) -> Option<String> {
    let compact: String = dice.chars().filter(|c| !c.is_whitespace()).collect();
    filled(&compact.replace('+', " + ").replace('-', " - "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_listed_is_the_modifier() {
        let scores: Scores = serde_json::from_str(
            r#"{"strength":21,"dexterity":9,"constitution":15,"intelligence":1,"wisdom":10,"charisma":30}"#,
        )
        .unwrap();
        let modifiers = scores.modifiers();
        assert_eq!(
            (
                modifiers.strength,
                modifiers.dexterity,
                modifiers.intelligence
            ),
            (Some(5), Some(-1), Some(-5))
        );
        let listed: Vec<Proficiency> = serde_json::from_str(
            r#"[{"value":6,"proficiency":{"index":"saving-throw-con","name":"Saving Throw: CON"}},
            {"value":3,"proficiency":{"index":"skill-stealth","name":"Skill: Stealth"}}]"#,
        )
        .unwrap();
        let bonuses = bonuses(&listed, &modifiers);
        assert_eq!(bonuses.saves.constitution, Some(6));
        assert_eq!(bonuses.saves.strength, None);
        assert_eq!(bonuses.all_saves.constitution, Some(6));
        assert_eq!(bonuses.all_saves.strength, Some(5));
        assert_eq!(bonuses.skills.len(), 1);
        assert_eq!(bonuses.all_skills.len(), 18);
        let bonus = |name: &str| {
            bonuses
                .all_skills
                .iter()
                .find(|s| s.skill == name)
                .unwrap()
                .bonus
        };
        assert_eq!((bonus("stealth"), bonus("acrobatics")), (3, -1));
    }

    #[test]
    fn hit_dice_have_room() {
        assert_eq!(hit_dice("18d10+36").as_deref(), Some("18d10 + 36"));
        assert_eq!(hit_dice("1d4-1").as_deref(), Some("1d4 - 1"));
        assert_eq!(hit_dice(""), None);
    }
}
