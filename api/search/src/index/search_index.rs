//! Search index: words, names and vectors of all entities.

use super::{Doc, DocSet, VectorIndex, WordIndex};
use crate::candidates::Candidates;
use crate::{Connection, Result};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Words, names and vectors of all entities.
pub(crate) struct SearchIndex {
    /// The generation of the store that its vectors are of; its words may be of a later one.
    pub generation: String,
    /// Words and names.
    pub words: Arc<WordIndex>,
    /// Vectors of the model that serves; none where there is no model, or where they would take too much memory.
    pub vectors: Option<Arc<VectorIndex>>,
    /// The documents that were hidden when it was built.
    pub(super) hidden: BTreeSet<String>,
    pub(super) built: Instant,
    pub(super) took: Duration,
}

impl SearchIndex {
    /// The vectors of a model, where they are held.
    pub fn held(&self, model: &str) -> Option<&Arc<VectorIndex>> {
        let held = self.vectors.as_ref();
        held.filter(|held| held.vectors.model == model)
    }

    /// The entities that are left by candidates.
    pub async fn docs(&self, db: &Connection, candidates: &Candidates) -> Result<DocSet> {
        let entities = &self.words.entities;
        let mut docs = DocSet::empty(entities.len());
        if candidates.whole {
            return Ok(match candidates.family {
                Some(family) => self.words.of_family(family).cloned().unwrap_or(docs),
                None => docs.complement(),
            });
        }
        for id in candidates.read_ids(db).await? {
            if let Ok(place) = entities.binary_search_by_key(&id, |entity| entity.id) {
                docs.insert(Doc::try_from(place).unwrap_or(Doc::MAX));
            }
        }
        Ok(docs)
    }
}
