//! Kill points: the store goes away between any two statements of a sync, an import or an embedding, and the next run
//! makes it good. The outcome is that of a run that nothing disturbed, and the change is announced.

use lorekeeper::services::Services;
use lorekeeper_content::Family;
use lorekeeper_graphql::error::Result;
use lorekeeper_ingest::embedding::background;
use lorekeeper_ingest::import::Mode;
use lorekeeper_ingest::progress::ProgressSink;
use lorekeeper_ingest::{self as ingest, Due, Options};
use lorekeeper_sources::import;
use lorekeeper_store::sql;
use lorekeeper_store::{self as store, Removals, Unannounced};
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::upstream::Upstream;
use sea_orm::{ConnectionTrait, DatabaseConnection};

/// How many points of a run are tried.
const POINTS: i64 = 14;

const KITCHEN: &str = include_str!("../../fixtures/orcbrew/kitchen.orcbrew");

/// Tables that are written.
const TABLES: [&str; 12] = [
    "source_record",
    "staged_record",
    "endpoint_state",
    "document",
    "spell",
    "creature",
    "equipment",
    "character_option",
    "rule",
    "search_entry",
    "passage",
    "passage_vector",
];

/// Content, but for keys and times, which differ from run to run.
const CONTENT: [(&str, &str); 10] = [
    (
        "source_record",
        "SELECT (to_jsonb(t) - 'fetched_at')::text AS line FROM source_record t",
    ),
    (
        "document",
        "SELECT (to_jsonb(t) - 'fetched_at')::text AS line FROM document t",
    ),
    (
        "spell",
        "SELECT (to_jsonb(t) - 'fetched_at' - 'id')::text AS line FROM spell t",
    ),
    (
        "creature",
        "SELECT (to_jsonb(t) - 'fetched_at' - 'id')::text AS line FROM creature t",
    ),
    (
        "equipment",
        "SELECT (to_jsonb(t) - 'fetched_at' - 'id')::text AS line FROM equipment t",
    ),
    (
        "character_option",
        "SELECT (to_jsonb(t) - 'fetched_at' - 'id')::text AS line FROM character_option t",
    ),
    (
        "rule",
        "SELECT (to_jsonb(t) - 'fetched_at' - 'id')::text AS line FROM rule t",
    ),
    (
        "search_entry",
        "SELECT (to_jsonb(t) - 'id')::text AS line FROM search_entry t",
    ),
    (
        "passage",
        "SELECT concat_ws(' ', e.family, e.document_key, e.kind, e.slug, p.ord, p.label, p.text, p.hash) AS line \
         FROM passage p LEFT JOIN search_entry e ON e.id = p.entity_id",
    ),
    (
        "passage_vector",
        "SELECT concat_ws(' ', e.family, e.document_key, e.kind, e.slug, v.ord, v.model, v.embedding) AS line \
         FROM passage_vector v LEFT JOIN search_entry e ON e.id = v.entity_id",
    ),
];

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

async fn run(db: &DatabaseConnection, statements: &str) {
    db.execute_unprepared(statements).await.unwrap();
}

async fn number(db: &DatabaseConnection, statement: &str) -> i64 {
    let row = db.query_one_raw(sql(statement)).await.unwrap();
    row.unwrap().try_get_by_index(0).unwrap()
}

async fn install(db: &DatabaseConnection) {
    run(db, FAULT).await;
    for table in TABLES.iter().chain(&["store_fact", "name_word"]) {
        let trigger = format!(
            "CREATE TRIGGER fault BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON {table} \
             FOR EACH STATEMENT EXECUTE FUNCTION fail()"
        );
        run(db, &trigger).await;
    }
}

/// Lets so many statements pass from now on.
async fn fail_beyond(db: &DatabaseConnection, statements: i64) {
    let set = format!("UPDATE fault SET beyond = {statements}; SELECT setval('written', 1, false)");
    run(db, &set).await;
}

/// Nothing fails any more.
async fn heal(db: &DatabaseConnection) {
    fail_beyond(db, 9_000_000).await;
}

/// Empties the store, but for what it is known by.
async fn empty(db: &DatabaseConnection) {
    let tables = TABLES.join(", ");
    run(
        db,
        &format!("TRUNCATE {tables}, name_word; DELETE FROM store_fact WHERE key LIKE 'rows\\_%'"),
    )
    .await;
}

async fn content(db: &DatabaseConnection) -> Vec<(&'static str, i64, String)> {
    let mut all = Vec::new();
    for (table, lines) in CONTENT {
        let statement = format!(
            "SELECT count(*) AS count, coalesce(md5(string_agg(line, '|' ORDER BY line)), '') AS hash FROM ({lines}) l"
        );
        let row = db.query_one_raw(sql(&statement)).await.unwrap().unwrap();
        all.push((
            table,
            row.try_get("", "count").unwrap(),
            row.try_get("", "hash").unwrap(),
        ));
    }
    all
}

async fn sync(app: &Services) -> Result<()> {
    let options = Options {
        sources: vec!["open5e_v2".to_owned()],
        families: vec![Family::Spell],
        due: Due::All,
        removals: Removals::Guarded,
    };
    ingest::sync(&app.ingest, &options, &ProgressSink::default()).await?;
    Ok(
        background::catch_up(&app.store, &app.models, &ProgressSink::default())
            .await
            .map(drop)?,
    )
}

async fn import(app: &Services) -> Result<()> {
    let readings = import::read_bytes("kitchen.orcbrew", KITCHEN.into())
        .await
        .unwrap();
    ingest::import(&app.ingest, readings, Mode::Store, &ProgressSink::default()).await?;
    Ok(
        background::catch_up(&app.store, &app.models, &ProgressSink::default())
            .await
            .map(drop)?,
    )
}

/// Lets the store go away at points of some work, and looks at what the next run makes of it. `check` looks at what
/// the disturbed run left.
async fn disturb(
    lore: &Lore,
    work: impl AsyncFn(&Services) -> Result<()>,
    check: impl AsyncFn(i64),
) {
    let (app, db) = (lore.app.as_ref(), &lore.app.store.pool);
    empty(db).await;
    heal(db).await;
    work(app).await.unwrap();
    let statements = number(db, "SELECT last_value FROM written").await;
    let expected = content(db).await;
    assert!(statements > POINTS, "{statements}");
    for (table, count, _) in &expected {
        let is_filled = [
            "source_record",
            "document",
            "spell",
            "passage",
            "passage_vector",
        ];
        assert!(*count > 0 || !is_filled.contains(table), "{table}");
    }
    // Batches are larger where the machine is faster, so a run may have fewer statements than the first.
    let mut disturbed = 0;
    for point in 0..POINTS {
        heal(db).await;
        empty(db).await;
        let revision = number(
            db,
            "SELECT value::bigint FROM store_fact WHERE key = 'revision'",
        )
        .await;
        let mut told = app.store.watch_content();
        told.mark_unchanged();
        let beyond = statements * point / POINTS;
        fail_beyond(db, beyond).await;
        let outcome = work(app).await;
        heal(db).await;
        disturbed += i64::from(outcome.is_err());
        check(beyond).await;
        work(app).await.unwrap();
        assert_eq!(content(db).await, expected, "{beyond} of {statements}");
        let now = number(
            db,
            "SELECT value::bigint FROM store_fact WHERE key = 'revision'",
        )
        .await;
        assert!(now > revision, "{beyond} of {statements}");
        assert!(told.has_changed().unwrap(), "{beyond} of {statements}");
        assert!(store::pending_mark(db).await.unwrap().is_none());
        assert!(!store::is_unannounced(db, Unannounced::Rows).await.unwrap());
        assert_eq!(number(db, "SELECT count(*) FROM staged_record").await, 0);
    }
    assert!(disturbed > POINTS / 2, "{disturbed} of {POINTS}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sync_is_made_good() {
    let upstream = Upstream::start().await;
    let lore = Lore::start(&upstream).await;
    install(&lore.app.store.pool).await;
    disturb(&lore, sync, async |_| {}).await;
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_is_whole_or_not_at_all() {
    let upstream = Upstream::start().await;
    let lore = Lore::with(&upstream, Model::Words, &[("offline", "true")]).await;
    let db = &lore.app.store.pool;
    install(db).await;
    let readings = import::read_bytes("kitchen.orcbrew", KITCHEN.into())
        .await
        .unwrap();
    let all: usize = readings[0].records.0.values().map(Vec::len).sum();
    disturb(&lore, import, async |beyond| {
        let records = number(db, "SELECT count(*) FROM source_record").await;
        let records = usize::try_from(records).unwrap();
        assert!(
            records == 0 || records == all,
            "{beyond}: {records} of {all}"
        );
    })
    .await;
    lore.stop().await;
}
