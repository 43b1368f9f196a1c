//! Growth of damage at higher levels: from the words of a spell to its ways of casting.

use super::{CastingOption, Model};
use crate::pattern;
use regex::Regex;
use std::sync::LazyLock;

/// How the damage of a spell grows with the level of its slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Growth {
    /// The dice at the base level, and their sides.
    dice: i32,
    sides: i32,
    /// The dice that each step adds.
    more: i32,
    /// The level that growth begins above.
    base: i32,
    /// The levels of a step.
    step: i32,
}

static GROWTH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\bdamage increases by (?P<more>\d+)d(?P<sides>\d+) for (?:each|every) (?P<two>two |2 )?(?:spell )?(?:slot )?(?:slot )?levels? above (?:the )?(?P<base>\d)",
    )
});

/// The highest level of a slot.
const MAX_SLOT: i32 = 9;

impl Growth {
    /// The roll with a slot of a level; `None` where the damage has not grown.
    pub(crate) fn roll(&self, level: i32) -> Option<String> {
        let steps = (level - self.base).div_euclid(self.step);
        let dice = self.dice + self.more * steps;
        (level > self.base).then(|| format!("{dice}d{}", self.sides))
    }
}

impl CastingOption {
    /// The level of the slot that it takes.
    pub(crate) fn slot_level(&self) -> Option<i32> {
        self.kind.strip_prefix("slot_level_")?.parse().ok()
    }

    /// Whether something changes when the spell is cast this way.
    fn changes_something(&self) -> bool {
        let only_its_kind = Self {
            kind: self.kind.clone(),
            ..Self::default()
        };
        *self != only_its_kind
    }
}

impl Model {
    /// How the damage grows, where the text at higher levels says so of the dice of the damage roll.
    pub(crate) fn growth(&self) -> Option<Growth> {
        let found = GROWTH.captures(self.higher_levels.as_deref()?)?;
        let number = |name| found.name(name)?.as_str().parse::<i32>().ok();
        let (dice, sides) = self.damage_roll.as_deref()?.trim().split_once('d')?;
        let growth = Growth {
            dice: dice.parse().ok()?,
            sides: sides.parse().ok()?,
            more: number("more")?,
            base: number("base")?,
            step: if found.name("two").is_some() { 2 } else { 1 },
        };
        (number("sides")? == growth.sides).then_some(growth)
    }

    /// Completes the ways of casting.
    ///
    /// Correction (spells): The dice at higher levels follow from the text where the ways of casting lack them, and where
    /// they grow with every second level.
    ///
    /// Correction (spells): A way of casting that changes nothing is left out.
    pub(super) fn complete_casting_options(&mut self) {
        if let Some(growth) = self.growth() {
            self.grow(&growth);
        }
        self.casting_options
            .retain(CastingOption::changes_something);
    }

    fn grow(&mut self, growth: &Growth) {
        let has_rolls = self.casting_options.iter().any(|o| o.damage_roll.is_some());
        if has_rolls && growth.step == 1 {
            return;
        }
        for level in growth.base + growth.step..=MAX_SLOT {
            let roll = growth.roll(level);
            let mut known = self.casting_options.iter_mut();
            if let Some(option) = known.find(|option| option.slot_level() == Some(level)) {
                option.damage_roll = roll;
            } else {
                self.casting_options.push(CastingOption {
                    kind: format!("slot_level_{level}"),
                    damage_roll: roll,
                    ..CastingOption::default()
                });
            }
        }
        for option in self.casting_options.iter_mut() {
            let level = option.slot_level();
            if level.is_some_and(|level| level < growth.base + growth.step) {
                option.damage_roll = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Row;

    fn spell(higher: &str, options: &[(&str, Option<&str>)]) -> Model {
        let option = |(kind, roll): &(&str, Option<&str>)| CastingOption {
            kind: (*kind).to_owned(),
            damage_roll: roll.map(str::to_owned),
            ..CastingOption::default()
        };
        let mut row = Model {
            damage_roll: Some("3d6".into()),
            higher_levels: Some(higher.into()),
            casting_options: options.iter().map(option).collect::<Vec<_>>().into(),
            ..Model::default()
        };
        row.apply_rules();
        row
    }

    fn rolls(row: &Model) -> Vec<(&str, &str)> {
        let options = row.casting_options.iter();
        options
            .map(|o| {
                (
                    o.kind.as_str(),
                    o.damage_roll.as_deref().unwrap_or_default(),
                )
            })
            .collect()
    }

    #[test]
    fn dice_grow_as_the_text_says() {
        let row = spell(
            "The damage increases by 1d6 for each slot level above 7th.",
            &[("ritual", None), ("slot_level_8", None)],
        );
        assert_eq!(
            rolls(&row),
            [("slot_level_8", "4d6"), ("slot_level_9", "5d6")]
        );
        // What a source says of each level stays.
        let row = spell(
            "The damage increases by 1d6 for each slot level above 7th.",
            &[("slot_level_8", Some("6d6"))],
        );
        assert_eq!(rolls(&row), [("slot_level_8", "6d6")]);
    }

    #[test]
    fn dice_that_grow_with_every_second_level_stay_for_the_first() {
        let row = spell(
            "The damage increases by 1d6 for every two slot levels above 6th.",
            &[("slot_level_7", Some("4d6")), ("slot_level_8", Some("5d6"))],
        );
        assert_eq!(
            rolls(&row),
            [("slot_level_8", "4d6"), ("slot_level_9", "4d6")]
        );
    }

    #[test]
    fn other_dice_do_not_grow() {
        let row = spell(
            "The damage increases by 1d8 for each slot level above 7th.",
            &[],
        );
        assert!(rolls(&row).is_empty());
    }
}
