//! Several processes on one data directory.

use crate::connection::Connection;
use crate::{Program, refused};
use std::net::TcpListener;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A server that is stopped when it is dropped.
pub struct Server {
    child: Child,
    address: String,
}

impl Server {
    /// One at a port of its own.
    fn start(program: &Program) -> Self {
        Self::spawn(program, [("LOREKEEPER_LOG", "off".to_owned())], Stdio::null())
    }

    fn spawn(
        program: &Program,
        settings: impl IntoIterator<Item = (&'static str, String)>,
        log: impl Into<Stdio>,
    ) -> Self {
        let address = free_address();
        let mut command = program.command(&["serve", "--bind", &address]);
        command.envs(settings);
        command.stdout(Stdio::null()).stderr(log);
        let child = command.spawn().expect("the program runs");
        Self { child, address }
    }

    /// One that answers.
    pub fn ready(program: &Program) -> Self {
        let server = Self::start(program);
        server.wait();
        server
    }

    fn wait(&self) {
        wait(|| matches!(ask(&self.address, "/health/ready"), Some((200, _))));
    }

    /// One with settings of the test's choice, whose log goes to `log`.
    pub fn with(
        program: &Program,
        settings: impl IntoIterator<Item = (&'static str, String)>,
        log: std::fs::File,
    ) -> Self {
        let server = Self::spawn(program, settings, log);
        server.wait();
        server
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// Asks it to end.
    pub fn terminate(&self) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(sent.expect("kill runs").success());
    }

    /// Waits until it has ended, and says how.
    pub fn ended(mut self) -> ExitStatus {
        self.child.wait().expect("it ended")
    }

    /// Ends it as an unlucky system does.
    pub fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ended");
    }

    pub fn leads(&self) -> String {
        format!("leader     process {}\n", self.child.id())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn free_address() -> String {
    let free = TcpListener::bind("127.0.0.1:0").expect("loopback");
    free.local_addr().expect("an address").to_string()
}

pub fn wait(done: impl Fn() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_mins(2), "it takes too long");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The status and the body of what is at a path of a server, if one answers.
pub fn ask(address: &str, path: &str) -> Option<(u16, String)> {
    let answer = Connection::open(address)?.ask(&format!("GET {path}"), &[], "")?;
    Some((answer.status, answer.body))
}

const SPELLS: &str = "/graphql?query=%7B%20spells%20%7B%20totalCount%20%7D%20%7D";
const NO_SPELLS: &str = r#"{"data":{"spells":{"totalCount":0}}}"#;

fn no_spells() -> (u16, String) {
    (200, NO_SPELLS.to_owned())
}

#[test]
fn commands_beside_a_server() {
    let program = Program::new();
    let shown = format!("embedded, in {}\n", program.data_dir().display());
    program.succeeds(&["status"], &["this process", &shown, "entities   0"]);
    assert!(!program.data_dir().join("endpoint.json").exists());

    let server = Server::ready(&program);
    program.succeeds(&["status"], &[&server.leads(), &shown, "entities   0"]);
    let again = program.run(&["serve", "--bind", &server.address]);
    refused(&again, &["LoreKeeper runs there already", &server.address]);
    program.succeeds(&["documents"], &["Nothing is stored yet"]);
    program.succeeds(&["search", "fire"], &["Nothing was found"]);
    program.succeeds(&["sync", "--no-embed"], &["nothing was fetched"]);
    // Without a model: how many passages got vectors is said all the same.
    program.succeeds(&["sync"], &["nothing was fetched", "0 passages embedded."]);
}

#[test]
fn a_server_beside_a_server_takes_over() {
    let program = Program::new();
    let first = Server::ready(&program);
    let second = Server::ready(&program);
    assert_eq!(ask(&second.address, SPELLS), Some(no_spells()));
    assert_eq!(ask(&second.address, "/health/live"), Some((200, "alive\n".to_owned())));
    let third = Server::ready(&program);

    first.kill();
    // The endpoint file is stale; the first request waits for the new leader.
    assert!(program.data_dir().join("endpoint.json").exists());
    for server in [&second, &third] {
        assert_eq!(ask(&server.address, SPELLS), Some(no_spells()));
    }
    let said = program.prints(&["status"]);
    assert!(said.contains(&second.leads()) || said.contains(&third.leads()), "{said}");
    let (leader, follower) = if said.contains(&second.leads()) { (second, third) } else { (third, second) };
    leader.kill();
    // It takes over by itself, before anybody asks.
    let endpoint = program.data_dir().join("endpoint.json");
    let pid = format!("\"pid\":{},", follower.child.id());
    wait(|| std::fs::read_to_string(&endpoint).is_ok_and(|text| text.contains(&pid)));
    assert_eq!(ask(&follower.address, SPELLS), Some(no_spells()));
    program.succeeds(&["status"], &[&follower.leads()]);
    follower.kill();
    program.succeeds(&["status"], &["this process"]);
}

#[cfg(unix)]
#[test]
fn a_server_that_is_stopped_leaves_nothing_behind() {
    let program = Program::new();
    let (first, second) = (Server::ready(&program), Server::ready(&program));
    first.terminate();
    assert!(first.ended().success());
    assert_eq!(ask(&second.address, SPELLS), Some(no_spells()));
    second.terminate();
    assert!(second.ended().success());
    assert!(!program.data_dir().join("endpoint.json").exists());
}

#[test]
fn two_at_the_same_instant() {
    let program = Program::new();
    let servers = [Server::start(&program), Server::start(&program)];
    for server in &servers {
        server.wait();
        assert_eq!(ask(&server.address, SPELLS), Some(no_spells()));
    }
    let said = program.prints(&["status"]);
    let leaders = servers.iter().filter(|server| said.contains(&server.leads()));
    assert_eq!(leaders.count(), 1, "{said}");
}
