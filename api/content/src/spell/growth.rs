//! Growth of damage at higher levels: from the words of a spell to its ways of casting.

use super::{CastingOption, Model};
use crate::Pattern;

/// How the damage of a spell grows with the level of its slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Growth {
    /// The dice at the base level, their sides, and what is added to them.
    dice: i32,
    sides: i32,
    bonus: String,
    /// Whether they restore hit points.
    heals: bool,
    /// The dice that each step adds.
    more: i32,
    /// The level that growth begins above.
    base: i32,
    /// The levels of a step.
    step: i32,
}

static GROWTH: Pattern = Pattern::new(
    r"\b(?P<what>damage|healing|hit points regained)(?P<of> (?:dealt|done|of|from|you deal)[^.,]{0,60}?)? increases? by (?P<more>\d+)d(?P<sides>\d+)\b(?P<and>[^.]{0,110}?)\bfor (?:each|every) (?P<two>two |2 )?(?:spell )?(?:slot )?(?:slot )?levels? above (?:the )?(?P<base>\d)(?:st|nd|rd|th)?(?P<most>, up to)?",
);

/// The same of dice that are added: `takes an extra 1d6 damage for each slot level above 1st`.
static ADDED: Pattern = Pattern::new(
    r"\b(?P<what>an? (?:extra|additional)|increase (?:the|its|this spell's) (?:initial and ongoing |initial )?damage by|(?:damage (?:roll|and hit points healed)|damage \([^)]*\)) increases? by) (?P<more>\d+)d(?P<sides>\d+)\b(?: of)?(?: \w+)?(?: damage)? (?:for (?:each|every)|per) (?P<two>two )?(?:spell )?slot levels? above (?:the )?(?P<base>\d)(?:st|nd|rd|th)?(?P<most>, up to)?",
);

/// Dice of a cantrip at the levels of its caster: `5th level (2d8)`, else `2d8 at 5th level`; `by` adds dice to others.
static BY_CASTER: [Pattern; 2] = [
    Pattern::new(r"\b(?P<level>5|10|11|15|17)th level \((?P<dice>\d+d\d+(?: \+ \d+d\d+)?)[ )]"),
    Pattern::new(r"\b(?P<by>by )?(?P<dice>\d+d\d+) (?:at|when you reach) (?P<level>5|10|11|15|17)th level\b"),
];

/// What heals among the things that grow.
static HEALING: Pattern = Pattern::new(r"^(?:healing|hit points regained)$");

static DICE: Pattern = Pattern::new(r"\b(?P<dice>\d+)d(?P<sides>\d+)");

/// Concentration that lasts longer with a higher slot, and words that say that it is not needed.
static LONGER: Pattern = Pattern::new(
    r"\bconcentration can last longer\b|\bduration (?:is|increases to|becomes) concentration\b|\bconcentrat\w+[^.]{0,40}\bfor up to\b",
);
static NOT_NEEDED: Pattern =
    Pattern::new(r"\b(?:no longer|without|not|doesn['’]t|don['’]t)\b[^.]{0,30}\b(?:concentrat|requir)");

/// The slot from which on concentration is not needed, in a sentence that says no other one.
static FREE: Pattern = Pattern::new(
    r"\b(?:slot of (?P<level>\d)\w\w level or higher|level (?P<number>\d)\+ spell slot)[^.\d]*(?:\d+ \w+)?[^.\d]*\b(?:doesn't|without|no longer|not)\b[^.]{0,20}\b(?:concentrat|requir)",
);

/// Hit points that no number tells.
static ALL_HIT_POINTS: Pattern = Pattern::new(r"\bregains? all (?:of )?(?:its|their|your) hit points\b");

/// The highest level of a slot.
const MAX_SLOT: i32 = 9;

impl Growth {
    /// The roll with a slot of a level; `None` where the damage has not grown.
    pub(crate) fn roll(&self, level: i32) -> Option<String> {
        let steps = (level - self.base).div_euclid(self.step);
        let dice = self.dice + self.more * steps;
        (level > self.base).then(|| format!("{dice}d{}{}", self.sides, self.bonus))
    }
}

impl CastingOption {
    /// The level of the slot that it takes.
    pub(crate) fn slot_level(&self) -> Option<i32> {
        self.kind.strip_prefix("slot_level_")?.parse().ok()
    }

    /// Whether something changes when the spell is cast this way.
    fn changes_something(&self) -> bool {
        let only_its_kind = Self { kind: self.kind.clone(), ..Self::default() };
        *self != only_its_kind
    }
}

impl Model {
    /// How the damage or the healing grows, where the text at higher levels says so of its dice. Where it says more, the
    /// text has to have no other dice of these sides.
    pub(crate) fn growth(&self) -> Option<Growth> {
        let higher = self.higher_levels.as_deref()?;
        let found = GROWTH.captures(higher).or_else(|| ADDED.captures(higher))?;
        let number = |name| found.name(name)?.as_str().parse::<i32>().ok();
        let is_filled = |name| {
            let words = found.name(name);
            words.is_some_and(|words| !words.as_str().trim().is_empty())
        };
        let heals = HEALING.is_match(found.name("what")?.as_str());
        let roll = if heals { &self.healing } else { &self.damage_roll };
        let (dice, rest) = roll.as_deref()?.trim().split_once('d')?;
        let bonus = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        if bonus.contains('d') || is_filled("most") {
            return None;
        }
        let growth = Growth {
            dice: dice.parse::<u8>().ok()?.into(),
            sides: rest.strip_suffix(bonus)?.parse().ok()?,
            bonus: bonus.to_owned(),
            heals,
            more: number("more").filter(|more| *more < 100)?,
            base: number("base")?,
            step: if found.name("two").is_some() { 2 } else { 1 },
        };
        let is_only = || self.has_only_dice(growth.dice, growth.sides);
        let is_certain = !(is_filled("of") || is_filled("and")) || is_only();
        (number("sides")? == growth.sides && is_certain).then_some(growth)
    }

    /// Whether the text has no other dice of these sides.
    fn has_only_dice(&self, dice: i32, sides: i32) -> bool {
        let printed = DICE.captures_iter(&self.text);
        let mut same = printed.filter(|found| found["sides"].parse() == Ok(sides));
        same.all(|found| found["dice"].parse() == Ok(dice))
    }

    /// Completes the ways of casting.
    ///
    /// Correction (spells): The dice at higher levels follow from the text where the ways of casting lack them, and where
    /// they grow with every second level.
    ///
    /// Correction (spells): A way of casting that changes nothing is left out, and so is a slot of the spell's own level.
    pub(super) fn complete_casting_options(&mut self) {
        if let Some(growth) = self.growth() {
            self.grow(&growth);
        } else if self.grows_other_dice() {
            let options = self.casting_options.iter_mut();
            for option in options.filter(|option| option.slot_level().is_some()) {
                option.damage_roll = None;
            }
        }
        self.join_damage();
        self.grow_numbers();
        self.grow_cantrip();
        self.last_longer();
        self.concentrate_longer();
        let level = self.level;
        self.casting_options
            .retain(|option| option.changes_something() && option.slot_level().is_none_or(|slot| slot > level));
    }

    /// Correction (spells): The dice of a cantrip at higher levels follow from the text where no way of casting has dice.
    fn grow_cantrip(&mut self) {
        let sides = self.damage_roll.as_deref().and_then(|roll| roll.rsplit_once('d'));
        let Some((_, sides)) = sides.filter(|_| self.level == 0) else {
            return;
        };
        let mut options = self.casting_options.iter();
        if options.any(|option| option.damage_roll.is_some()) {
            return;
        }
        let texts = format!("{}\n{}", self.text, self.higher_levels.as_deref().unwrap_or_default());
        let Some(printed) = BY_CASTER.iter().find(|pattern| pattern.is_match(&texts)) else {
            return;
        };
        let mut grown = Vec::new();
        for found in printed.captures_iter(&texts) {
            let dice = &found["dice"];
            let is_own = dice.rsplit_once('d').is_some_and(|(_, own)| own == sides);
            let is_added = found.name("by").is_some();
            if is_own && !is_added {
                grown.push((format!("player_level_{}", &found["level"]), dice.to_owned()));
            }
        }
        for (kind, dice) in grown {
            if let Some(option) = self.option_of_kind(kind) {
                option.damage_roll = Some(dice);
            }
        }
    }

    /// Correction (spells): A spell that restores all hit points restores no number of them.
    pub(super) fn drop_counted_healing(&mut self) {
        let is_number = |healing: &String| healing.chars().all(|c| c.is_ascii_digit());
        if self.healing.as_ref().is_some_and(is_number) && ALL_HIT_POINTS.is_match(&self.text) {
            self.healing = None;
        }
    }

    /// Correction (spells): A way of casting that lets concentration last longer requires concentration, and one that needs none says so.
    fn concentrate_longer(&mut self) {
        let text = self.higher_levels.as_deref().unwrap_or_default();
        let free = FREE.captures(text).and_then(|found| {
            let level = found.name("level").or_else(|| found.name("number"))?;
            level.as_str().parse::<i32>().ok()
        });
        let is_told = LONGER.is_match(text) && (free.is_some() || !NOT_NEEDED.is_match(text));
        if !self.concentration || !is_told && free.is_none() {
            return;
        }
        for option in self.casting_options.iter_mut() {
            let needs = option.slot_level().zip(free).is_none_or(|(level, free)| level < free);
            if option.duration.is_some() && option.concentration.is_none() && (is_told || !needs) {
                option.concentration = Some(needs);
            }
        }
    }

    /// Whether only dice of other sides than those of the damage roll grow.
    ///
    /// Correction (spells): Dice of a second kind of damage that grow (`The Cold damage increases by 1d6`) are not the damage roll.
    fn grows_other_dice(&self) -> bool {
        let (Some(roll), Some(higher)) = (&self.damage_roll, &self.higher_levels) else {
            return false;
        };
        let sides = |roll: &str| roll.split_once('d').map(|(_, sides)| sides.to_owned());
        let is_plain = sides(roll).filter(|sides| sides.parse::<u8>().is_ok());
        let mut grown = DICE.captures_iter(higher).peekable();
        let has_dice = grown.peek().is_some() && GROWTH.is_match(higher);
        is_plain.is_some_and(|own| has_dice && grown.all(|found| found["sides"] != own))
    }

    /// The way of casting with a slot of a level, which is added where there is none.
    pub(super) fn option(&mut self, level: i32) -> Option<&mut CastingOption> {
        self.option_of_kind(format!("slot_level_{level}"))
    }

    /// The way of casting of a kind, which is added where there is none.
    fn option_of_kind(&mut self, kind: String) -> Option<&mut CastingOption> {
        if !self.casting_options.iter().any(|known| known.kind == kind) {
            self.casting_options.push(CastingOption { kind: kind.clone(), ..CastingOption::default() });
        }
        let mut known = self.casting_options.iter_mut();
        known.find(|option| option.kind == kind)
    }

    fn grow(&mut self, growth: &Growth) {
        let has_roll = |option: &CastingOption| {
            option.healing.is_some() && growth.heals || option.damage_roll.is_some() && !growth.heals
        };
        // A source that begins at the base level counts its steps otherwise than the text.
        if self.casting_options.iter().any(has_roll) && growth.step == 1 && growth.base != self.level {
            return;
        }
        for level in growth.base + growth.step..=MAX_SLOT {
            match self.option(level) {
                Some(option) if growth.heals => option.healing = growth.roll(level),
                Some(option) => option.damage_roll = growth.roll(level),
                None => {}
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
        options.map(|o| (o.kind.as_str(), o.damage_roll.as_deref().unwrap_or_default())).collect()
    }

    #[test]
    fn dice_grow_as_the_text_says() {
        let row = spell(
            "The damage increases by 1d6 for each slot level above 7th.",
            &[("ritual", None), ("slot_level_8", None)],
        );
        assert_eq!(rolls(&row), [("slot_level_8", "4d6"), ("slot_level_9", "5d6")]);
        // What a source says of each level stays.
        let row = spell("The damage increases by 1d6 for each slot level above 7th.", &[("slot_level_8", Some("6d6"))]);
        assert_eq!(rolls(&row), [("slot_level_8", "6d6")]);
    }

    #[test]
    fn dice_that_grow_with_every_second_level_stay_for_the_first() {
        let row = spell(
            "The damage increases by 1d6 for every two slot levels above 6th.",
            &[("slot_level_7", Some("4d6")), ("slot_level_8", Some("5d6"))],
        );
        assert_eq!(rolls(&row), [("slot_level_8", "4d6"), ("slot_level_9", "4d6")]);
    }

    #[test]
    fn dice_that_the_text_says_more_of_grow_where_they_are_the_only_ones() {
        let wave = |roll: &str, text: &str, higher: &str| {
            let mut row = Model {
                text: text.into(),
                damage_roll: Some(roll.into()),
                healing: Some("1d4 + MOD".into()),
                higher_levels: Some(higher.into()),
                ..Model::default()
            };
            row.apply_rules();
            let option = row.casting_options.first();
            option.and_then(|option| option.damage_roll.clone().or(option.healing.clone()))
        };
        let more =
            "The damage dealt by the wave increases by 1d6, and its height by 5 feet, for each slot level above 3rd.";
        for (roll, text, higher, expected) in [
            ("3d6+10", "3d6+10 cold damage.", more, Some("4d6+10")),
            ("3d6", "3d6 cold damage, then 1d6.", more, None),
            ("3d6", "", "The healing increases by 1d4 for each slot level above 3rd.", Some("2d4 + MOD")),
            ("3d6", "", "The damage increases by 1d6 for each slot level above 3rd, up to 9d6.", None),
        ] {
            assert_eq!(wave(roll, text, higher).as_deref(), expected, "{higher}");
        }
    }

    #[test]
    fn a_cantrip_grows_with_its_caster() {
        for text in [
            "It deals 1d8 mud. The damage is 2d8 at 5th level, 3d8 at 11th level.",
            "The damage increases by 1d8 when you reach 5th level (2d8), 11th level (3d8), and falls at 7th level (1d8).",
        ] {
            let mut spark = Model { text: text.to_owned(), damage_roll: Some("1d8".to_owned()), ..Model::default() };
            spark.grow_cantrip();
            let grown = [("player_level_5", "2d8"), ("player_level_11", "3d8")];
            assert_eq!(rolls(&spark), grown, "{text}");
        }
    }

    #[test]
    fn other_dice_do_not_grow() {
        let row = spell("The damage increases by 1d8 for each slot level above 7th.", &[]);
        assert!(rolls(&row).is_empty());
    }
}
