//! Import of files. The format of a file is detected by its content.
//!
//! Reading is pure: bytes become the records of a source, and nothing is stored here. The files in a folder or an
//! archive are read one by one.

mod allowance;
mod archive;
pub(crate) mod book;
mod files;
mod format;
#[cfg(test)]
mod goldens;
pub(crate) mod line_counter;
pub(crate) mod plain;
#[cfg(test)]
mod round_trip;
pub(crate) mod shelf;
mod sort;

use super::{Records, Skipped};
pub use allowance::Allowance;
pub(super) use allowance::{MAX_VALUES, TooMuch};
use files::Gathered;
use serde::{Deserialize, Serialize};
use std::path::Path;
use tokio::runtime::Handle;

/// The records of one source in a file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Reading {
    /// Name of the file.
    pub file: String,
    /// The source that the records belong to (`orcbrew`).
    pub source: String,
    /// The records, by endpoint.
    pub records: Records,
    /// The prefix of the records' addresses (`orcbrew:<file name>#`), where they belong to the file alone: then an
    /// import replaces the records of an earlier import of the file.
    pub address: Option<String>,
    /// Items that could not be understood, each with its path in the file as the key.
    pub skipped: Vec<Skipped>,
    /// Further remarks for the user, as sentences.
    pub notes: Vec<String>,
}

/// Why a file cannot be read, as a sentence that begins with the file's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// An unknown format, or a damaged file of a known one.
    #[error("{file} {problem}")]
    Unknown {
        /// Name of the file.
        file: String,
        /// The detected format, and the accepted ones.
        problem: String,
    },
    /// A syntax error in the text.
    #[error("{file}, line {line}, column {column}: {problem}")]
    Syntax {
        /// Name of the file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// The problem, in words.
        problem: String,
    },
}

/// Reads a file, an archive, or a folder of files and archives. The result has a reading for every `OrcBrew` file,
/// and one for all records of each other source.
pub async fn read(path: &Path) -> Result<Vec<Reading>, ReadError> {
    read_within(path, &mut Allowance::default()).await
}

/// Reads a path as [`read`] does, within an allowance that several files share.
pub async fn read_within(path: &Path, allowance: &mut Allowance) -> Result<Vec<Reading>, ReadError> {
    let (file, path) = (name(path), path.to_owned());
    reading(file, allowance, move |file, allowance| files::from_path(file, &path, allowance)).await
}

/// Reads the bytes of a file of that name as [`read`] does.
pub async fn read_bytes(file: &str, bytes: Vec<u8>) -> Result<Vec<Reading>, ReadError> {
    read_bytes_within(file, bytes, &mut Allowance::default()).await
}

/// Reads bytes as [`read_bytes`] does, within an allowance that several files share.
pub async fn read_bytes_within(
    file: &str,
    bytes: Vec<u8>,
    allowance: &mut Allowance,
) -> Result<Vec<Reading>, ReadError> {
    let file = name(Path::new(file));
    reading(file, allowance, move |file, allowance| files::from_bytes(file, bytes, allowance)).await
}

/// Unpacks and parses on a blocking thread, since both keep a processor busy.
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
        Err(unknown(&file, "could not be read; the server's log says why"))
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
    ReadError::Unknown { file: file.to_owned(), problem: problem.to_owned() }
}

#[cfg(test)]
mod tests;
