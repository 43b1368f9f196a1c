//! The command line of LoreKeeper. See [`lorekeeper::cli`] for the commands.

use std::process::ExitCode;

fn main() -> ExitCode {
    lorekeeper::cli::run()
}
