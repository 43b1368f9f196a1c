//! Subject resolution: whether a verb of a stat block is about the creature whose stat block it is, or about others.

use super::lexicon::{ACTIVE_VERBS, ADVERBS, BEFORE_SUBJECTS, PLURAL_TARGETS, PREPOSITIONS, ROLLS, TARGETS};
use super::sentences::Sentence;
use std::cell::{OnceCell, RefCell, RefMut};
use std::rc::Rc;

/// The words that a stat block calls its creature by.
pub(crate) fn names_of(actor: &str) -> Vec<String> {
    let actor = actor.to_lowercase();
    let words = actor.split(|c: char| !c.is_alphanumeric() && c != '-');
    // `will-o'-wisp` is a wisp, and a weretoad a lycanthrope.
    let last = words.clone().next_back().and_then(|word| word.rsplit('-').next());
    let kind = words.clone().any(|word| word.starts_with("were"));
    let words = words.chain(last).chain(kind.then_some("lycanthrope"));
    words
        .filter(|word| word.chars().count() > 2 && !TARGETS.contains(word) && *word != "the")
        .map(str::to_owned)
        .collect()
}

/// A sentence, the sentences before it, and the names of the actor.
pub(crate) struct SentenceContext<'a> {
    pub(crate) sentence: &'a Sentence,
    actor: &'a [String],
    /// Whom each word of the sentence names.
    mentions: OnceCell<Vec<Option<Mention>>>,
    before: Rc<RefCell<Before<'a>>>,
    /// How many sentences precede this one.
    place: usize,
}

/// The sentences of a text, as far as they have been read, and whom they named last. They are read once, however many
/// sentences ask.
struct Before<'a> {
    sentences: &'a [Sentence],
    read: usize,
    last: Option<Mention>,
    /// The last one that *it* can stand for.
    last_single: Option<Mention>,
    /// Whether the actor was named.
    has_actor: bool,
}

impl Before<'_> {
    /// Reads on, up to a sentence.
    fn read_up_to(&mut self, place: usize, actor: &[String]) {
        if place < self.read {
            *self = Self { read: 0, last: None, last_single: None, has_actor: false, ..*self };
        }
        for sentence in self.sentences.get(self.read..place).unwrap_or_default() {
            let mentions = mentions(sentence, actor);
            self.last = last(sentence, &mentions, sentence.len(), false).or(self.last);
            self.last_single = last(sentence, &mentions, sentence.len(), true).or(self.last_single);
            self.has_actor |= (0..sentence.len()).any(|at| is_name(sentence, at, actor));
        }
        self.read = place;
    }
}

impl<'a> SentenceContext<'a> {
    /// Each sentence of a text, with those before it.
    pub(crate) fn each(sentences: &'a [Sentence], actor: &'a [String]) -> impl Iterator<Item = Self> {
        let before =
            Rc::new(RefCell::new(Before { sentences, read: 0, last: None, last_single: None, has_actor: false }));
        sentences.iter().enumerate().map(move |(place, sentence)| Self {
            sentence,
            actor,
            mentions: OnceCell::new(),
            before: Rc::clone(&before),
            place,
        })
    }

    /// Whether a verb says what happens to the actor.
    pub(crate) fn is_about_actor(&self, verb: usize) -> bool {
        let words = self.sentence;
        if words.is(verb, ACTIVE_VERBS) {
            return false;
        }
        let clause = words.clause(verb);
        // `It must succeed on a saving throw or be stunned`: the one who must.
        let saves = (clause..verb).rev().find(|at| words.is(*at, &["must"]));
        match self.subject(verb).and_then(|at| words.word(at)) {
            Some("or") if saves.is_some_and(|must| self.is_actor_bound(must)) => true,
            Some("you") => true,
            Some("condition" | "effect") if !words.is(verb, &[":"]) => true,
            // The last one that was named.
            Some("it" | "she" | "he" | "and") | None => {
                // A roll before it is a target's.
                self.last_mention(verb, false) == Some(Mention::Actor)
            }
            Some(_) => {
                let mentions = self.mentions().get(clause..verb).unwrap_or_default();
                let named = |mention| mentions.contains(&Some(mention));
                named(Mention::Actor) && !named(Mention::Target)
            }
        }
    }

    /// Whether the subject of `must` is the actor.
    fn is_actor_bound(&self, must: usize) -> bool {
        let Some(subject) = must.checked_sub(1) else {
            return false;
        };
        // `all within 30 feet of it must`
        if subject > 0 && self.sentence.is(subject - 1, PREPOSITIONS) {
            return false;
        }
        if self.sentence.is(subject, &["it", "she", "he"]) {
            return last(self.sentence, self.mentions(), subject, true) == Some(Mention::Actor);
        }
        self.is_bare_actor(subject)
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
        let single = subject.is_some_and(|at| self.sentence.is(at, &["it", "she", "he"]) && !is_object(at));
        if !single && !subject.is_none_or(|at| self.sentence.is(at, &["and"])) {
            return false;
        }
        let last = self.last_mention(verb, single);
        last.map_or_else(|| self.names_actor(verb), |last| last == Mention::Actor)
    }

    /// Whether the name of the actor ends at a place, and is no part of another subject: `near the goat`.
    fn is_bare_actor(&self, place: usize) -> bool {
        let words = self.sentence;
        let clause = words.clause(place);
        let is_name = |at: usize| is_name(words, at, self.actor);
        let name = |at: &usize| is_name(*at) || words.is(*at, &["the"]);
        let first = (clause..=place).rev().take_while(name).last();
        let apart = first.is_some_and(|first| first == clause || !words.is(first - 1, PREPOSITIONS));
        let others = (clause..place).any(|at| words.is(at, TARGETS));
        is_name(place) && apart && !others
    }

    /// Whether the text names the actor before a place.
    fn names_actor(&self, place: usize) -> bool {
        (0..place).any(|at| is_name(self.sentence, at, self.actor)) || self.before().has_actor
    }

    /// The word before a verb, adverbs and auxiliaries aside; the subject ends with it.
    fn subject(&self, verb: usize) -> Option<usize> {
        let words = self.sentence;
        let auxiliary = ["must", "can", "will", "may"];
        (words.clause(verb)..verb).rev().find(|at| !words.is(*at, ADVERBS) && !words.is(*at, &auxiliary))
    }

    /// Whom the text named last before a place, in the sentences before too; with `single`, who is not many.
    fn last_mention(&self, place: usize, single: bool) -> Option<Mention> {
        last(self.sentence, self.mentions(), place, single).or_else(|| {
            let before = self.before();
            if single { before.last_single } else { before.last }
        })
    }

    fn mentions(&self) -> &[Option<Mention>] {
        self.mentions.get_or_init(|| mentions(self.sentence, self.actor))
    }

    fn before(&self) -> RefMut<'_, Before<'a>> {
        let mut before = self.before.borrow_mut();
        before.read_up_to(self.place, self.actor);
        before
    }
}

/// The last mention before a place of a sentence; with `single`, of who is not many.
fn last(sentence: &Sentence, mentions: &[Option<Mention>], place: usize, single: bool) -> Option<Mention> {
    let before = mentions.iter().enumerate().take(place).rev();
    before.filter(|(at, _)| !(single && sentence.is(*at, PLURAL_TARGETS))).find_map(|(_, mention)| *mention)
}

fn mentions(sentence: &Sentence, actor: &[String]) -> Vec<Option<Mention>> {
    let places = 0..sentence.len();
    places.map(|at| mention(sentence, at, actor)).collect()
}

/// Whom a word names, if anybody. The actor counts as the subject of a clause only: `of the goat` says nothing of what
/// the goat does.
fn mention(sentence: &Sentence, at: usize, actor: &[String]) -> Option<Mention> {
    if sentence.is(at, TARGETS) {
        return Some(Mention::Target);
    }
    // Hit points are no hit.
    let is_critical = at > 0 && sentence.is(at - 1, &["critical"]);
    if sentence.is(at, ROLLS) && !is_critical && !sentence.is(at + 1, &["point", "points"]) {
        return Some(Mention::Roller);
    }
    if !is_name(sentence, at, actor) {
        return None;
    }
    let clause = sentence.clause(at);
    let first = (clause..at)
        .rev()
        .take_while(|at| is_name(sentence, *at, actor) || sentence.is(*at, &["the", "a", "an", "this", "each"]))
        .last()
        .unwrap_or(at);
    let before = first.checked_sub(1).filter(|at| *at >= clause);
    let is_subject = before.is_none_or(|at| sentence.is(at, BEFORE_SUBJECTS));
    is_subject.then_some(Mention::Actor)
}

/// Whether a word is one of the actor's name.
fn is_name(sentence: &Sentence, at: usize, actor: &[String]) -> bool {
    let word = sentence.word(at);
    word.is_some_and(|word| actor.iter().any(|name| name == word))
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
