//! The request pipeline: the steps of every GraphQL request, over any transport, before and after its resolvers.
//!
//! ```text
//! persisted ─► lexical limits ─► parse and analysis (cached) ─► argument limits ─► cost
//! response cache ─► execution within time and budget ─► null propagation ─► encoded answer
//! ```
//!
//! Each step of the first row refuses what would make the next one expensive.

mod analysis;
mod answer;
mod argument_limits;
mod budget;
mod caches;
mod caller;
mod cost;
mod document_cache;
mod enum_spelling;
mod filter_cost;
mod lexical_limits;
mod null_propagation;
mod persisted;
mod prepared;
mod response_cache;
mod schema_index;

pub use answer::Answer;
pub use budget::{count_bytes, count_rendered, root_field_permit, size};
pub use caches::Caches;
pub use caller::Caller;
pub use document_cache::StoredDocument;
pub use null_propagation::Plan;
pub use response_cache::NoStore;
pub use schema_index::SchemaIndex;

use super::loaders::Loaders;
use super::rendered;
use super::{Admin, Schema, telemetry};
use crate::Backend;
use crate::batch_scheduler::BatchScheduler;
use crate::error::{Error, Result, add_codes};
use async_graphql::parser::types::OperationType;
use async_graphql::{Request, Response};
use budget::Budget;
use cost::Cost;
use document_cache::Refused;
use enum_spelling::EnumSpelling;
use futures::future::BoxFuture;
use futures::stream::{self, BoxStream};
use futures::{FutureExt, StreamExt};
use lorekeeper_search::memory::MemoryUse;
use lorekeeper_store::{Reader, StoreKind};
use persisted::Persisted;
use prepared::Prepared;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::thread::available_parallelism;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tracing::Instrument;

/// Requests of a batch that run at once.
const BATCH_CONCURRENCY: usize = 4;

/// The complexity from which a request needs a permit: it would take seconds from all others.
const HEAVY_COMPLEXITY: usize = 30_000;

/// The way from a request to its answer. Clones share their caches.
#[derive(Clone)]
pub struct RequestPipeline {
    backend: Arc<Backend>,
    /// The same for the owner, who reads private books, too.
    owners: Arc<Backend>,
    schema: Schema,
    schema_index: Arc<SchemaIndex>,
    enum_spelling: Arc<EnumSpelling>,
    caches: Caches,
    persisted: Persisted,
    loaders: Loaders,
    /// Permits for heavy requests: half of the processors.
    heavy_permits: Arc<Semaphore>,
}

/// The response to a request that failed a check.
type Refusal = Box<Response>;

impl RequestPipeline {
    /// The pipeline before the schema of a backend.
    pub fn new(backend: &Arc<Backend>) -> Self {
        let settings = &backend.limits;
        let sdl = super::sdl(settings.federation);
        let owners = Backend { search: Arc::new(backend.search.for_owner()), ..Backend::clone(backend) };
        let caches = Caches::new(settings.response_cache_size);
        Self {
            backend: Arc::clone(backend),
            owners: Arc::new(owners),
            schema: super::schema(backend, &caches),
            schema_index: Arc::new(SchemaIndex::of(&sdl)),
            enum_spelling: Arc::new(EnumSpelling::of(&sdl)),
            caches,
            persisted: Persisted::new(settings.trusted_documents.clone()),
            loaders: Loaders::default(),
            heavy_permits: Arc::new(Semaphore::new(available_parallelism().map_or(1, |n| n.get().div_ceil(2)))),
        }
    }

    /// What search and the caches of requests hold in memory.
    pub fn memory(&self) -> Vec<MemoryUse> {
        let mut parts = self.backend.search.memory();
        parts.extend(self.caches.memory());
        parts
    }

    /// The answer to one request.
    pub async fn answer(&self, request: Request, caller: Caller) -> Arc<Answer> {
        match self.prepare(request, caller) {
            Ok(prepared) => telemetry::time_polls(self.run(prepared, caller)).await,
            Err(refusal) => Arc::new(Answer::of(&refusal, None)),
        }
    }

    /// The response to one request, as a value that is not cached. Nodes may be JSON ([`rendered`]).
    ///
    /// [`rendered`]: crate::rendered
    pub async fn respond_to(&self, request: Request, caller: Caller) -> Response {
        match self.prepare(request, caller) {
            Ok(prepared) => telemetry::time_polls(Box::pin(self.respond(prepared))).await,
            Err(refusal) => *refusal,
        }
    }

    /// The answers to a batch, in its order. The batch as a whole may cost what one request may.
    pub async fn answer_batch(&self, batch: Vec<Request>, caller: Caller) -> Vec<Arc<Answer>> {
        let prepared: Vec<_> = batch.into_iter().map(|request| self.prepare(request, caller)).collect();
        let cost: Cost = prepared.iter().flatten().map(|p| p.cost).sum();
        let max = self.backend.limits.max_complexity;
        let too_much = cost.check("batch", max).err();
        stream::iter(prepared)
            .map(|prepared| async {
                match (prepared, &too_much) {
                    (Err(refusal), _) => Arc::new(Answer::of(&refusal, None)),
                    (Ok(_), Some(error)) => Arc::new(Answer::refusal(error)),
                    (Ok(prepared), None) => telemetry::time_polls(self.run(prepared, caller)).await,
                }
            })
            .buffered(BATCH_CONCURRENCY)
            .collect()
            .await
    }

    /// The responses over a socket, none of them cached: one to a query or mutation, any number to a subscription.
    /// `write` encodes each as soon as it is there.
    pub fn stream<T: Send + 'static>(
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
            let responses = self.schema.execute_stream(prepared.request);
            return responses.map(add_codes).map(write).boxed();
        }
        // In a task of its own: a slow client must not hold what the operation holds. The task ends with its set.
        let mut task = JoinSet::new();
        let pipeline = self.clone();
        task.spawn(
            async move {
                let response = AssertUnwindSafe(pipeline.respond(prepared)).catch_unwind();
                let mut response = response.await.unwrap_or_else(|_| {
                    answer::refused(&Error::internal(
                        "The operation broke off. The log says why.",
                        "a fault of the program",
                    ))
                });
                rendered::read(&mut response.data);
                write(response)
            }
            .in_current_span(),
        );
        stream::once(async move { task.join_next().await }).filter_map(|written| async { written?.ok() }).boxed()
    }

    /// The type of a request's operation; `None` where the request is refused.
    pub fn operation(&self, request: &Request) -> Option<OperationType> {
        let mut named = Request::new(request.query.clone());
        named.extensions.clone_from(&request.extensions);
        self.persisted.resolve(&mut named).ok()?;
        let document = self.caches.documents.read(&named.query).ok()?;
        Some(document.operation(request.operation_name.as_deref())?.ty)
    }

    fn prepare(&self, mut request: Request, caller: Caller) -> Result<Prepared, Refusal> {
        let refuse = |error: Error| Box::new(answer::refused(&error));
        if !matches!(caller, Caller::Internal(_)) {
            self.persisted.resolve(&mut request).map_err(refuse)?;
        }
        let document = self.caches.documents.read(&request.query).map_err(|refused| match refused {
            Refused::Syntax(error) => Box::new(answer::syntax_error(error)),
            Refused::Limit(error) => refuse(error),
        })?;
        if document.analysis.reads_content {
            self.backend.ingest.models.requests.note();
        }
        if document.analysis.introspection
            && !self.backend.limits.introspection
            && matches!(caller, Caller::Public | Caller::Owner)
        {
            return Err(refuse(Error::input("Introspection is switched off on this server.")));
        }
        let name = request.operation_name.as_deref();
        let operation = document.operation(name);
        if let Some(operation) = operation {
            argument_limits::apply_defaults(operation, &mut request.variables);
        }
        argument_limits::check(&document.analysis, &request.variables).map_err(refuse)?;
        if let Some(operation) = operation {
            self.enum_spelling.correct(operation, &mut request.variables);
        }
        let cost = operation.map_or_else(Cost::default, |operation| {
            cost::cost(&self.schema_index, &document.parsed, operation, &request.variables)
        });
        let max = self.backend.limits.max_complexity;
        cost.check("operation", max).map_err(refuse)?;
        let operation = operation.map(|operation| operation.ty);
        request.set_parsed_query(document.parsed.clone());
        let reader = caller.reader();
        Ok(Prepared { request: request.data(Arc::clone(self.backend_of(reader))), reader, document, operation, cost })
    }

    /// Whether a request needs a permit. The embedded store cannot stop a statement, so filters count double there.
    fn is_heavy(&self, cost: Cost) -> bool {
        let more = match self.backend.store.kind {
            StoreKind::Embedded => cost.filters,
            StoreKind::Postgres => 0,
        };
        cost.complexity.saturating_add(more) >= HEAVY_COMPLEXITY
    }

    async fn run(&self, prepared: Prepared, caller: Caller) -> Arc<Answer> {
        let public = caller != Caller::Admin;
        if prepared.operation != Some(OperationType::Query) || !public {
            return Arc::new(Box::pin(self.execute(prepared, caller)).await);
        }
        let generation = self.backend.search.generation();
        let key = response_cache::key(&prepared.request, &generation, prepared.reader);
        let executed = Box::pin(self.execute(prepared, caller));
        self.caches.responses.get(key, executed).await
    }

    async fn execute(&self, mut prepared: Prepared, caller: Caller) -> Answer {
        let no_store = NoStore::default();
        prepared.request = prepared.request.data(no_store.clone());
        if caller == Caller::Admin {
            prepared.request = prepared.request.data(Admin);
        }
        if self.backend.store.syncing.is_locked() {
            no_store.set();
        }
        let constant = prepared.document.analysis.only_introspection;
        let response = self.respond(prepared).await;
        // The sync may have begun with this very request.
        if self.backend.store.syncing.is_locked() {
            no_store.set();
        }
        let max_age = if constant { i32::MAX } else { response.cache_control.max_age };
        Answer::of(&response, response_cache::max_age(max_age, &no_store))
    }

    fn backend_of(&self, reader: Reader) -> &Arc<Backend> {
        match reader {
            Reader::Everyone => &self.backend,
            Reader::Owner => &self.owners,
        }
    }

    /// How many root fields of a request run at once. The embedded store has one connection for all.
    fn root_field_permits(&self) -> usize {
        match self.backend.store.kind {
            StoreKind::Embedded => 1,
            StoreKind::Postgres => 4,
        }
    }

    async fn respond(&self, mut prepared: Prepared) -> Response {
        let document = Arc::clone(&prepared.document);
        let operation = document.operation(prepared.request.operation_name.as_deref());
        let plan =
            operation.map(|operation| Plan::of_operation(operation, &document.parsed.fragments, &self.schema_index));
        // During a sync content changes before its generation does.
        let is_kept = plan.as_ref().is_some_and(|plan| !plan.merges_nodes()) && !self.backend.store.syncing.is_locked();
        if is_kept {
            let generation = self.backend.search.generation();
            let index = Arc::clone(&self.schema_index);
            let renderings = self.caches.renderings.of_request(generation, prepared.reader, index);
            prepared.request = prepared.request.data(renderings);
        }
        let mut response = self.execute_within_limits(prepared).await;
        if let Some(plan) = plan {
            plan.complete(&mut response);
        }
        answer::truncate_errors(&mut response);
        response
    }

    /// The library's response. A query is stopped when it takes too long, waiting for its permit included, or when its
    /// response becomes too large. A mutation is never stopped half-way.
    async fn execute_within_limits(&self, prepared: Prepared) -> Response {
        if prepared.operation == Some(OperationType::Mutation) {
            let (request, document) = (prepared.request, &prepared.document);
            let response = self.resolve(request, prepared.reader, document).await;
            return telemetry::count_errors(response);
        }
        let limits = &self.backend.limits;
        let budget = Arc::new(Budget::new(limits.max_response_size, self.root_field_permits()));
        let request = prepared.request.data(Arc::clone(&budget));
        let running = async {
            let _permit = if self.is_heavy(prepared.cost) {
                // The semaphore is never closed.
                self.heavy_permits.acquire().await.ok()
            } else {
                None
            };
            self.resolve(request, prepared.reader, &prepared.document).await
        };
        tokio::select! {
            response = running => telemetry::count_errors(response),
            error = budget.exceeded() => answer::refused(&error),
            () = tokio::time::sleep(limits.query_timeout) => answer::refused(&if self.backend.store.is_down() {
                Error::unavailable("The store has ended, and is started again. Try again in a moment.")
            } else {
                Error::too_slow(limits.query_timeout)
            }),
        }
    }

    /// The library's response, of resolvers that read through one loader.
    fn resolve(
        &self,
        request: Request,
        reader: Reader,
        document: &Arc<StoredDocument>,
    ) -> BoxFuture<'static, Response> {
        let scheduler = Arc::<BatchScheduler>::default();
        let loader = self.loaders.of(&self.backend_of(reader).search, &scheduler);
        let (schema, document) = (self.schema.clone(), Arc::clone(document));
        let schema_index = Arc::clone(&self.schema_index);
        let request = request.data(loader);
        // Boxed: the future is large, and would be moved about on the stack.
        let execution = Box::pin(async move {
            let name = request.operation_name.clone();
            let execution = schema.execute(request);
            let response = telemetry::execute(&document, name.as_deref(), &schema_index, execution);
            add_codes(response.await)
        });
        Box::pin(scheduler.drive(execution))
    }
}
