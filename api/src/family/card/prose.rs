//! The books' own Markdown: fitted into a card, and as plain text.
//!
//! Sources write Markdown as they please: headings from any level, tables glued to a sentence,
//! `<br>`, a backslash and an `n` for a line break. A card wants it whole and valid.

mod layout;
mod plain;
mod tables;

pub(super) use layout::{below, without_title};
pub(super) use plain::{cut, plain};

/// Text for the middle of a line: one line, without marks that would open a block.
pub(super) fn inline(text: &str) -> String {
    layout::tidy(text)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// A named part with its heading run in: `***Keen Smell.*** The cat has ...`. Its own headings, if it
/// has any, come below `level`.
pub(super) fn run_in(name: &str, text: &str, level: usize) -> String {
    let name = inline(name);
    let text = below(&without_title(text, &name), level);
    if name.is_empty() {
        return text;
    }
    let stop = if name.ends_with(['.', '!', '?', ':']) {
        ""
    } else {
        "."
    };
    // A list, a table or a heading cannot begin in the middle of a line.
    let gap = if layout::opens_block(&text) {
        "\n\n"
    } else {
        " "
    };
    format!("***{name}{stop}***{gap}{text}")
        .trim_end()
        .to_owned()
}

/// A part under a heading of `level`.
pub(super) fn headed(level: usize, name: &str, text: &str) -> String {
    let name = inline(name);
    let text = below(&without_title(text, &name), level + 1);
    if text.is_empty() {
        return format!("{} {name}", "#".repeat(level));
    }
    format!("{} {name}\n\n{text}", "#".repeat(level))
}

/// What `words` makes of a text, of which more than `length` characters are wanted: of its first paragraphs alone, where
/// they have as much.
pub(super) fn beginning(text: &str, length: usize, words: impl Fn(&str) -> String) -> String {
    let start = paragraphs(text, 2 * length);
    let made = words(start);
    if start.len() < text.len() && made.chars().count() <= length {
        return words(text);
    }
    made
}

/// The first paragraphs of a text that have `least` bytes or more together.
fn paragraphs(text: &str, least: usize) -> &str {
    let (_, rest) = text.split_at(text.floor_char_boundary(least));
    let rest = rest.split_once("\n\n").map_or("", |(_, rest)| rest);
    text.strip_suffix(rest).unwrap_or(text).trim_end()
}

/// Whether `text` says `phrase`, whatever the case and the spaces.
pub(super) fn says(text: &str, phrase: &str) -> bool {
    let compact = |s: &str| -> String {
        s.chars()
            .filter(|c| !c.is_whitespace() && *c != ',')
            .flat_map(char::to_lowercase)
            .collect()
    };
    compact(text).contains(&compact(phrase))
}

#[cfg(test)]
mod tests;
