//! Packs of the 5e-database: the records of the D&D 5e API as files, for where it is out of reach.
//!
//! The starter pack is a folder of `SQLite` databases, one an edition: a table a collection, the whole record as
//! JSON in `data`. The database's own JSON files (`5e-SRD-Monsters.json`) are read too.

use super::dnd5e::ENDPOINTS;
use super::{Record, Records};
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbErr, Statement};
use serde_json::Value;
use std::path::Path;

/// Why a database cannot be read: what follows its name.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    /// It is another one.
    #[error("is an SQLite database, but not one of the 5e-database")]
    NotAPack,
    /// It is torn.
    #[error("is a damaged SQLite database; fetch it again")]
    Damaged,
    /// There is no room for it on the disk.
    #[error("could not be kept for a moment; check that the disk for temporary files has space")]
    Disk,
}

/// Whether bytes are an `SQLite` database.
#[must_use]
pub fn is_database(bytes: &[u8]) -> bool {
    bytes.starts_with(b"SQLite format 3\0")
}

/// Whether this is a record as the API has it.
#[must_use]
pub fn is_record(record: &Value) -> bool {
    let text = |key| record.get(key).and_then(Value::as_str);
    text("index").is_some() && text("url").is_some_and(|url| url.starts_with("/api/"))
}

/// Adds the records of a database.
pub async fn read_database(bytes: &[u8], records: &mut Records) -> Result<(), PackError> {
    // A database is read from a file: under a name of ours, and gone afterwards.
    let full = |cause: std::io::Error| {
        tracing::error!(%cause, "a database to import cannot be kept for a moment");
        PackError::Disk
    };
    let folder = crate::private_dir::temporary().map_err(full)?;
    let path = folder.path().join("pack.sqlite3");
    tokio::fs::write(&path, bytes).await.map_err(full)?;
    read_file(&path, records).await
}

/// Adds the records of a list, and says whether it had any. Its name tells which collection it is
/// (`5e-SRD-Monsters`); where it does not, the records' addresses do. They tell the edition too: what has none in
/// its address is of the time before there were two.
pub fn read_list(name: &str, list: Vec<Value>, records: &mut Records) -> bool {
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
    let known = |name: &str| collections.iter().find(|known| **known == name).copied();
    // The levels of a class stand below it.
    let by_address = || match path.split('/').collect::<Vec<_>>().as_slice() {
        [_, _, "levels", ..] => known("levels"),
        [collection, _] => known(collection),
        _ => None,
    };
    known(name)
        .or_else(by_address)
        .map(|collection| (*edition, collection))
}

async fn read_file(file: &Path, records: &mut Records) -> Result<(), PackError> {
    let damaged = |cause: DbErr| {
        tracing::warn!(%cause, "a pack cannot be read");
        PackError::Damaged
    };
    let database = open(file).await.map_err(damaged)?;
    let tables = texts(
        &database,
        "SELECT name FROM sqlite_master WHERE type = 'table'",
    );
    let tables = tables.await.map_err(damaged)?;
    if !tables.iter().any(|table| table == "metadata") {
        return Err(PackError::NotAPack);
    }
    let edition = texts(
        &database,
        "SELECT value FROM metadata WHERE key = 'edition'",
    );
    let edition = edition.await.map_err(damaged)?;
    let (edition, collections) = ENDPOINTS
        .iter()
        .find(|(known, _)| edition.iter().any(|edition| edition == known))
        .ok_or(PackError::NotAPack)?;
    for collection in *collections {
        let table = collection.replace('-', "_");
        if tables.contains(&table) {
            // The name is one of our own collections'.
            let select = format!("SELECT data FROM \"{table}\" ORDER BY rowid");
            for data in texts(&database, &select).await.map_err(damaged)? {
                match serde_json::from_str(&data) {
                    Ok(raw) => add(edition, collection, raw, records),
                    Err(cause) => tracing::warn!(table, %cause, "a pack's record is not JSON"),
                }
            }
        }
    }
    database.close().await.map_err(damaged)
}

/// Opens a database that nobody writes, also where the file system is read-only.
async fn open(file: &Path) -> Result<DatabaseConnection, DbErr> {
    let path = file.to_owned();
    let mut options = ConnectOptions::new("sqlite:");
    options
        .max_connections(1)
        .sqlx_logging(false)
        .map_sqlx_sqlite_opts(move |options| {
            options.filename(&path).read_only(true).immutable(true)
        });
    Database::connect(options).await
}

/// The first column of a query.
async fn texts(database: &DatabaseConnection, sql: &str) -> Result<Vec<String>, DbErr> {
    let statement = Statement::from_string(database.get_database_backend(), sql);
    let rows = database.query_all_raw(statement).await?;
    rows.iter().map(|row| row.try_get_by_index(0)).collect()
}

/// Files a record where the API lists it. One without an index has no identity and is left out.
fn add(edition: &str, collection: &str, raw: Value, records: &mut Records) {
    let Some(index) = raw.get("index").and_then(Value::as_str) else {
        tracing::warn!(edition, collection, "a pack's record has no index");
        return;
    };
    let url = match raw.get("url").and_then(Value::as_str) {
        Some(address) if address.starts_with('/') => format!("{API}{address}"),
        _ => format!("{API}/api/{edition}/{collection}/{index}"),
    };
    let record = Record {
        key: index.to_owned(),
        url,
        raw,
    };
    let endpoint = format!("{edition}/{collection}");
    let listed = records.0.entry(endpoint).or_default();
    // What comes twice, as in two versions of one database, counts once.
    if !listed.iter().any(|known| known.key == record.key) {
        listed.push(record);
    }
}

#[cfg(test)]
mod tests;
