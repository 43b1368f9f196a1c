//! Fail-over: a standby, then the primary, ends while requests run, and none of them is lost.

use super::clients::Clients;
use super::{listening, reader, reads_standby, until};
use lorekeeper_tests::harness::{Cluster, Node};
use lorekeeper_tests::upstream::Upstream;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn no_request_is_lost_with_its_replica() {
    let Some(cluster) = Cluster::start().await else {
        return;
    };
    let upstream = Upstream::start().await;
    let lore = reader(&upstream, &cluster, "10s").await;
    lore.sync().await;
    let following = listening(&[&lore]);
    until("the standby is read", async || {
        reads_standby(&lore.app)
            && lore.ask("{ rules { totalCount } }").await != json!({"rules": {"totalCount": 0}})
    })
    .await;
    let mut clients = Clients::begin(std::slice::from_ref(&lore.url));
    clients.answered(100).await;

    cluster.kill(Node::Standby).await;
    until("the primary is read", async || !reads_standby(&lore.app)).await;
    clients.answered(100).await;

    cluster.again(Node::Standby).await;
    until("the standby is read again", async || {
        reads_standby(&lore.app)
    })
    .await;
    clients.answered(100).await;

    // What was fetched is read from the standby all the same; only what writes has to wait.
    cluster.kill(Node::Primary).await;
    clients.answered(100).await;
    let (status, _, ready) = lore.get("/health/ready", "*/*").await;
    assert_eq!(status, 200, "{ready}");
    until("the primary's end is noticed", async || {
        let replicas = lore.app.store.replicas.statuses();
        replicas
            .iter()
            .any(|replica| replica.primary && !replica.up)
    })
    .await;
    clients.answered(100).await;

    cluster.again(Node::Primary).await;
    until("the primary is back", async || {
        let replicas = lore.app.store.replicas.statuses();
        replicas.iter().all(|replica| replica.usable)
    })
    .await;
    clients.answered(100).await;
    let answered = clients.end().await;
    let lost = clients.lost_since(0);
    println!("{answered} answered, {} lost", lost.len());
    assert!(lost.is_empty(), "of {answered}: {lost:#?}");
    drop(following);
    lore.stop().await;
}
