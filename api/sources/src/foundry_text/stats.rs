//! Statistics of a creature, for the references in its texts.

use crate::foundry_text::fields::Fields;
use crate::foundry_text::notation::{bonus, dice, skill, sum};
use crate::stat_block::numbers::Numbers;
use lorekeeper_content::vocabulary::ability_of;

/// A creature's numbers.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Its name.
    pub name: String,
    /// Whether it is a dragon.
    pub dragon: bool,
    /// Its scores, saving throws and skills.
    pub numbers: Numbers,
    /// Its proficiency bonus.
    pub proficiency: i32,
    /// Code of the spellcasting ability.
    pub casting: Option<String>,
}

impl Stats {
    /// The creature's name in its stat block: a dragon of any sort is "the dragon".
    pub fn called(&self) -> String {
        let lower = self.name.to_lowercase();
        if self.dragon && (lower.contains(" dragon") || lower.ends_with("wyrmling")) {
            "dragon".to_owned()
        } else if lower.starts_with("swarm of ") {
            "swarm".to_owned()
        } else {
            self.name.clone()
        }
    }

    /// The modifier of an ability, by its code.
    pub fn modifier(&self, code: &str) -> Option<i32> {
        self.numbers.modifiers.get(ability_of(code)?)
    }

    /// The value of a name in a formula; `ability` is the ability of `@mod`.
    pub fn value(&self, name: &str, ability: Option<&str>) -> Option<i32> {
        let parts: Vec<&str> = name.trim_start_matches('@').split('.').collect();
        let dc = |modifier: i32| 8 + self.proficiency + modifier;
        let casting = || self.modifier(self.casting.as_deref()?);
        let skill = |code: &str| self.numbers.skill(skill(code)?);
        match parts.as_slice() {
            ["mod"] => self.modifier(ability?),
            ["prof"] | ["attributes", "prof"] => Some(self.proficiency),
            ["abilities", code, "mod"] => self.modifier(code),
            ["abilities", code, "dc"] => self.modifier(code).map(dc),
            ["attributes", "spell", "dc"] => casting().map(dc),
            ["attributes", "spell", "mod"] => casting(),
            ["skills", code, "passive"] => skill(code).map(|bonus| 10 + bonus),
            ["skills", code, "total" | "mod"] => skill(code),
            _ => None,
        }
    }

    /// The number that a save against an activity must reach. In a formula `@mod` goes by the ability that saves, as
    /// the tabletop has it.
    pub fn save_dc(&self, activity: Fields<'_>) -> Option<i32> {
        let saves = activity.words("save.ability");
        self.dc(activity.at("save.dc"), saves.first().copied())
    }

    /// The number that a check against an activity must reach.
    pub fn check_dc(&self, activity: Fields<'_>) -> Option<i32> {
        self.dc(activity.at("check.dc"), None)
    }

    fn dc(&self, dc: Fields<'_>, ability: Option<&str>) -> Option<i32> {
        let by = match dc.text("calculation") {
            "spellcasting" => self.casting.as_deref().unwrap_or_default(),
            code => code,
        };
        match self.modifier(by) {
            Some(modifier) => Some(8 + self.proficiency + modifier),
            None => sum(dc.text("formula"), |name| self.value(name, ability)),
        }
    }

    /// The bonus to hit of an attack. Where the ability is not said, a ranged attack goes by Dexterity, any other
    /// by the better of Strength and Dexterity.
    pub fn to_hit(&self, activity: Fields<'_>) -> Option<i32> {
        let ability = self.attack_ability(activity);
        let more = sum(activity.text("attack.bonus"), |name| self.value(name, ability));
        if activity.is("attack.flat") {
            return more;
        }
        Some(self.modifier(ability?)? + self.proficiency + more.unwrap_or_default())
    }

    fn attack_ability<'a>(&'a self, activity: Fields<'a>) -> Option<&'a str> {
        match (activity.text("attack.ability"), activity.text("attack.type.value")) {
            ("none", _) => None,
            ("spellcasting", _) => self.casting.as_deref(),
            ("", "ranged") => Some("dex"),
            ("", _) if self.modifier("dex") > self.modifier("str") => Some("dex"),
            ("", _) => Some("str"),
            (code, _) => Some(code),
        }
    }

    /// The damage of an activity: amounts with their damage types. The weapon's own part, which comes first, adds
    /// the attack's ability; its dice are others when it is held in two hands.
    pub fn damage<'a>(&self, activity: Fields<'a>, two_handed: bool) -> Vec<(String, Vec<&'a str>)> {
        let attack = activity.text("kind") == "attack";
        let ability = attack.then(|| self.attack_ability(activity)).flatten();
        let with_base = attack && activity.is("damage.include_base");
        let parts = activity.list("damage.parts").enumerate();
        let parts = parts.filter_map(|(place, part)| {
            let own = with_base && place == 0 && part.text("bonus").is_empty();
            let base = ability.filter(|_| own).and_then(|code| self.modifier(code));
            let dice = if two_handed && place == 0 { activity.at("damage.versatile") } else { part };
            let amount = self.amount(dice, base.unwrap_or_default(), ability)?;
            Some((amount, part.words("types")))
        });
        parts.collect()
    }

    /// Dice with their bonus; a part of a single point has no dice.
    fn amount(&self, part: Fields<'_>, base: i32, ability: Option<&str>) -> Option<String> {
        if part.is("custom.enabled") {
            return part.filled("custom.formula").filter(|formula| !formula.contains('@'));
        }
        let more = sum(part.text("bonus"), |name| self.value(name, ability));
        match (dice(part, 0), more) {
            (Some(dice), more) => Some(format!("{dice}{}", bonus(base + more.unwrap_or_default()))),
            // Where there is no die, the bonus is all.
            (None, Some(flat)) => Some(flat.to_string()),
            (None, None) => part.positive("number").map(|number| number.to_string()),
        }
    }
}
