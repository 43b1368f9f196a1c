//! Fault injection: what goes wrong with a listing, what is said of it, and that no row is the worse for it.

use crate::nodes::{list, text};
use crate::sync::written;
use lorekeeper_ingest::{Due, ListingReport, Report};
use lorekeeper_store::Removals;
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::{Scrambled, Upstream};
use serde_json::{Value, json};

/// Something that goes wrong with a listing of spells: its name, how it comes about, and what `sync` and `status` say of
/// it, if anything.
type Fault = (&'static str, fn(&Upstream), &'static str);

const SPELLS: &str = "/v2/spells/";
const VICTIM: &str = "hearth-2014_kettle-burst";

const FAULTS: [Fault; 16] = [
    ("502 with HTML, twice", |upstream| upstream.fail(SPELLS, 502, 2), ""),
    ("503 with HTML", |upstream| upstream.fail(SPELLS, 503, usize::MAX), "answered 503"),
    ("429 with Retry-After, once", |upstream| upstream.fail(SPELLS, 429, 1), ""),
    ("404", |upstream| upstream.fail(SPELLS, 404, usize::MAX), "answered 404"),
    ("HTML with 200", |upstream| upstream.fail(SPELLS, 200, usize::MAX), "HTML instead of JSON"),
    ("JSON that breaks off", |upstream| upstream.truncate(SPELLS, usize::MAX), "something else than expected"),
    ("a reset in mid-body", |upstream| upstream.reset(SPELLS, usize::MAX), "cannot be reached"),
    ("a reset in mid-body, once", |upstream| upstream.reset(SPELLS, 1), ""),
    ("pages that loop", |upstream| upstream.scramble(SPELLS, Scrambled::Loops), "3 of 7 records came"),
    ("duplicates across pages", |upstream| upstream.scramble(SPELLS, Scrambled::Repeats), ""),
    ("pages without records", |upstream| upstream.scramble(SPELLS, Scrambled::Empty), "0 of 7 records came"),
    ("an empty listing", |upstream| upstream.scramble(SPELLS, Scrambled::Nothing), "the listing is empty"),
    (
        "a listing that shrinks by half",
        |upstream| {
            let spells = upstream.records("spells").into_iter().take(3).collect();
            upstream.replace("spells", spells);
        },
        "4 records are gone upstream, more than a quarter",
    ),
    (
        "one poisoned record",
        |upstream| upstream.poison("spells", VICTIM),
        "1 records were left out: hearth-2014_kettle-burst",
    ),
    (
        "a name of another type",
        |upstream| change(upstream, |spell| spell["name"] = json!({"of": "power"})),
        "1 records were left out: hearth-2014_kettle-burst",
    ),
    (
        "a null that should be a name",
        |upstream| change(upstream, |spell| spell["name"] = Value::Null),
        "1 records were left out: hearth-2014_kettle-burst",
    ),
];

/// Changes the victim upstream.
fn change(upstream: &Upstream, change: fn(&mut Value)) {
    let mut records = upstream.records("spells");
    let victim = records.iter_mut().find(|spell| spell["key"] == VICTIM);
    change(victim.expect("the record"));
    upstream.replace("spells", records);
}

pub fn of_spells(report: &Report) -> &ListingReport {
    let mut listings = report.listings.iter();
    listings.find(|l| l.source == "open5e_v2" && l.endpoint == "spells").expect("the listing")
}

/// All that the store says of spells.
async fn stored(lore: &Lore) -> Value {
    lore.ask(
        "{ spells(first: 100) { totalCount nodes { id name level text source { raw fields { field source } } } } }",
    )
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_fault_takes_anything_away() {
    let upstream = Upstream::start().await;
    // So that there are several pages.
    upstream.page(3);
    let good = upstream.records("spells");
    let lore = Lore::filled(&upstream).await;
    let before = stored(&lore).await;
    assert_eq!(before["spells"]["totalCount"], 9);
    let revision = lore.revision().await;
    for (name, inject, said) in FAULTS {
        inject(&upstream);
        let report = lore.fetch(Due::All, Removals::Guarded).await;
        let listing = of_spells(&report);
        let told = listing.problem.as_ref().or(listing.notice.as_ref());
        let told = told.map(String::as_str).unwrap_or_default();
        assert!(told.contains(said), "{name}: {told}");
        assert_eq!(told.is_empty(), said.is_empty(), "{name}: {told}");
        assert_eq!(written(&report), (0, 0, 0), "{name}");
        assert_eq!(stored(&lore).await, before, "{name}");
        let status = "{ status { listings { source endpoint error notice } } }";
        let status = lore.ask(status).await;
        let mut listings = list(&status["status"]["listings"]).iter();
        let is_it = |l: &&Value| l["source"] == "open5e_v2" && l["endpoint"] == "spells";
        let shown = listings.find(is_it).unwrap();
        let is_problem = listing.problem.is_some();
        let place = if is_problem { "/error" } else { "/notice" };
        assert!(text(shown, place).contains(said), "{name}: {shown}");
        if said.is_empty() {
            assert!(shown["error"].is_null() && shown["notice"].is_null());
        }

        upstream.recover();
        upstream.heal();
        upstream.replace("spells", good.clone());
    }
    let report = lore.fetch(Due::All, Removals::Guarded).await;
    let listing = of_spells(&report);
    assert_eq!((&listing.problem, &listing.notice), (&None, &None));
    assert!(!report.rows.any());
    assert_eq!(lore.revision().await, revision);
    lore.stop().await;
}

/// A record without a field that it can do without changes in that field alone, and comes back.
#[tokio::test(flavor = "multi_thread")]
async fn a_missing_field_is_a_missing_field() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let before = stored(&lore).await;
    let good = upstream.records("spells");
    change(&upstream, |spell| {
        let fields = spell.as_object_mut().expect("an object");
        fields.remove("higher_level").expect("the field");
    });
    let report = lore.fetch(Due::All, Removals::Guarded).await;
    let (added, _, removed) = written(&report);
    assert_eq!((added, removed), (0, 0));
    assert!(of_spells(&report).skipped.is_empty());
    upstream.replace("spells", good);
    lore.fetch(Due::All, Removals::Guarded).await;
    assert_eq!(stored(&lore).await, before);
    lore.stop().await;
}
