//! Document frequency of names: in how many texts an entity is named in plain words.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many texts there are, and how many of them name each entity in plain words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlainCounts {
    /// How many texts were counted.
    pub(super) texts: usize,
    /// By global id, how many of the texts name the entity.
    entities: BTreeMap<String, usize>,
}

impl PlainCounts {
    /// The counts of entities, in their order, with those of more texts: of each text, the numbers of those that it names.
    pub(super) fn with_texts<'n>(
        &self,
        ids: impl Iterator<Item = &'n String>,
        texts: impl Iterator<Item = impl Iterator<Item = usize>>,
    ) -> Vec<usize> {
        let known = ids.map(|id| self.entities.get(id).copied().unwrap_or_default());
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
    pub(super) fn new(texts: usize, entities: impl Iterator<Item = (String, usize)>) -> Self {
        Self { texts, entities: entities.filter(|(_, count)| *count > 0).collect() }
    }
}
