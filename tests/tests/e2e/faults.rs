//! Fault by fault: what goes wrong with a listing, what is said of it, and that no row is the worse for it.

use crate::shown::text;
use crate::sync::written;
use lorekeeper_ingest::{Due, ListingReport, Report};
use lorekeeper_store::Removals;
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::{Scrambled, Upstream};
use serde_json::{Value, json};

/// Something that goes wrong with a listing of spells.
struct Fault {
    name: &'static str,
    inject: fn(&Upstream),
    /// What `sync` and `status` say of it; empty when there is nothing to say.
    said: &'static str,
}

const SPELLS: &str = "/v2/spells/";
const VICTIM: &str = "hearth-2014_kettle-burst";

const FAULTS: [Fault; 16] = [
    Fault {
        name: "502 with HTML, twice",
        inject: |upstream| upstream.fail(SPELLS, 502, 2),
        said: "",
    },
    Fault {
        name: "503 with HTML",
        inject: |upstream| upstream.fail(SPELLS, 503, usize::MAX),
        said: "answered 503",
    },
    Fault {
        name: "429 with Retry-After, once",
        inject: |upstream| upstream.fail(SPELLS, 429, 1),
        said: "",
    },
    Fault {
        name: "404",
        inject: |upstream| upstream.fail(SPELLS, 404, usize::MAX),
        said: "answered 404",
    },
    Fault {
        name: "HTML with 200",
        inject: |upstream| upstream.fail(SPELLS, 200, usize::MAX),
        said: "HTML instead of JSON",
    },
    Fault {
        name: "JSON that breaks off",
        inject: |upstream| upstream.truncate(SPELLS, usize::MAX),
        said: "something else than expected",
    },
    Fault {
        name: "a reset in mid-body",
        inject: |upstream| upstream.reset(SPELLS, usize::MAX),
        said: "cannot be reached",
    },
    Fault {
        name: "a reset in mid-body, once",
        inject: |upstream| upstream.reset(SPELLS, 1),
        said: "",
    },
    Fault {
        name: "pages that loop",
        inject: |upstream| upstream.scramble(SPELLS, Scrambled::Loops),
        said: "3 of 7 records came",
    },
    Fault {
        name: "duplicates across pages",
        inject: |upstream| upstream.scramble(SPELLS, Scrambled::Repeats),
        said: "",
    },
    Fault {
        name: "pages without records",
        inject: |upstream| upstream.scramble(SPELLS, Scrambled::Empty),
        said: "0 of 7 records came",
    },
    Fault {
        name: "an empty listing",
        inject: |upstream| upstream.scramble(SPELLS, Scrambled::Nothing),
        said: "the listing is empty",
    },
    Fault {
        name: "a listing that shrinks by half",
        inject: |upstream| {
            let spells = upstream.records("spells").into_iter().take(3).collect();
            upstream.replace("spells", spells);
        },
        said: "4 records are gone upstream, more than a quarter",
    },
    Fault {
        name: "one poisoned record",
        inject: |upstream| upstream.poison("spells", VICTIM),
        said: "1 records were left out: hearth-2014_kettle-burst",
    },
    Fault {
        name: "a field of another type",
        inject: |upstream| change(upstream, |spell| spell["level"] = json!({"of": "power"})),
        said: "1 records were left out: hearth-2014_kettle-burst",
    },
    Fault {
        name: "a null that should be a name",
        inject: |upstream| change(upstream, |spell| spell["name"] = Value::Null),
        said: "1 records were left out: hearth-2014_kettle-burst",
    },
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
    listings
        .find(|l| l.source == "open5e_v2" && l.endpoint == "spells")
        .expect("the listing")
}

/// All that the store says of spells.
async fn stored(lore: &Lore) -> Value {
    lore.ask("{ spells(first: 100) { totalCount nodes { id name level text source { raw fields { field source } } } } }")
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
    for Fault { name, inject, said } in FAULTS {
        inject(&upstream);
        let report = lore.fetch(Due::All, Removals::Guarded).await;
        let listing = of_spells(&report);
        let told = listing.problem.as_ref().or(listing.notice.as_ref());
        let told = told.map(String::as_str).unwrap_or_default();
        assert!(
            told.contains(said) && told.is_empty() == said.is_empty(),
            "{name}: {told}"
        );
        let rows = written(&report);
        assert_eq!(
            (rows.added, rows.changed, rows.removed),
            (0, 0, 0),
            "{name}"
        );
        assert_eq!(stored(&lore).await, before, "{name}");
        let status = "{ status { listings { source endpoint error notice } } }";
        let status = lore.ask(status).await;
        let listings = status["status"]["listings"].as_array().unwrap();
        let shown = listings
            .iter()
            .find(|l| l["source"] == "open5e_v2" && l["endpoint"] == "spells")
            .unwrap();
        let of_fault = if listing.problem.is_some() {
            text(shown, "/error")
        } else if said.is_empty() {
            assert_eq!(
                (&shown["error"], &shown["notice"]),
                (&Value::Null, &Value::Null)
            );
            ""
        } else {
            text(shown, "/notice")
        };
        assert!(of_fault.contains(said), "{name}: {of_fault}");

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
    let rows = written(&report);
    assert_eq!((rows.added, rows.removed), (0, 0));
    assert!(of_spells(&report).skipped.is_empty());
    upstream.replace("spells", good);
    lore.fetch(Due::All, Removals::Guarded).await;
    assert_eq!(stored(&lore).await, before);
    lore.stop().await;
}
