//! Failures of upstreams: nothing that is stored suffers from them.

use crate::nodes::{list, text};
use crate::sync::{edit, listing, written};
use lorekeeper_content::Family;
use lorekeeper_ingest::Due;
use lorekeeper_store::Removals;
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

/// Records of every kind: their endpoints, their keys, and the ids of their rows.
const VICTIMS: &str = "\
spells         srd_ember-ward              spell:srd-2014:ember-ward
creatures      hearth-2014_ash-drake       creature:hearth-2014:ash-drake
weapons        hearth-2014_poker           equipment:hearth-2014:weapon:poker
items          srd_copper-kettle           equipment:srd-2014:gear:copper-kettle
magicitems     srd_cloak-of-cinders        equipment:srd-2014:magic_item:cloak-of-cinders
classes        hearth-2014_hearthwarden    character_option:hearth-2014:class:hearthwarden
species        hearth-2014_emberfolk       character_option:hearth-2014:race:emberfolk
feats          hearth-2024_warm-hands      character_option:hearth-2024:feat:warm-hands
conditions     scorched                    rule:srd-2014:condition:scorched
rules          hearth-2014_travel_foraging rule:hearth-2014:rule:foraging
documents      hearth-2014                 document:hearth-2014
2014/monsters  lamp-warden                 creature:srd-2014:lamp-warden
2014/spells    lamp-dart                   spell:srd-2014:lamp-dart
2014/equipment lamp-mail                   equipment:srd-2014:armor:lamp-mail
2024/feats     early-riser                 character_option:srd-2024:feat:early-riser
2014/classes   lampwright                  character_option:srd-2014:class:lampwright";

#[tokio::test]
async fn listings_that_fail_keep_their_rows() {
    let upstream = Upstream::start().await;
    let lore = Lore::synced(&upstream, &[]).await;
    let counts = lore.counts().await;
    let revision = lore.revision().await;

    upstream.fail("/v2/creatures/", 500, usize::MAX);
    upstream.fail("/v2/feats/", 200, usize::MAX);
    upstream.fail("/v2/classes/", 404, usize::MAX);
    upstream.truncate("/v2/magicitems/", usize::MAX);
    upstream.fail("/api/2014/monsters/lamp-warden", 404, usize::MAX);
    // What passes is waited out.
    upstream.fail("/v2/species/", 503, 1);
    upstream.fail("/api/2024/monsters", 429, 1);
    let synced = lore.sync().await;
    for (endpoint, words) in [
        ("creatures", "answered 500"),
        ("feats", "HTML instead of JSON"),
        ("classes", "answered 404"),
        ("magicitems", "something else than expected"),
        ("2014/monsters", "answered 404"),
        ("species", ""),
        ("2024/monsters", ""),
        ("spells", ""),
    ] {
        let listing = listing(&synced.report, endpoint);
        let problem = listing.problem.as_deref().unwrap_or_default();
        assert!(problem.contains(words), "{endpoint}: {problem}");
        assert_eq!(problem.is_empty(), words.is_empty(), "{endpoint}");
        assert!(!listing.changes.any(), "{endpoint}");
    }
    assert_eq!(lore.counts().await, counts);
    assert_eq!(lore.revision().await, revision);
    assert_eq!(synced.embedded, 0);
    // What is gone for good is asked for once, what may pass several times.
    assert_eq!(upstream.requests("/v2/classes/"), 1 + 1);
    assert!(upstream.requests("/v2/creatures/") > 1 + 2);

    let status = lore.ask("{ status { cacheStatus listings { endpoint error records } } spells { meta { cacheStatus } } creatures { meta { cacheStatus } } }").await;
    assert_eq!(status["status"]["cacheStatus"], "STALE");
    assert_eq!(status["spells"]["meta"]["cacheStatus"], "FRESH");
    assert_eq!(status["creatures"]["meta"]["cacheStatus"], "STALE");
    let mut listings = list(&status["status"]["listings"]).iter();
    let creatures = listings.find(|l| l["endpoint"] == "creatures").unwrap();
    assert!(text(creatures, "/error").contains("500"));
    assert_eq!(creatures["records"], 5);

    // What has just failed is left alone for a while; whoever asks again gets it again.
    upstream.recover();
    let stale = lore.fetch(Due::Stale, Removals::Guarded).await;
    assert!(stale.listings.is_empty());
    let again = lore.fetch(Due::NotFresh, Removals::Guarded).await;
    let mut fetched: Vec<_> = again.listings.iter().map(|l| l.endpoint.as_str()).collect();
    fetched.sort_unstable();
    let failed = "2014/monsters classes creatures feats magicitems";
    assert_eq!(fetched.join(" "), failed);
    assert!(!again.rows.any());
    let status = lore.ask("{ status { cacheStatus } }").await;
    assert_eq!(status["status"]["cacheStatus"], "FRESH");
    lore.stop().await;
}

#[tokio::test]
async fn a_record_that_does_not_fit_is_left_out() {
    let upstream = Upstream::start().await;
    upstream.poison("spells", "hearth-2014_kettle-burst");
    let lore = Lore::start(&upstream).await;
    let synced = lore.sync().await;
    let spells = listing(&synced.report, "spells");
    let skipped: Vec<_> = spells.skipped.iter().map(|s| s.key.as_str()).collect();
    assert_eq!(skipped, ["hearth-2014_kettle-burst"]);
    assert!(!spells.skipped[0].reason.is_empty());
    // The page it came with is kept.
    assert_eq!(spells.changes.added, 6);
    assert_eq!(lore.count(Family::Spell).await, 8);

    // One of every kind: each is skipped, and the row it was stays as it was.
    let victims: Vec<(&str, &str, &str)> = VICTIMS
        .lines()
        .map(|line| {
            let mut words = line.split_whitespace();
            let mut word = || words.next().expect("three words");
            (word(), word(), word())
        })
        .collect();
    let ids: Vec<_> = victims.iter().map(|(.., id)| *id).collect();
    let query = "query($ids: [ID!]!) { nodes(ids: $ids) { id ... on Entity { name text source { raw } } ... on Document { name author } } }";
    let before = lore.query(query, json!({"ids": ids})).await;
    let mut nodes = list(&before["nodes"]).iter();
    assert!(nodes.all(|n| !n.is_null()), "{before:#}");
    let counts = lore.counts().await;
    for (endpoint, key, _) in &victims {
        upstream.poison(endpoint, key);
    }
    // Its neighbour on the same page is a better one by now.
    let neighbour = "hearth-2024_cinder-dart";
    edit(&upstream, "spells", neighbour, "level", json!(1));
    let synced = lore.sync().await;
    for (endpoint, key, _) in &victims {
        let mut skipped = listing(&synced.report, endpoint).skipped.iter();
        assert!(skipped.any(|s| s.key == *key), "{endpoint} {key}");
    }
    assert_eq!(lore.query(query, json!({"ids": ids})).await, before);
    assert_eq!(lore.counts().await, counts);
    assert_eq!(written(&synced.report), (0, 1, 0));
    lore.stop().await;
}

#[tokio::test]
async fn upstream_is_down() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let counts = lore.counts().await;
    drop(upstream);
    let synced = lore.sync().await;
    assert_eq!(synced.report.listings.len(), 30 + 25 + 25);
    for listing in &synced.report.listings {
        let problem = listing.problem.as_deref().unwrap_or_default();
        assert!(problem.contains("cannot be reached"), "{problem}");
    }
    assert_eq!(lore.counts().await, counts);
    let data = lore.ask("{ spell(slug: \"kettle-burst\") { level } status { cacheStatus } }").await;
    assert_eq!(data["spell"]["level"], 3);
    assert_eq!(data["status"]["cacheStatus"], "STALE");
    lore.stop().await;
}

#[tokio::test]
async fn nothing_was_ever_reached() {
    let upstream = Upstream::start().await;
    // Offline nothing is asked for; a store without content answers all the same.
    let lore = Lore::with(&upstream, Model::Words, &[("offline", "true")]).await;
    let synced = lore.sync().await;
    assert!(synced.report.listings.is_empty() && !synced.report.starter_pack);
    assert!(upstream.counts().is_empty());
    let data = lore
        .ask(
            "{ spells { totalCount nodes { name } meta { fetchedAt cacheStatus sources } }
               search(query: \"fire\") { totalCount }
               rules(search: \"grappled\", documents: [\"srd\"]) { totalCount meta { message } }
               document(key: \"srd\") { key } status { documents cacheStatus revision } }",
        )
        .await;
    assert_eq!(data["spells"]["totalCount"], 0);
    let meta = json!({"fetchedAt": null, "cacheStatus": "OFFLINE", "sources": []});
    assert_eq!(data["spells"]["meta"], meta);
    assert_eq!(data["search"]["totalCount"], 0);
    assert!(text(&data, "/rules/meta/message").contains("nothing is stored yet"));
    assert_eq!(data["document"], Value::Null);
    assert_eq!(data["status"]["documents"], 0);
    lore.stop().await;
}
