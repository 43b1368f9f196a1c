//! Chores of the project as commands: `cargo xtask help`.
//!
//! A chore that is a script or a test stays one; its command here only spares looking for it. `dist` makes the packages.

mod chores;
mod dist;
mod figures;
mod process;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// A result whose error is a sentence for the terminal.
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The chores of the project.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Check all that must hold before a change goes in (.ci/run)
    Ci {
        /// Only these steps
        steps: Vec<String>,
    },
    /// Check the types of the pages, and build the program with them
    Pages,
    /// Write schema.graphql, and compare it with the schema of the last commit on main
    Schema,
    /// Record what generated files are now: rows, notices, migrations, tools, book
    Bless {
        /// Only these
        what: Vec<chores::Blessed>,
    },
    /// Build the documentation of the code
    Docs,
    /// Compare what the upstreams have today with what is read of them
    Drift(chores::Addresses),
    /// Compare the performance figures with those of the last release
    Figures,
    /// Make the packages of this platform
    Dist(Box<dist::Arguments>),
    /// Write server.json and SHA256SUMS over the packages of all platforms in a folder
    Announce(dist::Announcement),
}

fn main() -> ExitCode {
    let done = match dist::stand_in_for_cargo() {
        Some(done) => done,
        None => run(Arguments::parse().chore),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(chore: Chore) -> Result<()> {
    match chore {
        Chore::Ci { steps } => chores::ci(&steps),
        Chore::Pages => chores::pages(),
        Chore::Schema => chores::schema(),
        Chore::Bless { what } => chores::bless(&what),
        Chore::Docs => chores::docs(),
        Chore::Drift(addresses) => chores::drift(&addresses),
        Chore::Figures => figures::compare(),
        Chore::Dist(arguments) => dist::run(&arguments),
        Chore::Announce(arguments) => dist::announce(&arguments),
    }
}
