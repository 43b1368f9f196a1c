//! Query terms: the significant words of a query, joined with the numbers that belong to them.

use crate::constraints::number::NUMBER_WORDS;
use lorekeeper_content::lexemes;

/// Most terms that full text search looks for.
pub(super) const MAX_TERMS: usize = 24;

/// Most words of a query whose last one may be unfinished: longer queries are questions.
const MAX_UNFINISHED_WORDS: usize = 3;

/// Weight of a synonym, and of the prefix of a word (.3 to .9 do alike; .7 does best).
const SYNONYM_WEIGHT: f32 = 0.7;

/// A word of a query, or a phrase that counts as one (`level 3`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueryTerm {
    /// The word or phrase.
    pub text: String,
    /// Phrases of the same meaning.
    pub equivalents: Vec<String>,
    /// Phrases that may have the same meaning, and count for less.
    pub synonyms: Vec<String>,
    /// Whether the term may be the prefix of a word in a name.
    pub prefix: bool,
    /// The term, its equivalents and its synonyms, as full text search looks for them.
    pub phrases: Vec<Phrase>,
}

/// A phrase as full text search looks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Phrase {
    /// Its words, stemmed.
    pub lexemes: Vec<String>,
    /// How much the phrase counts.
    pub weight: f32,
    /// Whether it may be the prefix of a word in a name.
    pub prefix: bool,
}

impl QueryTerm {
    /// The term, its equivalents and its synonyms as phrases, and the term as a prefix where it may be one.
    pub(super) fn all_phrases(&self) -> Vec<Phrase> {
        let phrase = |text: &String, weight, prefix| Phrase { lexemes: lexemes(text).collect(), weight, prefix };
        let equivalents = self.equivalents.iter().map(|text| phrase(text, 1.0, false));
        let synonyms = self.synonyms.iter().map(|text| phrase(text, SYNONYM_WEIGHT, false));
        let prefix = self.prefix.then(|| phrase(&self.text, SYNONYM_WEIGHT, true));
        let own = std::iter::once(phrase(&self.text, 1.0, false));
        own.chain(equivalents).chain(synonyms).chain(prefix).collect()
    }

    /// A term without equivalents and synonyms.
    pub(super) fn new(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

/// The terms but stop words, each once; all of them if all are stop words.
pub(super) fn significant_terms(terms: Vec<QueryTerm>) -> Vec<QueryTerm> {
    let end = terms.last().map(|word| word.text.clone());
    let mut units = join_numbers(terms);
    if units.iter().any(|word| !is_stop_word(&word.text)) {
        units.retain(|word| !is_stop_word(&word.text));
    }
    if units.len() <= MAX_UNFINISHED_WORDS
        && let Some(last) = units.last_mut()
        && end.as_ref() == Some(&last.text)
    {
        last.prefix = last.text.chars().all(char::is_alphabetic);
    }
    let mut words: Vec<QueryTerm> = Vec::new();
    for word in units {
        if !words.iter().any(|other| other.text == word.text) {
            words.push(word);
        }
    }
    words.truncate(MAX_TERMS);
    words
}

/// Terms, joined with the numbers that belong to them: the facts of an entity say `level 3` and
/// `challenge rating 5`.
fn join_numbers(terms: Vec<QueryTerm>) -> Vec<QueryTerm> {
    let mut units: Vec<QueryTerm> = Vec::new();
    let mut words = terms.into_iter().peekable();
    while let Some(term) = words.next() {
        let word = term.text.as_str();
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
            units.push(QueryTerm::new(text));
            continue;
        }
        if let Some(number) = ordinal(word)
            && words.next_if(|next| next.text == "level").is_some()
        {
            units.push(QueryTerm {
                equivalents: vec![format!("{word} level")],
                ..QueryTerm::new(format!("level {number}"))
            });
            continue;
        }
        units.push(term);
    }
    units
}

fn is_rating(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_digit() || c == '/')
}

/// A number in digits or in letters.
fn number(word: &str) -> Option<usize> {
    let named = NUMBER_WORDS.iter().position(|(name, _)| *name == word);
    named.map(|at| at + 1).or_else(|| word.parse().ok())
}

/// The number of a place: `3rd` and `third` are 3.
fn ordinal(word: &str) -> Option<usize> {
    if let Some(at) = NUMBER_WORDS.iter().position(|(_, name)| *name == word) {
        return Some(at + 1);
    }
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|ending| word.strip_suffix(ending))?;
    digits.parse().ok()
}

/// Whether a word says nothing about what is looked for.
pub(crate) fn is_stop_word(word: &str) -> bool {
    const STOP_WORDS: [&str; 71] = [
        "a", "about", "all", "am", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "could",
        "d", "did", "do", "does", "for", "from", "get", "had", "has", "have", "how", "i", "if", "im", "in", "into",
        "is", "it", "its", "let", "lets", "like", "ll", "me", "my", "of", "on", "or", "s", "so", "some", "something",
        "t", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "to", "was", "what",
        "when", "where", "which", "who", "will", "with", "would", "you", "your",
    ];
    STOP_WORDS.contains(&word)
}
