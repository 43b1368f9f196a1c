//! Memory use: what parts of the program hold in memory, and how much they may.

use crate::{Search, facets, passage_cache, row_cache};

/// What a part of the program holds in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryUse {
    /// The name of the part.
    pub part: &'static str,
    /// How many bytes it holds, about.
    pub bytes: u64,
    /// Most bytes that it may hold; `None`: it grows with the content.
    pub limit: Option<u64>,
}

impl Search {
    /// What search holds in memory: its index, and what it has read and computed for the latest requests.
    pub fn memory(&self) -> Vec<MemoryUse> {
        let [vectors, words] = self.index.bytes();
        let part = |part, bytes, limit| MemoryUse { part, bytes, limit };
        vec![
            part("vectors", vectors, Some(self.index.max_vector_bytes())),
            part("words", words, None),
            part("rows", self.row_cache.bytes(), Some(row_cache::MAX_BYTES)),
            part("passages", self.passages.bytes(), Some(passage_cache::MAX_BYTES)),
            part("rankings", self.rankings.bytes(), Some(crate::MAX_RANKING_BYTES)),
            part("facets", self.facets.bytes(), Some(facets::MAX_BYTES)),
        ]
    }
}
