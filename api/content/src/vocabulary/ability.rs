//! The six abilities, in the order of a stat block.

use crate::creature::Abilities;

/// Names of the abilities, as rows have them.
pub const ABILITIES: [&str; 6] = ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"];

/// Abbreviations of the abilities, as stat blocks print them.
pub(crate) const ABILITY_ABBREVIATIONS: [&str; 6] = ["Str", "Dex", "Con", "Int", "Wis", "Cha"];

/// The ability whose name begins with a word of three letters or more, in any case (`STR`, `strength`).
pub fn ability_of(word: &str) -> Option<&'static str> {
    let word = word.trim().to_lowercase();
    let mut abilities = ABILITIES.into_iter();
    abilities.find(|ability| word.len() > 2 && ability.starts_with(&word))
}

impl Abilities {
    /// The number of an ability by its name; `None` for another word.
    pub fn get(&self, ability: &str) -> Option<i32> {
        self.clone().get_mut(ability).and_then(|number| *number)
    }

    /// The place of an ability's number.
    pub fn get_mut(&mut self, ability: &str) -> Option<&mut Option<i32>> {
        match ability {
            "strength" => Some(&mut self.strength),
            "dexterity" => Some(&mut self.dexterity),
            "constitution" => Some(&mut self.constitution),
            "intelligence" => Some(&mut self.intelligence),
            "wisdom" => Some(&mut self.wisdom),
            "charisma" => Some(&mut self.charisma),
            _ => None,
        }
    }

    /// A number for each ability by its name.
    pub fn each(number: impl Fn(&'static str) -> Option<i32>) -> Self {
        let mut abilities = Self::default();
        for name in ABILITIES {
            if let Some(place) = abilities.get_mut(name) {
                *place = number(name);
            }
        }
        abilities
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abilities_go_by_names_and_abbreviations() {
        assert_eq!(ability_of("DEX"), Some("dexterity"));
        assert_eq!(ability_of(" wisdom "), Some("wisdom"));
        assert_eq!(ability_of("wi"), None);
        let scores = Abilities::each(|name| i32::try_from(name.len()).ok());
        assert_eq!(scores.get("wisdom"), Some(6));
        assert_eq!(scores.get("luck"), None);
    }
}
