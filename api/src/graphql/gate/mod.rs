//! The gate: what every request goes through before a resolver sees it, whoever sends it and over whatever transport.
//!
//! ```text
//! its document, by name or as text ─► tokens ─► parsed, once ─► outline ─► values ─► cost
//! kept from before, or executed in time ─► completed ─► written down
//! ```
//!
//! Each step of the first row refuses what would make the next one expensive.

mod answer;
mod budget;
mod complete;
mod cost;
mod documents;
mod filters;
mod outline;
mod persisted;
mod responses;
mod shape;
mod sourced;
mod tokens;
mod validation;
mod values;

pub use answer::Answer;
pub use budget::counted;
pub use responses::Fleeting;

use super::loaders::Loaders;
use super::{Admin, Schema, observe};
use crate::app::App;
use crate::db::StoreKind;
use crate::error::{Error, Result};
use async_graphql::parser::types::OperationType;
use async_graphql::{Request, Response};
use budget::Budget;
use cost::Cost;
use documents::{Document, Documents, Unread};
use filters::Weights;
use futures::stream::{self, BoxStream};
use futures::{FutureExt, StreamExt};
use persisted::Persisted;
use responses::Responses;
use shape::Shape;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::thread::available_parallelism;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tracing::Instrument;
pub use validation::{Sorted, validated};

/// How many requests of a batch are answered at once.
const AT_ONCE: usize = 4;

/// The complexity from which a request waits its turn: it would take seconds from all others.
const HEAVY: usize = 30_000;

/// Most comparisons of a request, or of a batch, with whole texts: the store reads all texts for each of them.
const MAX_TEXT_COMPARISONS: usize = 100;

/// The way to answers.
#[derive(Clone)]
pub struct Gate {
    app: Arc<App>,
    schema: Schema,
    shape: Arc<Shape>,
    weights: Arc<Weights>,
    documents: Documents,
    persisted: Persisted,
    responses: Responses,
    loaders: Loaders,
    /// Turns for heavy requests, on half of the processors.
    turns: Arc<Semaphore>,
}

/// Who asks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Caller {
    /// Anybody.
    Public,
    /// Whoever has the admin token.
    Admin,
    /// Another part of this program, with documents of its own.
    Own,
}

/// A request that may run.
struct Prepared {
    request: Request,
    document: Arc<Document>,
    /// Nothing where the document has no operation of the name: the library says so.
    operation: Option<OperationType>,
    cost: Cost,
}

/// A request that may not: why.
type Refusal = Box<Response>;

impl Gate {
    /// The gate before the schema over an app.
    #[must_use]
    pub fn new(app: &Arc<App>) -> Self {
        let settings = &app.config.limits;
        Self {
            app: Arc::clone(app),
            schema: super::schema(app),
            shape: Arc::new(Shape::of(&super::sdl())),
            weights: Arc::default(),
            documents: Documents::default(),
            persisted: Persisted::new(settings.trusted_documents.clone()),
            responses: Responses::new(settings.response_cache),
            loaders: Loaders::default(),
            turns: Arc::new(Semaphore::new(
                available_parallelism().map_or(1, |n| n.get().div_ceil(2)),
            )),
        }
    }

    /// What is allowed of operations: the answer to one, or why there is none.
    pub async fn answer(&self, request: Request, caller: Caller) -> Arc<Answer> {
        match self.prepare(request, caller) {
            Ok(prepared) => observe::held(self.run(prepared, caller)).await,
            Err(refusal) => Arc::new(Answer::of(&refusal, None)),
        }
    }

    /// The answers to a batch, in its order. All of it together may cost what one request may.
    pub async fn answers(&self, batch: Vec<Request>, caller: Caller) -> Vec<Arc<Answer>> {
        let prepared: Vec<_> = batch
            .into_iter()
            .map(|request| self.prepare(request, caller))
            .collect();
        let cost = prepared.iter().flatten().map(|p| p.cost).sum();
        let too_much = self.afford(cost, "batch").err();
        stream::iter(prepared)
            .map(|prepared| async {
                match (prepared, &too_much) {
                    (Err(refusal), _) => Arc::new(Answer::of(&refusal, None)),
                    (Ok(_), Some(error)) => Arc::new(Answer::refusal(error)),
                    (Ok(prepared), None) => observe::held(self.run(prepared, caller)).await,
                }
            })
            .buffered(AT_ONCE)
            .collect()
            .await
    }

    /// Over a socket, where nothing is kept: the answer to an operation, or one after another what a subscription tells.
    /// `write` makes of each what is kept until it is sent, as soon as it is there.
    #[must_use]
    pub fn listen<T: Send + 'static>(
        &self,
        request: Request,
        caller: Caller,
        mut write: impl FnMut(Response) -> T + Send + 'static,
    ) -> BoxStream<'static, T> {
        let mut prepared = match self.prepare(request, caller) {
            Ok(prepared) => prepared,
            Err(refusal) => return stream::once(async move { write(*refusal) }).boxed(),
        };
        if caller == Caller::Admin {
            prepared.request = prepared.request.data(Admin);
        }
        if prepared.operation == Some(OperationType::Subscription) {
            return self
                .schema
                .execute_stream(prepared.request)
                .map(write)
                .boxed();
        }
        // In a task of its own: a client that reads slowly must not keep what the operation holds. It ends with the set.
        let mut task = JoinSet::new();
        let gate = self.clone();
        task.spawn(
            async move {
                let response = AssertUnwindSafe(gate.respond(prepared)).catch_unwind();
                write(response.await.unwrap_or_else(|_| {
                    answer::refused(&Error::internal(
                        "The operation broke off. The log says why.",
                        "a fault of the program",
                    ))
                }))
            }
            .in_current_span(),
        );
        stream::once(async move { task.join_next().await })
            .filter_map(|written| async { written?.ok() })
            .boxed()
    }

    /// What the operation that a request names does; nothing where it cannot be told.
    #[must_use]
    pub fn operation(&self, request: &Request) -> Option<OperationType> {
        let mut named = Request::new(request.query.clone());
        named.extensions.clone_from(&request.extensions);
        self.persisted.resolve(&mut named).ok()?;
        let document = self.documents.read(&named.query).ok()?;
        Some(document.operation(request.operation_name.as_deref())?.ty)
    }

    fn prepare(&self, mut request: Request, caller: Caller) -> Result<Prepared, Refusal> {
        let refuse = |error: Error| Box::new(answer::refused(&error));
        if caller != Caller::Own {
            self.persisted.resolve(&mut request).map_err(refuse)?;
        }
        let document = self
            .documents
            .read(&request.query)
            .map_err(|unread| match unread {
                Unread::Syntax(error) => Box::new(answer::unreadable(error)),
                Unread::Refused(error) => refuse(error),
            })?;
        if document.outline.introspection
            && !self.app.config.limits.introspection
            && caller == Caller::Public
        {
            return Err(refuse(Error::input(
                "Introspection is switched off on this server.",
            )));
        }
        let name = request.operation_name.as_deref();
        let operation = document.operation(name);
        if let Some(operation) = operation {
            values::fill_in(operation, &mut request.variables);
        }
        values::check(&document.parsed, &request.variables).map_err(refuse)?;
        let cost = operation.map_or_else(Cost::default, |operation| {
            let (shape, weights) = (&self.shape, &self.weights);
            cost::cost(
                shape,
                weights,
                &document.parsed,
                operation,
                &request.variables,
            )
        });
        self.afford(cost, "operation").map_err(refuse)?;
        let operation = operation.map(|operation| operation.ty);
        let sort = document.sort(name, &request.variables);
        request.set_parsed_query(document.parsed.clone());
        let sorted = Sorted {
            document: Arc::clone(&document),
            sort,
        };
        Ok(Prepared {
            request: request.data(sorted),
            document,
            operation,
            cost,
        })
    }

    fn afford(&self, cost: Cost, what: &str) -> Result<()> {
        let Cost {
            complexity,
            filters,
            texts,
        } = cost;
        if texts > MAX_TEXT_COMPARISONS {
            return Err(Error::too_complex(format!(
                "The {what} compares {texts} times with whole texts (`text`, `within`), but at most {MAX_TEXT_COMPARISONS} times is answered. Search for the words instead, or ask in several requests."
            )));
        }
        let most = self.app.config.limits.complexity;
        if complexity <= most {
            return Ok(());
        }
        let share = if filters > complexity / 2 {
            ", most of it for what its filters compare"
        } else {
            ""
        };
        let told = if complexity == usize::MAX {
            "far more than a million".to_owned()
        } else {
            complexity.to_string()
        };
        Err(Error::too_complex(format!(
            "The {what} has a complexity of {told}{share}, but at most {most} is answered: each field counts as often as its page may have rows. Ask for smaller pages, fewer fields and comparisons, or in several requests."
        )))
    }

    /// Whether a request waits its turn. The embedded store cannot stop a statement, so filters count double there.
    fn is_heavy(&self, cost: Cost) -> bool {
        let more = match self.app.db.kind {
            StoreKind::Embedded => cost.filters,
            StoreKind::Postgres => 0,
        };
        cost.complexity.saturating_add(more) >= HEAVY
    }

    async fn run(&self, prepared: Prepared, caller: Caller) -> Arc<Answer> {
        let public = caller != Caller::Admin;
        if prepared.operation != Some(OperationType::Query) || !public {
            return Arc::new(Box::pin(self.execute(prepared, caller)).await);
        }
        // What it is kept for is what it is read from.
        let reader = self.app.db.sources.reader();
        let answered = async {
            let key = responses::key(&prepared.request, &self.app.generation());
            let executed = Box::pin(self.execute(prepared, caller));
            self.responses.get(key, executed).await
        };
        reader.scope(answered).await
    }

    async fn execute(&self, mut prepared: Prepared, caller: Caller) -> Answer {
        let fleeting = Fleeting::default();
        prepared.request = prepared.request.data(fleeting.clone());
        if caller == Caller::Admin {
            prepared.request = prepared.request.data(Admin);
        }
        if self.app.syncing.is_taken() {
            fleeting.mark();
        }
        let constant = prepared.document.outline.only_introspection;
        let response = self.respond(prepared).await;
        // It may have begun with this very request.
        if self.app.syncing.is_taken() {
            fleeting.mark();
        }
        let max_age = if constant {
            i32::MAX
        } else {
            response.cache_control.max_age
        };
        Answer::of(&response, responses::kept(max_age, &fleeting))
    }

    /// How many fields of a request's root are at it at once. The embedded store has one connection for all.
    fn lanes(&self) -> usize {
        match self.app.db.kind {
            StoreKind::Embedded => 1,
            StoreKind::Postgres => 4,
        }
    }

    async fn respond(&self, prepared: Prepared) -> Response {
        let name = prepared.request.operation_name.clone();
        let document = Arc::clone(&prepared.document);
        let mut response = self.in_time(prepared).await;
        if let Some(operation) = document.operation(name.as_deref()) {
            complete::complete(&mut response, &document.parsed, operation, &self.shape);
        }
        answer::shorten(&mut response);
        response
    }

    /// The response to a request. A query that takes too long is stopped, be it in waiting its turn, and so is one whose
    /// answer becomes too large; what changes something is never stopped half-way.
    async fn in_time(&self, prepared: Prepared) -> Response {
        if prepared.operation == Some(OperationType::Mutation) {
            let primary = self.app.db.sources.primary();
            let made = self.made(prepared.request, &primary);
            return observe::answered(primary.scope(made).await);
        }
        let limits = &self.app.config.limits;
        let budget = Arc::new(Budget::new(limits.response, self.lanes()));
        let request = prepared.request.data(Arc::clone(&budget));
        let running = async {
            let _turn = if self.is_heavy(prepared.cost) {
                // It is never closed.
                self.turns.acquire().await.ok()
            } else {
                None
            };
            self.read(request, &prepared.document).await
        };
        tokio::select! {
            response = running => observe::answered(response),
            error = budget.spent() => answer::refused(&error),
            () = tokio::time::sleep(limits.time) => answer::refused(&if self.app.db.is_down() {
                Error::unavailable("The store has ended, and is started again. Try again in a moment.")
            } else {
                Error::too_slow(limits.time)
            }),
        }
    }
}

/// Counts a look into a cache.
fn count(cache: &'static str, hit: bool) {
    let result = if hit { "hit" } else { "miss" };
    metrics::counter!("lorekeeper_cache_requests_total", "cache" => cache, "result" => result)
        .increment(1);
}
