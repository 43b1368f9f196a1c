//! Sync: what it writes is everything once, then only what is different.

use crate::nodes::{entities, names, text};
use lorekeeper_content::Family;
use lorekeeper_ingest::{Due, ListingReport, Materialised, Report};
use lorekeeper_store::{Changes, Removals};
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

/// What became of a listing.
pub fn listing<'a>(report: &'a Report, endpoint: &str) -> &'a ListingReport {
    let mut listings = report.listings.iter();
    let listing = listings.find(|listing| listing.endpoint == endpoint);
    listing.expect("a listing")
}

/// What became of the records of an endpoint.
pub fn changes(report: &Report, endpoint: &str) -> Changes {
    listing(report, endpoint).changes
}

/// What became of the rows of all tables.
pub fn total(rows: &Materialised) -> Changes {
    let mut all = Changes::default();
    for (_, written) in &rows.tables {
        all += *written;
    }
    all
}

/// How many rows a report has added, changed and removed.
pub fn written(report: &Report) -> (usize, usize, usize) {
    let all = total(&report.rows);
    (all.added, all.changed, all.removed)
}

/// Changes a field of a record upstream.
pub fn edit(upstream: &Upstream, endpoint: &str, key: &str, field: &str, value: Value) {
    let mut records = upstream.records(endpoint);
    let is_it = |r: &Value| r["key"] == key || r["index"] == key;
    let record = records.iter_mut().find(|r| is_it(r)).expect("the record");
    record[field] = value;
    upstream.replace(endpoint, records);
}

/// Lists one more spell upstream: a copy of the first, of another name.
pub fn add_spell(upstream: &Upstream, name: &str) -> Value {
    let mut spells = upstream.records("spells");
    let mut new = spells[0].clone();
    new["key"] = json!(format!("srd_{}", name.to_lowercase().replace(' ', "-")));
    new["name"] = json!(name);
    spells.push(new.clone());
    upstream.replace("spells", spells);
    new
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
        let listed = upstream.records(&listing.endpoint).len();
        assert_eq!(listing.changes.added, listed, "{}", listing.endpoint);
    }
    assert_eq!(first.report.listings.len(), 30 + 25 + 25);
    // Each listing of Open5e fits one page, and is asked for once.
    assert_eq!(upstream.requests("/v2/spells/"), 1);
    assert_eq!(upstream.requests("/api/2014/monsters"), 1 + 2);

    // spells, creatures, equipment, character options; rules are counted kind by kind with their family.
    for (document, expected) in [
        ("srd-2014", [4, 2, 10, 10]),
        ("srd-2024", [1, 1, 8, 12]),
        ("hearth-2014", [2, 3, 8, 18]),
        ("hearth-2024", [2, 1, 5, 8]),
        ("core", [0, 0, 0, 0]),
    ] {
        let counts = lore.counts().await;
        let families = [Family::Spell, Family::Creature, Family::Equipment, Family::CharacterOption];
        let place = |family: Family| (document.to_owned(), family.name().to_owned());
        let found = families.map(|family| counts.get(&place(family)).copied().unwrap_or(0));
        assert_eq!(found, expected, "{document}");
    }

    let status =
        lore.ask("{ status { store documents passages embedded model cacheStatus entities { family count } } }").await;
    let status = &status["status"];
    assert_eq!(status["documents"], 5);
    assert_eq!(status["passages"], first.embedded);
    assert_eq!(status["embedded"], first.embedded);
    assert_eq!(status["model"], "hash-1");
    assert_eq!(status["cacheStatus"], "FRESH");
    let creatures = json!({"family": "CREATURE", "count": 7});
    assert_eq!(status["entities"][1], creatures);

    // The second time nothing is written and nothing embedded.
    let revision = lore.revision().await;
    let again = lore.sync().await;
    for listing in &again.report.listings {
        assert!(!listing.changes.any(), "{listing:?}");
        let added = changes(&first.report, &listing.endpoint).added;
        assert_eq!(listing.changes.kept, added);
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
    let stew = "hearth-2014_watchful-stew";
    let text_of_stew = json!("A stew watches, and hums.");
    edit(&upstream, "spells", stew, "desc", text_of_stew);
    let synced = lore.sync().await;
    let mut stored = Changes::default();
    for listing in &synced.report.listings {
        stored += listing.changes;
    }
    assert_eq!((stored.added, stored.changed, stored.removed), (0, 1, 0));
    assert_eq!(changes(&synced.report, "spells").changed, 1);
    assert_eq!(written(&synced.report), (0, 1, 0));
    assert_eq!(synced.embedded, 1);
    assert_ne!(lore.revision().await, revision);
    let spell = lore.query(OF_SPELL, id.clone()).await;
    assert_eq!(spell["spell"]["text"], "A stew watches, and hums.");
    let found = lore.ask("{ spells(search: \"hums\", mode: LEXICAL) { nodes { name document { key } } } }").await;
    assert_eq!(entities(&found["spells"]), ["Watchful Stew, hearth-2014"]);
    let found = lore.ask("{ spells(search: \"bubbles\", mode: LEXICAL) { nodes { name } } }").await;
    assert!(names(&found["spells"]).is_empty());

    // A change of what no row shows is stored, and that is all.
    let references = json!({"to": [{"anchor": "x", "url": "y"}]});
    edit(&upstream, "spells", stew, "crossreferences", references);
    let synced = lore.sync().await;
    assert_eq!(changes(&synced.report, "spells").changed, 1);
    assert!(!synced.report.rows.any());
    assert_eq!(synced.embedded, 0);

    // A new record is a new row; a change of a book's own record touches the book.
    add_spell(&upstream, "Smoke Signal");
    let author = json!("Somebody Else");
    edit(&upstream, "documents", "hearth-2014", "author", author);
    let synced = lore.sync().await;
    assert_eq!(changes(&synced.report, "spells").added, 1);
    assert_eq!(written(&synced.report), (1, 1, 0));
    let data = lore.ask("{ spell(slug: \"smoke-signal\") { name } document(key: \"hearth-2014\") { author } }").await;
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
    assert_eq!(written(&synced.report).2, 1);
    let dart = json!({"id": "spell:hearth-2024:cinder-dart"});
    assert_eq!(lore.query(OF_SPELL, dart).await["spell"], Value::Null);
    let found = lore.ask("{ search(query: \"cinder dart\", first: 100) { nodes { name } } }").await;
    assert!(!names(&found["search"]).contains(&"Cinder Dart".to_owned()));
    assert_eq!(lore.count(Family::Spell).await, 8);

    // What another source still carries stays, with what that source says.
    upstream.remove("spells", "srd_broth-of-mending");
    lore.sync_with(Removals::All).await;
    let spell = lore.query(OF_SPELL, json!({"id": "spell:srd-2014:broth-of-mending"})).await;
    assert!(text(&spell, "/spell/text").contains("spellcasting ability modifier"), "{spell}");

    // More than a quarter of a listing does not go unless it is told to.
    let mut creatures = upstream.records("creatures");
    creatures.truncate(2);
    upstream.replace("creatures", creatures);
    let before = lore.count(Family::Creature).await;
    let synced = lore.sync().await;
    let of = listing(&synced.report, "creatures");
    let changes_of = (of.changes.removed, of.withheld, of.changes.kept);
    assert_eq!(changes_of, (0, 3, 2));
    let notice = of.notice.as_deref();
    let notice = notice.unwrap_or_default();
    assert!(notice.contains("--allow-removals"), "{notice}");
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
    let sync = async |count: usize| {
        upstream.replace("spells", spells[..count].to_vec());
        let synced = lore.sync().await;
        let listing = listing(&synced.report, "spells");
        (listing.changes.removed, listing.withheld)
    };
    sync(20).await;
    assert_eq!(sync(16).await, (4, 0));
    assert_eq!(sync(13).await, (0, 3));

    // After a month it is forgotten; what people let go of is, at once.
    let age = "UPDATE endpoint_state SET largest_at = now() - interval '31 days'";
    lore.run(age).await;
    assert_eq!(sync(13).await, (3, 0));
    assert_eq!(sync(10).await, (0, 3));
    let synced = lore.sync_with(Removals::All).await;
    assert_eq!(changes(&synced.report, "spells").removed, 3);
    assert_eq!(sync(8).await, (2, 0));
    lore.stop().await;
}
