//! File lock of a data directory, for one process at a time on an embedded store. The system releases it when the
//! process ends, however it ends.

use crate::error::{Error, Result};
use crate::private_dir;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::Path;

/// The locked file, which contains the process id of the last owner.
const FILE_NAME: &str = "holder.lock";

/// The right to open the embedded store of a data directory, until it is dropped.
#[derive(Debug)]
pub struct DataDirLock(#[expect(dead_code, reason = "the open file is the lock")] File);

impl DataDirLock {
    /// Acquires the lock; `None` when another process has it.
    pub fn try_acquire(data_dir: &Path) -> Result<Option<Self>> {
        private_dir::create_data_dir(data_dir).map_err(|cause| Error::unwritable(data_dir, cause))?;
        let mut file = open(&data_dir.join(FILE_NAME)).map_err(|cause| Error::unwritable(data_dir, cause))?;
        match file.try_lock() {
            Ok(()) => {
                // The process id is only shown to users: not worth an error.
                let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
                Ok(Some(Self(file)))
            }
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(cause)) => Err(Error::internal(
                format!(
                    "The data directory {} is on a file system without file locks. Choose another with --data-dir or LOREKEEPER_DATA_DIR, or set DATABASE_URL.",
                    data_dir.display()
                ),
                cause,
            )),
        }
    }

    /// The process id of the owner, where it can be read.
    pub fn owner(data_dir: &Path) -> Option<u32> {
        let text = std::fs::read_to_string(data_dir.join(FILE_NAME)).ok()?;
        text.trim().parse().ok()
    }
}

/// Opens the file for its owner alone: a user that can read it could hold the lock.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        let file = options.mode(0o600).open(path)?;
        // A file of a former version is open to all. Only its owner can close it.
        let _ = file.set_permissions(std::fs::Permissions::from_mode(0o600));
        Ok(file)
    }
    #[cfg(not(unix))]
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_process_has_the_lock_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let data_dir = folder.path().join("new");
        let lock = DataDirLock::try_acquire(&data_dir).unwrap().expect("the lock is free");
        assert!(DataDirLock::try_acquire(&data_dir).unwrap().is_none());
        assert_eq!(DataDirLock::owner(&data_dir), Some(std::process::id()));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let file = std::fs::metadata(data_dir.join(FILE_NAME)).unwrap();
            assert_eq!(file.permissions().mode() & 0o777, 0o600);
        }
        drop(lock);
        assert!(DataDirLock::try_acquire(&data_dir).unwrap().is_some());
    }

    #[test]
    fn a_file_is_no_directory() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = DataDirLock::try_acquire(file.path()).unwrap_err();
        assert!(error.to_string().contains("cannot be written to"), "{error}");
    }
}
