//! Metrics endpoint (`/metrics`), for Prometheus.

use super::State;
use crate::telemetry::metrics::render;
use axum::extract::State as Shared;
use axum::http::header;
use axum::response::IntoResponse;
use lorekeeper_embed::Models;
use lorekeeper_graphql::Backend;
use lorekeeper_search::status::{self, Count};
use lorekeeper_store::{EndpointState, Reader, Result, Store};
use metrics::gauge;
use std::collections::BTreeMap;
use std::time::Duration;

/// How long the store may take to count what it has.
pub const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// Counts of the store's contents.
pub struct Stored {
    pub counts: Vec<Count>,
    /// How many there are, and how many have a vector of the model.
    pub passages: (i64, i64),
    listings: Vec<EndpointState>,
}

/// Metrics of the process and of its store.
pub async fn metrics(Shared(state): Shared<State>) -> impl IntoResponse {
    let Backend { store, models, .. } = &*state.backend;
    let stored = tokio::time::timeout(STORE_TIMEOUT, read(store, models)).await;
    let stored = stored.ok().and_then(Result::ok);
    text(render(|| {
        record_process(store, models);
        for held in state.pipeline.memory() {
            gauge!("lorekeeper_memory_bytes", "part" => held.part)
                .set(figure(i64::try_from(held.bytes).unwrap_or(i64::MAX)));
        }
        gauge!("lorekeeper_store_up").set(f64::from(stored.is_some()));
        if let Some(stored) = &stored {
            record_store(stored);
        }
    }))
}

/// Metrics of a follower.
pub async fn own_metrics() -> impl IntoResponse {
    text(render(|| {}))
}

fn text(numbers: String) -> impl IntoResponse {
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], numbers)
}

/// Counts what is stored.
pub async fn read(store: &Store, models: &Models) -> Result<Stored> {
    let model = models.model_id();
    let db = &store.read_as(Reader::Everyone);
    Ok(Stored {
        counts: status::counts(db).await?,
        passages: lorekeeper_store::passage_counts(db, model.as_deref()).await?,
        listings: lorekeeper_store::endpoint_states(db).await?,
    })
}

fn record_process(store: &Store, models: &Models) {
    let (mut open, mut idle) = (0, 0);
    for pool in store.pools() {
        let pool = pool.get_postgres_connection_pool();
        open += pool.size();
        idle += u32::try_from(pool.num_idle()).unwrap_or_default();
    }
    gauge!("lorekeeper_store_connections", "state" => "idle").set(idle);
    gauge!("lorekeeper_store_connections", "state" => "used").set(open.saturating_sub(idle));
    gauge!("lorekeeper_store_read_only").set(f64::from(store.is_standby()));
    gauge!("lorekeeper_sync_running").set(f64::from(store.syncing.is_locked()));
    gauge!("lorekeeper_embedding_running").set(f64::from(store.embedding.is_locked()));
    let failed = i64::try_from(models.state.failed_passages()).unwrap_or_default();
    gauge!("lorekeeper_passages_failed").set(figure(failed));
}

fn record_store(stored: &Stored) {
    let mut families: BTreeMap<&str, i64> = BTreeMap::new();
    for count in &stored.counts {
        *families.entry(&count.family).or_default() += count.count;
    }
    for (family, entities) in families {
        gauge!("lorekeeper_entities", "family" => family.to_owned()).set(figure(entities));
    }
    let (passages, embedded) = stored.passages;
    gauge!("lorekeeper_passages").set(figure(passages));
    gauge!("lorekeeper_passages_pending").set(figure(passages - embedded));
    let mut sources: BTreeMap<&str, Vec<&EndpointState>> = BTreeMap::new();
    for listing in &stored.listings {
        sources.entry(&listing.source).or_default().push(listing);
    }
    for (source, listings) in sources {
        let source = || source.to_owned();
        let total =
            |of: fn(&EndpointState) -> i32| -> i64 { listings.iter().map(|listing| i64::from(of(listing))).sum() };
        gauge!("lorekeeper_sync_failures", "source" => source()).set(figure(total(|l| l.failures)));
        gauge!("lorekeeper_sync_records", "source" => source()).set(figure(total(|l| l.records)));
        // A listing that never succeeded comes first: then there is no such time.
        if let Some(Some(oldest)) = listings.iter().map(|l| l.last_success).min() {
            gauge!("lorekeeper_sync_last_success_timestamp_seconds", "source" => source())
                .set(figure(oldest.timestamp()));
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "nothing here comes near 2^52")]
fn figure(number: i64) -> f64 {
    number as f64
}
