//! Serialisation of a constraint: in words, and in the query language of filters.

use super::pattern::Meaning;
use crate::index::ValueField;
use serde_json::Value;

/// What a mention says, in the query language of filters.
pub fn to_where(field: &ValueField, meaning: &Meaning) -> Option<String> {
    match meaning {
        Meaning::Value(_) => Some(field.written(":", &describe(field, meaning))),
        Meaning::Range(range) => {
            let (operator, value) = range.written(|number| field.shown(number.to_string()))?;
            Some(field.written(operator, &value))
        }
        Meaning::Present => Some(field.present()),
    }
}

/// What a mention says, in words.
pub fn describe(field: &ValueField, meaning: &Meaning) -> String {
    match meaning {
        Meaning::Value(number) => {
            let value = field.values.get(*number);
            let text = value.map(|value| match &value.value {
                Value::String(text) => text.clone(),
                value => value.to_string(),
            });
            text.map(|text| field.shown(text)).unwrap_or_default()
        }
        Meaning::Range(range) => range.describe(|number| field.shown(number.to_string())),
        Meaning::Present => {
            let is_truth = field.values.iter().any(|value| value.value.is_boolean());
            if is_truth { "true" } else { "any" }.to_owned()
        }
    }
}
