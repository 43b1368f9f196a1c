//! Files that people bring. What a file is, is told by what is in it.
//!
//! Reading is pure: bytes become the records of a source, as they were said; nothing is stored here.

use super::{Records, Skipped};
use serde::{Deserialize, Serialize};

/// What a file amounts to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Reading {
    /// The source that its records belong to (`orcbrew`).
    pub source: String,
    /// The records, by endpoint. Their addresses name the file: `orcbrew:<file name>#<path in the file>`.
    pub records: Records,
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
