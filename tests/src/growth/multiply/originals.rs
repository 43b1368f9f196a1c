//! What there is to be copied, and its copies.

use super::documents::{is_copy, key_of};
use super::vary::Vary;
use lorekeeper::db::Db;
use lorekeeper::error::{Error, Result};
use lorekeeper::family::{Head, Row, character_option, creature, equipment, rule, slugify, spell};
use lorekeeper::store;
use sea_orm::{DatabaseConnection, EntityTrait};
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::sync::Arc;
use tokio::task::JoinSet;

/// Rows in one transaction.
const CHUNK: usize = 200;

/// Transactions at a time: the store's own pool for writing has six connections.
const AT_A_TIME: usize = 4;

/// The rows that a sync brought, as JSON, family by family.
pub struct Originals {
    families: Vec<Arc<Shelf>>,
}

/// The rows of a family, and how copies of them are written.
struct Shelf {
    ids: Vec<i64>,
    rows: Vec<Map<String, Value>>,
    /// Slugs that other rows refer to: what has one keeps its name.
    referred: Arc<HashSet<String>>,
    write: Write,
}

/// Writes copies of some of a shelf's rows.
type Write =
    fn(DatabaseConnection, Vec<Value>) -> futures::future::BoxFuture<'static, Result<usize>>;

impl Originals {
    /// Reads them.
    pub async fn read(db: &DatabaseConnection) -> Result<Self> {
        let mut shelves = vec![
            shelf::<spell::Model>(db).await?,
            shelf::<creature::Model>(db).await?,
            shelf::<equipment::Model>(db).await?,
            shelf::<character_option::Model>(db).await?,
            shelf::<rule::Model>(db).await?,
        ];
        let mut referred = HashSet::new();
        for row in shelves.iter().flat_map(|shelf| &shelf.rows) {
            for (field, value) in row {
                let slugs = match value {
                    Value::String(slug) if field.ends_with("_slug") => vec![slug.clone()],
                    Value::Array(slugs) if field.ends_with("_slugs") => slugs
                        .iter()
                        .filter_map(Value::as_str)
                        .map(str::to_owned)
                        .collect(),
                    _ => continue,
                };
                referred.extend(slugs);
            }
        }
        let referred = Arc::new(referred);
        for shelf in &mut shelves {
            shelf.referred = Arc::clone(&referred);
        }
        Ok(Self {
            families: shelves.into_iter().map(Arc::new).collect(),
        })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.families.iter().map(|shelf| shelf.rows.len()).sum()
    }

    /// The keys of the originals, in the order in which copies get theirs.
    pub fn ids(&self) -> impl Iterator<Item = i64> {
        self.families
            .iter()
            .flat_map(|shelf| shelf.ids.iter().copied())
    }

    /// Writes a copy of all of them, with the keys from `first` on; answers with how many those were.
    pub async fn copy(&self, db: &Db, copy: usize, first: i64) -> Result<usize> {
        let mut under_way: JoinSet<Result<usize>> = JoinSet::new();
        let mut written = 0;
        let mut next = first;
        for shelf in &self.families {
            let mut vary = Vary::of(copy);
            let mut taken: HashSet<(String, String, String)> = HashSet::new();
            for start in (0..shelf.rows.len()).step_by(CHUNK) {
                // Names one after the other, because each must be new in its book; texts and writing at a time.
                let rows = shelf.rows.iter().skip(start).take(CHUNK);
                let named: Vec<(i64, String)> = rows
                    .map(|row| {
                        let id = next;
                        next += 1;
                        (id, shelf.name(row, &mut vary, &mut taken))
                    })
                    .collect();
                while under_way.len() >= AT_A_TIME {
                    written += joined(under_way.join_next().await)?;
                }
                let (theirs, pool) = (Arc::clone(shelf), db.pool.clone());
                under_way.spawn(async move {
                    let rows = theirs.copies(start, copy, &named);
                    (theirs.write)(pool, rows).await
                });
            }
        }
        while let Some(done) = under_way.join_next().await {
            written += joined(Some(done))?;
        }
        Ok(written)
    }
}

fn joined(
    done: Option<std::result::Result<Result<usize>, tokio::task::JoinError>>,
) -> Result<usize> {
    match done {
        None => Ok(0),
        Some(Ok(written)) => written,
        Some(Err(cause)) => Err(Error::internal("A copy could not be written.", cause)),
    }
}

impl Shelf {
    /// What a copy of a row is called: as no other in its book is.
    fn name(
        &self,
        row: &Map<String, Value>,
        names: &mut Vary,
        taken: &mut HashSet<(String, String, String)>,
    ) -> String {
        let text = |field: &str| row.get(field).and_then(Value::as_str).unwrap_or_default();
        let identity = |slug: String| {
            (
                text("document_key").to_owned(),
                text("kind").to_owned(),
                slug,
            )
        };
        let name = text("name");
        if self.referred.contains(text("slug")) && taken.insert(identity(text("slug").to_owned())) {
            return name.to_owned();
        }
        let mut varied = names.name(name);
        // Most often the first is new; with epithets before it there is no end of names.
        while !taken.insert(identity(slugify(&varied))) {
            varied = names.longer(&varied);
        }
        varied
    }

    fn copies(&self, start: usize, copy: usize, named: &[(i64, String)]) -> Vec<Value> {
        let rows = self.rows.iter().skip(start).zip(named);
        let mut vary = Vary::of(copy);
        rows.map(|(row, (id, name))| {
            let mut made = row.clone();
            vary.fields(&mut made);
            let slug = match row.get("name").and_then(Value::as_str) {
                // A slug may say more than the name, where a book has it twice.
                Some(old) if old == name => row.get("slug").cloned().unwrap_or_default(),
                _ => slugify(name).into(),
            };
            let document = row
                .get("document_key")
                .and_then(Value::as_str)
                .unwrap_or_default();
            made.insert("id".to_owned(), (*id).into());
            made.insert("name".to_owned(), name.clone().into());
            made.insert("slug".to_owned(), slug);
            made.insert("document_key".to_owned(), key_of(document, copy).into());
            Value::Object(made)
        })
        .collect()
    }
}

async fn shelf<R: Row>(db: &DatabaseConnection) -> Result<Shelf> {
    let mut rows = R::Table::find().all(db).await?;
    rows.retain(|row| !is_copy(row.document_key()));
    rows.sort_by_key(Head::id);
    Ok(Shelf {
        ids: rows.iter().map(Head::id).collect(),
        rows: rows.iter().filter_map(as_object).collect(),
        referred: Arc::default(),
        write: |pool, rows| Box::pin(write::<R>(pool, rows)),
    })
}

fn as_object<R: Row>(row: &R) -> Option<Map<String, Value>> {
    match serde_json::to_value(row) {
        Ok(Value::Object(fields)) => Some(fields),
        _ => None,
    }
}

async fn write<R: Row>(pool: DatabaseConnection, rows: Vec<Value>) -> Result<usize> {
    let rows: std::result::Result<Vec<R>, _> =
        rows.into_iter().map(serde_json::from_value).collect();
    let rows = rows.map_err(|cause| Error::internal("A row's copy is no row.", cause))?;
    let count = rows.len();
    store::add_rows(&pool, rows).await?;
    Ok(count)
}
