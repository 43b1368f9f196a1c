//! Load balancing: several servers on one Postgres, and clients that ask them in turn, as a balancer without stickiness
//! has it.

mod clients;

use clients::Clients;
use lorekeeper_tests::harness::{Database, until};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// A program that serves; it is killed when this is dropped.
struct Instance {
    child: Child,
    url: String,
    _folder: TempDir,
}

impl Instance {
    fn start(database: &Database, upstream: &Upstream) -> Self {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let free = TcpListener::bind("127.0.0.1:0").expect("loopback");
        let address = free.local_addr().expect("an address").to_string();
        drop(free);
        let mut command = Command::new(env!("CARGO_BIN_EXE_lorekeeper-under-test"));
        for (name, _) in std::env::vars() {
            if name.starts_with("LOREKEEPER_") {
                command.env_remove(name);
            }
        }
        let data_dir = folder.path().display().to_string();
        let none = folder.path().join("none").display().to_string();
        command
            .args(["serve", "--bind", &address, "--data-dir", &data_dir])
            .args(["--open5e-url", &upstream.open5e_url])
            .args(["--dnd5e-url", &upstream.dnd5e_url])
            // No model: nothing is fetched from elsewhere.
            .args(["--sources", "open5e_v2,dnd5e_api", "--model-dir", &none])
            .env("DATABASE_URL", &database.url)
            .env("LOREKEEPER_STARTER_PACK", "false")
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        Self { child: command.spawn().expect("the program runs"), url: format!("http://{address}"), _folder: folder }
    }

    fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ended");
    }

    /// Asks it to end, and waits until it has.
    fn terminate(&mut self) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(sent.expect("kill runs").success());
        assert!(self.child.wait().expect("it ended").success());
    }

    async fn ask(&self, body: &Value) -> Value {
        let client = lorekeeper_tests::http::client().build();
        let request = client.expect("a client").post(format!("{}/graphql", self.url));
        let request = request.header("content-type", "application/json");
        let Ok(response) = request.body(body.to_string()).send().await else {
            return Value::Null;
        };
        let text = response.text().await.unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn any_server_answers_anything_and_one_may_end() {
    let Some(database) = Database::create().await else {
        eprintln!("skipped: only a Postgres server has several processes");
        return;
    };
    let upstream = Upstream::start().await;
    let mut servers = [(); 3].map(|()| Instance::start(&database, &upstream));
    let all = json!({"query": "{ status { revision syncing entityCount } rules { totalCount } search(query: \"ember\", mode: LEXICAL, first: 2) { totalCount edges { cursor node { name } } } }"});
    let answers = async || {
        let asked = servers.iter().map(|server| server.ask(&all));
        futures::future::join_all(asked).await
    };
    // One of them syncs; what all answer is the same then.
    until("all serve the same", async || {
        let answers = answers().await;
        let first = &answers[0]["data"];
        first["status"]["entityCount"].as_i64() > Some(0)
            && answers.iter().all(|a| &a["data"] == first && a["data"]["status"]["syncing"] == false)
    })
    .await;
    for path in ["/v2/spells/", "/v2/creatures/"] {
        assert_eq!(upstream.counts().get(path), Some(&1), "one of them syncs");
    }

    // A page that one began another one goes on with.
    let answer = servers[0].ask(&all).await;
    let cursor = &answer["data"]["search"]["edges"][0]["cursor"];
    let next = json!({"query": format!("{{ search(query: \"ember\", mode: LEXICAL, first: 1, after: {cursor}) {{ edges {{ node {{ name }} }} }} }}")});
    let other = servers[1].ask(&next).await;
    let expected = &answer["data"]["search"]["edges"][1]["node"];
    assert_eq!(&other["data"]["search"]["edges"][0]["node"], expected);

    // A document that one knows by its hash another one asks for.
    let hash = lorekeeper_content::digest::sha256("{ __typename }");
    let named = json!({"extensions": {"persistedQuery": {"version": 1, "sha256Hash": hash}}});
    let mut sent = named.clone();
    sent["query"] = json!("{ __typename }");
    assert!(servers[0].ask(&sent).await["data"].is_object());
    assert!(servers[0].ask(&named).await["data"].is_object());
    let unknown = servers[1].ask(&named).await;
    let code = &unknown["errors"][0]["extensions"]["code"];
    assert_eq!(code, "PERSISTED_QUERY_NOT_FOUND");

    let urls: Vec<String> = servers.iter().map(|server| server.url.clone()).collect();
    let mut clients = Clients::begin(&urls);
    clients.answered(100).await;
    // One that is told to stop finishes what it has taken.
    tokio::task::block_in_place(|| servers[0].terminate());
    clients.answered(100).await;
    assert_eq!(clients.lost_since(0), Vec::<String>::new());
    // One that is killed takes with it what was on its way then, and nothing that comes later.
    servers[1].kill();
    let killed = clients.mark();
    clients.answered(100).await;
    let answered = clients.end().await;
    println!("{answered} answered, {} lost", clients.lost_since(0).len());
    assert_eq!(clients.lost_since(killed), Vec::<String>::new());
    drop(servers);
    database.delete().await;
}
