//! The way to the store for as long as a process runs, whoever holds it.

use super::guest::Unanswered;
use super::{LOOK, Lock, Seat, hold, join};
use crate::config::Config;
use crate::error::{Code, Error, Result};
use crate::jobs::{Event, Request as JobRequest};
use async_trait::async_trait;
use axum::body::{Body, Bytes};
use axum::http::Response;
use axum::http::request::Parts;
use lorekeeper_mcp::{Executor, ExecutorError, GraphqlRequest};
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How long to wait before a store that could not be had is tried again.
const AGAIN: Duration = Duration::from_secs(5);

/// What a process does at the store.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// It asks something and ends.
    Visitor,
    /// It stays. It takes over as soon as the holder is gone, and whenever it holds the store it keeps
    /// content and vectors current in the background.
    Keeper,
}

/// The way to the store. It opens the store or attaches to the holder in the background; whatever is asked
/// meanwhile waits for that. When the holder is gone, it takes over or attaches to whoever did, and asks
/// again: so operations must be such that asking twice does no harm.
pub struct Access {
    state: Arc<watch::Sender<State>>,
    task: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Clone)]
enum State {
    Joining,
    Seated(Arc<Seat>),
    Failed(Error),
}

impl Access {
    /// Begins to open the store or to attach, and returns at once.
    #[must_use]
    pub fn start(config: Config, role: Role) -> Arc<Self> {
        let state = Arc::new(watch::Sender::new(State::Joining));
        let task = tokio::spawn(keep_seat(config, role, Arc::clone(&state)));
        Arc::new(Self {
            state,
            task: Mutex::new(Some(task)),
        })
    }

    /// The place at the store, once there is one.
    pub async fn seat(&self) -> Result<Arc<Seat>> {
        let mut state = self.state.subscribe();
        let settled = state
            .wait_for(|state| !matches!(state, State::Joining))
            .await
            .map_err(|_| closed())?;
        match &*settled {
            State::Seated(seat) => Ok(Arc::clone(seat)),
            State::Failed(error) => Err(error.clone()),
            State::Joining => Err(closed()),
        }
    }

    /// The place at the store as things are; `None` while it is being opened.
    pub fn seat_now(&self) -> Option<Result<Arc<Seat>>> {
        match &*self.state.borrow() {
            State::Joining => None,
            State::Seated(seat) => Some(Ok(Arc::clone(seat))),
            State::Failed(error) => Some(Err(error.clone())),
        }
    }

    /// The answer to a GraphQL operation: `data` and, perhaps, `errors`.
    pub async fn ask(&self, operation: &GraphqlRequest) -> Result<Value> {
        self.twice(|seat| async move {
            match &*seat {
                Seat::Holder(holder) => Ok(holder.execute(operation.clone()).await),
                Seat::Guest(guest) => guest.execute(operation).await,
            }
        })
        .await
        .map(|(_, answer)| answer)
    }

    /// The answer to a GraphQL document with an object of variables.
    pub async fn query(&self, query: &str, variables: Value) -> Result<Value> {
        let variables = match variables {
            Value::Object(variables) => variables,
            _ => serde_json::Map::new(),
        };
        let query = query.to_owned();
        self.ask(&GraphqlRequest { query, variables }).await
    }

    /// Does a job, and tells how far it is. Events that end without a last one say that the holder is gone: then
    /// [`Self::lost`] is due, and another try.
    pub async fn run(&self, request: &JobRequest) -> Result<(Arc<Seat>, UnboundedReceiver<Event>)> {
        self.twice(|seat| async move {
            match &*seat {
                Seat::Holder(holder) => Ok(holder.run(request.clone())),
                Seat::Guest(guest) => guest.run(request).await,
            }
        })
        .await
    }

    /// Passes a request on to the holder. Not for the holder itself.
    pub(super) async fn forward(&self, parts: &Parts, body: &Bytes) -> Result<Forwarded> {
        self.twice(|seat| async move {
            match &*seat {
                Seat::Holder(holder) => Ok(Forwarded::ToMyself(holder.router())),
                Seat::Guest(guest) => guest
                    .forward(parts, body.clone())
                    .await
                    .map(Forwarded::Answered),
            }
        })
        .await
        .map(|(_, forwarded)| forwarded)
    }

    /// Says that the holder of this seat does not answer any more.
    pub fn lost(&self, seat: &Arc<Seat>) {
        self.state.send_if_modified(|state| {
            let mine = matches!(state, State::Seated(current) if Arc::ptr_eq(current, seat));
            if mine {
                *state = State::Joining;
            }
            mine
        });
    }

    /// Lets go of the store.
    pub async fn close(&self) {
        let task = self
            .task
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(task) = task {
            task.abort();
            // Its end is what was asked for.
            let _ = task.await;
        }
        let last = self.state.send_replace(State::Failed(closed()));
        if let State::Seated(seat) = last
            && let Seat::Holder(holder) = &*seat
        {
            holder.close().await;
        }
    }

    /// Asks, and asks again once when the holder turns out to be gone.
    async fn twice<T, F: Future<Output = Result<T, Unanswered>>>(
        &self,
        ask: impl Fn(Arc<Seat>) -> F,
    ) -> Result<(Arc<Seat>, T)> {
        let seat = self.seat().await?;
        match ask(Arc::clone(&seat)).await {
            Ok(answer) => return Ok((seat, answer)),
            Err(Unanswered::Failed(error)) => return Err(error),
            Err(Unanswered::Gone) => self.lost(&seat),
        }
        drop(seat);
        let seat = self.seat().await?;
        match ask(Arc::clone(&seat)).await {
            Ok(answer) => Ok((seat, answer)),
            Err(Unanswered::Failed(error)) => Err(error),
            Err(Unanswered::Gone) => {
                self.lost(&seat);
                Err(Error {
                    code: Code::Internal,
                    message:
                        "The process that held the store ended, and so did the next one. Try again."
                            .to_owned(),
                })
            }
        }
    }
}

/// Who answers a forwarded request.
pub(super) enum Forwarded {
    /// The holder did.
    Answered(Response<Body>),
    /// This process holds the store by now.
    ToMyself(axum::Router),
}

#[async_trait]
impl Executor for Access {
    async fn execute(&self, operation: GraphqlRequest) -> Result<Value, ExecutorError> {
        self.ask(&operation)
            .await
            .map_err(|error| ExecutorError::NoStore(error.message))
    }
}

/// Sees to it that there is a seat, for as long as the process runs.
async fn keep_seat(config: Config, role: Role, state: Arc<watch::Sender<State>>) {
    let mut lock: Option<Lock> = None;
    loop {
        let joined = match lock.take() {
            Some(lock) => hold(&config, Some(lock)).await,
            None => join(&config).await,
        };
        match joined {
            Err(error) => {
                state.send_replace(State::Failed(error));
                tokio::time::sleep(AGAIN).await;
            }
            Ok(seat) => {
                announce(&seat, role);
                let guest = matches!(seat, Seat::Guest(_));
                state.send_replace(State::Seated(Arc::new(seat)));
                if !guest {
                    // A holder has the store until the process ends.
                    return;
                }
                lock = vacated(&config, role, &state).await;
                state.send_replace(State::Joining);
            }
        }
    }
}

fn announce(seat: &Seat, role: Role) {
    match (seat, role) {
        (Seat::Holder(holder), Role::Keeper) => holder.work_in_background(),
        (Seat::Holder(_), Role::Visitor) => {}
        (Seat::Guest(guest), _) => tracing::info!(
            "Process {} holds the store; this one asks it.",
            guest.about().pid
        ),
    }
}

/// Waits until the holder is gone: because somebody noticed, or because its lock can be had, which is the
/// answer then.
async fn vacated(config: &Config, role: Role, state: &watch::Sender<State>) -> Option<Lock> {
    let mut changes = state.subscribe();
    let noticed = async {
        // The sender is ours: it cannot be gone.
        let _ = changes
            .wait_for(|state| matches!(state, State::Joining))
            .await;
    };
    let taken = async {
        loop {
            tokio::time::sleep(LOOK).await;
            if role == Role::Keeper
                && let Ok(Some(lock)) = Lock::try_take(&config.data_dir)
            {
                return lock;
            }
        }
    };
    let lock = tokio::select! {
        () = noticed => None,
        lock = taken => Some(lock),
    };
    tracing::info!("The process that held the store has ended.");
    lock
}

fn closed() -> Error {
    Error {
        code: Code::Internal,
        message: "LoreKeeper is stopping.".to_owned(),
    }
}
