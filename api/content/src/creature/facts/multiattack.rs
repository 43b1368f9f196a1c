//! Multiattack: how many attacks a creature makes in a round, as its text counts them.

use super::attacks;
use super::damage::is_dice;
use crate::condition_extraction::{Sentence, sentences};
use crate::creature::{Action, Model, MultiattackPart};
use crate::vocabulary::number_word;
use std::collections::BTreeMap;

/// Words that state a number, beside the numbers in words.
const NUMBERS: [(&str, i32); 9] = [
    ("a", 1),
    ("an", 1),
    ("another", 1),
    ("once", 1),
    ("single", 1),
    ("second", 1),
    ("twice", 2),
    ("thrice", 3),
    ("thirteen", 13),
];

/// Numbers that only count attacks where the word stands beside them.
const ARTICLES: &[&str] = &["a", "an", "another", "single", "second"];

const ATTACK: &[&str] = &["attack", "attacks"];
const MAKE: &[&str] = &["make", "makes", "making"];

/// Verbs whose objects are no attacks.
const OTHER_VERBS: &[&str] = &[
    "use", "uses", "cast", "casts", "move", "moves", "regains", "summons", "teleports", "shifts", "commands",
    "replace", "replaces",
];

/// Words by which a sentence only exchanges attacks, or says what follows from them.
const EXCHANGES: &[&str] = &[
    "replace", "replaces", "place", "substitute", "substitutes", "instead", "not", "hit", "hits", "dc", "saving",
    "damage", "regains", "hp",
];

/// Words between a number and *attacks* where the number is that of all attacks.
const OF_ALL: &[&str] = &["melee", "ranged", "weapon", "spell", "or", "different", "such"];

/// Words behind a number that counts no attacks.
const UNITS: &[&str] = &[
    "feet", "foot", "ft", "of", "target", "targets", "creature", "creatures", "round", "rounds", "turn", "turns",
    "minute", "hour", "times", "time", "or", "different",
];

/// Attacks in a round: the most of the alternatives; 1 for a creature that attacks and has no Multiattack. `None` where
/// there are no attacks, or the text gives no number.
pub(super) fn attacks_a_round(creature: &Model) -> Option<i32> {
    let is_multiattack = |action: &&Action| action.name.to_lowercase().starts_with("multiattack");
    let mut multiattacks = creature.actions.iter().filter(is_multiattack).peekable();
    if multiattacks.peek().is_none() {
        return attacks::any(creature).then_some(1);
    }
    let counts = multiattacks.map(|action| count(&action.text).or_else(|| of_parts(&action.multiattack)));
    counts.flatten().max()
}

/// The number that the parts of a multiattack add up to, alternatives apart.
fn of_parts(parts: &[MultiattackPart]) -> Option<i32> {
    let mut sums: BTreeMap<Option<i32>, i32> = BTreeMap::new();
    for part in parts {
        let attacks = matches!(part.kind.as_deref(), None | Some("melee" | "ranged"));
        if attacks {
            *sums.entry(part.alternative).or_default() += part.count.parse::<i32>().ok()?;
        }
    }
    let always = sums.remove(&None).unwrap_or_default();
    let most = always + sums.into_values().max().unwrap_or_default();
    (most > 0).then_some(most)
}

/// The attacks that a text counts.
fn count(text: &str) -> Option<i32> {
    let mut total = 0;
    for (nth, sentence) in sentences(text).iter().enumerate() {
        if nth > 0 && is_exchange(sentence) {
            continue;
        }
        if is_open(sentence, nth == 0) {
            return None;
        }
        let attacks = Counter::default().count(sentence, nth == 0);
        let also = (0..sentence.len()).any(|at| sentence.is(at, &["also"]));
        let then = (0..3).any(|at| sentence.is(at, &["then", "additionally"]));
        let adds = total > 0 && (also || then);
        total = if adds { total + attacks } else { total.max(attacks) };
    }
    (total > 0).then_some(total)
}

/// Whether the number depends on something: `as many bites as it has heads`, `1d4 attacks`.
fn is_open(sentence: &Sentence, is_first: bool) -> bool {
    (0..sentence.len()).any(|at| {
        let many = sentence.is(at, &["as"]) && sentence.is(at + 1, &["many"]);
        let each = sentence.is(at, &["for"]) && sentence.is(at + 1, &["each", "every"]);
        let per = sentence.is(at, &["per"]) || sentence.word(at).is_some_and(is_dice);
        let with_each = sentence.is(at, &["with"]) && sentence.is(at + 1, &["each"]);
        many || each || (per && is_first) || with_each || (sentence.is(at, &["equal"]) && sentence.is(at + 1, &["to"]))
    })
}

/// Whether a sentence only exchanges attacks, or says what follows from them.
fn is_exchange(sentence: &Sentence) -> bool {
    (0..sentence.len()).any(|at| sentence.is(at, EXCHANGES))
}

/// A count in progress: that of the present alternative, and the most of those before.
#[derive(Debug, Default)]
struct Counter {
    most: i32,
    present: i32,
    /// The largest number in the present alternative.
    largest: i32,
    /// Whether the present alternative has an `and`.
    joined: bool,
    /// Whether numbers count attacks here.
    attacking: bool,
    /// Whether numbers only say what a total is made of.
    detailing: bool,
}

impl Counter {
    fn count(mut self, words: &Sentence, is_first: bool) -> i32 {
        let any = |list: &[&str]| (0..words.len()).any(|at| words.is(at, list));
        let makes = any(MAKE);
        let counts = is_first || any(ATTACK) || words.is(0, &["then"]);
        // `1 Bite and 2 Claws`: short stat blocks have no verb.
        let counted = number(words, 0).is_some() && !words.is(0, ARTICLES);
        let short = counts && (!makes || counted);
        self.attacking = short;
        for at in 0..words.len() {
            if words.is(at, MAKE) || (short && words.is(at, &["then"])) {
                self.attacking = true;
                self.detailing = false;
            } else if words.is(at, OTHER_VERBS) {
                self.attacking = false;
            } else if !makes && words.is(at, ATTACK) {
                self.verb(words, at);
            } else if words.is(at, &[";"]) && !self.detailing
                || words.is(at, &["or"]) && begins_alternative(words, at + 1)
            {
                // `two bites, two claws, or two tails` are three alternatives.
                let listed = !self.joined && at > 0 && words.is(at - 1, &[","]);
                self.end_alternative(listed);
                self.attacking |= short;
            } else if words.is(at, &["and"]) {
                self.joined = true;
            } else if self.attacking
                && let Some(number) = number(words, at)
            {
                self.number(words, at, number);
            }
        }
        self.most.max(self.present)
    }

    fn end_alternative(&mut self, listed: bool) {
        let number = if listed { self.largest } else { self.present };
        self.most = self.most.max(number);
        self.present = 0;
        self.largest = 0;
        self.joined = false;
        self.detailing = false;
    }

    /// `attacks` as a verb: `attacks once with its bite`, `attacks with its bite and its claws`.
    fn verb(&mut self, words: &Sentence, at: usize) {
        self.attacking = true;
        if words.is(at + 1, &["with", "using"]) && self.present == 0 {
            self.present += 1;
            let ends = |at: &usize| words.is(*at, OTHER_VERBS) || words.is(*at, &["or", ";"]);
            let end = (at + 1..words.len()).find(ends).unwrap_or(words.len());
            let others = ["once", "twice", "three", "then", "can", "may", "makes"];
            let joins = |at: &usize| {
                let next = at + 1;
                words.is(*at, &["and"]) && !words.is(next, &others) && !words.is(next, OTHER_VERBS)
            };
            if let Some(last) = (at + 1..end).find(joins) {
                let commas = (at + 1..last - 1).filter(|at| words.is(*at, &[","])).count();
                self.present += 1 + i32::try_from(commas).unwrap_or_default();
            }
        }
    }

    fn number(&mut self, words: &Sentence, at: usize, number: i32) {
        if self.detailing {
            return;
        }
        self.present += number;
        self.largest = self.largest.max(number);
        let attack = (at + 1..at + 8).find(|at| words.is(*at, ATTACK));
        if let Some(attack) = attack {
            let total = (at + 1..attack).all(|at| words.is(at, OF_ALL));
            self.detailing = total && words.is(attack + 1, &[":", ",", "(", ";"]);
        }
    }
}

/// Whether an alternative begins at a place: `or two with its bow`, `or it makes`.
fn begins_alternative(words: &Sentence, at: usize) -> bool {
    let subject =
        ["it", "he", "she", "they", "can", "else", "uses", "casts", "makes", "make", "throws", "hurls", "the"];
    let of_each = words.is(at, &["one"]) && words.is(at + 1, &["of"]);
    of_each || number(words, at).is_some() || words.is(at, &subject)
}

/// The number of attacks that a word states.
fn number(words: &Sentence, at: usize) -> Option<i32> {
    let word = words.word(at)?;
    let named = NUMBERS.into_iter().find(|(name, _)| *name == word);
    let number = named.map(|(_, number)| number).or_else(|| number_word(word)).or_else(|| word.parse().ok())?;
    if words.is(at + 1, UNITS) && !(words.is(at + 1, &["times"]) || word == "once") {
        return None;
    }
    let is_before = |distance, word| at.checked_sub(distance).is_some_and(|at| words.is(at, &[word]));
    if is_before(1, "against") || is_before(1, "than") || (is_before(1, "to") && is_before(3, "against")) {
        return None;
    }
    if words.is(at, ARTICLES) {
        let before_mark = (at + 1..at + 6).take_while(|at| {
            words.word(*at).is_some_and(|word| !matches!(word, "," | ";" | ":" | "with" | "and" | "make" | "makes"))
        });
        let beside = before_mark.into_iter().any(|at| words.is(at, ATTACK));
        return beside.then_some(number);
    }
    (number < 20).then_some(number)
}
