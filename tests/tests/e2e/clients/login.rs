//! The login of a real provider, and clients of MCP and of events against it: `tests/login`; the pages in a browser sign in
//! there, too.

use super::{ClientBuild, npm_ci, succeed};
use crate::browser;
use lorekeeper_tests::book::root;
use lorekeeper_tests::http::client;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_lorekeeper-under-test");

/// A process that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The program in a data directory, with nothing of the user's settings.
fn program(data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("LOREKEEPER_")) {
        command.env_remove(name);
    }
    command
        .args(arguments)
        .env_remove("DATABASE_URL")
        .env("XDG_CONFIG_HOME", data)
        .env("LOREKEEPER_DATA_DIR", data.join("data"))
        .env("LOREKEEPER_OFFLINE", "true")
        .env("LOREKEEPER_STARTER_PACK", "false")
        .env("LOREKEEPER_LOG", "off");
    command
}

/// An address with a port that is free.
fn free_address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().to_string()
}

/// A server at an address, once it answers; its URL.
fn serve(mut command: Command, address: &str) -> (Running, String) {
    let url = format!("http://{address}");
    command.env("LOREKEEPER_BIND", address);
    command.env("LOREKEEPER_PUBLIC_URL", &url);
    let server = Running(command.spawn().unwrap());
    let start = Instant::now();
    while std::net::TcpStream::connect(address).is_err() {
        assert!(start.elapsed() < Duration::from_mins(1), "no server");
        std::thread::sleep(Duration::from_millis(50));
    }
    (server, url)
}

/// A provider that runs, and its URL; `None` where this Node.js does not run it.
fn provide(mut command: Command) -> Option<(Running, String)> {
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut provider = Running(command.spawn().unwrap());
    let mut told = BufReader::new(provider.0.stdout.take().unwrap()).lines();
    let issuer = told.by_ref().map_while(Result::ok);
    let issuer = issuer.into_iter().find(|line| line.starts_with("http"));
    // It writes to it later, too.
    std::thread::spawn(move || told.count());
    if issuer.is_none() {
        eprintln!("The provider is left out: this Node.js does not run it.");
    }
    Some((provider, issuer?))
}

/// A data directory with a small book.
fn data() -> TempDir {
    let data = tempfile::tempdir().unwrap();
    let book = root().join("tests/fixtures/orcbrew/kitchen.orcbrew");
    let book = book.display().to_string();
    succeed(&mut program(data.path(), &["import", "--no-embed", &book]));
    data
}

#[test]
fn a_real_login_and_a_supergraph() {
    let Some(build) = ClientBuild::prepare("tests/login", "package-lock.json", npm_ci) else {
        return;
    };
    let node = |script: &str| {
        let mut command = Command::new("node");
        command.arg(build.place().join(script)).env("NO_PROXY", "*");
        command
    };
    let Some((_provider, issuer)) = provide(node("provider.mjs")) else {
        return;
    };
    let data = data();
    let mut command = program(data.path(), &["serve"]);
    command.env("LOREKEEPER_OAUTH_ISSUER", &issuer);
    let (server, url) = serve(command, &free_address());
    let said = succeed(node("client.mjs").arg(&url));
    let resource = format!("asked for the resource {url}/mcp and the scope read");
    for line in [resource.as_str(), "POST /mcp 401", "graphql-sse: a query and a subscription"] {
        assert!(said.lines().any(|told| told == line), "{line} in {said}");
    }
    drop(server);

    let mut command = program(data.path(), &["serve"]);
    command.env("LOREKEEPER_FEDERATION", "true");
    let (server, url) = serve(command, &free_address());
    let said = succeed(node("subgraph.mjs").arg(&url));
    assert!(said.contains("of supergraph, 3 entities"), "{said}");
    drop(server);
}

#[tokio::test]
async fn pages_sign_in() {
    let Some(chromium) = browser::chromium() else {
        return println!("skipped: Chromium is not here");
    };
    let Some(pages) = ClientBuild::prepare("tests/pages", "package-lock.json", npm_ci) else {
        return;
    };
    let Some(build) = ClientBuild::prepare("tests/login", "package-lock.json", npm_ci) else {
        return;
    };
    let address = free_address();
    let mut provider = Command::new("node");
    provider.arg(build.place().join("provider.mjs"));
    provider.args(["0", &format!("http://{address}/login")]);
    let Some((_provider, issuer)) = provide(provider) else {
        return;
    };
    let data = data();
    let mut command = program(data.path(), &["serve"]);
    command
        .env("LOREKEEPER_OAUTH_ISSUER", &issuer)
        .env("LOREKEEPER_OAUTH_CLIENT_ID", "pages")
        .env("LOREKEEPER_API_TOKENS", "a reader's own token");
    let (_server, url) = serve(command, &address);
    let home = client().build().unwrap().get(&url).send().await.unwrap();
    let home = home.text().await.unwrap();
    if !home.contains("<div id=\"page\">") {
        return println!("skipped: the program was built without npm");
    }
    let mut test = Command::new("node");
    test.args(["--test", "--test-reporter=spec", "login.test.mjs"])
        .current_dir(pages.place())
        .env("SERVER", url)
        .env("ISSUER", issuer)
        .env("CHROMIUM", chromium);
    succeed(&mut test);
}
