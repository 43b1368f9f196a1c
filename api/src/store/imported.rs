//! Records of files that people brought: those of one file, or of one book, can go.

use super::{PENDING, set_fact};
use crate::db::bound;
use crate::error::Result;
use sea_orm::{ConnectionTrait, DatabaseConnection, TransactionTrait};
use std::collections::BTreeSet;

/// What a file says now, against which what it said before is held.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// What the addresses of its records begin with.
    pub address: String,
    /// Endpoint and key of each of its records. Keys begin with the key of their book.
    pub listed: Vec<(String, String)>,
    /// Addresses of what stands in it but could not be read, with all that is below.
    pub unread: Vec<String>,
}

/// The records of a file that it does not list any more: of the books that it still has, since another file may
/// come under the same name; and nothing that stands in it but could not be read.
const GONE: &str = "source = $1 AND starts_with(url, $2) \
     AND (endpoint, key) NOT IN (SELECT * FROM unnest($3::text[], $4::text[])) \
     AND split_part(key, '/', 1) = ANY($5::text[]) \
     AND NOT EXISTS (SELECT FROM unnest($6::text[]) AS unread(address) \
         WHERE url = unread.address OR starts_with(url, unread.address || '/'))";

/// Removes what a file said before and does not say any more; answers with how many records that were.
pub async fn remove_gone(db: &DatabaseConnection, source: &str, said: &Said) -> Result<usize> {
    let tx = db.begin().await?;
    set_fact(&tx, PENDING, "true").await?;
    let statement = format!("DELETE FROM source_record WHERE {GONE}");
    let outcome = tx
        .execute_raw(bound(&statement, parameters(source, said)))
        .await?;
    tx.commit().await?;
    Ok(usize::try_from(outcome.rows_affected()).unwrap_or(usize::MAX))
}

/// How many records [`remove_gone`] would remove.
pub async fn count_gone(db: &DatabaseConnection, source: &str, said: &Said) -> Result<usize> {
    let statement = format!("SELECT count(*) AS count FROM source_record WHERE {GONE}");
    let row = db
        .query_one_raw(bound(&statement, parameters(source, said)))
        .await?;
    let count: i64 = row
        .map(|r| r.try_get("", "count"))
        .transpose()?
        .unwrap_or_default();
    Ok(usize::try_from(count).unwrap_or_default())
}

/// Removes a book and all that it holds. Keys of records begin with that of their book.
pub async fn remove_book(db: &DatabaseConnection, source: &str, book: &str) -> Result<()> {
    let tx = db.begin().await?;
    set_fact(&tx, PENDING, "true").await?;
    tx.execute_raw(bound(
        "DELETE FROM source_record WHERE source = $1 AND (key = $2 OR starts_with(key, $2 || '/'))",
        [source.into(), book.into()],
    ))
    .await?;
    tx.commit().await?;
    Ok(())
}

fn parameters(source: &str, said: &Said) -> [sea_orm::Value; 6] {
    let (endpoints, keys): (Vec<String>, Vec<String>) = said.listed.iter().cloned().unzip();
    let book = |key: &String| key.split('/').next().unwrap_or_default().to_owned();
    let books: BTreeSet<String> = keys.iter().map(book).collect();
    [
        source.into(),
        said.address.clone().into(),
        endpoints.into(),
        keys.into(),
        Vec::from_iter(books).into(),
        said.unread.clone().into(),
    ]
}
