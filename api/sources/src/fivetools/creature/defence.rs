//! Vulnerabilities, resistances and immunities, with what limits them.

use super::super::markdown::words;
use crate::foundry_text::fields::Fields;
use serde_json::Value;

/// A line of damage types: the plain ones first, then groups with a note, parted by semicolons.
pub(in super::super) fn damage(value: &Value, field: &str) -> String {
    let mut plain: Vec<String> = Vec::new();
    let mut groups: Vec<String> = Vec::new();
    for part in value.as_array().into_iter().flatten() {
        match part {
            Value::String(word) => plain.push(words(word)),
            part => groups.push(group(part, field)),
        }
    }
    let plain = plain.join(", ");
    let parts = std::iter::once(plain).chain(groups).filter(|part| !part.is_empty());
    let line = parts.collect::<Vec<_>>().join("; ");
    if line.is_empty() { words(value.as_str().unwrap_or_default()) } else { line }
}

fn group(part: &Value, field: &str) -> String {
    let fields = Fields::of(part);
    if let Some(special) = fields.filled("special") {
        return words(&special);
    }
    let kinds = part.get(field).and_then(Value::as_array);
    let types = kinds.into_iter().flatten().map(|part| match part {
        Value::String(word) => words(word),
        part => group(part, field),
    });
    let types: Vec<String> = types.filter(|word| !word.is_empty()).collect();
    if types.is_empty() {
        return String::new();
    }
    let types = crate::prose::join_words(&types);
    let line = format!("{} {types} {}", words(fields.text("preNote")), words(fields.text("note")));
    line.trim().to_owned()
}

/// A line of conditions.
pub(super) fn conditions(value: &Value) -> String {
    damage(value, "conditionImmune").replace(';', ",")
}
