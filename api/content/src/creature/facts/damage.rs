//! Damage types that a creature deals: by its attacks, and as its texts tell of what others take.

use super::texts;
use crate::condition_extraction::{Sentence, SentenceContext, TARGETS, sentences};
use crate::creature::Model;
use crate::vocabulary::DAMAGE_TYPES;
use std::collections::BTreeSet;

/// Words between the types of a choice.
const SEPARATORS: &[&str] = &[",", "and", "or", "and/or"];

/// Words that stand for an amount of damage.
const AMOUNTS: &[&str] = &["extra", "additional", "ongoing"];

/// Verbs whose subject takes damage, or deals it.
const VERBS: &[&str] = &[
    "take", "takes", "taking", "took", "suffer", "suffers", "suffering", "dealt", "lose", "loses", "deal", "deals",
    "dealing",
];

/// Those whose subject deals it.
const DEALING: &[&str] = &["deal", "deals", "dealing"];

/// The types, in alphabetical order.
pub(super) fn types_dealt(creature: &Model, actor: &[String]) -> Vec<String> {
    let mut found = BTreeSet::new();
    for action in creature.all_actions() {
        let of_attacks = action.attacks.iter().flat_map(|attack| &attack.damage);
        let damage = of_attacks.chain(&action.damage);
        found.extend(damage.filter_map(|damage| damage.damage_type.clone()));
    }
    for text in texts(creature) {
        let sentences = sentences(text);
        for context in SentenceContext::each(&sentences, actor) {
            found.extend(dealt_in(&context).into_iter().map(str::to_owned));
        }
    }
    found.into_iter().collect()
}

/// The types of the damage that a sentence deals to others.
fn dealt_in(context: &SentenceContext<'_>) -> Vec<&'static str> {
    let words = context.sentence;
    let mut found = Vec::new();
    let mut at = 0;
    // What ends its turn inside an object is the creature.
    if (1..words.len()).any(|at| words.is(at, &["inside"]) && words.is(at - 1, &["turn"])) {
        return found;
    }
    while at < words.len() {
        let (types, end) = choice(words, at);
        if !types.is_empty() && is_amount(words, at, end) && !is_taken(context, at) && !is_against_thing(words, at, end)
        {
            found.extend(types);
        }
        at = end.max(at + 1);
    }
    found
}

/// The types of a choice that begins at a place, and the place after it.
fn choice(words: &Sentence, start: usize) -> (Vec<&'static str>, usize) {
    let mut types = Vec::new();
    let mut end = start;
    let mut at = start;
    while let Some(named) = words.word(at).and_then(named) {
        types.extend(named);
        end = at + 1;
        at = end;
        // `necrotic damage or radiant damage`
        if words.is(at, &["damage"])
            && words.is(at + 1, &["or"])
            && words.word(at + 2).is_some_and(|word| self::named(word).is_some())
            && words.is(at + 3, &["damage"])
        {
            at += 1;
        }
        while words.is(at, SEPARATORS) {
            at += 1;
        }
    }
    (types, end)
}

/// The damage types that a word names: `fire`, `cold/fire`.
fn named(word: &str) -> Option<Vec<&'static str>> {
    let name = |part: &str| DAMAGE_TYPES.into_iter().find(|kind| *kind == part);
    word.split('/').map(name).collect()
}

/// Whether the types from `start` to `end` are those of an amount of damage: `7 (2d6) fire`, `5 fire damage`, `an extra
/// 2d6 fire damage`, `fire damage equal to`.
fn is_amount(words: &Sentence, start: usize, end: usize) -> bool {
    let Some(before) = start.checked_sub(1) else {
        return false;
    };
    let dice = |at: usize| words.word(at).is_some_and(is_dice);
    let bracketed = words.is(before, &[")"]) && (before.saturating_sub(4)..before).rev().any(dice);
    if bracketed {
        return true;
    }
    let counted = words.word(before).is_some_and(|word| is_dice(word) || word.parse::<u32>().is_ok());
    let points = words.is(before, &["of"]) && words.is(start.saturating_sub(2), &["points"]);
    let equal = words.is(end + 1, &["equal"]) || words.is(end + 2, &["equal"]);
    // `1d6 + 4 + the spell's level Piercing damage`
    let of_level = words.is(before, &["level"]) && start >= 2 && words.is(start - 2, &["spell's", "spell’s"]);
    let amount = counted || points || equal || of_level || words.is(before, AMOUNTS);
    words.is(end, &["damage"]) && amount
}

/// Whether a word is dice: `2d6`.
pub(super) fn is_dice(word: &str) -> bool {
    word.split_once('d').is_some_and(|(count, sides)| {
        let numbers = [count, sides];
        numbers.iter().all(|n| n.parse::<u32>().is_ok())
    })
}

/// Whether the damage, whose types stand from `start` to `end`, is that of others against a thing: `by dealing 5
/// slashing damage to the net`.
fn is_against_thing(words: &Sentence, start: usize, end: usize) -> bool {
    let verb = start.checked_sub(2).is_some_and(|at| words.is(at, &["dealing", "doing"]));
    let thing = words.is(end + 1, &["to"]) && !words.is(end + 3, TARGETS);
    verb && thing
}

/// Whether the creature itself takes the damage, whose type is named at a place.
fn is_taken(context: &SentenceContext<'_>, place: usize) -> bool {
    let words = context.sentence;
    let verb = (0..place).rev().find(|at| words.is(*at, VERBS));
    verb.is_some_and(|verb| !words.is(verb, DEALING) && context.befalls_actor(verb))
}
