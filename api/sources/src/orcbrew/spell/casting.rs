//! Casting of a spell: time, range, components, duration.

use super::super::item::Item;
use crate::spell_text::casting::{PrintedCasting, duration};
use lorekeeper_content::spell::Model;

/// Puts the casting of an item on a row.
pub(super) fn fill(item: &Item<'_>, row: &mut Model) {
    let printed = item.words("casting-time").unwrap_or_default();
    let lower = printed.to_lowercase();
    let time = match lower.find("(ritual)") {
        Some(at) => printed.get(..at).unwrap_or_default().trim().to_owned(),
        None => printed,
    };
    // `Bonus action` is one.
    let time = match time.chars().next() {
        Some(first) if first.is_alphabetic() => format!("1 {time}"),
        _ => time,
    };
    let (duration, concentration) = lasting(&item.words("duration").unwrap_or_default());
    let parts = item.child("components");
    let printed = item.words("components").unwrap_or_default();
    let (letters, aside) = match printed.split_once('(') {
        Some((letters, aside)) => (letters, Some(aside.trim_end_matches(')').to_owned())),
        None => (printed.as_str(), None),
    };
    let has = |key: &str, letter: char| parts.is_some_and(|p| p.has(key)) || letters.contains(letter);
    let component = parts.and_then(|p| p.words("material-component")).or(aside);
    row.concentration = concentration || item.has("concentration");
    row.ritual = item.has("ritual") || lower.contains("(ritual)");
    row.verbal = has("verbal", 'V');
    row.somatic = has("somatic", 'S');
    row.material = has("material", 'M') || component.is_some();
    let casting = PrintedCasting { time, range: item.words("range"), duration, material: component };
    casting.fill(row);
}

/// `Concentration, up to 1 minute` is a minute with concentration.
fn lasting(printed: &str) -> (String, bool) {
    let lower = printed.trim().to_lowercase();
    match lower.strip_prefix("concentration") {
        Some(rest) => (duration(rest.trim_start_matches([',', ':', ' ', '(']).trim_end_matches(')')), true),
        None => (duration(&lower), false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn row(raw: serde_json::Value) -> Model {
        let mut row = Model::default();
        fill(&Item::of(&raw).unwrap(), &mut row);
        row
    }

    #[test]
    fn casting_is_read_whole() {
        let row = row(json!({
            "casting-time": "1 reaction, which you take when a kettle boils",
            "range": "60 feet", "duration": "Concentration, up to 1 minute",
            "components": {"verbal": true, "somatic": false, "material": true,
                           "material-component": "a lid worth 25 gp, which the spell consumes"}
        }));
        assert_eq!(row.casting_time, "reaction");
        assert_eq!(row.reaction_condition.as_deref(), Some("which you take when a kettle boils"));
        assert_eq!((row.range, row.range_unit.as_deref()), (Some(60.0), Some("feet")));
        assert_eq!((row.duration.as_str(), row.concentration), ("1 minute", true));
        assert_eq!((row.verbal, row.somatic, row.material), (true, false, true));
        assert_eq!((row.material_cost, row.material_consumed), (Some(25.0), true));
    }

    #[test]
    fn words_stand_for_fields() {
        let row = row(json!({
            "casting-time": "Bonus Action (ritual)", "duration": "Up to 8 hours",
            "components": "V, M (a spoon)"
        }));
        assert_eq!(row.casting_time, "bonus-action");
        assert_eq!(row.casting_time_label, "1 bonus action");
        assert!(row.ritual && row.verbal && row.material && !row.somatic && !row.concentration);
        assert_eq!(row.material_text.as_deref(), Some("a spoon"));
        assert_eq!(row.duration, "8 hours");
    }
}
