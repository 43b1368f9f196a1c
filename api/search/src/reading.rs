//! How a query is read: abbreviations spelt out, typos corrected, and beside every word how the books say it.

mod words;

pub use words::Word;

use super::spelling::{self, Spelling};
use super::vocabulary::{ABBREVIATIONS, SYNONYMS, tokens};
use crate::Result;
use lorekeeper_content::slugify;
use sea_orm::DatabaseConnection;
use words::{is_stop_word, telling};

/// Longest query, in characters; what is longer is cut, with a warning.
pub const LONGEST: usize = 512;

/// Most wordings of the books that stand beside one word, and beside all, so that a long question stays cheap.
const WORDINGS: (usize, usize) = (8, 32);

/// A query as it is understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// What names are compared with.
    pub name: String,
    /// How many words the query has.
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

impl Reading {
    /// Reads a query, with what is stored as the dictionary.
    pub async fn of(db: &DatabaseConnection, text: &str, spelling: Spelling) -> Result<Self> {
        let typed = tokens(text);
        let letters = slugify(text).replace('-', "");
        // Asked together: most queries are no names.
        let (is_name, corrected) = tokio::try_join!(spelling::is_name(db, &letters), async {
            match spelling {
                Spelling::Exact => Ok(spelt_out(&typed)),
                Spelling::Forgiven => spelling::corrected(db, spelt_out(&typed)).await,
            }
        })?;
        let read = match spelling {
            // What something is called is meant as it is.
            _ if is_name => typed.clone(),
            Spelling::Exact => corrected,
            // What was misspelt may be short for something.
            Spelling::Forgiven => spelt_out(&corrected),
        };
        Ok(Self::new(text, &typed, read))
    }

    /// Reads a query without a dictionary: nothing in it is known to be a name, or to be misspelt.
    #[must_use]
    pub fn without_dictionary(text: &str) -> Self {
        let typed = tokens(text);
        Self::new(text, &typed, spelt_out(&typed))
    }

    fn new(text: &str, typed: &[String], read: Vec<String>) -> Self {
        let changed = read != typed;
        let said = if changed {
            read.join(" ")
        } else {
            text.trim().to_owned()
        };
        let mut words: Vec<Word> = read.iter().map(|text| Word::new(text.clone())).collect();
        let mut meaning = vec![said.clone()];
        for found in SYNONYMS.find(&read) {
            let left = WORDINGS.1.saturating_sub(meaning.len());
            for wording in found.means.iter().take(WORDINGS.0.min(left)) {
                let wording = (*wording).to_owned();
                for beside in words.iter_mut().skip(found.start).take(found.length) {
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
            words: telling(words),
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

#[cfg(test)]
mod tests {
    use super::words::WORDS;
    use super::*;

    fn read(text: &str) -> Reading {
        Reading::without_dictionary(text)
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
