//! Choice of texts: of two texts of one thing the fuller one is taken that has all of the other; a text that is torn, or that
//! stands for another entity too, gives way to one that is whole.

use super::fields::NAMED_LISTS;
use lorekeeper_content::Pattern;
use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Shortest text that two entities do not share by chance, in words.
const MIN_REPEATED_WORDS: usize = 12;

/// The share of a text's sentences that another one must have to be the fuller one, in tenths.
const MIN_SHARED_TENTHS: usize = 9;

/// Most words of texts that are compared word by word; longer ones are compared by their sentences.
const MAX_COMPARED_WORDS: usize = 4000;

/// The source that adds words of its own to texts of stat blocks and items (descriptions of a weapon's looks, damage in two
/// ways), and a field that only rows of these families have. Measured against transcriptions of the books: where it has more
/// than the preferred source, what it adds is in none of them for 9 of 10 entries.
const PADDED: &str = "foundry_srd";
const PADDED_FAMILIES: [&str; 2] = ["armor_class", "rarity"];

/// Texts that stand for several entities of a source's book: at most one of them is its own.
#[derive(Debug, Default)]
pub(super) struct RepeatedTexts(HashSet<(String, String, u64)>);

impl RepeatedTexts {
    /// The texts that stand for more than one of the entities, each with its source, its book and its name.
    pub fn find<'a>(texts: impl Iterator<Item = (&'a str, &'a str, &'a str, &'a str)>) -> Self {
        let (mut owners, mut repeated) = (HashMap::new(), HashSet::new());
        for (source, book, name, text) in texts {
            let Some(print) = fingerprint(text) else {
                continue;
            };
            // One thing of two kinds has one name and one text.
            let owner = *owners.entry((source, book, print)).or_insert(name);
            if owner != name {
                repeated.insert((source.to_owned(), book.to_owned(), print));
            }
        }
        Self(repeated)
    }

    fn has(&self, source: &str, book: &str, text: &str) -> bool {
        let of = |print| (source.to_owned(), book.to_owned(), print);
        !self.0.is_empty() && fingerprint(text).is_some_and(|print| self.0.contains(&of(print)))
    }
}

/// The hash of the words of a text; none of a text that two entities may share by chance.
fn fingerprint(text: &str) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    let count = words(text).map(|word| word.hash(&mut hasher)).count();
    (count >= MIN_REPEATED_WORDS).then(|| hasher.finish())
}

/// Takes the fuller texts of another statement: the main text, and those of parts of the same name. Returns the fields that
/// changed. `source` and `other_source` are those of the texts.
pub(super) fn take_fuller(
    (source, row): (&str, &mut Map<String, Value>),
    (other_source, other): (&str, &Map<String, Value>),
    repeated: &RepeatedTexts,
) -> Vec<String> {
    let mut changed = Vec::new();
    let is_padded = other_source == PADDED && is_padded(row);
    let book = row.get("document_key").and_then(Value::as_str);
    let book = book.unwrap_or_default().to_owned();
    let is_repeated = |source: &str, text: &str| repeated.has(source, &book, text);
    let name = row.get("name").and_then(Value::as_str);
    let name: Vec<String> = words(name.unwrap_or_default()).collect();
    let is_fuller = |theirs: &str, mine: &str| {
        if is_padded { (is_torn(mine) || lacks_list(mine)) && !is_torn(theirs) } else { is_fuller(theirs, mine, &name) }
    };
    if let (Some(Value::String(mine)), Some(Value::String(theirs))) = (row.get_mut("text"), other.get("text"))
        && !mine.is_empty()
        && !is_repeated(other_source, theirs)
        && (is_repeated(source, mine) || is_fuller(theirs, mine))
    {
        mine.clone_from(theirs);
        changed.push("text".to_owned());
    }
    for list in NAMED_LISTS {
        let (Some(Value::Array(mine)), Some(Value::Array(theirs))) = (row.get_mut(list), other.get(list)) else {
            continue;
        };
        let mut is_changed = false;
        for part in mine {
            let same = theirs.iter().find(|other| super::fields::part_key(other) == super::fields::part_key(part));
            if let (Some(Value::String(mine)), Some(theirs)) =
                (part.get_mut("text"), same.and_then(|same| same.get("text")?.as_str()))
                && !mine.is_empty()
                && is_fuller(theirs, mine)
            {
                theirs.clone_into(mine);
                is_changed = true;
            }
        }
        if is_changed {
            changed.push(list.to_owned());
        }
    }
    changed
}

/// Whether a row is of a family whose texts a source pads.
pub(super) fn is_padded(row: &Map<String, Value>) -> bool {
    PADDED_FAMILIES.iter().any(|field| row.contains_key(*field))
}

/// Whether a text has all that another has, and more; or is whole where the other one is torn. Words of the entity's name are
/// not counted: a source that writes the whole name each time has no more to say.
fn is_fuller(text: &str, other: &str, name: &[String]) -> bool {
    let said = |text| words(text).filter(|word| !name.contains(word));
    let (mine, theirs): (Vec<String>, Vec<String>) = (said(text).collect(), said(other).collect());
    // A list whose labels are not set apart has lost its layout.
    if mine == theirs {
        return other.contains("\n* ") && text.contains("**_") && !other.contains("**_");
    }
    if mine.len() <= theirs.len() || theirs.is_empty() {
        return false;
    }
    if is_torn(other) && !is_torn(text) {
        return true;
    }
    has_in_order(&mine, &theirs) || has_sentences(text, other)
}

/// Rows of a table that were glued into one line: `mud26-50Toad`.
static GLUED_ROWS: Pattern = Pattern::new(r"(?-i)\p{Ll}\d{2}[-–]\d{2}\p{Lu}");

/// Whether a text begins within a word or a sentence, or ends within one, or has lost the lines of a table.
pub(super) fn is_torn(text: &str) -> bool {
    let text = text.trim();
    let begins = text.chars().find(|c| c.is_alphanumeric());
    if GLUED_ROWS.is_match(text) {
        return true;
    }
    let begins_within = begins.is_some_and(char::is_lowercase);
    let last_line = text.lines().last().unwrap_or_default();
    let is_row = last_line.starts_with('|');
    let ends = text.chars().rev().find(|c| !matches!(c, '*' | '_' | ')' | '”' | '"' | '’' | ']'));
    let ends_within = ends.is_some_and(|c| c.is_lowercase() || c == ',');
    begins_within || ends_within && !is_row
}

/// Whether a text ends with a sentence that announces what should follow: `one of the following effects.`
pub(super) fn lacks_list(text: &str) -> bool {
    static ANNOUNCES: Pattern = Pattern::new(
        r"\bthe following (?:\p{L}+ ){0,3}(?:benefits|effects|functions|options|properties|spells)[.:]\s*$",
    );
    ANNOUNCES.is_match(text)
}

/// Whether the words stand among others, in their order.
fn has_in_order(words: &[String], wanted: &[String]) -> bool {
    if words.len() > MAX_COMPARED_WORDS {
        return false;
    }
    let mut words = words.iter();
    wanted.iter().all(|wanted| words.any(|word| word == wanted))
}

/// Whether nearly all sentences of a text stand in another.
pub(super) fn has_sentences(text: &str, other: &str) -> bool {
    let normal = |text: &str| words(text).collect::<Vec<_>>().join(" ");
    let whole = format!(" {} ", normal(text));
    let sentences = other.split_inclusive(['.', '!', '?', ':', '\n', '|']);
    let sentences: Vec<String> = sentences.map(normal).filter(|s| s.contains(' ')).collect();
    let shared = sentences.iter().filter(|sentence| whole.contains(&format!(" {sentence} ")));
    let shared = shared.count();
    sentences.len() > 2 && shared * 10 >= sentences.len() * MIN_SHARED_TENTHS
}

/// The words of a text, in lower case, without marks.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
    let words = words.filter(|word| word.chars().any(char::is_alphanumeric));
    words.map(|word| word.replace(['\'', '’'], "").to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn taken(mine: &str, theirs: &str) -> bool {
        let object = |text: &str| {
            let Value::Object(row) = json!({
                "document_key": "pond", "name": "Giant Frog", "text": text,
                "actions": [{"name": "Hop", "text": text}],
            }) else {
                panic!("an object");
            };
            row
        };
        let mut row = object(mine);
        let changed = take_fuller(("one", &mut row), ("two", &object(theirs)), &RepeatedTexts::default());
        assert_eq!(changed.len() % 2, 0, "{changed:?}");
        row["text"] == theirs && row["actions"][0]["text"] == theirs
    }

    #[test]
    fn the_fuller_of_two_texts_is_taken() {
        for (mine, theirs, is_taken) in [
            ("The toad hops.", "The toad hops. Then it rests.", true),
            ("The toad hops. Then it rests.", "The toad hops.", false),
            ("The frog hops.", "The giant frog hops.", false),
            ("+9 to hit. 12 (2d6) damage.", "*+9 to hit.* *Hit:* 12 (2d6) damage.", true),
            ("n you hop, a loud noise sounds.", "Choose a toad. When you hop, a noise sounds.", true),
            ("The toad hops, and", "The toad leaps, and it rests there.", true),
            (
                "Roll. 01-25Deep mud26-50Toad song51-75Reed",
                "Roll. | 01–25 | Deep mud | 26–50 | Toad song | 51–75 | Reed |",
                true,
            ),
            ("The toad hops.", "A newt swims, which is another thing.", false),
        ] {
            assert_eq!(taken(mine, theirs), is_taken, "{mine} / {theirs}");
        }
    }

    #[test]
    fn a_text_that_stands_for_another_entity_gives_way() {
        let text = "Each toad that hops in the pond makes a noise that all newts hear.";
        let own = "A newt hears all that hops in a pond, and swims away.";
        let texts = [("hopping", text), ("hearing", text)];
        let texts = texts.map(|(name, text)| ("one", "pond", name, text));
        let repeated = RepeatedTexts::find(texts.into_iter());
        let object = |text: &str| {
            let Value::Object(row) = json!({"document_key": "pond", "text": text}) else {
                panic!("an object");
            };
            row
        };
        let mut row = object(text);
        let changed = take_fuller(("one", &mut row), ("two", &object(own)), &repeated);
        assert_eq!((changed.len(), &row["text"]), (1, &own.into()));
        // The other source's text is its own there too: it stays.
        let mut row = object(own);
        assert!(take_fuller(("two", &mut row), ("one", &object(text)), &repeated).is_empty());
    }
}
