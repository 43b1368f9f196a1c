//! The embedded store: who may reach it, and what becomes of it when its server ends.

use lorekeeper::config::{Config, Layer};
use lorekeeper_ingest::import::Mode;
use lorekeeper_store::{Rebuild, Store, StoreKind, bound, sql};
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::synthetic;
use lorekeeper_tests::upstream::Upstream;
use sea_orm::ConnectionTrait;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const KITCHEN: &str = include_str!("../../fixtures/orcbrew/kitchen.orcbrew");

/// Its socket lies in a folder that other users cannot enter, and no port leads to it.
#[cfg(unix)]
#[tokio::test]
async fn only_its_owner_may_reach_it() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};
    let upstream = Upstream::start().await;
    let Some(lore) = embedded(Lore::start(&upstream).await).await else {
        return;
    };
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
    let Some(lore) = embedded(Lore::filled(&upstream).await).await else {
        return;
    };
    let counts = lore.counts().await;
    let giant = "x".repeat(140 << 20);
    let statement = bound("SELECT length($1)", [giant.into()]);
    let refused = lore.app.store.pool.query_one_raw(statement).await;
    assert!(refused.is_err(), "the server took a message that it cannot take");
    let start = Instant::now();
    let answered = loop {
        let answer = lore.answer("{ status { store } spells { totalCount } }", serde_json::json!({}));
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

/// The files of a store whose process was killed are those that it has while it runs. Imports leave more than a sync.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn it_starts_again_after_a_crash() {
    let upstream = Upstream::start().await;
    let Some(lore) = embedded(Lore::filled(&upstream).await).await else {
        return;
    };
    lore.import(Mode::Store, "kitchen.orcbrew", KITCHEN).await;
    let changed = KITCHEN.replace("30 feet", "90 feet");
    lore.import(Mode::Store, "kitchen.orcbrew", &changed).await;
    // Postgres empties unlogged tables when it starts after a crash, and the embedded one fails at that.
    let unlogged = "SELECT count(*) FROM pg_class WHERE relpersistence = 'u'";
    assert_eq!(lore.number(unlogged).await, 0);
    let stored = "SELECT count(*) FROM source_record";
    let records = lore.number(stored).await;
    let crashed = tempfile::tempdir().unwrap();
    let running = lore.app.config.store.data_dir.join("store");
    let mut copy = Command::new("cp");
    let copied = copy.arg("-r").arg(running).arg(crashed.path()).status();
    assert!(copied.unwrap().success());
    lore.stop().await;
    let store = open(crashed.path()).await;
    let row = store.pool.query_one_raw(sql(stored)).await;
    let found: i64 = row.unwrap().unwrap().try_get_by(0).unwrap();
    store.close().await;
    assert_eq!(found, records);
}

/// The server ends with all written, although a statement is given up meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn it_ends_cleanly_during_a_statement() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let pool = store.pool.clone();
    let slow = tokio::spawn(async move {
        let slow = "SELECT count(*) FROM generate_series(1, 5000000)";
        pool.execute_unprepared(slow).await
    });
    let moment = || tokio::time::sleep(Duration::from_millis(20));
    moment().await;
    let giving_up = async {
        moment().await;
        slow.abort();
        assert!(slow.await.unwrap_err().is_cancelled());
    };
    tokio::join!(store.close(), giving_up);
    // The state stands behind three numbers, of eight and twice four bytes.
    let control = folder.path().join("store/tmp/pglite/base/global/pg_control");
    let control = std::fs::read(control).unwrap();
    let shut_down = 1_u32.to_ne_bytes();
    assert_eq!(control[16..20], shut_down);
}

/// It has no autovacuum.
#[tokio::test]
async fn rows_that_are_all_drawn_anew_leave_no_room_behind() {
    // A table of fewer than 75 rows is not worth writing anew.
    let upstream = synthetic::upstream(1200).await;
    let lore = Lore::with(&upstream, Model::Words, &[("sources", "open5e_v2")]).await;
    let Some(lore) = embedded(lore).await else {
        return;
    };
    lore.sync().await;
    let tables = ["spell", "creature", "search_entry"];
    let sizes = async || {
        let mut sizes = Vec::new();
        for table in tables {
            let size = format!("SELECT pg_total_relation_size('{table}')");
            sizes.push(lore.number(&size).await);
        }
        sizes
    };
    let before = sizes().await;
    let drawn = lorekeeper_ingest::reindex(&lore.app.ingest, Rebuild::Rows);
    drawn.await.unwrap();
    for ((table, before), after) in tables.iter().zip(before).zip(sizes().await) {
        assert!(after * 10 < before * 14, "{table}: {before}, then {after}");
    }
    lore.stop().await;
}

/// A LoreKeeper on the embedded store; none where the tests run on a Postgres.
async fn embedded(lore: Lore) -> Option<Lore> {
    if lore.app.store.kind == StoreKind::Embedded {
        return Some(lore);
    }
    eprintln!("skipped: not the embedded store");
    lore.stop().await;
    None
}

/// Opens the embedded store of a data directory.
async fn open(data_dir: &Path) -> Store {
    let layer = Layer::from([("data_dir", data_dir.display().to_string())]);
    let config = Config::resolve(&[layer]).unwrap();
    Store::open(&config.store, None).await.unwrap()
}
