//! Writing: a comparison as text of the language.

use super::ValueKind;
use super::keys::keys;
use crate::filter::Field;

/// A comparison of a field: its shortest key, an operator (`:`, `>=`, ...) and a value.
pub fn written(field: &Field, operator: &str, value: &str) -> String {
    format!("{}{operator}{}", key(field), quoted(value))
}

/// The condition that a field has a value; of a truth value, that it is true.
pub fn present(field: &Field) -> String {
    match field.kind {
        ValueKind::Truth => key(field).to_owned(),
        _ => format!("{}:*", key(field)),
    }
}

/// The shortest key of a field: one of its shorter keys, else its name.
pub(super) fn key(field: &Field) -> &str {
    let shorter = field.aliases.first().copied();
    shorter.or_else(|| keys(field).next()).unwrap_or_default()
}

/// A value, in quotes where it would be read as something else.
pub fn quoted(value: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '.' | '\'' | '’' | '+');
    let is_keyword = ["or", "and", "not"].iter().any(|word| value.eq_ignore_ascii_case(word));
    if !value.is_empty() && value.chars().all(is_plain) && !value.contains("..") && !is_keyword {
        return value.to_owned();
    }
    // No sign stands for a quote within quotes.
    let value: String = value.chars().filter(|c| *c != '"').collect();
    format!("\"{value}\"")
}
