//! Texts of records: where they stand, and records with others in their place.

use lorekeeper_content::record::{Record, Records};
use serde_json::Value;
use std::collections::BTreeMap;

/// A field with a text, and the record that has it.
pub struct Field {
    /// Endpoint and place, without the numbers of lists: `monsters.actions.*.desc`.
    pub path: String,
    endpoint: String,
    record: Record,
    place: String,
}

/// Shortest text that is more than a name or a key, in bytes.
const MIN_BYTES: usize = 12;

/// The fields of records that have texts, each once, in the record with the longest.
pub fn fields(records: &Records) -> Vec<Field> {
    let mut longest: BTreeMap<String, (usize, Field)> = BTreeMap::new();
    for (endpoint, listing) in &records.0 {
        for record in listing {
            each_text(&record.raw, String::new(), &mut |place, text| {
                if text.len() < MIN_BYTES || !text.contains(' ') {
                    return;
                }
                let parts = place.split('/').skip(1);
                let parts = parts.map(|part| match part.parse::<usize>() {
                    Ok(_) => "*",
                    Err(_) => part,
                });
                let path = format!("{endpoint}.{}", parts.collect::<Vec<_>>().join("."));
                let known = longest.get(&path).map_or(0, |(length, _)| *length);
                if text.len() > known {
                    let field = Field {
                        path: path.clone(),
                        endpoint: endpoint.clone(),
                        record: record.clone(),
                        place: place.to_owned(),
                    };
                    longest.insert(path, (text.len(), field));
                }
            });
        }
    }
    longest.into_values().map(|(_, field)| field).collect()
}

fn each_text(value: &Value, place: String, seen: &mut impl FnMut(&str, &str)) {
    match value {
        Value::String(text) => seen(&place, text),
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                each_text(item, format!("{place}/{at}"), seen);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                let name = name.replace('~', "~0").replace('/', "~1");
                each_text(field, format!("{place}/{name}"), seen);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The record of a field, whose text goes on with another.
pub fn with_text(field: &Field, more: &str) -> Records {
    let mut record = field.record.clone();
    if let Some(Value::String(text)) = record.raw.pointer_mut(&field.place) {
        text.push(' ');
        text.push_str(more);
    }
    Records([(field.endpoint.clone(), vec![record])].into())
}
