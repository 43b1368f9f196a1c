//! Common words: names that texts use in the ordinary meaning of their words, too.

use super::sort::Sort;
use std::collections::HashSet;
use std::sync::LazyLock;

/// So few texts do not make a word common.
pub const MIN_PLAIN: usize = 20;

/// The share of texts, in thousandths, that may have the name of an entity as plain words before it is a common word. The
/// spells of which several words are ordinary ones are in the list.
pub fn max_permille(sort: Sort) -> usize {
    match sort {
        Sort::Spell => 1000,
        Sort::Term => 100,
        // Every magic weapon names the weapon that it is.
        Sort::Item => 20,
        _ => 10,
    }
}

/// The list of common words.
static COMMON_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let lines = include_str!("common_words.txt").lines();
    lines.filter(|line| !line.starts_with('#')).collect()
});

/// Whether a name, in the singular or the plural, is a common word.
pub fn is_common(words: &str) -> bool {
    let words = words.to_lowercase();
    let singular = words.strip_suffix('s').unwrap_or(&words);
    COMMON_WORDS.contains(words.as_str()) || COMMON_WORDS.contains(singular)
}

/// Terms of the rules that both editions write in small letters, and that mean nothing else. A text links each once.
const PLAIN_TERMS: [&str; 6] =
    ["ability check", "attack roll", "bonus action", "cantrip", "damage roll", "saving throw"];

/// Whether the words are a term, in the singular or the plural, that is written in small letters.
pub fn is_plain_term(words: &str) -> bool {
    let words = words.to_lowercase();
    let singular = words.strip_suffix('s').unwrap_or(&words);
    PLAIN_TERMS.contains(&singular)
}

/// Words that begin a sentence and are no part of a longer name.
pub const BEGINNINGS: [&str; 45] = [
    "a", "an", "and", "any", "as", "at", "before", "by", "choose", "each", "every", "for", "from", "gain", "has",
    "have", "if", "in", "its", "make", "makes", "no", "of", "on", "once", "one", "or", "requires", "see", "some",
    "take", "takes", "that", "the", "their", "this", "to", "under", "use", "when", "whenever", "while", "with",
    "without", "your",
];

/// Damage types that are names of gear, too.
pub const DAMAGE_TYPES: [&str; 2] = ["acid", "poison"];

/// Words that have no capital letter in a title.
pub const SMALL_WORDS: [&str; 12] = ["of", "the", "a", "an", "and", "or", "to", "in", "from", "with", "for", "by"];
