//! Texts that only say the name of an item again.

use lorekeeper_content::equipment::{Kind, Model};
use std::collections::BTreeSet;

/// The book whose table of gear has no texts for these.
const BOOK: &str = "srd-2014";

/// Words around the name: "1 lb of salt", "One cow".
const FILLERS: [&str; 15] =
    ["a", "an", "the", "one", "of", "for", "lb", "pound", "sq", "yd", "1", "vehicle", "drawn", "waterborne", "piece"];

/// Takes sentences from the texts of gear that say no more than its name ("A backpack."), and what comes only with a pack.
///
/// Correction (equipment): Gear of 2014 has no text where the book has none.
pub(in super::super) fn leave_out(rows: &mut [Model]) {
    let gear = rows.iter_mut().filter(|row| row.document_key == BOOK && row.kind == Kind::Gear);
    for row in gear {
        if row.text.contains("typically found in a") {
            row.text.clear();
        }
        // What a small letter follows ends no sentence: `1 sq. yd. of canvas`.
        let mut ends = row.text.match_indices(". ").filter(|(at, _)| {
            let rest = row.text.get(at + 2..).unwrap_or_default();
            rest.starts_with(char::is_uppercase)
        });
        let end = ends.next().map(|(at, _)| at);
        let parts = end.and_then(|at| Some((row.text.get(..at)?, row.text.get(at + 2..)?)));
        let (first, rest) = parts.unwrap_or((&row.text, ""));
        if !first.is_empty() && says_only(first, &row.name) {
            row.text = rest.to_owned();
        }
    }
}

/// Whether all words of a sentence are of the name, but for fillers.
fn says_only(sentence: &str, name: &str) -> bool {
    let name = words(name);
    words(sentence).iter().all(|word| name.contains(word) || FILLERS.contains(&word.as_str()))
}

/// The words of a text in small letters and the singular.
fn words(text: &str) -> BTreeSet<String> {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(|word| word.strip_suffix('s').unwrap_or(word).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_says_only_the_name_is_left_out() {
        for (name, text, expected) in [
            ("Kettle, Copper", "A copper kettle. Capacity: 3 pints.", "Capacity: 3 pints."),
            ("Pepper", "1 lb of pepper.", ""),
            ("Toad", "One toad", ""),
            ("Candle", "A candle burns for an hour.", "A candle burns for an hour."),
            ("Bell", "A bell, typically found in a ringer's pack.", ""),
        ] {
            let mut rows = [Model {
                document_key: BOOK.to_owned(),
                kind: Kind::Gear,
                name: name.to_owned(),
                text: text.to_owned(),
                ..Model::default()
            }];
            leave_out(&mut rows);
            assert_eq!(rows[0].text, expected, "{name}");
        }
    }
}
