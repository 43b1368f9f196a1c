//! Which conditions a text inflicts on others.
//!
//! Books say it in few ways: the target *is* poisoned, *becomes* frightened, is *knocked* prone, *has the*
//! Grappled *condition*, *suffers* a level of exhaustion. What they say of conditions otherwise is left out: what
//! cannot be inflicted, what somebody has an advantage against, what must be so first (*if the target is
//! prone*), what somebody already has (*a creature that is grappled*), and what befalls the one who does it.

mod sentences;
mod words;

use sentences::{Sentence, sentences};
use words::{
    ADVERBS, BECOMING, BEFORE_SUBJECTS, BEING, BETWEEN, CONDITIONS, DENIALS, DOING, EXHAUSTION,
    FALLING, GRAPPLED, HAVING, INVISIBLE, KNOCKING, MARKERS, PRONE, ROLLS, TARGETS, TIRING,
    UNCONSCIOUS, VERBS,
};

/// The conditions that an effect inflicts, by slug, in order. `doer` is the name of whoever does it: what befalls
/// the doer does not count.
#[must_use]
pub fn inflicted<'a>(doer: &str, texts: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let doer: Vec<String> = names_of(doer);
    let mut found = [false; CONDITIONS.len()];
    for text in texts {
        let sentences = sentences(text);
        for (at, sentence) in sentences.iter().enumerate() {
            let before = sentences.get(..at).unwrap_or_default();
            let reading = Reading {
                sentence,
                before,
                doer: &doer,
            };
            for condition in reading.inflicted() {
                if let Some(place) = CONDITIONS.iter().position(|c| *c == condition)
                    && let Some(is_found) = found.get_mut(place)
                {
                    *is_found = true;
                }
            }
        }
    }
    CONDITIONS
        .iter()
        .zip(found)
        .filter(|(_, found)| *found)
        .map(|(condition, _)| (*condition).to_owned())
        .collect()
}

/// The words that a stat block calls its creature by.
fn names_of(doer: &str) -> Vec<String> {
    doer.to_lowercase()
        .split(|c: char| !c.is_alphanumeric() && c != '-')
        .filter(|word| word.chars().count() > 2 && !TARGETS.contains(word) && *word != "the")
        .map(str::to_owned)
        .collect()
}

/// A sentence, what was said before it, and who does it all.
struct Reading<'a> {
    sentence: &'a Sentence,
    before: &'a [Sentence],
    doer: &'a [String],
}

impl Reading<'_> {
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
                    if self.tires(at) {
                        found.push(EXHAUSTION);
                    }
                    at += 1;
                }
                Some(first) => {
                    let (group, end) = self.group(at, first);
                    found.extend(group.into_iter().filter(|c| self.befalls(c, at, end)));
                    at = end + 1;
                }
                None => at += 1,
            }
        }
        found
    }

    /// The conditions of the list that begins at `start`, and where it ends.
    fn group(&self, start: usize, first: &'static str) -> (Vec<&'static str>, usize) {
        let mut group = vec![first];
        let mut end = start;
        loop {
            let mut next = self.sentence.after_brackets(end + 1);
            while self.sentence.is(next, BETWEEN) {
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

    /// Whether the list from `start` to `end`, of which `condition` is one, is said to befall somebody else.
    fn befalls(&self, condition: &str, start: usize, end: usize) -> bool {
        self.verb(condition, start, end).is_some_and(|verb| {
            !self.is_denied(verb, start) && !self.is_premise(verb) && !self.is_own(verb)
        })
    }

    /// Where the verb is that a list of conditions belongs to.
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
        let short = [
            "or", "and", ":", "target", "targets", "creature", "humanoid", "save",
        ];
        let lasts = ["for", "until", "while", "("];
        let numbered = words
            .word(end + 1)
            .is_some_and(|w| w.starts_with(|c: char| c.is_ascii_digit()));
        if words.is(at, &short) && (words.is(end + 1, &lasts) || numbered) {
            return Some(at);
        }
        let grips = words.is(at, &["target", "creature"]);
        if grips
            && at
                .checked_sub(1)
                .is_some_and(|before| words.is(before, &["ends"]))
        {
            return Some(at);
        }
        // `is pulled into the bog and restrained`
        let joined = words.is(at, &["and"]) && words.word(end + 1).is_none_or(|word| word == ",");
        let clause = words.clause(at);
        let being = (clause..at).rev().find(|at| words.is(*at, BEING))?;
        let done = words
            .word(being + 1)
            .is_some_and(|word| word.ends_with("ed"));
        (joined && done).then_some(being)
    }

    /// Whether levels of exhaustion, named at `at`, are what somebody else gets.
    fn tires(&self, at: usize) -> bool {
        let near = |place: usize| self.sentence.is(place, &["level", "levels"]);
        let levels = near(at + 1) || (1..=2).any(|n| at.checked_sub(n).is_some_and(near));
        let verb = (at.saturating_sub(8)..at)
            .rev()
            .find(|place| self.sentence.is(*place, TIRING));
        levels
            && verb.is_some_and(|verb| {
                !self.is_denied(verb, at) && !self.is_premise(verb) && !self.is_own(verb)
            })
    }

    /// Whether the verb says that it is not so.
    fn is_denied(&self, verb: usize, condition: usize) -> bool {
        let words = self.sentence;
        if (verb..condition).any(|at| words.is(at, DENIALS)) {
            return true;
        }
        let listed = verb.checked_sub(1).is_some_and(|at| words.is(at, &["or"]));
        let reach = if listed || words.is(verb, FALLING) {
            5
        } else {
            2
        };
        let avoided = ["of", "from", "avoid", "against", "without"];
        (verb.saturating_sub(reach)..verb).any(|at| words.is(at, DENIALS))
            || verb.checked_sub(1).is_some_and(|at| words.is(at, &avoided))
            || self.is_effect_meant(verb)
    }

    /// Whether the verb only says which effects are meant: `any effect that causes it to be charmed`.
    fn is_effect_meant(&self, verb: usize) -> bool {
        let words = self.sentence;
        let meant = verb.checked_sub(1).is_some_and(|at| words.is(at, &["to"]));
        meant && (words.clause(verb)..verb).any(|at| words.is(at, &["effect", "effects", "spells"]))
    }

    /// Whether the verb is in a clause that only tells when, or whom.
    fn is_premise(&self, verb: usize) -> bool {
        let words = self.sentence;
        let clause = words.clause(verb);
        let marks = |at: &usize| {
            // `that creature` is no clause.
            let points = words.is(*at, &["that"]) && words.is(at + 1, TARGETS);
            words.is(*at, MARKERS) && !points
        };
        let Some(marker) = (clause..verb).rev().find(marks) else {
            return false;
        };
        // `, which falls prone` tells what happens.
        let relative = words.is(marker, &["which", "who"]);
        let apart = marker == clause || words.is(clause, &["during", "after"]);
        let tells = relative && ((apart && clause > 0) || words.is(verb, FALLING));
        !tells && !(marker + 1..verb).any(|at| words.is(at, VERBS))
    }

    /// Whether it befalls the doer.
    fn is_own(&self, verb: usize) -> bool {
        let words = self.sentence;
        if words.is(verb, DOING) {
            return false;
        }
        let clause = words.clause(verb);
        let auxiliary = ["must", "can", "will", "may"];
        let subject = (clause..verb)
            .rev()
            .find(|at| !words.is(*at, ADVERBS) && !words.is(*at, &auxiliary));
        match subject.and_then(|at| words.word(at)) {
            Some("you") => true,
            Some("condition" | "effect") if !words.is(verb, &[":"]) => true,
            // Whoever was the last to be named.
            Some("it" | "and") | None => {
                let said = (0..verb).rev().find_map(|at| self.who(words, at));
                let earlier = self.before.iter().rev().find_map(|sentence| {
                    let places = 0..sentence.len();
                    places.rev().find_map(|at| self.who(sentence, at))
                });
                // A roll before it is a target's.
                said.or(earlier) == Some(Who::Doer)
            }
            Some(_) => {
                let named: Vec<Who> = (clause..verb)
                    .filter_map(|at| self.who(words, at))
                    .collect();
                named.contains(&Who::Doer) && !named.contains(&Who::Target)
            }
        }
    }

    /// Whom a word names, if anybody. The doer counts as subject of a clause only: `of the goat` says nothing of
    /// what the goat does.
    fn who(&self, sentence: &Sentence, at: usize) -> Option<Who> {
        if sentence.is(at, TARGETS) {
            return Some(Who::Target);
        }
        if sentence.is(at, ROLLS) {
            return Some(Who::Roller);
        }
        let names_doer = |at: usize| {
            let word = sentence.word(at);
            word.is_some_and(|word| self.doer.iter().any(|name| name == word))
        };
        if !names_doer(at) {
            return None;
        }
        let clause = sentence.clause(at);
        let first = (clause..at)
            .rev()
            .take_while(|at| {
                names_doer(*at) || sentence.is(*at, &["the", "a", "an", "this", "each"])
            })
            .last()
            .unwrap_or(at);
        let before = first.checked_sub(1).filter(|at| *at >= clause);
        let is_subject = before.is_none_or(|at| sentence.is(at, BEFORE_SUBJECTS));
        is_subject.then_some(Who::Doer)
    }
}

/// Whom a word names.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Who {
    /// Who does it.
    Doer,
    /// Who it is meant for.
    Target,
    /// Who saves or is hit: the target, unless the doer is named.
    Roller,
}

fn condition(word: &str) -> Option<&'static str> {
    CONDITIONS.into_iter().find(|condition| *condition == word)
}

#[cfg(test)]
mod tests;
