//! Constraints: what a search says about fields raises what fits, hides nothing, and is told.

use crate::nodes::{list, names};
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

async fn found(lore: &Reader, field: &str, search: &str, understand: bool) -> Value {
    let argument = if field == "search" { "query" } else { "search" };
    let query = format!(
        "query($search: String!, $understand: Boolean) {{
            found: {field}({argument}: $search, understand: $understand, first: 100) {{
                totalCount matchCount
                edges {{ score matchedBy explain {{ scoreComponents {{ by score weight }} }} node {{ name }} }}
                meta {{ understood {{ field value }} }}
            }}
        }}"
    );
    let variables = json!({"search": search, "understand": understand});
    lore.query(&query, variables).await["found"].take()
}

fn understood(found: &Value) -> Vec<String> {
    let understood = list(&found["meta"]["understood"]).iter();
    understood.map(|u| format!("{} {}", u["field"].as_str().unwrap(), u["value"].as_str().unwrap())).collect()
}

#[tokio::test]
async fn what_fits_is_raised() {
    let lore = Reader::shared().await;
    for (field, search, first, told) in [
        (
            "spells",
            "level 3 hearthwarden evocations",
            "Kettle Burst",
            &["level 3", "classes hearthwarden", "school evocation"][..],
        ),
        ("spells", "hearthwarden cantrips", "Cinder Dart", &["classes hearthwarden", "level 0"]),
        ("spells", "rituals of 2nd level or higher", "Watchful Stew", &["ritual true", "level 2 or more"]),
        ("spells", "evokation of level 3", "Kettle Burst", &["level 3"]),
        ("creatures", "tiny beasts", "Lantern Moth", &["size tiny", "type beast"]),
        ("creatures", "chaotic evil fey", "Soot Gremlin", &["alignment chaotic", "alignment evil", "type fey"]),
        ("equipment", "rare magic items", "Cloak of Cinders", &["rarity rare", "kind MAGIC_ITEM"]),
        (
            "equipment",
            "magic items without attunement",
            "Everwarm Kettle",
            &["kind MAGIC_ITEM", "requiresAttunement not true"],
        ),
        ("search", "tiny beasts", "Lantern Moth", &["family CREATURE", "size tiny", "type beast"]),
    ] {
        let raised = found(&lore, field, search, true).await;
        let told_here = understood(&raised);
        for told in told {
            assert!(told_here.iter().any(|here| here == told), "{search}: {told_here:?}");
        }
        let fitting: Vec<&Value> = list(&raised["edges"])
            .iter()
            .take_while(|edge| list(&edge["matchedBy"]).contains(&json!("CONSTRAINTS")))
            .collect();
        let fits = |edge: &&Value| edge["node"]["name"] == first;
        assert!(fitting.iter().any(fits), "{search}: {:?}", names(&raised));

        // Nothing is hidden, and all of it can be switched off.
        let plain = found(&lore, field, search, false).await;
        assert!(understood(&plain).is_empty());
        assert!(raised["totalCount"].as_i64() >= plain["totalCount"].as_i64(), "{search}");
        for edge in list(&plain["edges"]) {
            assert!(!list(&edge["matchedBy"]).contains(&json!("CONSTRAINTS")));
        }
    }
}

#[tokio::test]
async fn the_constraints_are_a_component_of_the_score() {
    let lore = Reader::shared().await;
    let raised = found(&lore, "creatures", "tiny beasts", true).await;
    let edges = list(&raised["edges"]);
    let components = |edge: &Value| list(&edge["explain"]["scoreComponents"]).to_vec();
    let first = components(&edges[0]);
    let component = first.iter().find(|c| c["by"] == "CONSTRAINTS").unwrap();
    assert_eq!(component["score"], 1.0);
    // All signals weigh 1 together, beside the constraints.
    let weighted = first.iter().map(|c| c["score"].as_f64().unwrap() * c["weight"].as_f64().unwrap());
    let weight = 1.0 + component["weight"].as_f64().unwrap();
    let score = edges[0]["score"].as_f64().unwrap();
    assert!((weighted.sum::<f64>() / weight - score).abs() < 1e-6, "{first:?} {score}");
}

#[tokio::test]
async fn a_name_says_nothing_about_fields() {
    let lore = Reader::shared().await;
    for (field, name) in [
        ("spells", "Ember Ward"),
        ("spells", "kettle burst"),
        ("creatures", "Ash Drake"),
        ("equipment", "emberbrand +1"),
        ("search", "Lantern Moth"),
        ("search", "lantrn moth"),
    ] {
        let found = found(&lore, field, name, true).await;
        assert!(understood(&found).is_empty(), "{name}: {:?}", understood(&found));
    }
}

#[tokio::test]
async fn matches_are_counted_beside_all_that_is_ranked() {
    let lore = Reader::shared().await;
    let near = found(&lore, "spells", "a kettle that bursts", true).await;
    let (matching, all) = (near["matchCount"].as_i64().unwrap(), near["totalCount"].as_i64().unwrap());
    assert!((2..all).contains(&matching), "{matching} of {all}");
    let listed = lore.ask("{ spells { totalCount matchCount } }").await;
    assert_eq!(listed["spells"]["matchCount"], Value::Null);
}

#[tokio::test]
async fn any_text_is_answered_soon() {
    let lore = Reader::shared().await;
    let different: Vec<String> = (0..60).map(|n| format!("word{n}")).collect();
    for text in [
        "x".repeat(512),
        "level ".repeat(85),
        different.join(" "),
        "🐉🔥🗡️".to_owned(),
        "заклинание огня".to_owned(),
        "火の呪文".to_owned(),
        "the of and to".to_owned(),
        "level 3 ritual concentration".to_owned(),
        "not no without level -1 CR 1/0 10000000000000000000000000000 or more".to_owned(),
    ] {
        for field in ["spells", "search"] {
            let began = Instant::now();
            let found = found(&lore, field, &text, true).await;
            assert!(began.elapsed() < Duration::from_secs(10), "{text}");
            assert!(list(&found["meta"]["understood"]).len() < 20, "{text}");
        }
    }
    let filters_only = found(&lore, "spells", "level 3 evocation", true).await;
    assert_eq!(understood(&filters_only), ["level 3", "school evocation"]);
    assert_eq!(names(&filters_only)[..2], ["Kettle Burst", "Kettle Burst"]);
}

#[tokio::test]
async fn a_rule_is_found_by_the_paragraph_that_decides() {
    let lore = Reader::shared().await;
    let query = "{ rules(search: \"a night by a fire on the road\", first: 1) { edges { snippet passage { label text } node { name } } } }";
    let found = lore.ask(query).await;
    let edge = &found["rules"]["edges"][0];
    assert_eq!(edge["node"]["name"], "Resting by the Fire");
    assert_eq!(edge["passage"], json!({"label": "text", "text": "A night by a fire on the road."}));
    let snippet = edge["snippet"].as_str().unwrap();
    assert!(snippet.contains("**night**"), "{snippet}");
    let listed = lore.ask("{ rules(first: 1) { edges { passage { text } } } }").await;
    assert_eq!(listed["rules"]["edges"][0]["passage"], Value::Null);
}

/// Scenarios in the manner of people: the noun at the head chooses the family, and hides nothing.
#[tokio::test]
async fn what_is_wanted_comes_first() {
    let lore = Reader::shared().await;
    for (search, family, first) in [
        ("items that stay warm", "EQUIPMENT", "Everwarm Kettle"),
        ("smouldering gear for a cold night", "EQUIPMENT", "Cloak of Cinders"),
        ("feats for a kettle master", "CHARACTER_OPTION", "Kettle Master"),
        ("rules about resting by a fire", "RULE", "Resting by the Fire"),
        ("tiny monsters that glow like a lantern", "CREATURE", "Lantern Moth"),
    ] {
        let wanted = found(&lore, "search", search, true).await;
        let told = understood(&wanted);
        assert!(told.contains(&format!("family {family}")), "{search}: {told:?}");
        let names = names(&wanted);
        let at = names.iter().position(|name| *name == first);
        assert!(at.is_some_and(|at| at < 5), "{search}: {names:?}");
        let plain = found(&lore, "search", search, false).await;
        assert!(wanted["totalCount"].as_i64() >= plain["totalCount"].as_i64());
    }
    let rule = found(&lore, "search", "can a kettle cast spells in armor", true).await;
    assert_eq!(understood(&rule), [""; 0]);
}
