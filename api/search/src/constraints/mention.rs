//! Mentions: the words of a query that say something about the fields of a family.

use super::names::Excluded;
use super::pattern::{Meaning, PatternMatch};
use super::words::QueryWords;
use crate::analysis::is_stop_word;
use crate::index::{ValueField, ValueIndex};
use crate::wanted::{Head, is_request};
use lorekeeper_content::Family;

/// A mention: words that say something about one field, or about one of several.
pub struct Mention<'a> {
    /// The first word.
    pub start: usize,
    /// The first word behind the negation.
    pub affirmed: usize,
    /// The word after the last one.
    pub end: usize,
    /// Whether more than the value says so.
    pub is_certain: bool,
    /// Whether the words say the opposite.
    pub is_negated: bool,
    /// What the words say, of each field that they may be about.
    pub meanings: Vec<(&'a ValueField, Meaning)>,
}

/// The field of kinds.
pub const KIND: &str = "kind";

/// The field of books.
const DOCUMENT: &str = "document";

/// Fields whose values people browse by (`undead`, `cleric domains`).
const BROWSED: [&str; 3] = ["type", "subtype", "parent"];

impl Mention<'_> {
    /// Whether it names a kind.
    pub fn names_kind(&self) -> bool {
        self.meanings.iter().any(|(field, _)| field.name == KIND)
    }

    /// Whether it names a book.
    pub fn names_book(&self) -> bool {
        self.meanings.iter().all(|(field, _)| field.name == DOCUMENT)
    }

    /// Whether it alone says what is asked for.
    pub fn is_browsed(&self) -> bool {
        !self.is_negated && self.meanings.iter().any(|(field, _)| BROWSED.contains(&field.name.as_str()))
    }
}

/// What a query says about the fields of a family: the longest mentions, none within another.
pub fn mentions<'a>(values: &'a ValueIndex, family: Family, words: &QueryWords) -> Vec<Mention<'a>> {
    let mut found: Vec<(&ValueField, PatternMatch)> = Vec::new();
    for field in values.fields.iter().filter(|field| field.family == family) {
        for pattern in &field.patterns {
            for start in 0..words.typed.len() {
                found.extend(pattern.matched(field, words, start).map(|found| (field, found)));
            }
        }
    }
    let terms = words.terms();
    found.retain(|(_, found)| {
        let is_within =
            |term: &std::ops::Range<usize>| !found.is_certain && term.start <= found.start && found.end <= term.end;
        !is_idle(found, words, family) && !is_praise(found, words) && !terms.iter().any(is_within)
    });
    found.sort_by_key(|(_, found)| (std::cmp::Reverse(found.end - found.start), found.start));
    let mut mentions: Vec<Mention<'a>> = Vec::new();
    for (field, found) in found {
        let PatternMatch { start, end, .. } = found;
        if let Some(same) = mentions.iter_mut().find(|known| (known.start, known.end) == (start, end)) {
            let meaning = (field, found.meaning);
            if !same.meanings.iter().any(|(known, meant)| known.name == field.name && *meant == meaning.1) {
                same.meanings.push(meaning);
            }
        } else if mentions.iter().all(|known| end <= known.start || known.end <= start) {
            mentions.push(Mention {
                start,
                affirmed: start,
                end,
                is_certain: found.is_certain,
                is_negated: false,
                meanings: vec![(field, found.meaning)],
            });
        }
    }
    mentions.sort_by_key(|mention| mention.start);
    for mention in &mut mentions {
        if let Some(negation) = words.negation_before(mention.start) {
            (mention.start, mention.is_negated) = (negation, true);
        }
    }
    mentions
}

/// Whether a mention only says the family, or is of stop words alone.
fn is_idle(found: &PatternMatch, words: &QueryWords, family: Family) -> bool {
    let range = found.start..found.end;
    let (Some(typed), Some(singular)) = (words.typed.get(range.clone()), words.singular.get(range)) else {
        return true;
    };
    typed.iter().all(|word| is_stop_word(word)) || singular.iter().all(|word| Family::of_word(word) == Some(family))
}

/// Whether a mention is the first word of a request for something that is good for a purpose (`good monsters for a swamp`):
/// no alignment.
fn is_praise(found: &PatternMatch, words: &QueryWords) -> bool {
    let is_good = words.typed.get(found.start..found.end).is_some_and(|words| words == ["good"]);
    is_good
        && words.typed.iter().take(found.start).all(|word| is_stop_word(word) || is_request(word))
        && words.typed.iter().skip(found.end).any(|word| word == "for")
}

/// Where a clause begins that describes what is asked for: it has words that are no mention.
pub fn description(words: &QueryWords, mentions: &[Mention<'_>]) -> Option<usize> {
    let clause = words.clause()?;
    let is_mentioned = |place: usize| mentions.iter().any(|m| (m.start..m.end).contains(&place));
    (clause..words.typed.len()).any(|place| !words.is_joint(place) && !is_mentioned(place)).then_some(clause)
}

/// How much of what a query says is mentions, 0 to 1; the noun that names the family and excluded names aside.
pub fn coverage(words: &QueryWords, head: Option<&Head>, mentions: &[Mention<'_>], excluded: &[Excluded]) -> f64 {
    let (mut covered, mut all) = (0_u32, 0_u32);
    for (place, word) in words.typed.iter().enumerate() {
        let is_family = words.singular.get(place).is_some_and(|word| Family::of_word(word).is_some())
            || head.is_some_and(|head| head.place == place);
        let is_mentioned = mentions.iter().any(|m| (m.start..m.end).contains(&place));
        let is_idle = is_stop_word(word) || is_request(word) || words.is_need(place);
        let is_excluded = excluded.iter().any(|name| name.place.contains(&place));
        if !is_mentioned && (is_idle || is_family || is_excluded) {
            continue;
        }
        all += 1;
        covered += u32::from(is_mentioned);
    }
    if all == 0 { 1.0 } else { f64::from(covered) / f64::from(all) }
}
