//! Wire shapes and field readers that several sources share.

mod html;

use lorekeeper_content::Pattern;
use regex::Captures;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// A reference by key and name.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
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
static JOINED: Pattern = Pattern::new(r"(?-i)((?:\p{Ll}{2}|\*\*)[.!?])(\p{Lu}\p{Ll}*(?:[^\w./]|\.\s|$))");

/// Text as Markdown with plain line ends, and a blank between sentences; `None` when there is none.
pub fn text(upstream: &str) -> Option<String> {
    let text = html::markdown(&line_ends(&without_typesetting(upstream)));
    let text = text.trim();
    (!text.is_empty()).then(|| with_apostrophes(&separate_sentences(&GLUED.replace_all(text, "$bonus to"))))
}

/// A bonus that has lost the blank behind it.
static GLUED: Pattern = Pattern::new(r"(?P<bonus>\+\d+)to\b");

/// Negations without their apostrophe. (*Cant* and *wont* are words of their own.)
static NEGATION: Pattern = Pattern::new(
    r#"(?P<before>^|[\s(*_"“])(?P<verb>(?:do(?:es)?|did|is|are|was|were|ha[sd]|have|would|could|should)n)t(?P<after>[\s.,;:)]|$)"#,
);

/// Text whose negations have their apostrophe.
///
/// Correction (text): A negation that lost its apostrophe (`doesnt`) gets it back.
fn with_apostrophes(text: &str) -> String {
    NEGATION.replace_all(text, "${before}${verb}'t$after").into_owned()
}

/// Soft hyphens are no letters, and a run of the three hyphens of a PDF (`one-‐‑handed`) is one.
///
/// Correction (text): Soft hyphens are removed, and three kinds of hyphen in a row become one.
fn without_typesetting(upstream: &str) -> String {
    let mut text = String::with_capacity(upstream.len());
    for c in upstream.chars().filter(|c| *c != '\u{ad}') {
        match c {
            '\u{2010}' | '\u{2011}' if text.ends_with('-') => {}
            '\u{2010}' | '\u{2011}' => text.push('-'),
            _ => text.push(c),
        }
    }
    text
}

/// A break of HTML outside of tables, and more empty lines than one.
static BREAK: Pattern = Pattern::new(r"(?m)^(?P<row>[ \t]*\|.*)$|\s*<br ?/?>\s*|\n{3,}");

/// Text with plain line ends.
///
/// Correction (text): Line ends that are written as `\n` or `<br>` become line ends. A quotation mark that closes such a
/// text without having been opened is removed.
fn line_ends(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    if !text.contains("\\n") && !text.contains("<br") {
        return text;
    }
    let text = text.replace("\\n", "\n");
    let text = match text.trim_end().strip_suffix('"') {
        Some(rest) if !rest.contains('"') => rest,
        _ => &text,
    };
    let apart = |found: &Captures<'_>| {
        let row = found.name("row").map(|row| row.as_str().to_owned());
        row.unwrap_or_else(|| "\n\n".to_owned())
    };
    BREAK.replace_all(text, apart).into_owned()
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
///
/// Correction (text): A bracket that a name closes and never opens is left out.
pub fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    let name = filled(&name).ok_or_else(|| D::Error::custom("an empty name"))?;
    let is_closed = !name.contains('(') && name.ends_with(')');
    Ok(if is_closed { name.trim_end_matches(')').to_owned() } else { name })
}

/// Deserialises the level of a spell; what is not 0 to 9 is an error.
pub fn spell_level<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i32>, D::Error> {
    let level = i32::deserialize(deserializer)?;
    if (0..=9).contains(&level) { Ok(Some(level)) } else { Err(D::Error::custom("no spell level")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_stands_between_sentences() {
        let joined = "It croaks.The pond is at www.Pond.example.\r\nIt leaps. ";
        let apart = "It croaks. The pond is at www.Pond.example.\nIt leaps.";
        assert_eq!(text(joined).as_deref(), Some(apart));
        assert_eq!(text(" \n"), None);
        let negated = text("It doesnt croak, isnt wet: www.dont-croak.example, thieves' cant.");
        let apart = "It doesn't croak, isn't wet: www.dont-croak.example, thieves' cant.";
        assert_eq!(negated.as_deref(), Some(apart));
    }

    #[test]
    fn leftovers_of_typesetting_go() {
        for (upstream, expected) in [
            (
                "a two-\u{ad}\u{2010}\u{2011}headed self-\u{ad}portrait, hand-to\u{2011}hand",
                "a two-headed self-portrait, hand-to-hand",
            ),
            ("It croaks.\\n\\n\r\nIt leaps.", "It croaks.\n\nIt leaps."),
            ("+5to hit", "+5 to hit"),
            ("It croaks.<br>It leaps.", "It croaks.\n\nIt leaps."),
            ("| a<br>b |\n|---|\n| c |", "| a<br>b |\n|---|\n| c |"),
            ("| a |\\n|---|\\n| b |\"", "| a |\n|---|\n| b |"),
        ] {
            assert_eq!(text(upstream).as_deref(), Some(expected), "{upstream}");
        }
    }
}
