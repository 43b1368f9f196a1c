//! Kill points: the store goes away between any two statements of a sync, an import or an embedding, and the next run
//! makes it good. The outcome is that of a run that nothing disturbed, and the change is announced.

use lorekeeper_content::Family;
use lorekeeper_ingest::embedding::background;
use lorekeeper_ingest::import::Mode;
use lorekeeper_ingest::progress::ProgressSink;
use lorekeeper_ingest::{self as ingest, Due, Options, Result};
use lorekeeper_sources::import;
use lorekeeper_store::sql;
use lorekeeper_store::{self as store, Removals, Unannounced};
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::upstream::Upstream;
use sea_orm::ConnectionTrait;

/// How many points of a run are tried.
const POINTS: i64 = 14;

const KITCHEN: &str = include_str!("../../fixtures/orcbrew/kitchen.orcbrew");

/// Tables that are written.
const TABLES: [&str; 12] = [
    "source_record", "staged_record", "endpoint_state", "document", "spell", "creature", "equipment",
    "character_option", "rule", "search_entry", "passage", "passage_vector",
];

/// Of these, tables that hold no content.
const BOOKKEEPING: [&str; 2] = ["staged_record", "endpoint_state"];

/// Content, but for keys and times, which differ from run to run: the lines of a table.
fn lines(table: &str) -> String {
    let vectors = "e.family, e.document_key, e.kind, e.slug, t.ord";
    let fields = match table {
        "passage" => format!("concat_ws(' ', {vectors}, t.label, t.text, t.hash)"),
        "passage_vector" => format!("concat_ws(' ', {vectors}, t.model, t.embedding)"),
        _ => {
            return format!("SELECT (to_jsonb(t) - 'fetched_at' - 'changed_at' - 'id')::text AS line FROM {table} t");
        }
    };
    format!("SELECT {fields} AS line FROM {table} t LEFT JOIN search_entry e ON e.id = t.entity_id")
}

/// Counts statements that write, and lets those beyond a number fail.
const FAULT: &str = "
    CREATE SEQUENCE written;
    CREATE TABLE fault (beyond bigint NOT NULL);
    INSERT INTO fault VALUES (9000000);
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF nextval('written') > (SELECT beyond FROM fault) THEN
            RAISE EXCEPTION 'the store is gone';
        END IF;
        RETURN NULL;
    END $$;";

/// The count of changes.
const REVISION: &str = "SELECT value::bigint FROM store_fact WHERE key = 'revision'";

async fn install(lore: &Lore) {
    lore.run(FAULT).await;
    for table in TABLES.iter().chain(&["store_fact"]) {
        let trigger = format!(
            "CREATE TRIGGER fault BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON {table} \
             FOR EACH STATEMENT EXECUTE FUNCTION fail()"
        );
        lore.run(&trigger).await;
    }
}

/// Lets so many statements pass from now on.
async fn fail_beyond(lore: &Lore, statements: i64) {
    let set = format!("UPDATE fault SET beyond = {statements}; SELECT setval('written', 1, false)");
    lore.run(&set).await;
}

/// Nothing fails any more.
async fn heal(lore: &Lore) {
    fail_beyond(lore, 9_000_000).await;
}

/// Empties the store, but for what it is known by.
async fn empty(lore: &Lore) {
    let tables = TABLES.join(", ");
    let empty = format!("TRUNCATE {tables}; DELETE FROM store_fact WHERE key LIKE 'rows\\_%'");
    lore.run(&empty).await;
}

async fn content(lore: &Lore) -> Vec<(&'static str, i64, String)> {
    let mut all = Vec::new();
    for table in TABLES.into_iter().filter(|table| !BOOKKEEPING.contains(table)) {
        let lines = lines(table);
        let statement = format!(
            "SELECT count(*) AS count, coalesce(md5(string_agg(line, '|' ORDER BY line)), '') AS hash FROM ({lines}) l"
        );
        let row = lore.app.store.pool.query_one_raw(sql(&statement)).await;
        let row = row.unwrap().unwrap();
        let (count, hash) = (row.try_get("", "count"), row.try_get("", "hash"));
        all.push((table, count.unwrap(), hash.unwrap()));
    }
    all
}

async fn sync(lore: &Lore) -> Result<()> {
    let options = Options {
        sources: vec!["open5e_v2".to_owned()],
        families: vec![Family::Spell],
        ..Options::all(Due::All, Removals::Guarded)
    };
    ingest::sync(&lore.app.ingest, &options, &ProgressSink::default()).await?;
    embed(lore).await
}

async fn import(lore: &Lore) -> Result<()> {
    lore.try_import(Mode::Store, "kitchen.orcbrew", KITCHEN).await?;
    embed(lore).await
}

async fn embed(lore: &Lore) -> Result<()> {
    let (store, models) = (&lore.app.store, &lore.app.models);
    background::catch_up(store, models, &ProgressSink::default()).await?;
    Ok(())
}

/// Lets the store go away at points of some work, and looks at what the next run makes of it. `check` looks at what
/// the disturbed run left.
async fn disturb(lore: &Lore, work: impl AsyncFn(&Lore) -> Result<()>, check: impl AsyncFn(i64)) {
    let db = &lore.app.store.pool;
    empty(lore).await;
    heal(lore).await;
    work(lore).await.unwrap();
    let statements = lore.number("SELECT last_value FROM written").await;
    let expected = content(lore).await;
    assert!(statements > POINTS, "{statements}");
    for (table, count, _) in &expected {
        let is_filled = ["source_record", "document", "spell", "passage", "passage_vector"];
        assert!(*count > 0 || !is_filled.contains(table), "{table}");
    }
    // Batches are larger where the machine is faster, so a run may have fewer statements than the first.
    let mut disturbed = 0;
    for point in 0..POINTS {
        heal(lore).await;
        empty(lore).await;
        let revision = lore.number(REVISION).await;
        let mut told = lore.app.store.watch_content();
        told.mark_unchanged();
        let beyond = statements * point / POINTS;
        fail_beyond(lore, beyond).await;
        let outcome = work(lore).await;
        heal(lore).await;
        disturbed += i64::from(outcome.is_err());
        check(beyond).await;
        work(lore).await.unwrap();
        let place = format!("{beyond} of {statements}");
        assert_eq!(content(lore).await, expected, "{place}");
        assert!(lore.number(REVISION).await > revision, "{place}");
        assert!(told.has_changed().unwrap(), "{place}");
        assert!(store::pending_marks(db).await.unwrap().is_empty());
        assert!(!store::is_unannounced(db, Unannounced::Rows).await.unwrap());
        let staged = lore.number("SELECT count(*) FROM staged_record").await;
        assert_eq!(staged, 0);
    }
    assert!(disturbed > POINTS / 2, "{disturbed} of {POINTS}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sync_is_made_good() {
    let upstream = Upstream::start().await;
    let lore = Lore::start(&upstream).await;
    install(&lore).await;
    disturb(&lore, sync, async |_| {}).await;
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_is_whole_or_not_at_all() {
    let upstream = Upstream::start().await;
    let lore = Lore::with(&upstream, Model::Words, &[("offline", "true")]).await;
    install(&lore).await;
    let readings = import::read_bytes("kitchen.orcbrew", KITCHEN.into()).await.unwrap();
    let all: usize = readings[0].records.0.values().map(Vec::len).sum();
    disturb(&lore, import, async |beyond| {
        let records = lore.number("SELECT count(*) FROM source_record").await;
        let records = usize::try_from(records).unwrap();
        let whole = records == 0 || records == all;
        assert!(whole, "{beyond}: {records} of {all}");
    })
    .await;
    lore.stop().await;
}
