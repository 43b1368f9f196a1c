//! Private directories: folders that no other user of the machine can enter (mode 0700 on Unix).
//!
//! Imported books are their owner's, so the store is private. On Windows the folder of a user's profile is private by
//! itself.

use std::io;
use std::path::Path;
#[cfg(unix)]
use std::path::PathBuf;

/// Creates a directory of the program's own, with its parents. An existing one is closed to other users.
pub fn create(path: &Path) -> io::Result<()> {
    make(path)?;
    close(path);
    Ok(())
}

/// Creates the data directory. An existing one is closed to other users if it holds only the program's own files: a
/// setting may name any folder, and closing `/srv` would harm others.
pub(crate) fn create_data_dir(path: &Path) -> io::Result<()> {
    make(path)?;
    let mut names = std::fs::read_dir(path)?.flatten().map(|entry| entry.file_name());
    if names.all(|name| is_own(&name.to_string_lossy())) {
        close(path);
    }
    Ok(())
}

/// A folder for Unix sockets, which its owner alone can enter.
#[cfg(unix)]
#[derive(Debug)]
pub struct SocketDir {
    path: PathBuf,
    /// Removes the folder, where it is a temporary one.
    _temporary: Option<tempfile::TempDir>,
}

#[cfg(unix)]
impl SocketDir {
    /// The path of a socket has 104 bytes on the narrowest systems, with the zero at its end.
    const MAX_PATH_BYTES: usize = 103;

    /// The folder in the data directory for a socket of that name; a temporary one where that path is too long, or its
    /// file system has no sockets or no modes.
    pub fn create(data_dir: &Path, socket: &str) -> io::Result<Self> {
        use std::os::unix::fs::PermissionsExt;
        let path = data_dir.canonicalize()?.join("socket");
        let of_socket = path.join(socket);
        if of_socket.as_os_str().len() <= Self::MAX_PATH_BYTES {
            create(&path)?;
            let _ = std::fs::remove_file(&of_socket);
            let mode = std::fs::metadata(&path)?.permissions().mode();
            let is_private = mode.trailing_zeros() >= 6;
            if is_private && std::os::unix::net::UnixListener::bind(&of_socket).is_ok() {
                // The listener is closed again; its file must not be in the way of the next.
                std::fs::remove_file(&of_socket)?;
                return Ok(Self { path, _temporary: None });
            }
        }
        let temporary = temporary("lorekeeper-", &std::env::temp_dir())?;
        Ok(Self { path: temporary.path().to_owned(), _temporary: Some(temporary) })
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Creates a folder within another, which is removed when dropped.
pub(crate) fn temporary(prefix: &str, parent: &Path) -> io::Result<tempfile::TempDir> {
    let mut folder = tempfile::Builder::new();
    folder.prefix(prefix);
    #[cfg(unix)]
    folder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    folder.tempdir_in(parent)
}

/// Whether the program creates files of that name in the data directory.
fn is_own(name: &str) -> bool {
    ["store", "socket", "search-index", "assets", "holder.lock", "endpoint.json"].contains(&name)
        || [".endpoint-", ".backup-", ".restore-"].iter().any(|prefix| name.starts_with(prefix))
}

#[cfg(unix)]
fn make(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Removes the permissions of group and others from a directory that this user owns. Where that fails, the program
/// works as well.
#[cfg(unix)]
fn close(path: &Path) {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let try_to_close = || {
        let there = std::fs::metadata(path)?;
        let mode = there.mode() & 0o7777;
        let private = mode & 0o7700;
        if mode == private {
            return Ok(());
        }
        // A new file is this user's, which tells who that is.
        let user = tempfile::tempfile_in(path)?.metadata()?.uid();
        if there.uid() == user {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(private))?;
            tracing::info!("{} is for this user only from now on.", path.display());
        }
        Ok::<_, io::Error>(())
    };
    if let Err(cause) = try_to_close() {
        tracing::warn!(path = %path.display(), %cause, "other users may be able to read this folder");
    }
}

#[cfg(not(unix))]
fn make(path: &Path) -> io::Result<()> {
    std::fs::create_dir_all(path)
}

#[cfg(not(unix))]
fn close(_path: &Path) {}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn open_to_all(path: &Path) {
        std::fs::create_dir_all(path).unwrap();
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn what_is_created_is_private_and_so_are_its_parents() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("data/store");
        create(&path).unwrap();
        assert_eq!(mode(&path), 0o700);
        assert_eq!(mode(&dir.path().join("data")), 0o700);
    }

    #[test]
    fn sockets_are_in_a_private_folder() {
        let dir = tempfile::tempdir().unwrap();
        let near = SocketDir::create(dir.path(), "s").unwrap();
        assert!(near.path().starts_with(dir.path().canonicalize().unwrap()));
        let deep = dir.path().join("d".repeat(110));
        std::fs::create_dir(&deep).unwrap();
        let temporary = SocketDir::create(&deep, "s").unwrap();
        assert!(!temporary.path().starts_with(dir.path()));
        for socket_dir in [&near, &temporary] {
            assert_eq!(mode(socket_dir.path()), 0o700);
            std::os::unix::net::UnixListener::bind(socket_dir.path().join("s")).unwrap();
        }
        let path = temporary.path().to_owned();
        drop(temporary);
        assert!(!path.exists());
    }

    #[test]
    fn an_open_folder_of_an_earlier_version_is_closed() {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("data");
        open_to_all(&data);
        open_to_all(&data.join("store"));
        open_to_all(&data.join("search-index"));
        std::fs::write(data.join("holder.lock"), "1").unwrap();
        create_data_dir(&data).unwrap();
        create(&data.join("store")).unwrap();
        assert_eq!(mode(&data), 0o700);
        assert_eq!(mode(&data.join("store")), 0o700);
    }

    #[test]
    fn a_folder_with_files_of_others_is_left_as_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let shared = dir.path().join("shared");
        open_to_all(&shared.join("somebody"));
        open_to_all(&shared);
        create_data_dir(&shared).unwrap();
        assert_eq!(mode(&shared), 0o755);
    }

    #[test]
    fn a_file_in_the_way_is_an_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(create(file.path()).is_err());
        assert!(create_data_dir(file.path()).is_err());
    }
}
