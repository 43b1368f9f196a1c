//! Document frequency of names: in how many texts a name stands as plain words.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many texts there are, and how many of them have each name as plain words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlainCounts {
    /// How many texts were counted.
    pub(super) texts: usize,
    /// By name, how many of the texts have it.
    names: BTreeMap<String, usize>,
}

impl PlainCounts {
    /// The counts of names, in their order, with those of more texts: of each text, the numbers of the names that it has.
    pub(super) fn with_texts<'n>(
        &self,
        names: impl Iterator<Item = &'n String>,
        texts: impl Iterator<Item = impl Iterator<Item = usize>>,
    ) -> Vec<usize> {
        let known = names.map(|name| self.names.get(name).copied().unwrap_or_default());
        let mut counts: Vec<usize> = known.collect();
        for text in texts {
            let mut numbers: Vec<usize> = text.collect();
            numbers.sort_unstable();
            numbers.dedup();
            for number in numbers {
                if let Some(count) = counts.get_mut(number) {
                    *count += 1;
                }
            }
        }
        counts
    }

    /// The counts of so many texts.
    pub(super) fn new(texts: usize, names: impl Iterator<Item = (String, usize)>) -> Self {
        Self {
            texts,
            names: names.filter(|(_, count)| *count > 0).collect(),
        }
    }
}
