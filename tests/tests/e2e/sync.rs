//! What a sync writes: everything once, then only what is different.

use crate::shown::{entities, names, text};
use lorekeeper_content::Family;
use lorekeeper_ingest::{Due, Report};
use lorekeeper_store::{RecordChanges, Removals, RowChanges};
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

/// What became of the records of an endpoint.
pub fn changes(report: &Report, endpoint: &str) -> RecordChanges {
    report
        .listings
        .iter()
        .find(|l| l.endpoint == endpoint)
        .expect("a listing")
        .changes
}

/// What became of the rows of all tables.
pub fn written(report: &Report) -> RowChanges {
    report
        .rows
        .tables
        .iter()
        .fold(RowChanges::default(), |all, (_, w)| RowChanges {
            added: all.added + w.added,
            changed: all.changed + w.changed,
            removed: all.removed + w.removed,
            kept: all.kept + w.kept,
        })
}

/// `RecordChanges` a field of a record upstream.
pub fn edit(upstream: &Upstream, endpoint: &str, key: &str, field: &str, value: Value) {
    let mut records = upstream.records(endpoint);
    let is_it = |r: &Value| r["key"] == key || r["index"] == key;
    let record = records.iter_mut().find(|r| is_it(r)).expect("the record");
    record[field] = value;
    upstream.replace(endpoint, records);
}

const OF_SPELL: &str = "query($id: ID!) { spell(id: $id) { name text level } }";

#[tokio::test]
async fn everything_arrives_once() {
    let upstream = Upstream::start().await;
    let lore = Lore::start(&upstream).await;
    assert_eq!(lore.count(Family::Spell).await, 0);
    let first = lore.sync().await;
    for listing in &first.report.listings {
        assert_eq!(listing.problem, None, "{}", listing.endpoint);
        assert!(listing.skipped.is_empty(), "{listing:?}");
        assert_eq!(listing.changes.kept, 0, "{listing:?}");
        // Levels are listed below their classes; all others as the fixtures have them.
        assert_eq!(
            listing.changes.added,
            upstream.records(&listing.endpoint).len(),
            "{}",
            listing.endpoint
        );
    }
    assert_eq!(first.report.listings.len(), 30 + 25 + 23);
    // Each listing of Open5e fits one page, and is asked for once.
    assert_eq!(upstream.requests("/v2/spells/"), 1);
    assert_eq!(upstream.requests("/api/2014/monsters"), 1 + 2);

    // spells, creatures, equipment, character options; rules are counted kind by kind with their family.
    for (document, expected) in [
        ("srd-2014", [4, 2, 10, 6]),
        ("srd-2024", [1, 1, 8, 8]),
        ("hearth-2014", [2, 3, 8, 6]),
        ("hearth-2024", [2, 1, 5, 5]),
        ("core", [0, 0, 0, 0]),
    ] {
        let counts = lore.counts().await;
        let families = [
            Family::Spell,
            Family::Creature,
            Family::Equipment,
            Family::CharacterOption,
        ];
        let found = families.map(|f| {
            counts
                .get(&(document.to_owned(), f.name().to_owned()))
                .copied()
                .unwrap_or_default()
        });
        assert_eq!(found, expected, "{document}");
    }

    let status = lore.ask("{ status { store documents passages embedded model cacheStatus entities { family count } } }").await;
    let status = &status["status"];
    assert_eq!(status["documents"], 5);
    assert_eq!(status["passages"], first.embedded);
    assert_eq!(status["embedded"], first.embedded);
    assert_eq!(status["model"], "hash-1");
    assert_eq!(status["cacheStatus"], "FRESH");
    assert_eq!(
        status["entities"][1],
        json!({"family": "CREATURE", "count": 7})
    );

    // The second time nothing is written and nothing embedded.
    let revision = lore.revision().await;
    let again = lore.sync().await;
    for listing in &again.report.listings {
        assert!(!listing.changes.any(), "{listing:?}");
        assert_eq!(
            listing.changes.kept,
            changes(&first.report, &listing.endpoint).added
        );
    }
    assert!(!again.report.rows.any());
    assert_eq!(again.embedded, 0);
    assert_eq!(lore.revision().await, revision);

    // What is fresh is not even asked for.
    upstream.forget_counts();
    let report = lore.fetch(Due::NotFresh, Removals::Guarded).await;
    assert!(report.listings.is_empty());
    assert!(upstream.counts().is_empty());
    lore.stop().await;
}

#[tokio::test]
async fn a_change_touches_what_it_changes() {
    let upstream = Upstream::start().await;
    let lore = Lore::synced(&upstream, &[]).await;
    let id = json!({"id": "spell:hearth-2014:watchful-stew"});
    let revision = lore.revision().await;
    edit(
        &upstream,
        "spells",
        "hearth-2014_watchful-stew",
        "desc",
        json!("A stew watches, and hums."),
    );
    let synced = lore.sync().await;
    let stored: RecordChanges =
        synced
            .report
            .listings
            .iter()
            .fold(RecordChanges::default(), |mut all, listing| {
                all += listing.changes;
                all
            });
    assert_eq!((stored.added, stored.changed, stored.removed), (0, 1, 0));
    assert_eq!(changes(&synced.report, "spells").changed, 1);
    let rows = written(&synced.report);
    assert_eq!((rows.added, rows.changed, rows.removed), (0, 1, 0));
    assert_eq!(synced.embedded, 1);
    assert_ne!(lore.revision().await, revision);
    let spell = lore.query(OF_SPELL, id.clone()).await;
    assert_eq!(spell["spell"]["text"], "A stew watches, and hums.");
    let found = lore
        .ask("{ spells(search: \"hums\", mode: LEXICAL) { nodes { name document { key } } } }")
        .await;
    assert_eq!(entities(&found["spells"]), ["Watchful Stew, hearth-2014"]);
    let found = lore
        .ask("{ spells(search: \"bubbles\", mode: LEXICAL) { nodes { name } } }")
        .await;
    assert!(names(&found["spells"]).is_empty());

    // A change of what no row shows is stored, and that is all.
    edit(
        &upstream,
        "spells",
        "hearth-2014_watchful-stew",
        "crossreferences",
        json!({"to": [{"anchor": "x", "url": "y"}]}),
    );
    let synced = lore.sync().await;
    assert_eq!(changes(&synced.report, "spells").changed, 1);
    assert!(!synced.report.rows.any());
    assert_eq!(synced.embedded, 0);

    // A new record is a new row; a change of a book's own record touches the book.
    let mut spells = upstream.records("spells");
    let mut new = spells[0].clone();
    new["key"] = json!("srd_smoke-signal");
    new["name"] = json!("Smoke Signal");
    spells.push(new);
    upstream.replace("spells", spells);
    edit(
        &upstream,
        "documents",
        "hearth-2014",
        "author",
        json!("Somebody Else"),
    );
    let synced = lore.sync().await;
    assert_eq!(changes(&synced.report, "spells").added, 1);
    let rows = written(&synced.report);
    assert_eq!((rows.added, rows.changed, rows.removed), (1, 1, 0));
    let data = lore
        .ask("{ spell(slug: \"smoke-signal\") { name } document(key: \"hearth-2014\") { author } }")
        .await;
    assert_eq!(text(&data, "/spell/name"), "Smoke Signal");
    assert_eq!(text(&data, "/document/author"), "Somebody Else");
    lore.stop().await;
}

#[tokio::test]
async fn what_is_gone_goes() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    upstream.remove("spells", "hearth-2024_cinder-dart");
    let synced = lore.sync().await;
    assert_eq!(changes(&synced.report, "spells").removed, 1);
    assert_eq!(written(&synced.report).removed, 1);
    let dart = json!({"id": "spell:hearth-2024:cinder-dart"});
    assert_eq!(lore.query(OF_SPELL, dart).await["spell"], Value::Null);
    let found = lore
        .ask("{ search(query: \"cinder dart\", first: 100) { nodes { name } } }")
        .await;
    assert!(!names(&found["search"]).contains(&"Cinder Dart".to_owned()));
    assert_eq!(lore.count(Family::Spell).await, 8);

    // What another source still carries stays, with what that source says.
    upstream.remove("spells", "srd_broth-of-mending");
    lore.sync_with(Removals::All).await;
    let spell = lore
        .query(OF_SPELL, json!({"id": "spell:srd-2014:broth-of-mending"}))
        .await;
    assert!(
        text(&spell, "/spell/text").contains("spellcasting ability modifier"),
        "{spell}"
    );

    // More than a quarter of a listing does not go unless it is told to.
    let mut creatures = upstream.records("creatures");
    creatures.truncate(2);
    upstream.replace("creatures", creatures);
    let before = lore.count(Family::Creature).await;
    let synced = lore.sync().await;
    let listing = changes(&synced.report, "creatures");
    assert_eq!((listing.removed, listing.withheld, listing.kept), (0, 3, 2));
    let notice = synced
        .report
        .listings
        .iter()
        .find(|l| l.endpoint == "creatures")
        .and_then(|l| l.notice.clone());
    assert!(
        notice
            .as_deref()
            .is_some_and(|n| n.contains("--allow-removals")),
        "{notice:?}"
    );
    assert_eq!(lore.count(Family::Creature).await, before);
    let synced = lore.sync_with(Removals::All).await;
    assert_eq!(changes(&synced.report, "creatures").removed, 3);
    assert_eq!(lore.count(Family::Creature).await, before - 3);

    // An empty listing is no listing.
    upstream.replace("creatures", Vec::new());
    let synced = lore.sync_with(Removals::All).await;
    assert_eq!(changes(&synced.report, "creatures").removed, 0);
    assert_eq!(lore.count(Family::Creature).await, before - 3);
    lore.stop().await;
}

/// A listing that shrinks by less than a quarter each time is noticed when that adds up within a month.
#[tokio::test]
async fn a_listing_that_shrinks_little_by_little_is_noticed() {
    let upstream = Upstream::start().await;
    let original = upstream.records("spells").swap_remove(0);
    let spells: Vec<Value> = (0..20)
        .map(|number| {
            let mut spell = original.clone();
            spell["key"] = json!(format!("srd_smoke-{number}"));
            spell["name"] = json!(format!("Smoke {number}"));
            spell
        })
        .collect();
    let lore = Lore::start(&upstream).await;
    let list = |count: usize| upstream.replace("spells", spells[..count].to_vec());
    list(20);
    lore.sync().await;
    list(16);
    let synced = lore.sync().await;
    assert_eq!(changes(&synced.report, "spells").removed, 4);
    list(13);
    let synced = lore.sync().await;
    let listing = changes(&synced.report, "spells");
    assert_eq!((listing.removed, listing.withheld), (0, 3));

    // After a month it is forgotten; what people let go of is, at once.
    let pool = &lore.app.store.pool;
    let age = "UPDATE endpoint_state SET largest_at = now() - interval '31 days'";
    pool.execute_unprepared(age).await.unwrap();
    let synced = lore.sync().await;
    assert_eq!(changes(&synced.report, "spells").removed, 3);
    list(10);
    let synced = lore.sync().await;
    assert_eq!(changes(&synced.report, "spells").withheld, 3);
    let synced = lore.sync_with(Removals::All).await;
    assert_eq!(changes(&synced.report, "spells").removed, 3);
    list(8);
    let synced = lore.sync().await;
    assert_eq!(changes(&synced.report, "spells").removed, 2);
    lore.stop().await;
}
