//! The inner parts, which criterion measures (`api/benches/inner.rs`).

use crate::Result;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;
use tokio::process::Command;

/// What an inner part takes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Inner {
    /// The part.
    pub name: String,
    /// Microseconds, on average.
    pub mean_us: f64,
    /// Microseconds between which the mean lies with a confidence of 95 %.
    pub between_us: (f64, f64),
}

/// Has criterion measure them, and takes over what it estimates.
pub async fn inner(quick: bool) -> Result<Vec<Inner>> {
    eprintln!("measuring the inner parts");
    let home = tempfile::tempdir()?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args([
            "bench",
            "--package",
            "lorekeeper",
            "--bench",
            "inner",
            "--",
            "--noplot",
        ])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .env("CRITERION_HOME", home.path())
        .stdout(std::io::stderr());
    if quick {
        command.arg("--quick");
    }
    if !command.status().await?.success() {
        return Err("the inner parts could not be measured".into());
    }
    let mut found = Vec::new();
    collect(home.path(), &mut found)?;
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// The estimates below a folder, each in `NAME/new` or `GROUP/NAME/new`.
fn collect(folder: &Path, found: &mut Vec<Inner>) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if !path.is_dir() {
            continue;
        }
        if path.ends_with("new") {
            found.extend(read(&path)?);
        } else {
            collect(&path, found)?;
        }
    }
    Ok(())
}

fn read(folder: &Path) -> Result<Option<Inner>> {
    let json = |file: &str| -> Result<Value> {
        Ok(serde_json::from_str(&std::fs::read_to_string(
            folder.join(file),
        )?)?)
    };
    let (estimates, about) = (json("estimates.json")?, json("benchmark.json")?);
    let micros = |path: &str| Some(estimates.pointer(path)?.as_f64()? / 1e3);
    let found = || {
        Some(Inner {
            name: about.get("full_id")?.as_str()?.to_owned(),
            mean_us: micros("/mean/point_estimate")?,
            between_us: (
                micros("/mean/confidence_interval/lower_bound")?,
                micros("/mean/confidence_interval/upper_bound")?,
            ),
        })
    };
    Ok(found())
}
