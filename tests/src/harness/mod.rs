//! A whole `LoreKeeper` for a test: its own store, the fake upstreams, a server that is asked over HTTP.
//!
//! The store is the embedded one; with `LOREKEEPER_TEST_DATABASE_URL` it is a database of its own on
//! that server. Vectors come from the deterministic embedder unless a test wants another.

#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::panic,
    reason = "a test that cannot be set up fails, and says why"
)]

#[cfg(unix)]
mod cluster;
mod database;

#[cfg(unix)]
pub use self::cluster::{Cluster, Node};
pub use self::database::Database;
use crate::upstream::Upstream;
use lorekeeper::app::App;
use lorekeeper::config::{Config, Layer, Protection};
use lorekeeper::embed::{HashEmbedder, background};
use lorekeeper::family::Family;
use lorekeeper::http::{self, Stopping};
use lorekeeper::ingest::{self, Due, Options, Report};
use lorekeeper::progress::Bars;
use lorekeeper::store::Removals;
use lorekeeper::{graphql, query};
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::task::JoinHandle;

/// An embedded store takes a few hundred megabytes; more than this many at a time are too many.
static STORES: Semaphore = Semaphore::const_new(2);

/// The sources that a test has unless it says otherwise: one that is read in pages, and one record by record.
pub const SOURCES: &str = "open5e_v2,dnd5e_api";

/// Where vectors come from.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Model {
    /// Hashed words: the same on every machine.
    Words,
    /// None is loaded yet.
    Missing,
}

/// A running `LoreKeeper`.
pub struct Lore {
    /// Its parts.
    pub app: Arc<App>,
    /// Its address, without a final slash.
    pub url: String,
    client: reqwest::Client,
    server: JoinHandle<()>,
    settings: Layer,
    left_open: LeftOpen,
    database: Option<Database>,
    data: Arc<TempDir>,
    turn: SemaphorePermit<'static>,
}

/// The app of a test that fails: it stays open until the process ends, because an embedded store waits for
/// its connection to be closed, which nobody does any more.
struct LeftOpen(Option<Arc<App>>);

impl Drop for LeftOpen {
    fn drop(&mut self) {
        if std::thread::panicking() {
            std::mem::forget(self.0.take());
        }
    }
}

/// What a sync did.
pub struct Synced {
    /// What became of records and rows.
    pub report: Report,
    /// How many passages were embedded.
    pub embedded: usize,
}

/// What came back for a request.
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: String,
}

impl Reply {
    /// A header; empty where there is none.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).map(|value| value.to_str());
        value.and_then(Result::ok).unwrap_or_default()
    }

    /// The body as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("not JSON: {}", self.body))
    }

    /// The code of the first error; empty where there is none.
    #[must_use]
    pub fn code(&self) -> String {
        let json = self.json();
        let code = json.pointer("/errors/0/extensions/code");
        code.and_then(Value::as_str).unwrap_or_default().to_owned()
    }
}

impl Lore {
    /// An empty one, with the sources of [`SOURCES`] at `upstream`.
    pub async fn start(upstream: &Upstream) -> Self {
        Self::with(upstream, Model::Words, &[]).await
    }

    /// One that has synced and embedded all that `upstream` has.
    pub async fn filled(upstream: &Upstream) -> Self {
        let lore = Self::start(upstream).await;
        lore.sync().await;
        lore
    }

    /// An empty one with a model and settings of the test's choice.
    pub async fn with(
        upstream: &Upstream,
        model: Model,
        settings: &[(&'static str, &str)],
    ) -> Self {
        let turn = STORES.acquire().await.expect("never closed");
        let database = Database::create().await;
        let data = Arc::new(tempfile::tempdir().expect("a temporary directory"));
        let mut layer = Layer::from([
            ("data_dir", data.path().display().to_string()),
            ("open5e_url", upstream.open5e_url.clone()),
            ("dnd5e_url", upstream.dnd5e_url.clone()),
            ("sources", SOURCES.to_owned()),
            ("starter_pack", "false".to_owned()),
        ]);
        if let Some(database) = &database {
            layer.insert("database_url", database.url.clone());
        }
        layer.extend(
            settings
                .iter()
                .map(|(key, value)| (*key, (*value).to_owned())),
        );
        Self::open(layer, model, database, data, turn).await
    }

    async fn open(
        settings: Layer,
        model: Model,
        database: Option<Database>,
        data: Arc<TempDir>,
        turn: SemaphorePermit<'static>,
    ) -> Self {
        let config = Config::resolve(std::slice::from_ref(&settings)).expect("valid settings");
        let app = App::open(config).await.expect("a store");
        if model == Model::Words {
            app.embedder.install(HashEmbedder).expect("a model");
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("loopback");
        let address = listener.local_addr().expect("an address");
        let gate = graphql::Gate::new(&app);
        let tools = http::mcp(&app.config, Arc::new(graphql::Local::new(gate.clone())));
        let routes = http::public(http::router(&app, gate).merge(tools), &app.config);
        let protection = Protection {
            shutdown_timeout: Duration::ZERO,
            ..app.config.protection.clone()
        };
        let server = tokio::spawn(async move {
            // Ends with the task; there is nobody to tell.
            let never = std::future::pending();
            let _ = http::serve(listener, routes, &Stopping::default(), never, &protection).await;
        });
        let client = reqwest::Client::builder()
            .no_proxy()
            .build()
            .expect("an HTTP client");
        let url = format!("http://{address}");
        Self {
            left_open: LeftOpen(Some(Arc::clone(&app))),
            app,
            url,
            client,
            server,
            settings,
            database,
            data,
            turn,
        }
    }

    /// Stops it and opens its store again, as after a crash or an upgrade.
    pub async fn restart(self) -> Self {
        let Self {
            app,
            client,
            server,
            settings,
            left_open,
            database,
            data,
            turn,
            ..
        } = self;
        drop(left_open);
        let model = if app.model_id().is_some() {
            Model::Words
        } else {
            Model::Missing
        };
        stop(app, client, server).await;
        Self::open(settings, model, database, data, turn).await
    }

    /// Another process's app on the same store; `None` on the embedded one, which has only one.
    pub async fn beside(&self) -> Option<Arc<App>> {
        self.database.as_ref()?;
        let config = Config::resolve(std::slice::from_ref(&self.settings)).expect("valid settings");
        Some(App::open(config).await.expect("the same store"))
    }

    /// The address of its database; `None` on the embedded store.
    #[must_use]
    pub fn database_url(&self) -> Option<&str> {
        self.database.as_ref().map(|database| database.url.as_str())
    }

    /// Stops it and deletes what it stored.
    pub async fn stop(self) {
        let Self {
            app,
            client,
            server,
            left_open,
            database,
            ..
        } = self;
        drop(left_open);
        stop(app, client, server).await;
        if let Some(database) = database {
            database.delete().await;
        }
    }

    /// Fetches everything from its sources, and embeds it.
    pub async fn sync(&self) -> Synced {
        self.sync_with(Removals::Guarded).await
    }

    /// Fetches everything, with removals as the test wants them, and embeds it.
    pub async fn sync_with(&self, removals: Removals) -> Synced {
        let report = self.fetch(Due::All, removals).await;
        Synced {
            report,
            embedded: self.embed().await,
        }
    }

    /// Fetches what is due from its sources.
    pub async fn fetch(&self, due: Due, removals: Removals) -> Report {
        let options = Options {
            sources: Vec::new(),
            families: Vec::new(),
            due,
            removals,
        };
        ingest::sync(&self.app, &options, &Bars::default())
            .await
            .expect("a sync")
    }

    /// Embeds what has no vector yet, and says how many passages that were.
    pub async fn embed(&self) -> usize {
        background::catch_up(&self.app, &Bars::default())
            .await
            .expect("vectors")
    }

    /// The data of an answer without errors.
    pub async fn query(&self, text: &str, variables: Value) -> Value {
        let mut answer = self.answer(text, variables).await;
        if let Some(errors) = answer.get("errors") {
            panic!("{text}\n{errors:#}");
        }
        answer.get_mut("data").map(Value::take).expect("data")
    }

    /// The data of an answer to a query without variables.
    pub async fn ask(&self, text: &str) -> Value {
        self.query(text, json!({})).await
    }

    /// The code (empty when the server's own checks refused it) and the sentence of the only error.
    pub async fn refusal(&self, text: &str, variables: Value) -> (String, String) {
        let answer = self.answer(text, variables).await;
        let errors = answer.get("errors").and_then(Value::as_array);
        let Some([error]) = errors.map(Vec::as_slice) else {
            panic!("one error was expected for {text}: {answer:#}")
        };
        let word = |path: &str| {
            error
                .pointer(path)
                .and_then(Value::as_str)
                .unwrap_or_default()
        };
        (
            word("/extensions/code").to_owned(),
            word("/message").to_owned(),
        )
    }

    /// The whole answer to a query.
    pub async fn answer(&self, text: &str, variables: Value) -> Value {
        let body = json!({"query": text, "variables": variables}).to_string();
        let request = self.client.post(format!("{}/graphql", self.url));
        let request = request
            .header("content-type", "application/json")
            .body(body);
        let response = request.send().await.expect("an answer");
        let text = response.text().await.expect("a whole answer");
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("not JSON: {text}"))
    }

    /// The status, content type and body at a path of the server.
    pub async fn get(&self, path: &str, accept: &str) -> (u16, String, String) {
        let request = self
            .client
            .get(format!("{}{path}", self.url))
            .header("accept", accept);
        let response = request.send().await.expect("an answer");
        let status = response.status().as_u16();
        let kind = response
            .headers()
            .get("content-type")
            .and_then(|v| v.to_str().ok());
        let kind = kind.unwrap_or_default().to_owned();
        (status, kind, response.text().await.expect("a body"))
    }

    /// The status and the body that a path of the server answers to a body.
    pub async fn post(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Vec<u8>>,
    ) -> (u16, String) {
        let request = self.client.post(format!("{}{path}", self.url));
        let mut request = request.body(body.into());
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request.send().await.expect("an answer");
        let status = response.status().as_u16();
        (status, response.text().await.expect("a body"))
    }

    /// All that comes back for a request: without a body a GET, with one a POST.
    pub async fn send(&self, path: &str, headers: &[(&str, &str)], body: Option<String>) -> Reply {
        let url = format!("{}{path}", self.url);
        let mut request = match body {
            Some(body) => self.client.post(url).body(body),
            None => self.client.get(url),
        };
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request.send().await.expect("an answer");
        Reply {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            body: response.text().await.expect("a body"),
        }
    }

    /// The revision of content and vectors.
    pub async fn revision(&self) -> String {
        query::status::revision(&self.app.db.pool)
            .await
            .expect("a revision")
    }

    /// How many entities there are, by document and family.
    pub async fn counts(&self) -> BTreeMap<(String, String), i64> {
        let counts = query::status::counts(&self.app.db.pool)
            .await
            .expect("counts");
        counts
            .into_iter()
            .map(|c| ((c.document_key, c.family), c.count))
            .collect()
    }

    /// How many entities of a family there are.
    pub async fn count(&self, family: Family) -> i64 {
        let counts = self.counts().await;
        counts
            .iter()
            .filter(|((_, name), _)| name == family.name())
            .map(|(_, count)| count)
            .sum()
    }
}

/// Lets go of the store: until then nobody else can open it.
async fn stop(app: Arc<App>, client: reqwest::Client, server: JoinHandle<()>) {
    // Connections that are kept open keep their part of the app.
    drop(client);
    app.stopping.send_replace(true);
    server.abort();
    // Its end is what was asked for.
    let _ = server.await;
    for _ in 0..500 {
        if Arc::strong_count(&app) == 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let app = Arc::into_inner(app).expect("nobody uses the app any more");
    app.db.close().await;
}
