//! A Postgres and a streaming standby of it, of a test's own: `.ci/postgres` starts them.

use sea_orm::{ConnectionTrait, Database};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A primary and its standby.
pub struct Cluster {
    folder: TempDir,
    /// The address of what is written to.
    pub primary: String,
    /// The address of what follows it.
    pub standby: String,
}

/// One of the two.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// What is written to.
    Primary,
    /// What follows it.
    Standby,
}

impl Node {
    fn folder(self) -> &'static str {
        match self {
            Self::Primary => "primary",
            Self::Standby => "standby",
        }
    }
}

impl Cluster {
    /// Both, running; `None`, and a word about it, where the tests run on the embedded store, or where no Postgres can
    /// be started.
    pub async fn start() -> Option<Self> {
        if std::env::var("LOREKEEPER_TEST_DATABASE_URL").is_ok_and(|url| !url.is_empty()) {
            let started = tokio::task::spawn_blocking(Self::begin).await;
            if let Some(cluster) = started.expect("no panic") {
                return Some(cluster);
            }
            eprintln!("skipped: .ci/postgres cannot start a Postgres and a standby here");
        } else {
            eprintln!("skipped: only Postgres servers have standbys");
        }
        None
    }

    fn begin() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a temporary directory");
        // Postgres may have to run as somebody else.
        let open = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(folder.path(), open).expect("it is ours");
        let mut cluster = Self { folder, primary: String::new(), standby: String::new() };
        let at = |node: Node| cluster.folder.path().join(node.folder());
        let (primary, standby) = (at(Node::Primary), at(Node::Standby));
        cluster.primary = script("start", &[&primary])?;
        cluster.standby = script("standby", &[&standby, &primary])?;
        Some(cluster)
    }

    /// Ends one as a crash does.
    pub async fn kill(&self, node: Node) {
        self.call("kill", node).await;
    }

    /// Makes the standby a primary.
    pub async fn promote(&self) {
        self.call("promote", Node::Standby).await;
    }

    /// Waits until the standby has replayed all that the primary has written.
    pub async fn replicate(&self) {
        let written = text(&self.primary, "SELECT pg_current_wal_lsn()::text").await;
        let replayed = format!("SELECT (pg_last_wal_replay_lsn() >= '{written}')::text");
        while text(&self.standby, &replayed).await != "true" {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn call(&self, command: &'static str, node: Node) {
        let folder = self.folder.path().join(node.folder());
        let called = tokio::task::spawn_blocking(move || script(command, &[&folder]));
        let done = called.await.expect("no panic");
        assert!(done.is_some(), "{command} {node:?}");
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for node in [Node::Standby, Node::Primary] {
            script("stop", &[&self.folder.path().join(node.folder())]);
        }
    }
}

/// The one text that a statement gives.
async fn text(server: &str, statement: &str) -> String {
    let connection = Database::connect(server).await.expect("a server");
    let row = connection.query_one_raw(lorekeeper_store::sql(statement)).await;
    let row = row.expect("a statement that runs").expect("a row");
    connection.close().await.expect("a connection that closes");
    row.try_get_by_index(0).expect("a text")
}

/// What the script says; `None` where it fails.
fn script(command: &str, folders: &[&PathBuf]) -> Option<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.ci/postgres");
    let mut command_line = Command::new(script);
    command_line.arg(command).args(folders);
    // What it starts must not hold the pipe open.
    let output = command_line.stdin(Stdio::null()).output().ok()?;
    if !output.status.success() {
        eprintln!("{}", String::from_utf8_lossy(&output.stderr));
        return None;
    }
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
