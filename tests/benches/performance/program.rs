//! The shipped program: built, and run for a command.

use crate::Result;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::process::Command;

/// Settings of a process, as environment variables.
pub type Settings = BTreeMap<&'static str, String>;

/// The program, by its path.
#[derive(Clone, Debug)]
pub struct Program(PathBuf);

impl Program {
    /// The one at `path`, else a release build of this checkout.
    pub async fn find(path: Option<&Path>) -> Result<Self> {
        if let Some(path) = path {
            return Ok(Self(path.canonicalize()?));
        }
        eprintln!("building the program");
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["build", "--release", "--package", "lorekeeper", "--message-format", "json-render-diagnostics"])
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
            .stderr(Stdio::inherit())
            .output()
            .await?;
        let messages = String::from_utf8_lossy(&output.stdout);
        let executable = messages
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .filter(|message| message.pointer("/target/name").and_then(Value::as_str) == Some("lorekeeper"))
            .find_map(|message| Some(message.get("executable")?.as_str()?.to_owned()));
        let path = executable.filter(|_| output.status.success());
        Ok(Self(path.ok_or("the program could not be built")?.into()))
    }

    /// A command of the program with these settings and no others.
    pub fn command(&self, arguments: &[&str], settings: &Settings) -> Command {
        let mut command = Command::new(&self.0);
        for (name, _) in std::env::vars() {
            if name.starts_with("LOREKEEPER_") || name == "DATABASE_URL" {
                command.env_remove(name);
            }
        }
        command.args(arguments).envs(settings).current_dir(std::env::temp_dir()).kill_on_drop(true);
        command
    }

    /// Runs a command to its end; returns its output and how long it took.
    pub async fn run(&self, arguments: &[&str], settings: &Settings) -> Result<(String, Duration)> {
        let began = Instant::now();
        let output = self.command(arguments, settings).output().await?;
        let took = began.elapsed();
        if !output.status.success() {
            let error = String::from_utf8_lossy(&output.stderr);
            return Err(format!("lorekeeper {}: {}", arguments.join(" "), error.trim()).into());
        }
        Ok((String::from_utf8_lossy(&output.stdout).into_owned(), took))
    }

    /// Its name and version.
    pub async fn version(&self) -> Result<String> {
        let (version, _) = self.run(&["--version"], &Settings::new()).await?;
        Ok(version.trim().to_owned())
    }
}
