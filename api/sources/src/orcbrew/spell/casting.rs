//! Casting of a spell: time, range, components, duration.

use super::super::item::Item;
use crate::spell_text::casting::{consumes, distance, duration, material_cost, time};
use lorekeeper_content::spell::Model;

/// The casting fields of an item.
pub(super) struct Casting {
    time: String,
    range: Option<String>,
    duration: String,
    concentration: bool,
    ritual: bool,
    verbal: bool,
    somatic: bool,
    material: bool,
    component: Option<String>,
}

impl Casting {
    pub fn of(item: &Item<'_>) -> Self {
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
        let has =
            |key: &str, letter: char| parts.is_some_and(|p| p.has(key)) || letters.contains(letter);
        let component = parts.and_then(|p| p.words("material-component")).or(aside);
        Self {
            time,
            range: item.words("range"),
            duration,
            concentration: concentration || item.has("concentration"),
            ritual: item.has("ritual") || lower.contains("(ritual)"),
            verbal: has("verbal", 'V'),
            somatic: has("somatic", 'S'),
            material: has("material", 'M') || component.is_some(),
            component,
        }
    }

    /// Puts it on a row.
    pub fn fill(self, row: &mut Model) {
        let time = time(&self.time);
        let distance = self.range.as_deref().and_then(distance);
        row.casting_time = time.code;
        row.casting_time_label = time.label;
        row.reaction_condition = time.condition;
        row.range = distance.map(|(number, _)| number);
        row.range_unit = distance.map(|(_, unit)| unit.to_owned());
        row.range_text = self.range;
        row.duration = self.duration;
        row.concentration = self.concentration;
        row.ritual = self.ritual;
        row.verbal = self.verbal;
        row.somatic = self.somatic;
        row.material = self.material;
        row.material_cost = self.component.as_deref().and_then(material_cost);
        row.material_consumed = self.component.as_deref().is_some_and(consumes);
        row.material_text = self.component;
    }
}

/// `Concentration, up to 1 minute` is a minute with concentration.
fn lasting(printed: &str) -> (String, bool) {
    let lower = printed.trim().to_lowercase();
    match lower.strip_prefix("concentration") {
        Some(rest) => (
            duration(
                rest.trim_start_matches([',', ':', ' ', '('])
                    .trim_end_matches(')'),
            ),
            true,
        ),
        None => (duration(&lower), false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn row(raw: serde_json::Value) -> Model {
        let mut row = Model::default();
        Casting::of(&Item::of(&raw).unwrap()).fill(&mut row);
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
        assert_eq!(
            row.reaction_condition.as_deref(),
            Some("which you take when a kettle boils")
        );
        assert_eq!(
            (row.range, row.range_unit.as_deref()),
            (Some(60.0), Some("feet"))
        );
        assert_eq!(
            (row.duration.as_str(), row.concentration),
            ("1 minute", true)
        );
        assert_eq!((row.verbal, row.somatic, row.material), (true, false, true));
        assert_eq!(
            (row.material_cost, row.material_consumed),
            (Some(25.0), true)
        );
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
