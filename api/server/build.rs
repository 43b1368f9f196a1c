//! Bundles the pages of `api/server/pages` with npm into the program. Where that cannot be done it warns once, and the
//! program has the plain pages only. Nothing is written outside of `OUT_DIR`.
//!
//! `PLAIN_PAGES=1` leaves npm alone.

use std::error::Error;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Inputs of the bundle.
const SOURCES: [&str; 5] = [
    "bundle.mjs",
    "package.json",
    "package-lock.json",
    "plain",
    "src",
];

/// Longest time for the registry to answer a ping.
const REGISTRY_TIMEOUT: Duration = Duration::from_secs(15);

/// Longest time for npm to bring the packages, which takes some 20 seconds.
const INSTALL_TIMEOUT: Duration = Duration::from_secs(100);

/// Longest time for the bundler, which takes some two seconds.
const BUNDLE_TIMEOUT: Duration = Duration::from_mins(1);

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
    let installed = install(work).and_then(|()| run(work, "node", &["bundle.mjs"], BUNDLE_TIMEOUT));
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
            "assets::Asset {{ name: {name:?}, bytes: include_bytes!({path}), bundled: true }}, "
        )?;
    }
    let home = literal(&dist.join("home.html"));
    let playground = literal(&dist.join("playground.html"));
    Ok(format!(
        "Some(Site {{ home: include_str!({home}), playground: include_str!({playground}), assets: &[{assets}] }})"
    ))
}

/// A path as Rust writes it.
fn literal(path: &Path) -> String {
    format!("{:?}", path.display().to_string())
}

/// Brings the packages: from npm's cache if all are there, else from the registry if it answers.
fn install(work: &Path) -> Result<(), Box<dyn Error>> {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let install =
        "ci --omit=dev --ignore-scripts --no-audit --no-fund --fetch-retries=0 --loglevel=error";
    let mut arguments: Vec<&str> = install.split(' ').collect();
    arguments.push("--offline");
    if run(work, npm, &arguments, INSTALL_TIMEOUT).is_ok() {
        return Ok(());
    }
    let ask = "view graphiql version --fetch-retries=0 --fetch-timeout=5000 --prefer-online";
    let ask: Vec<&str> = ask.split(' ').collect();
    run(work, npm, &ask, REGISTRY_TIMEOUT)?;
    arguments.pop();
    run(work, npm, &arguments, INSTALL_TIMEOUT)
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

/// Runs a program to its end, or to the end of its time.
fn run(
    folder: &Path,
    program: &str,
    arguments: &[&str],
    most: Duration,
) -> Result<(), Box<dyn Error>> {
    let log = folder.join(format!("{program}.log"));
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(File::create(&log)?)
        .stderr(File::options().append(true).open(&log)?)
        .spawn()
        .map_err(|cause| format!("{program} does not run: {cause}."))?;
    let end = Instant::now() + most;
    loop {
        if let Some(status) = child.try_wait()? {
            if status.success() {
                return Ok(());
            }
            let said = fs::read_to_string(&log).unwrap_or_default();
            let line = said.lines().find(|line| line.contains("rror"));
            let line = line.unwrap_or("it does not say why").trim();
            return Err(format!("{program} failed: {line}. See {}.", log.display()).into());
        }
        if Instant::now() > end {
            child.kill()?;
            child.wait()?;
            return Err(format!("{program} took longer than {} s.", most.as_secs()).into());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// An instruction to cargo.
fn tell(instruction: &str) {
    println!("cargo::{instruction}");
}
