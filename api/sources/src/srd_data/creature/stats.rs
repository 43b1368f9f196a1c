//! Statistics of a creature, for the references in its texts and actions.

use super::CreatureRecord;
use crate::srd_data::notation::{bonus, dice, skill, skill_ability, sum};
use crate::srd_data::wire::{Activity, Dc, Part};
use lorekeeper_content::creature::Abilities;
use std::collections::BTreeMap;

/// A creature's numbers.
#[derive(Clone, Debug, Default)]
pub(in crate::srd_data) struct Stats {
    name: String,
    dragon: bool,
    modifiers: BTreeMap<&'static str, i32>,
    skills: BTreeMap<&'static str, i32>,
    proficiency: i32,
    casting: Option<String>,
}

impl Stats {
    pub(super) fn of(wire: &CreatureRecord) -> Self {
        let scores = &wire.ability_scores;
        let modifiers = [
            ("str", scores.strength),
            ("dex", scores.dexterity),
            ("con", scores.constitution),
            ("int", scores.intelligence),
            ("wis", scores.wisdom),
            ("cha", scores.charisma),
        ];
        let skills = wire.skills.iter();
        Self {
            name: wire.name.trim().to_owned(),
            dragon: wire.creature_type == "dragon",
            modifiers: modifiers
                .map(|(code, score)| (code, (score - 10).div_euclid(2)))
                .into(),
            skills: skills
                .filter_map(|(name, bonus)| Some((skill(&name.replace('_', "-"))?, (*bonus)?)))
                .collect(),
            proficiency: wire.proficiency_bonus,
            casting: wire.spellcasting_ability.clone(),
        }
    }

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
        self.modifiers.get(code).copied()
    }

    /// The modifiers of all abilities.
    pub fn abilities(&self) -> Abilities {
        Abilities {
            strength: self.modifier("str"),
            dexterity: self.modifier("dex"),
            constitution: self.modifier("con"),
            intelligence: self.modifier("int"),
            wisdom: self.modifier("wis"),
            charisma: self.modifier("cha"),
        }
    }

    /// The bonus to a skill, listed or not.
    pub fn skill(&self, code: &str) -> Option<i32> {
        let listed = skill(code).and_then(|slug| self.skills.get(slug)).copied();
        listed.or_else(|| self.modifier(skill_ability(code)?))
    }

    /// The skills that the stat block lists.
    pub fn listed_skills(&self) -> &BTreeMap<&'static str, i32> {
        &self.skills
    }

    /// The value of a name in a formula; `ability` is the ability of `@mod`.
    pub fn value(&self, name: &str, ability: Option<&str>) -> Option<i32> {
        let parts: Vec<&str> = name.trim_start_matches('@').split('.').collect();
        let dc = |modifier: i32| 8 + self.proficiency + modifier;
        let casting = || self.modifier(self.casting.as_deref()?);
        match parts.as_slice() {
            ["mod"] => self.modifier(ability?),
            ["prof"] | ["attributes", "prof"] => Some(self.proficiency),
            ["abilities", code, "mod"] => self.modifier(code),
            ["abilities", code, "dc"] => self.modifier(code).map(dc),
            ["attributes", "spell", "dc"] => casting().map(dc),
            ["attributes", "spell", "mod"] => casting(),
            ["skills", code, "passive"] => self.skill(code).map(|bonus| 10 + bonus),
            ["skills", code, "total" | "mod"] => self.skill(code),
            _ => None,
        }
    }

    /// The number that a save against an activity must reach. In a formula `@mod` goes by the ability that saves, as
    /// the tabletop has it.
    pub fn save_dc(&self, activity: &Activity) -> Option<i32> {
        let save = &activity.save;
        self.dc(&save.dc, save.ability.first().map(String::as_str))
    }

    /// The number that a check against an activity must reach.
    pub fn check_dc(&self, activity: &Activity) -> Option<i32> {
        self.dc(&activity.check.dc, None)
    }

    fn dc(&self, dc: &Dc, ability: Option<&str>) -> Option<i32> {
        let by = match dc.calculation.as_str() {
            "spellcasting" => self.casting.as_deref(),
            code => self.modifiers.get_key_value(code).map(|(code, _)| *code),
        };
        match by.and_then(|code| self.modifier(code)) {
            Some(modifier) => Some(8 + self.proficiency + modifier),
            None => sum(&dc.formula, |name| self.value(name, ability)),
        }
    }

    /// The bonus to hit of an attack. Where the ability is not said, a ranged attack goes by Dexterity, any other
    /// by the better of Strength and Dexterity.
    pub fn to_hit(&self, activity: &Activity) -> Option<i32> {
        let attack = &activity.attack;
        let more = sum(&attack.bonus, |name| {
            self.value(name, self.attack_ability(activity))
        });
        if attack.flat {
            return more;
        }
        let modifier = self.modifier(self.attack_ability(activity)?)?;
        Some(modifier + self.proficiency + more.unwrap_or_default())
    }

    fn attack_ability<'a>(&'a self, activity: &'a Activity) -> Option<&'a str> {
        match (
            activity.attack.ability.as_str(),
            activity.attack.kind.value.as_str(),
        ) {
            ("none", _) => None,
            ("spellcasting", _) => self.casting.as_deref(),
            ("", "ranged") => Some("dex"),
            ("", _) if self.modifier("dex") > self.modifier("str") => Some("dex"),
            ("", _) => Some("str"),
            (code, _) => Some(code),
        }
    }

    /// The damage of an activity: amounts with their damage types. The weapon's own part, which comes first, adds
    /// the attack's ability.
    pub fn damage(&self, activity: &Activity) -> Vec<(String, Vec<String>)> {
        let with_base = activity.kind == "attack" && activity.damage.include_base;
        let ability = match activity.kind.as_str() {
            "attack" => self.attack_ability(activity),
            _ => None,
        };
        let parts = activity.damage.parts.iter().enumerate();
        parts
            .filter_map(|(place, part)| {
                let own = with_base && place == 0 && part.bonus.is_empty();
                let base = ability.filter(|_| own).and_then(|code| self.modifier(code));
                Some((
                    self.amount(part, base.unwrap_or_default(), ability)?,
                    part.types.clone(),
                ))
            })
            .collect()
    }

    /// Dice with their bonus; a part of a single point has no dice.
    fn amount(&self, part: &Part, base: i32, ability: Option<&str>) -> Option<String> {
        if part.custom.enabled {
            let formula = part.custom.formula.trim();
            return (!formula.contains('@') && !formula.is_empty()).then(|| formula.to_owned());
        }
        let more = sum(&part.bonus, |name| self.value(name, ability));
        match (dice(part), part.number, more) {
            (Some(dice), _, more) => {
                let more = base + more.unwrap_or_default();
                Some(format!("{dice}{}", bonus(more)))
            }
            // Where there is no die, the bonus is all.
            (None, _, Some(flat)) => Some(flat.to_string()),
            (None, Some(number), None) if number > 0 => Some(number.to_string()),
            (None, ..) => None,
        }
    }
}
