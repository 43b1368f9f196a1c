//! Markdown normaliser: the books' own Markdown, made to fit into a document, and as plain text.
//!
//! Sources write Markdown in many ways: headings from any level, tables that follow a sentence in its line, `<br>`, a
//! backslash and an `n` for a line break.

mod layout;
mod plain_text;
mod tables;

pub(super) use layout::{normalise, without_title};
pub(super) use plain_text::{plain_text, truncate};

/// A text in one line, without the line breaks that would open a block.
pub(super) fn inline(text: &str) -> String {
    layout::clean_whitespace(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A named part with its heading run in: `***Keen Smell.*** The cat has ...`. Its own headings, if it
/// has any, come below `level`.
pub(super) fn run_in(name: &str, text: &str, level: usize) -> String {
    let name = inline(name);
    let text = normalise(&without_title(text, &name), level);
    if name.is_empty() {
        return text;
    }
    let stop = if name.ends_with(['.', '!', '?', ':']) { "" } else { "." };
    // A list, a table or a heading cannot begin in the middle of a line.
    let gap = if layout::opens_block(&text) { "\n\n" } else { " " };
    format!("***{name}{stop}***{gap}{text}").trim_end().to_owned()
}

/// A part under a heading of `level`.
pub(super) fn with_heading(level: usize, name: &str, text: &str) -> String {
    let name = inline(name);
    let text = normalise(&without_title(text, &name), level + 1);
    if text.is_empty() {
        return format!("{} {name}", "#".repeat(level));
    }
    format!("{} {name}\n\n{text}", "#".repeat(level))
}

/// The beginning of `convert(text)`, of more than `length` characters where there are more. Only the first paragraphs are
/// converted where they are long enough.
pub(super) fn leading_text(text: &str, length: usize, convert: impl Fn(&str) -> String) -> String {
    let start = paragraphs(text, 2 * length);
    let converted = convert(start);
    if start.len() < text.len() && converted.chars().count() <= length {
        return convert(text);
    }
    converted
}

/// The first paragraphs of a text that have `min_bytes` or more together.
fn paragraphs(text: &str, min_bytes: usize) -> &str {
    let (_, rest) = text.split_at(text.floor_char_boundary(min_bytes));
    let rest = rest.split_once("\n\n").map_or("", |(_, rest)| rest);
    text.strip_suffix(rest).unwrap_or(text).trim_end()
}

/// Whether a text contains a phrase, ignoring case, spaces and commas.
pub(super) fn contains_phrase(text: &str, phrase: &str) -> bool {
    let compact = |s: &str| -> String {
        s.chars().filter(|c| !c.is_whitespace() && *c != ',').flat_map(char::to_lowercase).collect()
    };
    compact(text).contains(&compact(phrase))
}

#[cfg(test)]
mod tests;
