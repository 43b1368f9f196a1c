//! What the records of all endpoints have, and what upstream writes where it has nothing to say.

use crate::source::open5e_v2::prose;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// What stands for nothing. (`False` is what became of an empty cell.)
const PLACEHOLDERS: [&str; 5] = ["false", "none", "null", "n/a", "*n/a*"];

/// A text as Markdown with plain line ends; `None` for a placeholder, and for dashes of all sorts.
pub(super) fn said(upstream: &str) -> Option<String> {
    let text = prose::text(upstream)?;
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let says = text.contains(char::is_alphanumeric)
        && !PLACEHOLDERS.contains(&text.to_lowercase().as_str());
    says.then(|| lines.join("\n"))
}

/// The same of what may be null.
pub(super) fn said_of(upstream: Option<&str>) -> Option<String> {
    said(upstream?)
}

/// A name, which must have letters.
pub(super) fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    let name = name.trim();
    if crate::family::slugify(name).is_empty() {
        return Err(D::Error::custom("it has no name"));
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_absent() {
        for nothing in [
            "", " ", "False", "None", "null", "N/A", "*N/A*", "—", "-", "–", "\u{97}",
        ] {
            assert_eq!(said(nothing), None, "{nothing}");
        }
        assert_eq!(
            said("None of your business. \r\nOff! ").as_deref(),
            Some("None of your business.\nOff!")
        );
    }
}
