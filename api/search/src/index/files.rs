//! Files of an index, in the data directory.

use super::passage_vectors::PassageVectors;
use crate::{Error, Result};
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;

/// Removes the words of other revisions; those that are in use stay readable.
pub fn remove_other_words(dir: &Path, fresh: &Path) {
    let Ok(entries) = std::fs::read_dir(dir) else {
        return;
    };
    for entry in entries.flatten() {
        if entry.path() != fresh && entry.path().is_dir() {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// The vectors in a directory; none where they cannot be read.
pub fn read_vectors(dir: &Path) -> Option<Arc<PassageVectors>> {
    let mut vectors: PassageVectors = read_json(&dir.join("vectors.json"))?;
    let bytes = std::fs::read(dir.join("vectors.bin")).ok()?;
    vectors.restore(&bytes).then(|| Arc::new(vectors))
}

/// What a file has; nothing where it cannot be read, since everything in it can be built again.
pub fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&std::fs::read(path).ok()?).ok()
}

/// Writes a value as JSON.
pub fn write_json<T: Serialize>(path: &Path, value: &T) -> Result<()> {
    let text = serde_json::to_vec(value).map_err(Error::index)?;
    std::fs::write(path, text).map_err(Error::index)
}

/// Writes vectors into a directory.
pub fn write_vectors(dir: &Path, vectors: &PassageVectors) -> Result<()> {
    std::fs::create_dir_all(dir).map_err(Error::index)?;
    write_json(&dir.join("vectors.json"), vectors)?;
    std::fs::write(dir.join("vectors.bin"), vectors.to_bytes()).map_err(Error::index)
}
