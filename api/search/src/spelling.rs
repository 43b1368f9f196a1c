//! Spelling correction: an unknown word becomes the word of a name that it resembles most; several unknown words
//! together become the words of one name.

use super::vocabulary::{ABBREVIATIONS, SYNONYMS};
use crate::Result;
use lorekeeper_content::edit_distance::osa_distance;
use lorekeeper_store::bound;
use sea_orm::{ConnectionTrait, DatabaseConnection, FromQueryResult};
use std::collections::{HashMap, HashSet};

/// The treatment of typos.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Spelling {
    /// Unknown words and names stand for what they resemble.
    #[default]
    Forgiven,
    /// Words and names are taken as they are written.
    Exact,
}

/// Shorter words are too much like too many others.
const MIN_WORD_CHARS: usize = 4;

/// What so many entities have is a word of its own, whatever it resembles.
const KNOWN_FROM: i64 = 3;

/// Of more entities than these an index need not give all, to see that they are `KNOWN_FROM`.
const COUNT_LIMIT: u32 = 1000;

/// How alike two words must be to what they are together, and a word that may be the beginning of a longer one to a
/// whole one: one slip in five letters.
const MIN_SIMILARITY: f64 = 0.8;

/// How much more likely a word is that is in a name with another word of the query: a slip or two.
const SAME_NAME_BONUS: f64 = 0.3;

/// How many of the words that resemble a word are looked at.
const MAX_CORRECTIONS: usize = 5;

/// A word as it was typed, and those of names that it may resemble.
#[derive(Debug, FromQueryResult)]
struct UnknownWord {
    typed: String,
    /// How many entities have it as it was typed; counted to `KNOWN_FROM`.
    times: i64,
    /// Whether it may be the beginning of a longer word.
    begins: bool,
    words: Vec<String>,
}

/// A word of a name that may have been meant.
#[derive(Clone, Debug, PartialEq)]
struct Correction {
    word: String,
    /// How alike it is, 1 for the same.
    alike: f64,
    /// Whether it was meant only if another word of the query makes it likely.
    doubtful: bool,
}

/// Whether something is called so, letter by letter.
pub async fn is_name(db: &DatabaseConnection, letters: &str) -> Result<bool> {
    let statement = bound(
        "SELECT 1 FROM search_entry WHERE replace(slug, '-', '') = $1 LIMIT 1",
        [letters.into()],
    );
    Ok(db.query_one_raw(statement).await?.is_some())
}

/// The words with those corrected that nothing has and that something resembles.
pub async fn corrected(db: &DatabaseConnection, words: Vec<String>) -> Result<Vec<String>> {
    let asked = words.iter().filter(|word| may_be_wrong(word)).cloned();
    let mut rare = rare(db, asked.collect()).await?;
    if rare.is_empty() {
        return Ok(words);
    }
    let joined = words.windows(2).filter_map(|pair| {
        let wrong = |word: &String| rare.iter().any(|rare| rare.word == *word);
        let whole = pair.concat();
        (pair.iter().any(wrong) && may_be_wrong(&whole)).then_some(Rare {
            word: whole,
            times: 0,
        })
    });
    let joined: Vec<Rare> = joined.collect();
    rare.extend(joined);
    let corrections = corrections(unknown(db, rare).await?);
    if corrections.is_empty() {
        return Ok(words);
    }
    let words = rejoined(words, &corrections);
    let together = in_one_name(db, &words, &corrections).await?;
    Ok(words
        .into_iter()
        .map(|word| best(&word, &corrections, &together).unwrap_or(word))
        .collect())
}

fn may_be_wrong(word: &str) -> bool {
    word.chars().count() >= MIN_WORD_CHARS
        && word.chars().all(|c| c.is_alphabetic() || c == '\'')
        && !SYNONYMS.knows(word)
        && !ABBREVIATIONS.knows(word)
}

/// A word that nothing has, or hardly anything.
#[derive(Debug, FromQueryResult)]
struct Rare {
    word: String,
    /// How many entities have it, counted to `KNOWN_FROM`.
    times: i64,
}

/// The words that nothing is called and hardly anything has.
async fn rare(db: &DatabaseConnection, words: Vec<String>) -> Result<Vec<Rare>> {
    if words.is_empty() {
        return Ok(Vec::new());
    }
    // An index of words gives all that have one before the first of them is read. With this setting, which ends with
    // the statement, it gives some of those that are very many; but of a word with an apostrophe, which is two to it, some
    // that have the one and some that have the other.
    let most = if words.iter().any(|word| word.contains('\'')) {
        0
    } else {
        COUNT_LIMIT
    };
    let statement = format!(
        "SELECT given.w AS word, seen.times
         FROM (
                SELECT DISTINCT w, set_config('gin_fuzzy_search_limit', '{most}', true) FROM unnest($1::text[]) AS asked(w)
            ) given,
            LATERAL (SELECT count(*) AS times FROM (
                SELECT FROM search_entry e WHERE e.terms @@ plainto_tsquery('lore', given.w) LIMIT {KNOWN_FROM}) found) seen
         WHERE seen.times < {KNOWN_FROM}
            AND NOT EXISTS (SELECT FROM name_word n WHERE n.word = given.w)
            AND NOT EXISTS (SELECT FROM search_entry e WHERE replace(e.slug, '-', '') = given.w)"
    );
    let statement = bound(&statement, [words.into()]);
    Ok(Rare::find_by_statement(statement).all(db).await?)
}

/// The words of names that these may stand for. A word that begins with neither their first letter nor their second
/// must have trigrams in common.
async fn unknown(db: &DatabaseConnection, rare: Vec<Rare>) -> Result<Vec<UnknownWord>> {
    let (words, times): (Vec<String>, Vec<i64>) =
        rare.into_iter().map(|rare| (rare.word, rare.times)).unzip();
    // Apart, so that each has its index.
    let statement = bound(
        "SELECT w AS typed, times,
            EXISTS (SELECT FROM name_word n WHERE left(n.word, 1) = left(w, 1) AND n.word LIKE w || '%') AS begins,
            ARRAY(
                SELECT word FROM (
                    SELECT word FROM name_word WHERE left(word, 1) = ANY (ARRAY[left(w, 1), substr(w, 2, 1)])
                    UNION SELECT word FROM name_word WHERE word % w
                ) AS alike
                WHERE abs(length(word) - length(w)) < 4 ORDER BY word
            ) AS words
         FROM unnest($1::text[], $2::bigint[]) AS given(w, times)",
        [words.into(), times.into()],
    );
    Ok(UnknownWord::find_by_statement(statement).all(db).await?)
}

/// What each word may have been meant to be, the likeliest first.
fn corrections(unknown: Vec<UnknownWord>) -> HashMap<String, Vec<Correction>> {
    let likely = unknown.into_iter().map(|unknown| {
        let corrections = unknown
            .words
            .iter()
            .filter_map(|word| correction(&unknown, word));
        let mut corrections: Vec<Correction> = corrections.collect();
        corrections.sort_by(|a, b| b.alike.total_cmp(&a.alike));
        corrections.truncate(MAX_CORRECTIONS);
        (unknown.typed, corrections)
    });
    likely
        .filter(|(_, corrections)| !corrections.is_empty())
        .collect()
}

/// The word of a name, if it is like enough: a slip (a letter wrong, missing, too many or swapped with its
/// neighbour, or the same letters in another order) in a short word, two in a longer one, one more in doubt.
fn correction(unknown: &UnknownWord, word: &str) -> Option<Correction> {
    let UnknownWord {
        typed,
        times,
        begins,
        words: _,
    } = unknown;
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let same_letters = letters(typed) == letters(word);
    let slips = if same_letters {
        1
    } else {
        osa_distance(typed, word)
    };
    let length = typed.chars().count();
    let likely = match length {
        _ if *times > 0 => 1,
        ..6 => 1,
        6..10 => 2,
        _ => 3,
    };
    let count = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
    let alike = 1.0 - count(slips) / count(length);
    if slips > likely + 1 || (*begins && alike < MIN_SIMILARITY) {
        return None;
    }
    // Of what is equally alike: swapped letters are the commonest slip, the first letter is seldom wrong.
    let same_start = typed.chars().next() == word.chars().next();
    Some(Correction {
        word: word.to_owned(),
        alike: alike + if same_letters { 0.05 } else { 0.0 } + if same_start { 0.02 } else { 0.0 },
        doubtful: slips > likely,
    })
}

/// The words, with two of them as one where one of them is wrong and both together resemble something more than it
/// does alone.
fn rejoined(words: Vec<String>, corrections: &HashMap<String, Vec<Correction>>) -> Vec<String> {
    let alike = |word: &str| Some(corrections.get(word)?.first()?.alike);
    let mut left = words.into_iter().peekable();
    let mut read = Vec::new();
    while let Some(word) = left.next() {
        let whole = left.peek().and_then(|next| {
            let whole = [word.as_str(), next].concat();
            let apart = [alike(&word), alike(next)];
            let apart = apart.into_iter().flatten().max_by(f64::total_cmp)?;
            let together = alike(&whole)?;
            (together >= MIN_SIMILARITY && together > apart).then_some(whole)
        });
        if whole.is_some() {
            left.next();
        }
        read.push(whole.unwrap_or(word));
    }
    read
}

/// The corrections that are in a name with another word of the query, or with a correction at one.
async fn in_one_name(
    db: &DatabaseConnection,
    words: &[String],
    corrections: &HashMap<String, Vec<Correction>>,
) -> Result<HashSet<String>> {
    #[derive(FromQueryResult)]
    struct Named {
        word: String,
    }
    let mut pairs: Vec<(String, String)> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Some(mine) = corrections.get(word) else {
            continue;
        };
        let others = words.iter().enumerate().filter(|(other, _)| *other != at);
        for (_, other) in others.filter(|(_, word)| word.chars().count() >= MIN_WORD_CHARS) {
            let theirs = corrections.get(other);
            let theirs: Vec<&str> = theirs.map_or_else(
                || vec![other.as_str()],
                |corrections| {
                    corrections
                        .iter()
                        .map(|correction| correction.word.as_str())
                        .collect()
                },
            );
            for correction in mine {
                pairs.extend(
                    theirs
                        .iter()
                        .map(|other| (correction.word.clone(), (*other).to_owned())),
                );
            }
        }
    }
    if pairs.is_empty() {
        return Ok(HashSet::new());
    }
    let (mine, theirs): (Vec<String>, Vec<String>) = pairs.into_iter().unzip();
    let named = Named::find_by_statement(bound(
        // SearchHits by the index of names: that of words has both in any text, and what of it is in a name is known by the row
        // alone. A stem is the beginning of its words but for a last letter (and but for "dying").
        "SELECT DISTINCT mine AS word FROM (
            SELECT mine, theirs, ARRAY(
                SELECT '%' || left(stem, CASE WHEN stem LIKE '%i' THEN length(stem) - 1 ELSE greatest(length(stem) - 1, 3) END) || '%'
                FROM (SELECT (tsvector_to_array(to_tsvector('lore', word)))[1] AS stem FROM unnest(ARRAY[mine, theirs]) AS word) AS stems
            ) AS starts
            FROM unnest($1::text[], $2::text[]) AS pair(mine, theirs) OFFSET 0
         ) AS pair
         WHERE EXISTS (SELECT FROM (
                SELECT terms FROM search_entry WHERE lower(name) LIKE starts[1] AND lower(name) LIKE starts[2] OFFSET 0
            ) AS named
            WHERE terms @@ (to_tsquery('lore', quote_literal(mine) || ':A') && to_tsquery('lore', quote_literal(theirs) || ':A')))",
        [mine.into(), theirs.into()],
    ))
    .all(db)
    .await?;
    Ok(named.into_iter().map(|named| named.word).collect())
}

/// What a word was most likely meant to be.
fn best(
    word: &str,
    corrections: &HashMap<String, Vec<Correction>>,
    together: &HashSet<String>,
) -> Option<String> {
    let likely = |correction: &Correction| {
        correction.alike
            + if together.contains(&correction.word) {
                SAME_NAME_BONUS
            } else {
                0.0
            }
    };
    let corrections = corrections.get(word)?.iter();
    let corrections = corrections
        .filter(|correction| !correction.doubtful || together.contains(&correction.word));
    // The first of the best.
    let best = corrections.min_by(|a, b| likely(b).total_cmp(&likely(a)))?;
    Some(best.word.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(pairs: &[(&str, bool, &str)]) -> HashMap<String, Vec<Correction>> {
        let mut all: Vec<UnknownWord> = Vec::new();
        for (typed, begins, word) in pairs {
            let word = (*word).to_owned();
            match all.iter_mut().find(|unknown| unknown.typed == *typed) {
                Some(unknown) => unknown.words.push(word),
                None => all.push(UnknownWord {
                    typed: (*typed).to_owned(),
                    times: 0,
                    begins: *begins,
                    words: vec![word],
                }),
            }
        }
        corrections(all)
    }

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn the_word_that_is_most_alike() {
        let corrections = known(&[
            ("sorceror", false, "sorcery"),
            ("sorceror", false, "sorcerer"),
            ("drawf", false, "draw"),
            ("drawf", false, "dwarf"),
            ("feind", false, "feint"),
            ("feind", false, "fiend"),
            ("hexblade", false, "blade"),
            ("pers", true, "person"),
            ("counterspel", true, "counterspell"),
        ]);
        let best = |word| best(word, &corrections, &HashSet::new());
        assert_eq!(best("sorceror").as_deref(), Some("sorcerer"));
        assert_eq!(best("feind").as_deref(), Some("fiend"));
        assert_eq!(best("drawf").as_deref(), Some("dwarf"));
        assert_eq!(best("counterspel").as_deref(), Some("counterspell"));
        // Too far away, still being typed, right.
        assert_eq!(best("hexblade"), None);
        assert_eq!(best("pers"), None);
        assert_eq!(best("sorcerer"), None);
    }

    #[test]
    fn what_hardly_anything_has_is_wrong_by_one_slip_at_most() {
        let rare = |typed: &str, word: &str| {
            let unknown = UnknownWord {
                typed: typed.to_owned(),
                times: 1,
                begins: false,
                words: Vec::new(),
            };
            correction(&unknown, word).is_some_and(|correction| !correction.doubtful)
        };
        assert!(rare("sheild", "shield"));
        assert!(!rare("waggoner", "wagoneers"));
    }

    #[test]
    fn the_word_that_makes_a_name() {
        let corrections = known(&[("cloke", false, "clone"), ("cloke", false, "cloak")]);
        let alone = best("cloke", &corrections, &HashSet::new());
        assert_eq!(alone.as_deref(), Some("clone"));
        let named = HashSet::from(["cloak".to_owned()]);
        assert_eq!(
            best("cloke", &corrections, &named).as_deref(),
            Some("cloak")
        );
    }

    #[test]
    fn two_words_that_are_one() {
        let corrections = known(&[("baer", false, "bear"), ("owlbaer", false, "owlbear")]);
        assert_eq!(rejoined(words("owl bear"), &corrections), ["owl", "bear"]);
        let corrections = known(&[("baer", false, "bear"), ("owlbaer", false, "owlbear")]);
        assert_eq!(
            rejoined(words("an owl baer"), &corrections),
            ["an", "owlbaer"]
        );
        // Two words that are right stay two, and so does what is wrong in itself only.
        let corrections = known(&[
            ("grappleddo", false, "grappled"),
            ("clok", false, "cloak"),
            ("clokof", false, "cloak"),
        ]);
        assert_eq!(
            rejoined(words("grappled do"), &corrections),
            ["grappled", "do"]
        );
        assert_eq!(
            rejoined(words("clok of elves"), &corrections),
            ["clok", "of", "elves"]
        );
    }
}
