//! Backup of the embedded store: a physical copy of its files, as a compressed archive with a manifest.
//!
//! The server writes only while a statement runs, and has one connection: its holder, after a checkpoint, copies
//! files that agree with each other. So the copy is made at once, into a folder beside the store, and packed afterwards,
//! while the store goes on.

use crate::error::{Error, Result};
use crate::statement::scalar;
use crate::{Settings, Store, private_dir, sql};
use chrono::{DateTime, Utc};
use flate2::Compression;
use flate2::write::GzEncoder;
use sea_orm::sqlx::Executor;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tar::{Builder, EntryType, Header};
use tempfile::TempDir;

/// The form of archives that this version writes and reads.
pub(crate) const FORMAT: u32 = 1;

/// The name of the manifest, which is the first entry of an archive.
pub(crate) const MANIFEST: &str = "lorekeeper-backup.json";

/// The folder of the store, in an archive as in a data directory.
pub(crate) const STORE: &str = "store";

/// What the name of a folder with a copy begins with.
const PREFIX: &str = ".backup-";

/// Files that belong to a running server, and not to its data.
const OF_A_PROCESS: [&str; 2] = [".pglite-oxide.lock", "postmaster.pid"];

/// What an archive says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The form of the archive.
    pub format: u32,
    /// The version of LoreKeeper that wrote it.
    pub version: String,
    /// The version of Postgres whose files it has.
    pub postgres: String,
    /// The steps of the layout of the store.
    pub layout: Vec<String>,
    /// When the store was copied.
    pub copied: DateTime<Utc>,
    /// Number of files.
    pub files: u64,
    /// Bytes of all files.
    pub bytes: u64,
}

/// A copy of the embedded store, which is removed when dropped.
#[derive(Debug)]
pub struct Snapshot {
    folder: TempDir,
    /// What its archive says of itself.
    pub manifest: Manifest,
}

/// Refuses settings whose store is a Postgres.
pub fn require_embedded(settings: &Settings) -> Result<()> {
    if settings.database_url.is_none() {
        return Ok(());
    }
    Err(Error::Settings(
        "The store is a Postgres, whose own tools copy it: pg_dump --format=custom --file=FILE \"$DATABASE_URL\" writes a backup, pg_restore --clean --dbname=\"$DATABASE_URL\" FILE restores it.".to_owned(),
    ))
}

impl Store {
    /// Copies the files of the embedded store; statements wait meanwhile.
    pub async fn snapshot(&self, settings: &Settings) -> Result<Snapshot> {
        require_embedded(settings)?;
        let version = sql("SELECT current_setting('server_version')");
        let postgres: String = scalar(&self.pool, version).await?.unwrap_or_default();
        let layout = self.recorded_steps().await?.into_iter().collect();
        let pool = self.pool.get_postgres_connection_pool();
        let mut connection = pool.acquire().await.map_err(not_copied)?;
        connection.execute("CHECKPOINT").await.map_err(not_copied)?;
        let data_dir = settings.data_dir.clone();
        let copied = tokio::task::spawn_blocking(move || copy(&data_dir)).await;
        let (folder, size) = copied.map_err(not_copied)?.map_err(not_copied)?;
        drop(connection);
        Ok(Snapshot {
            folder,
            manifest: Manifest {
                format: FORMAT,
                version: env!("CARGO_PKG_VERSION").to_owned(),
                postgres,
                layout,
                copied: Utc::now(),
                files: size.files,
                bytes: size.bytes,
            },
        })
    }
}

impl Snapshot {
    /// Writes the archive.
    pub fn pack(&self, target: impl Write) -> io::Result<()> {
        let mut archive = Builder::new(GzEncoder::new(target, Compression::fast()));
        let manifest = serde_json::to_vec_pretty(&self.manifest)?;
        let mut first = header(EntryType::Regular, manifest.len() as u64);
        archive.append_data(&mut first, MANIFEST, &*manifest)?;
        let root = self.folder.path();
        for (path, is_folder) in tree(&root.join(STORE))? {
            let name = path.strip_prefix(root).map_err(io::Error::other)?;
            if is_folder {
                let mut entry = header(EntryType::Directory, 0);
                archive.append_data(&mut entry, name, io::empty())?;
            } else {
                let file = File::open(&path)?;
                let mut entry = header(EntryType::Regular, file.metadata()?.len());
                archive.append_data(&mut entry, name, file)?;
            }
        }
        archive.into_inner()?.finish()?.flush()
    }
}

/// Number and bytes of files.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Size {
    pub files: u64,
    pub bytes: u64,
}

/// Removes the copies of a process that died.
pub(crate) fn remove_stale(data_dir: &Path) {
    let entries = fs::read_dir(data_dir).into_iter().flatten().flatten();
    for entry in entries {
        if entry.file_name().to_string_lossy().starts_with(PREFIX) {
            // It is in nobody's way but that of the disk.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn copy(data_dir: &Path) -> io::Result<(TempDir, Size)> {
    let folder = private_dir::temporary(PREFIX, data_dir)?;
    let mut size = Size::default();
    let store = data_dir.join(STORE);
    for (path, is_folder) in tree(&store)? {
        let name = path.strip_prefix(data_dir).map_err(io::Error::other)?;
        let to = folder.path().join(name);
        if is_folder {
            fs::create_dir_all(to)?;
        } else {
            size.files += 1;
            size.bytes += fs::copy(path, to)?;
        }
    }
    Ok((folder, size))
}

/// All that is in a folder, and the folder itself: paths, and whether each is a folder. Folders come before what is in
/// them.
fn tree(root: &Path) -> io::Result<Vec<(PathBuf, bool)>> {
    let mut found = vec![(root.to_owned(), true)];
    let mut next = 0;
    while let Some((path, is_folder)) = found.get(next).cloned() {
        next += 1;
        if !is_folder {
            continue;
        }
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            let is_of_a_process = OF_A_PROCESS.iter().any(|name| entry.file_name() == *name);
            if (kind.is_dir() || kind.is_file()) && !is_of_a_process {
                found.push((entry.path(), kind.is_dir()));
            }
        }
    }
    Ok(found)
}

fn header(kind: EntryType, bytes: u64) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(if kind.is_dir() { 0o700 } else { 0o600 });
    header.set_size(bytes);
    header
}

fn not_copied(cause: impl std::fmt::Display) -> Error {
    Error::internal(
        "The store could not be copied. Its data directory needs room for a second copy; the log says why.",
        cause,
    )
}
