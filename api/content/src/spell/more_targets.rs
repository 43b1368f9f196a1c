//! Targets, areas and hit points at higher levels: from the words of a spell to its ways of casting.

use super::{CastingOption, Model};
use crate::vocabulary::number_word;
use crate::{Pattern, Regex, pattern};
use std::sync::LazyLock;

const EACH_LEVEL: &str =
    r"for (?:each|every) (?P<two>two |2 )?(?:spell )?slot levels? (?:above|beyond) (?:the )?(?P<base>\d)";

/// How texts say that a number grows: `more` for each level above `base`, or for `two`; `anew` where the number at the base level does
/// not count.
type Growth = LazyLock<Regex>;

/// `one additional creature`, `two more darts`, `the number of targets increases by one`, `up to three willing creatures`.
static TARGETS: [Growth; 3] = [
    LazyLock::new(|| {
        pattern(&format!(
            r"\b(?P<more>an|one|two|three|2|3) (?:additional|more|extra) (?:(?:willing|friendly|undead) )?(?:creature|target|ally|enemy|beast|humanoid|monstrosity|group|weapon|object|corpse|undead|ghoul|dart|ray|beam|bolt)s?\b[^.,;]{{0,60}}? {EACH_LEVEL}"
        ))
    }),
    LazyLock::new(|| {
        pattern(&format!(
            r"\bnumber of (?:affected |target )?(?:targets|creatures)(?: (?:that )?(?:you|the \w+|this spell) can (?:affect|target)| affected)? (?:increases )?by (?P<more>one|two|three|four) {EACH_LEVEL}"
        ))
    }),
    LazyLock::new(|| {
        pattern(&format!(
            r"\b(?P<anew>target) up to (?P<more>two|three|3) (?:willing )?creatures (?:within \d+ feet )?\([^)]*\) {EACH_LEVEL}"
        ))
    }),
];

static AREA: [Growth; 1] = [LazyLock::new(|| {
    pattern(&format!(
        r"\b(?:(?:radius|cube|cone|sphere|size|line|spell(?:['’]s)? area)\b[^.,;]{{0,45}}? increases? by|increase the size of the (?:cube|sphere) by) (?P<more>\d+) feet,? {EACH_LEVEL}"
    ))
})];

static HEALING: [Growth; 1] = [LazyLock::new(|| {
    pattern(&format!(r"\b(?:healing|hit points regained) increases? by (?P<more>\d+) {EACH_LEVEL}"))
})];

/// Numbers of targets of cantrips: `two beams at 5th level, three beams at 11th level`.
static BEAMS: Pattern =
    Pattern::new(r"\b(?P<count>two|three|four) (?:beams|rays|bolts) at (?:level (?P<level>\d+)|(?P<nth>\d+)th level)");

/// The largest size of an area that its caster chooses.
static LARGEST: Pattern = Pattern::new(r"\bas small as \d+ feet to as large as (?P<size>\d+) feet");

/// Dice, or damage that grows.
static DAMAGE: Pattern = Pattern::new(r"\d+d\d+|\bdamage\b");

/// The highest level of a slot.
const MAX_SLOT: i32 = 9;

impl Model {
    /// Fills in the targets, areas and hit points of the ways of casting.
    ///
    /// Correction (spells): Targets, areas and hit points at higher levels follow from the text: the base number and what each level
    /// adds. Where the text lets nothing but the targets grow, the damage does not.
    pub(super) fn grow_numbers(&mut self) {
        let has_targets = self.grow_number(&TARGETS, self.target_count, |option, count| {
            option.target_count = Some(count);
        });
        if has_targets && !DAMAGE.is_match(self.higher_levels.as_deref().unwrap_or_default()) {
            let options = self.casting_options.iter_mut();
            for option in options.filter(|option| option.slot_level().is_some()) {
                option.damage_roll = None;
            }
        }
        let in_feet = self.area_unit.as_deref().is_none_or(|unit| unit == "feet");
        let largest = LARGEST.captures(&self.text);
        let largest = largest.and_then(|found| found["size"].parse().ok());
        let area = self.area_size.filter(|_| in_feet).or(largest);
        self.grow_number(&AREA, area, |option, size| {
            option.area_size = option.area_size.or(Some(size));
        });
        let healing = self.healing.as_deref();
        let healing = healing.and_then(|healing| healing.parse().ok());
        self.grow_number(&HEALING, healing, |option, points| {
            option.healing = Some(points.to_string());
        });
        self.grow_beams();
    }

    /// Lets the beams of a cantrip grow with the level of its caster, each with the same dice.
    fn grow_beams(&mut self) {
        let texts = [Some(self.text.as_str()), self.higher_levels.as_deref()];
        let mut beams = Vec::new();
        for found in texts.into_iter().flatten().flat_map(|text| BEAMS.captures_iter(text)) {
            let level = found.name("level").or_else(|| found.name("nth"));
            let count = number_word(&found["count"].to_lowercase());
            beams.extend(count.zip(level.map(|level| format!("player_level_{}", level.as_str()))));
        }
        let base = self.damage_roll.clone();
        for (count, kind) in beams {
            let mut options = self.casting_options.iter_mut();
            if let Some(option) = options.find(|option| option.kind == kind) {
                option.target_count = Some(count);
                option.damage_roll = option.damage_roll.take().filter(|roll| Some(roll) != base.as_ref());
            }
        }
    }

    /// Lets a number grow from its base as the text at higher levels says. Returns whether it says so.
    fn grow_number(&mut self, growths: &[Growth], base: Option<i32>, set: impl Fn(&mut CastingOption, i32)) -> bool {
        let Some((base, higher)) = base.zip(self.higher_levels.as_deref()) else {
            return false;
        };
        let mut growths = growths.iter();
        let Some(found) = growths.find_map(|growth| growth.captures(higher)) else {
            return false;
        };
        // `the distance you can move the sphere increases`
        let before = found.get(0).and_then(|found| higher.get(..found.start()));
        let clause = before.and_then(|before| before.rsplit(['.', ',']).next());
        if clause.is_some_and(|clause| clause.contains("distance")) {
            return false;
        }
        let more = match found["more"].to_lowercase().as_str() {
            "an" => Some(1),
            word => number_word(word).or_else(|| word.parse().ok()),
        };
        let Some((more, above)) = more.zip(found["base"].parse::<i32>().ok()) else {
            return false;
        };
        let base = if found.name("anew").is_some() { 0 } else { base };
        let step = if found.name("two").is_some() { 2 } else { 1 };
        for level in above + step..=MAX_SLOT {
            if let Some(option) = self.option(level) {
                let steps = (level - above) / step;
                set(option, base.saturating_add(more.saturating_mul(steps)));
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grown(spell: Model, kind: &str) -> CastingOption {
        let mut spell = spell;
        spell.grow_numbers();
        let mut options = spell.casting_options.iter();
        options.find(|option| option.kind == kind).cloned().unwrap_or_default()
    }

    #[test]
    fn targets_grow_as_the_text_says() {
        for (higher, count) in [
            ("You can target one additional creature for each slot level above 2nd.", 5),
            ("One additional toad leaps for each slot level above 2nd.", 0),
            ("The spell creates two more darts for each spell slot level above 2.", 7),
            ("The number of targets increases by one for each slot level above 2nd.", 5),
            ("You can target up to three willing creatures (including you) for each slot level above 2nd.", 6),
        ] {
            let spell = Model {
                target_count: Some(3),
                higher_levels: Some(higher.to_owned()),
                damage_roll: Some("1d4".to_owned()),
                casting_options: vec![CastingOption {
                    kind: "slot_level_4".to_owned(),
                    damage_roll: Some("2d4".to_owned()),
                    ..CastingOption::default()
                }]
                .into(),
                ..Model::default()
            };
            let option = grown(spell, "slot_level_4");
            assert_eq!(option.target_count.unwrap_or_default(), count, "{higher}");
            assert_eq!(option.damage_roll.is_none(), count > 0, "{higher}");
        }
    }

    #[test]
    fn areas_and_hit_points_grow_as_the_text_says() {
        let spell = |text: &str, higher: &str| Model {
            text: text.to_owned(),
            healing: Some("20".to_owned()),
            higher_levels: Some(higher.to_owned()),
            ..Model::default()
        };
        let pond = spell(
            "The pond is a cube, as small as 5 feet to as large as 50 feet on a side.",
            "You can increase the size of the cube by 50 feet for each slot level beyond 3rd.",
        );
        assert_eq!(grown(pond, "slot_level_5").area_size, Some(150));
        let balm = spell("", "The healing increases by 5 for each spell slot level above 3.");
        assert_eq!(grown(balm, "slot_level_5").healing.as_deref(), Some("30"));
    }

    #[test]
    fn a_cantrip_has_more_beams_with_the_same_dice() {
        let spell = Model {
            text: "The spell has two beams at 5th level, and three beams at 11th level.".to_owned(),
            damage_roll: Some("1d10".to_owned()),
            casting_options: vec![CastingOption {
                kind: "player_level_11".to_owned(),
                damage_roll: Some("1d10".to_owned()),
                ..CastingOption::default()
            }]
            .into(),
            ..Model::default()
        };
        let option = grown(spell, "player_level_11");
        assert_eq!((option.target_count, option.damage_roll), (Some(3), None));
    }
}
