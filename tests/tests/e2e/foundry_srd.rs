//! The packs of Foundry's game system: fetched or imported, they add to what the other sources have.

use crate::nodes::text;
use lorekeeper_sources::{foundry_srd, import as files};
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::upstream::{Upstream, foundry};
use serde_json::json;

const ALL: &[(&str, &str)] = &[("sources", "open5e_v2,dnd5e_api,foundry_srd")];

#[tokio::test]
async fn the_archive_is_read_once_and_whole() {
    let upstream = Upstream::start().await;
    let lore = Lore::with(&upstream, Model::Words, ALL).await;
    let first = lore.sync().await;
    let mut listings = first.report.listings.iter();
    let own = listings.find(|listing| listing.source == foundry_srd::NAME).unwrap();
    assert_eq!((&own.problem, own.skipped.len()), (&None, 0));
    // All but the spell without a mark.
    assert_eq!(own.changes.added, 15);
    assert_eq!(upstream.requests("/foundryvtt/dnd5e/tar.gz/"), 1);
    assert!(!lore.sync().await.report.rows.any());

    let query = r#"{
        gremlin: creature(slug: "soot-gremlin", document: "srd-2014") { source { names } }
        leech: creature(slug: "tea-leech", document: "srd-2024") {
            size initiativeBonus damageResistances conditionImmunities experiencePointsInLair legendaryPreamble
            traits { name usage { times timesInLair } } actions { name text usage { minimum } }
        }
        dart: spell(slug: "lamp-dart", document: "srd-2024") { castingTime concentration text higherLevels source { url } }
        closed: spells(name: "closed-book") { totalCount }
        glossary: rules(type: GLOSSARY) { nodes { name text parentSlug } }
    }"#;
    let data = lore.ask(query).await;
    assert!(data["gremlin"]["source"]["names"].as_array().unwrap().contains(&json!(foundry_srd::NAME)));
    let leech = &data["leech"];
    assert_eq!(leech["size"], "tiny");
    assert_eq!(leech["initiativeBonus"], 7);
    assert_eq!(leech["damageResistances"], json!(["cold", "piercing"]));
    assert_eq!(leech["experiencePointsInLair"], 1800);
    let preamble = text(leech, "/legendaryPreamble");
    assert!(preamble.starts_with("Legendary Action Uses: 3 (4 in Lair)."), "{preamble}");
    assert_eq!(leech["traits"].as_array().unwrap().len(), 1, "{leech}");
    assert_eq!(leech["traits"][0]["usage"], json!({"times": 1, "timesInLair": 2}));
    assert_eq!(
        text(leech, "/actions/0/text"),
        "_Melee Attack Roll:_ +5, reach 10 ft. _Hit:_ 10 (2d6 + 3) Piercing damage plus 4 (1d8) Poison damage, and the target has the Poisoned condition until the end of the tea leech's next turn."
    );
    assert_eq!(leech["actions"][1]["usage"]["minimum"], 5);
    let dart = &data["dart"];
    assert_eq!(dart["castingTime"], "10minutes");
    assert_eq!(dart["concentration"], true);
    assert_eq!(
        text(dart, "/text"),
        "A dart of lamplight leaves your hand. Each creature in a 10-foot-radius Sphere makes a Dexterity saving throw, taking 2d6 Fire damage on a failed save or half as much damage on a successful one."
    );
    assert_eq!(data["closed"]["totalCount"], 0);
    let glossary = &data["glossary"]["nodes"];
    let boiling = glossary.as_array().unwrap();
    let boiling = boiling.iter().find(|entry| entry["name"] == "Boiling Over").unwrap();
    assert_eq!(boiling["parentSlug"], "hazard");
    assert_eq!(
        text(boiling, "/text"),
        "A creature that is boiled over takes 1d4 Fire damage.\n\n| 1d4 | Spills |\n|---|---|\n| 1–3 | Soup |\n| 4 | Tea |"
    );
    lore.stop().await;
}

#[tokio::test]
async fn an_archive_that_is_cut_off_is_not_stored() {
    let upstream = Upstream::start().await;
    let lore = Lore::with(&upstream, Model::Words, &[("sources", "foundry_srd")]).await;
    upstream.truncate("/foundryvtt/dnd5e/tar.gz", usize::MAX);
    let problem = lore.sync().await.report.listings[0].problem.clone().unwrap();
    assert!(problem.contains("damaged or cut off"), "{problem}");
    lore.stop().await;
}

#[tokio::test]
async fn an_archive_can_be_imported() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let readings = files::read_bytes("dnd5e-release-5.3.3.tar.gz", foundry::archive()).await;
    let [reading] = readings.unwrap().try_into().unwrap();
    assert_eq!(reading.source, foundry_srd::NAME);
    assert_eq!(
        reading.notes,
        ["Left out as not marked with the licence CC-BY-4.0: 1 documents of dnd5e-release-5.3.3.tar.gz."]
    );
    lore.stop().await;
}
