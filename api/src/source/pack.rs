//! Packs of the 5e-database: the records of the D&D 5e API as files, for where it is out of reach.
//!
//! The starter pack is a folder of two `SQLite` databases, one an edition: a table a collection, the
//! whole record as JSON in `data`. The database's own JSON files (`5e-SRD-Monsters.json`) are read
//! too. Files are told apart by what is in them.

use super::dnd5e::ENDPOINTS;
use super::{Record, Records};
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbErr, Statement};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Why a pack cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// The file or folder is not readable.
    #[error("{} cannot be read; check that it exists and is accessible", .0.display())]
    Unreadable(PathBuf),
    /// It is no pack.
    #[error("{} is not a 5e-database pack: neither its SQLite database nor one of its JSON files", .0.display())]
    NotAPack(PathBuf),
    /// The database is damaged.
    #[error("the database {} is damaged; fetch it again", .0.display())]
    Damaged(PathBuf),
}

/// Reads a pack: a database, a JSON file, or a folder of them.
pub async fn read(path: &Path) -> Result<Records, PackError> {
    let mut records = Records::default();
    for file in files(path)? {
        let start = std::fs::read(&file).map_err(|_| PackError::Unreadable(file.clone()))?;
        if start.starts_with(b"SQLite format 3\0") {
            read_database(&file, &mut records).await?;
        } else {
            read_json(&file, &start, &mut records)?;
        }
    }
    if records.0.is_empty() {
        return Err(PackError::NotAPack(path.to_owned()));
    }
    Ok(records)
}

/// Where the records live on the web.
const API: &str = "https://www.dnd5eapi.co";

/// The file itself, or the files of a folder by name.
fn files(path: &Path) -> Result<Vec<PathBuf>, PackError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let unreadable = |_| PackError::Unreadable(path.to_owned());
    let mut files: Vec<PathBuf> = std::fs::read_dir(path)
        .map_err(unreadable)?
        .flatten()
        .map(|entry| entry.path())
        .filter(|file| is_named_like_a_pack(file))
        .collect();
    files.sort();
    Ok(files)
}

fn is_named_like_a_pack(file: &Path) -> bool {
    let ending = file.extension().and_then(|ending| ending.to_str());
    matches!(ending, Some("sqlite3" | "sqlite" | "db" | "json"))
}

async fn read_database(file: &Path, records: &mut Records) -> Result<(), PackError> {
    let damaged = |cause: DbErr| {
        tracing::warn!(file = %file.display(), %cause, "a pack cannot be read");
        PackError::Damaged(file.to_owned())
    };
    let not_a_pack = || PackError::NotAPack(file.to_owned());
    let database = open(file).await.map_err(damaged)?;
    let tables = texts(
        &database,
        "SELECT name FROM sqlite_master WHERE type = 'table'",
    );
    let tables = tables.await.map_err(damaged)?;
    if !tables.iter().any(|table| table == "metadata") {
        return Err(not_a_pack());
    }
    let edition = texts(
        &database,
        "SELECT value FROM metadata WHERE key = 'edition'",
    );
    let edition = edition.await.map_err(damaged)?;
    let (edition, collections) = ENDPOINTS
        .iter()
        .find(|(known, _)| edition.iter().any(|edition| edition == known))
        .ok_or_else(not_a_pack)?;
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

/// A collection as one JSON file. Its name says which; the edition is in the records' addresses.
fn read_json(file: &Path, bytes: &[u8], records: &mut Records) -> Result<(), PackError> {
    let not_a_pack = || PackError::NotAPack(file.to_owned());
    let list: Vec<Value> = serde_json::from_slice(bytes).map_err(|_| not_a_pack())?;
    let name = file.file_stem().and_then(|name| name.to_str());
    let name = name.unwrap_or_default().to_lowercase();
    let name = name.strip_prefix("5e-srd-").unwrap_or(&name);
    let mut found = false;
    for raw in list {
        let address = raw.get("url").and_then(Value::as_str).unwrap_or_default();
        let known = ENDPOINTS.iter().find_map(|(edition, collections)| {
            let collection = collections.iter().find(|collection| **collection == name)?;
            let prefix = format!("/api/{edition}/");
            address
                .starts_with(&prefix)
                .then_some((*edition, *collection))
        });
        if let Some((edition, collection)) = known {
            add(edition, collection, raw, records);
            found = true;
        }
    }
    if found { Ok(()) } else { Err(not_a_pack()) }
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
    records.0.entry(endpoint).or_default().push(record);
}

#[cfg(test)]
mod tests;
