//! Typos: a word that nothing stored has is taken for the word of a name that it resembles most.

use super::vocabulary::{ABBREVIATIONS, SYNONYMS};
use crate::db::bound;
use crate::error::Result;
use sea_orm::{DatabaseConnection, FromQueryResult};

/// What becomes of typos.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Spelling {
    /// A word that nothing has is taken for the word that it resembles, and so is a name.
    #[default]
    Forgiven,
    /// Words and names are taken as they are written.
    Exact,
}

/// Shorter words are too much like too many others.
const SHORTEST: usize = 4;

/// How alike a word must be to be what was meant, as Damerau and Levenshtein count: 1 is the same, one slip in
/// eight letters 0.88.
const ALIKE: f64 = 0.6;

/// The same for what may be the beginning of a longer word.
const NEARLY_WHOLE: f64 = 0.8;

#[derive(FromQueryResult)]
struct Alike {
    word: String,
    begins: bool,
    resembles: String,
}

/// The words with those corrected that nothing has and that something resembles.
pub async fn corrected(db: &DatabaseConnection, mut words: Vec<String>) -> Result<Vec<String>> {
    let unsure: Vec<String> = words
        .iter()
        .filter(|word| word.chars().count() >= SHORTEST && word.chars().all(|c| c.is_alphabetic() || c == '\''))
        .filter(|word| !SYNONYMS.knows(word) && !ABBREVIATIONS.knows(word))
        .cloned()
        .collect();
    if unsure.is_empty() {
        return Ok(words);
    }
    let alike = Alike::find_by_statement(bound(
        "SELECT given.w AS word, alike.word AS resembles,
            EXISTS (SELECT FROM name_word n WHERE n.word LIKE given.w || '%') AS begins
         FROM (SELECT DISTINCT unnest($1::text[]) AS w) given,
            LATERAL (SELECT word FROM name_word WHERE word % given.w ORDER BY similarity(word, given.w) DESC, word LIMIT 12) alike
         WHERE NOT EXISTS (SELECT FROM search_entry e WHERE e.terms @@ plainto_tsquery('lore', given.w))",
        [unsure.into()],
    ))
    .all(db)
    .await?;
    for word in &mut words {
        let like = |other: &Alike| strsim::normalized_damerau_levenshtein(word, &other.resembles);
        // The first of the best: they come in the order of their trigrams.
        let best = alike
            .iter()
            .filter(|other| other.word == *word)
            .map(|other| (like(other), other))
            .min_by(|a, b| b.0.total_cmp(&a.0));
        if let Some((like, other)) = best
            && like >= if other.begins { NEARLY_WHOLE } else { ALIKE }
        {
            word.clone_from(&other.resembles);
        }
    }
    Ok(words)
}
