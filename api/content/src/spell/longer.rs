//! Duration at higher levels: from the words of a spell to its ways of casting.

use super::Model;
use crate::Pattern;
use crate::vocabulary::number_word;

/// What each level adds: `the duration increases by 1 minute for each slot level above 2nd`.
static EACH: Pattern = Pattern::new(
    r"\b(?:duration increases by (?P<by>\d+|an?|one) (?P<unit>minute|hour|day)s?|lasts? (?P<longer>\d+) (?P<unit2>minute|hour|day)s? longer|lasts? for an additional (?P<unit3>minute|hour|day))\b[^.;]{0,80}? for each slot level above (?P<base>\d)",
);

/// The duration with a slot: `using a spell slot of 7th or 8th level, the duration is 8 hours`.
static WITH: Pattern = Pattern::new(
    r"\b(?:slot of (?P<level>\d)\w\w(?: or (?P<other>\d)\w\w)? level|a (?:(?P<level2>\d)\w\w-level|level (?P<level3>\d)) spell slot)(?P<higher> or higher)?,? (?:the )?(?:duration (?:is|becomes|increases to)|(?:spell|illusion) lasts(?: for)?|you can maintain your concentration on the spell for up to) (?P<duration>\d+ (?:minute|hour|day|year)s?|until dispelled|until it is ended)\b",
);

/// The levels of slots.
const MAX_SLOT: i32 = 9;

impl Model {
    /// Fills in the duration of the ways of casting that the text at higher levels says.
    ///
    /// Correction (spells): The duration at higher levels follows from the text where a way of casting has none.
    pub(super) fn last_longer(&mut self) {
        let Some(higher) = self.higher_levels.clone() else {
            return;
        };
        if let Some((base, more, unit, above)) = self.growing(&higher) {
            for level in above + 1..=MAX_SLOT {
                let count = base + more * (level - above);
                self.set_duration(level, format!("{count} {unit}s"));
            }
        }
        for found in WITH.captures_iter(&higher) {
            let number = |name: &str| found.name(name)?.as_str().parse::<i32>().ok();
            let Some(level) = ["level", "level2", "level3"].into_iter().find_map(number) else {
                continue;
            };
            let last = match (found.name("higher"), number("other")) {
                (Some(_), _) => MAX_SLOT,
                (None, other) => other.unwrap_or(level),
            };
            let duration = found["duration"].to_lowercase();
            let duration = duration.replace("until it is ended", "until dispelled");
            for level in level..=last {
                self.set_duration(level, duration.clone());
            }
        }
    }

    /// The base duration, what each level adds, in which unit, and the level above which it does.
    fn growing(&self, higher: &str) -> Option<(i32, i32, String, i32)> {
        let found = EACH.captures(higher)?;
        let (base, base_unit) = self.duration.trim().split_once(' ')?;
        let unit = ["unit", "unit2", "unit3"].iter().find_map(|name| found.name(name))?;
        let unit = unit.as_str().to_lowercase();
        if base_unit.trim_end_matches('s') != unit {
            return None;
        }
        let more = found.name("by").or_else(|| found.name("longer"));
        let more = more.map_or("one", |more| more.as_str()).to_lowercase();
        let more = match more.as_str() {
            "a" | "an" => 1,
            number => number.parse().ok().or_else(|| number_word(number))?,
        };
        Some((base.parse().ok()?, more, unit, found["base"].parse().ok()?))
    }

    fn set_duration(&mut self, level: i32, duration: String) {
        if let Some(option) = self.option(level) {
            option.duration.get_or_insert(duration);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spell_lasts_longer_with_a_higher_slot() {
        for (higher, expected) in [
            (
                "When you use a higher slot, the song lasts 2 minutes longer for each slot level above 7th.",
                [("slot_level_8", "3 minutes"), ("slot_level_9", "5 minutes")],
            ),
            (
                "When you cast this spell using a spell slot of 8th level, the duration is 8 hours. Using a spell slot of 9th level or higher, the spell lasts until dispelled.",
                [("slot_level_8", "8 hours"), ("slot_level_9", "until dispelled")],
            ),
        ] {
            let mut spell =
                Model { duration: "1 minute".to_owned(), higher_levels: Some(higher.to_owned()), ..Model::default() };
            spell.last_longer();
            let options = spell.casting_options.iter();
            let found: Vec<_> =
                options.map(|option| (option.kind.as_str(), option.duration.as_deref().unwrap_or_default())).collect();
            assert_eq!(found, expected);
        }
    }
}
