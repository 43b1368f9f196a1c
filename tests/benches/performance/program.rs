//! The shipped program: built, and run for one command.

use crate::Result;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};
use tokio::process::Command;

/// Settings of a process, as environment variables.
pub type Settings = BTreeMap<&'static str, String>;

/// The program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Where it is.
    pub path: PathBuf,
}

impl Program {
    /// The one at `path`, else a fresh build of this checkout.
    pub async fn find(path: Option<&Path>) -> Result<Self> {
        match path {
            Some(path) => Ok(Self {
                path: path.to_owned(),
            }),
            None => Self::build().await,
        }
    }

    async fn build() -> Result<Self> {
        eprintln!("building the program");
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["build", "--release", "--package", "lorekeeper"])
            .args(["--message-format", "json-render-diagnostics"])
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
            .stderr(Stdio::inherit())
            .output()
            .await?;
        if !output.status.success() {
            return Err("the program could not be built".into());
        }
        let messages = String::from_utf8_lossy(&output.stdout);
        let executable = messages
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .filter(|message| {
                message.pointer("/target/name").and_then(Value::as_str) == Some("lorekeeper")
            })
            .find_map(|message| Some(message.get("executable")?.as_str()?.to_owned()));
        let path = executable.ok_or("cargo did not say where the program is")?;
        Ok(Self { path: path.into() })
    }

    /// A command of it with these settings and no others.
    pub fn command(&self, arguments: &[&str], settings: &Settings) -> Command {
        let mut command = Command::new(&self.path);
        for (name, _) in std::env::vars() {
            if name.starts_with("LOREKEEPER_") || name == "DATABASE_URL" {
                command.env_remove(name);
            }
        }
        command
            .args(arguments)
            .envs(settings)
            .current_dir(std::env::temp_dir())
            .kill_on_drop(true);
        command
    }

    /// Runs a command to its end; what it printed, and how long it took.
    pub async fn run(&self, arguments: &[&str], settings: &Settings) -> Result<(String, Duration)> {
        let began = Instant::now();
        let Output {
            status,
            stdout,
            stderr,
        } = self.command(arguments, settings).output().await?;
        let took = began.elapsed();
        if !status.success() {
            let said = String::from_utf8_lossy(&stderr);
            return Err(format!("lorekeeper {}: {}", arguments.join(" "), said.trim()).into());
        }
        Ok((String::from_utf8_lossy(&stdout).into_owned(), took))
    }

    /// Its version, as it says it.
    pub async fn version(&self) -> Result<String> {
        let (said, _) = self.run(&["--version"], &Settings::new()).await?;
        Ok(said.trim().to_owned())
    }
}
