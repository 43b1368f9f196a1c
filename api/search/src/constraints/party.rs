//! Level of a party: creatures have none, but are looked for by it (`swamp monsters for a level 2 party`). It stands for
//! the challenge ratings that such a party meets. Words of power (`low level undead`, `tough monster`) stand for some, too.

use super::mention::Mention;
use super::number::{self, NumberRange};
use super::pattern::Meaning;
use super::words::QueryWords;
use crate::index::ValueIndex;
use lorekeeper_content::Family;

/// The field that the level stands for.
const CHALLENGE_RATING: &str = "challengeRating";

/// The least challenge rating that parties below level 4 meet.
const LEAST_RATING: f64 = 0.25;

/// Words for a party.
const PARTY: [&str; 7] = ["party", "players", "pcs", "characters", "adventurers", "heroes", "group"];

/// Whether something is looked for that a party of some level meets (`dragon for a level 5 party`).
pub fn is_met(words: &QueryWords) -> bool {
    let is_for = words.typed.iter().any(|word| word == "for" || word == "against");
    is_for && words.typed.iter().any(|word| PARTY.contains(&word.as_str()))
}

/// Words for weak creatures, and the most that they are; words for mighty ones, and the least that they are.
const WEAK: [&str; 7] = ["low level", "low cr", "low challenge rating", "weak", "beginner", "starter", "easy"];
const WEAK_RATING: f64 = 1.0;
const MIGHTY: [&str; 9] = [
    "high level", "high cr", "high challenge rating", "powerful", "tough", "end game", "endgame", "epic", "very strong",
];
const MIGHTY_RATING: f64 = 10.0;

/// The challenge ratings that a word of power stands for.
pub fn power<'a>(values: &'a ValueIndex, words: &QueryWords) -> Option<Mention<'a>> {
    let mut fields = values.fields.iter();
    let field = fields.find(|field| field.family == Family::Creature && field.name == CHALLENGE_RATING)?;
    let weak = WEAK.iter().map(|said| (said, None, Some(WEAK_RATING)));
    let mighty = MIGHTY.iter().map(|said| (said, Some(MIGHTY_RATING), None));
    weak.chain(mighty).find_map(|(said, low, high)| {
        let start = words.find_phrase(said)?;
        Some(Mention {
            start,
            affirmed: start,
            end: start + said.split(' ').count(),
            is_certain: true,
            is_negated: false,
            meanings: vec![(field, Meaning::Range(NumberRange { low, high, is_open: false }))],
        })
    })
}

/// The challenge ratings that a party of the level in a query meets.
pub fn challenge<'a>(values: &'a ValueIndex, words: &QueryWords) -> Option<Mention<'a>> {
    let mut fields = values.fields.iter();
    let field = fields.find(|field| field.family == Family::Creature && field.name == CHALLENGE_RATING)?;
    let place = words.typed.iter().position(|word| word == "level")?;
    let (levels, start, end) = if let Some((levels, end)) = number::range(words, place + 1, false) {
        (levels, place, end)
    } else {
        let before = place.checked_sub(1)?;
        let (levels, end) = number::range(words, before, false)?;
        (end == place).then_some((levels, before, place + 1))?
    };
    let low = levels.low.map(|level| (level / 4.0).floor().max(LEAST_RATING));
    let range =
        NumberRange { low: low.or(Some(LEAST_RATING)), high: levels.high.map(|level| level + 1.0), is_open: false };
    Some(Mention {
        start,
        affirmed: start,
        end,
        is_certain: true,
        is_negated: false,
        meanings: vec![(field, Meaning::Range(range))],
    })
}
