//! Records of files that people brought: those of one file, or of one book, can go.

use super::{PENDING, set_fact};
use crate::db::bound;
use crate::error::Result;
use sea_orm::{ConnectionTrait, DatabaseConnection, TransactionTrait};

/// The records of a source whose addresses begin with that of a file, but which are not among those listed, each
/// by endpoint and key.
const OTHERS: &str = "source = $1 AND starts_with(url, $2) \
     AND (endpoint, key) NOT IN (SELECT * FROM unnest($3::text[], $4::text[]))";

/// Removes what a file said before and does not say any more; answers with how many records that were.
pub async fn remove_others_of(
    db: &DatabaseConnection,
    source: &str,
    address: &str,
    listed: &[(String, String)],
) -> Result<usize> {
    let tx = db.begin().await?;
    set_fact(&tx, PENDING, "true").await?;
    let statement = format!("DELETE FROM source_record WHERE {OTHERS}");
    let outcome = tx
        .execute_raw(bound(&statement, parameters(source, address, listed)))
        .await?;
    tx.commit().await?;
    Ok(usize::try_from(outcome.rows_affected()).unwrap_or(usize::MAX))
}

/// How many records [`remove_others_of`] would remove.
pub async fn count_others_of(
    db: &DatabaseConnection,
    source: &str,
    address: &str,
    listed: &[(String, String)],
) -> Result<usize> {
    let statement = format!("SELECT count(*) AS count FROM source_record WHERE {OTHERS}");
    let row = db
        .query_one_raw(bound(&statement, parameters(source, address, listed)))
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

fn parameters(source: &str, address: &str, listed: &[(String, String)]) -> [sea_orm::Value; 4] {
    let (endpoints, keys): (Vec<String>, Vec<String>) = listed.iter().cloned().unzip();
    [source.into(), address.into(), endpoints.into(), keys.into()]
}
