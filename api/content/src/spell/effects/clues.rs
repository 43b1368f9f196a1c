//! Clues: the phrases by which a sentence tells of an effect, and those by which it does not.

use crate::spell::SpellEffect;
use crate::{Regex, pattern};
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The phrases, as patterns of sentences in lower case with a blank between words and marks; blocks of them are clues.
const PHRASES: &str = include_str!("clues.txt");

/// Phrases of one effect: one of them is in the sentence, and none of those that tell of something else.
struct Clue {
    effect: SpellEffect,
    says: Regex,
    unless: Option<Regex>,
}

static CLUES: LazyLock<Vec<Clue>> = LazyLock::new(|| PHRASES.split("\n\n").filter_map(read).collect());

/// Reads a block: the name of the effect, and its phrases; `! ` stands before those of other things. Comments begin with `#`.
fn read(block: &str) -> Option<Clue> {
    let mut lines = block.lines().filter(|line| !line.starts_with('#'));
    let effect = serde_json::from_value(json!(lines.next()?)).ok()?;
    let (unless, says): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with("! "));
    let any = |phrases: Vec<&str>| {
        let phrases = phrases.iter().map(|phrase| phrase.trim_start_matches("! "));
        pattern(&format!("(?m){}", phrases.collect::<Vec<_>>().join("|")))
    };
    Some(Clue { effect, says: any(says), unless: (!unless.is_empty()).then(|| any(unless)) })
}

/// The effects of which sentences tell, a line each.
pub(super) fn told_in(lines: &str) -> BTreeSet<SpellEffect> {
    let told = |clue: &&Clue| {
        // Most spells have no phrase of most effects.
        clue.says.is_match(lines) && lines.lines().any(|line| clue.is_told_in(line))
    };
    CLUES.iter().filter(told).map(|clue| clue.effect).collect()
}

impl Clue {
    fn is_told_in(&self, line: &str) -> bool {
        let denied = || self.unless.as_ref().is_some_and(|unless| unless.is_match(line));
        self.says.is_match(line) && !denied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_block_is_a_clue() {
        let is_clue = |block: &&str| block.lines().any(|line| !line.starts_with('#'));
        let blocks = PHRASES.split("\n\n").filter(is_clue);
        assert_eq!(CLUES.len(), blocks.count());
    }
}
