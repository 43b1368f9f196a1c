//! Dead connections to Postgres, of which the server is told or not.

use futures::future::join_all;
use lorekeeper::config::{Config, Layer};
use lorekeeper::services::Services;
use lorekeeper_graphql::error::{Code, Result};
use lorekeeper_ingest::background::follow_changes_every;
use lorekeeper_store as store;
use lorekeeper_tests::harness::{Database, Lore};
use lorekeeper_tests::proxy::{Fault, Proxy};
use lorekeeper_tests::upstream::Upstream;
use sea_orm::{ConnectionTrait, TransactionTrait};
use std::sync::Arc;
use std::time::Duration;

/// Longest time until something is noticed that is noticed at all.
const DETECTION_TIMEOUT: Duration = Duration::from_secs(40);

/// A server whose way to a database leads through a proxy.
async fn behind(proxy_of: &Database) -> (Proxy, Arc<Services>) {
    let (head, rest) = proxy_of.url.split_once('@').expect("a user");
    let (target, tail) = rest.split_once('/').expect("a database");
    let proxy = Proxy::start(target.to_owned()).await.expect("loopback");
    let url = format!("{head}@{}/{tail}", proxy.address);
    let layer = Layer::from([("database_url", url), ("offline", "true".to_owned())]);
    let app = Services::open(Config::resolve(&[layer]).expect("valid settings")).await;
    (proxy, app.expect("a store"))
}

async fn answers(app: &Services) -> bool {
    let asked = &app.search.connection();
    let asked = asked.query_one_raw(lorekeeper_store::sql("SELECT 1"));
    matches!(tokio::time::timeout(Duration::from_secs(12), asked).await, Ok(Ok(_)))
}

/// A server of its own for each fault, on a database of its own; all at once, for each is a long wait.
async fn each<const N: usize>(faults: [Fault; N], look: impl AsyncFn(Fault, Proxy, &Arc<Services>, &Database)) {
    join_all(faults.iter().map(async |fault| {
        let Some(database) = Database::create().await else {
            eprintln!("skipped: only a Postgres server has connections that die");
            return;
        };
        let (proxy, app) = behind(&database).await;
        look(*fault, proxy, &app, &database).await;
        app.store.close().await;
        drop(app);
        database.delete().await;
    }))
    .await;
}

/// Whatever befalls the connections, new ones take their place.
#[tokio::test(flavor = "multi_thread")]
async fn dead_connections_are_replaced() {
    let faults = [Fault::HalfClose, Fault::Silence, Fault::Delay(Duration::from_millis(300))];
    each(faults, async |fault, proxy, app, _| {
        assert!(answers(app).await);
        proxy.strike(fault);
        let again = async {
            while !answers(app).await {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        assert!(tokio::time::timeout(DETECTION_TIMEOUT, again).await.is_ok(), "{fault:?}");
    })
    .await;
}

/// Work under a lock is stopped when the lock's connection dies.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_lock_stops_the_work() {
    let faults = [Fault::Silence, Fault::HalfClose];
    each(faults, async |fault, proxy, app, _| {
        let turn = app.store.syncing.lock(&app.store).await.expect("the lock");
        let work = turn.run(std::future::pending::<Result<()>>());
        let (stopped, ()) = tokio::join!(tokio::time::timeout(DETECTION_TIMEOUT, work), async {
            proxy.strike(fault);
        });
        let error = stopped.expect("the loss is noticed").unwrap_err();
        assert_eq!(error.code, Code::Internal, "{fault:?}");
        assert!(error.message.contains("the work was stopped"), "{error}");
    })
    .await;
}

/// A server whose connection for news died without a word hears of changes all the same.
#[tokio::test(flavor = "multi_thread")]
async fn news_come_past_a_dead_connection() {
    let faults = [Fault::Silence, Fault::HalfClose];
    each(faults, async |fault, proxy, app, database| {
        let (_other_way, other) = behind(database).await;
        let mut content = app.store.watch_content();
        let checked = follow_changes_every(Arc::clone(&app.ingest), Duration::from_secs(1));
        let following = tokio::spawn(checked);
        // It listens, and has looked once.
        content.changed().await.expect("the first look");
        proxy.strike(fault);
        let transaction = other.store.pool.begin().await.unwrap();
        let bumped = store::bump_revision(&transaction, other.store.kind, None).await;
        transaction.commit().await.unwrap();
        let told = tokio::time::timeout(DETECTION_TIMEOUT, content.changed()).await;
        assert!(told.is_ok(), "{fault:?}: {:?}", bumped.unwrap());
        following.abort();
        other.store.close().await;
    })
    .await;
}

/// A server that lost its turn without knowing cannot end what another one has begun meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_turn_is_refused() {
    let upstream = Upstream::start().await;
    let lore = Lore::start(&upstream).await;
    let Some(other) = lore.beside().await else {
        lore.stop().await;
        return;
    };
    let store = &lore.app.store;
    let lost = store.syncing.lock(store).await.expect("the lock");
    let transaction = store.pool.begin().await.unwrap();
    lost.check(&transaction).await.expect("it is its turn");
    transaction.commit().await.unwrap();
    // As an administrator, a failover or a pooler would.
    let ended = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    lore.run(ended).await;
    let next = tokio::time::timeout(DETECTION_TIMEOUT, other.store.syncing.lock(&other.store));
    let next = next.await.expect("the lock is free").expect("the lock");
    let transaction = store.pool.begin().await.unwrap();
    let refused = lost.check(&transaction).await.unwrap_err();
    assert!(matches!(refused, lorekeeper_store::Error::Failed(_)));
    transaction.rollback().await.unwrap();
    let transaction = other.store.pool.begin().await.unwrap();
    next.check(&transaction).await.expect("it is its turn");
    transaction.commit().await.unwrap();
    drop((lost, next));
    other.store.close().await;
    drop(other);
    lore.stop().await;
}
