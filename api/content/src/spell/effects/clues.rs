//! Clues: the phrases by which a sentence tells of an effect, and those by which it does not.

mod body;
mod course;
mod movement;
mod rolls;
mod senses;
mod things;

use crate::spell::SpellEffect;
use crate::{Regex, pattern};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Phrases of one effect, as patterns of sentences in lower case with a blank between words and marks.
struct Clue {
    effect: SpellEffect,
    /// One of these is in the sentence,
    says: &'static [&'static str],
    /// and none of these.
    unless: &'static [&'static str],
}

/// A clue, ready to be searched for.
struct Compiled {
    effect: SpellEffect,
    says: Regex,
    unless: Option<Regex>,
}

static CLUES: LazyLock<Vec<Compiled>> = LazyLock::new(|| {
    let lists = [
        movement::CLUES,
        body::CLUES,
        rolls::CLUES,
        senses::CLUES,
        things::CLUES,
        course::CLUES,
    ];
    let any = |phrases: &[&str]| pattern(&format!("(?m){}", phrases.join("|")));
    let compile = |clue: &Clue| Compiled {
        effect: clue.effect,
        says: any(clue.says),
        unless: (!clue.unless.is_empty()).then(|| any(clue.unless)),
    };
    lists.into_iter().flatten().map(compile).collect()
});

/// The effects of which sentences tell, a line each.
pub(super) fn told_in(lines: &str) -> BTreeSet<SpellEffect> {
    let told = |clue: &&Compiled| {
        // Most spells have no phrase of most effects.
        clue.says.is_match(lines) && lines.lines().any(|line| clue.is_told_in(line))
    };
    CLUES.iter().filter(told).map(|clue| clue.effect).collect()
}

impl Compiled {
    fn is_told_in(&self, line: &str) -> bool {
        let denied = || {
            self.unless
                .as_ref()
                .is_some_and(|unless| unless.is_match(line))
        };
        self.says.is_match(line) && !denied()
    }
}
