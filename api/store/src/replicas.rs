//! Replica router: which server requests are read from, the Postgres that is written to or one of its standbys.
//! Standbys take the load of reading, and answer while the primary is down.
//!
//! ```text
//! probes of all servers ─► their health ─► choice ─► the read session of requests that begin now
//! ```
//!
//! A process reads from one server at a time, and a request from one session throughout, so that revision, hits and
//! rows belong together. Each process has an order of its own among the standbys, which spreads processes over them.
//! Without standbys nothing is probed, and there is one session only.

mod choice;
mod probe;
mod retry;
mod session;
mod status;

pub use session::ReadSession;
pub use status::ReplicaStatus;

use crate::error::{Error, Result};
use crate::fact;
use choice::{Health, choose};
use futures::future::join_all;
use parking_lot::Mutex;
use probe::{Observation, Prober};
use sea_orm::DatabaseConnection;
use sea_orm::sqlx::postgres::PgConnectOptions;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;

/// How often each server is probed.
const PROBE_INTERVAL: Duration = Duration::from_millis(500);

/// The index of the primary among the servers.
const PRIMARY: usize = 0;

/// The fact that tells one store from another: standbys have it from their primary.
const IDENTITY: &str = "store";

/// All servers that can be read from, and the one that is.
pub struct ReplicaRouter {
    servers: Vec<Server>,
    /// Indexes of the standbys, in the order in which this process prefers them.
    order: Vec<usize>,
    /// How far behind a standby may be.
    max_lag: Duration,
    /// The identity of the store.
    identity: String,
    state: Mutex<State>,
    active: watch::Sender<ActiveSession>,
    /// Has all servers probed at once.
    probe_now: Notify,
}

struct Server {
    /// Host and port; never a password.
    name: String,
    options: PgConnectOptions,
    connection: DatabaseConnection,
}

#[derive(Default)]
struct State {
    /// The health of each server.
    health: Vec<Health>,
    /// How many sessions there have been.
    sessions: u64,
}

/// The session of requests that begin now.
#[derive(Clone)]
pub(crate) struct ActiveSession {
    pub session: Arc<ReadSession>,
    /// The revision that a standby has; `None` for the primary, which announces its changes itself.
    pub revision: Option<i64>,
}

impl ReplicaRouter {
    /// A router without standbys.
    pub(super) fn without_standbys(connection: DatabaseConnection) -> Self {
        let server = Server {
            name: String::new(),
            options: PgConnectOptions::new_without_pgpass(),
            connection,
        };
        Self::new(vec![server], String::new(), Duration::ZERO)
    }

    /// A router over a primary and its standbys: addresses and connections, the primary first.
    pub(super) async fn with_standbys(
        servers: Vec<(String, DatabaseConnection)>,
        pool: &DatabaseConnection,
        max_lag: Duration,
    ) -> Result<Self> {
        let servers = servers.into_iter().map(|(url, connection)| {
            let options = PgConnectOptions::from_str(&url).map_err(|cause| {
                Error::internal("An address of a Postgres cannot be understood.", cause)
            })?;
            Ok(Server {
                name: format!("{}:{}", options.get_host(), options.get_port()),
                options,
                connection,
            })
        });
        let servers = servers.collect::<Result<_>>()?;
        let identity = fact(pool, IDENTITY).await?.unwrap_or_default();
        Ok(Self::new(servers, identity, max_lag))
    }

    fn new(servers: Vec<Server>, identity: String, max_lag: Duration) -> Self {
        let mut order: Vec<usize> = (1..servers.len()).collect();
        fastrand::shuffle(&mut order);
        let connection = servers.first().map(|server| server.connection.clone());
        let active = ActiveSession {
            session: Arc::new(ReadSession::new(0, PRIMARY, connection.unwrap_or_default())),
            revision: None,
        };
        Self {
            state: Mutex::new(State {
                health: vec![Health::default(); servers.len()],
                sessions: 0,
            }),
            servers,
            order,
            max_lag,
            identity,
            active: watch::Sender::new(active),
            probe_now: Notify::new(),
        }
    }

    /// Probes all servers once, and goes on doing so in tasks that end with the set.
    pub(super) async fn watch(self: &Arc<Self>) -> JoinSet<()> {
        let probers = self.servers.iter();
        let mut probers: Vec<Prober> = probers.map(|s| Prober::new(&s.options)).collect();
        let first = join_all(probers.iter_mut().map(Prober::probe)).await;
        for (index, observed) in first.into_iter().enumerate() {
            self.record(index, observed, true);
        }
        let mut tasks = JoinSet::new();
        for (index, mut prober) in probers.into_iter().enumerate() {
            let router = Arc::clone(self);
            tasks.spawn(async move {
                loop {
                    let _ = tokio::time::timeout(PROBE_INTERVAL, router.probe_now.notified()).await;
                    let observed = prober.probe().await;
                    router.record(index, observed, false);
                }
            });
        }
        tasks
    }

    /// Whether there is more than one server.
    pub fn has_standbys(&self) -> bool {
        self.servers.len() > 1
    }

    /// The session of the current request; outside of one, that of requests that begin now.
    pub fn session(&self) -> Arc<ReadSession> {
        ReadSession::current().unwrap_or_else(|| Arc::clone(&self.active.borrow().session))
    }

    /// A session on the primary, for reads that must see what was just written.
    pub fn primary(&self) -> Arc<ReadSession> {
        let current = self.session();
        if current.server == PRIMARY {
            current
        } else {
            self.new_session(&mut self.state.lock(), PRIMARY)
        }
    }

    /// The active session, whenever it changes or its standby has a new revision.
    pub(crate) fn active(&self) -> watch::Receiver<ActiveSession> {
        self.active.subscribe()
    }

    /// Notes a revision of the primary, which may be newer than the last probe's.
    pub(crate) fn written(&self, revision: i64) {
        if let Some(primary) = self.state.lock().health.get_mut(PRIMARY) {
            primary.revision = primary.revision.max(revision);
        }
    }

    /// The connections of all servers.
    pub fn connections(&self) -> impl Iterator<Item = &DatabaseConnection> {
        self.servers.iter().map(|server| &server.connection)
    }

    fn new_session(&self, state: &mut State, index: usize) -> Arc<ReadSession> {
        state.sessions += 1;
        let server = self.servers.get(index);
        let connection = server.map(|server| server.connection.clone());
        let connection = connection.unwrap_or_default();
        Arc::new(ReadSession::new(state.sessions, index, connection))
    }

    /// Records the outcome of a probe, and reads from another server if that calls for it.
    fn record(&self, index: usize, observed: Result<Observation, String>, first: bool) {
        let observed = observed.and_then(|observed| {
            if index != PRIMARY {
                observed.check(&self.identity)?;
            }
            Ok(observed)
        });
        let mut state = self.state.lock();
        let primary = state
            .health
            .get(PRIMARY)
            .map_or(0, |health| health.revision);
        let Some(health) = state.health.get_mut(index) else {
            return;
        };
        let problem = health.problem.take();
        match observed {
            Ok(observed) if index == PRIMARY => health.primary(observed.revision),
            Ok(observed) => health.standby(&observed, primary, Instant::now()),
            Err(cause) => health.failed(cause),
        }
        if first {
            health.trust();
        }
        if let (Some(server), Some(now)) = (self.servers.get(index), &health.problem)
            && problem.as_ref() != Some(now)
        {
            tracing::warn!(cause = %now, "The Postgres at {} cannot be read from.", server.name);
        }
        if self.choose_again(&mut state) && !first {
            metrics::counter!("lorekeeper_replica_switches_total").increment(1);
        }
    }

    /// Chooses the server anew; says whether it is another one.
    fn choose_again(&self, state: &mut State) -> bool {
        let before = self.active.borrow().clone();
        let from = before.session.server;
        let to = choose(&state.health, &self.order, from, self.max_lag).unwrap_or(from);
        let revision =
            (to != PRIMARY).then(|| state.health.get(to).map_or(0, |health| health.revision));
        if to == from {
            if revision != before.revision {
                self.active.send_modify(|active| active.revision = revision);
            }
            return false;
        }
        let session = self.new_session(state, to);
        self.active
            .send_replace(ActiveSession { session, revision });
        if state.health.get(from).is_some_and(|health| !health.up) {
            before.session.fail();
        }
        let name = |index: usize| {
            let server = self.servers.get(index);
            server.map_or("", |server| server.name.as_str())
        };
        tracing::info!(
            "Requests are read from {} now, not {}.",
            name(to),
            name(from)
        );
        true
    }
}
