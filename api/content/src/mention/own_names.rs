//! Own names: the names in a document that mean its own entity or a part of it, and lead nowhere.

use super::blocks::Block;
use super::boundaries::is_whole_word;
use super::evidence::Sureness;
use super::finder::{Found, Text};
use super::labels::is_fact;
use crate::Family;
use std::collections::BTreeSet;

/// The names of the actions and traits that a stat block has itself: its Chain is no gear.
pub(super) fn own_parts<'t>(text: &Text, blocks: &'t [Block]) -> BTreeSet<&'t str> {
    let is_stat_block = text.identity.family == Family::Creature;
    let labels = blocks.iter().filter(|_| is_stat_block).map(|block| {
        let label = block.label.as_str();
        label.split(" (").next().unwrap_or(label).trim_end_matches('.')
    });
    labels.filter(|label| !label.is_empty() && !is_fact(label)).collect()
}

/// Whether the words are the name of the text's own entity or, in a stat block, a part of it (*the boar* of a giant boar).
pub(super) fn is_own_name(text: &Text, found: &Found) -> bool {
    let words = text.markdown.get(found.start..found.end);
    let words = words.unwrap_or_default().to_lowercase();
    let is_creature = text.identity.family == Family::Creature;
    text.name == words && found.sureness < Sureness::Told
        || is_creature && STAT_BLOCK_PARTS.contains(&words.as_str())
        || is_creature
            && text
                .name
                .match_indices(&words)
                .any(|(start, _)| is_whole_word(&text.name.replace('-', " "), start, start + words.len()))
}

/// Names of parts of stat blocks, which classes have, too.
const STAT_BLOCK_PARTS: [&str; 2] = ["spellcasting", "multiattack"];
