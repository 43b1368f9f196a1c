//! Spells that an option gives beside those of a class.

use super::super::markdown::words;
use crate::foundry_text::fields::Fields;
use crate::prose::ordinal;
use serde_json::Value;

/// The spells as a list, a line for each level; empty where there are none.
pub(super) fn list(raw: &Value) -> String {
    let sets = raw.get("additionalSpells").and_then(Value::as_array);
    let mut lines = Vec::new();
    for set in sets.into_iter().flatten() {
        if let Some(name) = Fields::of(set).filled("name") {
            lines.push(format!("**{}**\n", words(&name)));
        }
        for (field, how) in [
            ("known", "known"),
            ("prepared", "always prepared"),
            ("innate", "cast innately"),
            ("expanded", "added to the spell list"),
        ] {
            let levels = set.get(field).and_then(Value::as_object);
            for (level, spells) in levels.into_iter().flatten() {
                let mut found = Vec::new();
                named(spells, &mut found);
                if found.is_empty() {
                    continue;
                }
                let level = match (level.strip_prefix('s'), level.parse::<i32>()) {
                    (Some("0"), _) => "Cantrips".to_owned(),
                    (Some(level), _) => format!("Spells of level {level}"),
                    (None, Ok(level)) => format!("{} level", ordinal(level)),
                    (None, Err(_)) => "Always".to_owned(),
                };
                lines.push(format!("- {level} ({how}): {}", found.join(", ")));
            }
        }
    }
    lines.join("\n")
}

/// The names of spells, however deep they stand.
fn named(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => {
            let name = text.split(['#', '|']).next().unwrap_or_default();
            found.push(format!("*{}*", words(name)));
        }
        Value::Array(values) => values.iter().for_each(|value| named(value, found)),
        Value::Object(fields) => {
            let fields_of = Fields::of(value);
            if let Some(filter) = fields_of.filled("choose").or_else(|| fields_of.filled("all")) {
                found.push(format!("a choice ({})", filter.replace('|', ", ")));
                return;
            }
            if let Some(choices) = value.get("choose") {
                named(choices.get("from").unwrap_or(&Value::Null), found);
                return;
            }
            fields.values().for_each(|value| named(value, found));
        }
        _ => {}
    }
}
