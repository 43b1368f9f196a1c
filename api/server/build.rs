//! Bundles the pages of `api/server/pages` with npm into the program. Where that cannot be done it warns once, and the
//! program has the plain pages only. Nothing is written outside of `OUT_DIR`.
//!
//! `PLAIN_PAGES=1` leaves npm alone.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Inputs of the bundle.
const SOURCES: [&str; 6] = ["bundle.mjs", "package.json", "package-lock.json", "plain", "src", "texts"];

/// The views for AI assistants.
const VIEWS: [&str; 3] = ["card", "list", "encounter"];

fn main() -> Result<(), Box<dyn Error>> {
    tell("rerun-if-changed=build.rs");
    tell("rerun-if-env-changed=PLAIN_PAGES");
    for source in SOURCES {
        tell(&format!("rerun-if-changed=pages/{source}"));
    }
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let plain = std::env::var("PLAIN_PAGES").is_ok_and(|set| !set.is_empty() && set != "0");
    let pages = if plain {
        String::from("None")
    } else {
        bundle(&out.join("pages")).unwrap_or_else(|why| {
            tell(&format!(
                "warning=The pages are the plain ones, without GraphiQL and without the search: {why} \
                 (To try again: touch api/server/build.rs. To build without npm and this warning: PLAIN_PAGES=1.)"
            ));
            String::from("None")
        })
    };
    fs::write(out.join("pages.rs"), pages)?;
    Ok(())
}

/// Bundles the pages in a copy of their folder. What they became, as an expression.
fn bundle(work: &Path) -> Result<String, Box<dyn Error>> {
    if work.exists() {
        fs::remove_dir_all(work)?;
    }
    fs::create_dir_all(work)?;
    for source in SOURCES {
        copy(&Path::new("pages").join(source), &work.join(source))?;
    }
    let installed = install(work).and_then(|()| run(work, "node", "bundle.mjs"));
    // A quarter of a gigabyte that nobody needs any more.
    let modules = work.join("node_modules");
    if modules.exists() {
        fs::remove_dir_all(modules)?;
    }
    installed?;
    let dist = work.join("dist");
    let mut names: Vec<String> = fs::read_dir(dist.join("assets"))?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<Result<_, std::io::Error>>()?;
    names.sort();
    let mut assets = String::new();
    for name in names {
        let path = dist.join("assets").join(&name);
        let (path, name) = (literal(&path), name.trim_end_matches(".gz"));
        write!(
            assets,
            "assets::Asset {{ name: {name:?}, bytes: Cow::Borrowed(include_bytes!({path})), bundled: true }}, "
        )?;
    }
    let mut views = String::new();
    for name in VIEWS {
        let path = literal(&dist.join("views").join(format!("{name}.html.gz")));
        write!(views, "({name:?}, include_bytes!({path})), ")?;
    }
    let home = literal(&dist.join("home.html"));
    let playground = literal(&dist.join("playground.html"));
    Ok(format!(
        "Some(Site {{ home: Cow::Borrowed(include_str!({home})), playground: Cow::Borrowed(include_str!({playground})), assets: Cow::Borrowed(&[{assets}]), views: &[{views}] }})"
    ))
}

/// A path as Rust writes it.
fn literal(path: &Path) -> String {
    format!("{:?}", path.display().to_string())
}

/// Brings the packages, from npm's cache where they are in it. A registry that does not answer is not waited for.
fn install(work: &Path) -> Result<(), Box<dyn Error>> {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let arguments = "ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error \
                     --prefer-offline --fetch-retries=0 --fetch-timeout=15000";
    run(work, npm, arguments)
}

/// Copies a file, or a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    if !from.is_dir() {
        return fs::copy(from, to).map(drop);
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

/// Runs a program to its end.
fn run(folder: &Path, program: &str, arguments: &str) -> Result<(), Box<dyn Error>> {
    let output = Command::new(program)
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|cause| format!("{program} does not run: {cause}."))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    let log = folder.join(format!("{program}.log"));
    fs::write(&log, &said)?;
    let said = String::from_utf8_lossy(&said);
    let line = said.lines().find(|line| line.contains("rror"));
    let line = line.unwrap_or("it does not say why").trim();
    Err(format!("{program} failed: {line}. See {}.", log.display()).into())
}

/// An instruction to cargo.
fn tell(instruction: &str) {
    println!("cargo::{instruction}");
}
