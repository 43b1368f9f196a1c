//! Import manifest: which records an imported file has, so that those it no longer has can be removed.

use crate::bound;
use crate::error::Result;
use crate::statement::execute;
use crate::unfinished::{Stale, mark_pending};
use sea_orm::{DatabaseConnection, FromQueryResult, TransactionTrait};
use std::collections::HashSet;

/// The records of an imported file, to compare with those that it had before.
#[derive(Clone, Debug, Default)]
pub struct ImportManifest {
    /// The prefix of the addresses of its records.
    pub address: String,
    /// Endpoint and key of each of its records. Keys begin with the key of their book.
    pub listed: Vec<(String, String)>,
    /// Addresses of entries that could not be read; they cover all addresses below them.
    pub unread: Vec<String>,
}

#[derive(FromQueryResult)]
struct StoredRecord {
    endpoint: String,
    key: String,
    url: String,
}

/// The stored records that a file no longer lists, by endpoint and key. Only those of books that it still has, since
/// another file may come under the same name; and none that it has but that could not be read.
pub async fn unlisted_records(
    db: &DatabaseConnection,
    source: &str,
    manifest: &ImportManifest,
) -> Result<Vec<(String, String)>> {
    let statement = "SELECT endpoint, key, url FROM source_record WHERE source = $1 AND starts_with(url, $2)";
    let values = [source.into(), manifest.address.clone().into()];
    let stored = StoredRecord::find_by_statement(bound(statement, values)).all(db).await?;
    let listed: HashSet<&(String, String)> = manifest.listed.iter().collect();
    let books: HashSet<&str> = manifest.listed.iter().map(|(_, key)| book(key)).collect();
    let unread: HashSet<&str> = manifest.unread.iter().map(String::as_str).collect();
    let is_unread = |url: &str| {
        let above = url.match_indices('/').filter_map(|(at, _)| url.get(..at));
        above.chain([url]).any(|address| unread.contains(address))
    };
    let gone = stored
        .into_iter()
        .filter(|stored| books.contains(book(&stored.key)) && !is_unread(&stored.url))
        .map(|stored| (stored.endpoint, stored.key))
        .filter(|place| !listed.contains(place));
    Ok(gone.collect())
}

fn book(key: &str) -> &str {
    key.split('/').next().unwrap_or_default()
}

/// Removes a book and all of its records, whose keys begin with that of the book.
pub async fn remove_book(db: &DatabaseConnection, source: &str, book: &str) -> Result<()> {
    let tx = db.begin().await?;
    mark_pending(&tx, Stale::OfSource(source)).await?;
    execute(
        &tx,
        "DELETE FROM source_record WHERE source = $1 AND (key = $2 OR starts_with(key, $2 || '/'))",
        [source.into(), book.into()],
    )
    .await?;
    tx.commit().await?;
    Ok(())
}
