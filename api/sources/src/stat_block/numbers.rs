//! Ability scores, saving throws and skills of a stat block.

use lorekeeper_content::ABILITIES;
use lorekeeper_content::creature::{Abilities, SkillBonus};

/// The numbers of a stat block; an unlisted bonus is the bare modifier.
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
    /// The numbers that follow from the scores and the listed bonuses.
    pub fn new(mut scores: Abilities, mut saves: Abilities, mut skills: Vec<SkillBonus>) -> Self {
        let mut modifiers = Abilities::default();
        for name in ABILITIES {
            let score = ability_mut(&mut scores, name).and_then(|score| *score);
            if let Some(place) = ability_mut(&mut modifiers, name) {
                *place = score.map(|score| (score - 10).div_euclid(2));
            }
        }
        let mut all_saves = modifiers.clone();
        for name in ABILITIES {
            let listed = ability_mut(&mut saves, name).and_then(|bonus| *bonus);
            if let (Some(place), Some(_)) = (ability_mut(&mut all_saves, name), listed) {
                *place = listed;
            }
        }
        skills.sort_by(|a, b| a.skill.cmp(&b.skill));
        let mut bare = modifiers.clone();
        let all_skills = SKILLS
            .iter()
            .filter_map(|(skill, ability)| {
                let listed = skills.iter().find(|known| known.skill == *skill);
                let modifier = ability_mut(&mut bare, ability).and_then(|place| *place);
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

/// The field of an ability.
pub fn ability_mut<'a>(abilities: &'a mut Abilities, name: &str) -> Option<&'a mut Option<i32>> {
    match name {
        "strength" => Some(&mut abilities.strength),
        "dexterity" => Some(&mut abilities.dexterity),
        "constitution" => Some(&mut abilities.constitution),
        "intelligence" => Some(&mut abilities.intelligence),
        "wisdom" => Some(&mut abilities.wisdom),
        "charisma" => Some(&mut abilities.charisma),
        _ => None,
    }
}

/// The skills, each with its ability.
pub const SKILLS: [(&str, &str); 18] = [
    ("acrobatics", "dexterity"),
    ("animal-handling", "wisdom"),
    ("arcana", "intelligence"),
    ("athletics", "strength"),
    ("deception", "charisma"),
    ("history", "intelligence"),
    ("insight", "wisdom"),
    ("intimidation", "charisma"),
    ("investigation", "intelligence"),
    ("medicine", "wisdom"),
    ("nature", "intelligence"),
    ("perception", "wisdom"),
    ("performance", "charisma"),
    ("persuasion", "charisma"),
    ("religion", "intelligence"),
    ("sleight-of-hand", "dexterity"),
    ("stealth", "dexterity"),
    ("survival", "wisdom"),
];

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
        let numbers = Numbers::new(scores, saves, vec![stealth]);
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
