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

mod at_exit;
#[cfg(unix)]
mod cluster;
mod content;
mod database;
mod reader;
mod shared;
mod template;

#[cfg(unix)]
pub use self::cluster::{Cluster, Node};
pub use self::content::{Synced, fetch};
pub use self::database::Database;
pub use self::reader::{Reader, Reply};
use self::template::Content;
use crate::upstream::{Upstream, foundry};
use lorekeeper::config::{Config, Layer, Protection};
use lorekeeper::http::{self, Stopping};
use lorekeeper::in_process::InProcessExecutor;
use lorekeeper::services::Services;
use lorekeeper_embed::HashEmbedder;
use lorekeeper_graphql::RequestPipeline;
use std::ops::Deref;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::task::JoinHandle;

/// An embedded store takes a few hundred megabytes; more than this many at a time are too many.
static STORES: Semaphore = Semaphore::const_new(4);

/// Pause before a failed request to a fake upstream is tried again: it recovers when it is told to, not with time.
const RETRY_PAUSE: Duration = Duration::from_millis(10);

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
    pub app: Arc<Services>,
    reader: Reader,
    server: JoinHandle<()>,
    settings: Layer,
    left_open: LeftOpen,
    database: Option<Database>,
    data: TempDir,
    turn: Option<SemaphorePermit<'static>>,
}

/// How long something may take that is waited for; what it takes is no matter.
const WAIT_TIMEOUT: Duration = Duration::from_mins(1);

/// Waits until something is so.
pub async fn until(what: &str, is_so: impl AsyncFn() -> bool) {
    let start = Instant::now();
    while !is_so().await {
        assert!(start.elapsed() < WAIT_TIMEOUT, "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The app of a test that fails: it stays open until the process ends, because an embedded store waits for
/// its connection to be closed, which nobody does any more.
struct LeftOpen(Option<Arc<Services>>);

impl Drop for LeftOpen {
    fn drop(&mut self) {
        if std::thread::panicking() {
            std::mem::forget(self.0.take());
        }
    }
}

impl Deref for Lore {
    type Target = Reader;

    fn deref(&self) -> &Reader {
        &self.reader
    }
}

impl Lore {
    /// An empty one, with the sources of [`SOURCES`] at `upstream`.
    pub async fn start(upstream: &Upstream) -> Self {
        Self::with(upstream, Model::Words, &[]).await
    }

    /// One that has synced and embedded all that `upstream` has. Of an `upstream` as it started this is a copy: it is
    /// not asked for anything, and rows name the records of another address, so that the first sync draws them again.
    pub async fn filled(upstream: &Upstream) -> Self {
        Self::filled_with(upstream, &[]).await
    }

    /// One that has synced and embedded all that `upstream` has, by itself: for what counts requests or changes.
    pub async fn synced(upstream: &Upstream, settings: &[(&'static str, &str)]) -> Self {
        let lore = Self::with(upstream, Model::Words, settings).await;
        lore.sync().await;
        lore
    }

    /// A filled one with settings of the test's choice.
    pub async fn filled_with(upstream: &Upstream, settings: &[(&'static str, &str)]) -> Self {
        if !upstream.is_as_started() {
            return Self::synced(upstream, settings).await;
        }
        let turn = STORES.acquire().await.expect("never closed");
        let mut given = settings.iter();
        let sources = given.find_map(|(key, value)| (*key == "sources").then_some(*value));
        let sources = sources.unwrap_or(SOURCES).to_owned();
        let store = template::copy(Content::Fixtures { sources }).await;
        Self::on(store, upstream, Model::Words, settings, Some(turn)).await
    }

    /// The one that tests share: it serves every tool, and takes no turn, for it never ends.
    async fn readable(upstream: &Upstream) -> Self {
        let sources = SOURCES.to_owned();
        let store = template::copy(Content::Fixtures { sources }).await;
        let settings = [("mcp_tools", "all")];
        Self::on(store, upstream, Model::Words, &settings, None).await
    }

    /// An empty one with a model and settings of the test's choice.
    pub async fn with(upstream: &Upstream, model: Model, settings: &[(&'static str, &str)]) -> Self {
        let turn = STORES.acquire().await.expect("never closed");
        let store = template::copy(Content::Tables).await;
        Self::on(store, upstream, model, settings, Some(turn)).await
    }

    /// One on a store that is there.
    async fn on(
        (data, database): (TempDir, Option<Database>),
        upstream: &Upstream,
        model: Model,
        settings: &[(&'static str, &str)],
        turn: Option<SemaphorePermit<'static>>,
    ) -> Self {
        let mut layer = Layer::from([
            ("data_dir", data.path().display().to_string()),
            ("open5e_url", upstream.open5e_url.clone()),
            ("dnd5e_url", upstream.dnd5e_url.clone()),
            ("foundry_url", upstream.foundry_url.clone()),
            ("sources", SOURCES.to_owned()),
            ("starter_pack", "false".to_owned()),
        ]);
        if let Some(database) = &database {
            layer.insert("database_url", database.url.clone());
        }
        layer.extend(settings.iter().map(|(key, value)| (*key, (*value).to_owned())));
        Self::open(layer, model, database, data, turn).await
    }

    async fn open(
        settings: Layer,
        model: Model,
        database: Option<Database>,
        data: TempDir,
        turn: Option<SemaphorePermit<'static>>,
    ) -> Self {
        let mut config = Config::resolve(std::slice::from_ref(&settings)).expect("valid settings");
        config.ingest.retry_pause = RETRY_PAUSE;
        foundry::CONTENT.clone_into(&mut config.ingest.upstreams.foundry_content);
        let app = Services::open(config).await.expect("a store");
        if model == Model::Words {
            app.models.configured.install(HashEmbedder::default()).expect("a model");
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("loopback");
        let address = listener.local_addr().expect("an address");
        let pipeline = RequestPipeline::new(&app.backend());
        let tools = http::mcp(
            &app.config,
            Arc::new(InProcessExecutor::new(pipeline.clone(), lorekeeper_store::Reader::Everyone)),
            Arc::new(InProcessExecutor::new(pipeline.clone(), lorekeeper_store::Reader::Owner)),
        )
        .expect("operations that fit the schema");
        let routes = http::public(http::router(&app, pipeline).merge(tools), &app.config);
        let protection = Protection { shutdown_timeout: Duration::ZERO, ..app.config.protection.clone() };
        let server = tokio::spawn(async move {
            // Ends with the task; there is nobody to tell.
            let never = std::future::pending();
            let _ = http::serve(listener, routes, &Stopping::default(), never, &protection).await;
        });
        Self {
            left_open: LeftOpen(Some(Arc::clone(&app))),
            app,
            reader: Reader::new(format!("http://{address}")),
            server,
            settings,
            database,
            data,
            turn,
        }
    }

    /// Stops it and opens its store again, as after a crash or an upgrade.
    pub async fn restart(self) -> Self {
        let Self { app, reader, server, settings, left_open, database, data, turn, .. } = self;
        drop(left_open);
        let model = model(&app);
        stop(app, reader, server).await;
        Self::open(settings, model, database, data, turn).await
    }

    /// Another process's app on the same store; `None`, and a word about it, on the embedded one, which has only one.
    pub async fn beside(&self) -> Option<Arc<Services>> {
        if self.database.is_none() {
            eprintln!("skipped: only a Postgres server has several processes");
            return None;
        }
        let config = Config::resolve(std::slice::from_ref(&self.settings)).expect("valid settings");
        Some(Services::open(config).await.expect("the same store"))
    }

    /// Another server on the same Postgres, which learns what the first changes; `None`, and a word about it, on the
    /// embedded store.
    pub async fn server_beside(&self) -> Option<Self> {
        if self.database.is_none() {
            eprintln!("skipped: only a Postgres server has several processes");
            return None;
        }
        let data = TempDir::new().expect("a temporary directory");
        let settings = self.settings.clone();
        Some(Self::open(settings, model(&self.app), None, data, None).await)
    }

    /// The address of its database; `None` on the embedded store.
    pub fn database_url(&self) -> Option<&str> {
        self.database.as_ref().map(|database| database.url.as_str())
    }

    /// Stops it and deletes what it stored.
    pub async fn stop(self) {
        if let (_, Some(database)) = self.close().await {
            database.delete().await;
        }
    }

    /// Stops it, and leaves what it stored.
    async fn close(self) -> (TempDir, Option<Database>) {
        let Self { app, reader, server, left_open, database, data, .. } = self;
        drop(left_open);
        stop(app, reader, server).await;
        (data, database)
    }
}

/// Where the vectors of one come from.
fn model(app: &Services) -> Model {
    if app.models.model_id().is_some() { Model::Words } else { Model::Missing }
}

/// Lets go of the store: until then nobody else can open it.
async fn stop(app: Arc<Services>, reader: Reader, server: JoinHandle<()>) {
    // Connections that are kept open keep their part of the app.
    drop(reader);
    app.ingest.stopping.send_replace(true);
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
    app.store.close().await;
}
