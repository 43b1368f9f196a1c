//! Chores that are scripts or tests: one command each.

use crate::Result;
use crate::process::{cargo, output, root, run};
use clap::ValueEnum;
use std::process::Command;

/// A file, or several, that a test holds and can write anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Blessed {
    /// tests/rows: hashes of all rows that are drawn
    Rows,
    /// THIRD-PARTY.md: crates and npm packages by licence
    Notices,
    /// migrations/checksums.txt
    Migrations,
    /// adapter/tests/mcp/tools.json: what clients see of the tools
    Tools,
    /// docs/reference: the generated pages of the book
    Book,
}

pub fn ci(steps: &[String]) -> Result<()> {
    run(Command::new("bash").arg(".ci/run").args(steps).current_dir(root()))
}

pub fn pages() -> Result<()> {
    ci(&["pages".to_owned()])?;
    run(cargo().args(["build", "--locked", "--package", "lorekeeper"]))
}

pub fn schema() -> Result<()> {
    let schema = output(cargo().args(["run", "--quiet", "--package", "lorekeeper", "--", "schema"]))?;
    std::fs::write(root().join("schema.graphql"), schema)?;
    run(Command::new("bash").arg("tests/schema/check.sh").current_dir(root()))
}

pub fn bless(what: &[Blessed]) -> Result<()> {
    let all = Blessed::value_variants();
    let what = if what.is_empty() { all } else { what };
    for blessed in what {
        let test: &[&str] = match blessed {
            Blessed::Rows => &["--workspace", "--test", "rows"],
            Blessed::Notices => &["--workspace", "--test", "notices"],
            Blessed::Migrations => &["--package", "lorekeeper-migrations"],
            Blessed::Book => &["--workspace", "--test", "book"],
            Blessed::Tools => &["--workspace", "--test", "mcp", "catalogue"],
        };
        run(cargo().arg("test").args(test).env("LOREKEEPER_BLESS", "1"))?;
    }
    Ok(())
}

/// Addresses of the upstreams; their own where none is named.
#[derive(clap::Args)]
pub struct Addresses {
    /// Address of an Open5e API
    #[arg(long, value_name = "URL")]
    open5e: Option<String>,
    /// Address of a D&D 5e API
    #[arg(long, value_name = "URL")]
    dnd5e: Option<String>,
}

pub fn drift(addresses: &Addresses) -> Result<()> {
    let mut command = cargo();
    command.args(["run", "--quiet", "--package", "lorekeeper-sources"]);
    command.args(["--example", "drift", "--"]);
    for (option, url) in [("--open5e", &addresses.open5e), ("--dnd5e", &addresses.dnd5e)] {
        if let Some(url) = url {
            command.args([option, url]);
        }
    }
    run(&mut command)
}

pub fn docs() -> Result<()> {
    run(cargo().args(["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings"))
}
