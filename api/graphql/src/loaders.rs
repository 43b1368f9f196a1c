//! Data loaders: what many nodes of one answer need is read in one statement.

use super::batch_scheduler::BatchScheduler;
use super::telemetry;
use crate::error::{Error, Result};
use async_graphql::dataloader::{DataLoader, Loader as Batch};
use async_trait::async_trait;
use derive_where::derive_where;
use futures::future::BoxFuture;
use lorekeeper_content::{Identity, Origin, Row, document};
use lorekeeper_search::columns::Columns;
use lorekeeper_search::load::{self, AnyRow, MentioningRows};
use lorekeeper_search::row_cache::RowReader;
use lorekeeper_search::scope::{Scope, all_documents};
use lorekeeper_search::similar::{self, Similar};
use lorekeeper_search::status::{self, Count};
use lorekeeper_search::{Connection, Reader, Search};
use lorekeeper_store::{BookSetting, Store};
use moka::future::Cache;
use std::collections::{BTreeSet, HashMap};
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

/// Reads the batches of one answer.
pub struct Loader {
    store: Arc<Store>,
    reader: Reader,
    rows: RowReader,
    documents: Documents,
}

/// All documents that a reader sees, by content generation: nearly every answer names some.
type Documents = Cache<(Reader, u64), Arc<[Arc<document::Model>]>>;

/// The cache that the loaders of all answers share.
#[derive(Clone)]
pub struct Loaders(Documents);

impl Default for Loaders {
    fn default() -> Self {
        Self(Cache::new(2))
    }
}

impl Loaders {
    /// The loader of one answer; its batches are dispatched when the executor is idle.
    pub fn of(&self, search: &Search, scheduler: &Arc<BatchScheduler>) -> DataLoader<Loader> {
        let loader = Loader {
            store: Arc::clone(&search.store),
            reader: search.reader(),
            rows: search.rows(),
            documents: self.0.clone(),
        };
        let scheduler = Arc::clone(scheduler);
        let dispatch = move |batch: BoxFuture<'static, ()>| {
            let (scheduler, next) = (Arc::clone(&scheduler), scheduler.next_idle());
            telemetry::spawn_batch(async move {
                scheduler.wait_for(next).await;
                batch.await;
            })
        };
        DataLoader::new(loader, dispatch).delay(Duration::ZERO)
    }
}

impl Loader {
    fn db(&self) -> &Connection {
        &self.rows.connection
    }

    /// All documents; not cached during a sync, when they change before the generation does.
    async fn documents(&self) -> Result<Arc<[Arc<document::Model>]>> {
        let read = async {
            let all = all_documents(self.db()).await?;
            Ok(all.into_iter().map(Arc::new).collect())
        };
        if self.store.syncing.is_locked() {
            return read.await;
        }
        let key = (self.reader, self.store.content());
        let known = self.documents.try_get_with(key, read);
        let known = known.await;
        known.map_err(|error: Arc<Error>| Error::clone(&error))
    }
}

/// Key of a document, by which it is loaded.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DocumentKey(pub String);

#[async_trait]
impl Batch<DocumentKey> for Loader {
    type Value = Arc<document::Model>;
    type Error = Error;

    async fn load(&self, keys: &[DocumentKey]) -> Result<HashMap<DocumentKey, Self::Value>> {
        let wanted: BTreeSet<&str> = keys.iter().map(|k| k.0.as_str()).collect();
        let all = self.documents().await?;
        let wanted = all.iter().filter(|d| wanted.contains(d.key.as_str()));
        Ok(wanted.map(|d| (DocumentKey(d.key.clone()), Arc::clone(d))).collect())
    }
}

/// Key of a document whose entities are counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DocumentCounts(pub String);

#[async_trait]
impl Batch<DocumentCounts> for Loader {
    type Value = Vec<Count>;
    type Error = Error;

    async fn load(&self, _: &[DocumentCounts]) -> Result<HashMap<DocumentCounts, Vec<Count>>> {
        let mut found: HashMap<DocumentCounts, Vec<Count>> = HashMap::new();
        for count in status::counts(self.db()).await? {
            let key = DocumentCounts(count.document_key.clone());
            found.entry(key).or_default().push(count);
        }
        Ok(found)
    }
}

/// The settings of all imported books, of which there are few.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AllBookSettings;

#[async_trait]
impl Batch<AllBookSettings> for Loader {
    type Value = Arc<[BookSetting]>;
    type Error = Error;

    async fn load(&self, _: &[AllBookSettings]) -> Result<HashMap<AllBookSettings, Self::Value>> {
        let settings = lorekeeper_store::book_settings(self.db()).await?;
        Ok(HashMap::from([(AllBookSettings, settings.into())]))
    }
}

/// Origin of an upstream record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RawRecord(pub Origin);

#[async_trait]
impl Batch<RawRecord> for Loader {
    type Value = serde_json::Value;
    type Error = Error;

    async fn load(&self, keys: &[RawRecord]) -> Result<HashMap<RawRecord, Self::Value>> {
        let origins: Vec<Origin> = keys.iter().map(|k| k.0.clone()).collect();
        let found = load::raw_records(self.db(), &origins).await?.into_iter();
        Ok(found.map(|(key, raw)| (RawRecord(key), raw)).collect())
    }
}

/// An entity that a text names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MentionedEntity(pub Identity);

#[async_trait]
impl Batch<MentionedEntity> for Loader {
    type Value = AnyRow;
    type Error = Error;

    async fn load(&self, keys: &[MentionedEntity]) -> Result<HashMap<MentionedEntity, Self::Value>> {
        let identities: Vec<Identity> = keys.iter().map(|key| key.0.clone()).collect();
        let found = load::any_by_identity(&self.rows, &identities).await?;
        let found = found.into_iter();
        Ok(found.map(|(identity, row)| (MentionedEntity(identity), row)).collect())
    }
}

/// An entity whose mentions in other texts are wanted, and how they are listed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MentionedByKey {
    /// Global id of the entity.
    pub id: String,
    /// How many of the rows that name it.
    pub first: usize,
    /// Keys, names or aliases of documents; all where `None`.
    pub documents: Option<Vec<String>>,
}

#[async_trait]
impl Batch<MentionedByKey> for Loader {
    type Value = MentioningRows;
    type Error = Error;

    async fn load(&self, keys: &[MentionedByKey]) -> Result<HashMap<MentionedByKey, MentioningRows>> {
        let mut groups: HashMap<_, Vec<String>> = HashMap::new();
        for key in keys {
            let group = groups.entry((key.first, &key.documents)).or_default();
            group.push(key.id.clone());
        }
        let mut found = HashMap::new();
        for ((first, documents), ids) in groups {
            let scope = Scope::resolve(self.db(), documents.as_deref(), None).await?;
            let limit = i64::try_from(first).unwrap_or(i64::MAX);
            let mentioning = load::mentioned_by(&self.rows, &ids, scope.keys.as_deref(), limit).await?;
            found.extend(mentioning.into_iter().map(|(id, rows)| {
                let documents = documents.clone();
                (MentionedByKey { id, first, documents }, rows)
            }));
        }
        Ok(found)
    }
}

/// A batch key for rows of `R`.
#[derive_where(Clone, PartialEq, Eq, Hash; K)]
pub struct RowKey<R, K> {
    key: K,
    row: PhantomData<fn() -> R>,
}

impl<R, K> From<K> for RowKey<R, K> {
    fn from(key: K) -> Self {
        let row = PhantomData;
        Self { key, row }
    }
}

/// The column of a row that a relation goes by.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum RelationColumn {
    /// A column with one slug.
    Slug(&'static str),
    /// A column with a list of slugs.
    SlugList(&'static str),
}

impl RelationColumn {
    /// The column's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slug(name) | Self::SlugList(name) => name,
        }
    }
}

/// All rows of `R` with a slug in a column.
pub type Related<R> = RowKey<R, RelationKey>;

/// A slug in a column, and what is read of the rows that have it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RelationKey {
    /// The column.
    pub column: RelationColumn,
    /// Only rows of these kinds; of all kinds where empty.
    pub kinds: &'static [&'static str],
    /// The slug.
    pub slug: String,
    /// The columns to read, `column` among them.
    pub columns: Arc<Columns>,
}

/// A row of a family that takes part in relations.
pub trait RelationSlugs: Row {
    /// The slugs in a column.
    fn slugs(&self, column: RelationColumn) -> Vec<&str>;
}

#[async_trait]
impl<R: RelationSlugs> Batch<Related<R>> for Loader {
    type Value = Vec<Arc<R>>;
    type Error = Error;

    async fn load(&self, keys: &[Related<R>]) -> Result<HashMap<Related<R>, Vec<Arc<R>>>> {
        let mut groups: HashMap<_, BTreeSet<String>> = HashMap::new();
        for RowKey { key, .. } in keys {
            let group = groups.entry((key.column, key.kinds, &key.columns));
            group.or_default().insert(key.slug.clone());
        }
        let mut found: HashMap<Related<R>, Vec<Arc<R>>> = HashMap::new();
        for ((column, kinds, columns), slugs) in groups {
            let slugs: Vec<String> = slugs.into_iter().collect();
            let rows = match column {
                RelationColumn::Slug(name) => load::belonging::<R>(&self.rows, columns, kinds, name, &slugs).await?,
                RelationColumn::SlugList(name) => load::listing::<R>(&self.rows, columns, name, &slugs).await?,
            };
            for row in rows {
                for slug in row.slugs(column) {
                    let key = RelationKey { column, kinds, slug: slug.to_owned(), columns: Arc::clone(columns) };
                    found.entry(key.into()).or_default().push(Arc::clone(&row));
                }
            }
        }
        Ok(found)
    }
}

/// The entities of `R` that are most similar to another one.
pub type SimilarTo<R> = RowKey<R, SimilarKey>;

/// An entity, and the query for those similar to it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SimilarKey {
    /// Id of the entity.
    pub id: i64,
    /// The query, shared by the entities of one field.
    pub query: SimilarQuery,
}

/// The arguments of `similar`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SimilarQuery {
    /// How many entities at most.
    pub first: usize,
    /// Keys, names or aliases of documents; all where `None`.
    pub documents: Option<Vec<String>>,
    /// Key of a game system.
    pub game_system: Option<String>,
    /// The embedding model whose vectors are compared; without one the words are.
    pub model: Option<String>,
}

#[async_trait]
impl<R: Row> Batch<SimilarTo<R>> for Loader {
    type Value = Vec<(Arc<R>, Similar)>;
    type Error = Error;

    async fn load(&self, keys: &[SimilarTo<R>]) -> Result<HashMap<SimilarTo<R>, Self::Value>> {
        if keys.len() > similar::MAX_COMPARED {
            return Err(Error::too_complex(format!(
                "`similar` is asked of {} entities, but at most {} can be compared at once. Ask for fewer with `first`.",
                keys.len(),
                similar::MAX_COMPARED
            )));
        }
        let mut groups: HashMap<&SimilarQuery, Vec<i64>> = HashMap::new();
        for RowKey { key, .. } in keys {
            groups.entry(&key.query).or_default().push(key.id);
        }
        let mut found = HashMap::new();
        for (query, ids) in groups {
            let (documents, system) = (query.documents.as_deref(), query.game_system.as_deref());
            let scope = Scope::resolve(self.db(), documents, system).await?;
            let model = query.model.as_deref();
            let similar = similar::similar::<R>(&self.rows, &ids, query.first, &scope, model).await?;
            let wanted: BTreeSet<i64> = similar.values().flatten().map(|s| s.id).collect();
            let wanted: Vec<i64> = wanted.into_iter().collect();
            let rows = load::by_ids::<R>(&self.rows, &Columns::All, &wanted).await?;
            let rows: HashMap<i64, Arc<R>> = rows.into_iter().map(|row| (row.id(), row)).collect();
            for (id, similar) in similar {
                let similar = similar.into_iter();
                let nodes = similar.filter_map(|s| Some((Arc::clone(rows.get(&s.id)?), s)));
                let query = query.clone();
                found.insert(SimilarKey { id, query }.into(), nodes.collect());
            }
        }
        Ok(found)
    }
}
