//! Child processes: commands whose failure is a sentence that names them.

use crate::Result;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The root of the checkout.
pub fn root() -> PathBuf {
    let crate_root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    crate_root.parent().map(PathBuf::from).unwrap_or(crate_root)
}

/// Cargo, as it runs this program.
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Runs a command that must succeed.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().map_err(|cause| absent(command, &cause))?;
    if status.success() {
        return Ok(());
    }
    Err(failed(command, &status.to_string()))
}

/// What a command prints that must succeed; its errors go to the terminal.
pub fn output(command: &mut Command) -> Result<String> {
    command.stderr(Stdio::inherit());
    let output = command.output().map_err(|cause| absent(command, &cause))?;
    if output.status.success() {
        return Ok(String::from_utf8(output.stdout)?);
    }
    Err(failed(command, &output.status.to_string()))
}

fn name(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
}

fn absent(command: &Command, cause: &std::io::Error) -> Box<dyn std::error::Error> {
    format!("{} cannot be started: {cause}.", name(command)).into()
}

fn failed(command: &Command, status: &str) -> Box<dyn std::error::Error> {
    let arguments: Vec<_> = command.get_args().map(|argument| argument.to_string_lossy()).collect();
    format!("{} {} failed ({status}).", name(command), arguments.join(" ")).into()
}
