//! Usage limits of traits and actions.

use super::input;
use lorekeeper_content::{Pattern, UsageLimit};

/// The limit of an action as upstream structures it.
pub fn limit(wire: &input::Usage) -> Option<UsageLimit> {
    if minutes_between(wire).is_some() {
        return None;
    }
    match (wire.kind.as_str(), wire.param) {
        // `RECHARGE` with a number is the same as `RECHARGE_ON_ROLL`: "Recharge 5-6".
        ("RECHARGE_ON_ROLL" | "RECHARGE", Some(minimum)) => Some(on_roll(minimum)),
        ("PER_DAY", Some(times)) => Some(per_day(times)),
        ("PER_REST", Some(times)) => Some(times_per("PER_REST", times)),
        ("RECHARGE" | "RECHARGE_AFTER_REST", None) => Some(after_rest("")),
        _ => None,
    }
}

/// Minutes of a day.
const DAY: i32 = 24 * 60;

/// More uses a day than any book prints.
const MIN_COMPUTED_TIMES: i32 = 24;

/// The minutes from one use to the next, where upstream made a number of uses a day of them.
///
/// Correction (creatures): 24 uses a day or more were computed: `144/Day` becomes `Recharges after 10 Minutes`, behind
/// the name.
pub fn minutes_between(wire: &input::Usage) -> Option<i32> {
    let times = wire.param.filter(|times| *times >= MIN_COMPUTED_TIMES)?;
    (wire.kind == "PER_DAY" && DAY % times == 0).then_some(DAY / times)
}

static PER: Pattern = Pattern::new(
    r"\([^)]*?\b(?P<times>\d+)\s*/\s*(?P<per>day|(?:short or long |long |short )?rest)\b(?:, or (?P<lair>\d+)/day in lair)?",
);
static ROLL: Pattern = Pattern::new(r"\([^)]*?\brecharge (?P<minimum>[2-6])\b");
static REST: Pattern = Pattern::new(r"\([^)]*?\brecharges?(?: after an?|:) (?P<rests>[^)]*rest)\b");

/// The limit that a heading prints in brackets: `(3/Day)`, `(Recharge 5-6)`,
/// `(Recharges after a Short or Long Rest)`, `(3/Day, or 4/Day in Lair)`.
///
/// Correction (creatures): `(Recharge 5-6)` and `(3/Day)`, which only a heading has, become `usage`.
pub fn printed(heading: &str) -> Option<UsageLimit> {
    if let Some(per) = PER.captures(heading) {
        let times = per.name("times")?.as_str().parse().ok()?;
        let in_lair = per.name("lair");
        let per = per.name("per")?.as_str().to_lowercase();
        return Some(if per == "day" {
            UsageLimit { times_in_lair: in_lair.and_then(|times| times.as_str().parse().ok()), ..per_day(times) }
        } else {
            UsageLimit { rests: rests(&per), ..times_per("PER_REST", times) }
        });
    }
    if let Some(roll) = ROLL.captures(heading) {
        return Some(on_roll(roll.name("minimum")?.as_str().parse().ok()?));
    }
    let rest = REST.captures(heading)?;
    Some(after_rest(rest.name("rests")?.as_str()))
}

/// So many uses a day.
pub fn per_day(times: i32) -> UsageLimit {
    times_per("PER_DAY", times)
}

/// No limit.
pub fn at_will() -> UsageLimit {
    UsageLimit { kind: "AT_WILL".to_owned(), ..UsageLimit::default() }
}

fn on_roll(minimum: i32) -> UsageLimit {
    UsageLimit { kind: "RECHARGE_ON_ROLL".to_owned(), minimum: Some(minimum), ..UsageLimit::default() }
}

fn times_per(kind: &str, times: i32) -> UsageLimit {
    UsageLimit { kind: kind.to_owned(), times: Some(times), ..UsageLimit::default() }
}

fn after_rest(words: &str) -> UsageLimit {
    UsageLimit { kind: "RECHARGE_AFTER_REST".to_owned(), rests: rests(words), ..UsageLimit::default() }
}

fn rests(words: &str) -> Vec<String> {
    let words = words.to_lowercase();
    ["short", "long"].into_iter().filter(|rest| words.contains(rest)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_print_limits() {
        for (heading, kind, times, minimum, rests) in [
            ("Stubborn (3/Day)", "PER_DAY", Some(3), None, &[][..]),
            ("Sneeze (1/ day)", "PER_DAY", Some(1), None, &[]),
            ("Sneeze (Recharge 5–6)", "RECHARGE_ON_ROLL", None, Some(5), &[]),
            ("Sneeze (Recharge 6)", "RECHARGE_ON_ROLL", None, Some(6), &[]),
            ("Sneeze (Fog Form Only Recharge 4–6)", "RECHARGE_ON_ROLL", None, Some(4), &[]),
            ("Nap (Recharges after a Short or Long Rest)", "RECHARGE_AFTER_REST", None, None, &["short", "long"]),
            ("Nap (Recharges after a Long Rest)", "RECHARGE_AFTER_REST", None, None, &["long"]),
            ("Nap (Recharge: Short/Long Rest)", "RECHARGE_AFTER_REST", None, None, &["short", "long"]),
            ("Nap (2/rest)", "PER_REST", Some(2), None, &[]),
        ] {
            let limit = printed(heading).unwrap_or_default();
            assert_eq!(limit.kind, kind, "{heading}");
            assert_eq!((limit.times, limit.minimum), (times, minimum), "{heading}");
            assert_eq!(limit.rests, rests, "{heading}");
        }
        let stubborn = printed("Stubborn (3/Day, or 4/Day in Lair)").unwrap();
        let times = (stubborn.times, stubborn.times_in_lair);
        assert_eq!((&*stubborn.kind, times), ("PER_DAY", (Some(3), Some(4))));
        for heading in ["Bark", "Bark (1/Turn)", "Bark (Dog Form Only)", "Recharge 5 lamps"] {
            assert_eq!(printed(heading), None, "{heading}");
        }
    }

    #[test]
    fn a_recharge_with_a_number_is_a_roll() {
        let usage = |kind: &str, param| input::Usage { kind: kind.to_owned(), param };
        let kind = |usage: &input::Usage| limit(usage).map(|l| (l.kind, l.minimum, l.times));
        let roll = Some(("RECHARGE_ON_ROLL".to_owned(), Some(4), None));
        assert_eq!(kind(&usage("RECHARGE", Some(4))), roll);
        assert_eq!(kind(&usage("RECHARGE_ON_ROLL", Some(4))), roll);
        let day = Some(("PER_DAY".to_owned(), None, Some(2)));
        assert_eq!(kind(&usage("PER_DAY", Some(2))), day);
        let rest = Some(("RECHARGE_AFTER_REST".to_owned(), None, None));
        assert_eq!(kind(&usage("RECHARGE", None)), rest);
        assert_eq!(kind(&usage("SOMETIMES", Some(2))), None);
        let computed = usage("PER_DAY", Some(144));
        assert_eq!((kind(&computed), minutes_between(&computed)), (None, Some(10)));
        assert_eq!(minutes_between(&usage("PER_DAY", Some(9))), None);
    }
}
