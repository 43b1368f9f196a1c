//! Rows of the families, and what search derives from them.

use super::Pace;
use crate::db::{bound, sql};
use crate::digest::{canonical, sha256};
use crate::error::Result;
use crate::family::{Identity, Passage, Row, document};
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseConnection, DatabaseTransaction, EntityTrait,
    FromQueryResult, IntoActiveModel, Iterable, QueryFilter, TransactionTrait,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

/// What writing a family changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// Rows that are new.
    pub added: usize,
    /// Rows that differ.
    pub changed: usize,
    /// Rows that are gone.
    pub removed: usize,
    /// Rows as they were.
    pub kept: usize,
}

impl Written {
    /// Whether anything was written.
    #[must_use]
    pub fn any(&self) -> bool {
        self.added + self.changed + self.removed > 0
    }
}

#[derive(FromQueryResult)]
struct Known {
    id: i64,
    document_key: String,
    kind: String,
    slug: String,
    content_hash: String,
}

/// Makes the family's table hold exactly `rows`; what is as it was is not touched.
pub async fn put_rows<R: Row>(db: &DatabaseConnection, rows: Vec<R>) -> Result<Written> {
    let table = R::FAMILY.name();
    let kind = if R::HAS_KIND { "lower(kind)" } else { "''" };
    let statement = sql(&format!(
        "SELECT id, document_key, {kind} AS kind, slug, content_hash FROM {table}"
    ));
    let mut known: HashMap<Identity, (i64, String)> = Known::find_by_statement(statement)
        .all(db)
        .await?
        .into_iter()
        .map(|k| {
            let identity = Identity {
                family: R::FAMILY,
                document: k.document_key,
                kind: k.kind,
                slug: k.slug,
            };
            (identity, (k.id, k.content_hash))
        })
        .collect();

    let mut written = Written::default();
    let mut fresh: Vec<R> = Vec::new();
    for mut row in rows {
        let hash = content_hash(&row);
        match known.remove(&row.identity()) {
            Some((_, old)) if old == hash => written.kept += 1,
            Some((id, _)) => {
                written.changed += 1;
                row.seal(id, hash);
                fresh.push(row);
            }
            None => {
                written.added += 1;
                row.seal(0, hash);
                fresh.push(row);
            }
        }
    }
    let gone: Vec<i64> = known.into_values().map(|(id, _)| id).collect();
    written.removed = gone.len();

    let mut pace = Pace::new(4, 64);
    let mut rest = fresh.into_iter();
    loop {
        let start = Instant::now();
        let turn: Vec<R> = rest.by_ref().take(pace.size()).collect();
        if turn.is_empty() {
            break;
        }
        write(db, turn).await?;
        pace.turn(start).await;
    }
    for ids in gone.chunks(50) {
        let tx = db.begin().await?;
        for table in [table, "search_entry"] {
            tx.execute_raw(bound(
                &format!("DELETE FROM {table} WHERE id = ANY($1)"),
                [ids.to_vec().into()],
            ))
            .await?;
        }
        tx.execute_raw(bound(
            "DELETE FROM passage WHERE entity_id = ANY($1)",
            [ids.to_vec().into()],
        ))
        .await?;
        tx.commit().await?;
    }
    Ok(written)
}

/// Adds rows that are known to be new, with all that search derives from them, in one transaction; nothing is
/// compared with what is stored. For loads in bulk: a row may bring its key, reserved beforehand (0: it gets one).
pub async fn add_rows<R: Row>(db: &DatabaseConnection, mut rows: Vec<R>) -> Result<()> {
    for row in &mut rows {
        let (id, hash) = (row.id(), content_hash(row));
        row.seal(id, hash);
    }
    write(db, rows).await
}

/// Hash of what a row says; when it was fetched does not count.
fn content_hash<R: Row>(row: &R) -> String {
    let mut value = serde_json::to_value(row).unwrap_or_default();
    if let Some(object) = value.as_object_mut() {
        for key in ["id", "content_hash", "fetched_at"] {
            object.remove(key);
        }
    }
    sha256(canonical(value))
}

async fn write<R: Row>(db: &DatabaseConnection, mut rows: Vec<R>) -> Result<()> {
    let tx = db.begin().await?;
    for row in rows.iter_mut().filter(|r| r.id() == 0) {
        let next = tx
            .query_one_raw(sql("SELECT nextval('entity_id_seq') AS id"))
            .await?;
        let id = next
            .map(|r| r.try_get("", "id"))
            .transpose()?
            .unwrap_or_default();
        let hash = row.content_hash().to_owned();
        row.seal(id, hash);
    }
    let derived: Vec<Derived> = rows.iter().map(Derived::of).collect();
    let key = <R::Table as EntityTrait>::PrimaryKey::iter();
    let columns = <R::Table as EntityTrait>::Column::iter();
    let conflict = OnConflict::columns(key).update_columns(columns).to_owned();
    R::Table::insert_many(rows.into_iter().map(IntoActiveModel::into_active_model))
        .on_conflict(conflict)
        .exec_without_returning(&tx)
        .await?;
    write_search(&tx, &derived).await?;
    tx.commit().await?;
    Ok(())
}

/// What search derives from a row.
struct Derived {
    id: i64,
    identity: Identity,
    name: String,
    facts: String,
    body: String,
    passages: Vec<(Passage, String)>,
}

impl Derived {
    /// The first passage is the entity as a whole: its name, its facts, and the beginning of its text. The
    /// others are its name with one piece of text each; they are left out where the first says it all.
    fn of<R: Row>(row: &R) -> Self {
        const WHOLE: usize = 700;
        let name = row.name();
        let mut pieces = row.passages().into_iter();
        let facts = pieces.next().map(|p| p.text).unwrap_or_default();
        let pieces: Vec<Passage> = pieces.filter(|p| !p.text.is_empty()).collect();
        let body = pieces
            .iter()
            .map(|p| p.text.as_str())
            .collect::<Vec<_>>()
            .join("\n");
        let whole = format!("{name}. {facts}. {}", beginning(&body, WHOLE));
        let mut passages = vec![Passage::new("whole", whole)];
        if body.len() > WHOLE {
            passages.extend(pieces.into_iter().map(|p| Passage {
                text: format!("{name}. {}", p.text),
                ..p
            }));
        }
        let passages = passages
            .into_iter()
            .map(|p| {
                let hash = sha256(&p.text);
                (p, hash)
            })
            .collect();
        Self {
            id: row.id(),
            identity: row.identity(),
            name: name.to_owned(),
            facts,
            body,
            passages,
        }
    }
}

/// The words of a name that are long enough to be misspelt.
fn words(name: &str) -> impl Iterator<Item = String> {
    name.to_lowercase()
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .filter(|w| w.chars().count() > 3)
        .map(|w| w.replace('’', "'"))
        .collect::<Vec<_>>()
        .into_iter()
}

/// The beginning of a text, cut between characters.
fn beginning(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or(text)
}

#[derive(FromQueryResult)]
struct KnownPassage {
    entity_id: i64,
    ord: i32,
    hash: String,
}

/// Passages to write, column by column.
#[derive(Default)]
struct Fresh {
    ids: Vec<i64>,
    ords: Vec<i32>,
    labels: Vec<String>,
    texts: Vec<String>,
    hashes: Vec<String>,
}

async fn write_search(tx: &DatabaseTransaction, rows: &[Derived]) -> Result<()> {
    let ids: Vec<i64> = rows.iter().map(|r| r.id).collect();
    let text = |of: fn(&Derived) -> &str| -> Vec<String> {
        rows.iter().map(|r| of(r).to_owned()).collect()
    };
    tx.execute_raw(bound(
        "INSERT INTO search_entry (id, family, document_key, kind, slug, name, terms) \
         SELECT r.id, r.family, r.document_key, r.kind, r.slug, r.name, \
            setweight(to_tsvector('lore', r.name), 'A') || setweight(to_tsvector('lore', r.facts), 'B') || setweight(to_tsvector('lore', left(r.body, 200000)), 'D') \
         FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) \
            AS r(id, family, document_key, kind, slug, name, facts, body) \
         ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, terms = EXCLUDED.terms",
        [
            ids.clone().into(),
            text(|r| r.identity.family.name()).into(),
            text(|r| &r.identity.document).into(),
            text(|r| &r.identity.kind).into(),
            text(|r| &r.identity.slug).into(),
            text(|r| &r.name).into(),
            text(|r| &r.facts).into(),
            text(|r| &r.body).into(),
        ],
    ))
    .await?;

    tx.execute_raw(bound(
        // In order, so that two that write the same words wait for each other one way only.
        "INSERT INTO name_word (word) SELECT DISTINCT w FROM unnest($1::text[]) AS w ORDER BY w ON CONFLICT DO NOTHING",
        [rows.iter().flat_map(|r| words(&r.name)).collect::<Vec<String>>().into()],
    ))
    .await?;

    let known: BTreeMap<(i64, i32), String> = KnownPassage::find_by_statement(bound(
        "SELECT entity_id, ord, hash FROM passage WHERE entity_id = ANY($1)",
        [ids.clone().into()],
    ))
    .all(tx)
    .await?
    .into_iter()
    .map(|k| ((k.entity_id, k.ord), k.hash))
    .collect();
    let mut fresh = Fresh::default();
    let mut counts: Vec<i32> = Vec::new();
    for row in rows {
        for (ord, (passage, hash)) in (0_i32..).zip(&row.passages) {
            if known.get(&(row.id, ord)) != Some(hash) {
                fresh.ids.push(row.id);
                fresh.ords.push(ord);
                fresh.labels.push(passage.label.clone());
                fresh.texts.push(passage.text.clone());
                fresh.hashes.push(hash.clone());
            }
        }
        counts.push(i32::try_from(row.passages.len()).unwrap_or(i32::MAX));
    }
    // A passage that changed loses its vectors with it; one that did not keeps them.
    tx.execute_raw(bound(
        "DELETE FROM passage p USING unnest($1::bigint[], $2::int[]) AS c(id, ord) WHERE p.entity_id = c.id AND p.ord = c.ord",
        [fresh.ids.clone().into(), fresh.ords.clone().into()],
    ))
    .await?;
    tx.execute_raw(bound(
        "DELETE FROM passage p USING unnest($1::bigint[], $2::int[]) AS c(id, count) WHERE p.entity_id = c.id AND p.ord >= c.count",
        [ids.into(), counts.into()],
    ))
    .await?;
    tx.execute_raw(bound(
        "INSERT INTO passage (entity_id, ord, label, text, hash) \
         SELECT * FROM unnest($1::bigint[], $2::int[], $3::text[], $4::text[], $5::text[])",
        [
            fresh.ids.into(),
            fresh.ords.into(),
            fresh.labels.into(),
            fresh.texts.into(),
            fresh.hashes.into(),
        ],
    ))
    .await?;
    Ok(())
}

/// Makes the table of documents hold exactly `documents`.
pub async fn put_documents(
    db: &DatabaseConnection,
    documents: Vec<document::Model>,
) -> Result<Written> {
    let known: HashMap<String, String> = document::Entity::find()
        .all(db)
        .await?
        .into_iter()
        .map(|d| (d.key, d.content_hash))
        .collect();
    let mut written = Written::default();
    let keys: Vec<String> = documents.iter().map(|d| d.key.clone()).collect();
    for mut row in documents {
        let fetched_at = std::mem::take(&mut row.fetched_at);
        row.content_hash = String::new();
        row.content_hash = sha256(serde_json::to_string(&row).unwrap_or_default());
        row.fetched_at = fetched_at;
        match known.get(&row.key) {
            Some(old) if *old == row.content_hash => {
                written.kept += 1;
                continue;
            }
            Some(_) => written.changed += 1,
            None => written.added += 1,
        }
        let conflict = OnConflict::column(document::Column::Key)
            .update_columns(document::Column::iter())
            .to_owned();
        document::Entity::insert(row.into_active_model())
            .on_conflict(conflict)
            .exec_without_returning(db)
            .await?;
    }
    let gone = document::Entity::delete_many()
        .filter(document::Column::Key.is_not_in(keys))
        .exec(db)
        .await?;
    written.removed = usize::try_from(gone.rows_affected).unwrap_or(usize::MAX);
    Ok(written)
}
