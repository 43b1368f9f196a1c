//! Files that people bring. What a file is, is told by what is in it.
//!
//! Reading is pure: bytes become the records of a source, as they were said; nothing is stored here. A folder or
//! an archive is read like the files in it, each told apart from the others.

mod allowance;
mod archive;
mod files;
mod format;
mod sort;

use super::{Records, Skipped};
pub use allowance::Allowance;
pub(super) use allowance::{MAX_VALUES, TooMuch};
use files::Gathered;
use serde::{Deserialize, Serialize};
use std::path::Path;
use tokio::runtime::Handle;

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

/// Reads a file, an archive, or a folder of such. The answer has a reading for every `OrcBrew` file, and one for
/// all that belongs to each of the other sources.
pub async fn read(path: &Path) -> Result<Vec<Reading>, ReadError> {
    read_within(path, &mut Allowance::default()).await
}

/// Reads one of several files as [`read`] does, of which all together may take what is allowed.
pub async fn read_within(
    path: &Path,
    allowance: &mut Allowance,
) -> Result<Vec<Reading>, ReadError> {
    let (file, path) = (name(path), path.to_owned());
    reading(file, allowance, move |file, allowance| {
        files::of_path(file, &path, allowance)
    })
    .await
}

/// Reads the bytes of a file of that name: whatever [`read`] reads of a single file.
pub async fn read_bytes(file: &str, bytes: Vec<u8>) -> Result<Vec<Reading>, ReadError> {
    read_bytes_within(file, bytes, &mut Allowance::default()).await
}

/// Reads the bytes of one of several files, of which all together may take what is allowed.
pub async fn read_bytes_within(
    file: &str,
    bytes: Vec<u8>,
    allowance: &mut Allowance,
) -> Result<Vec<Reading>, ReadError> {
    let file = name(Path::new(file));
    reading(file, allowance, move |file, allowance| {
        files::of_bytes(file, bytes, allowance)
    })
    .await
}

/// Unpacking and parsing keep a processor busy: they are done beside what is async.
async fn reading(
    file: String,
    allowance: &mut Allowance,
    gather: impl FnOnce(&str, &mut Allowance) -> Result<Gathered, ReadError> + Send + 'static,
) -> Result<Vec<Reading>, ReadError> {
    let (own, runtime) = (file.clone(), Handle::current());
    let mut rest = *allowance;
    let work = move || {
        let gathered = gather(&own, &mut rest)?;
        let readings = runtime.block_on(sort::readings(&own, gathered, &mut rest))?;
        Ok((readings, rest))
    };
    let done = tokio::task::spawn_blocking(work).await;
    let (readings, rest) = done.unwrap_or_else(|cause| {
        tracing::error!(%cause, "a file to import could not be read");
        Err(unknown(
            &file,
            "could not be read; the server's log says why",
        ))
    })?;
    *allowance = rest;
    Ok(readings)
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

#[cfg(test)]
mod tests;
