//! Subject resolution: whether a verb of a stat block is about the creature whose stat block it is, or about others.

use super::lexicon::{
    ACTIVE_VERBS, ADVERBS, BEFORE_SUBJECTS, PLURAL_TARGETS, PREPOSITIONS, ROLLS, TARGETS,
};
use super::sentences::Sentence;

/// The words that a stat block calls its creature by.
pub(crate) fn names_of(actor: &str) -> Vec<String> {
    actor
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric() && c != '-')
        .filter(|word| word.chars().count() > 2 && !TARGETS.contains(word) && *word != "the")
        .map(str::to_owned)
        .collect()
}

/// A sentence, the sentences before it, and the names of the actor.
pub(crate) struct SentenceContext<'a> {
    pub(crate) sentence: &'a Sentence,
    pub(super) before: &'a [Sentence],
    pub(super) actor: &'a [String],
}

impl<'a> SentenceContext<'a> {
    /// Each sentence of a text, with those before it.
    pub(crate) fn each(
        sentences: &'a [Sentence],
        actor: &'a [String],
    ) -> impl Iterator<Item = Self> {
        sentences
            .iter()
            .enumerate()
            .map(move |(at, sentence)| Self {
                sentence,
                before: sentences.get(..at).unwrap_or_default(),
                actor,
            })
    }

    /// Whether a verb says what happens to the actor.
    pub(crate) fn is_about_actor(&self, verb: usize) -> bool {
        let words = self.sentence;
        if words.is(verb, ACTIVE_VERBS) {
            return false;
        }
        let clause = words.clause(verb);
        match self.subject(verb).and_then(|at| words.word(at)) {
            Some("you") => true,
            Some("condition" | "effect") if !words.is(verb, &[":"]) => true,
            // The last one that was named.
            Some("it" | "she" | "he" | "and") | None => {
                // A roll before it is a target's.
                self.last_mention(verb) == Some(Mention::Actor)
            }
            Some(_) => {
                let named: Vec<Mention> = (clause..verb)
                    .filter_map(|at| self.mention(words, at))
                    .collect();
                named.contains(&Mention::Actor) && !named.contains(&Mention::Target)
            }
        }
    }

    /// Whether a verb says what happens to the actor, where the text need not have named the actor as a subject: `it`
    /// stands for one, and not for many, and for the actor where the text has named nobody else.
    pub(crate) fn befalls_actor(&self, verb: usize) -> bool {
        if self.is_about_actor(verb) {
            return true;
        }
        let subject = self.subject(verb);
        // `within 10 feet of it` is no subject.
        let is_object = |at: usize| at > 0 && self.sentence.is(at - 1, PREPOSITIONS);
        if subject.is_some_and(|at| self.is_bare_actor(at)) {
            return true;
        }
        let single =
            subject.is_some_and(|at| self.sentence.is(at, &["it", "she", "he"]) && !is_object(at));
        if !single && !subject.is_none_or(|at| self.sentence.is(at, &["and"])) {
            return false;
        }
        let last = self.last(verb, |sentence, at| {
            let mention = self.mention(sentence, at);
            mention.filter(|_| !(single && sentence.is(at, PLURAL_TARGETS)))
        });
        last.map_or_else(|| self.names_actor(verb), |last| last == Mention::Actor)
    }

    /// Whether the name of the actor ends at a place, and is no part of another subject: `near the goat`.
    fn is_bare_actor(&self, place: usize) -> bool {
        let words = self.sentence;
        let clause = words.clause(place);
        let name = |at: &usize| self.is_name(words, *at) || words.is(*at, &["the"]);
        let first = (clause..=place).rev().take_while(name).last();
        let apart =
            first.is_some_and(|first| first == clause || !words.is(first - 1, PREPOSITIONS));
        let others = (clause..place).any(|at| words.is(at, TARGETS));
        self.is_name(words, place) && apart && !others
    }

    /// Whether the text names the actor before a place.
    fn names_actor(&self, place: usize) -> bool {
        let names = |s: &Sentence, end: usize| (0..end).any(|at| self.is_name(s, at));
        names(self.sentence, place) || self.before.iter().any(|s| names(s, s.len()))
    }

    /// The word before a verb, adverbs and auxiliaries aside; the subject ends with it.
    fn subject(&self, verb: usize) -> Option<usize> {
        let words = self.sentence;
        let auxiliary = ["must", "can", "will", "may"];
        (words.clause(verb)..verb)
            .rev()
            .find(|at| !words.is(*at, ADVERBS) && !words.is(*at, &auxiliary))
    }

    /// Whom the text named last before a place.
    fn last_mention(&self, place: usize) -> Option<Mention> {
        self.last(place, |sentence, at| self.mention(sentence, at))
    }

    /// What a word says that is the last one before a place to say it, in the sentences before too.
    fn last<T>(&self, place: usize, said: impl Fn(&Sentence, usize) -> Option<T>) -> Option<T> {
        let here = (0..place).rev().find_map(|at| said(self.sentence, at));
        here.or_else(|| {
            self.before.iter().rev().find_map(|sentence| {
                let places = 0..sentence.len();
                places.rev().find_map(|at| said(sentence, at))
            })
        })
    }

    /// Whom a word names, if anybody. The actor counts as the subject of a clause only: `of the goat` says nothing of
    /// what the goat does.
    fn mention(&self, sentence: &Sentence, at: usize) -> Option<Mention> {
        if sentence.is(at, TARGETS) {
            return Some(Mention::Target);
        }
        // Hit points are no hit.
        if sentence.is(at, ROLLS) && !sentence.is(at + 1, &["point", "points"]) {
            return Some(Mention::Roller);
        }
        if !self.is_name(sentence, at) {
            return None;
        }
        let clause = sentence.clause(at);
        let first = (clause..at)
            .rev()
            .take_while(|at| {
                self.is_name(sentence, *at) || sentence.is(*at, &["the", "a", "an", "this", "each"])
            })
            .last()
            .unwrap_or(at);
        let before = first.checked_sub(1).filter(|at| *at >= clause);
        let is_subject = before.is_none_or(|at| sentence.is(at, BEFORE_SUBJECTS));
        is_subject.then_some(Mention::Actor)
    }

    /// Whether a word is one of the actor's name.
    fn is_name(&self, sentence: &Sentence, at: usize) -> bool {
        let word = sentence.word(at);
        word.is_some_and(|word| self.actor.iter().any(|name| name == word))
    }
}

/// Whom a word names.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Mention {
    /// The creature whose effect it is.
    Actor,
    /// A creature that the effect is meant for.
    Target,
    /// The one that saves or is hit: the target, unless the actor is named.
    Roller,
}
