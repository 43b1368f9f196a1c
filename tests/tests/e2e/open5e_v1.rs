//! Version 1 of Open5e: it fills gaps, adds what is missing, and doubles nothing.

use crate::nodes::{names, text};
use crate::sync::edit;
use lorekeeper_sources::open5e_v1;
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

const ALL: &[(&str, &str)] = &[("sources", "open5e_v2,dnd5e_api,open5e_v1")];

async fn filled(upstream: &Upstream) -> Lore {
    Lore::filled_with(upstream, ALL).await
}

/// The fields that version 1 filled.
fn from_v1(source: &Value) -> Vec<&str> {
    let fields = source.pointer("/fields").and_then(Value::as_array);
    let fields = fields.into_iter().flatten();
    fields.filter(|field| text(field, "/source") == open5e_v1::NAME).map(|field| text(field, "/field")).collect()
}

#[tokio::test]
async fn every_listing_comes_once_and_whole() {
    let upstream = Upstream::start().await;
    let lore = Lore::with(&upstream, Model::Words, ALL).await;
    let first = lore.sync().await;
    let listings = first.report.listings.iter();
    let own: Vec<_> = listings.filter(|l| l.source == open5e_v1::NAME).collect();
    assert_eq!(own.len(), open5e_v1::ENDPOINTS.len());
    for listing in own {
        assert_eq!((&listing.problem, listing.skipped.len()), (&None, 0), "{listing:?}");
        let listed = upstream.records(&format!("v1/{}", listing.endpoint));
        assert_eq!(listing.changes.added, listed.len(), "{}", listing.endpoint);
    }
    // Each listing, and the index of all.
    assert_eq!(upstream.requests("/v1/"), open5e_v1::ENDPOINTS.len() + 1);
    // The second time nothing is written.
    assert!(!lore.sync().await.report.rows.any());
    lore.stop().await;
}

#[tokio::test]
async fn gaps_are_filled_and_the_source_is_named() {
    let upstream = Upstream::start().await;
    let burst = "hearth-2014_kettle-burst";
    edit(&upstream, "spells", burst, "classes", json!([]));
    let lore = filled(&upstream).await;
    let source = "source { name names fields { field source } }";

    let query = format!(
        "{{ creature(slug: \"ash-drake\", document: \"hearth-2014\") {{ text subtype alignment legendaryPreamble damageVulnerabilities illustration {{ url }} {source} }} }}"
    );
    let data = lore.ask(&query).await;
    let drake = &data["creature"];
    assert!(text(drake, "/text").starts_with("It sleeps in the grate"));
    assert_eq!(drake["subtype"], "ember");
    // A placeholder fills nothing, and overwrites nothing.
    assert_eq!(drake["damageVulnerabilities"], json!(["bludgeoning"]));
    assert_eq!(text(drake, "/illustration/url"), "/static/img/hearth/ash-drake.png");
    assert_eq!(drake["source"]["name"], "open5e_v2");
    let fields = from_v1(&drake["source"]);
    assert!(fields.contains(&"text") && fields.contains(&"subtype"), "{fields:?}");
    // What the preferred source says stands.
    assert_eq!(drake["alignment"], "chaotic evil");

    let query =
        format!("{{ spell(slug: \"kettle-burst\", document: \"hearth-2014\") {{ text classSlugs {source} }} }}");
    let data = lore.ask(&query).await;
    let spell = &data["spell"];
    assert_eq!(spell["classSlugs"], json!(["hearthwarden", "lampwright", "sorcerer"]));
    assert!(from_v1(&spell["source"]).contains(&"classSlugs"));
    assert_ne!(text(spell, "/text"), "A kettle, as it says elsewhere.");
    lore.stop().await;
}

#[tokio::test]
async fn what_is_missing_is_added_and_nothing_doubles() {
    let upstream = Upstream::start().await;
    let lore = filled(&upstream).await;

    // One kettle, though its name is written in two ways.
    let data = lore
        .ask("{ equipment(documents: [\"hearth-2014\"], name: \"*kettle*\") { nodes { name source { names } } } }")
        .await;
    let kettles = &data["equipment"]["nodes"];
    assert_eq!(names(kettles), ["Everwarm Kettle"]);
    assert_eq!(kettles[0]["source"]["names"], json!(["open5e_v2", "open5e_v1"]));

    // The book answers to what version 1 calls it, and has what only that knows.
    let data = lore
        .ask("{ document(key: \"hth\") { key } equipment(documents: [\"hth\"], name: \"tin whistle*\") { nodes { kind rarity attunementDetail document { key } source { name } } } }")
        .await;
    assert_eq!(data["document"]["key"], "hearth-2014");
    assert_eq!(
        data["equipment"]["nodes"],
        json!([{
            "kind": "MAGIC_ITEM", "rarity": "uncommon", "attunementDetail": "by a bard",
            "document": {"key": "hearth-2014"}, "source": {"name": "open5e_v1"}
        }])
    );

    // A book that version 2 has not is one of its own.
    let data = lore
        .ask("{ document(key: \"attic\") { name source gameSystem permalink licenses { key } attribution } creature(slug: \"attic-owl\") { text actions { attacks { toHit reach damage { dice type } } save { ability dc success } usage { minimum } } } characterOptions(documents: [\"attic\"]) { nodes { name kind } } rule(slug: \"plane-of-soot\") { kind parentSlug document { key } } }")
        .await;
    let book = &data["document"];
    assert_eq!((&book["source"], &book["gameSystem"]), (&json!("open5e_v1"), &json!("5e-2014")));
    assert_eq!(book["permalink"], "https://example.org/attic");
    assert_eq!(book["licenses"], json!([{"key": "cc-by-40"}]));
    let actions = &data["creature"]["actions"];
    assert_eq!(
        actions[0]["attacks"][0],
        json!({"toHit": 4, "reach": 5, "damage": [
            {"dice": "1d6", "type": "piercing"}, {"dice": "1d4", "type": "cold"}]})
    );
    assert_eq!(actions[1]["save"], json!({"ability": "constitution", "dc": 12, "success": "half"}));
    let options = names(&data["characterOptions"]).join(", ");
    assert_eq!(
        options,
        "Climber, Dust-Proof, Guild of the Flue, Lodger, Mouseling, Room to Spare, Sooty, Sweep, Whiskers"
    );
    assert_eq!(data["rule"], json!({"kind": "PLANE", "parentSlug": "smaller-planes", "document": {"key": "srd-2014"}}));
    lore.stop().await;
}
