//! Index folder: the files of one store's index, in parts that are written aside, sealed by a manifest, and renamed as a
//! whole.
//!
//! A part (words, or the vectors of a model) is believed only if its manifest says that it is of this store and of what
//! is wanted, and if every file has the digest that the manifest gives: a torn write, a copied or restored store and a
//! damaged disk lead to a part that is built again. The bytes that were verified are the ones that are used: a file that
//! changes later harms nothing that runs. One process writes at a time; others keep what they build to themselves.

use crate::{Error, Result};
use lorekeeper_content::digest::sha256;
use lorekeeper_store::private_dir;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The version of the files: raise it with every change to what they mean.
const VERSION: u32 = 7;

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

/// The files of a part, by name, in memory.
#[derive(Debug, Default)]
pub struct Files(BTreeMap<String, Vec<u8>>);

impl Files {
    fn read(dir: &Path) -> io::Result<Self> {
        let mut files = Self::default();
        for entry in std::fs::read_dir(dir)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name != MANIFEST {
                files.insert(name, std::fs::read(entry.path())?);
            }
        }
        Ok(files)
    }

    /// Adds a file.
    pub fn insert(&mut self, name: impl Into<String>, bytes: Vec<u8>) {
        self.0.insert(name.into(), bytes);
    }

    /// Adds a value as a file of JSON.
    pub fn insert_json<T: Serialize>(&mut self, name: &str, value: &T) -> Result<()> {
        self.insert(name, serde_json::to_vec(value).map_err(Error::index)?);
        Ok(())
    }

    /// All files, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        let files = self.0.iter();
        files.map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }

    /// The bytes of a file.
    pub fn bytes(&self, name: &str) -> Option<&[u8]> {
        self.0.get(name).map(Vec::as_slice)
    }

    /// The value of a file of JSON; `None` where it cannot be read, since everything in it can be built again.
    pub fn json<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_slice(self.bytes(name)?).ok()
    }

    fn digests(&self) -> BTreeMap<String, String> {
        let digests = self.iter();
        let digests = digests.map(|(name, bytes)| (name.to_owned(), sha256(bytes)));
        digests.collect()
    }
}

/// The right to write parts into a folder, until it is dropped.
pub struct Writer(#[expect(dead_code, reason = "the open file is the lock")] File);

impl IndexFolder {
    /// The folder of a store in a data directory; other users of the machine cannot enter it.
    pub fn open(data_dir: &Path, store: &str) -> Result<Self> {
        let folder = Self { dir: data_dir.join("search-index").join(store), store: store.to_owned() };
        private_dir::create(&data_dir.join("search-index")).map_err(Error::index)?;
        private_dir::create(&folder.dir).map_err(Error::index)?;
        Ok(folder)
    }

    /// The right to write; `None` while another process writes.
    pub fn writer(&self) -> Option<Writer> {
        let lock = File::create(self.dir.join(LOCK)).ok()?;
        lock.try_lock().is_ok().then(|| Writer(lock))
    }

    /// The files of the part with these contents, if all are as they were written.
    pub fn find(&self, contents: &Contents) -> Option<Files> {
        let mut parts = self.folders(kind(contents));
        parts.find_map(|dir| self.verified(&dir, contents))
    }

    /// Writes a part, which takes the place of those of its kind.
    pub fn write(&self, _: &Writer, files: &Files, contents: Contents) -> Result<()> {
        let kind = kind(&contents);
        let manifest = Manifest { version: VERSION, store: self.store.clone(), digests: files.digests(), contents };
        let manifest = serde_json::to_vec(&manifest).map_err(Error::index)?;
        let mut builder = tempfile::Builder::new();
        let unfinished = builder.prefix(UNFINISHED).tempdir_in(&self.dir);
        let unfinished = unfinished.map_err(Error::index)?;
        for (name, bytes) in files.iter().chain([(MANIFEST, manifest.as_slice())]) {
            std::fs::write(unfinished.path().join(name), bytes).map_err(Error::index)?;
        }
        let replaced: Vec<PathBuf> = self.folders(kind).collect();
        let dir = self.dir.join(format!("{kind}{:016x}", fastrand::u64(..)));
        std::fs::rename(unfinished.path(), dir).map_err(Error::index)?;
        // Its name is another now: nothing is there to be removed.
        let _ = unfinished.keep();
        for dir in replaced {
            // What cannot be removed now is removed by the next writer.
            let _ = std::fs::remove_dir_all(dir);
        }
        self.remove_unfinished();
        Ok(())
    }

    /// The folders whose names begin like that.
    fn folders(&self, prefix: &'static str) -> impl Iterator<Item = PathBuf> {
        let entries = std::fs::read_dir(&self.dir).into_iter().flatten().flatten();
        entries.filter(move |entry| entry.file_name().to_string_lossy().starts_with(prefix)).map(|entry| entry.path())
    }

    fn verified(&self, dir: &Path, contents: &Contents) -> Option<Files> {
        let manifest = std::fs::read(dir.join(MANIFEST)).ok()?;
        let manifest: Manifest = serde_json::from_slice(&manifest).ok()?;
        if (manifest.version, &manifest.store, &manifest.contents) != (VERSION, &self.store, contents) {
            return None;
        }
        let files = Files::read(dir).ok();
        let files = files.filter(|files| files.digests() == manifest.digests);
        if files.is_none() {
            tracing::warn!(part = %dir.display(), "The files of the search index are damaged; it is built again.");
        }
        files
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

#[cfg(test)]
mod tests;
