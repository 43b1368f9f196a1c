//! The command line: what cannot be done is said in one line, with exit code 1.

#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "a test that cannot be set up fails, and says why")]

mod backup;
mod connection;
#[cfg(target_os = "linux")]
mod exit_handlers;
mod first_start;
#[cfg(unix)]
mod health;
mod leadership;
mod mcp;
mod packs;
#[cfg(unix)]
mod search_index;
mod statements;
#[cfg(unix)]
mod stop;
#[cfg(unix)]
mod telemetry;
#[cfg(target_os = "linux")]
mod watched;
mod working_directory;

use std::ffi::OsStr;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// The program in an empty directory, with nothing of the user's settings.
struct Program {
    folder: TempDir,
}

/// The folder for caches that all programs of the tests share, so that the embedded Postgres is unpacked once.
fn shared_cache() -> PathBuf {
    let folder = |name| std::env::var_os(name).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let cache = || Some(folder("HOME")?.join(".cache"));
    folder("XDG_CACHE_HOME").or_else(cache).unwrap_or_else(std::env::temp_dir)
}

impl Program {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary directory") }
    }

    fn data_dir(&self) -> &Path {
        self.folder.path()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lorekeeper"));
        command.args(arguments).current_dir(self.folder.path());
        for (name, _) in std::env::vars().filter(|(name, _)| is_setting(name)) {
            command.env_remove(name);
        }
        command
            .env("LOREKEEPER_DATA_DIR", self.data_dir())
            .env("XDG_CONFIG_HOME", self.data_dir().join("config"))
            .env("XDG_CACHE_HOME", shared_cache())
            .env("LOREKEEPER_OFFLINE", "true")
            .env("LOREKEEPER_STARTER_PACK", "false");
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the program runs")
    }

    fn run_with(&self, arguments: &[&str], name: &str, value: impl AsRef<OsStr>) -> Output {
        let mut command = self.command(arguments);
        command.env(name, value).output().expect("the program runs")
    }

    /// What a command prints that must succeed.
    fn prints(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let error = text(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {error}");
        text(&output.stdout)
    }

    /// Runs a command that must succeed, and print all of `words`.
    fn succeeds(&self, arguments: &[&str], words: &[&str]) {
        let printed = self.prints(arguments);
        for word in words {
            assert!(printed.contains(word), "{arguments:?}: {printed}");
        }
    }
}

fn is_setting(name: &str) -> bool {
    name.starts_with("LOREKEEPER_") || name.starts_with("DATABASE_")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The command must fail with exit code 1 and one last line that has all of `words`; before it comes at most
/// the log, which has the cause.
fn refused(output: &Output, words: &[&str]) {
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert_eq!(text(&output.stdout), "");
    let said = |line: &&str| line.starts_with("lorekeeper: ");
    assert_eq!(error.lines().filter(said).count(), 1, "{error}");
    let line = error.lines().last().filter(said).unwrap_or_default();
    for word in words {
        assert!(line.contains(word), "{word} in {error}");
    }
}

#[test]
fn unknown_and_wrong_settings() {
    let program = Program::new();
    let with = |name: &str, value: &str| program.run_with(&["status"], name, value);
    refused(&with("LOREKEEPER_BINDD", "127.0.0.1:1"), &["LOREKEEPER_BINDD", "LOREKEEPER_BIND?"]);
    refused(&with("LOREKEEPER_BIND", "nowhere"), &["bind", "nowhere"]);
    refused(&with("LOREKEEPER_LOG", "=?="), &["log"]);
    refused(&with("LOREKEEPER_CONFIG", "nowhere.toml"), &["nowhere.toml"]);
    let settings = program.data_dir().join("lorekeeper.toml");
    std::fs::write(&settings, "cache_tll = '1d'\n").expect("a file");
    let named = ["status", "--config", "lorekeeper.toml"];
    refused(&program.run(&named), &["cache_tll", "cache_ttl"]);
    std::fs::write(&settings, "bind = \n").expect("a file");
    refused(&program.run(&named), &["lorekeeper.toml", "TOML"]);
    std::fs::remove_file(&settings).expect("the file goes");
    refused(&program.run(&["sync", "--source", "open5e"]), &["open5e", "Did you mean open5e_v2?"]);
    refused(&program.run(&["search", "fire", "--family", "spoon"]), &["spoon", "equipment"]);
    // Nothing was made on the way.
    assert!(!program.data_dir().join("store").exists());
}

#[test]
fn stores_that_cannot_be_had() {
    let program = Program::new();
    let status = |database: &str| program.run_with(&["status"], "DATABASE_URL", database);
    let closed = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let port = closed.local_addr().expect("an address").port();
    drop(closed);
    let nobody = format!("postgres://me:secret@127.0.0.1:{port}/lore");
    let output = status(&nobody);
    refused(&output, &["DATABASE_URL", "does not answer"]);
    assert!(!text(&output.stderr).contains("secret"));
    refused(&status("nonsense"), &["DATABASE_URL"]);

    // A file where the data directory should be.
    let file = program.data_dir().join("file");
    std::fs::write(&file, "").expect("a file");
    let output = program.run_with(&["status"], "LOREKEEPER_DATA_DIR", &file);
    refused(&output, &["data directory", "cannot be written to"]);
}

#[cfg(unix)]
#[test]
fn a_data_directory_without_permission() {
    use std::os::unix::fs::PermissionsExt;
    let program = Program::new();
    let locked = program.data_dir().join("locked");
    std::fs::create_dir(&locked).expect("a directory");
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o500)).expect("permissions");
    if std::fs::write(locked.join("probe"), "").is_ok() {
        println!("skipped: this user may write everywhere");
        return;
    }
    let output = program.run_with(&["status"], "LOREKEEPER_DATA_DIR", &locked);
    refused(&output, &["locked", "cannot be written to", "--data-dir"]);
}

/// Also where an earlier version left it open.
#[cfg(unix)]
#[test]
fn a_data_directory_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let program = Program::new();
    let data = program.data_dir().join("data");
    std::fs::create_dir_all(data.join("store")).expect("a directory");
    for path in [&data, &data.join("store")] {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("ours");
    }
    let output = program.run_with(&["status"], "LOREKEEPER_DATA_DIR", &data);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for path in [&data, &data.join("store")] {
        let mode = std::fs::metadata(path).expect("it is there").permissions();
        assert_eq!(mode.mode() & 0o777, 0o700, "{}", path.display());
    }
}

#[test]
fn what_another_program_has() {
    let program = Program::new();
    let taken = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let address = taken.local_addr().expect("an address").to_string();
    let output = program.run(&["serve", "--bind", &address]);
    refused(&output, &[&address, "taken", "--bind"]);
    assert!(!program.data_dir().join("store").exists());
}

#[test]
fn commands_on_an_empty_store() {
    let program = Program::new();
    program.succeeds(&["status"], &["entities   0"]);
    program.succeeds(&["documents"], &["Nothing is stored yet"]);
    program.succeeds(&["search", "fire"], &["Nothing was found"]);
    program.succeeds(&["sync", "--no-embed"], &["nothing was fetched"]);
}

#[test]
fn the_schema_is_current() {
    let program = Program::new();
    let output = program.run(&["schema"]);
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "");
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schema.graphql");
    let committed = std::fs::read_to_string(committed).expect("schema.graphql");
    assert!(text(&output.stdout) == committed, "schema.graphql is out of date: cargo run -- schema > schema.graphql");
    assert!(!program.data_dir().join("store").exists());
}

#[test]
fn help_and_completions() {
    let program = Program::new();
    let commands =
        ["serve", "sync", "assets", "search", "documents", "backup", "restore", "status", "schema", "completions"];
    let listed = commands.map(|command| format!("  {command} "));
    program.succeeds(&["--help"], &listed.each_ref().map(String::as_str));
    program.succeeds(&["--help"], &["LOREKEEPER_", "lorekeeper.toml"]);
    for command in commands {
        assert!(program.prints(&[command, "--help"]).len() > 200, "{command}");
    }
    for shell in ["bash", "zsh", "fish"] {
        program.succeeds(&["completions", shell], &commands);
    }
    let version = concat!("lorekeeper ", env!("CARGO_PKG_VERSION"));
    assert_eq!(program.prints(&["--version"]).trim(), version);
    // What is no command at all is for clap to say.
    assert_eq!(program.run(&["sing"]).status.code(), Some(2));
}
