//! Extraction of inflicted conditions from the text of spells, traits and actions.
//!
//! Books use few phrases: the target *is* poisoned, *becomes* frightened, is *knocked* prone, *has the* Grappled
//! *condition*, *suffers* a level of exhaustion. Other mentions of conditions do not count: immunities, advantages,
//! premises (*if the target is prone*), conditions that a creature has already (*a creature that is grappled*), and
//! conditions of the actor.

mod lexicon;
mod sentences;
mod subject;

use crate::vocabulary::condition::{
    CONDITIONS, EXHAUSTION, GRAPPLED, INVISIBLE, LEVEL_UP, OF_LEVEL_UP, PRONE, UNCONSCIOUS,
};
use lexicon::{
    ADVERBS, BECOMING, BEING, CLAUSE_VERBS, EXHAUSTION_VERBS, FALLING, HAVING, KNOCKING, LIST_SEPARATORS, NEGATIONS,
    PREPOSITIONS, SUBORDINATORS,
};
use std::collections::BTreeSet;

pub(crate) use lexicon::TARGETS;
pub(crate) use sentences::{Sentence, sentences};
pub(crate) use subject::{SentenceContext, names_of};

/// The conditions that an effect inflicts, by slug, in alphabetical order. `actor` is the name of the creature whose
/// effect it is: conditions of the actor do not count. `book` is the key of its document, whose game may have more conditions.
pub(crate) fn inflicted_conditions<'a>(
    book: &str,
    actor: &str,
    texts: impl IntoIterator<Item = &'a str>,
) -> Vec<String> {
    let actor = names_of(actor);
    let mut conditions = BTreeSet::new();
    for text in texts {
        let sentences = sentences(text);
        for context in SentenceContext::each(&sentences, &actor) {
            conditions.extend(context.inflicted());
        }
    }
    if !book.starts_with(LEVEL_UP) {
        conditions.retain(|condition| !OF_LEVEL_UP.contains(condition));
    }
    conditions.into_iter().map(str::to_owned).collect()
}

impl SentenceContext<'_> {
    fn inflicted(&self) -> Vec<&'static str> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(word) = self.sentence.word(at) {
            // `The goat can grapple the target (escape DC 11)`.
            if word == "escape" && self.sentence.is(at + 1, &["dc"]) {
                found.push(GRAPPLED);
            }
            match condition(word) {
                Some(EXHAUSTION) => {
                    if self.is_exhausting(at) {
                        found.push(EXHAUSTION);
                    }
                    at += 1;
                }
                Some(first) => {
                    let (group, end) = self.group(at, first);
                    found.extend(group.into_iter().filter(|c| self.is_inflicted(c, at, end)));
                    at = end + 1;
                }
                None => at += 1,
            }
        }
        found
    }

    /// The conditions of the list that begins at `start`, and the place of its end.
    fn group(&self, start: usize, first: &'static str) -> (Vec<&'static str>, usize) {
        let mut group = vec![first];
        let mut end = start;
        loop {
            let mut next = self.sentence.after_brackets(end + 1);
            while self.sentence.is(next, LIST_SEPARATORS) {
                next += 1;
            }
            let more = self.sentence.word(next).and_then(condition);
            match more.filter(|c| *c != EXHAUSTION) {
                Some(condition) => group.push(condition),
                None => return (group, end),
            }
            end = next;
        }
    }

    /// Whether the list from `start` to `end`, of which `condition` is one, is inflicted on others.
    fn is_inflicted(&self, condition: &str, start: usize, end: usize) -> bool {
        self.verb(condition, start, end).is_some_and(|verb| self.is_about_others(verb, start))
    }

    /// The place of the verb that a list of conditions belongs to.
    fn verb(&self, condition: &str, start: usize, end: usize) -> Option<usize> {
        let words = self.sentence;
        let mut at = start.checked_sub(1)?;
        while words.is(at, ADVERBS) {
            at = at.checked_sub(1)?;
        }
        if words.is(at, BECOMING) || (words.is(at, BEING) && condition != INVISIBLE) {
            return Some(at);
        }
        let lies = matches!(words.word(start)?, PRONE | UNCONSCIOUS);
        if lies && words.is(at, FALLING) {
            // Of `is knocked`, the verb is `is`.
            let passive = at.checked_sub(1).filter(|before| words.is(*before, BEING));
            return Some(passive.unwrap_or(at));
        }
        if words.is(end + 1, &["condition", "conditions"]) && words.is(at, &["the"]) {
            let having = at.checked_sub(1)?;
            if words.is(having, HAVING) {
                return Some(having);
            }
            // Gives it the condition; subjected to the condition; lands with the condition.
            let giving = having.checked_sub(1)?;
            let gives = words.is(giving, &["give", "gives", "giving", "subjected"]);
            let lands = condition == PRONE && words.is(having, &["with"]);
            return (gives || lands).then_some(giving);
        }
        if words.word(start) == Some(PRONE) {
            let near = start.saturating_sub(6)..start;
            let knocking = near.rev().find(|at| words.is(*at, KNOCKING));
            if knocking.is_some() {
                return knocking;
            }
        }
        // Short stat blocks leave the verb out: `DC 12 Wis save or charmed 1 min`.
        let short = ["or", "and", ":", "target", "targets", "creature", "humanoid", "save"];
        let lasts = ["for", "until", "while", "("];
        let numbered = words.word(end + 1).is_some_and(|w| w.starts_with(|c: char| c.is_ascii_digit()));
        if words.is(at, &short) && (words.is(end + 1, &lasts) || numbered) {
            return Some(at);
        }
        // `Aware of it frightened 1 min (DC 17 Wis negates)`
        if numbered && words.is(at, &["it"]) && words.is(at.saturating_sub(1), &["of"]) {
            return Some(at);
        }
        let grips = words.is(at, &["target", "creature"]);
        if grips && at.checked_sub(1).is_some_and(|before| words.is(before, &["ends"])) {
            return Some(at);
        }
        // `is pulled into the bog and restrained`
        let joined = words.is(at, &["and"]) && words.word(end + 1).is_none_or(|word| word == ",");
        let clause = words.clause(at);
        let being = (clause..at).rev().find(|at| words.is(*at, BEING))?;
        let done = words.word(being + 1).is_some_and(|word| word.ends_with("ed"));
        (joined && done).then_some(being)
    }

    /// Whether levels of exhaustion, named at `at`, are inflicted on others.
    fn is_exhausting(&self, at: usize) -> bool {
        let near = |place: usize| self.sentence.is(place, &["level", "levels"]);
        let levels = near(at + 1) || (1..=2).any(|n| at.checked_sub(n).is_some_and(near));
        let verb = (at.saturating_sub(8)..at).rev().find(|place| self.sentence.is(*place, EXHAUSTION_VERBS));
        levels && verb.is_some_and(|verb| self.is_about_others(verb, at))
    }

    /// Whether a verb states that others get the condition named at `condition`.
    fn is_about_others(&self, verb: usize, condition: usize) -> bool {
        !self.is_negated(verb, condition) && !self.is_premise(verb) && !self.is_about_actor(verb)
    }

    /// Whether the verb is negated.
    fn is_negated(&self, verb: usize, condition: usize) -> bool {
        let words = self.sentence;
        if (verb..condition).any(|at| words.is(at, NEGATIONS)) {
            return true;
        }
        let listed = verb.checked_sub(1).is_some_and(|at| words.is(at, &["or"]));
        let reach = if listed || words.is(verb, FALLING) { 5 } else { 2 };
        let avoided = ["of", "from", "avoid", "against", "without"];
        (verb.saturating_sub(reach)..verb).any(|at| words.is(at, NEGATIONS))
            || verb.checked_sub(1).is_some_and(|at| words.is(at, &avoided))
            || self.is_effect_description(verb)
    }

    /// Whether the verb only describes effects: `any effect that causes it to be charmed`.
    fn is_effect_description(&self, verb: usize) -> bool {
        let words = self.sentence;
        let infinitive = verb.checked_sub(1).is_some_and(|at| words.is(at, &["to"]));
        infinitive && (words.clause(verb)..verb).any(|at| words.is(at, &["effect", "effects", "spells"]))
    }

    /// Whether the verb is in a subordinate clause, which only says when, or whom.
    fn is_premise(&self, verb: usize) -> bool {
        let words = self.sentence;
        let clause = words.clause(verb);
        let marks = |at: &usize| {
            // `that creature` is no clause, nor is `of that point`.
            let is_object = *at > clause && words.is(at - 1, PREPOSITIONS);
            let points = words.is(*at, &["that"]) && (words.is(at + 1, TARGETS) || is_object);
            // `While in the area a creature is deafened`
            let is_place = words.is(*at, &["while"]) && words.is(at + 1, &["in", "inside", "within"]);
            words.is(*at, SUBORDINATORS) && !points && !is_place
        };
        let Some(marker) = (clause..verb).rev().find(marks) else {
            return false;
        };
        // `, which falls prone` tells what happens.
        let relative = words.is(marker, &["which", "who"]);
        let apart = marker == clause || words.is(clause, &["during", "after"]);
        let tells = relative && ((apart && clause > 0) || words.is(verb, FALLING));
        // `A creature that curls into a ball falls prone`, `when it freezes become restrained`
        let is_pronoun = words.is(marker + 1, &["it"]);
        let own = marker + 1 + usize::from(is_pronoun);
        let is_relative = words.is(marker, &["that", "who", "which"]);
        let has_own_verb = (is_relative || is_pronoun)
            && own + 1 < verb
            && words.word(own).is_some_and(|word| word.len() > 4 && word.ends_with('s'));
        // `When it eats salt or is grappled`
        let goes_on =
            marker == clause && words.is(verb - 1, &["or"]) && !(marker..verb).any(|at| words.is(at, &["must"]));
        let has_verb = (marker + 1..verb).any(|at| words.is(at, CLAUSE_VERBS));
        !tells && !has_own_verb && (goes_on || !has_verb)
    }
}

fn condition(word: &str) -> Option<&'static str> {
    let mut conditions = CONDITIONS.into_iter().chain(OF_LEVEL_UP);
    conditions.find(|condition| *condition == word)
}

#[cfg(test)]
mod tests;
