//! Exit handlers of libraries: none runs when the program ends, since threads of a model may still use what it destroys.

use crate::Program;
use crate::connection::Connection;
use crate::leadership::{Server, wait};
use crate::watched::compile;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A library with an exit handler, and the file by which the handler is known to have run.
struct Marker {
    folder: tempfile::TempDir,
}

impl Marker {
    /// `None` where there is no C compiler.
    fn new() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/exit_marker.c");
        compile(&source, &folder.path().join("marker.so")).then_some(Self { folder })
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("marker")
    }

    fn settings(&self) -> [(&'static str, String); 2] {
        let path = |path: PathBuf| path.display().to_string();
        let library = self.folder.path().join("marker.so");
        [("LD_PRELOAD", path(library)), ("EXIT_MARKER", path(self.file()))]
    }

    /// Whether the handler has run since the last time.
    fn was_left(&self) -> bool {
        std::fs::remove_file(self.file()).is_ok()
    }

    fn server(&self, program: &Program) -> Server {
        let log = tempfile::tempfile().expect("a temporary file");
        Server::with(program, self.settings(), log)
    }
}

#[test]
fn no_exit_handler_runs_however_the_program_ends() {
    let Some(marker) = Marker::new() else {
        println!("skipped: there is no C compiler to build the library with");
        return;
    };
    let run = Command::new("true").envs(marker.settings()).status();
    assert!(run.expect("true runs").success());
    assert!(marker.was_left(), "the handler of another program runs");

    let program = Program::new();
    let book = program.data_dir().join("book.orcbrew");
    let text = r#"{"Pond" {:orcpub.dnd.e5/spells {:s {:key :s :name "Pond Light" :level 1 :school "evocation"}}}}"#;
    std::fs::write(&book, text).expect("a file");
    let book = book.display().to_string();
    for (arguments, code) in [
        (&["import", &book, "--no-embed"][..], 0),
        (&["status"], 0),
        (&["search", "pond"], 0),
        (&["import", "nowhere.orcbrew"], 1),
        (&["mcp"], 0),
    ] {
        let mut command = program.command(arguments);
        command.envs(marker.settings()).stdin(Stdio::null());
        let output = command.output().expect("the program runs");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(!marker.was_left(), "{arguments:?}");
    }

    let server = marker.server(&program);
    server.terminate();
    assert!(server.ended().success());
    assert!(!marker.was_left(), "a server that is stopped");

    // One that waits for a request is told again.
    let server = marker.server(&program);
    let mut slow = Connection::open(server.address()).expect("a connection");
    let half =
        "POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 60\r\n\r\n{";
    slow.send(half).expect("it is sent");
    server.terminate();
    wait(|| Connection::open(server.address()).is_none());
    server.terminate();
    assert_eq!(server.ended().code(), Some(130));
    assert!(!marker.was_left(), "a server that is interrupted");
}
