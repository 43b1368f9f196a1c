//! Files that people bring. What a file is, is told by what is in it.
//!
//! Reading is pure: bytes become the records of a source, as they were said; nothing is stored here.

use super::{Records, Skipped, dnd5e, orcbrew, pack};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What a file amounts to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Reading {
    /// Name of the file.
    pub file: String,
    /// The source that its records belong to (`orcbrew`).
    pub source: String,
    /// The records, by endpoint.
    pub records: Records,
    /// What the addresses of its records begin with (`orcbrew:<file name>#`), where they are the file's own: then
    /// the file takes the place of what it said before.
    pub address: Option<String>,
    /// Items that could not be understood, each with its path in the file as the key.
    pub skipped: Vec<Skipped>,
    /// What else there is to say: sentences.
    pub notes: Vec<String>,
}

/// Why nothing of a file can be read: sentences that begin with the file's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It is none of the formats that are known, or only looks like one.
    #[error("{file} {problem}")]
    Unknown {
        /// Name of the file.
        file: String,
        /// What it is instead, and what would be accepted.
        problem: String,
    },
    /// Its text breaks off or goes wrong somewhere.
    #[error("{file}, line {line}, column {column}: {problem}")]
    Syntax {
        /// Name of the file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// What is wrong there.
        problem: String,
    },
}

/// Reads a file, or a folder of the files of a pack.
pub async fn read(path: &Path) -> Result<Vec<Reading>, ReadError> {
    let file = name(path);
    if path.is_dir() {
        return Ok(vec![read_pack(&file, path).await?]);
    }
    let bytes = tokio::fs::read(path).await.map_err(|cause| {
        tracing::warn!(%cause, "{file} cannot be read");
        unknown(
            &file,
            "cannot be read: check that it exists and is accessible",
        )
    })?;
    if orcbrew::recognises(&bytes) {
        return Ok(vec![orcbrew::read(&file, &bytes)?]);
    }
    Ok(vec![read_pack(&file, path).await?])
}

/// Reads the bytes of a file of that name.
pub async fn read_bytes(file: &str, bytes: &[u8]) -> Result<Reading, ReadError> {
    if orcbrew::recognises(bytes) {
        return orcbrew::read(file, bytes);
    }
    // A database is read from a file, and the name of a JSON file says what is in it.
    let unwritable = |cause: std::io::Error| {
        tracing::error!(%cause, "a file to import cannot be kept for a moment");
        unknown(
            file,
            "could not be kept for a moment; the server's log says why",
        )
    };
    let folder = tempfile::tempdir().map_err(unwritable)?;
    let path = folder.path().join(name(Path::new(file)));
    tokio::fs::write(&path, bytes).await.map_err(unwritable)?;
    read_pack(file, &path).await
}

async fn read_pack(file: &str, path: &Path) -> Result<Reading, ReadError> {
    let records = pack::read(path).await.map_err(|error| {
        tracing::warn!(%error, "{file} is no pack");
        unknown(
            file,
            "is nothing that can be imported: neither an OrcBrew file, nor a 5e-database pack (its SQLite database, one of its JSON files, or their folder)",
        )
    })?;
    Ok(Reading {
        file: file.to_owned(),
        source: dnd5e::NAME.to_owned(),
        records,
        ..Reading::default()
    })
}

/// The last part of a path.
fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

fn unknown(file: &str, problem: &str) -> ReadError {
    ReadError::Unknown {
        file: file.to_owned(),
        problem: problem.to_owned(),
    }
}
