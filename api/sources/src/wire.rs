//! Wire shapes and field readers that several sources share.

use lorekeeper_content::pattern;
use regex::Regex;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::sync::LazyLock;

/// A reference by key and name.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Named {
    /// Name for display.
    pub name: String,
    /// Key.
    pub key: String,
}

/// The last part of a key such as `srd-2024_wizard`: the slug without its book.
pub fn bare(key: &str) -> &str {
    key.split_once('_').map_or(key, |(_, slug)| slug)
}

/// Where a sentence begins right after the last one.
static JOINED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?-i)(\p{Ll}{3}[.!?])(\p{Lu}\p{Ll}*\b(?:[^./]|\.\s|$))"));

/// Text as Markdown with plain line ends, and a blank between sentences; `None` when there is none.
pub fn text(upstream: &str) -> Option<String> {
    let text = upstream.replace("\r\n", "\n");
    let text = text.trim();
    (!text.is_empty()).then(|| separate_sentences(text))
}

/// Text with a blank between sentences.
///
/// Correction (text): A sentence that begins right after the last one gets a blank before it.
pub fn separate_sentences(text: &str) -> String {
    JOINED.replace_all(text, "$1 $2").into_owned()
}

/// The trimmed text; `None` when it is empty.
pub fn filled(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Deserialises a name; an empty one is an error.
pub fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    filled(&name).ok_or_else(|| D::Error::custom("an empty name"))
}

/// Deserialises the level of a spell; what is not 0 to 9 is an error.
pub fn spell_level<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
    let level = i32::deserialize(deserializer)?;
    let known = Some(level).filter(|level| (0..=9).contains(level));
    known.ok_or_else(|| D::Error::custom("no spell level"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_stands_between_sentences() {
        let joined = "It croaks.The pond is at www.Pond.example.\r\nIt leaps. ";
        let text = text(joined).unwrap();
        assert_eq!(
            text,
            "It croaks. The pond is at www.Pond.example.\nIt leaps."
        );
        assert_eq!(super::text(" \n"), None);
    }
}
