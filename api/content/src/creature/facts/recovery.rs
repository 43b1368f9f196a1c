//! Recovery: what gives a creature its limited traits and actions back.

use super::texts;
use crate::Pattern;
use crate::UsageLimit;
use crate::creature::Model;

const ROLL: &str = "roll";
const SHORT_REST: &str = "short-rest";
const LONG_REST: &str = "long-rest";
const DAY: &str = "day";

/// What the text says of when something can be used again.
static AGAIN: Pattern = Pattern::new(
    r"(?x) \b(?: (?:can['’]?t|cannot)\ (?:use|do|take)\b[^.]*\bagain\ (?:until|before)\b
            | regains?\ (?:all\ |its\ |any\ |the\ )*(?:expended|spent|use)\b )
          [^.]*\b(?: finish(?:es|ing)?\ an?\ (?P<rests>short\ (?:rest\ )?or\ (?:a\ )?long\ rest|short\ rest|long\ rest)
            | (?P<day>dawn|dusk|sunset|sunrise|midnight|24\ hours) )\b",
);

/// The words: `roll`, `short-rest`, `long-rest`, `day`, in this order.
pub(super) fn recovers_on(creature: &Model) -> Vec<String> {
    let traits = creature.traits.iter().filter_map(|part| part.usage.as_ref());
    let actions = creature.all_actions().filter_map(|action| action.usage.as_ref());
    let mut found: Vec<&str> = Vec::new();
    for usage in traits.chain(actions) {
        found.extend(of_usage(usage));
    }
    for text in texts(creature) {
        for again in AGAIN.captures_iter(text) {
            if again.name("day").is_some() {
                found.push(DAY);
            }
            if let Some(rests) = again.name("rests") {
                let rests = rests.as_str().to_lowercase();
                found.extend(rests.contains("short").then_some(SHORT_REST));
                found.extend(rests.contains("long").then_some(LONG_REST));
            }
        }
    }
    let words = [ROLL, SHORT_REST, LONG_REST, DAY].into_iter();
    let words = words.filter(|word| found.contains(word));
    words.map(str::to_owned).collect()
}

/// What a limit of uses says.
fn of_usage(usage: &UsageLimit) -> Vec<&'static str> {
    match usage.kind.as_str() {
        "RECHARGE_ON_ROLL" => vec![ROLL],
        "PER_DAY" => vec![DAY],
        // A rest of either length, where the source does not say.
        "RECHARGE_AFTER_REST" | "PER_REST" => {
            let either = usage.rests.is_empty();
            let of = |rest: &str| either || usage.rests.iter().any(|said| said == rest);
            let rests = [(of("short"), SHORT_REST), (of("long"), LONG_REST)];
            let rests = rests.into_iter().filter(|(said, _)| *said);
            rests.map(|(_, rest)| rest).collect()
        }
        _ => Vec::new(),
    }
}
