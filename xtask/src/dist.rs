//! Distribution packages of one platform: archive, wheel, npm packages and MCP bundle, with bill of materials and
//! checksums.
//!
//! Every package is made of one tree (`tree`), so that a program finds its assets in the same place in each. The program
//! is built already, here or elsewhere.

mod archive;
mod bundle;
mod npm;
mod platform;
mod registry;
mod release;
mod sbom;
mod tree;
mod wheel;

pub use wheel::stand_in_for_cargo;

use crate::Result;
use crate::process::{cargo, run as run_command};
use clap::{Args, ValueEnum};
use release::Release;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// What to make, and of which program.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A program `lorekeeper` that is built already; without it a release is built
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,
    /// A program `lorekeeper-mcp` that is built already; else the one beside --program, else the archive has none
    #[arg(long, value_name = "PATH", requires = "program")]
    adapter: Option<PathBuf>,
    /// Only these packages
    #[arg(long, value_delimiter = ',')]
    only: Vec<Package>,
    #[command(flatten)]
    announcement: Announcement,
}

/// Where packages are, and whose they are.
#[derive(Debug, Args)]
pub struct Announcement {
    /// The folder of the packages
    #[arg(long, value_name = "DIR", default_value = "target/dist")]
    out: PathBuf,
    /// The repository on GitHub, which packages and the registry of MCP servers name
    #[arg(long, value_name = "OWNER/NAME", env = "GITHUB_REPOSITORY")]
    repository: Option<String>,
    /// The address of /mcp of a public server, which the registry of MCP servers names beside the packages
    #[arg(long, value_name = "URL")]
    remote: Option<String>,
}

/// A package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Package {
    /// A .tar.gz with both programs
    Archive,
    /// A wheel for uvx, pipx and pip
    Wheel,
    /// Two packages for npx: a starter, and the program for this platform
    Npm,
    /// A bundle for desktop assistants (.mcpb)
    Bundle,
}

/// The programs that are packed.
struct Programs {
    lorekeeper: PathBuf,
    adapter: Option<PathBuf>,
}

/// Makes the packages.
pub fn run(arguments: &Arguments) -> Result<()> {
    let Announcement { out, repository, .. } = &arguments.announcement;
    let release = Release::read(repository.as_deref())?;
    let programs = programs(arguments, &release)?;
    let out = std::path::absolute(out)?;
    std::fs::create_dir_all(&out)?;
    let work = tempfile::tempdir()?;
    eprintln!("Laying out the tree, with the assets.");
    let tree = work.path().join("tree");
    let bill = sbom::write(&release, &out)?;
    tree::lay_out(&release, &programs.lorekeeper, &bill, &tree)?;
    let wanted = |package| arguments.only.is_empty() || arguments.only.contains(&package);
    if wanted(Package::Archive) {
        archive::make(&release, &tree, programs.adapter.as_deref(), &out)?;
    }
    if wanted(Package::Wheel) {
        wheel::make(&release, &tree, &bill, &work.path().join("wheel"), &out)?;
    }
    if wanted(Package::Npm) {
        npm::make(&release, &tree, &work.path().join("npm"), &out)?;
    }
    if wanted(Package::Bundle) {
        bundle::make(&release, &tree, &work.path().join("bundle"), &out)?;
    }
    announce(&arguments.announcement)
}

/// Writes what sums up all packages of a folder: the entry of the registry of MCP servers, and the checksums.
pub fn announce(arguments: &Announcement) -> Result<()> {
    let release = Release::read(arguments.repository.as_deref())?;
    registry::write(&release, arguments.remote.as_deref(), &arguments.out)?;
    write_checksums(&arguments.out)
}

/// The programs to pack: those that were named, else a release that is built now.
fn programs(arguments: &Arguments, release: &Release) -> Result<Programs> {
    if let Some(program) = &arguments.program {
        let name = release.platform.executable("lorekeeper-mcp");
        let beside = program.with_file_name(name);
        let adapter = arguments.adapter.clone();
        let adapter = adapter.or_else(|| beside.is_file().then_some(beside));
        if adapter.is_none() {
            eprintln!("There is no lorekeeper-mcp beside the program: the archive goes without.");
        }
        return Ok(Programs { lorekeeper: std::path::absolute(program)?, adapter });
    }
    let packages = ["--package", "lorekeeper", "--package", "lorekeeper-mcp"];
    run_command(cargo().args(["build", "--release", "--locked"]).args(packages))?;
    let built = |name| {
        let file = release.platform.executable(name);
        release.target_directory.join("release").join(file)
    };
    Ok(Programs { lorekeeper: built("lorekeeper"), adapter: Some(built("lorekeeper-mcp")) })
}

/// Writes `SHA256SUMS`, as `sha256sum --check` reads it.
fn write_checksums(out: &Path) -> Result<()> {
    const NAME: &str = "SHA256SUMS";
    let mut lines = Vec::new();
    for entry in std::fs::read_dir(out)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_file() && name != NAME {
            let hash = sha256(&entry.path())?;
            lines.push((name.clone(), format!("{hash}  {name}\n")));
        }
    }
    lines.sort();
    let text: String = lines.into_iter().map(|(_, line)| line).collect();
    std::fs::write(out.join(NAME), &text)?;
    eprint!("{text}");
    Ok(())
}

/// The SHA-256 of a file, in lower-case hexadecimal.
fn sha256(path: &Path) -> Result<String> {
    Ok(hex::encode(Sha256::digest(std::fs::read(path)?)))
}

/// Copies a folder with all that is in it, and the permissions of its files.
fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Sets a field of an object.
fn set(object: &mut serde_json::Value, field: &str, value: serde_json::Value) {
    if let Some(fields) = object.as_object_mut() {
        fields.insert(field.to_owned(), value);
    }
}

/// Writes a JSON file for people and programs.
fn write_json(path: &Path, value: &serde_json::Value) -> Result<()> {
    let text = serde_json::to_string_pretty(value)?;
    Ok(std::fs::write(path, format!("{text}\n"))?)
}
