//! The ONNX Runtime library: machine code that is loaded into this process, so its origin is settled here.
//!
//! Three places can have the library: the path in `ORT_DYLIB_PATH`, and the wheel in the data directory or beside the
//! program, whose library must have the SHA-256 that is written in the code. A model's folder is data and never brings
//! code along.

use super::error::AssetError;
use super::pinned::{self, Runtime};
use super::{Assets, install, packages, pip};
use std::env::consts::{ARCH, OS};
use std::path::{Path, PathBuf};

/// The library that the user names with `ORT_DYLIB_PATH`. A relative path is refused: the working directory, or the
/// loader's own search, would decide which code runs.
pub(super) fn named_by_user() -> Option<PathBuf> {
    let path = std::env::var_os("ORT_DYLIB_PATH").filter(|path| !path.is_empty())?;
    let path = PathBuf::from(path);
    if path.is_absolute() && path.is_file() {
        return Some(path);
    }
    tracing::warn!(
        "ORT_DYLIB_PATH is \"{}\", which is not the absolute path of a file; it is ignored.",
        path.display()
    );
    None
}

impl Assets {
    /// The absolute path of a verified library, fetched if it is missing.
    pub(super) async fn runtime(&self) -> Result<PathBuf, AssetError> {
        if let Some(library) = &self.runtime {
            return Ok(library.clone());
        }
        let runtime = pinned::runtime_here().ok_or_else(|| AssetError::Platform(format!("{OS} {ARCH}")))?;
        let own = install::installed(&self.root(), &runtime.wheel);
        let beside = packages::find(&self.packages, &runtime.wheel);
        let mut altered = None;
        for folder in own.iter().chain(&beside) {
            match verified(folder, runtime).await {
                Err(AssetError::Mismatch { .. }) => {
                    altered.get_or_insert_with(|| folder.join(runtime.library));
                }
                verified => return verified,
            }
        }
        if self.offline {
            let missing = || AssetError::Offline("ONNX Runtime".to_owned());
            return Err(altered.map_or_else(missing, AssetError::Altered));
        }
        if let Some(folder) = &own {
            tracing::warn!(
                "{} is not the library that belongs there, and is fetched anew.",
                folder.join(runtime.library).display()
            );
            std::fs::remove_dir_all(folder).map_err(|cause| AssetError::disk(folder, &cause))?;
        }
        let folder = pip::fetch(&self.root(), runtime.wheel).await?;
        verified(&folder, runtime).await
    }

    /// The folder of the pinned library, when it is installed and unaltered.
    pub(super) fn installed_runtime(&self, runtime: &Runtime) -> Option<PathBuf> {
        let own = install::installed(&self.root(), &runtime.wheel);
        let beside = packages::find(&self.packages, &runtime.wheel);
        let mut folders = own.into_iter().chain(beside);
        folders.find(|folder| {
            let library = folder.join(runtime.library);
            install::verify(&library, &runtime.wheel.folder(), runtime.library_sha256).is_ok()
        })
    }
}

/// The library in a folder, if it is the pinned one.
async fn verified(folder: &Path, runtime: Runtime) -> Result<PathBuf, AssetError> {
    let library = folder.join(runtime.library);
    // `dlopen` would look for a relative path in other places first.
    let library = std::path::absolute(&library).map_err(|cause| AssetError::disk(folder, &cause))?;
    let path = library.clone();
    let name = runtime.wheel.folder();
    tokio::task::spawn_blocking(move || install::verify(&path, &name, runtime.library_sha256))
        .await
        .map_err(|_| AssetError::Disk(folder.to_owned()))??;
    Ok(library)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::Choice;
    use crate::assets::tests::touch;

    fn assets(data_dir: &Path) -> Assets {
        let mut assets = Assets::new(data_dir.to_owned(), Choice::default(), true);
        assets.runtime = None;
        assets
    }

    /// A file under the name of the installed library.
    fn installed(data_dir: &Path, content: &str) -> PathBuf {
        let runtime = pinned::runtime_here().unwrap();
        let folder = data_dir.join("assets").join(runtime.wheel.folder());
        for file in install::file_names(&runtime.wheel) {
            touch(&folder.join(file));
        }
        let library = folder.join(runtime.library);
        std::fs::write(&library, content).unwrap();
        library
    }

    #[tokio::test]
    async fn an_installed_library_with_another_hash_is_refused() {
        if pinned::runtime_here().is_none() {
            println!("skipped: there is no pinned ONNX Runtime for this platform");
            return;
        }
        let dir = tempfile::tempdir().unwrap();
        let library = installed(dir.path(), "other code");
        let refused = assets(dir.path()).runtime().await.unwrap_err();
        assert!(matches!(&refused, AssetError::Altered(path) if *path == library));
        assert!(refused.to_string().contains("SHA-256"), "{refused}");
        let reports = assets(dir.path()).check();
        let missing = |purpose| reports.iter().any(|r| r.purpose == purpose && r.location.is_none());
        assert!(missing("ONNX Runtime"), "{reports:?}");
    }

    #[tokio::test]
    async fn a_model_folder_brings_no_code_along() {
        let dir = tempfile::tempdir().unwrap();
        let model = dir.path().join("model");
        std::fs::create_dir(&model).unwrap();
        for name in ["libonnxruntime.so", "libonnxruntime.dylib", "onnxruntime.dll"] {
            std::fs::write(model.join(name), "other code").unwrap();
        }
        let mut assets = assets(dir.path());
        assets.choice = Choice::folder(model);
        let refused = assets.runtime().await.unwrap_err();
        assert!(matches!(refused, AssetError::Offline(_) | AssetError::Platform(_)));
    }

    #[test]
    fn the_hashes_of_all_platforms_are_hashes() {
        for (os, arch) in [
            ("linux", "x86_64"),
            ("linux", "aarch64"),
            ("macos", "aarch64"),
            ("windows", "x86_64"),
            ("windows", "aarch64"),
        ] {
            let runtime = pinned::runtime(os, arch).unwrap();
            for hash in [runtime.wheel.sha256, runtime.library_sha256] {
                assert_eq!(hash.len(), 64, "{os} {arch}");
            }
            assert!(install::file_names(&runtime.wheel).eq([runtime.library, "LICENSE", "ThirdPartyNotices.txt"]));
        }
    }
}
