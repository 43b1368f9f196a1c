//! Speeds.

use lorekeeper_content::creature::Speed;
use serde_json::Value;
use std::collections::BTreeMap;

/// The speeds in feet. A zero is no speed, but for one that walks; what is no known way to move is a note.
///
/// Correction (creatures): `bur.` is a burrowing speed. Ways to move that the rules do not have become notes. A
/// speed of 0 is left out.
pub(super) fn speed(upstream: &BTreeMap<String, Value>) -> Speed {
    let mut speed = Speed { unit: Some("feet".to_owned()), ..Speed::default() };
    let mut notes: Vec<String> = Vec::new();
    for (way, value) in upstream {
        let feet = value.as_i64().and_then(|feet| i32::try_from(feet).ok());
        let moves = feet.filter(|feet| *feet > 0);
        match way.as_str() {
            "walk" => speed.walk = feet,
            "fly" => speed.fly = moves,
            "swim" => speed.swim = moves,
            "climb" => speed.climb = moves,
            // Once it is cut short.
            "burrow" | "bur." => speed.burrow = moves,
            "hover" => speed.hover = value.as_bool(),
            _ => notes.extend(match value {
                Value::String(text) => Some(text.trim().to_owned()),
                _ => moves.map(|feet| format!("{way} {feet} ft.")),
            }),
        }
    }
    notes.retain(|note| !note.is_empty());
    speed.notes = Some(notes.join("; ")).filter(|notes| !notes.is_empty());
    speed
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn speeds_are_read_whatever_they_are_called() {
        let upstream = json!({
            "walk": 0, "fly": 50, "hover": true, "swim": 0, "bur.": 15, "moonwalking": 5,
            "notes": "20 ft. as a tadpole"
        });
        let speed = speed(&serde_json::from_value(upstream).unwrap());
        assert_eq!((speed.walk, speed.fly, speed.swim), (Some(0), Some(50), None));
        assert_eq!((speed.burrow, speed.hover), (Some(15), Some(true)));
        assert_eq!(speed.notes.as_deref(), Some("moonwalking 5 ft.; 20 ft. as a tadpole"));
    }
}
