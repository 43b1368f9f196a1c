//! Connections to Postgres that die: with a word, and without.

use lorekeeper::app::App;
use lorekeeper::background::follow_others_checking;
use lorekeeper::config::{Config, Layer};
use lorekeeper::error::{Code, Result};
use lorekeeper::store;
use lorekeeper_tests::harness::{Database, Lore};
use lorekeeper_tests::proxy::{Fault, Proxy};
use lorekeeper_tests::upstream::Upstream;
use sea_orm::{ConnectionTrait, TransactionTrait};
use std::sync::Arc;
use std::time::Duration;

/// Longest time until something is noticed that is noticed at all.
const NOTICED: Duration = Duration::from_secs(40);

const SKIPPED: &str = "skipped: only a Postgres server has connections that die";

/// A server whose way to a database leads through a proxy.
async fn behind(proxy_of: &Database) -> (Proxy, Arc<App>) {
    let (head, rest) = proxy_of.url.split_once('@').expect("a user");
    let (target, tail) = rest.split_once('/').expect("a database");
    let proxy = Proxy::start(target.to_owned()).await.expect("loopback");
    let url = format!("{head}@{}/{tail}", proxy.address);
    let layer = Layer::from([("database_url", url), ("offline", "true".to_owned())]);
    let app = App::open(Config::resolve(&[layer]).expect("valid settings")).await;
    (proxy, app.expect("a store"))
}

async fn answers(app: &App) -> bool {
    let asked = app.db.reading();
    let asked = asked.query_one_raw(lorekeeper::db::sql("SELECT 1"));
    matches!(
        tokio::time::timeout(Duration::from_secs(12), asked).await,
        Ok(Ok(_))
    )
}

/// Whatever befalls the connections, new ones take their place.
#[tokio::test(flavor = "multi_thread")]
async fn dead_connections_are_replaced() {
    let Some(database) = Database::create().await else {
        eprintln!("{SKIPPED}");
        return;
    };
    let (proxy, app) = behind(&database).await;
    for fault in [
        Fault::HalfClose,
        Fault::Silence,
        Fault::Delay(Duration::from_millis(300)),
    ] {
        assert!(answers(&app).await);
        proxy.strike(fault);
        let again = async {
            while !answers(&app).await {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        assert!(
            tokio::time::timeout(NOTICED, again).await.is_ok(),
            "{fault:?}"
        );
    }
    app.db.clone().close().await;
    drop(app);
    database.delete().await;
}

/// Work under a lock is stopped when the lock's connection dies.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_lock_stops_the_work() {
    let Some(database) = Database::create().await else {
        eprintln!("{SKIPPED}");
        return;
    };
    let (proxy, app) = behind(&database).await;
    // Behind the proxy Postgres sees no connection die, and keeps the lock: so each fault has a lock of its own.
    for (fault, exclusive) in [
        (Fault::Silence, &app.syncing),
        (Fault::HalfClose, &app.embedding),
    ] {
        let turn = exclusive.turn(&app.db).await.expect("the lock");
        let work = turn.run(std::future::pending::<Result<()>>());
        let (stopped, ()) = tokio::join!(tokio::time::timeout(NOTICED, work), async {
            proxy.strike(fault);
        });
        let error = stopped.expect("the loss is noticed").unwrap_err();
        assert_eq!(error.code, Code::Disconnected, "{fault:?}");
        assert!(error.message.contains("the work was stopped"), "{error}");
    }
    app.db.clone().close().await;
    drop(app);
    database.delete().await;
}

/// A server whose connection for news died without a word hears of changes all the same.
#[tokio::test(flavor = "multi_thread")]
async fn news_come_past_a_dead_connection() {
    let Some(database) = Database::create().await else {
        eprintln!("{SKIPPED}");
        return;
    };
    let (_other_way, other) = behind(&database).await;
    for fault in [Fault::Silence, Fault::HalfClose] {
        let (proxy, app) = behind(&database).await;
        let mut content = app.watch_content();
        let checked = follow_others_checking(Arc::clone(&app), Duration::from_secs(1));
        let following = tokio::spawn(checked);
        // It listens, and has looked once.
        content.changed().await.expect("the first look");
        proxy.strike(fault);
        let transaction = other.db.pool.begin().await.unwrap();
        let bumped = store::bump_revision(&transaction, other.db.kind, None).await;
        transaction.commit().await.unwrap();
        let told = tokio::time::timeout(NOTICED, content.changed()).await;
        assert!(told.is_ok(), "{fault:?}: {:?}", bumped.unwrap());
        following.abort();
        app.db.clone().close().await;
    }
    other.db.clone().close().await;
    drop(other);
    database.delete().await;
}

/// A server that lost its turn without knowing cannot end what another one has begun meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn a_former_turn_is_refused() {
    let upstream = Upstream::start().await;
    let lore = Lore::start(&upstream).await;
    let Some(other) = lore.beside().await else {
        eprintln!("{SKIPPED}");
        lore.stop().await;
        return;
    };
    let former = lore.app.syncing.turn(&lore.app.db).await.expect("the lock");
    let transaction = lore.app.db.pool.begin().await.unwrap();
    former.check(&transaction).await.expect("it is its turn");
    transaction.commit().await.unwrap();
    // As an administrator, a failover or a pooler would.
    let ended = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    lore.app.db.pool.execute_unprepared(ended).await.unwrap();
    let next = tokio::time::timeout(NOTICED, other.syncing.turn(&other.db));
    let next = next.await.expect("the lock is free").expect("the lock");
    let transaction = lore.app.db.pool.begin().await.unwrap();
    let refused = former.check(&transaction).await.unwrap_err();
    assert_eq!(refused.code, Code::Disconnected);
    transaction.rollback().await.unwrap();
    let transaction = other.db.pool.begin().await.unwrap();
    next.check(&transaction).await.expect("it is its turn");
    transaction.commit().await.unwrap();
    drop((former, next));
    other.db.clone().close().await;
    drop(other);
    lore.stop().await;
}
