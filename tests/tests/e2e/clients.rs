//! Clients against a server: the packages of `clients/`, whose types are made from the schema and checked, those of
//! `tests/clients/`, and those of `tests/login/`, which log in. The tests of the pages get their packages here, too.
//!
//! What the package registries give is kept in the cache directory, by the pins. Where a tool or a registry is
//! missing, the test says so and leaves it out.

mod login;

use lorekeeper_tests::book::root;
use lorekeeper_tests::harness::Reader;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};
use tempfile::TempDir;

/// What tools say when it is the network that is missing.
const NETWORK_ERRORS: [&str; 9] = [
    "ENOTFOUND", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EAI_AGAIN", "EIDLETIMEOUT", "NewConnectionError",
    "Failed to establish", "Temporary failure",
];

#[tokio::test]
async fn typescript() {
    let Some(build) = ClientBuild::prepare("clients/typescript", "package-lock.json", npm_ci) else {
        return;
    };
    let node = |script: &str| {
        let mut command = Command::new("node");
        command.arg(script).current_dir(build.place());
        command
    };
    let tool = |path: &str| node(&build.packages.join("node_modules").join(path).display().to_string());
    succeed(&mut tool("@graphql-codegen/cli/esm/bin.js"));
    succeed(&mut tool("typescript/bin/tsc"));
    asks(node("dist/demo.js")).await;
}

#[tokio::test]
async fn clients_of_node() {
    let Some(build) = ClientBuild::prepare("tests/clients", "package-lock.json", npm_ci) else {
        return;
    };
    let lore = Reader::shared().await;
    for name in ["keyless-types.json", "possible-types.json"] {
        let reference = build.work.path().join("docs/reference");
        fs::create_dir_all(&reference).unwrap();
        fs::copy(root().join("docs/reference").join(name), reference.join(name)).unwrap();
    }
    let mut script = Command::new("node");
    script.arg(build.place().join("clients.mjs")).arg(&lore.url).arg(&build.packages).env("NO_PROXY", "*");
    let said = tokio::task::spawn_blocking(move || succeed(&mut script));
    assert_eq!(said.await.unwrap().lines().count(), 6);
}

pub fn npm_ci(place: &Path) -> Result<Output, std::io::Error> {
    let ci = [
        "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", "--fetch-retries=1",
        "--fetch-timeout=10000", "--loglevel=error",
    ];
    run(Command::new("npm").args(ci).current_dir(place))
}

#[tokio::test]
async fn python() {
    let Some(build) = ClientBuild::prepare("clients/python", "requirements.txt", |place| {
        let install = [
            "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--root-user-action=ignore",
            "--retries=1", "--target=packages", "--requirement=requirements.txt",
        ];
        run(Command::new("python3").args(install).current_dir(place))
    }) else {
        return;
    };
    let python = || {
        let mut command = Command::new("python3");
        command
            .env("PYTHONPATH", build.packages.join("packages"))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .current_dir(build.place());
        command
    };
    succeed(python().args(["-m", "ariadne_codegen"]));
    let mut client = python();
    client.arg("demo.py");
    asks(client).await;
}

/// Runs a client against a server, and looks at what it prints.
async fn asks(mut client: Command) {
    let lore = Reader::shared().await;
    client.arg(format!("{}/graphql", lore.url)).arg("ember ward").env("NO_PROXY", "*");
    // The server answers on this thread meanwhile.
    let said = tokio::task::spawn_blocking(move || succeed(&mut client));
    let said = said.await.unwrap();
    for line in [
        "Found for \"ember ward\":",
        "- Ember Ward, System Reference Document 5.1 (1.00)",
        "Ember Ward is of level 1, ",
        "Three creatures of challenge rating 1/2: LOW, 300 XP",
        "0 removed, complete until 20",
        "Revision ",
        "Refused (BAD_USER_INPUT): ",
        "is not a challenge rating",
    ] {
        assert!(said.contains(line), "{line} is not in\n{said}");
    }
    // All pages of all families are read, none twice.
    let counts = said.split_once("Since 2020: ").unwrap().1;
    let counts: Vec<usize> = counts.lines().next().unwrap().split(' ').filter_map(|word| word.parse().ok()).collect();
    assert!(counts[0] > 100 && counts[0] == counts[1], "{said}");
}

/// A place where a client is built: beside the packages it needs, with the schema where it looks for it.
pub struct ClientBuild {
    /// Its folder in the repository.
    folder: &'static str,
    /// Where its packages are.
    packages: PathBuf,
    work: TempDir,
}

impl ClientBuild {
    /// A build for a client. `install` fetches its packages into a folder with its pins; `None`, with a
    /// word why, where that cannot be.
    pub fn prepare(
        folder: &'static str,
        pins: &str,
        install: impl FnOnce(&Path) -> Result<Output, std::io::Error>,
    ) -> Option<Self> {
        let source = root().join(folder);
        let name = folder.replace('/', "-");
        let mut hasher = DefaultHasher::new();
        fs::read(source.join(pins)).unwrap().hash(&mut hasher);
        let kept = cache().join("clients");
        let packages = kept.join(format!("{name}-{:016x}", hasher.finish()));
        if !packages.exists() {
            fs::create_dir_all(&kept).unwrap();
            let fresh = tempfile::tempdir_in(&kept).unwrap();
            copy(&source, fresh.path());
            let installed = match install(fresh.path()) {
                Ok(installed) => installed,
                Err(cause) => return skip(folder, &cause.to_string()),
            };
            if !installed.status.success() {
                let errors = String::from_utf8_lossy(&installed.stderr).into_owned();
                let missing =
                    NETWORK_ERRORS.iter().any(|word| errors.contains(word)) || errors.contains("No module named pip");
                assert!(missing, "{errors}");
                return skip(folder, &errors);
            }
            // Another process may have been faster.
            if fs::rename(fresh.path(), &packages).is_ok() {
                let _moved = fresh.keep();
            }
        }
        let work = tempfile::tempdir_in(&packages).unwrap();
        let schema = work.path().join("schema.graphql");
        fs::copy(root().join("schema.graphql"), schema).unwrap();
        copy(&source, &work.path().join(folder));
        let operations = Path::new("clients/operations.graphql");
        fs::create_dir_all(work.path().join("clients")).unwrap();
        fs::copy(root().join(operations), work.path().join(operations)).unwrap();
        Some(Self { folder, packages, work })
    }

    pub fn place(&self) -> PathBuf {
        self.work.path().join(self.folder)
    }
}

fn skip(folder: &str, why: &str) -> Option<ClientBuild> {
    eprintln!("{folder} is left out: {why}");
    None
}

fn cache() -> PathBuf {
    let home = || env::var_os("HOME").map(|home| Path::new(&home).join(".cache"));
    env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or_else(home).unwrap_or_else(env::temp_dir).join("lorekeeper")
}

/// Copies what belongs to a client, and nothing that was built or installed there.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name();
        let made = ["node_modules", "dist", "operations", "operations.ts", "__pycache__"];
        if made.iter().any(|made| name == *made) {
            continue;
        }
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to.join(name));
        } else {
            fs::copy(entry.path(), to.join(name)).unwrap();
        }
    }
}

fn run(command: &mut Command) -> Result<Output, std::io::Error> {
    command.output()
}

/// What a command that succeeds prints.
fn succeed(command: &mut Command) -> String {
    let output = run(command).unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{said}\n{errors}");
    said
}
