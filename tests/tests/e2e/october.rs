//! The D&D 5e API as it is since October 2026, beside the one before.

use crate::nodes::text;
use lorekeeper_sources::dnd5e;
use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

const ALL: &[(&str, &str)] = &[("sources", "dnd5e_api")];

async fn upgraded() -> (Upstream, Lore) {
    let upstream = Upstream::start().await;
    upstream.upgrade();
    let lore = Lore::filled_with(&upstream, ALL).await;
    (upstream, lore)
}

#[tokio::test]
async fn no_record_is_left_out_of_either_edition() {
    let upstream = Upstream::start().await;
    let lore = Lore::with(&upstream, Model::Words, ALL).await;
    for is_upgraded in [false, true] {
        if is_upgraded {
            upstream.upgrade();
        }
        let report = lore.sync().await.report;
        assert_eq!(report.listings.len(), 50);
        for listing in &report.listings {
            let (endpoint, unfit) = (&listing.endpoint, &listing.notes.unfit);
            assert_eq!(listing.problem, None, "{endpoint}");
            assert!(listing.skipped.is_empty() && unfit.is_empty(), "{listing:?}");
        }
        let absent = report.listings.iter().filter(|listing| listing.is_absent);
        let absent: Vec<&str> = absent.map(|listing| listing.endpoint.as_str()).collect();
        let expected: &[&str] = if is_upgraded { &["2014/rule-sections"] } else { &["2024/spells", "2024/levels"] };
        assert_eq!(absent.len(), expected.len(), "{absent:?}");
        assert!(expected.iter().all(|endpoint| absent.contains(endpoint)), "{absent:?}");
        let [news] = report.news.as_slice() else {
            panic!("{:?}", report.news);
        };
        assert!(news.starts_with(dnd5e::NAME) && news.contains("has no 20"), "{news}");
    }
    // The sections that the older server sent are stored still, and doubled nowhere.
    let data = lore.ask("{ rules(filter: {chapter: {eq: \"order-of-the-table\"}}) { nodes { slug kind } } }").await;
    let rules = data["rules"]["nodes"].as_array().unwrap();
    let mut slugs: Vec<&str> = rules.iter().map(|rule| text(rule, "/slug")).collect();
    slugs.sort_unstable();
    let expected = ["head-of-the-table", "order-of-the-table", "passing-the-salt", "stools", "taking-a-seat"];
    assert_eq!(slugs, expected);
    lore.stop().await;
}

#[tokio::test]
async fn what_is_new_is_read() {
    let (_upstream, lore) = upgraded().await;
    let data = lore
        .ask(
            "{ hail: spell(slug: \"kiln-hail\") { damageRoll damageTypes } \
               dart: spell(slug: \"spark-dart\") { level castingTime damageRoll text } \
               otter: creature(slug: \"wereotter-human-form\") { size armorClass hitDice experiencePointsInLair forms \
                 bonusActions { name } actions { name usage { type minimum } multiattack { action count } } illustration { url } } \
               cloak: equipmentItem(slug: \"cloak-of-cinders\") { text } \
               stools: rule(slug: \"stools\") { kind text chapter order } \
               status { news } }",
        )
        .await;
    assert_eq!(data["hail"], json!({"damageRoll": "2d6 + 1d8", "damageTypes": ["cold", "fire"]}));
    assert_eq!((&data["dart"]["level"], text(&data, "/dart/damageRoll")), (&json!(0), "1d6"));
    assert_eq!(text(&data, "/dart/castingTime"), "action");
    let otter = &data["otter"];
    assert_eq!((text(otter, "/size"), &otter["armorClass"]), ("medium", &json!(15)));
    assert_eq!(text(otter, "/hitDice"), "8d8 + 16");
    assert_eq!(text(otter, "/bonusActions/0/name"), "Shape-Shift");
    assert_eq!(otter["illustration"], Value::Null);
    let counts = otter["actions"][0]["multiattack"].as_array().unwrap();
    let counts: Vec<&str> = counts.iter().map(|part| text(part, "/count")).collect();
    assert_eq!(counts, ["2", "Number of Teeth"]);
    assert!(text(&data, "/cloak/text").ends_with("|---|---|\n| 1–3 | Smoke |\n| 4 | Toast |"));
    assert_eq!(text(&data, "/stools/kind"), "RULE");
    assert_eq!(text(&data, "/stools/chapter"), "order-of-the-table");
    lore.stop().await;
}

#[tokio::test]
async fn a_report_has_a_line_a_listing() {
    let upstream = Upstream::start().await;
    let bent: Vec<Value> = upstream
        .records("2014/spells")
        .into_iter()
        .map(|mut spell| {
            for field in
                ["damage", "range", "duration", "school", "components", "dc", "classes", "material", "level", "desc"]
            {
                spell[field] = json!(true);
            }
            spell["swirls"] = json!(3);
            spell
        })
        .collect();
    let count = bent.len();
    upstream.replace("2014/spells", bent);
    let lore = Lore::with(&upstream, Model::Words, ALL).await;
    let report = lore.sync().await.report;
    let listing = report.listings.iter().find(|l| l.endpoint == "2014/spells").unwrap();
    assert!(listing.skipped.is_empty() && listing.problem.is_none(), "{listing:?}");
    assert_eq!(listing.changes.added, count);
    let notice = listing.notice.as_deref().unwrap();
    assert!(notice.contains(&format!("{count} of {count}, \"true\"")), "{notice}");
    assert!(!notice.contains('\n') && notice.len() < 300, "{notice}");
    assert!(report.news[0].contains("2014/spells (swirls)"), "{:?}", report.news);
    let data = lore.ask("{ spells { totalCount } status { news } }").await;
    assert_eq!(data["spells"]["totalCount"], json!(count));
    assert_eq!(data["status"]["news"], json!(report.news));
    lore.stop().await;
}
