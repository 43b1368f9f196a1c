//! Text as the 5e API writes it: one string, or a list of lines; under `desc` or `description`.

use serde::{Deserialize, Deserializer, de::Error};

/// Text that comes as a string or as a list of paragraphs, list items and table lines.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(untagged)]
pub(in crate::dnd5e) enum Prose {
    /// Paragraphs.
    Many(Vec<String>),
    /// One text.
    One(String),
    /// Nothing.
    #[default]
    None,
}

impl Prose {
    /// The text as Markdown; empty when there is none.
    pub fn markdown(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::One(text) => separate_paragraphs(&fix_quotes(text)),
            Self::Many(parts) => join(parts),
        }
    }

    /// The text as Markdown, where there is any.
    pub fn given(&self) -> Option<String> {
        Some(self.markdown()).filter(|text| !text.is_empty())
    }
}

/// A string that must not be blank; a record without a name is no record.
pub(in crate::dnd5e) fn filled<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<String, D::Error> {
    let text = fix_quotes(&String::deserialize(deserializer)?);
    if text.is_empty() {
        return Err(D::Error::custom("must not be blank"));
    }
    Ok(text)
}

/// Trims, unifies line ends, and undoes curly quotes that were decoded with the wrong code page.
pub(in crate::dnd5e) fn fix_quotes(text: &str) -> String {
    text.replace("\r\n", "\n")
        .replace("â€™", "’")
        .replace("â€œ", "“")
        .replace("â€\u{9d}", "”")
        .trim()
        .to_owned()
}

/// The names as they stand in a sentence: `Acid, Cold`; `None` when there are none.
pub(in crate::dnd5e) fn listed(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| names.join(", "))
}

/// Lines of a table or of a list stay together, paragraphs stand apart.
fn join(parts: &[String]) -> String {
    let mut text = String::new();
    let mut last = Line::Paragraph;
    for part in parts
        .iter()
        .map(|p| fix_quotes(p))
        .filter(|p| !p.is_empty())
    {
        let line = Line::of(&part);
        if !text.is_empty() {
            let close = line == last && line != Line::Paragraph;
            text.push_str(if close { "\n" } else { "\n\n" });
        }
        text.push_str(&part);
        last = line;
    }
    text
}

/// Upstream ends paragraphs with a single line end, which Markdown takes for a space: they are set
/// apart. A line that goes on in the middle of a sentence is no new paragraph.
fn separate_paragraphs(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split('\n').map(str::trim_end) {
        if !out.is_empty() {
            let begins = Line::of(line) == Line::Paragraph && !goes_on(line);
            let apart = line.is_empty() || out.ends_with('\n');
            out.push_str(if begins && !apart { "\n\n" } else { "\n" });
        }
        out.push_str(line);
    }
    out
}

fn goes_on(line: &str) -> bool {
    line.starts_with(|c: char| c.is_lowercase() || c == '(')
}

/// The kind of block that a line of text belongs to.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Line {
    Paragraph,
    Item,
    Row,
}

impl Line {
    /// Indented lines and quotations belong to what stands before them, as list items do.
    fn of(text: &str) -> Self {
        let numbered = text.trim_start_matches(|c: char| c.is_ascii_digit());
        if text.starts_with('|') {
            Self::Row
        } else if text.starts_with(['>', ' ', '\t'])
            || text.starts_with("- ")
            || text.starts_with("* ")
            || numbered.len() < text.len() && numbered.starts_with(". ")
        {
            Self::Item
        } else {
            Self::Paragraph
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_stand_apart_and_lists_together() {
        let parts = ["One.", "- a", "- b", "", "| x |", "|---|", "Two."].map(str::to_owned);
        assert_eq!(
            Prose::Many(parts.to_vec()).markdown(),
            "One.\n\n- a\n- b\n\n| x |\n|---|\n\nTwo."
        );
    }

    #[test]
    fn single_line_ends_become_paragraphs() {
        let text =
            "Effects.\n**Slow.** You crawl\nand creep.\n\n- a\n- b\n1. c\n| x |\n|---|\nEnd.\n";
        assert_eq!(
            Prose::One(text.into()).markdown(),
            "Effects.\n\n**Slow.** You crawl\nand creep.\n\n- a\n- b\n1. c\n| x |\n|---|\n\nEnd."
        );
    }

    #[test]
    fn broken_quotes_are_fixed() {
        assert_eq!(fix_quotes(" tinkerâ€™s kit\r\n"), "tinker’s kit");
    }
}
