//! Lost blanks between the words of rules, restored from another source's text of the same book with the same letters.

use lorekeeper_content::{RowCore, rule};
use lorekeeper_sources::Draft;
use std::collections::{BTreeMap, HashMap};

/// Shortest line that is looked for, in letters: shorter ones may be the same by chance.
const MIN_LETTERS: usize = 25;

/// Most places that begin like a line and are compared with it.
const MAX_PLACES: usize = 50;

/// Restores the blanks in the texts of rules.
///
/// Correction (rules): Words that are joined where lines met ("inturn") are parted as in another source's text of the same
/// letters.
pub(crate) fn restore(sources: &mut [&mut Vec<Draft<rule::Model>>]) {
    let mut books: BTreeMap<String, Book> = BTreeMap::new();
    for (source, drafts) in sources.iter().enumerate() {
        for draft in drafts.iter() {
            let book = books.entry(draft.row.document_key.clone()).or_default();
            book.add(source, draft.row.text());
        }
    }
    books.retain(|_, book| book.by_source.len() > 1);
    for (source, drafts) in sources.iter_mut().enumerate() {
        for draft in drafts.iter_mut() {
            if let Some(book) = books.get(&draft.row.document_key) {
                let lines = draft.row.text.split('\n');
                let lines: Vec<_> = lines.map(|line| book.restored(source, line)).collect();
                draft.row.text = lines.join("\n");
            }
        }
    }
}

/// The texts of a book.
#[derive(Default)]
struct Book {
    by_source: BTreeMap<usize, Letters>,
    /// The number of each line, by its letters.
    lines: HashMap<String, usize>,
    /// Each word, with the line that has it; `None` where lines of other letters have it too.
    words: HashMap<String, Option<usize>>,
}

impl Book {
    fn add(&mut self, source: usize, text: &str) {
        self.by_source.entry(source).or_default().add(text);
        for line in text.split('\n') {
            let next = self.lines.len();
            let number = *self.lines.entry(Letters::of(line).all).or_insert(next);
            for word in words(line) {
                let known = self.words.entry(word).or_insert(Some(number));
                if *known != Some(number) {
                    *known = None;
                }
            }
        }
    }

    /// A line of a source as another source has it.
    fn restored(&self, source: usize, line: &str) -> String {
        let own = Letters::of(line);
        if own.all.len() < MIN_LETTERS {
            return line.to_owned();
        }
        let blanks = |parted: &[bool]| parted.iter().filter(|parted| **parted).count();
        let others = self.by_source.iter().filter(|(other, _)| **other != source);
        let best = others.flat_map(|(_, letters)| letters.places(&own.all)).max_by_key(|parted| blanks(parted));
        match best {
            Some(parted) if blanks(parted) > blanks(&own.parted) => {
                let number = self.lines.get(&own.all);
                with_blanks(line, parted, |word| self.is_joined(word, number))
            }
            _ => line.to_owned(),
        }
    }

    /// Whether a word stands nowhere but in the lines of a number, so that the line may have joined it.
    fn is_joined(&self, word: &str, number: Option<&usize>) -> bool {
        let line = self.words.get(word);
        line.is_none_or(|line| line.as_ref() == number)
    }
}

/// The words of a line, in lower case.
fn words(line: &str) -> impl Iterator<Item = String> {
    let words = line.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// The letters and digits of texts, in lower case, and before which of them a blank stands.
#[derive(Default)]
struct Letters {
    all: String,
    /// For each byte of the letters, whether a blank precedes it. A hyphen before the blank makes none: words are broken
    /// there.
    parted: Vec<bool>,
    /// The places of words, by the letters from there on.
    starts: HashMap<String, Vec<usize>>,
}

impl Letters {
    fn of(line: &str) -> Self {
        let mut letters = Self::default();
        letters.read(line);
        letters
    }

    fn add(&mut self, text: &str) {
        let begin = self.all.len();
        self.read(text);
        for start in begin..self.all.len() {
            if self.parted.get(start) == Some(&true)
                && let Some(first) = self.all.get(start..start + MIN_LETTERS)
            {
                self.starts.entry(first.to_owned()).or_default().push(start);
            }
        }
    }

    fn read(&mut self, text: &str) {
        let mut is_parted = true;
        let mut before = ' ';
        for c in text.chars() {
            if c.is_alphanumeric() {
                self.all.extend(c.to_lowercase());
                self.parted.push(is_parted);
                self.parted.resize(self.all.len(), false);
                is_parted = false;
            } else {
                is_parted |= c.is_whitespace() && before != '-';
            }
            before = c;
        }
    }

    /// All places of letters that begin with a word, each as the blanks before its bytes.
    fn places<'a>(&'a self, letters: &'a str) -> impl Iterator<Item = &'a [bool]> {
        let first = letters.get(..MIN_LETTERS).unwrap_or_default();
        let starts = self.starts.get(first).into_iter().flatten();
        starts.take(MAX_PLACES).filter_map(move |start| {
            let end = start + letters.len();
            let found = self.all.get(*start..end)?;
            (found == letters).then(|| self.parted.get(*start..end))?
        })
    }
}

/// The line with a blank before each letter that is parted from the one before it, where punctuation stands between the
/// two or a word may be joined. Where marks of emphasis or brackets stand between them, nothing is changed.
fn with_blanks(line: &str, parted: &[bool], is_joined: impl Fn(&str) -> bool) -> String {
    let mut out = String::with_capacity(line.len() + 8);
    let mut parted = parted.iter();
    let mut between = String::from(" ");
    let mut may_part_word = false;
    for (at, c) in line.char_indices() {
        if c.is_alphanumeric() {
            let is_parted = parted.next().copied().unwrap_or_default();
            let bytes: usize = c.to_lowercase().map(char::len_utf8).sum();
            parted.by_ref().take(bytes.saturating_sub(1)).for_each(drop);
            let may_part = if between.is_empty() {
                may_part_word
            } else {
                may_part_word = words(line.get(at..).unwrap_or_default()).next().is_some_and(|word| is_joined(&word));
                between.chars().all(|c| ".,;:!?".contains(c))
            };
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
            row: rule::Model { document_key: "pond".into(), text: text.into(), ..rule::Model::default() },
            origin: lorekeeper_content::Origin::default(),
            section: None,
            unstated: Vec::new(),
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
    fn a_word_that_stands_elsewhere_stays() {
        let (mut one, mut two) = (
            vec![draft("A toad leaps into the mud of the middle pond.\nIt is wet in the middle, into the night.")],
            vec![draft("A toad leaps in to the mud of the mid dle pond.")],
        );
        let text = one[0].row.text.clone();
        restore(&mut [&mut one, &mut two]);
        assert_eq!(one[0].row.text, text);
    }

    #[test]
    fn a_broken_word_parts_nothing() {
        let text = "A toad croaks in the middle of the night.";
        assert_eq!(restored_beside(text, "A toad croaks in the mid- dle of the night."), text);
    }
}
