//! Reads from a streaming standby, and several instances on one Postgres: on native servers of the test's own.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "what is not as it must be ends the test"
)]

mod balanced;
mod crowd;
mod killed;
mod order;

use lorekeeper::services::Services;
use lorekeeper_ingest::background::follow_changes;
use lorekeeper_tests::harness::{Cluster, Lore, Model};
use lorekeeper_tests::upstream::Upstream;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// How long something may take that is waited for; what it takes is no matter.
const PATIENCE: Duration = Duration::from_mins(1);

/// One that is written to and read from the primary.
async fn writer(upstream: &Upstream, cluster: &Cluster) -> Lore {
    let settings = [("database_url", cluster.primary.as_str())];
    Lore::with(upstream, Model::Words, &settings).await
}

/// One that reads from the standby, unless it is further behind than `most`.
async fn reader(upstream: &Upstream, cluster: &Cluster, most: &str) -> Lore {
    let settings = [
        ("database_url", cluster.primary.as_str()),
        ("database_replica_urls", cluster.standby.as_str()),
        ("replica_max_lag", most),
    ];
    Lore::with(upstream, Model::Words, &settings).await
}

/// Hears what other processes tell, as a server does.
fn listening(lores: &[&Lore]) -> JoinSet<()> {
    let follow = |lore: &&Lore| follow_changes(Arc::clone(&lore.app.ingest));
    lores.iter().map(follow).collect()
}

async fn until(what: &str, done: impl AsyncFn() -> bool) {
    let start = Instant::now();
    while !done().await {
        assert!(start.elapsed() < PATIENCE, "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Whether requests are read from the standby.
fn reads_standby(app: &Services) -> bool {
    let sources = app.store.replicas.statuses();
    sources.iter().any(|source| source.used && !source.primary)
}
