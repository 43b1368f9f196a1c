//! Wire shapes of all endpoints: texts with placeholders, and names.

use crate::prose;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// Placeholders for no value. (`False` was once an empty cell.)
const PLACEHOLDERS: [&str; 5] = ["false", "none", "null", "n/a", "*n/a*"];

/// A text as Markdown with plain line ends; `None` for a placeholder, and for dashes of all sorts.
///
/// Correction (text): `False`, `None`, `null`, `N/A` and dashes stand for a missing value and become null.
pub(super) fn text_or_none(upstream: &str) -> Option<String> {
    let text = prose::text(upstream)?;
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let says = text.contains(char::is_alphanumeric) && !PLACEHOLDERS.contains(&text.to_lowercase().as_str());
    says.then(|| lines.join("\n"))
}

/// Text as [`text_or_none`] reads it, of a field that may be null.
pub(super) fn optional_text(upstream: Option<&str>) -> Option<String> {
    text_or_none(upstream?)
}

/// A name, which must have letters.
pub(super) fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    let name = name.trim();
    if lorekeeper_content::slugify(name).is_empty() {
        return Err(D::Error::custom("it has no name"));
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_absent() {
        for nothing in ["", " ", "False", "None", "null", "N/A", "*N/A*", "—", "-", "–", "\u{97}"] {
            assert_eq!(text_or_none(nothing), None, "{nothing}");
        }
        assert_eq!(text_or_none("None of your business. \r\nOff! ").as_deref(), Some("None of your business.\nOff!"));
    }
}
