//! Files that people bring. What a file is, is told by what is in it.
//!
//! Reading is pure: bytes become the records of a source, as they were said; nothing is stored here.

use super::{Records, Skipped};
use serde::{Deserialize, Serialize};

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

/// TEMPORARY
pub async fn read(path: &std::path::Path) -> Result<Vec<Reading>, ReadError> {
    Err(ReadError::Unknown {
        file: path.display().to_string(),
        problem: String::new(),
    })
}

/// TEMPORARY
pub async fn read_bytes(file: &str, bytes: &[u8]) -> Result<Reading, ReadError> {
    let _ = bytes;
    Err(ReadError::Unknown {
        file: file.to_owned(),
        problem: String::new(),
    })
}
