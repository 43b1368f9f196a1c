//! Typos: a word that nothing stored has is taken for the word of a name that it resembles most, and of several
//! such words together, for the words of one name.

use super::vocabulary::{ABBREVIATIONS, SYNONYMS};
use crate::db::bound;
use crate::error::Result;
use sea_orm::{DatabaseConnection, FromQueryResult};
use std::collections::{HashMap, HashSet};

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

/// The same for what may be the beginning of a longer word, and for two words that may be one.
const NEARLY_WHOLE: f64 = 0.8;

/// How much more likely a word is that is in a name with another word of the query: a slip or two.
const TOGETHER: f64 = 0.3;

/// How many of the words that resemble a word are looked at.
const TRIED: usize = 5;

/// A word as it was typed, and one of a name that it resembles.
#[derive(Debug, FromQueryResult)]
struct Resembling {
    typed: String,
    /// Whether it may be the beginning of a longer word.
    begins: bool,
    word: String,
}

/// A word of a name that may have been meant.
#[derive(Clone, Debug, PartialEq)]
struct Guess {
    word: String,
    alike: f64,
}

/// The words with those corrected that nothing has and that something resembles.
pub async fn corrected(db: &DatabaseConnection, words: Vec<String>) -> Result<Vec<String>> {
    let mut asked: Vec<String> = words.iter().filter(|w| may_be_wrong(w)).cloned().collect();
    if asked.is_empty() {
        return Ok(words);
    }
    asked.extend(words.windows(2).filter_map(joined));
    let guesses = guesses(resembling(db, asked).await?);
    if guesses.is_empty() {
        return Ok(words);
    }
    let words = rejoined(words, &guesses);
    let together = together(db, &words, &guesses).await?;
    Ok(words
        .into_iter()
        .map(|word| best(&word, &guesses, &together).unwrap_or(word))
        .collect())
}

fn may_be_wrong(word: &str) -> bool {
    word.chars().count() >= SHORTEST
        && word.chars().all(|c| c.is_alphabetic() || c == '\'')
        && !SYNONYMS.knows(word)
        && !ABBREVIATIONS.knows(word)
}

/// Two words as one (`owl bear`).
fn joined(pair: &[String]) -> Option<String> {
    let whole = pair.concat();
    (pair.iter().any(|word| may_be_wrong(word)) && may_be_wrong(&whole)).then_some(whole)
}

/// The words of names that resemble words that nothing has.
async fn resembling(db: &DatabaseConnection, words: Vec<String>) -> Result<Vec<Resembling>> {
    Ok(Resembling::find_by_statement(bound(
        "SELECT given.w AS typed, alike.word,
            EXISTS (SELECT FROM name_word n WHERE n.word LIKE given.w || '%') AS begins
         FROM (SELECT DISTINCT unnest($1::text[]) AS w) given,
            LATERAL (SELECT word FROM name_word WHERE word % given.w ORDER BY similarity(word, given.w) DESC, word LIMIT 20) alike
         WHERE NOT EXISTS (SELECT FROM search_entry e WHERE e.terms @@ plainto_tsquery('lore', given.w))
            AND NOT EXISTS (SELECT FROM search_entry e WHERE replace(e.slug, '-', '') = given.w)",
        [words.into()],
    ))
    .all(db)
    .await?)
}

/// What each word may have been meant to be, the likeliest first.
fn guesses(resembling: Vec<Resembling>) -> HashMap<String, Vec<Guess>> {
    let mut guesses: HashMap<String, Vec<Guess>> = HashMap::new();
    for Resembling {
        typed,
        begins,
        word,
    } in resembling
    {
        let alike = strsim::normalized_damerau_levenshtein(&typed, &word);
        if alike >= if begins { NEARLY_WHOLE } else { ALIKE } {
            guesses
                .entry(typed)
                .or_default()
                .push(Guess { word, alike });
        }
    }
    for guesses in guesses.values_mut() {
        // Stable: what is alike by letters stays in the order of the trigrams.
        guesses.sort_by(|a, b| b.alike.total_cmp(&a.alike));
        guesses.truncate(TRIED);
    }
    guesses
}

/// The words, with two of them as one where that resembles something more than the wrong one of them does.
fn rejoined(words: Vec<String>, guesses: &HashMap<String, Vec<Guess>>) -> Vec<String> {
    let alike = |word: &str| guesses.get(word)?.first().map(|guess| guess.alike);
    let mut left = words.into_iter().peekable();
    let mut read = Vec::new();
    while let Some(word) = left.next() {
        let whole = left.peek().map(|next| [word.as_str(), next].concat());
        let single = |word: &str| alike(word).unwrap_or_default();
        match (whole, left.peek()) {
            (Some(whole), Some(next))
                if alike(&whole).is_some_and(|like| {
                    like >= NEARLY_WHOLE && like > single(&word) && like > single(next)
                }) =>
            {
                left.next();
                read.push(whole);
            }
            _ => read.push(word),
        }
    }
    read
}

/// The guesses that are in a name with another word of the query, or with a guess at one.
async fn together(
    db: &DatabaseConnection,
    words: &[String],
    guesses: &HashMap<String, Vec<Guess>>,
) -> Result<HashSet<String>> {
    #[derive(FromQueryResult)]
    struct Named {
        word: String,
    }
    let mut pairs: Vec<(String, String)> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Some(mine) = guesses.get(word) else {
            continue;
        };
        let others = words.iter().enumerate().filter(|(other, _)| *other != at);
        for (_, other) in others.filter(|(_, word)| word.chars().count() >= SHORTEST) {
            let theirs = guesses.get(other);
            let theirs: Vec<&str> = theirs.map_or_else(
                || vec![other.as_str()],
                |guesses| guesses.iter().map(|guess| guess.word.as_str()).collect(),
            );
            for guess in mine {
                pairs.extend(
                    theirs
                        .iter()
                        .map(|other| (guess.word.clone(), (*other).to_owned())),
                );
            }
        }
    }
    if pairs.is_empty() {
        return Ok(HashSet::new());
    }
    let (mine, theirs): (Vec<String>, Vec<String>) = pairs.into_iter().unzip();
    let named = Named::find_by_statement(bound(
        "SELECT DISTINCT pair.mine AS word FROM unnest($1::text[], $2::text[]) AS pair(mine, theirs)
         WHERE EXISTS (SELECT FROM search_entry e
            WHERE e.terms @@ (to_tsquery('lore', quote_literal(pair.mine) || ':A') && to_tsquery('lore', quote_literal(pair.theirs) || ':A')))",
        [mine.into(), theirs.into()],
    ))
    .all(db)
    .await?;
    Ok(named.into_iter().map(|named| named.word).collect())
}

/// What a word was most likely meant to be.
fn best(
    word: &str,
    guesses: &HashMap<String, Vec<Guess>>,
    together: &HashSet<String>,
) -> Option<String> {
    let likely = |guess: &Guess| {
        guess.alike
            + if together.contains(&guess.word) {
                TOGETHER
            } else {
                0.0
            }
    };
    let guesses = guesses.get(word)?.iter();
    // The first of the best.
    let best = guesses.min_by(|a, b| likely(b).total_cmp(&likely(a)))?;
    Some(best.word.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(pairs: &[(&str, bool, &str)]) -> HashMap<String, Vec<Guess>> {
        let resembling = pairs.iter().map(|(typed, begins, word)| Resembling {
            typed: (*typed).to_owned(),
            begins: *begins,
            word: (*word).to_owned(),
        });
        guesses(resembling.collect())
    }

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn the_word_that_is_most_alike() {
        let guesses = known(&[
            ("sorceror", false, "sorcery"),
            ("sorceror", false, "sorcerer"),
            ("wading", false, "wand"),
            ("pers", true, "person"),
            ("counterspel", true, "counterspell"),
        ]);
        let best = |word| best(word, &guesses, &HashSet::new());
        assert_eq!(best("sorceror").as_deref(), Some("sorcerer"));
        assert_eq!(best("counterspel").as_deref(), Some("counterspell"));
        // Still being typed.
        assert_eq!(best("pers"), None);
        assert_eq!(best("sorcerer"), None);
    }

    #[test]
    fn the_word_that_makes_a_name() {
        let guesses = known(&[("cloke", false, "clone"), ("cloke", false, "cloak")]);
        let alone = best("cloke", &guesses, &HashSet::new());
        assert_eq!(alone.as_deref(), Some("clone"));
        let named = HashSet::from(["cloak".to_owned()]);
        assert_eq!(best("cloke", &guesses, &named).as_deref(), Some("cloak"));
    }

    #[test]
    fn two_words_that_are_one() {
        let guesses = known(&[("baer", false, "bear"), ("owlbaer", false, "owlbear")]);
        assert_eq!(rejoined(words("an owl baer"), &guesses), ["an", "owlbaer"]);
        assert_eq!(rejoined(words("owl bear"), &guesses), ["owl", "bear"]);
        let pairs = words("owl baer");
        assert_eq!(joined(&pairs).as_deref(), Some("owlbaer"));
    }
}
