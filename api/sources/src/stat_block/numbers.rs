//! Ability scores, saving throws and skills of a stat block.

use lorekeeper_content::creature::{Abilities, Model, SkillBonus};
use lorekeeper_content::vocabulary::{SKILLS, skill_ability};

/// The numbers of a stat block; an unlisted bonus is the bare modifier.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// Ability scores.
    pub scores: Abilities,
    /// Their modifiers.
    pub modifiers: Abilities,
    /// Saving throws that are listed.
    pub saves: Abilities,
    /// Skills that are listed, sorted.
    pub skills: Vec<SkillBonus>,
}

impl Numbers {
    /// The numbers that follow from the scores and the listed bonuses.
    pub fn new(scores: Abilities, saves: Abilities, mut skills: Vec<SkillBonus>) -> Self {
        skills.sort_by(|a, b| a.skill.cmp(&b.skill));
        Self { modifiers: Abilities::each(|name| Some((scores.get(name)? - 10).div_euclid(2))), scores, saves, skills }
    }

    /// The bonus of a saving throw.
    pub fn save(&self, ability: &str) -> Option<i32> {
        let listed = self.saves.get(ability);
        listed.or_else(|| self.modifiers.get(ability))
    }

    /// The bonus of a skill.
    pub fn skill(&self, slug: &str) -> Option<i32> {
        let listed = self.skills.iter().find(|known| known.skill == slug);
        let listed = listed.map(|known| known.bonus);
        listed.or_else(|| self.modifiers.get(skill_ability(slug)?))
    }

    /// Puts the numbers on a row.
    pub fn fill(self, row: &mut Model) {
        let all_skills = SKILLS
            .iter()
            .filter_map(|(skill, _)| Some(SkillBonus { skill: (*skill).to_owned(), bonus: self.skill(skill)? }));
        row.all_skills = all_skills.collect::<Vec<_>>().into();
        row.all_saving_throws = Abilities::each(|name| self.save(name)).into();
        row.ability_scores = self.scores.into();
        row.modifiers = self.modifiers.into();
        row.saving_throws = self.saves.into();
        row.skills = self.skills.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_listed_is_the_modifier() {
        let scores = Abilities::each(|name| (name != "charisma").then_some(13));
        let saves = Abilities::each(|name| (name == "wisdom").then_some(5));
        let stealth = SkillBonus { skill: "stealth".to_owned(), bonus: 4 };
        let mut row = Model::default();
        Numbers::new(scores, saves, vec![stealth]).fill(&mut row);
        assert_eq!(row.modifiers.strength, Some(1));
        assert_eq!(row.all_saving_throws.wisdom, Some(5));
        assert_eq!(row.all_saving_throws.strength, Some(1));
        assert_eq!(row.all_saving_throws.charisma, None);
        let bonus = |skill: &str| row.all_skills.iter().find(|s| s.skill == skill).map(|s| s.bonus);
        assert_eq!((bonus("stealth"), bonus("arcana")), (Some(4), Some(1)));
        assert_eq!(bonus("deception"), None);
    }
}
