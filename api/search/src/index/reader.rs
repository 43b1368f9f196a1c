//! Readers of the index: where books are private, the owner's searches have an index of their own, since words, names and
//! values of such books are in no other.

use super::IndexKeeper;
use super::folder::IndexFolder;
use crate::{Connection, Reader, Result};
use std::sync::Arc;
use tokio::sync::{Mutex, watch};

impl IndexKeeper {
    /// Keeps the owner's index, beside this one of everyone's.
    pub(crate) fn for_owner(self: &Arc<Self>) -> Arc<Self> {
        Arc::new(Self {
            reader: Reader::Owner,
            everyones: Some(Arc::clone(self)),
            store: Arc::clone(&self.store),
            models: Arc::clone(&self.models),
            data_dir: self.data_dir.clone(),
            max_vector_bytes: self.max_vector_bytes,
            current: watch::Sender::new(None),
            indexing: Mutex::new(()),
        })
    }

    /// The connections over which the index is read.
    pub(super) fn connection(&self) -> Connection {
        self.store.read_as(self.reader)
    }

    /// Everyone's index, where it has all that this one would have.
    pub(super) fn shared(&self) -> Option<&Arc<Self>> {
        let shared = self.everyones.as_ref();
        let shared = shared.filter(|_| self.store.hidden().is_empty());
        if shared.is_some() {
            self.current.send_if_modified(|own| own.take().is_some());
        }
        shared
    }

    /// The folder of the store's index.
    pub(super) async fn folder(&self, db: &Connection) -> Result<IndexFolder> {
        let store = lorekeeper_store::store_id(db).await?;
        let store = match self.reader {
            Reader::Everyone => store,
            Reader::Owner => format!("{store}-owner"),
        };
        IndexFolder::open(&self.data_dir, &store)
    }
}
