//! Records of files that people brought: those of one file, or of one book, can go.

use super::pending::mark_pending;
use crate::db::bound;
use crate::error::Result;
use sea_orm::{ConnectionTrait, DatabaseConnection, FromQueryResult, TransactionTrait};
use std::collections::HashSet;

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

#[derive(FromQueryResult)]
struct Stored {
    endpoint: String,
    key: String,
    url: String,
}

/// The records of a file that it does not list any more, by endpoint and key: of the books that it still has, since
/// another file may come under the same name; and nothing that stands in it but could not be read.
pub async fn gone(
    db: &DatabaseConnection,
    source: &str,
    said: &Said,
) -> Result<Vec<(String, String)>> {
    let statement =
        "SELECT endpoint, key, url FROM source_record WHERE source = $1 AND starts_with(url, $2)";
    let values = [source.into(), said.address.clone().into()];
    let stored = Stored::find_by_statement(bound(statement, values))
        .all(db)
        .await?;
    let listed: HashSet<&(String, String)> = said.listed.iter().collect();
    let books: HashSet<&str> = said.listed.iter().map(|(_, key)| book(key)).collect();
    let unread: HashSet<&str> = said.unread.iter().map(String::as_str).collect();
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

/// Removes a book and all that it holds. Keys of records begin with that of their book.
pub async fn remove_book(db: &DatabaseConnection, source: &str, book: &str) -> Result<()> {
    let tx = db.begin().await?;
    mark_pending(&tx).await?;
    tx.execute_raw(bound(
        "DELETE FROM source_record WHERE source = $1 AND (key = $2 OR starts_with(key, $2 || '/'))",
        [source.into(), book.into()],
    ))
    .await?;
    tx.commit().await?;
    Ok(())
}
