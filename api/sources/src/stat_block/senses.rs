//! Senses: ranges and the passive Perception, printed in one line.

use lorekeeper_content::{Pattern, creature};

static SENSE: Pattern = Pattern::new(
    r"\b(?P<kind>darkvision|blindsight|tremorsense|truesight|keensense)\s*(?:of|out to|:)?\s*(?P<feet>\d+)\s*(?:ft\b\.?|feet\b|')?(?: or \d+ ft\. while \w+)?\s*(?P<aside>\([^)]*\))?",
);

/// A range with another sign for feet.
static FEET: Pattern = Pattern::new(r"(?P<feet>\d+) ?(?:'|feet\b)");

static PASSIVE: Pattern = Pattern::new(r"\bpassive perception:?\s*(?P<score>\d+)");

/// The ranges in feet, with what limits them, and the passive Perception.
///
/// Correction (creatures): What limits a sense has `ft.` for a foot mark (`blindsight 120' (blind beyond)`).
pub fn read(printed: &str) -> (creature::Senses, Option<i32>) {
    let mut ranges = creature::Senses::default();
    let mut notes = Vec::new();
    for found in SENSE.captures_iter(printed) {
        let feet = found.name("feet").and_then(|f| f.as_str().parse().ok());
        let kind = found.name("kind").map_or("", |k| k.as_str()).to_lowercase();
        let place = match kind.as_str() {
            "darkvision" => &mut ranges.darkvision,
            "blindsight" => &mut ranges.blindsight,
            "tremorsense" => &mut ranges.tremorsense,
            "keensense" => &mut ranges.keensense,
            _ => &mut ranges.truesight,
        };
        *place = place.or(feet);
        if found.name("aside").is_some() {
            let note = found.get(0).map_or("", |all| all.as_str().trim());
            notes.push(FEET.replace(note, "$feet ft.").into_owned());
        }
    }
    ranges.notes = Some(notes.join("; ")).filter(|notes| !notes.is_empty());
    let passive = PASSIVE.captures(printed);
    let passive = passive.and_then(|p| p.name("score")?.as_str().parse().ok());
    (ranges, passive)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_ranges_and_the_passive_perception() {
        let (senses, passive) =
            read("blindsight 30' (blind beyond), darkvision 60', keensense 10 ft., passive Perception 12");
        assert_eq!(senses.keensense, Some(10));
        assert_eq!((senses.blindsight, senses.darkvision), (Some(30), Some(60)));
        assert_eq!(senses.notes.as_deref(), Some("blindsight 30 ft. (blind beyond)"));
        assert_eq!(passive, Some(12));
        assert_eq!(read("-"), (creature::Senses::default(), None));
    }
}
