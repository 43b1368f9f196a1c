//! How a query is read: abbreviations spelt out, typos corrected, and beside every word how the books say it.

use super::spelling::{self, Spelling};
use super::vocabulary::{ABBREVIATIONS, SYNONYMS, tokens};
use crate::error::Result;
use crate::family::slugify;
use sea_orm::DatabaseConnection;

/// Longest query, in characters; what is longer is cut, with a warning.
pub const LONGEST: usize = 512;

/// Most wordings of the books that stand beside one word, and beside all, so that a long question stays cheap.
const WORDINGS: (usize, usize) = (8, 32);

/// Most words that full text looks for.
const WORDS: usize = 24;

/// Most words of a query whose last one may be the beginning of a longer one: whoever writes more asks a question.
const TYPING: usize = 3;

/// A query as it is understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// What names are compared with.
    pub name: String,
    /// How many words that has.
    pub tokens: usize,
    /// The slugs of a name that is the very query: as it was typed, and as it was read.
    pub slugs: Vec<String>,
    /// What full text looks for.
    pub words: Vec<Word>,
    /// What is embedded: the query, and how the books say it.
    pub meaning: String,
    /// The query with its typos corrected and its abbreviations spelt out, where there were any.
    pub corrected: Option<String>,
}

/// A word of a query, or a phrase that counts as one (`level 3`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub text: String,
    /// What says the same.
    pub same: Vec<String>,
    /// What may say the same, and counts for less.
    pub also: Vec<String>,
    /// Whether it may be the beginning of a word of a name.
    pub begins: bool,
}

impl Reading {
    /// Reads a query, with what is stored as the dictionary.
    pub async fn of(db: &DatabaseConnection, text: &str, spelling: Spelling) -> Result<Self> {
        let typed = tokens(text);
        // What something is called is meant as it is.
        let letters = slugify(text).replace('-', "");
        if spelling::is_name(db, &letters).await? {
            return Ok(Self::new(text, &typed, typed.clone()));
        }
        let read = match spelling {
            Spelling::Exact => spelt_out(&typed),
            // What was misspelt may be short for something.
            Spelling::Forgiven => spelt_out(&spelling::corrected(db, spelt_out(&typed)).await?),
        };
        Ok(Self::new(text, &typed, read))
    }

    fn new(text: &str, typed: &[String], read: Vec<String>) -> Self {
        let changed = read != typed;
        let said = if changed {
            read.join(" ")
        } else {
            text.trim().to_owned()
        };
        let mut wordings = vec![Wordings::default(); read.len()];
        let mut meaning = vec![said.clone()];
        for found in SYNONYMS.find(&read) {
            let left = WORDINGS.1.saturating_sub(meaning.len());
            for wording in found.means.iter().take(WORDINGS.0.min(left)) {
                let wording = (*wording).to_owned();
                for beside in wordings.iter_mut().skip(found.start).take(found.length) {
                    // A phrase has one meaning, a word may have several.
                    let list = if found.length > 1 {
                        &mut beside.same
                    } else {
                        &mut beside.also
                    };
                    list.push(wording.clone());
                }
                if !meaning.contains(&wording) {
                    meaning.push(wording);
                }
            }
        }
        let mut slugs = vec![slugify(text), slugify(&said)];
        slugs.dedup();
        Self {
            name: asked_about(&read),
            tokens: read.len(),
            words: words(&read, wordings),
            meaning: meaning.join(" "),
            corrected: changed.then_some(said),
            slugs,
        }
    }
}

/// What a question is about (`what does poisoned do`: poisoned), to be compared with names.
fn asked_about(read: &[String]) -> String {
    const LAST: [&str; 6] = ["do", "does", "work", "works", "mean", "means"];
    let start = read.iter().position(|word| !is_stop_word(word));
    let words = read.get(start.unwrap_or_default()..).unwrap_or_default();
    let end = words
        .iter()
        .rposition(|word| !LAST.contains(&word.as_str()));
    let words = words.get(..end.map_or(words.len(), |end| end + 1));
    words.unwrap_or_default().join(" ")
}

/// How the books say a word.
#[derive(Clone, Debug, Default)]
struct Wordings {
    same: Vec<String>,
    also: Vec<String>,
}

/// A query with its abbreviations spelt out.
fn spelt_out(typed: &[String]) -> Vec<String> {
    let mut words = Vec::new();
    let mut next = 0;
    for found in ABBREVIATIONS.find(typed) {
        words.extend(typed.iter().take(found.start).skip(next).cloned());
        words.extend(found.means.iter().flat_map(|meant| tokens(meant)));
        next = found.start + found.length;
    }
    words.extend(typed.iter().skip(next).cloned());
    words
}

/// The words that say something, each once; all of them if none does.
fn words(read: &[String], wordings: Vec<Wordings>) -> Vec<Word> {
    let mut units = units(read, wordings);
    let telling = units.iter().filter(|w| !is_stop_word(&w.text)).count();
    if telling > 0 {
        units.retain(|word| !is_stop_word(&word.text));
    }
    if units.len() <= TYPING
        && let Some(last) = units.last_mut()
        && read.last() == Some(&last.text)
    {
        last.begins = last.text.chars().all(char::is_alphabetic);
    }
    let mut words: Vec<Word> = Vec::new();
    for word in units {
        if !words.iter().any(|other| other.text == word.text) {
            words.push(word);
        }
    }
    words.truncate(WORDS);
    words
}

/// Words, and the numbers that belong to what is before or behind them: the facts of an entity say `level 3` and
/// `challenge rating 5`.
fn units(read: &[String], wordings: Vec<Wordings>) -> Vec<Word> {
    let mut units: Vec<Word> = Vec::new();
    let mut words = read.iter().zip(wordings).peekable();
    while let Some((word, Wordings { same, also })) = words.next() {
        let before = |back: usize| {
            let at = units.len().checked_sub(back)?;
            units.get(at).map(|unit| unit.text.as_str())
        };
        let counted = if let (Some("level"), Some(number)) = (before(1), number(word)) {
            Some((1, format!("level {number}")))
        } else if is_rating(word) && (before(2), before(1)) == (Some("challenge"), Some("rating")) {
            Some((2, format!("challenge rating {word}")))
        } else {
            None
        };
        if let Some((taken, text)) = counted {
            units.truncate(units.len() - taken);
            units.push(Word {
                text,
                ..Word::default()
            });
            continue;
        }
        if let Some(number) = ordinal(word)
            && words.next_if(|(next, _)| *next == "level").is_some()
        {
            units.push(Word {
                text: format!("level {number}"),
                same: vec![format!("{word} level")],
                ..Word::default()
            });
            continue;
        }
        units.push(Word {
            text: word.clone(),
            same,
            also,
            begins: false,
        });
    }
    units
}

fn is_rating(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_digit() || c == '/')
}

const NUMBERS: [(&str, &str); 9] = [
    ("one", "first"),
    ("two", "second"),
    ("three", "third"),
    ("four", "fourth"),
    ("five", "fifth"),
    ("six", "sixth"),
    ("seven", "seventh"),
    ("eight", "eighth"),
    ("nine", "ninth"),
];

/// A number in digits or in letters.
fn number(word: &str) -> Option<usize> {
    let named = NUMBERS.iter().position(|(name, _)| *name == word);
    named.map(|at| at + 1).or_else(|| word.parse().ok())
}

/// The number of a place: `3rd` and `third` are 3.
fn ordinal(word: &str) -> Option<usize> {
    if let Some(at) = NUMBERS.iter().position(|(_, name)| *name == word) {
        return Some(at + 1);
    }
    let digits = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending))?;
    digits.parse().ok()
}

/// Words that say nothing about what is looked for.
fn is_stop_word(word: &str) -> bool {
    const STOP_WORDS: [&str; 71] = [
        "a",
        "about",
        "all",
        "am",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "been",
        "but",
        "by",
        "can",
        "could",
        "d",
        "did",
        "do",
        "does",
        "for",
        "from",
        "get",
        "had",
        "has",
        "have",
        "how",
        "i",
        "if",
        "im",
        "in",
        "into",
        "is",
        "it",
        "its",
        "let",
        "lets",
        "like",
        "ll",
        "me",
        "my",
        "of",
        "on",
        "or",
        "s",
        "so",
        "some",
        "something",
        "t",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "to",
        "was",
        "what",
        "when",
        "where",
        "which",
        "who",
        "will",
        "with",
        "would",
        "you",
        "your",
    ];
    STOP_WORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Reading {
        let typed = tokens(text);
        let read = spelt_out(&typed);
        Reading::new(text, &typed, read)
    }

    fn texts(text: &str) -> Vec<String> {
        read(text).words.into_iter().map(|w| w.text).collect()
    }

    #[test]
    fn telling_words_remain() {
        assert_eq!(texts("What lets me fly?"), ["fly"]);
        assert_eq!(texts("the who"), ["the", "who"]);
        assert_eq!(texts("Hunter’s Mark, mark"), ["hunter's", "mark"]);
        assert!(texts("?!").is_empty());
    }

    #[test]
    fn abbreviations_are_spelt_out() {
        let con = read("half on a con save");
        assert_eq!(
            con.corrected.as_deref(),
            Some("half on a constitution saving throw")
        );
        assert_eq!(con.name, "half on a constitution saving throw");
        assert_eq!(read("What does poisoned do?").name, "poisoned");
        assert_eq!(read("the who").name, "the who");
        assert!(con.slugs.contains(&"half-on-a-con-save".to_owned()));
        let plain = read("Ember Ward ");
        assert_eq!((plain.name.as_str(), plain.corrected), ("ember ward", None));
        assert_eq!(plain.meaning, "Ember Ward");
    }

    #[test]
    fn a_long_question_stays_cheap() {
        let long = read(&"a wizard slime ghost sword boat mage robot thief armour fire ".repeat(9));
        assert!(long.words.len() <= WORDS);
        let many: usize = long.words.iter().map(|w| w.same.len() + w.also.len()).sum();
        assert!((8..=WORDINGS.1).contains(&many), "{many}");
    }

    #[test]
    fn the_books_wording_stands_beside() {
        let dark = read("who can see in the dark?");
        assert!(
            dark.words
                .iter()
                .all(|w| w.same.contains(&"darkvision".to_owned()))
        );
        assert_eq!(dark.words.len(), 2);
        assert_eq!(dark.meaning, "who can see in the dark? darkvision");
        assert_eq!(dark.corrected, None);
    }

    #[test]
    fn levels_and_challenge_ratings_are_one_word() {
        assert_eq!(texts("3rd level wizard"), ["level 3", "wizard"]);
        assert_eq!(texts("a third-level spell"), ["level 3", "spell"]);
        assert_eq!(texts("level 3 evocation"), ["level 3", "evocation"]);
        assert_eq!(texts("CR 1/4 undead"), ["challenge rating 1/4", "undead"]);
        assert_eq!(texts("level three"), ["level 3"]);
        assert_eq!(texts("lvl3 CR5"), ["level 3", "challenge rating 5"]);
        assert_eq!(texts("third time"), ["third", "time"]);
        assert_eq!(texts("levels 1 to 3"), ["levels", "1", "3"]);
    }

    #[test]
    fn a_name_that_is_being_typed() {
        let begins = |text: &str| -> Vec<String> {
            let words = read(text).words.into_iter().filter(|w| w.begins);
            words.map(|w| w.text).collect()
        };
        assert_eq!(begins("chain ma"), ["ma"]);
        assert!(begins("how many miles can the party walk in a da").is_empty());
        assert!(begins("level 3").is_empty());
        assert!(begins("what is it").len() < 2);
    }
}
