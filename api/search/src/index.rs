//! Search index: words, names and vectors of all entities, held by the process for one generation of the store.
//!
//! The index is derived from the store's search entries and vectors, and kept in the data directory, so that a start
//! reads it from there. A changed generation is indexed in the background and takes the place of the one before as a
//! whole.

mod build;
mod entities;
mod folder;
mod low_priority;
mod names;
mod passage_vectors;
mod postings;
mod postings_writer;
mod reader;
mod search_index;
mod values;
mod vectors;
mod words;

pub(crate) use entities::{Doc, DocSet, Entity};
pub(crate) use names::NameIndex;
pub(crate) use postings::Postings;
pub(crate) use search_index::SearchIndex;
pub(crate) use values::{FieldValue, ValueField, ValueIndex};
pub(crate) use vectors::VectorIndex;
pub(crate) use words::WordIndex;

use folder::Contents;
use low_priority::at_low_priority;
use passage_vectors::PassageVectors;

use crate::{Connection, Error, Reader, Result, Settings};
use lorekeeper_embed::Models;
use lorekeeper_store::{Store, Unannounced};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, watch};

/// Requests wait for the index of a changed store with at most so many entities; of a larger one they get the index of
/// the generation before.
const MAX_ENTITIES_AWAITED: usize = 2000;

/// Longest time that a request waits for an index: shorter than a query may take, so that it says why there is no answer.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// A larger store is not indexed again before so many times the time that indexing took.
const REST: u32 = 2;

/// Keeps the index of the store's latest generation.
pub struct IndexKeeper {
    reader: Reader,
    /// The keeper of everyone's index, which is the owner's while nothing is hidden.
    everyones: Option<Arc<Self>>,
    store: Arc<Store>,
    models: Arc<Models>,
    data_dir: PathBuf,
    max_vector_bytes: u64,
    current: watch::Sender<Option<Arc<SearchIndex>>>,
    indexing: Mutex<()>,
}

impl IndexKeeper {
    /// Keeps no index yet.
    pub(crate) fn new(store: Arc<Store>, models: Arc<Models>, settings: &Settings) -> Arc<Self> {
        Arc::new(Self {
            reader: Reader::Everyone,
            everyones: None,
            store,
            models,
            data_dir: settings.data_dir.clone(),
            max_vector_bytes: settings.max_vector_bytes,
            current: watch::Sender::new(None),
            indexing: Mutex::new(()),
        })
    }

    /// How many bytes of vectors are held, and how many of words.
    pub(crate) fn bytes(&self) -> [u64; 2] {
        let Some(index) = self.current.borrow().clone() else {
            return [0; 2];
        };
        [index.vectors.as_ref().map_or(0, |held| held.vectors.size()), index.words.postings.bytes]
    }

    /// Most bytes of vectors that are held.
    pub(crate) fn max_vector_bytes(&self) -> u64 {
        self.max_vector_bytes
    }

    /// The generation of content, vectors and models that requests read.
    pub fn generation(&self) -> String {
        let model = self.models.model_id().unwrap_or_default();
        format!("{}|{}|{model}", self.store.content(), self.models.embedded())
    }

    /// The index that requests use at once: that of the store, or of a large one that changed a moment ago the index from
    /// before.
    pub(crate) fn ready(&self) -> Option<Arc<SearchIndex>> {
        if let Some(shared) = self.shared() {
            return shared.ready();
        }
        let index = self.current.borrow().clone()?;
        if index.hidden != self.store.hidden() {
            return None;
        }
        let is_large = index.words.entities.len() > MAX_ENTITIES_AWAITED;
        (is_large || index.generation == self.generation()).then_some(index)
    }

    /// Whether searches find all content that is stored, at once: there is an index, and nothing is being written that
    /// will be indexed once it is whole.
    pub async fn is_searchable(&self) -> Result<bool> {
        let is_writing = self.is_writing().await?;
        Ok(!is_writing && self.ready().is_some())
    }

    /// Whether rows are being written: they can be listed, and are indexed once all are there.
    pub(crate) async fn is_writing(&self) -> Result<bool> {
        let db = &self.connection();
        Ok(lorekeeper_store::is_unannounced(db, Unannounced::Rows).await?)
    }

    /// The index of the store; of a large one that changed a moment ago, the index from before.
    pub(crate) async fn index(self: &Arc<Self>) -> Result<Arc<SearchIndex>> {
        if let Some(index) = self.ready() {
            if index.generation != self.generation()
                && index.built.elapsed() > index.took * REST
                && self.indexing.try_lock().is_ok()
            {
                let keeper = Arc::clone(self);
                tokio::spawn(async move { keeper.refresh_logged().await });
            }
            return Ok(index);
        }
        // In a task of its own: a client that goes away does not end it.
        let keeper = Arc::clone(self);
        let indexing = tokio::spawn(async move { keeper.refresh().await });
        match tokio::time::timeout(MAX_WAIT, indexing).await {
            Ok(indexed) => indexed.map_err(Error::index)?,
            Err(_) => Err(Error::input(
                "The search index is being built. Ask again in a moment, or ask by `name` and `filter`.",
            )),
        }
    }

    /// Tells whenever the index was refreshed.
    pub fn watch(&self) -> watch::Receiver<impl Send + Sync + use<>> {
        self.current.subscribe()
    }

    /// Indexes each new generation of content, and its vectors once the model is loaded, for as long as the task runs.
    pub async fn follow(self: Arc<Self>) {
        let mut content = self.store.watch_content();
        let model = &self.models.configured;
        loop {
            let had_model = model.model_id().is_some();
            self.refresh_logged().await;
            let rest = self.current.borrow().as_ref().map(|index| index.took * REST);
            tokio::time::sleep(rest.unwrap_or(Duration::from_secs(1))).await;
            tokio::select! {
                changed = content.changed() => if changed.is_err() {
                    return;
                },
                () = model.loaded(), if !had_model => {}
            }
        }
    }

    async fn refresh_logged(&self) {
        if let Err(error) = self.refresh().await {
            tracing::warn!(%error, "the store could not be indexed for search");
        }
    }

    /// The index of the generation that is read now.
    async fn refresh(&self) -> Result<Arc<SearchIndex>> {
        if let Some(shared) = self.shared() {
            return Box::pin(shared.refresh()).await;
        }
        let _indexing = self.indexing.lock().await;
        let (generation, hidden) = (self.generation(), self.store.hidden());
        let before = self.current.borrow().clone();
        if let Some(index) = before.as_ref().filter(|index| index.generation == generation && index.hidden == hidden) {
            return Ok(Arc::clone(index));
        }
        let start = Instant::now();
        let db = &self.connection();
        let words = match before.as_ref().map(|index| &index.words) {
            Some(words)
                if words.content == self.store.content()
                    && before.as_ref().is_some_and(|before| before.hidden == hidden) =>
            {
                Arc::clone(words)
            }
            Some(words) if before.as_ref().is_some_and(|before| before.hidden == hidden) => {
                let updated = words.updated(db, &self.models.requests, self.store.content());
                match updated.await? {
                    Some(words) => Arc::new(words),
                    None => Arc::new(self.words(db).await?),
                }
            }
            _ => Arc::new(self.words(db).await?),
        };
        let known = before.as_ref().and_then(|index| index.vectors.clone());
        let is_large = words.entities.len() > MAX_ENTITIES_AWAITED;
        let other = before.filter(|before| !Arc::ptr_eq(&before.words, &words));
        if let Some(before) = other.filter(|before| is_large && before.hidden == hidden) {
            self.publish_words(&before, &words, start).await?;
        }
        let vectors = self.vectors(db, &words, known).await?;
        let index =
            Arc::new(SearchIndex { generation, words, vectors, hidden, built: Instant::now(), took: start.elapsed() });
        tracing::debug!(
            entities = index.words.entities.len(),
            took = ?index.took,
            "the store is indexed for search"
        );
        self.current.send_replace(Some(Arc::clone(&index)));
        Ok(index)
    }

    /// Publishes new words beside the vectors from before, of which new ones are read in a moment: names are found at once. The
    /// generation stays, so that no answer is kept.
    async fn publish_words(&self, before: &Arc<SearchIndex>, words: &Arc<WordIndex>, start: Instant) -> Result<()> {
        let (known, entities) = (before.vectors.clone(), Arc::clone(words));
        let vectors = in_background(move || {
            let known = known.map(|known| Arc::clone(&known.vectors));
            Ok(known.map(|known| Arc::new(VectorIndex::new(known, &entities.entities))))
        });
        let index = SearchIndex {
            generation: before.generation.clone(),
            words: Arc::clone(words),
            vectors: vectors.await?,
            hidden: before.hidden.clone(),
            built: Instant::now(),
            took: start.elapsed(),
        };
        self.current.send_replace(Some(Arc::new(index)));
        Ok(())
    }

    /// Words and names of the store: from the files of its revision, or from the store.
    async fn words(&self, db: &Connection) -> Result<WordIndex> {
        let (content, requests) = (self.store.content(), &*self.models.requests);
        let folder = self.folder(db).await?;
        let revision = lorekeeper_store::revision_id(db).await?;
        let wanted = Contents::Words { revision: revision.clone(), recipe: lorekeeper_store::SEARCH_TEXT_VERSION };
        let restore = {
            let revision = revision.clone();
            let (folder, wanted) = (folder.clone(), wanted.clone());
            move || {
                let files = folder.find(&wanted);
                let words = files.map(|files| WordIndex::open(content, revision, &files));
                words.transpose()
            }
        };
        let versions = build::versions(db).await?;
        // Rows that are being written have versions already of which the files know nothing.
        let is_writing = self.is_writing().await?;
        match at_low_priority(requests, restore).await {
            Ok(Some(words)) if !is_writing && lorekeeper_store::revision_id(db).await? == revision => {
                return Ok(words.with_versions(versions));
            }
            Ok(Some(words)) => return Ok(words),
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "a damaged search index is built again"),
        }
        let writer = folder.writer();
        let (entities, mut files) = build::entries(db, requests, None).await?;
        let values = values::read(db, &entities, None).await?;
        // What was written meanwhile is of a later revision: such words are of none, and are kept for this process only.
        let is_of_one_revision = lorekeeper_store::revision_id(db).await? == revision;
        at_low_priority(requests, move || {
            files.insert_json("entities.json", &entities)?;
            files.insert_json("values.json", &values)?;
            if let Some(writer) = writer.filter(|_| is_of_one_revision) {
                folder.write(&writer, &files, wanted)?;
            }
            let words = WordIndex::open(content, revision, &files)?;
            Ok(if is_of_one_revision { words.with_versions(versions) } else { words })
        })
        .await
    }

    /// The vectors of the model that serves; none where they would take too much memory.
    async fn vectors(
        &self,
        db: &Connection,
        words: &Arc<WordIndex>,
        known: Option<Arc<VectorIndex>>,
    ) -> Result<Option<Arc<VectorIndex>>> {
        let embedder = self.models.serving();
        let (Some(model), Some(dimension)) = (embedder.model_id(), embedder.dimension()) else {
            return Ok(known);
        };
        let Some(keys) = build::keys(db, &model, dimension, self.max_vector_bytes).await? else {
            return Ok(None);
        };
        let requests = &*self.models.requests;
        let folder = self.folder(db).await?;
        let wanted = Contents::Vectors { model: model.clone(), dimension };
        let known = known.map(|known| Arc::clone(&known.vectors));
        let known = known.filter(|known| known.model == model && known.dimension == dimension);
        let known = if known.is_some() {
            known
        } else {
            let (folder, wanted) = (folder.clone(), wanted.clone());
            let read = move || {
                let files = folder.find(&wanted);
                Ok(files.and_then(|files| PassageVectors::read(&files)))
            };
            at_low_priority(requests, read).await?.map(Arc::new)
        };
        let before = known.as_ref().map_or(&[][..], |known| &known.keys);
        let mut fresh = PassageVectors::empty(model, dimension);
        build::read_missing(db, &keys, before, &mut fresh).await?;
        let words = Arc::clone(words);
        at_low_priority(requests, move || {
            let vectors = match known {
                Some(known) if known.keys == keys => known,
                known => {
                    let merge = |known: Arc<_>| PassageVectors::merged(&keys, &known, &fresh);
                    let vectors = known.map(merge).unwrap_or(fresh);
                    if let Some(writer) = folder.writer() {
                        folder.write(&writer, &vectors.files()?, wanted)?;
                    }
                    Arc::new(vectors)
                }
            };
            Ok(Some(Arc::new(VectorIndex::new(vectors, &words.entities))))
        })
        .await
    }
}

/// Runs milliseconds of work beside the executor, which serves others in them.
pub(crate) async fn in_background<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(Error::index)?
}
