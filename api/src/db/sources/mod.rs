//! What requests are read from: the Postgres that is written to, or one of its standbys.
//!
//! ```text
//! a probe of each source ─► what was seen of all ─► choice ─► the reader of requests that begin now
//! ```
//!
//! A process reads from one source at a time, and a request from one reader throughout, so that revision, hits and
//! rows belong together. Each process has an order of its own among the standbys, which spreads processes over them.
//! Without standbys nothing is probed, and there is but one reader.

mod again;
mod broken;
mod choice;
mod probe;
mod reader;
mod told;

pub use broken::is_broken;
pub use reader::Reader;
pub use told::Told;

use super::bound;
use crate::error::{Error, Result};
use choice::{Seen, choose};
use futures::future::join_all;
use probe::{Found, Prober};
use sea_orm::sqlx::postgres::PgConnectOptions;
use sea_orm::{ConnectionTrait, DatabaseConnection};
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;

/// How often sources are probed.
const LOOK: Duration = Duration::from_millis(500);

/// The place of the source that is written to among the sources.
const PRIMARY: usize = 0;

/// The fact that tells one store from another: standbys have it from their primary.
const IDENTITY: &str = "store";

/// All that can be read from.
pub struct Sources {
    all: Vec<Source>,
    /// Places of the standbys, in the order in which this process takes them.
    order: Vec<usize>,
    /// How far behind a standby may be.
    limit: Duration,
    /// What the store is known by.
    identity: String,
    state: Mutex<State>,
    current: watch::Sender<Current>,
    /// Has all sources probed at once.
    look: Notify,
}

struct Source {
    /// Host and port; never a password.
    name: String,
    options: PgConnectOptions,
    connection: DatabaseConnection,
}

#[derive(Default)]
struct State {
    seen: Vec<Seen>,
    /// How many readers there have been.
    readers: u64,
}

/// What requests that begin now are read from.
#[derive(Clone)]
pub struct Current {
    /// The reader.
    pub reader: Arc<Reader>,
    /// The revision that a standby has; nothing where the primary is read, which tells of its changes itself.
    pub revision: Option<i64>,
}

impl Sources {
    /// One source: there is no choice.
    pub(super) fn only(connection: DatabaseConnection) -> Self {
        let source = Source {
            name: String::new(),
            options: PgConnectOptions::new_without_pgpass(),
            connection,
        };
        Self::of(vec![source], String::new(), Duration::ZERO)
    }

    /// The Postgres that is written to, and standbys of it: addresses and connections, the first being the primary's.
    pub(super) async fn with_standbys(
        sources: Vec<(String, DatabaseConnection)>,
        pool: &DatabaseConnection,
        limit: Duration,
    ) -> Result<Self> {
        let named = sources.into_iter().map(|(url, connection)| {
            let options = PgConnectOptions::from_str(&url).map_err(|cause| {
                Error::internal("An address of a Postgres cannot be understood.", cause)
            })?;
            Ok(Source {
                name: format!("{}:{}", options.get_host(), options.get_port()),
                options,
                connection,
            })
        });
        let named = named.collect::<Result<_>>()?;
        Ok(Self::of(named, identity(pool).await?, limit))
    }

    fn of(all: Vec<Source>, identity: String, limit: Duration) -> Self {
        let mut order: Vec<usize> = (1..all.len()).collect();
        fastrand::shuffle(&mut order);
        let connection = all.first().map(|source| source.connection.clone());
        let current = Current {
            reader: Arc::new(Reader::new(0, PRIMARY, connection.unwrap_or_default())),
            revision: None,
        };
        Self {
            state: Mutex::new(State {
                seen: vec![Seen::default(); all.len()],
                readers: 0,
            }),
            all,
            order,
            limit,
            identity,
            current: watch::Sender::new(current),
            look: Notify::new(),
        }
    }

    /// Probes all sources once, and goes on doing so in tasks that end with the set.
    pub(super) async fn watch(self: &Arc<Self>) -> JoinSet<()> {
        let probers = self.all.iter().map(|source| Prober::new(&source.options));
        let mut probers: Vec<Prober> = probers.collect();
        let first = join_all(probers.iter_mut().map(Prober::look)).await;
        for (place, found) in first.into_iter().enumerate() {
            self.take(place, found, true);
        }
        let mut tasks = JoinSet::new();
        for (place, mut prober) in probers.into_iter().enumerate() {
            let sources = Arc::clone(self);
            tasks.spawn(async move {
                loop {
                    let _ = tokio::time::timeout(LOOK, sources.look.notified()).await;
                    let found = prober.look().await;
                    sources.take(place, found, false);
                }
            });
        }
        tasks
    }

    /// Whether there is more than one.
    pub fn are_several(&self) -> bool {
        self.all.len() > 1
    }

    /// What the request at hand is read from, or else what requests that begin now are.
    pub fn reader(&self) -> Arc<Reader> {
        Reader::here().unwrap_or_else(|| Arc::clone(&self.current.borrow().reader))
    }

    /// The source that is written to, for what must see what it has just written.
    pub fn primary(&self) -> Arc<Reader> {
        let current = self.reader();
        if current.source == PRIMARY {
            current
        } else {
            self.new_reader(&mut self.state(), PRIMARY)
        }
    }

    /// What is read from, whenever that changes or a standby has a new revision.
    pub fn current(&self) -> watch::Receiver<Current> {
        self.current.subscribe()
    }

    /// Notes a revision that the primary has: it may be newer than what was seen when it was looked at last.
    pub fn written(&self, revision: i64) {
        if let Some(seen) = self.state().seen.get_mut(PRIMARY) {
            seen.revision = seen.revision.max(revision);
        }
    }

    /// The connections of all sources.
    pub fn connections(&self) -> impl Iterator<Item = &DatabaseConnection> {
        self.all.iter().map(|source| &source.connection)
    }

    fn new_reader(&self, state: &mut State, source: usize) -> Arc<Reader> {
        state.readers += 1;
        let connection = self.all.get(source).map(|source| source.connection.clone());
        Arc::new(Reader::new(
            state.readers,
            source,
            connection.unwrap_or_default(),
        ))
    }

    /// Takes in what a probe found, and reads from elsewhere if that calls for it.
    fn take(&self, place: usize, found: Result<Found, String>, first: bool) {
        let found = found.and_then(|found| {
            if place != PRIMARY {
                found.check(&self.identity)?;
            }
            Ok(found)
        });
        let mut state = self.state();
        let primary = state.seen.get(PRIMARY).map_or(0, |seen| seen.revision);
        let Some(seen) = state.seen.get_mut(place) else {
            return;
        };
        let problem = seen.problem.take();
        match found {
            Ok(found) if place == PRIMARY => seen.primary(found.revision),
            Ok(found) => seen.standby(&found, primary, Instant::now()),
            Err(cause) => seen.failed(cause),
        }
        if first {
            seen.trust();
        }
        if let (Some(source), Some(now)) = (self.all.get(place), &seen.problem)
            && problem.as_ref() != Some(now)
        {
            tracing::warn!(cause = %now, "Nothing can be read from the Postgres at {}.", source.name);
        }
        if self.reconsider(&mut state) && !first {
            metrics::counter!("lorekeeper_source_switches_total").increment(1);
        }
    }

    /// Chooses anew what is read from, and says whether that is another source.
    fn reconsider(&self, state: &mut State) -> bool {
        let before = self.current.borrow().clone();
        let from = before.reader.source;
        let to = choose(&state.seen, &self.order, from, self.limit).unwrap_or(from);
        let revision = (to != PRIMARY).then(|| state.seen.get(to).map_or(0, |seen| seen.revision));
        if to == from {
            if revision != before.revision {
                self.current
                    .send_modify(|current| current.revision = revision);
            }
            return false;
        }
        let reader = self.new_reader(state, to);
        self.current.send_replace(Current { reader, revision });
        if state.seen.get(from).is_some_and(|seen| !seen.up) {
            before.reader.fail();
        }
        let name = |place: usize| {
            self.all
                .get(place)
                .map_or("", |source| source.name.as_str())
        };
        tracing::info!(
            "Requests are read from {} now, not {}.",
            name(to),
            name(from)
        );
        true
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the store is known by.
async fn identity(pool: &DatabaseConnection) -> Result<String> {
    let statement = bound(
        "SELECT value FROM store_fact WHERE key = $1",
        [IDENTITY.into()],
    );
    let row = pool.query_one_raw(statement).await?;
    let value = row.map(|row| row.try_get("", "value")).transpose()?;
    Ok(value.unwrap_or_default())
}
