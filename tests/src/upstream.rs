//! Mock upstreams: the APIs that `LoreKeeper` reads, faked on loopback.
//!
//! One server answers for all: Open5e below `/v2/` and `/v1/`, the D&D 5e API below `/api/`, the archive of packs below
//! `/foundryvtt/`. It serves invented
//! records in the real shapes, counts what it is asked, and fails when it is told to.

mod dnd5e;
pub mod fixtures;
pub mod foundry;
mod open5e;
mod reply;

#[cfg(test)]
mod tests;

pub use reply::BASE;

use axum::{Router, extract::State, http::Uri, response::Response};
use reply::Reply;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::{net::TcpListener, task::JoinHandle};

/// The running fake. It stops when this is dropped.
pub struct Upstream {
    /// What to set `LOREKEEPER_OPEN5E_URL` to.
    pub open5e_url: String,
    /// What to set `LOREKEEPER_DND5E_URL` to.
    pub dnd5e_url: String,
    /// What to set `LOREKEEPER_FOUNDRY_URL` to.
    pub foundry_url: String,
    world: Arc<Mutex<World>>,
    server: JoinHandle<()>,
}

impl Upstream {
    /// Starts the fake on a free port of loopback, with the records of [`fixtures`].
    ///
    /// # Panics
    ///
    /// Where loopback cannot be listened on.
    #[expect(clippy::expect_used, reason = "without loopback there is nothing to test")]
    pub async fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
        let listener = listener.await.expect("loopback");
        let url = format!("http://{}", listener.local_addr().expect("loopback"));
        let world =
            Arc::new(Mutex::new(World { base: url.clone(), listings: fixtures::records(), ..World::default() }));
        let app = Router::new().fallback(answer).with_state(world.clone());
        let server = tokio::spawn(async move {
            // Ends with the task; there is nobody to tell.
            let _ = axum::serve(listener, app).await;
        });
        Self { open5e_url: url.clone(), dnd5e_url: url.clone(), foundry_url: url, world, server }
    }

    /// Whether it lists the records of [`fixtures`], and nothing is wrong with its answers.
    pub fn is_as_started(&self) -> bool {
        !self.world().altered
    }

    /// How often a path, or one below it, was asked for (`/v2/spells/`), whatever came of it.
    pub fn requests(&self, path: &str) -> usize {
        let world = self.world();
        let below = world.counts.iter().filter(|(asked, _)| within(asked, path));
        below.map(|(_, count)| count).sum()
    }

    /// How often each path was asked for.
    pub fn counts(&self) -> BTreeMap<String, usize> {
        self.world().counts.clone()
    }

    /// Counts from nothing again.
    pub fn forget_counts(&self) {
        self.world().counts.clear();
    }

    /// Answers the next `times` requests at or below `path` with `status` and an HTML page
    /// (`usize::MAX`: all of them; a later call for the same path takes the place of an earlier one).
    pub fn fail(&self, path: &str, status: u16, times: usize) {
        self.spoil(path, Spoil::Status(status), times);
    }

    /// Answers the next `times` requests at or below `path` with the first half of what it should be.
    pub fn truncate(&self, path: &str, times: usize) {
        self.spoil(path, Spoil::Truncated, times);
    }

    /// Resets the connection in the middle of the body of the next `times` answers at or below `path`.
    pub fn reset(&self, path: &str, times: usize) {
        self.spoil(path, Spoil::Reset, times);
    }

    /// Answers every request at or below `path` with what a broken listing would have.
    pub fn scramble(&self, path: &str, scrambled: Scrambled) {
        self.spoil(path, Spoil::Listing(scrambled), usize::MAX);
    }

    /// Gives no more than this many records of Open5e on a page, whatever is asked for.
    pub fn page(&self, most: usize) {
        self.altered().page = Some(most);
    }

    fn spoil(&self, path: &str, spoil: Spoil, times: usize) {
        let mut world = self.altered();
        world.faults.retain(|fault| fault.path != path);
        world.faults.push(Fault { path: path.to_owned(), spoil, times });
    }

    /// Ends all failures.
    pub fn recover(&self) {
        self.world().faults.clear();
    }

    /// Waits this long before each answer.
    pub fn latency(&self, latency: Duration) {
        self.altered().latency = latency;
    }

    /// The records of an endpoint (`spells`, `2014/monsters`).
    pub fn records(&self, endpoint: &str) -> Vec<Value> {
        self.world().records_of(endpoint).collect()
    }

    /// Lists other records at an endpoint from now on.
    pub fn replace(&self, endpoint: &str, records: Vec<Value>) {
        self.altered().listings.insert(endpoint.to_owned(), records);
    }

    /// Becomes the D&D 5e API of October 2026: other shapes, new listings, and no rule sections.
    pub fn upgrade(&self) {
        let mut world = self.altered();
        world.listings.remove("2014/rule-sections");
        world.listings.extend(fixtures::october());
    }

    /// Lists a record no longer.
    pub fn remove(&self, endpoint: &str, key: &str) {
        if let Some(records) = self.altered().listings.get_mut(endpoint) {
            records.retain(|record| key_of(record) != key);
        }
    }

    /// Gives every field of a record, save its key, a type that it should not have.
    pub fn poison(&self, endpoint: &str, key: &str) {
        let victim = (endpoint.to_owned(), key.to_owned());
        self.altered().poisoned.insert(victim);
    }

    /// Serves all records as they are again.
    pub fn heal(&self) {
        self.world().poisoned.clear();
    }

    /// The world, for what makes it another one than at the start.
    fn altered(&self) -> MutexGuard<'_, World> {
        let mut world = self.world();
        world.altered = true;
        world
    }

    fn world(&self) -> MutexGuard<'_, World> {
        lock(&self.world)
    }
}

impl Drop for Upstream {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// What the fake knows and has been told.
#[derive(Default)]
struct World {
    base: String,
    listings: BTreeMap<String, Vec<Value>>,
    poisoned: BTreeSet<(String, String)>,
    faults: Vec<Fault>,
    latency: Duration,
    page: Option<usize>,
    /// Whether records or answers are other ones than at the start.
    altered: bool,
    counts: BTreeMap<String, usize>,
}

struct Fault {
    path: String,
    spoil: Spoil,
    times: usize,
}

/// What is wrong with an answer.
#[derive(Copy, Clone)]
enum Spoil {
    /// It is an HTML page with this status.
    Status(u16),
    /// Its end is missing.
    Truncated,
    /// The connection ends before it does.
    Reset,
    /// It is a listing that is not as it should be.
    Listing(Scrambled),
}

/// What may be wrong with a listing of Open5e.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Scrambled {
    /// Every page is the first one, and says that there is a next.
    Loops,
    /// Every page begins with the last record of the page before.
    Repeats,
    /// No page has records, but the count stays.
    Empty,
    /// It has no records, and says so.
    Nothing,
}

impl World {
    /// All records of an endpoint.
    fn records_of(&self, endpoint: &str) -> impl Iterator<Item = Value> {
        self.listings.get(endpoint).into_iter().flatten().cloned()
    }

    /// A record as it is served.
    fn serve(&self, endpoint: &str, record: Value) -> Value {
        let victim = (endpoint.to_owned(), key_of(&record).to_owned());
        if self.poisoned.contains(&victim) { spoiled(record) } else { record }
    }

    /// What is to be wrong with the next answer at a path.
    fn due(&mut self, path: &str) -> Option<Spoil> {
        let mut faults = self.faults.iter_mut();
        let fault = faults.find(|fault| fault.times > 0 && within(path, &fault.path))?;
        fault.times = match fault.times {
            usize::MAX => usize::MAX,
            times => times - 1,
        };
        Some(fault.spoil)
    }

    fn answer(&mut self, uri: &Uri) -> Reply {
        let path = uri.path();
        *self.counts.entry(path.to_owned()).or_default() += 1;
        match self.due(path) {
            Some(Spoil::Status(status)) => Reply::failure(status),
            Some(Spoil::Truncated) => self.regular(uri, None).truncated(),
            Some(Spoil::Reset) => self.regular(uri, None).reset(),
            Some(Spoil::Listing(scrambled)) => self.regular(uri, Some(scrambled)),
            None => self.regular(uri, None),
        }
    }

    fn regular(&self, uri: &Uri, scrambled: Option<Scrambled>) -> Reply {
        let path = uri.path();
        match path.trim_matches('/').split('/').collect::<Vec<_>>()[..] {
            ["v2", ref below @ ..] => open5e::answer(self, uri, "", below, scrambled),
            ["v1", ref below @ ..] => open5e::answer(self, uri, "v1/", below, scrambled),
            ["api", ref below @ ..] => dnd5e::answer(self, below),
            ref path @ ["foundryvtt", ..] => foundry::answer(path),
            _ => Reply::not_found(),
        }
    }
}

async fn answer(State(world): State<Arc<Mutex<World>>>, uri: Uri) -> Response {
    let (reply, base, latency) = {
        let mut world = lock(&world);
        (world.answer(&uri), world.base.clone(), world.latency)
    };
    tokio::time::sleep(latency).await;
    reply.into_response(&base)
}

fn lock(world: &Mutex<World>) -> MutexGuard<'_, World> {
    world.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a record is called within its endpoint.
fn key_of(record: &Value) -> &str {
    let key = record.get("key").or_else(|| record.get("index"));
    let key = key.or_else(|| record.get("slug"));
    key.and_then(Value::as_str).unwrap_or_default()
}

/// Whether a path is `scope` or below it: `/v2/creatures/` covers `/v2/creatures/x/`, not `/v2/creaturesets/`.
fn within(path: &str, scope: &str) -> bool {
    path.trim_end_matches('/')
        .strip_prefix(scope.trim_end_matches('/'))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn spoiled(mut record: Value) -> Value {
    for (name, value) in record.as_object_mut().into_iter().flatten() {
        *value = match (name.as_str(), &*value) {
            ("key" | "index" | "slug" | "url", kept) => kept.clone(),
            ("name", _) => Value::Null,
            (_, Value::String(_)) => json!(12345),
            (_, Value::Number(_)) => json!("12345?"),
            (_, Value::Bool(_)) => json!("perhaps"),
            (_, Value::Object(_) | Value::Array(_)) => json!("a string"),
            (_, Value::Null) => json!({"unexpected": "object"}),
        };
    }
    record
}
