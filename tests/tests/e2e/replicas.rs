//! Replicas: reads from a streaming standby, and several servers on one Postgres, on native servers of the test's own.

mod clients;
mod failover;
mod lag;
mod load_balancing;

use lorekeeper::services::Services;
use lorekeeper_ingest::background::follow_changes;
use lorekeeper_tests::harness::{Cluster, Lore, Model};
use lorekeeper_tests::upstream::Upstream;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// How long something may take that is waited for; what it takes is no matter.
const WAIT_TIMEOUT: Duration = Duration::from_mins(1);

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
        assert!(start.elapsed() < WAIT_TIMEOUT, "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Whether requests are read from the standby.
fn reads_standby(app: &Services) -> bool {
    let replicas = app.store.replicas.statuses();
    replicas
        .iter()
        .any(|replica| replica.used && !replica.primary)
}
