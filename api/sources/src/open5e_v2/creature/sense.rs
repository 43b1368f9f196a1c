//! Senses.

use super::wire::CreatureRecord;
use lorekeeper_content::creature::Senses;

/// How far the creature senses.
pub(super) fn senses(wire: &CreatureRecord) -> Senses {
    let ranges = [wire.darkvision_range, wire.blindsight_range, wire.tremorsense_range, wire.truesight_range];
    let range = |upstream: Option<i32>| {
        let range = upstream.filter(|range| *range > 0)?;
        if range < 1000 {
            return Some(range);
        }
        // The same run in two senses is a number of each, and which is whose is not certain.
        let once = ranges.iter().filter(|r| **r == upstream).count() == 1;
        without_passive(range, wire.passive_perception).or_else(|| once.then(|| first(range))?)
    };
    Senses {
        darkvision: range(wire.darkvision_range),
        blindsight: range(wire.blindsight_range),
        tremorsense: range(wire.tremorsense_range),
        truesight: range(wire.truesight_range),
        keensense: None,
        notes: None,
    }
}

/// A sense reaches less than a thousand feet: more is numbers that upstream ran together. The
/// passive Perception can be told apart (`6013` is 60 feet, passive Perception 13).
///
/// Correction (creatures): A sense of 6,013 feet is 60 feet and a passive Perception of 13 that ran into it.
fn without_passive(run: i32, passive_perception: Option<i32>) -> Option<i32> {
    let (digits, passive) = (run.to_string(), passive_perception?.to_string());
    let rest = digits.strip_suffix(&passive).or_else(|| digits.strip_prefix(&passive))?;
    distance(rest)
}

/// The first of two distances run together (`3010`: 30 feet, 10 while deafened), if they come
/// apart in one way only.
///
/// Correction (creatures): A sense of 3,010 feet is two distances run together. The first one counts.
fn first(run: i32) -> Option<i32> {
    let digits = run.to_string();
    let mut ways = (1..digits.len()).filter_map(|at| {
        let (first, second) = digits.split_at_checked(at)?;
        distance(second)?;
        distance(first)
    });
    ways.next().filter(|_| ways.next().is_none())
}

/// A distance as senses have it: a multiple of 5 feet, up to 300.
fn distance(digits: &str) -> Option<i32> {
    let number: i32 = digits.parse().ok()?;
    let plausible = number > 0 && number <= 300 && number % 5 == 0;
    (plausible && !digits.starts_with('0')).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passive_perception_comes_off_either_end() {
        for (run, passive, expected) in
            [(12017, 17, Some(120)), (14120, 14, Some(120)), (1208, 8, Some(120)), (6013, 12, None), (3010, 13, None)]
        {
            assert_eq!(without_passive(run, Some(passive)), expected, "{run}");
        }
    }

    #[test]
    fn the_first_of_two_distances_counts() {
        assert_eq!(first(3010), Some(30));
        assert_eq!(first(6020), Some(60));
        assert_eq!(first(1013), None);
    }
}
