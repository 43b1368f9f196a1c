//! Query analysis: abbreviations are expanded, typos corrected, stop words dropped, and the books' synonyms put beside
//! each term.

mod terms;

pub use terms::{Phrase, QueryTerm};

use super::spelling::{self, Spelling};
use super::vocabulary::{ABBREVIATIONS, PhraseMatch, SYNONYMS, closed_name_in, leave_out_authors};
use crate::Result;
use crate::index::WordIndex;
use lorekeeper_content::{Regex, pattern, slugify, tokens};
use std::sync::LazyLock;
pub(crate) use terms::is_stop_word;
use terms::significant_terms;

/// Longest query, in characters; a longer one is cut, with a warning.
pub const MAX_QUERY_CHARS: usize = 512;

/// Most synonyms of one phrase: a long question stays cheap.
const MAX_PHRASE_SYNONYMS: usize = 8;

/// Most synonyms of all terms of a query.
const MAX_SYNONYMS: usize = 32;

/// The analysis of a query's text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueryAnalysis {
    /// The text that names are compared with.
    pub name: String,
    /// The words of the text, with its typos corrected and its abbreviations expanded.
    pub words: Vec<String>,
    /// The slugs of an entity whose name is the text: as typed, and as corrected.
    pub slugs: Vec<String>,
    /// The terms that full text search looks for.
    pub terms: Vec<QueryTerm>,
    /// The text that is embedded: the query and its synonyms.
    pub embedded_text: String,
    /// The text with its typos corrected and its abbreviations expanded, if it had any.
    pub corrected: Option<String>,
}

impl QueryAnalysis {
    /// The analysis of a text, with the words of an index as the dictionary.
    pub(crate) fn of(index: &WordIndex, text: &str, spelling: Spelling) -> Result<Self> {
        let typed = query_words(text);
        let words = if index.names.has_letters(&slugify(text).replace('-', "")) {
            // A name is not corrected.
            typed.clone()
        } else {
            let is_closed = closed_name_in(&typed).is_some();
            let authored = (!is_closed).then(|| leave_out_authors(&typed, |word| index.names.has_word(word)));
            let words = expand_abbreviations(authored.as_ref().unwrap_or(&typed));
            match spelling {
                Spelling::Exact => words,
                // A corrected word may be an abbreviation.
                Spelling::Forgiven => expand_abbreviations(&spelling::corrected(index, words)?),
            }
        };
        Ok(Self::new(text, &typed, words))
    }

    /// The analysis of a text without a dictionary: no word is known to be a name, or misspelt.
    #[cfg(test)]
    pub(crate) fn without_dictionary(text: &str) -> Self {
        let typed = query_words(text);
        Self::new(text, &typed, expand_abbreviations(&typed))
    }

    fn new(text: &str, typed: &[String], words: Vec<String>) -> Self {
        let changed = words != typed;
        let corrected = if changed { words.join(" ") } else { text.trim().to_owned() };
        let mut terms: Vec<QueryTerm> = words.iter().cloned().map(QueryTerm::new).collect();
        let mut embedded = vec![corrected.clone()];
        for phrase in SYNONYMS.find(&words) {
            let left = MAX_SYNONYMS.saturating_sub(embedded.len());
            for synonym in phrase.means.iter().take(MAX_PHRASE_SYNONYMS.min(left)) {
                let synonym = (*synonym).to_owned();
                for term in terms.iter_mut().skip(phrase.start).take(phrase.length) {
                    // A phrase has one meaning, a word may have several.
                    let list = if phrase.length > 1 { &mut term.equivalents } else { &mut term.synonyms };
                    list.push(synonym.clone());
                }
                if !embedded.contains(&synonym) {
                    embedded.push(synonym);
                }
            }
        }
        let mut slugs = vec![slugify(text), slugify(&corrected)];
        slugs.dedup();
        let mut terms = significant_terms(terms);
        for term in &mut terms {
            term.phrases = term.all_phrases();
        }
        Self {
            name: topic(&words),
            terms,
            embedded_text: embedded.join(" "),
            corrected: changed.then_some(corrected),
            slugs,
            words,
        }
    }
}

/// The topic of a question (`what does poisoned do`: poisoned), to be compared with names.
fn topic(words: &[String]) -> String {
    const LAST: [&str; 6] = ["do", "does", "work", "works", "mean", "means"];
    let start = words.iter().position(|word| !is_stop_word(word));
    let words = words.get(start.unwrap_or_default()..).unwrap_or_default();
    let end = words.iter().rposition(|word| !LAST.contains(&word.as_str()));
    let words = words.get(..end.map_or(words.len(), |end| end + 1));
    words.unwrap_or_default().join(" ")
}

/// Two numbers with a dash between them: `1-2`, `1/2-2`, `1st–3rd`.
static RANGE: LazyLock<Regex> = LazyLock::new(|| {
    let number = r"\d+(?:/\d+)?(?:st|nd|rd|th)?";
    pattern(&format!(r"(?P<before>^|\s)(?P<low>{number})\s?[-–—]\s?(?P<high>{number})(?P<after>[\s,.?]|$)"))
});

/// Words with an apostrophe as people write them without. What is a word of its own without it (`cant`) is not among them.
const CONTRACTIONS: [(&str, &str); 19] = [
    ("arent", "aren't"),
    ("couldnt", "couldn't"),
    ("didnt", "didn't"),
    ("doesnt", "doesn't"),
    ("dont", "don't"),
    ("hadnt", "hadn't"),
    ("hasnt", "hasn't"),
    ("havent", "haven't"),
    ("isnt", "isn't"),
    ("shouldnt", "shouldn't"),
    ("thats", "that's"),
    ("theyre", "they're"),
    ("wasnt", "wasn't"),
    ("werent", "weren't"),
    ("whats", "what's"),
    ("wont", "won't"),
    ("wouldnt", "wouldn't"),
    ("youre", "you're"),
    ("youve", "you've"),
];

/// The words of a text; `5+` is `5 or more`, `1-2` is `1 to 2`, and `dont` is `don't`.
fn query_words(text: &str) -> Vec<String> {
    let text = RANGE.replace_all(text, "$before$low to $high$after");
    let words = text.split_whitespace().flat_map(|word| {
        let number = word.trim_end_matches([',', '.', '?']).strip_suffix('+');
        let is_number = |number: &&str| number.ends_with(|c: char| c.is_ascii_digit()) && !number.contains('+');
        match number.filter(is_number) {
            Some(number) => vec![number, "or", "more"],
            None => vec![word],
        }
    });
    let mut words = tokens(&words.collect::<Vec<_>>().join(" "));
    for word in &mut words {
        let known = CONTRACTIONS.iter().find(|(typed, _)| word == typed);
        if let Some((_, written)) = known {
            (*written).clone_into(word);
        }
    }
    words
}

/// The words with abbreviations in full; none is within a closed name.
fn expand_abbreviations(typed: &[String]) -> Vec<String> {
    let mut words = Vec::new();
    let mut next = 0;
    let closed = closed_name_in(typed).map(|(_, place)| place).unwrap_or_default();
    let expanded = ABBREVIATIONS.find(typed).into_iter();
    let is_closed = |found: &PhraseMatch<'_>| found.start < closed.end && closed.start < found.start + found.length;
    for found in expanded.filter(|found| !is_closed(found)) {
        words.extend(typed.iter().take(found.start).skip(next).cloned());
        words.extend(found.means.iter().flat_map(|meant| tokens(meant)));
        next = found.start + found.length;
    }
    words.extend(typed.iter().skip(next).cloned());
    words
}

#[cfg(test)]
mod tests {
    use super::terms::MAX_TERMS;
    use super::*;

    fn read(text: &str) -> QueryAnalysis {
        QueryAnalysis::without_dictionary(text)
    }

    fn texts(text: &str) -> Vec<String> {
        read(text).terms.into_iter().map(|w| w.text).collect()
    }

    #[test]
    fn telling_words_remain() {
        assert_eq!(texts("What lets me fly?"), ["fly"]);
        assert_eq!(texts("the who"), ["the", "who"]);
        assert_eq!(texts("Hunter’s Mark, mark"), ["hunter's", "mark"]);
        assert!(texts("?!").is_empty());
    }

    #[test]
    fn ranges_and_words_without_apostrophes_are_read() {
        for (text, words) in [
            ("wont hop, level 1-2?", "won't hop level 1 to 2"),
            ("cr 1/2-2", "cr 1/2 to 2"),
            ("1st – 3rd level", "1st to 3rd level"),
            ("thieves' cant", "thieves cant"),
            ("a 5-foot pond", "a 5 foot pond"),
        ] {
            assert_eq!(query_words(text).join(" "), words);
        }
    }

    #[test]
    fn abbreviations_are_expand_abbreviations() {
        let con = read("half on a con save");
        assert_eq!(con.corrected.as_deref(), Some("half on a constitution saving throw"));
        assert_eq!(con.name, "half on a constitution saving throw");
        assert_eq!(read("What does poisoned do?").name, "poisoned");
        assert_eq!(read("the who").name, "the who");
        assert_eq!(read("silvery barbs").corrected, None);
        assert!(con.slugs.contains(&"half-on-a-con-save".to_owned()));
        let plain = read("Ember Ward ");
        assert_eq!((plain.name.as_str(), plain.corrected), ("ember ward", None));
        assert_eq!(plain.embedded_text, "Ember Ward");
    }

    #[test]
    fn a_long_question_stays_cheap() {
        let long = read(&"a wizard slime ghost sword boat mage robot thief armour fire ".repeat(9));
        assert!(long.terms.len() <= MAX_TERMS);
        let many: usize = long.terms.iter().map(|w| w.equivalents.len() + w.synonyms.len()).sum();
        assert!((8..=MAX_SYNONYMS).contains(&many), "{many}");
    }

    #[test]
    fn the_books_wording_stands_beside() {
        let dark = read("who can see in the dark?");
        assert!(dark.terms.iter().all(|w| w.equivalents.contains(&"darkvision".to_owned())));
        assert_eq!(dark.terms.len(), 2);
        assert_eq!(dark.embedded_text, "who can see in the dark? darkvision");
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
            let words = read(text).terms.into_iter().filter(|w| w.prefix);
            words.map(|w| w.text).collect()
        };
        assert_eq!(begins("chain ma"), ["ma"]);
        assert!(begins("how many miles can the party walk in a da").is_empty());
        assert!(begins("level 3").is_empty());
        assert!(begins("what is it").len() < 2);
    }
}
