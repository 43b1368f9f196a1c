//! The field `status`: stored content, its freshness, and the progress of background work.

use super::connection::{CacheStatus, cache_status};
use super::document::FamilyCount;
use crate::Backend;
use crate::pipeline::Caches;
use async_graphql::SimpleObject;
use chrono::{DateTime, Utc};
use lorekeeper_search::status;
use lorekeeper_store::StoreKind;

/// The state of the server: stored content, its freshness, and the progress of background work.
#[derive(Clone, Debug, SimpleObject)]
#[expect(clippy::struct_field_names, reason = "`cacheStatus` is the name that connections use too")]
pub struct Status {
    /// Version of the server.
    pub version: String,
    /// `embedded` or `postgres`.
    pub store: String,
    /// Whether the store can only be read, because its Postgres is a standby: nothing is fetched, and mutations are refused.
    pub read_only: bool,
    /// Revision of content and vectors; it grows with every change.
    pub revision: String,
    /// Freshness of the content.
    pub cache_status: CacheStatus,
    /// Whether a sync or a first load is running.
    pub syncing: bool,
    /// Whether searches find all that is stored. Not while content is being written: it can be listed and filtered at
    /// once, and is searched as soon as all of it is there and indexed.
    pub searchable: bool,
    /// Number of stored documents.
    pub documents: usize,
    /// Number of stored entities.
    pub entity_count: i64,
    /// Number of stored entities by family.
    pub entities: Vec<FamilyCount>,
    /// Number of passages that search reads.
    pub passages: i64,
    /// Number of passages with a vector of `model`.
    pub embedded: i64,
    /// The embedding model in use; null while none is loaded.
    pub model: Option<String>,
    /// The embedding model that replaces `model` as soon as all passages have its vectors; null unless the setting was
    /// changed.
    pub pending_model: Option<String>,
    /// Number of passages with a vector of `pendingModel`.
    pub pending_embedded: Option<i64>,
    /// The reason why this server does not use the configured embedding model; null where it does, or will as soon as all
    /// passages have its vectors.
    pub model_notice: Option<String>,
    /// Whether this server is making vectors, or waits for its turn.
    pub embedding: bool,
    /// Number of passages without a vector because the model failed on them repeatedly; a restart of the server tries them
    /// again.
    pub failed_passages: usize,
    /// What the parts of this server hold in memory, beside the program, the model and the embedded store.
    pub memory: Vec<MemoryUse>,
    /// The collections and fields that the sources have and that this version does not read, a sentence for each source.
    pub news: Vec<String>,
    /// The state of fetching by listing.
    pub listings: Vec<Listing>,
}

/// What a part of the server holds in memory.
#[derive(Clone, Debug, SimpleObject)]
pub struct MemoryUse {
    /// Name of the part: `vectors` and `words` of the search index; `rows`, `passages`, `rankings`, `facets`, `renderings`
    /// (entities as operations show them), `answers` and `operations` (parsed) of the latest requests.
    pub part: String,
    /// How much it holds, in MiB, about.
    pub mebibytes: f64,
    /// Most that it may hold, in MiB; null: it grows with the content.
    pub limit: Option<f64>,
}

/// A number of bytes in MiB, with two digits behind the point.
#[expect(clippy::cast_precision_loss, reason = "memory is far less than 2^52 bytes")]
fn mebibytes(bytes: u64) -> f64 {
    (bytes as f64 / f64::from(1 << 20) * 100.0).round() / 100.0
}

/// The state of fetching a listing.
#[derive(Clone, Debug, SimpleObject)]
pub struct Listing {
    /// Name of the source.
    pub source: String,
    /// Name of the endpoint.
    pub endpoint: String,
    /// Time of the last success.
    pub last_success: Option<DateTime<Utc>>,
    /// Time of the last failure.
    pub last_failure: Option<DateTime<Utc>>,
    /// The reason of the last failure; null after a success.
    pub error: Option<String>,
    /// Number of failures since the last success.
    pub failures: i32,
    /// A notice about the last success: records were skipped because they are invalid, fields did not fit, or records are
    /// kept although they are gone upstream.
    pub notice: Option<String>,
    /// Number of records in the listing.
    pub records: i32,
    /// Number of records that were skipped because they are invalid.
    pub skipped: i32,
    /// Hash of the listing's content.
    pub content_hash: Option<String>,
    /// Time of the next fetch; null for imports.
    pub next_due: Option<DateTime<Utc>>,
}

/// The present status.
pub async fn status(backend: &Backend, caches: &Caches) -> crate::error::Result<Status> {
    let db = &backend.search.connection();
    let counts = status::counts(db).await?;
    let model = backend.models.model_id();
    let (passages, embedded) = lorekeeper_store::passage_counts(db, model.as_deref()).await?;
    let pending_model = backend.models.pending_model_id();
    let pending_embedded = match &pending_model {
        Some(next) => Some(lorekeeper_store::passage_counts(db, Some(next)).await?.1),
        None => None,
    };
    let states = lorekeeper_store::endpoint_states(db).await?;
    let cache_status = cache_status(&backend.ingest, &states, None);
    let listings = states
        .into_iter()
        .map(|s| Listing {
            source: s.source,
            endpoint: s.endpoint,
            last_success: s.last_success,
            last_failure: s.last_failure,
            error: s.error,
            failures: s.failures,
            notice: s.notice,
            records: s.records,
            skipped: s.skipped,
            content_hash: s.content_hash,
            next_due: s.next_due,
        })
        .collect();
    let memory = backend.search.memory().into_iter().chain(caches.memory()).map(|held| MemoryUse {
        part: held.part.to_owned(),
        mebibytes: mebibytes(held.bytes),
        limit: held.limit.map(mebibytes),
    });
    Ok(Status {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        store: match backend.store.kind {
            StoreKind::Embedded => "embedded".to_owned(),
            StoreKind::Postgres => "postgres".to_owned(),
        },
        read_only: backend.store.is_standby(),
        revision: lorekeeper_store::revision(db).await?,
        cache_status,
        syncing: backend.store.syncing.is_locked(),
        searchable: backend.search.index.is_searchable().await?,
        entity_count: counts.iter().map(|c| c.count).sum(),
        documents: lorekeeper_search::scope::all_documents(db).await?.len(),
        entities: FamilyCount::all(&counts),
        passages,
        embedded,
        model,
        pending_model,
        pending_embedded,
        model_notice: backend.models.state.notice(),
        embedding: backend.store.embedding.is_locked(),
        failed_passages: backend.models.state.failed_passages(),
        memory: memory.collect(),
        news: lorekeeper_ingest::news::sentences(db, &lorekeeper_sources::UPSTREAMS).await?,
        listings,
    })
}
