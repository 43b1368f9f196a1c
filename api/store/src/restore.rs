//! Restore of a backup into an empty data directory. An archive is read to its end before anything of it is written.

use crate::backup::{FORMAT, MANIFEST, Manifest, STORE, Size, require_embedded};
use crate::error::{Error, Result};
use crate::{DataDirLock, Settings, Store, layout, private_dir};
use flate2::read::GzDecoder;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Component, Path};
use tar::Archive;
use tempfile::TempDir;

/// Folders of a data directory that belong to one store.
const OF_A_STORE: [&str; 2] = [STORE, "search-index"];

/// Most bytes of a manifest.
const MAX_MANIFEST_BYTES: u64 = 64 * 1024;

/// Restores an archive into the data directory of the settings, and opens the store once to see that it can be.
pub async fn restore(archive: &Path, settings: &Settings) -> Result<Manifest> {
    require_embedded(settings)?;
    let data_dir = &settings.data_dir;
    let Some(lock) = DataDirLock::try_acquire(data_dir)? else {
        let owner = DataDirLock::owner(data_dir).unwrap_or_default();
        return Err(Error::Settings(format!(
            "The data directory {} is in use by process {owner}. Stop it, or restore into another directory with --data-dir.",
            data_dir.display()
        )));
    };
    for name in OF_A_STORE {
        if has_entries(&data_dir.join(name)) {
            return Err(Error::Settings(format!(
                "The data directory {} has a store already: its folder {name} is not empty. Restore into another directory with --data-dir, or move the folders {} away.",
                data_dir.display(),
                OF_A_STORE.join(" and ")
            )));
        }
    }
    let (path, target) = (archive.to_owned(), data_dir.clone());
    let unpacked = tokio::task::spawn_blocking(move || {
        let refused = |error| Error::Settings(format!("{error} Nothing was restored."));
        let manifest = check(&path).map_err(refused)?;
        let folder = unpack(&path, &target).map_err(|cause| Error::unwritable(&target, cause))?;
        Ok::<_, Error>((manifest, folder))
    });
    let broken = |cause| Error::internal("The backup could not be read. The log says why.", cause);
    let (manifest, folder) = unpacked.await.map_err(broken)??;
    try_open(folder.path(), settings, &manifest).await?;
    let place = data_dir.join(STORE);
    // Not every system renames to a folder that is there, though it is empty.
    let _ = fs::remove_dir(&place);
    let restored = fs::rename(folder.path().join(STORE), place);
    restored.map_err(|cause| Error::unwritable(data_dir, cause))?;
    drop(lock);
    Ok(manifest)
}

/// Opens the unpacked store beside its place: what cannot be opened never takes the place.
async fn try_open(data_dir: &Path, settings: &Settings, manifest: &Manifest) -> Result<()> {
    let settings = Settings { data_dir: data_dir.to_owned(), ..settings.clone() };
    let opened = Store::open(&settings, None).await.map_err(|cause| {
        Error::internal(
            format!(
                "The store of the backup cannot be opened. LoreKeeper {} wrote it: restore it with that version.",
                manifest.version
            ),
            cause,
        )
    });
    opened?.close().await;
    Ok(())
}

fn has_entries(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
}

/// Reads an archive to its end: whether it is whole, and one that this version can restore.
pub fn check(path: &Path) -> Result<Manifest> {
    let named = path.display();
    let refused = |why: &str| Error::Settings(format!("{named} {why}"));
    let unreadable = |cause: io::Error| match cause.kind() {
        io::ErrorKind::NotFound => refused("is not there."),
        io::ErrorKind::UnexpectedEof => refused("was cut off: its end is missing."),
        _ => {
            tracing::warn!(%cause, "{named} cannot be read");
            refused("is not a backup, or was damaged.")
        }
    };
    let mut archive = Archive::new(open(path).map_err(unreadable)?);
    let mut manifest: Option<Manifest> = None;
    let mut found = Size::default();
    for entry in archive.entries().map_err(unreadable)? {
        let mut entry = entry.map_err(unreadable)?;
        let name = entry.path().map_err(unreadable)?.into_owned();
        let Some(manifest) = &manifest else {
            if name != Path::new(MANIFEST) || entry.size() > MAX_MANIFEST_BYTES {
                return Err(refused("is not a backup."));
            }
            let read = serde_json::from_reader(&mut entry);
            let read = read.map_err(|_| refused("is not a backup that this version knows."))?;
            manifest = Some(check_manifest(read).map_err(|why| refused(&why))?);
            continue;
        };
        let kind = entry.header().entry_type();
        if !is_within_store(&name) || !(kind.is_dir() || kind.is_file()) {
            return Err(refused("has entries that no backup has."));
        }
        let bytes = io::copy(&mut entry, &mut io::sink()).map_err(unreadable)?;
        found.files += u64::from(kind.is_file());
        found.bytes += bytes;
        if found.bytes > manifest.bytes {
            return Err(refused("has more in it than it says."));
        }
    }
    // The checksum of the compressed data stands at its end.
    let rest = io::copy(&mut archive.into_inner(), &mut io::sink());
    rest.map_err(unreadable)?;
    let manifest = manifest.ok_or_else(|| refused("is not a backup."))?;
    let (files, bytes) = (manifest.files, manifest.bytes);
    if found != (Size { files, bytes }) {
        return Err(refused("was cut off: it has less in it than it says."));
    }
    Ok(manifest)
}

/// Refuses what a newer version wrote.
fn check_manifest(manifest: Manifest) -> Result<Manifest, String> {
    if manifest.format != FORMAT || !layout::is_known(&manifest.layout) {
        return Err(format!(
            "was written by LoreKeeper {}, which is newer than this one. Restore it with that version.",
            manifest.version
        ));
    }
    Ok(manifest)
}

fn is_within_store(name: &Path) -> bool {
    let mut parts = name.components();
    parts.next() == Some(Component::Normal(STORE.as_ref())) && parts.all(|part| matches!(part, Component::Normal(_)))
}

fn open(path: &Path) -> io::Result<GzDecoder<impl Read>> {
    Ok(GzDecoder::new(BufReader::new(File::open(path)?)))
}

/// Unpacks an archive that was checked into a folder beside the place of the store.
fn unpack(path: &Path, data_dir: &Path) -> io::Result<TempDir> {
    let folder = private_dir::temporary(".restore-", data_dir)?;
    let mut archive = Archive::new(open(path)?);
    for entry in archive.entries()? {
        let mut entry = entry?;
        if is_within_store(&entry.path()?) {
            entry.unpack_in(folder.path())?;
        }
    }
    Ok(folder)
}
