//! The caches of all requests: parsed documents, answers, and rendered entities.

use super::document_cache::DocumentCache;
use super::response_cache::ResponseCache;
use crate::rendered::RenderingCache;
use lorekeeper_search::memory::MemoryUse;

/// What the requests before have left for the next ones. Clones share it.
#[derive(Clone, Debug)]
pub struct Caches {
    /// The parsed documents.
    pub documents: DocumentCache,
    /// The answers.
    pub responses: ResponseCache,
    /// The rendered entities.
    pub renderings: RenderingCache,
}

impl Caches {
    /// Empty caches; that of answers has so many bytes.
    pub fn new(response_cache_size: u64) -> Self {
        Self {
            documents: DocumentCache::default(),
            responses: ResponseCache::new(response_cache_size),
            renderings: RenderingCache::default(),
        }
    }

    /// What they hold in memory.
    pub fn memory(&self) -> [MemoryUse; 3] {
        [self.renderings.memory(), self.responses.memory(), self.documents.memory()]
    }
}
