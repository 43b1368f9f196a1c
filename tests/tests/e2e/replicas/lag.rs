//! Replication lag: what a standby has not replayed is not there, and what it has is not hidden by answers that were
//! kept.

use super::{listening, reader, reads_standby, until, writer};
use crate::sync::add_spell;
use lorekeeper::config::{Config, Layer};
use lorekeeper::services::Services;
use lorekeeper_tests::harness::{Cluster, Lore};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use std::time::Duration;

const SPELLS: &str = "{ spells { totalCount } status { revision } }";

async fn spells(lore: &Lore) -> i64 {
    let answer = lore.ask("{ spells { totalCount } }").await;
    answer["spells"]["totalCount"].as_i64().expect("a number")
}

/// The number of a line of the metrics.
fn metric(text: &str, name: &str, role: &str) -> Option<f64> {
    let wanted = format!("role=\"{role}\"");
    let mut lines = text.lines();
    let line = lines.find(|line| line.starts_with(name) && line.contains(&wanted))?;
    line.rsplit(' ').next()?.parse().ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn content_comes_in_order_and_lag_is_seen() {
    let Some(cluster) = Cluster::start().await else {
        return;
    };
    let upstream = Upstream::start().await;
    let writer = writer(&upstream, &cluster).await;
    writer.sync().await;
    // What can only be read is not what can be written to.
    let wrong = Layer::from([("database_url", cluster.standby.clone())]);
    let wrong = Services::open(Config::resolve(&[wrong]).expect("valid settings")).await;
    let wrong = wrong.err().expect("a refusal").message;
    assert!(wrong.contains("DATABASE_REPLICA_URLS"), "{wrong}");
    let patient = reader(&upstream, &cluster, "1h").await;
    let following = listening(&[&patient]);
    until("the standby is read", async || reads_standby(&patient.app)).await;
    let all = spells(&writer).await;
    until("the standby has all", async || {
        spells(&patient).await == all
    })
    .await;
    let before = patient.ask(SPELLS).await;

    // A change that the standby does not replay: its readers are told of it, but it has not happened for them.
    cluster.pause(true).await;
    let mut content = patient.app.store.watch_content();
    content.mark_unchanged();
    add_spell(&upstream, "Smoke Signal");
    writer.sync().await;
    assert_eq!(spells(&writer).await, all + 1);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(reads_standby(&patient.app));
    assert!(!content.has_changed().expect("an app"), "told too early");
    assert_eq!(patient.ask(SPELLS).await, before);
    let (_, _, metrics) = patient.get("/metrics", "*/*").await;
    let lag = metric(&metrics, "lorekeeper_replica_lag_seconds", "replica");
    assert!(lag.is_some_and(|lag| lag > 0.0), "{metrics}");
    let (_, _, ready) = patient.get("/health/ready", "*/*").await;
    let ready: Value = serde_json::from_str(&ready).expect("JSON");
    assert_eq!(ready["reading"]["from"], "replica", "{ready}");
    assert_eq!(ready["reading"]["replicas"], json!(1), "{ready}");

    // As soon as it is told the next answer has it, although the former one was kept.
    cluster.pause(false).await;
    content.changed().await.expect("an app");
    assert_eq!(spells(&patient).await, all + 1);
    until("the vectors come", async || {
        patient.revision().await == patient.ask(SPELLS).await["status"]["revision"]
    })
    .await;
    drop(following);
    patient.stop().await;

    // One that bears less lag reads from the primary meanwhile.
    let hasty = reader(&upstream, &cluster, "1s").await;
    until("the standby is read", async || reads_standby(&hasty.app)).await;
    cluster.pause(true).await;
    add_spell(&upstream, "Ash Signal");
    writer.sync().await;
    until("the primary is read", async || !reads_standby(&hasty.app)).await;
    assert_eq!(spells(&hasty).await, all + 2);
    let (_, _, metrics) = hasty.get("/metrics", "*/*").await;
    let used = |role| metric(&metrics, "lorekeeper_replica_used", role);
    assert_eq!((used("primary"), used("replica")), (Some(1.0), Some(0.0)));
    cluster.pause(false).await;
    until("the standby is read", async || reads_standby(&hasty.app)).await;
    assert_eq!(spells(&hasty).await, all + 2);
    assert!(!metrics.contains("postgres@"), "only host and port");
    hasty.stop().await;
    writer.stop().await;
}
