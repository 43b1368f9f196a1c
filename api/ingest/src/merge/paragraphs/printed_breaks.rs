//! Printed paragraph breaks: sentences that begin a paragraph in all stat blocks of a book, also where no source parts them.

use lorekeeper_content::Pattern;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// The books that begin a paragraph at these sentences.
const BOOKS: [&str; 2] = ["srd-2014", "srd-2024"];

/// Correction (creatures): Within a trait or an action of the SRDs, what happens when a swallowed creature deals damage, and what an ooze
/// eats through, begin a paragraph.
static BEGIN: Pattern = Pattern::new(
    r"(?-i)(?P<end>[.)]) (?P<begin>If the \w+ takes \d+ damage or more on a single turn|(?:The \w+|In 1 minute, the \w+) can eat through)",
);

/// Whether the book of a row prints its stat blocks so.
pub(super) fn has_them(row: &Map<String, Value>) -> bool {
    let book = row.get("document_key").and_then(Value::as_str);
    book.is_some_and(|book| BOOKS.contains(&book))
}

/// Begins the paragraphs.
pub(super) fn put(text: &mut String) {
    if let Cow::Owned(parted) = BEGIN.replace_all(text, "$end\n\n$begin") {
        *text = parted;
    }
}

#[cfg(test)]
mod tests {
    use super::put;

    #[test]
    fn a_swallowed_creature_begins_a_paragraph() {
        let mut text =
            "It is swallowed. If the toad takes 9 damage or more on a single turn, it coughs."
                .to_owned();
        put(&mut text);
        let expected =
            "It is swallowed.\n\nIf the toad takes 9 damage or more on a single turn, it coughs.";
        assert_eq!(text, expected);
        put(&mut text);
        assert_eq!(text, expected);
    }
}
