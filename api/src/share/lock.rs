//! Who holds the embedded store: a lock on a file in the data directory, which the system lets go of when
//! the process ends, however it ends.

use crate::db::unwritable;
use crate::error::{Error, Result};
use crate::private_dir;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::Path;

/// The file that is locked; in it the process id of the last holder.
const FILE: &str = "holder.lock";

/// The right to open the embedded store of a data directory, for as long as this lives.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "the open file is the lock")] File);

impl Lock {
    /// Takes the lock; `None` when another process has it.
    pub fn try_take(data_dir: &Path) -> Result<Option<Self>> {
        private_dir::create_data_dir(data_dir).map_err(|cause| unwritable(data_dir, cause))?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(data_dir.join(FILE))
            .map_err(|cause| unwritable(data_dir, cause))?;
        match file.try_lock() {
            Ok(()) => {
                // Only for a sentence about who it is: not worth an error.
                let _ = file
                    .set_len(0)
                    .and_then(|()| writeln!(file, "{}", std::process::id()));
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

    /// The process that has the lock, as far as it can be read.
    #[must_use]
    pub fn owner(data_dir: &Path) -> Option<u32> {
        let text = std::fs::read_to_string(data_dir.join(FILE)).ok()?;
        text.trim().parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_has_it_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let data_dir = folder.path().join("new");
        let lock = Lock::try_take(&data_dir).unwrap().expect("nobody has it");
        assert!(Lock::try_take(&data_dir).unwrap().is_none());
        assert_eq!(Lock::owner(&data_dir), Some(std::process::id()));
        drop(lock);
        assert!(Lock::try_take(&data_dir).unwrap().is_some());
    }

    #[test]
    fn a_file_is_no_directory() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = Lock::try_take(file.path()).unwrap_err();
        assert!(error.message.contains("cannot be written to"), "{error}");
    }
}
