//! Printed paragraph breaks: sentences that begin a paragraph in all stat blocks of a book, also where no source parts them.

use super::texts::mend_texts;
use lorekeeper_content::Pattern;
use serde_json::{Map, Value};

/// The books that begin a paragraph at these sentences.
const BOOKS: [&str; 2] = ["srd-2014", "srd-2024"];

/// Correction (creatures): Within a trait or an action of the SRDs, what happens when a swallowed creature deals damage, and what an ooze
/// eats through, begin a paragraph.
static BEGIN: Pattern = Pattern::new(
    r"(?-i)(?P<end>[.)])\s+(?P<begin>If the \w+ takes \d+ damage or more on a single turn|(?:The \w+|In 1 minute, the \w+) can eat through)",
);

/// Begins the paragraphs of the parts of a stat block.
pub(super) fn put(row: &mut Map<String, Value>) {
    let book = row.get("document_key").and_then(Value::as_str);
    if !book.is_some_and(|book| BOOKS.contains(&book)) {
        return;
    }
    mend_texts(row, |text| BEGIN.replace_all(text, "$end\n\n$begin"));
}

#[cfg(test)]
mod tests {
    use super::put;
    use serde_json::{Value, json};

    #[test]
    fn a_swallowed_creature_begins_a_paragraph() {
        let text = "It is swallowed. If the toad takes 9 damage or more on a single turn, it coughs.";
        let parted = text.replace(". If", ".\n\nIf");
        for (book, expected) in [("srd-2024", parted.as_str()), ("pond", text)] {
            let row = json!({"document_key": book, "bonus_actions": [{"text": text}]});
            let Value::Object(mut row) = row else {
                panic!("an object");
            };
            put(&mut row);
            put(&mut row);
            assert_eq!(row["bonus_actions"][0]["text"], expected);
        }
    }
}
