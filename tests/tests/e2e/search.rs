//! Search: what it finds, in which order, and what it says about that.

use crate::nodes::{entities, list, names, text, texts};
use lorekeeper_ingest::Due;
use lorekeeper_store::Removals;
use lorekeeper_tests::harness::{Lore, Model, Reader};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const SPELLS: &str =
    "query($search: String, $mode: SearchMode, $min: Float, $filter: SpellFilter, $order: [SpellOrder!]) {
    spells(search: $search, mode: $mode, minSimilarity: $min, filter: $filter, orderBy: $order, first: 100) {
        totalCount
        edges { score similarityScore matchedBy node { name level document { key } } }
        meta { message warnings }
    }
}";

async fn spells(lore: &Reader, variables: Value) -> Value {
    lore.query(SPELLS, variables).await["spells"].take()
}

fn edges(connection: &Value) -> &[Value] {
    list(&connection["edges"])
}

/// The scores, which must be from 0 to 1 and descend.
fn scores(connection: &Value) -> Vec<f64> {
    let scores: Vec<f64> = edges(connection).iter().map(|e| e["score"].as_f64().unwrap()).collect();
    assert!(scores.iter().all(|s| (0.0..=1.0).contains(s)), "{scores:?}");
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    scores
}

fn matched_by(edge: &Value, way: &str) -> bool {
    list(&edge["matchedBy"]).contains(&json!(way))
}

fn warnings(connection: &Value) -> Vec<String> {
    texts(&connection["meta"]["warnings"], "")
}

#[tokio::test]
async fn modes() {
    let lore = Reader::shared().await;
    let asked = "a kettle that bursts";

    // Hybrid is what is done when nothing is said; the same figure says how near and in which order.
    let hybrid = spells(&lore, json!({"search": asked})).await;
    assert_eq!(hybrid, spells(&lore, json!({"search": asked, "mode": "HYBRID"})).await);
    assert!(warnings(&hybrid).is_empty());
    scores(&hybrid);
    for edge in edges(&hybrid) {
        assert_eq!(edge["score"], edge["similarityScore"]);
    }
    assert_eq!(names(&hybrid)[..2], ["Kettle Burst", "Kettle Burst"]);
    for edge in &edges(&hybrid)[..2] {
        for way in ["NAME", "FULL_TEXT", "SEMANTIC"] {
            assert!(matched_by(edge, way), "{edge}");
        }
    }

    // By words and names alone there is no similarity, and only what has a word of the query.
    let lexical = spells(&lore, json!({"search": asked, "mode": "LEXICAL"})).await;
    scores(&lexical);
    for edge in edges(&lexical) {
        assert_eq!(edge["similarityScore"], Value::Null);
        assert!(!matched_by(edge, "SEMANTIC") && (matched_by(edge, "NAME") || matched_by(edge, "FULL_TEXT")), "{edge}");
    }
    assert_eq!(names(&lexical), ["Kettle Burst", "Kettle Burst"]);
    assert_eq!(lexical["totalCount"], 2);
    let gibberish = spells(&lore, json!({"search": "xyzzyqwv", "mode": "LEXICAL"})).await;
    assert_eq!(gibberish["totalCount"], 0);

    // By meaning alone everything is some way off.
    let semantic = spells(&lore, json!({"search": asked, "mode": "SEMANTIC"})).await;
    scores(&semantic);
    assert_eq!(semantic["totalCount"], 9);
    for edge in edges(&semantic) {
        assert_eq!(edge["score"], edge["similarityScore"]);
        assert_eq!(edge["matchedBy"], json!(["SEMANTIC"]));
    }

    // Without a search nothing is ranked; a blank one is none.
    for blank in [json!(null), json!(""), json!(" \t\n")] {
        let listed = spells(&lore, json!({"search": blank, "mode": "SEMANTIC"})).await;
        assert_eq!(listed["totalCount"], 9);
        assert_eq!(names(&listed)[0], "Broth of Mending");
        for edge in edges(&listed) {
            assert_eq!((&edge["score"], &edge["similarityScore"]), (&Value::Null, &Value::Null));
            assert_eq!(edge["matchedBy"], json!([]));
        }
    }
}

#[tokio::test]
async fn names_and_filters() {
    let lore = Reader::shared().await;

    // An exact name comes first, with the best score there is.
    for search in ["Ember Ward", "ember ward!", "EMBER-WARD"] {
        for mode in ["HYBRID", "LEXICAL"] {
            let found = spells(&lore, json!({"search": search, "mode": mode})).await;
            assert_eq!(entities(&found)[..2], ["Ember Ward, srd-2024", "Ember Ward, srd-2014"], "{search}");
            assert_eq!(scores(&found)[..2], [1.0, 1.0], "{search}");
        }
    }
    // A slip of the pen does not hide it.
    for (slip, name) in
        [("kettel burst", "Kettle Burst"), ("Brotth of Mendin", "Broth of Mending"), ("cindr dart", "Cinder Dart")]
    {
        let found = spells(&lore, json!({"search": slip, "mode": "LEXICAL"})).await;
        assert_eq!(names(&found)[0], name, "{slip}");
    }

    // Filters go before the ranking: what they leave out is not counted.
    let filtered = json!({"search": "ember ward", "filter": {"material": {"eq": false}}});
    let found = spells(&lore, filtered).await;
    let kept = entities(&found);
    assert_eq!(kept[0], "Ember Ward, srd-2024");
    assert!(!kept.contains(&"Ember Ward, srd-2014".to_owned()));
    assert_eq!(found["totalCount"], kept.len());

    // A least relevance leaves out what ranks below, and is counted.
    let all = spells(&lore, json!({"search": "ember ward"})).await;
    let all_scores = scores(&all);
    let middle = f64::midpoint(all_scores[1], all_scores[2]);
    let near = spells(&lore, json!({"search": "ember ward", "min": middle})).await;
    assert_eq!(near["totalCount"], 2);
    assert_eq!(scores(&near), all_scores[..2]);
    let least = spells(&lore, json!({"search": "ember ward", "min": 0.0})).await;
    assert_eq!(least["totalCount"], all["totalCount"]);
    for out_of_range in [-0.1, 1.5] {
        let wrong = json!({"search": "ember", "min": out_of_range});
        lore.refuses(SPELLS, wrong, "BAD_USER_INPUT", "minSimilarity").await;
    }

    // Another order than by relevance, over what was found.
    let order = json!([{"field": "LEVEL", "direction": "DESC"}]);
    let ordered = json!({"search": "dart burst", "mode": "LEXICAL", "order": order});
    let found = spells(&lore, ordered).await;
    let levels: Vec<_> = edges(&found).iter().map(|e| &e["node"]["level"]).collect();
    assert_eq!(levels, [3, 3, 0, 0]);
    assert!(edges(&found).iter().all(|e| e["score"].is_f64()));

    // Long queries are cut, and say so.
    let long = format!("ember ward {}", "and so on ".repeat(60));
    let found = spells(&lore, json!({"search": long})).await;
    let told = warnings(&found);
    assert!(told.iter().any(|w| w.contains("512")), "{told:?}");
    assert!(!entities(&found).is_empty());
    let fits = spells(&lore, json!({"search": "é".repeat(512)})).await;
    assert!(warnings(&fits).is_empty());
}

#[tokio::test]
async fn over_all_families() {
    const EVERYTHING: &str = "query($query: String!, $families: [Family!], $documents: [String!], $system: String, $first: Int) {
        search(query: $query, families: $families, documents: $documents, gameSystem: $system, first: $first) {
            totalCount
            edges { score similarityScore node { __typename id name family document { key } ... on Creature { challengeRating } } }
            meta { message }
        }
    }";
    let lore = Reader::shared().await;
    let found = async |variables: Value| lore.query(EVERYTHING, variables).await["search"].take();

    let all = found(json!({"query": "ash drake", "first": 100})).await;
    scores(&all);
    assert_eq!(entities(&all)[..2], ["Ash Drake, hearth-2014", "Ash Drake, hearth-2024"]);
    assert_eq!(all["edges"][0]["node"]["__typename"], "Creature");
    assert_eq!(all["edges"][0]["node"]["challengeRating"], 5.0);
    let families: BTreeSet<String> = texts(&all, "/family").into_iter().collect();
    assert!(families.len() > 2, "{families:?}");

    for (narrowed, path, fits) in [
        (json!({"families": ["RULE", "SPELL"]}), "/family", &["RULE", "SPELL"][..]),
        (json!({"documents": ["hearth-2024"]}), "/document/key", &["hearth-2024"]),
        (json!({"system": "5e-2014"}), "/document/key", &["core", "srd-2014", "hearth-2014"]),
    ] {
        let mut variables = narrowed.clone();
        variables["query"] = json!("ash drake");
        variables["first"] = json!(100);
        let some = found(variables).await;
        let mut shown = texts(&some, path).into_iter();
        assert!(shown.all(|shown| fits.contains(&shown.as_str())), "{narrowed}");
        assert!(some["totalCount"].as_i64().unwrap() > 0, "{narrowed}");
    }
    let none = found(json!({"query": "ash drake", "families": []})).await;
    assert_eq!(none["totalCount"], 0);
    let mine = found(json!({"query": "ash drake", "documents": ["hearth-2024"]})).await;
    assert_eq!(entities(&mine)[0], "Ash Drake, hearth-2024");
    let unknown = found(json!({"query": "ash drake", "documents": ["nowhere"]})).await;
    assert_eq!(unknown["totalCount"], 0);
    assert!(text(&unknown, "/meta/message").contains("nowhere"));

    lore.refuses(EVERYTHING, json!({"query": "  "}), "BAD_USER_INPUT", "query").await;
}

#[tokio::test]
async fn without_a_model() {
    let upstream = Upstream::start().await;
    let lore = Lore::with(&upstream, Model::Missing, &[]).await;
    lore.fetch(Due::All, Removals::Guarded).await;
    for mode in ["HYBRID", "SEMANTIC"] {
        let found = spells(&lore, json!({"search": "ember ward", "mode": mode})).await;
        assert_eq!(entities(&found)[..2], ["Ember Ward, srd-2024", "Ember Ward, srd-2014"]);
        let warnings = warnings(&found);
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(warnings[0].contains("words and names only"), "{warnings:?}");
        let mut scored = edges(&found).iter();
        assert!(scored.all(|e| e["similarityScore"].is_null() && e["score"].is_f64()));
    }
    // What asks for no meaning has nothing to warn about.
    for variables in [json!({"search": "ember ward", "mode": "LEXICAL"}), json!({})] {
        assert!(warnings(&spells(&lore, variables).await).is_empty());
    }
    let status = lore.ask("{ status { model passages embedded } }").await;
    assert_eq!(status["status"]["model"], Value::Null);
    assert_eq!(status["status"]["embedded"], 0);
    assert!(status["status"]["passages"].as_i64().unwrap() > 100);
    lore.stop().await;
}

/// A search is planned for what it asks, however often it was asked: a plan for anything takes seconds on real
/// content (and is not chosen on the little that there is here, so the setting itself is looked at).
#[tokio::test]
async fn planned_each_time() {
    let upstream = Upstream::start().await;
    let lore = Lore::start(&upstream).await;
    let is_set = "SELECT (current_setting('plan_cache_mode') = 'force_custom_plan')::int::bigint";
    assert_eq!(lore.number(is_set).await, 1);
    lore.stop().await;
}

#[tokio::test]
async fn a_result_says_why_it_is_where_it_is() {
    let lore = Reader::shared().await;
    let query = "query($text: String!) { spells(search: $text) { edges {
        score matchedBy explain { exactName scoreComponents { by score rank weight } } node { name } } } }";
    let found = lore.query(query, json!({"text": "ember ward"})).await;
    let edges = edges(&found["spells"]);
    assert_eq!(edges[0]["explain"]["exactName"], true);
    let (mut weights, mut explained) = (0.0, 0);
    for edge in edges {
        let components = list(&edge["explain"]["scoreComponents"]);
        let matched = list(&edge["matchedBy"]);
        assert_eq!(components.len(), matched.len());
        assert!(components.iter().all(|of| matched.contains(&of["by"])));
        let sum = |of: fn(&Value) -> f64| components.iter().map(of).sum::<f64>();
        if components.len() == 3 {
            weights = sum(|of| of["weight"].as_f64().unwrap());
        }
        let score = sum(|of| of["weight"].as_f64().unwrap() * of["score"].as_f64().unwrap());
        if edge["explain"]["exactName"] == true || score < 0.0 {
            continue;
        }
        // The score is the weighted mean of the components', and one that is missing gives nothing.
        let told = edge["score"].as_f64().unwrap();
        assert!((score / weights - told).abs() < 1e-6, "{edge}");
        explained += 1;
    }
    assert!(explained > 0, "{edges:?}");
    for way in ["FULL_TEXT", "NAME", "SEMANTIC"] {
        let mut all = edges.iter().flat_map(|edge| list(&edge["explain"]["scoreComponents"]));
        assert!(all.any(|of| of["by"] == way && of["rank"] == 1), "{way}");
    }
    let listed = lore.ask("{ spells { edges { explain { exactName } } } }").await;
    assert_eq!(listed["spells"]["edges"][0]["explain"], Value::Null);
}

const READ: &str = "query($text: String, $mode: SearchMode) { spells(search: $text, mode: $mode) {
    edges { snippet marked: snippet(before: \"<\", after: \">\") node { name } } meta { correctedQuery }
} }";

/// Abbreviations, typos and lay words are understood, and what was searched for is said.
#[tokio::test]
async fn a_query_is_read_as_it_is_meant() {
    let lore = Reader::shared().await;
    let read = async |text: &str| {
        let variables = json!({"text": text, "mode": "LEXICAL"});
        lore.query(READ, variables).await["spells"].take()
    };
    for (typed, meant, first) in [
        // A word of its name that is still being typed, and its words as one.
        ("ember wa", Value::Null, "Ember Ward"),
        ("emberward", Value::Null, "Ember Ward"),
        // Both words wrong; the second would be another word if the first were not there.
        ("ketle brust", json!("kettle burst"), "Kettle Burst"),
        ("ember wardd", json!("ember ward"), "Ember Ward"),
        // What the table says, and what the book says.
        ("dex save", json!("dexterity saving throw"), "Kettle Burst"),
        ("health", Value::Null, "Broth of Mending"),
        ("3rd level burst", Value::Null, "Kettle Burst"),
    ] {
        let found = read(typed).await;
        assert_eq!(found["meta"]["correctedQuery"], meant, "{typed}");
        assert_eq!(names(&found)[0], first, "{typed}");
    }
}

/// A snippet is where the text tells of what was searched for.
#[tokio::test]
async fn snippets() {
    let lore = Reader::shared().await;
    for mode in ["LEXICAL", "HYBRID"] {
        let variables = json!({"text": "regains hit points", "mode": mode});
        let found = lore.query(READ, variables).await["spells"].take();
        let broth = edges(&found).iter().find(|edge| edge["node"]["name"] == "Broth of Mending").unwrap();
        let snippet = text(broth, "/snippet");
        assert!(snippet.contains("**regains**"), "{snippet}");
        assert!(!snippet.starts_with("Broth of Mending"), "{snippet}");
        let marked = text(broth, "/marked");
        assert_eq!(marked.replace(['<', '>'], ""), snippet.replace("**", ""));
        assert!(marked.contains("<regains>"), "{marked}");
    }
    // By meaning alone there may be nothing to mark, but there is a text.
    let variables = json!({"text": "xyzzyqwv", "mode": "SEMANTIC"});
    let found = lore.query(READ, variables).await["spells"].take();
    for edge in edges(&found) {
        assert!(!text(edge, "/snippet").is_empty());
    }
    let listed = lore.query(READ, json!({})).await["spells"].take();
    assert_eq!(listed["edges"][0]["snippet"], Value::Null);
    assert_eq!(listed["meta"]["correctedQuery"], Value::Null);
}

/// Vectors that are too many to be held are compared in the store: with the same results and the same quotes.
#[tokio::test]
async fn vectors_that_stay_in_the_store() {
    let stored = Lore::filled_with(&Upstream::start().await, &[("vector_memory", "0")]).await;
    let held = Reader::shared().await;
    let variables = json!({"text": "regains hit points", "mode": "SEMANTIC"});
    let results = async |lore: &Reader| {
        let found = lore.query(READ, variables.clone()).await["spells"].take();
        let all = edges(&found).iter().map(Value::to_string);
        all.collect::<BTreeSet<_>>()
    };
    let (stored, held) = (results(&stored).await, results(&held).await);
    assert!(stored.len() > 3, "{stored:?}");
    assert_eq!(stored, held);
}
