//! Lost blanks: rules whose words are joined where two lines met take the blanks from another text of the same book that
//! has the same letters.

use lorekeeper_content::{RowCore, rule};
use lorekeeper_sources::Draft;
use std::collections::BTreeMap;

/// Shortest line that is looked for, in letters: shorter ones may be the same by chance.
const MIN_LETTERS: usize = 25;

/// Restores the blanks in the texts of rules.
///
/// Correction (rules): Words that are joined where lines met ("inturn") are parted as in another source's text of the same
/// letters.
pub(crate) fn restore(sources: &mut [&mut Vec<Draft<rule::Model>>]) {
    let mut books: BTreeMap<String, Letters> = BTreeMap::new();
    for draft in sources.iter().flat_map(|drafts| drafts.iter()) {
        let book = books.entry(draft.row.document_key.clone()).or_default();
        book.add(draft.row.text());
    }
    for draft in sources.iter_mut().flat_map(|drafts| drafts.iter_mut()) {
        if let Some(book) = books.get(&draft.row.document_key) {
            draft.row.text = restored(&draft.row.text, book);
        }
    }
}

/// The letters and digits of texts, in lower case, and before which of them a blank stands.
#[derive(Default)]
struct Letters {
    letters: String,
    /// For each byte of the letters, whether a blank precedes it. A hyphen before the blank makes none: words are broken
    /// there.
    parted: Vec<bool>,
}

impl Letters {
    fn add(&mut self, text: &str) {
        let mut is_parted = true;
        let mut before = ' ';
        for c in text.chars() {
            if c.is_alphanumeric() {
                self.letters.extend(c.to_lowercase());
                self.parted.push(is_parted);
                self.parted.resize(self.letters.len(), false);
                is_parted = false;
            } else {
                is_parted |= c.is_whitespace() && before != '-';
            }
            before = c;
        }
    }

    /// All places of letters, each as the blanks before its bytes.
    fn places<'a>(&'a self, letters: &'a str) -> impl Iterator<Item = &'a [bool]> {
        let starts = self.letters.match_indices(letters);
        starts.filter_map(move |(start, found)| self.parted.get(start..start + found.len()))
    }
}

/// The text with its lines restored.
fn restored(text: &str, book: &Letters) -> String {
    let lines: Vec<String> = text
        .split('\n')
        .map(|line| restored_line(line, book))
        .collect();
    lines.join("\n")
}

fn restored_line(line: &str, book: &Letters) -> String {
    let mut own = Letters::default();
    own.add(line);
    if own.letters.len() < MIN_LETTERS {
        return line.to_owned();
    }
    let blanks = |parted: &[bool]| parted.iter().filter(|parted| **parted).count();
    let best = book
        .places(&own.letters)
        .max_by_key(|parted| blanks(parted));
    match best {
        Some(parted) if blanks(parted) > blanks(&own.parted) => with_blanks(line, parted),
        _ => line.to_owned(),
    }
}

/// The line with a blank before each letter that is parted from the one before it. Where marks of emphasis or brackets
/// stand between the two, nothing is changed.
fn with_blanks(line: &str, parted: &[bool]) -> String {
    let mut out = String::with_capacity(line.len() + 8);
    let mut parted = parted.iter();
    let mut between = String::from(" ");
    for c in line.chars() {
        if c.is_alphanumeric() {
            let is_parted = parted.next().copied().unwrap_or_default();
            let bytes: usize = c.to_lowercase().map(char::len_utf8).sum();
            parted.by_ref().take(bytes.saturating_sub(1)).for_each(drop);
            let may_part = between.chars().all(|c| ".,;:!?".contains(c));
            if is_parted && may_part {
                out.push(' ');
            }
            between.clear();
        } else {
            between.push(c);
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(text: &str) -> Draft<rule::Model> {
        Draft {
            row: rule::Model {
                document_key: "pond".into(),
                text: text.into(),
                ..rule::Model::default()
            },
            origin: lorekeeper_content::Origin::default(),
            section: None,
        }
    }

    fn restored_beside(text: &str, other: &str) -> String {
        let (mut one, mut two) = (vec![draft(text)], vec![draft(other)]);
        restore(&mut [&mut one, &mut two]);
        one.remove(0).row.text
    }

    #[test]
    fn joined_words_are_parted_as_elsewhere() {
        let whole = "## Leaps\n\nA toad might, in turn, leap into **10 feet** of water (if it's wet). Then it rests.";
        for (joined, parted) in [
            (
                "A toad might, inturn,leap into **10feet** ofwater (if it’s wet).",
                "A toad might, in turn, leap into **10 feet** of water (if it’s wet).",
            ),
            (
                "A dry toad might, inturn, leap into 10feet of water.",
                "A dry toad might, inturn, leap into 10feet of water.",
            ),
        ] {
            assert_eq!(restored_beside(joined, whole), parted);
        }
    }

    #[test]
    fn a_broken_word_parts_nothing() {
        let text = "A toad croaks in the middle of the night.";
        assert_eq!(
            restored_beside(text, "A toad croaks in the mid- dle of the night."),
            text
        );
    }
}
