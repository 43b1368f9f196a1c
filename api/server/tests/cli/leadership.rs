//! Several processes on one data directory.

use crate::{Program, text};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
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
        let address = free_address();
        let mut command = program.command(&["serve", "--bind", &address, "--log", "off"]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
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
        wait(|| matches!(ask(&self.address, "/health/ready", &[]), Some((200, _))));
    }

    /// One with settings of the test's choice, whose log goes to `log`.
    pub fn with(program: &Program, settings: &[(&str, &str)], log: std::fs::File) -> Self {
        let address = free_address();
        let mut command = program.command(&["serve", "--bind", &address]);
        command.envs(settings.iter().copied());
        command.stdout(Stdio::null()).stderr(log);
        let child = command.spawn().expect("the program runs");
        let server = Self { child, address };
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

fn free_address() -> String {
    let free = TcpListener::bind("127.0.0.1:0").expect("loopback");
    free.local_addr().expect("an address").to_string()
}

pub fn wait(done: impl Fn() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(
            start.elapsed() < Duration::from_mins(2),
            "it takes too long"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The status and the body of what is at a path of a server, if one answers.
pub fn ask(address: &str, path: &str, headers: &[&str]) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(address).ok()?;
    let fixed: &[&str] = &["host: localhost", "connection: close"];
    let headers = [fixed, headers].concat().join("\r\n");
    write!(stream, "GET {path} HTTP/1.1\r\n{headers}\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some((status, body.to_owned()))
}

const SPELLS: &str = "/graphql?query=%7B%20spells%20%7B%20totalCount%20%7D%20%7D";
const NO_SPELLS: &str = r#"{"data":{"spells":{"totalCount":0}}}"#;

fn succeeds(program: &Program, arguments: &[&str], words: &[&str]) {
    let output = program.run(arguments);
    let (said, error) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{arguments:?}: {error}");
    for word in words {
        assert!(said.contains(word), "{arguments:?}: {said}");
    }
}

#[test]
fn commands_beside_a_server() {
    let program = Program::new();
    let shown = format!("embedded, in {}\n", program.data_dir().display());
    succeeds(
        &program,
        &["status"],
        &["this process", &shown, "entities   0"],
    );
    assert!(!program.data_dir().join("endpoint.json").exists());

    let server = Server::ready(&program);
    succeeds(
        &program,
        &["status"],
        &[&server.leads(), &shown, "entities   0"],
    );
    succeeds(&program, &["documents"], &["Nothing is stored yet"]);
    succeeds(&program, &["search", "fire"], &["Nothing was found"]);
    succeeds(&program, &["sync", "--no-embed"], &["nothing was fetched"]);
    // Without a model: how many passages got vectors is said all the same.
    succeeds(
        &program,
        &["sync"],
        &["nothing was fetched", "0 passages embedded."],
    );

    let file = program.data_dir().join("endpoint.json");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file)
            .expect("the endpoint")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let endpoint = std::fs::read_to_string(&file).expect("the endpoint");
    let endpoint: serde_json::Value = serde_json::from_str(&endpoint).expect("JSON");
    let word = |key: &str| endpoint[key].as_str().unwrap_or_default().to_owned();
    let private = word("address");
    assert_eq!(endpoint["pid"], server.child.id());
    for (secret, status) in [("", 401), ("00", 401), (&*word("secret"), 200)] {
        let header = format!("authorization: Bearer {secret}");
        let answer = ask(&private, SPELLS, &[&header]).expect("an answer");
        assert_eq!(answer.0, status);
    }
    assert_eq!(ask(&private, SPELLS, &[]).expect("an answer").0, 401);
}

#[test]
fn a_server_beside_a_server_takes_over() {
    let program = Program::new();
    let first = Server::ready(&program);
    let second = Server::ready(&program);
    assert_eq!(
        ask(&second.address, SPELLS, &[]),
        Some((200, NO_SPELLS.to_owned()))
    );
    assert_eq!(
        ask(&second.address, "/health/live", &[]),
        Some((200, "alive\n".to_owned()))
    );
    let third = Server::ready(&program);

    first.kill();
    // The endpoint file is stale; the first request waits for the new leader.
    assert!(program.data_dir().join("endpoint.json").exists());
    for server in [&second, &third] {
        assert_eq!(
            ask(&server.address, SPELLS, &[]),
            Some((200, NO_SPELLS.to_owned()))
        );
    }
    let output = program.run(&["status"]);
    let said = text(&output.stdout);
    assert!(
        said.contains(&second.leads()) || said.contains(&third.leads()),
        "{said}"
    );
    let (leader, follower) = if said.contains(&second.leads()) {
        (second, third)
    } else {
        (third, second)
    };
    leader.kill();
    // It takes over by itself, before anybody asks.
    let endpoint = program.data_dir().join("endpoint.json");
    let pid = format!("\"pid\":{},", follower.child.id());
    wait(|| std::fs::read_to_string(&endpoint).is_ok_and(|text| text.contains(&pid)));
    assert_eq!(
        ask(&follower.address, SPELLS, &[]),
        Some((200, NO_SPELLS.to_owned()))
    );
    succeeds(&program, &["status"], &[&follower.leads()]);
    follower.kill();
    succeeds(&program, &["status"], &["this process"]);
}

#[cfg(unix)]
#[test]
fn a_server_that_is_stopped_leaves_nothing_behind() {
    let program = Program::new();
    let mut first = Server::ready(&program);
    let second = Server::ready(&program);
    let pid = first.child.id().to_string();
    let mut stop = std::process::Command::new("kill");
    assert!(stop.args(["-TERM", &pid]).status().expect("kill").success());
    assert!(first.child.wait().expect("it ends").success());
    assert_eq!(
        ask(&second.address, SPELLS, &[]),
        Some((200, NO_SPELLS.to_owned()))
    );
    let pid = second.child.id().to_string();
    let mut stop = std::process::Command::new("kill");
    let mut second = second;
    assert!(stop.args(["-TERM", &pid]).status().expect("kill").success());
    assert!(second.child.wait().expect("it ends").success());
    assert!(!program.data_dir().join("endpoint.json").exists());
}

#[test]
fn two_at_the_same_instant() {
    let program = Program::new();
    let servers = [Server::start(&program), Server::start(&program)];
    for server in &servers {
        server.wait();
        assert_eq!(
            ask(&server.address, SPELLS, &[]),
            Some((200, NO_SPELLS.to_owned()))
        );
    }
    let output = program.run(&["status"]);
    let said = text(&output.stdout);
    let leaders = servers
        .iter()
        .filter(|server| said.contains(&server.leads()));
    assert_eq!(leaders.count(), 1, "{said}");
}
