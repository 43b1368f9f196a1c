//! Session with the store for as long as a process runs, as leader or as follower.

use super::follower::CallError;
use super::{JOIN_TIMEOUT, POLL_INTERVAL, Role, join, lead};
use crate::backup::Chunks;
use crate::config::Config;
use async_trait::async_trait;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::request::Parts;
use axum::response::Response;
use futures::stream::BoxStream;
use lorekeeper_graphql::error::{Code, Error, Result};
use lorekeeper_ingest::jobs::{Event, Request as JobRequest};
use lorekeeper_mcp::{Executor, ExecutorError, GraphqlRequest};
use lorekeeper_store::{DataDirLock, Reader};
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How long to wait before a store that could not be opened is tried again.
const RETRY_INTERVAL: Duration = Duration::from_secs(5);

/// How a process uses the store.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The process asks something and ends.
    Command,
    /// The process stays. It takes over as soon as the leader is gone, and as leader it keeps content and vectors
    /// current in the background.
    Service,
}

/// A session opens the store or attaches to the leader in the background; calls made meanwhile wait for that. When
/// the leader is gone, the session takes over or attaches to the next leader, and repeats the call: so operations
/// must be idempotent.
pub struct Session {
    state: Arc<watch::Sender<State>>,
    task: Mutex<Option<JoinHandle<()>>>,
}

/// The role of this process, or why it has none; `None` while it joins.
type State = Option<Result<Arc<Role>>>;

impl Session {
    /// Begins to open the store or to attach, and returns at once.
    pub fn start(config: Config, mode: Mode) -> Arc<Self> {
        let state = Arc::new(watch::Sender::new(None));
        let task = tokio::spawn(keep_joined(config, mode, Arc::clone(&state)));
        Arc::new(Self { state, task: Mutex::new(Some(task)) })
    }

    /// The role of this process, once it has joined.
    pub async fn role(&self) -> Result<Arc<Role>> {
        let mut state = self.state.subscribe();
        let settled = state.wait_for(Option::is_some).await;
        let role = settled.ok().and_then(|state| state.clone());
        role.unwrap_or_else(|| Err(closed()))
    }

    /// The role of this process at this moment; `None` while it joins.
    pub(super) fn role_now(&self) -> State {
        self.state.borrow().clone()
    }

    /// The answer to a GraphQL document with an object of variables: `data` and, perhaps, `errors`.
    pub async fn query(&self, query: &str, variables: Value) -> Result<Value> {
        let variables = match variables {
            Value::Object(variables) => variables,
            _ => serde_json::Map::new(),
        };
        self.answer(&GraphqlRequest::new(query, variables), Reader::Owner).await
    }

    async fn answer(&self, operation: &GraphqlRequest, reader: Reader) -> Result<Value> {
        self.call(|role| async move {
            match &*role {
                Role::Leader(leader) => {
                    let executor = leader.executor.read_by(reader);
                    Ok(executor.answer(operation.clone()).await)
                }
                Role::Follower(follower) => follower.execute(operation, reader).await,
            }
        })
        .await
        .map(|(_, answer)| answer)
    }

    /// Runs a job, and reports its events. Events that end without a last one mean that the leader is gone: then
    /// call [`Self::leader_lost`], and try again.
    pub async fn run(&self, request: &JobRequest) -> Result<(Arc<Role>, BoxStream<'static, Event>)> {
        self.call(|role| async move {
            match &*role {
                Role::Leader(leader) => Ok(leader.run(request.clone())),
                Role::Follower(follower) => follower.run(request).await,
            }
        })
        .await
    }

    /// The archive of a backup of the store.
    pub async fn back_up(&self) -> Result<Chunks> {
        self.call(|role| async move {
            match &*role {
                Role::Leader(leader) => leader.back_up().await.map_err(CallError::Failed),
                Role::Follower(follower) => follower.back_up().await,
            }
        })
        .await
        .map(|(_, chunks)| chunks)
    }

    /// Forwards a request to the leader, which may be this process by now.
    pub(super) async fn forward(&self, parts: &Parts, body: &Bytes) -> Result<Response> {
        self.call(|role| async move {
            match &*role {
                Role::Leader(leader) => {
                    let request = Request::from_parts(parts.clone(), Body::from(body.clone()));
                    Ok(leader.call(request).await)
                }
                Role::Follower(follower) => follower.forward(parts, body.clone()).await,
            }
        })
        .await
        .map(|(_, response)| response)
    }

    /// Reports that the leader of this role does not answer any more.
    pub fn leader_lost(&self, role: &Arc<Role>) {
        self.state.send_if_modified(|state| {
            let current = matches!(state, Some(Ok(current)) if Arc::ptr_eq(current, role));
            if current {
                *state = None;
            }
            current
        });
    }

    /// Ends the session; a leader closes the store.
    pub async fn close(&self) {
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task {
            task.abort();
            // Its end is what was asked for.
            let _ = task.await;
        }
        let last = self.state.send_replace(Some(Err(closed())));
        if let Some(Ok(role)) = last
            && let Role::Leader(leader) = &*role
        {
            leader.close().await;
        }
    }

    /// Makes a call, and repeats it once when the leader turns out to be gone.
    async fn call<T, F: Future<Output = Result<T, CallError>>>(
        &self,
        call: impl Fn(Arc<Role>) -> F,
    ) -> Result<(Arc<Role>, T)> {
        for _ in 0..2 {
            let role = self.role().await?;
            match call(Arc::clone(&role)).await {
                Ok(answer) => return Ok((role, answer)),
                Err(CallError::Failed(error)) => return Err(error),
                Err(CallError::LeaderGone) => self.leader_lost(&role),
            }
        }
        Err(Error {
            code: Code::Internal,
            message: "The process that held the store ended, and so did the next one. Try again.".to_owned(),
        })
    }
}

/// As the owner's: a program that has a session is on the owner's machine.
#[async_trait]
impl Executor for Session {
    async fn execute(&self, operation: GraphqlRequest) -> Result<Value, ExecutorError> {
        let answer = self.answer(&operation, Reader::Owner).await;
        answer.map_err(|error| ExecutorError::NoStore(error.message))
    }
}

/// The session for everyone: private books do not exist.
pub(super) struct Everyones(pub Arc<Session>);

#[async_trait]
impl Executor for Everyones {
    async fn execute(&self, operation: GraphqlRequest) -> Result<Value, ExecutorError> {
        let answer = self.0.answer(&operation, Reader::Everyone).await;
        answer.map_err(|error| ExecutorError::NoStore(error.message))
    }
}

/// Joins, and joins again whenever the leader is gone.
async fn keep_joined(config: Config, mode: Mode, state: Arc<watch::Sender<State>>) {
    let mut lock: Option<DataDirLock> = None;
    loop {
        let joined = match lock.take() {
            Some(lock) => lead(&config, Some(lock)).await,
            None => join(&config, JOIN_TIMEOUT).await,
        };
        match joined {
            Err(error) => {
                state.send_replace(Some(Err(error)));
                tokio::time::sleep(RETRY_INTERVAL).await;
            }
            Ok(role) => {
                let leads = matches!(role, Role::Leader(_));
                match &role {
                    Role::Leader(leader) if mode == Mode::Service => leader.work_in_background(),
                    Role::Leader(_) => {}
                    Role::Follower(follower) => {
                        tracing::info!("Process {} holds the store; this one asks it.", follower.leader().pid);
                    }
                }
                state.send_replace(Some(Ok(Arc::new(role))));
                if leads {
                    // A leader has the store until the process ends.
                    return;
                }
                lock = leader_ended(&config, mode, &state).await;
                state.send_replace(None);
            }
        }
    }
}

/// Waits until a call has failed because the leader is gone or, in a service, until the lock of the leader is free;
/// then the lock is the answer.
async fn leader_ended(config: &Config, mode: Mode, state: &watch::Sender<State>) -> Option<DataDirLock> {
    let mut changes = state.subscribe();
    let call_failed = async {
        // The sender is ours: it cannot be gone.
        let _ = changes.wait_for(Option::is_none).await;
    };
    let lock_taken = async {
        loop {
            tokio::time::sleep(POLL_INTERVAL).await;
            if mode == Mode::Service
                && let Ok(Some(lock)) = DataDirLock::try_acquire(&config.store.data_dir)
            {
                return lock;
            }
        }
    };
    let lock = tokio::select! {
        () = call_failed => None,
        lock = lock_taken => Some(lock),
    };
    tracing::info!("The process that held the store has ended.");
    lock
}

fn closed() -> Error {
    Error { code: Code::Internal, message: "LoreKeeper is stopping.".to_owned() }
}
