//! Backups of the embedded store: whole and consistent, whatever is written meanwhile.

use lorekeeper_ingest::import::Mode;
use lorekeeper_store::{Settings, Store, StoreKind, check_backup, restore, sql};
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use sea_orm::ConnectionTrait;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const KITCHEN: &str = include_str!("../../fixtures/orcbrew/kitchen.orcbrew");

/// Writes a backup of a running store.
async fn back_up(lore: &Lore, folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name);
    let settings = &lore.app.config.store;
    let snapshot = lore.app.store.snapshot(settings).await.unwrap();
    let target = std::fs::File::create(&path).unwrap();
    let packed = tokio::task::spawn_blocking(move || snapshot.pack(target));
    packed.await.unwrap().unwrap();
    path
}

fn settings(lore: &Lore, data_dir: &Path) -> Settings {
    let data_dir = data_dir.to_owned();
    Settings { data_dir, ..lore.app.config.store.clone() }
}

/// A hash of the rows of each table.
async fn rows(store: &Store) -> BTreeMap<String, (i64, String)> {
    let tables = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'";
    let tables = store.pool.query_all_raw(sql(tables)).await.unwrap();
    let mut found = BTreeMap::new();
    for table in tables {
        let table: String = table.try_get_by(0).unwrap();
        let hash = format!(
            "SELECT count(*), coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') FROM \"{table}\" t"
        );
        let row = store.pool.query_one_raw(sql(&hash)).await.unwrap().unwrap();
        let counted = (row.try_get_by(0).unwrap(), row.try_get_by(1).unwrap());
        found.insert(table, counted);
    }
    found
}

async fn restored_rows(lore: &Lore, archive: &Path) -> BTreeMap<String, (i64, String)> {
    let place = tempfile::tempdir().unwrap();
    let settings = settings(lore, &place.path().join("data"));
    restore(archive, &settings).await.unwrap();
    let store = Store::open(&settings, None).await.unwrap();
    let rows = rows(&store).await;
    store.close().await;
    rows
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_under_load_is_restored_to_the_same_rows_twice() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    if lore.app.store.kind != StoreKind::Embedded {
        let refused = lore.app.store.snapshot(&lore.app.config.store).await;
        assert!(refused.unwrap_err().to_string().contains("pg_dump"));
        return lore.stop().await;
    }
    let folder = tempfile::tempdir().unwrap();
    let before = rows(&lore.app.store).await;
    let importing = async {
        for round in 0..6 {
            let changed = KITCHEN.replace("30 feet", &format!("{} feet", 30 + 5 * round));
            lore.import(Mode::Store, "kitchen.orcbrew", &changed).await;
            lore.embed().await;
        }
    };
    let backing_up = async {
        let mut archives = Vec::new();
        for round in 0..4 {
            archives.push(back_up(&lore, folder.path(), &format!("{round}.tar.gz")).await);
            tokio::time::sleep(std::time::Duration::from_millis(150)).await;
        }
        archives
    };
    let ((), archives) = tokio::join!(importing, backing_up);
    for archive in &archives {
        let manifest = check_backup(archive).unwrap();
        assert!(manifest.files > 100 && manifest.bytes > 1 << 20, "{manifest:?}");
        let (once, twice) = (restored_rows(&lore, archive).await, restored_rows(&lore, archive).await);
        assert_eq!(once, twice);
        assert!(once["source_record"].0 >= before["source_record"].0);
    }
    let last = back_up(&lore, folder.path(), "last.tar.gz").await;
    let now = rows(&lore.app.store).await;
    assert_ne!(now["spell"], before["spell"], "something was imported");
    let restored = restored_rows(&lore, &last).await;
    for (table, expected) in &now {
        // A server counts its heartbeats whenever it likes.
        if !table.contains("heartbeat") && !table.contains("lock") {
            assert_eq!(&restored[table], expected, "{table}");
        }
    }
    // Nothing is left of the copies.
    let left = std::fs::read_dir(&lore.app.config.store.data_dir).unwrap();
    let mut left = left.flatten().map(|entry| entry.file_name());
    assert!(left.all(|name| !name.to_string_lossy().starts_with(".backup")));
    lore.stop().await;
}
