//! Concurrent clients, which ask without a pause.

use lorekeeper_tests::harness::until;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tokio::task::JoinSet;

/// How many ask at the same time.
const CLIENTS: usize = 8;

/// What became of their requests.
#[derive(Default)]
struct Tally {
    /// Answered as they should be.
    answered: AtomicUsize,
    /// Not answered as they should be: what came instead, and after how many marks they were begun.
    lost: Mutex<Vec<(usize, String)>>,
    marks: AtomicUsize,
    stop: AtomicBool,
}

/// Clients that ask.
pub struct Clients {
    tally: Arc<Tally>,
    clients: JoinSet<()>,
}

impl Clients {
    /// Begins to ask servers in turn. One that cannot be reached is passed over; a request that was sent is not
    /// repeated.
    pub fn begin(servers: &[String]) -> Self {
        let tally = Arc::new(Tally::default());
        let client = |number: usize| ask(number, servers.to_vec(), Arc::clone(&tally));
        let clients = (0..CLIENTS).map(client).collect();
        Self { tally, clients }
    }

    /// Waits until so many more requests have been answered.
    pub async fn answered(&self, more: usize) {
        let before = self.tally.answered.load(Ordering::SeqCst);
        until("answers", async || self.tally.answered.load(Ordering::SeqCst) >= before + more).await;
    }

    /// Tells the requests that begin from now on from those before, by how many marks there were.
    pub fn mark(&self) -> usize {
        self.tally.marks.fetch_add(1, Ordering::SeqCst) + 1
    }

    /// What came instead of answers to requests that began after so many marks.
    pub fn lost_since(&self, mark: usize) -> Vec<String> {
        let lost = self.tally.lost.lock().expect("no panic");
        let since = lost.iter().filter(|(begun, _)| *begun >= mark);
        since.map(|(_, instead)| instead.clone()).collect()
    }

    /// Has them finish, and says how many requests were answered.
    pub async fn end(&mut self) -> usize {
        self.tally.stop.store(true, Ordering::SeqCst);
        while let Some(ended) = self.clients.join_next().await {
            ended.expect("no panic");
        }
        self.tally.answered.load(Ordering::SeqCst)
    }
}

async fn ask(number: usize, servers: Vec<String>, tally: Arc<Tally>) {
    let client = lorekeeper_tests::http::client().build();
    let client = client.expect("an HTTP client");
    let mut turn = number;
    while !tally.stop.load(Ordering::SeqCst) {
        turn += 1;
        let begun = tally.marks.load(Ordering::SeqCst);
        // Different ones, so that few are answered from what was kept.
        let body = json!({
            "query": "query($first: Int!, $text: String!) { spells(first: $first) { totalCount nodes { name document { name } } } search(query: $text, first: 3) { totalCount } }",
            "variables": {"first": 1 + turn % 20, "text": format!("ember {}", turn % 977)},
        });
        let mut answer = None;
        for place in 0..servers.len() {
            let server = &servers[(turn + place) % servers.len()];
            let request = client.post(format!("{server}/graphql"));
            let request = request.header("content-type", "application/json");
            match request.body(body.to_string()).send().await {
                Err(cause) if cause.is_connect() => {}
                Err(cause) => {
                    answer = Some(Err(format!("{cause:?}")));
                    break;
                }
                Ok(response) => {
                    answer = Some(response.text().await.map_err(|cause| format!("{cause:?}")));
                    break;
                }
            }
        }
        match answer {
            Some(Ok(text)) if is_right(&text) => {
                tally.answered.fetch_add(1, Ordering::SeqCst);
            }
            other => {
                let lost = (begun, format!("{other:?}"));
                tally.lost.lock().expect("no panic").push(lost);
            }
        }
    }
}

fn is_right(text: &str) -> bool {
    let answer: Value = serde_json::from_str(text).unwrap_or_default();
    answer.get("errors").is_none() && answer["data"]["spells"]["totalCount"].as_i64() > Some(0)
}
