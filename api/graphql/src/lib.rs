//! The GraphQL API: the schema, its resolvers, and the pipeline that requests go through.
//!
//! The schema is built without a store; a resolver finds the [`Backend`] and the loaders in its context.
//!
//! In reading order:
//!
//! - `pipeline`: the request pipeline, for every transport: `pipeline::caller` (senders), `pipeline::persisted` (documents by hash),
//!   `pipeline::lexical_limits` (lexical limits), `pipeline::document_cache` (parsed once), `pipeline::analysis` and
//!   `pipeline::argument_limits` (size), `pipeline::enum_spelling` (values of enums), `pipeline::cost` and
//!   `pipeline::filter_cost` (cost), `pipeline::response_cache` (answers that are kept), `pipeline::budget` (what an
//!   answer may take), `pipeline::null_propagation` (null propagation), `pipeline::answer` (JSON).
//! - `root`: the query root; below it one file a family. `listing`: what every plural field does. `search`: all
//!   families at once.
//! - `entity`: the objects of the families; `entity_fields`: what every entity has. `relations`: the edges between them.
//!   `class_level`: the lines of class tables.
//! - `loaders`: batches of `DataLoader`. `batch_scheduler`: dispatches them when the executor is idle. `projection`: the
//!   columns that a selection needs.
//! - `connection`, `cursor`, `filters`, `facets`, `text_limits`: pages, shared arguments, facets, bounds of texts.
//!   `where_argument`: conditions as text.
//! - `encounter`: the difficulty of encounters; `encounter::chosen`: their creatures, by id or name,
//!   `encounter::candidates`: the creatures that fit.
//! - `rendered`: what selections show of rows, kept for the next request.
//! - `mentions`: what texts name, and what names an entity; `tables`: tables of texts, and rolls on them.
//! - `dice`: rolls and chances; `compare`: entities, field by field.
//! - `document`, `documents`, `entity_source`, `similar`, `suggest`, `removals`, `starting_items`, `status`, `jobs`:
//!   the other fields.
//! - `federation`: the schema as a subgraph.
//! - `mutation`, `subscription`: what the admin starts, and what the server tells as it happens.
//! - `counted`: objects whose fields count for the budget of an answer; `error`: codes and sentences of errors.
//! - `admin`: who may change things. `trusted_documents`: the only documents that are answered, if so set.
//!   `telemetry`, `request_id`: spans, numbers, names of requests. `schema_docs`: descriptions of the library's
//!   types.

mod admin;
mod batch_scheduler;
mod class_level;
mod compare;
mod connection;
mod counted;
mod cursor;
mod dice;
mod document;
mod documents;
mod encounter;
mod entity;
mod entity_fields;
mod entity_source;
pub mod error;
mod facets;
mod federation;
mod filters;
mod jobs;
mod listing;
mod loaders;
mod mentions;
mod mutation;
mod pipeline;
mod projection;
mod relations;
mod removals;
pub mod rendered;
mod request_id;
mod root;
mod schema_docs;
mod search;
mod similar;
mod starting_items;
mod status;
mod subscription;
mod suggest;
mod tables;
mod telemetry;
mod text_limits;
mod trusted_documents;
mod where_argument;

pub use admin::{Admin, not_admin};
pub use mutation::Mutation;
pub use pipeline::{Answer, Caller, RequestPipeline};
pub use request_id::{HEADER as REQUEST_ID, RequestId};
pub use root::Query;
pub use subscription::Subscription;
pub use trusted_documents::{TrustedDocuments, read as read_trusted_documents};

use async_graphql::dataloader::DataLoader;
use async_graphql::{Context, SDLExportOptions, Schema as Built};
use lorekeeper_embed::Models;
use lorekeeper_ingest::Ingest;
use lorekeeper_search::Search;
use lorekeeper_search::ranking::Ranking;
use lorekeeper_store::Store;
use pipeline::Caches;
use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

/// The target of spans that are meant for a collector: they do not show in the log.
pub const SPANS: &str = "lorekeeper::trace";

/// The limits of requests.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Most complexity of an operation, or of a batch.
    pub max_complexity: usize,
    /// Longest duration of a query.
    pub query_timeout: Duration,
    /// Most bytes of a response.
    pub max_response_size: usize,
    /// Most operations of a batch.
    pub max_batch_size: usize,
    /// Whether clients without the admin token may use introspection.
    pub introspection: bool,
    /// Whether the schema is a subgraph of Apollo Federation.
    pub federation: bool,
    /// Capacity of the response cache, in bytes.
    pub response_cache_size: u64,
    /// The only documents that are answered; `None`: all are.
    pub trusted_documents: Option<TrustedDocuments>,
}

/// The services that resolvers use, for one reader.
#[derive(Clone)]
pub struct Backend {
    /// The store.
    pub store: Arc<Store>,
    /// The embedding models.
    pub models: Arc<Models>,
    /// Syncs, imports and jobs.
    pub ingest: Arc<Ingest>,
    /// Reading and searching, for everyone.
    pub search: Arc<Search>,
    /// The limits of requests.
    pub limits: Limits,
    /// Whether the server has an admin token; without one there are no mutations.
    pub has_admin_token: bool,
}

type Schema = Built<Query, Mutation, Subscription>;

/// The schema of a backend, executed by the [`RequestPipeline`].
fn schema(backend: &Arc<Backend>, caches: &Caches) -> Schema {
    builder(backend.limits.federation).data(Arc::clone(backend)).data(caches.clone()).finish()
}

/// The schema in the schema definition language, as a subgraph or by itself; needs no store.
pub fn sdl(federation: bool) -> String {
    builder(federation)
        .finish()
        .sdl_with_options(SDLExportOptions::new().sorted_fields().sorted_enum_items().sorted_arguments())
}

fn builder(federation: bool) -> schema_docs::Builder {
    let builder = Built::build(Query::default(), Mutation::default(), Subscription);
    let builder = builder.register_output_type::<entity::Entity>();
    schema_docs::describe_types(if federation {
        builder.register_output_type::<federation::Keys>().enable_subscription_in_federation()
    } else {
        builder
    })
}

fn backend<'a>(ctx: &Context<'a>) -> error::Result<&'a Arc<Backend>> {
    service(ctx)
}

fn loader<'a>(ctx: &Context<'a>) -> error::Result<&'a DataLoader<loaders::Loader>> {
    service(ctx)
}

/// What the pipeline has put into the data of a request or of the schema.
fn service<'a, T: Any + Send + Sync>(ctx: &Context<'a>) -> error::Result<&'a T> {
    ctx.data::<T>().map_err(|e| error::Error::internal("The server is not ready.", e.message))
}

/// Marks an answer as uncacheable whose ranking has warnings: without them it would differ.
fn mark_no_store(ctx: &Context<'_>, ranking: &Ranking) {
    if let (false, Some(no_store)) = (!ranking.provisional, ctx.data_opt::<pipeline::NoStore>()) {
        no_store.set();
    }
}
