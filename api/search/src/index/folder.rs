//! Index folder: the files of one store's index, in parts that are written aside, sealed by a manifest, and renamed as a
//! whole.
//!
//! A part (words, or the vectors of a model) is believed only if its manifest says that it is of this store and of what
//! is wanted, and if every file has the digest that the manifest gives: a torn write, a copied or restored store and a
//! damaged disk lead to a part that is built again. One process writes at a time; others keep what they build to
//! themselves.

use crate::{Error, Result};
use lorekeeper_content::digest::sha256_of;
use lorekeeper_store::private_dir;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// The version of the files: raise it with every change to what they mean.
const VERSION: u32 = 3;

/// The file that is written last into a part.
const MANIFEST: &str = "manifest.json";

/// The file that is locked while parts are written.
const LOCK: &str = "writer.lock";

/// The beginning of the names of folders that are being written.
const UNFINISHED: &str = "building-";

/// What a process that ended has left unfinished is removed after this time.
const UNFINISHED_KEPT: Duration = Duration::from_hours(1);

/// What a part of an index is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Contents {
    /// Words and names at a revision of the store.
    Words {
        /// The random identity of the revision.
        revision: String,
        /// The version of the recipe that made the words.
        recipe: u32,
    },
    /// The vectors of a model. Each says itself which text it is of.
    Vectors {
        /// The model's name.
        model: String,
        /// The number of dimensions.
        dimension: usize,
    },
}

/// The last file of a part: what the part is of, and the digests of its files.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Manifest {
    version: u32,
    store: String,
    contents: Contents,
    digests: BTreeMap<String, String>,
}

/// The folder of one store's index.
#[derive(Clone, Debug)]
pub struct IndexFolder {
    dir: PathBuf,
    store: String,
}

/// A part that can be read.
#[derive(Debug)]
pub enum Part {
    /// Sealed, for this process and others.
    Sealed(PathBuf),
    /// This process's own: removed when it is dropped.
    Own(TempDir),
}

impl Part {
    /// The folder of its files.
    pub fn dir(&self) -> &Path {
        match self {
            Self::Sealed(dir) => dir,
            Self::Own(dir) => dir.path(),
        }
    }

    /// Removes the files, so that nothing reads them again.
    pub fn discard(&self) {
        // What cannot be removed fails its digests at the next start.
        let _ = std::fs::remove_dir_all(self.dir());
    }
}

/// The right to write parts into a folder, until it is dropped.
pub struct Writer(#[expect(dead_code, reason = "the open file is the lock")] File);

impl IndexFolder {
    /// The folder of a store in a data directory; other users of the machine cannot enter it.
    pub fn open(data_dir: &Path, store: &str) -> Result<Self> {
        let folder = Self {
            dir: data_dir.join("search-index").join(store),
            store: store.to_owned(),
        };
        private_dir::create(&data_dir.join("search-index")).map_err(Error::index)?;
        private_dir::create(&folder.dir).map_err(Error::index)?;
        Ok(folder)
    }

    /// The right to write; `None` while another process writes.
    pub fn writer(&self) -> Option<Writer> {
        let lock = File::create(self.dir.join(LOCK)).ok()?;
        lock.try_lock().is_ok().then(|| Writer(lock))
    }

    /// A folder to write a part into.
    pub fn unfinished(&self) -> Result<TempDir> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(UNFINISHED);
        builder.tempdir_in(&self.dir).map_err(Error::index)
    }

    /// The part of these contents whose files are all as they were written.
    pub fn find(&self, contents: &Contents) -> Option<Part> {
        let mut parts = self.folders(kind(contents));
        let part = parts.find(|dir| self.verifies(dir, contents));
        part.map(Part::Sealed)
    }

    /// Seals a part, which takes the place of those of its kind.
    pub fn seal(&self, _: &Writer, unfinished: TempDir, contents: Contents) -> Result<Part> {
        let kind = kind(&contents);
        let manifest = Manifest {
            version: VERSION,
            store: self.store.clone(),
            digests: digests(unfinished.path()).map_err(Error::index)?,
            contents,
        };
        write_json(&unfinished.path().join(MANIFEST), &manifest)?;
        let replaced: Vec<PathBuf> = self.folders(kind).collect();
        let dir = self.dir.join(format!("{kind}{:016x}", fastrand::u64(..)));
        std::fs::rename(unfinished.path(), &dir).map_err(Error::index)?;
        // Its name is another now: nothing is there to be removed.
        let _ = unfinished.keep();
        for dir in replaced {
            // What is in use stays readable, or is removed by the next writer.
            let _ = std::fs::remove_dir_all(dir);
        }
        self.remove_unfinished();
        Ok(Part::Sealed(dir))
    }

    /// The folders whose names begin like that.
    fn folders(&self, prefix: &'static str) -> impl Iterator<Item = PathBuf> {
        let entries = std::fs::read_dir(&self.dir).into_iter().flatten().flatten();
        entries
            .filter(move |entry| entry.file_name().to_string_lossy().starts_with(prefix))
            .map(|entry| entry.path())
    }

    fn verifies(&self, dir: &Path, contents: &Contents) -> bool {
        let Some(manifest) = read_json::<Manifest>(&dir.join(MANIFEST)) else {
            return false;
        };
        if (manifest.version, &manifest.store, &manifest.contents)
            != (VERSION, &self.store, contents)
        {
            return false;
        }
        let is_whole = manifest.digests.iter().all(|(name, digest)| {
            File::open(dir.join(name))
                .and_then(sha256_of)
                .is_ok_and(|actual| actual == *digest)
        });
        if !is_whole {
            tracing::warn!(part = %dir.display(), "The files of the search index are damaged; it is built again.");
        }
        is_whole
    }

    fn remove_unfinished(&self) {
        for dir in self.folders(UNFINISHED) {
            let written = std::fs::metadata(&dir).and_then(|entry| entry.modified());
            let age = written.ok().and_then(|time| time.elapsed().ok());
            if age.is_some_and(|age| age > UNFINISHED_KEPT) {
                let _ = std::fs::remove_dir_all(dir);
            }
        }
    }
}

/// The beginning of the name of a part with such contents.
fn kind(contents: &Contents) -> &'static str {
    match contents {
        Contents::Words { .. } => "words-",
        Contents::Vectors { .. } => "vectors-",
    }
}

/// The digests of all files in a folder.
fn digests(dir: &Path) -> io::Result<BTreeMap<String, String>> {
    let mut digests = BTreeMap::new();
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // Locks say nothing, and come and go.
        if entry.path().extension().is_none_or(|kind| kind != "lock") {
            digests.insert(name, sha256_of(File::open(entry.path())?)?);
        }
    }
    Ok(digests)
}

/// What a file has; nothing where it cannot be read, since everything in it can be built again.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&std::fs::read(path).ok()?).ok()
}

/// Writes a value as JSON.
pub fn write_json<T: Serialize>(path: &Path, value: &T) -> Result<()> {
    let text = serde_json::to_vec(value).map_err(Error::index)?;
    std::fs::write(path, text).map_err(Error::index)
}

#[cfg(test)]
mod tests;
