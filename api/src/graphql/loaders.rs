//! Batches: whatever many nodes of one answer need is read in one statement.

use super::lull::Lull;
use super::observe;
use crate::app::App;
use crate::db::Reader;
use crate::family::{Origin, Row, document};
use crate::query::columns::Columns;
use crate::query::load;
use crate::query::scope::{Scope, all_documents};
use crate::query::similar::{self, Similar};
use crate::query::status::{self, Count};
use async_graphql::dataloader::{DataLoader, Loader as Batch};
use futures::future::BoxFuture;
use moka::future::Cache;
use sea_orm::DatabaseConnection;
use std::collections::{BTreeSet, HashMap};
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

type Error = Arc<crate::error::Error>;

/// Reads the batches of one answer, each at the first lull after something of it was asked for.
pub struct Loader {
    app: Arc<App>,
    reader: Arc<Reader>,
    documents: Documents,
}

/// The documents, as a reader had them at a count of changes: nearly every answer names some.
type Documents = Cache<(u64, u64), Arc<[Arc<document::Model>]>>;

/// What the loaders of all answers share.
#[derive(Clone)]
pub struct Loaders {
    documents: Documents,
}

impl Default for Loaders {
    fn default() -> Self {
        let documents = Cache::new(1);
        Self { documents }
    }
}

impl Loaders {
    /// A loader for one answer.
    pub fn of(&self, app: &Arc<App>, reader: &Arc<Reader>, lull: &Arc<Lull>) -> DataLoader<Loader> {
        let loader = Loader {
            app: Arc::clone(app),
            reader: Arc::clone(reader),
            documents: self.documents.clone(),
        };
        let lull = Arc::clone(lull);
        let batch = move |read: BoxFuture<'static, ()>| {
            let (lull, next) = (Arc::clone(&lull), lull.next());
            observe::spawn(async move {
                lull.comes(next).await;
                read.await;
            })
        };
        DataLoader::new(loader, batch).delay(Duration::ZERO)
    }
}

impl Loader {
    fn db(&self) -> &DatabaseConnection {
        &self.reader.connection
    }

    /// All documents. While content is being stored they come and go unannounced.
    async fn documents(&self) -> crate::error::Result<Arc<[Arc<document::Model>]>> {
        let read = async {
            let all = all_documents(self.db()).await?;
            Ok(all.into_iter().map(Arc::new).collect())
        };
        if self.app.syncing.is_taken() {
            return read.await;
        }
        let key = (self.reader.number, *self.app.watch_content().borrow());
        let known = self.documents.try_get_with(key, read).await;
        known.map_err(|error: Arc<crate::error::Error>| crate::error::Error::clone(&error))
    }
}

/// A document by its key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DocumentKey(pub String);

impl Batch<DocumentKey> for Loader {
    type Value = Arc<document::Model>;
    type Error = Error;

    async fn load(
        &self,
        keys: &[DocumentKey],
    ) -> Result<HashMap<DocumentKey, Arc<document::Model>>, Error> {
        let wanted: BTreeSet<&str> = keys.iter().map(|k| k.0.as_str()).collect();
        let all = self.documents().await?;
        let wanted = all.iter().filter(|d| wanted.contains(d.key.as_str()));
        Ok(wanted
            .map(|d| (DocumentKey(d.key.clone()), Arc::clone(d)))
            .collect())
    }
}

/// The counts of a document by its key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CountsOf(pub String);

impl Batch<CountsOf> for Loader {
    type Value = Vec<Count>;
    type Error = Error;

    async fn load(&self, _keys: &[CountsOf]) -> Result<HashMap<CountsOf, Vec<Count>>, Error> {
        let mut found: HashMap<CountsOf, Vec<Count>> = HashMap::new();
        for count in status::counts(self.db()).await? {
            found
                .entry(CountsOf(count.document_key.clone()))
                .or_default()
                .push(count);
        }
        Ok(found)
    }
}

/// An upstream record by its origin.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RawOf(pub Origin);

impl Batch<RawOf> for Loader {
    type Value = serde_json::Value;
    type Error = Error;

    async fn load(&self, keys: &[RawOf]) -> Result<HashMap<RawOf, serde_json::Value>, Error> {
        let origins: Vec<Origin> = keys.iter().map(|k| k.0.clone()).collect();
        let found = load::raw_records(self.db(), &origins).await?;
        Ok(found
            .into_iter()
            .map(|(origin, raw)| (RawOf(origin), raw))
            .collect())
    }
}

/// How rows of `R` are found from a word.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// The column holds the word.
    Column(&'static str),
    /// The column is a list that has the word.
    List(&'static str),
}

impl By {
    /// The column.
    pub fn column(self) -> &'static str {
        match self {
            Self::Column(column) | Self::List(column) => column,
        }
    }
}

/// All rows of `R` with a word in a place, of some kinds.
pub struct Related<R> {
    /// Where to look.
    pub by: By,
    /// Which kinds; all when empty.
    pub kinds: &'static [&'static str],
    /// The word.
    pub word: String,
    /// What is read of them, `by` among it.
    pub columns: Arc<Columns>,
    row: PhantomData<fn() -> R>,
}

impl<R> Related<R> {
    /// Rows with `word` at `by`.
    pub fn new(by: By, kinds: &'static [&'static str], word: &str, columns: &Arc<Columns>) -> Self {
        Self {
            by,
            kinds,
            word: word.to_owned(),
            columns: Arc::clone(columns),
            row: PhantomData,
        }
    }
}

impl<R> Clone for Related<R> {
    fn clone(&self) -> Self {
        Self::new(self.by, self.kinds, &self.word, &self.columns)
    }
}

impl<R> PartialEq for Related<R> {
    fn eq(&self, other: &Self) -> bool {
        self.by == other.by
            && self.kinds == other.kinds
            && self.word == other.word
            && self.columns == other.columns
    }
}

impl<R> Eq for Related<R> {}

impl<R> std::hash::Hash for Related<R> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.by, self.kinds, &self.word, &self.columns).hash(state);
    }
}

/// A family's row as a reader of places in it.
pub trait Words: Row {
    /// The words at a place.
    fn words(&self, by: By) -> Vec<&str>;
}

impl<R: Words> Batch<Related<R>> for Loader {
    type Value = Vec<Arc<R>>;
    type Error = Error;

    async fn load(&self, keys: &[Related<R>]) -> Result<HashMap<Related<R>, Vec<Arc<R>>>, Error> {
        let mut groups: HashMap<_, BTreeSet<String>> = HashMap::new();
        for key in keys {
            groups
                .entry((key.by, key.kinds, &key.columns))
                .or_default()
                .insert(key.word.clone());
        }
        let mut found: HashMap<Related<R>, Vec<Arc<R>>> = HashMap::new();
        for ((by, kinds, columns), words) in groups {
            let words: Vec<String> = words.into_iter().collect();
            let rows: Vec<R> = match by {
                By::Column(column) => {
                    load::belonging(self.db(), columns, kinds, column, &words).await?
                }
                By::List(column) => load::listing(self.db(), columns, column, &words).await?,
            };
            for row in rows.into_iter().map(Arc::new) {
                for word in row.words(by) {
                    let key = Related::new(by, kinds, word, columns);
                    found.entry(key).or_default().push(Arc::clone(&row));
                }
            }
        }
        Ok(found)
    }
}

/// What resembles an entity of the family of `R`.
pub struct SimilarTo<R> {
    id: i64,
    asked: Asked,
    row: PhantomData<fn() -> R>,
}

/// How similar things are asked for.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Asked {
    first: usize,
    documents: Option<Vec<String>>,
    game_system: Option<String>,
    model: Option<String>,
}

impl<R> SimilarTo<R> {
    /// What resembles the entity `id`: the `first` best of a scope, by the vectors of `model`.
    pub fn new(
        id: i64,
        first: usize,
        documents: Option<Vec<String>>,
        game_system: Option<String>,
        model: Option<String>,
    ) -> Self {
        let asked = Asked {
            first,
            documents,
            game_system,
            model,
        };
        Self {
            id,
            asked,
            row: PhantomData,
        }
    }
}

impl<R> Clone for SimilarTo<R> {
    fn clone(&self) -> Self {
        Self {
            id: self.id,
            asked: self.asked.clone(),
            row: PhantomData,
        }
    }
}

impl<R> PartialEq for SimilarTo<R> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && self.asked == other.asked
    }
}

impl<R> Eq for SimilarTo<R> {}

impl<R> std::hash::Hash for SimilarTo<R> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.id, &self.asked).hash(state);
    }
}

impl<R: Row + Clone> Batch<SimilarTo<R>> for Loader {
    type Value = Vec<(R, Similar)>;
    type Error = Error;

    async fn load(
        &self,
        keys: &[SimilarTo<R>],
    ) -> Result<HashMap<SimilarTo<R>, Vec<(R, Similar)>>, Error> {
        if keys.len() > similar::MOST {
            return Err(Arc::new(crate::error::Error::too_complex(format!(
                "`similar` is asked of {} entities, but at most {} can be compared at once. Ask for fewer with `first`.",
                keys.len(),
                similar::MOST
            ))));
        }
        let mut groups: HashMap<Asked, Vec<i64>> = HashMap::new();
        for key in keys {
            groups.entry(key.asked.clone()).or_default().push(key.id);
        }
        let mut found = HashMap::new();
        for (asked, ids) in groups {
            let scope = Scope::resolve(
                self.db(),
                asked.documents.as_deref(),
                asked.game_system.as_deref(),
            )
            .await?;
            let model = asked.model.as_deref();
            let similar =
                similar::similar::<R>(self.db(), &ids, asked.first, &scope, model).await?;
            let wanted: BTreeSet<i64> = similar.values().flatten().map(|s| s.id).collect();
            let wanted: Vec<i64> = wanted.into_iter().collect();
            let rows: HashMap<i64, R> = load::by_ids::<R>(self.db(), &Columns::All, &wanted)
                .await?
                .into_iter()
                .map(|row| (row.id(), row))
                .collect();
            for (id, similar) in similar {
                let nodes = similar
                    .into_iter()
                    .filter_map(|s| Some((rows.get(&s.id)?.clone(), s)));
                let key = SimilarTo {
                    id,
                    asked: asked.clone(),
                    row: PhantomData,
                };
                found.insert(key, nodes.collect());
            }
        }
        Ok(found)
    }
}
