//! What is stored, how fresh it is, and how far the work in the background is.

use super::connection::{CacheStatus, cache_status, syncing};
use crate::app::App;
use crate::db::StoreKind;
use crate::family::Family;
use crate::query::status;
use async_graphql::SimpleObject;
use chrono::{DateTime, Utc};
use std::sync::Arc;

use super::document::FamilyCount;

/// What is stored, how fresh it is, and how far the work in the background is.
#[derive(Clone, Debug, SimpleObject)]
#[expect(
    clippy::struct_field_names,
    reason = "`cacheStatus` is the name that connections use too"
)]
pub struct Status {
    /// Version of the server.
    pub version: String,
    /// `embedded` or `postgres`.
    pub store: String,
    /// Revision of content and vectors: it grows with every change.
    pub revision: String,
    /// How current the content is.
    pub cache_status: CacheStatus,
    /// Whether a sync or a first load is running right now.
    pub syncing: bool,
    /// How many documents are stored.
    pub documents: usize,
    /// How many entities are stored.
    pub entity_count: i64,
    /// How many entities are stored, family by family.
    pub entities: Vec<FamilyCount>,
    /// How many passages search reads.
    pub passages: i64,
    /// How many of them have a vector.
    pub embedded: i64,
    /// The embedding model that answers; null while none is loaded.
    pub model: Option<String>,
    /// The embedding model that takes over as soon as all passages have its vectors; null unless the model was
    /// changed.
    pub next_model: Option<String>,
    /// How many passages have a vector of `nextModel`.
    pub next_embedded: Option<i64>,
    /// Why this server does not use the embedding model that its settings name; null where it does, or will as soon
    /// as all passages have its vectors.
    pub model_notice: Option<String>,
    /// Whether this server makes vectors right now, or waits for its turn.
    pub embedding: bool,
    /// How many passages have no vector because the model failed on them again and again; they are tried anew when this
    /// server is started anew.
    pub failed_passages: usize,
    /// How fetching went, listing by listing.
    pub listings: Vec<Listing>,
}

/// How fetching a listing went.
#[derive(Clone, Debug, SimpleObject)]
pub struct Listing {
    /// The source.
    pub source: String,
    /// The endpoint.
    pub endpoint: String,
    /// When it last succeeded.
    pub last_success: Option<DateTime<Utc>>,
    /// When it last failed.
    pub last_failure: Option<DateTime<Utc>>,
    /// Why it last failed, if it has not succeeded since.
    pub error: Option<String>,
    /// How often it has failed since it last succeeded.
    pub failures: i32,
    /// What there is to say of the last success: records that were left out because they cannot be understood, or
    /// kept although they are gone upstream.
    pub notice: Option<String>,
    /// How many records it listed.
    pub records: i32,
    /// How many of them could not be understood.
    pub skipped: i32,
    /// Hash of all that it listed.
    pub content_hash: Option<String>,
    /// When it is fetched next; null for what was imported.
    pub next_due: Option<DateTime<Utc>>,
}

/// The status now.
pub async fn status(app: &Arc<App>) -> crate::error::Result<Status> {
    let db = &app.db.reading();
    let counts = status::counts(db).await?;
    let model = app.model_id();
    let (passages, embedded) = status::passages(db, model.as_deref()).await?;
    let next_model = app.next_model_id();
    let next_embedded = match &next_model {
        Some(next) => Some(status::passages(db, Some(next)).await?.1),
        None => None,
    };
    let entities = Family::ALL
        .into_iter()
        .map(|family| FamilyCount {
            family,
            count: counts
                .iter()
                .filter(|c| c.family == family.name())
                .map(|c| c.count)
                .sum(),
        })
        .collect();
    let states = status::freshness(db).await?;
    let cache_status = cache_status(app, &states, None);
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
    Ok(Status {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        store: match app.db.kind {
            StoreKind::Embedded => "embedded",
            StoreKind::Postgres => "postgres",
        }
        .to_owned(),
        revision: status::revision(db).await?,
        cache_status,
        syncing: syncing(app),
        entity_count: counts.iter().map(|c| c.count).sum(),
        documents: crate::query::scope::all_documents(db).await?.len(),
        entities,
        passages,
        embedded,
        model,
        next_model,
        next_embedded,
        model_notice: app.model_state.notice(),
        embedding: app.embedding.is_taken(),
        failed_passages: app.model_state.failed_passages(),
        listings,
    })
}
