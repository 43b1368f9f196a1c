//! The embedded store: who may reach it, and what becomes of it when its server ends.

use lorekeeper_store::{StoreKind, bound};
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use sea_orm::ConnectionTrait;
use std::time::{Duration, Instant};

/// Its socket lies in a folder that other users cannot enter, and no port leads to it.
#[cfg(unix)]
#[tokio::test]
async fn only_its_owner_may_reach_it() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};
    let upstream = Upstream::start().await;
    let lore = Lore::start(&upstream).await;
    if lore.app.store.kind == StoreKind::Postgres {
        eprintln!("skipped: not the embedded store");
        lore.stop().await;
        return;
    }
    let folder = lore.app.config.store.data_dir.join("socket");
    let mode = std::fs::metadata(&folder).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    let socket = std::fs::metadata(folder.join(".s.PGSQL.5432")).unwrap();
    assert!(socket.file_type().is_socket());
    lore.stop().await;
}

/// A message that is too long for the server ends its thread; the store is there again soon, with what it had.
#[tokio::test(flavor = "multi_thread")]
async fn it_is_started_again_when_its_server_ends() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    if lore.app.store.kind == StoreKind::Postgres {
        eprintln!("skipped: not the embedded store");
        lore.stop().await;
        return;
    }
    let counts = lore.counts().await;
    let giant = "x".repeat(140 << 20);
    let statement = bound("SELECT length($1)", [giant.into()]);
    let refused = lore.app.store.pool.query_one_raw(statement).await;
    assert!(
        refused.is_err(),
        "the server took a message that it cannot take"
    );
    let start = Instant::now();
    let answered = loop {
        let answer = lore.answer(
            "{ status { store } spells { totalCount } }",
            serde_json::json!({}),
        );
        if answer.await.get("errors").is_none() {
            break true;
        }
        if start.elapsed() > Duration::from_secs(40) {
            break false;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    };
    assert!(answered, "the store did not come back");
    assert_eq!(lore.counts().await, counts);
    lore.stop().await;
}
