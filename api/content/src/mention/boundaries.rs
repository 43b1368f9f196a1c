//! Text boundaries: whole words, and the parts of a document that are looked at.

/// The end of a text, of at most so many bytes.
pub fn last_bytes(text: &str, count: usize) -> &str {
    let start = text.ceil_char_boundary(text.len().saturating_sub(count));
    text.get(start..).unwrap_or_default()
}

/// Whether a span is a word or several, and no part of one.
pub fn is_whole_word(text: &str, start: usize, end: usize) -> bool {
    let before = text.get(..start).and_then(|text| text.chars().next_back());
    let after = text.get(end..).and_then(|text| text.chars().next());
    let joins = |c: char| c.is_alphanumeric() || c == '-' || c == '\'' || c == '’';
    // The name in a possessive is the name.
    let is_possessive = text.get(end..).is_some_and(|rest| rest.starts_with("'s") || rest.starts_with("’s"));
    !before.is_some_and(joins) && (is_possessive || !after.is_some_and(joins))
}

/// A document without the line that names its book.
pub fn without_source(markdown: &str) -> &str {
    markdown.rsplit_once("\n---\n").map_or(markdown, |(text, _)| text)
}
