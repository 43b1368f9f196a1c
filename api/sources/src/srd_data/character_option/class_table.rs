//! Class table: the columns of the rules, and the scales of the class.

use super::feature::Grant;
use crate::srd_data::index::Index;
use lorekeeper_content::character_option::slots::FULL_CASTER;
use lorekeeper_content::character_option::{ClassLevel, TableCell};
use lorekeeper_content::cr_text;
use serde::Deserialize;
use std::collections::BTreeMap;

/// An entry of a class's advancement.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Advancement {
    #[serde(rename = "type")]
    pub kind: String,
    pub level: i32,
    pub title: String,
    pub configuration: Configuration,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Configuration {
    #[serde(rename = "type")]
    kind: Option<String>,
    scale: BTreeMap<String, Step>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Step {
    value: Option<serde_json::Value>,
    number: Option<i32>,
    faces: Option<i32>,
}

/// The table of a class, level by level.
pub(super) fn levels(
    name: &str,
    progression: &str,
    advancement: &[Advancement],
    grants: &[Grant],
    index: &Index<'_>,
) -> Vec<ClassLevel> {
    (1..=20)
        .map(|level| {
            let mut row = ClassLevel {
                level,
                proficiency_bonus: Some((level - 1) / 4 + 2),
                features: gained(name, level, advancement, grants, index),
                spell_slots: slots(progression, level),
                ..ClassLevel::default()
            };
            for entry in advancement
                .iter()
                .filter(|entry| entry.kind == "ScaleValue")
            {
                let Some(value) = entry.configuration.at(level) else {
                    continue;
                };
                match entry.title.trim() {
                    "Cantrips Known" => row.cantrips_known = value.parse().ok(),
                    "Max Prepared Spells" | "Max Pact Magic Spells" => {
                        row.spells_known = value.parse().ok();
                    }
                    title => row.columns.push(TableCell {
                        name: title.to_owned(),
                        value,
                    }),
                }
            }
            row
        })
        .collect()
}

fn gained(
    name: &str,
    level: i32,
    advancement: &[Advancement],
    grants: &[Grant],
    index: &Index<'_>,
) -> Vec<String> {
    let granted = grants
        .iter()
        .filter(|grant| grant.level == level && grant.ref_type == "feature");
    let mut names: Vec<String> = granted
        .filter_map(|grant| index.name("features", &grant.slug).map(str::to_owned))
        .collect();
    for entry in advancement.iter().filter(|entry| entry.level == level) {
        match (entry.kind.as_str(), level) {
            ("Subclass", _) => names.push(format!("{name} Subclass")),
            ("AbilityScoreImprovement", 19) => names.push("Epic Boon".to_owned()),
            ("AbilityScoreImprovement", _) => names.push("Ability Score Improvement".to_owned()),
            _ => {}
        }
    }
    names.dedup();
    names
}

impl Configuration {
    /// The value at a level: the last step up to it.
    fn at(&self, level: i32) -> Option<String> {
        let steps = self
            .scale
            .iter()
            .filter_map(|(from, step)| Some((from.parse::<i32>().ok()?, step)));
        let (_, step) = steps
            .filter(|(from, _)| *from <= level)
            .max_by_key(|(from, _)| *from)?;
        if let Some(faces) = step.faces {
            let number = step.number.map(|n| n.to_string()).unwrap_or_default();
            return Some(format!("{number}d{faces}"));
        }
        let value = step.value.as_ref()?;
        let printed = match (value.as_f64(), self.kind.as_deref()) {
            (Some(rating), Some("cr")) => cr_text(rating),
            (Some(number), Some("distance")) => format!("{number} ft."),
            (Some(number), _) => number.to_string(),
            (None, _) => value.as_str()?.trim().to_owned(),
        };
        Some(printed).filter(|printed| !printed.is_empty())
    }
}

/// The spell slots at a level. A half caster's are those of a full caster of half the level, rounded up; pact magic
/// has slots of one level only.
fn slots(progression: &str, level: i32) -> Vec<i32> {
    let full = |level: i32| {
        let place = usize::try_from(level - 1).ok();
        place
            .and_then(|place| FULL_CASTER.get(place))
            .map(|slots| slots.to_vec())
            .unwrap_or_default()
    };
    match progression {
        "full" => full(level),
        "half" => full((level + 1) / 2),
        "third" if level >= 3 => full((level + 2) / 3),
        "pact" => {
            let (number, of) = match level {
                1 => (1, 1),
                2 => (2, 1),
                11..=16 => (3, 5),
                17.. => (4, 5),
                level => (2, ((level + 1) / 2).min(5)),
            };
            (1..=of)
                .map(|slot| if slot == of { number } else { 0 })
                .collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_follow_the_progression() {
        for (progression, level, expected) in [
            ("full", 5, &[4, 3, 2][..]),
            ("half", 1, &[2]),
            ("half", 5, &[4, 2]),
            ("half", 20, &[4, 3, 3, 3, 2]),
            ("third", 3, &[2]),
            ("pact", 3, &[0, 2]),
            ("pact", 17, &[0, 0, 0, 0, 4]),
            ("none", 20, &[]),
        ] {
            assert_eq!(slots(progression, level), expected, "{progression} {level}");
        }
    }

    #[test]
    fn a_scale_holds_until_its_next_step() {
        let scale = |kind: &str, steps: &str| Configuration {
            kind: Some(kind.to_owned()),
            scale: serde_json::from_str(steps).unwrap(),
        };
        let number = scale("number", r#"{"2": {"value": 3}, "10": {"value": 5}}"#);
        let at = [1, 2, 9, 10].map(|level| number.at(level));
        assert_eq!(
            at,
            [None, Some("3".into()), Some("3".into()), Some("5".into())]
        );
        let dice = scale("dice", r#"{"1": {"number": 2, "faces": 6}}"#);
        assert_eq!(dice.at(1).as_deref(), Some("2d6"));
        let rating = scale("cr", r#"{"1": {"value": 0.25}}"#);
        assert_eq!(rating.at(1).as_deref(), Some("1/4"));
        let far = scale("distance", r#"{"1": {"value": 10}}"#);
        assert_eq!(far.at(1).as_deref(), Some("10 ft."));
    }
}
