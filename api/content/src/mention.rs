//! Entity linking: the places in the texts of rows that name other entities.
//!
//! All names stand in one automaton, which runs over the running text of each row's document. A name leads to the entity
//! of the same book, else of the reference books of its edition; of two names the longer one is meant. Names that are
//! common words are links only where the text marks them or tells what they are (`evidence`): how common they are is
//! counted in the texts themselves.

mod blocks;
mod boundaries;
mod common_words;
mod evidence;
mod finder;
mod labels;
mod names;
mod own_names;
mod patterns;
mod place;
mod plain_counts;
mod rolls;
mod sort;
mod target;

pub use finder::MentionFinder;
pub use plain_counts::PlainCounts;
pub use rolls::{Dice, Roll, Value, find_rolls};

use serde::{Deserialize, Serialize};

/// A span of a row's Markdown that names another entity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mention {
    /// The global id of the entity.
    pub id: String,
    /// The first character of the span in the Markdown, counted from 0.
    pub start: usize,
    /// The character behind the span.
    pub end: usize,
}

/// The Markdown of a row with a link at each mention; `address` gives the address of a global id.
pub fn link(markdown: &str, mentions: &[Mention], address: impl Fn(&str) -> String) -> String {
    let mut linked = String::with_capacity(markdown.len() + 64 * mentions.len());
    let mut mentions = mentions.iter().peekable();
    let mut open = None;
    for (number, c) in markdown.chars().enumerate() {
        if open.is_some_and(|mention: &Mention| mention.end == number)
            && let Some(mention) = open.take()
        {
            linked.extend(["](", &address(&mention.id), ")"]);
        }
        if let Some(mention) = mentions.next_if(|mention| mention.start == number) {
            linked.push('[');
            open = Some(mention);
        }
        linked.push(c);
    }
    linked
}

#[cfg(test)]
mod tests;
