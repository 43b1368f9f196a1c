//! Packs of the 5e-database: the records of the D&D 5e API as files, for use without the API.
//!
//! The starter pack is a folder of `SQLite` databases, one an edition: a table a collection, the whole record as
//! JSON in `data`. The database's own JSON files (`5e-SRD-Monsters.json`) are read too.

use super::ENDPOINTS;
use crate::import::{Allowance, TooMuch};
use crate::{Record, UniqueRecords, values};
use futures::TryStreamExt;
use serde_json::Value;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Error as SqlxError, query_scalar};
use std::path::Path;

/// Why a database cannot be read, as the end of a sentence that begins with its name.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PackError {
    /// Another kind of database.
    #[error("is an SQLite database, but not one of the 5e-database")]
    NotAPack,
    /// A damaged file.
    #[error("is a damaged SQLite database; fetch it again")]
    Damaged,
    /// Views, or generated columns: rows that may be far larger than the file.
    #[error("has tables that compute what they hold, as no pack of the 5e-database does")]
    Computed,
    /// More values than are read at once.
    #[error("holds more values than are read at once")]
    TooManyValues,
    /// The temporary copy cannot be written.
    #[error("could not be kept for a moment; check that the disk for temporary files has space")]
    Disk,
}

/// Whether bytes are an `SQLite` database.
pub(crate) fn is_database(bytes: &[u8]) -> bool {
    bytes.starts_with(b"SQLite format 3\0")
}

/// Whether this is a record as the API has it.
pub(crate) fn is_record(record: &Value) -> bool {
    let text = |key| record.get(key).and_then(Value::as_str);
    text("index").is_some() && text("url").is_some_and(|url| url.starts_with("/api/"))
}

/// Adds the records of a database.
pub(crate) async fn read_database(
    bytes: &[u8],
    records: &mut UniqueRecords,
    allowance: &mut Allowance,
) -> Result<(), PackError> {
    // A database is read from a file: under a name of ours, and gone afterwards.
    let full = |cause: std::io::Error| {
        tracing::error!(%cause, "a database to import cannot be kept for a moment");
        PackError::Disk
    };
    let folder = private_folder().map_err(full)?;
    let path = folder.path().join("pack.sqlite3");
    tokio::fs::write(&path, bytes).await.map_err(full)?;
    let mut database = open(&path).await.map_err(|cause| damaged(&cause))?;
    let read = read_tables(&mut database, bytes.len(), records, allowance).await;
    database.close().await.map_err(|cause| damaged(&cause))?;
    read
}

/// A folder among the temporary files of the system that other users cannot enter, gone when dropped.
fn private_folder() -> std::io::Result<tempfile::TempDir> {
    let mut folder = tempfile::Builder::new();
    #[cfg(unix)]
    folder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    folder.tempdir()
}

/// Adds the records of a list, and says whether it had any. Its name tells which collection it is
/// (`5e-SRD-Monsters`); where it does not, the records' addresses do. They tell the edition too: what has none in
/// its address is of the time before there were two.
pub(crate) fn read_list(name: &str, list: Vec<Value>, records: &mut UniqueRecords) -> bool {
    let name = name.to_lowercase();
    let name = name.strip_prefix("5e-srd-").unwrap_or(&name);
    let mut found = false;
    for raw in list {
        let Some((edition, collection)) = place(name, &raw) else {
            continue;
        };
        add(edition, collection, raw, records);
        found = true;
    }
    found
}

/// Where the records live on the web.
const API: &str = "https://www.dnd5eapi.co";

/// The edition and the collection of a record.
fn place(name: &str, raw: &Value) -> Option<(&'static str, &'static str)> {
    let address = raw.get("url").and_then(Value::as_str)?;
    let path = address.strip_prefix("/api/")?;
    let (edition, path) = path
        .split_once('/')
        .filter(|(edition, _)| ENDPOINTS.iter().any(|(known, _)| known == edition))
        .unwrap_or(("2014", path));
    let (edition, collections) = ENDPOINTS.iter().find(|(known, _)| *known == edition)?;
    let known = |name: &str| collections.split(' ').find(|known| *known == name);
    // The levels of a class stand below it.
    let by_address = || match path.split('/').collect::<Vec<_>>().as_slice() {
        [_, _, "levels", ..] => known("levels"),
        [collection, _] => known(collection),
        _ => None,
    };
    known(name).or_else(by_address).map(|collection| (*edition, collection))
}

fn damaged(cause: &SqlxError) -> PackError {
    tracing::warn!(%cause, "a pack cannot be read");
    PackError::Damaged
}

async fn read_tables(
    database: &mut SqliteConnection,
    size: usize,
    records: &mut UniqueRecords,
    allowance: &mut Allowance,
) -> Result<(), PackError> {
    if !is_there(database, "metadata").await? {
        return Err(PackError::NotAPack);
    }
    let edition = "SELECT value FROM metadata WHERE key = 'edition'";
    let edition: Option<String> =
        query_scalar(edition).fetch_optional(&mut *database).await.map_err(|cause| damaged(&cause))?;
    let (edition, collections) =
        ENDPOINTS.iter().find(|(known, _)| edition.as_deref() == Some(known)).ok_or(PackError::NotAPack)?;
    // Stored text takes its room in the file; UTF-16 may grow by half when it is read.
    let mut room = size.saturating_mul(2);
    for collection in collections.split(' ') {
        let table = collection.replace('-', "_");
        if !is_there(database, &table).await? {
            continue;
        }
        // The name is one of our own collections'.
        let select = format!("SELECT data FROM \"{table}\" ORDER BY rowid");
        let mut rows = query_scalar::<_, String>(AssertSqlSafe(select)).fetch(&mut *database);
        while let Some(data) = rows.try_next().await.map_err(|cause| damaged(&cause))? {
            room = room.checked_sub(data.len()).ok_or(PackError::Computed)?;
            let counted = allowance.take_values(values::count(data.as_bytes()));
            counted.map_err(|TooMuch| PackError::TooManyValues)?;
            match serde_json::from_str(&data) {
                Ok(raw) => add(edition, collection, raw, records),
                Err(cause) => tracing::warn!(table, %cause, "a pack's record is not JSON"),
            }
        }
    }
    Ok(())
}

/// Whether a table exists. Computed rows or columns are an error: they can be far larger than the file.
async fn is_there(database: &mut SqliteConnection, table: &str) -> Result<bool, PackError> {
    let kind = "SELECT type FROM pragma_table_list WHERE schema = 'main' AND name = $1";
    let kind: Option<String> =
        query_scalar(kind).bind(table).fetch_optional(&mut *database).await.map_err(|cause| damaged(&cause))?;
    let Some(kind) = kind else {
        return Ok(false);
    };
    let computed = "SELECT count(*) FROM pragma_table_xinfo($1) WHERE hidden <> 0";
    let computed: i64 =
        query_scalar(computed).bind(table).fetch_one(&mut *database).await.map_err(|cause| damaged(&cause))?;
    if kind == "table" && computed == 0 { Ok(true) } else { Err(PackError::Computed) }
}

/// Opens a database read-only, also on a read-only file system, without running any code in it.
async fn open(file: &Path) -> Result<SqliteConnection, SqlxError> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .read_only(true)
        .immutable(true)
        .pragma("trusted_schema", "OFF")
        .pragma("query_only", "ON")
        // Rows may be large.
        .row_buffer_size(1)
        .disable_statement_logging();
    options.connect().await
}

/// Adds a record to the collection where the API lists it. A record without an index is left out.
fn add(edition: &str, collection: &str, raw: Value, records: &mut UniqueRecords) {
    let Some(index) = raw.get("index").and_then(Value::as_str) else {
        tracing::warn!(edition, collection, "a pack's record has no index");
        return;
    };
    let url = match raw.get("url").and_then(Value::as_str) {
        Some(address) if address.starts_with('/') => format!("{API}{address}"),
        _ => format!("{API}/api/{edition}/{collection}/{index}"),
    };
    let record = Record { key: index.to_owned(), url, raw };
    records.add(&format!("{edition}/{collection}"), record);
}

#[cfg(test)]
mod tests;
