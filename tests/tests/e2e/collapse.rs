//! Collapsing: variants of one item are one result, with the others inside, in lists and searches.

use crate::nodes::{list, names};
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

const LADLES: &str = "query($name: String, $search: String, $collapse: Collapse) {
    equipment(name: $name, search: $search, collapse: $collapse, documents: [\"srd-2014\"], first: 100) {
        totalCount
        edges { variantCount variants { name } node { name } }
        facets(names: [\"kind\"]) { values { value count } }
    }
}";

async fn ladles(lore: &Reader, variables: Value) -> Value {
    lore.query(LADLES, variables).await["equipment"].take()
}

/// The edges of ladles.
fn of_ladles(found: &Value) -> Vec<&Value> {
    let edges = list(&found["edges"]).iter();
    let is_ladle = |edge: &&Value| edge["node"]["name"].as_str().unwrap().starts_with("Lucky");
    edges.filter(is_ladle).collect()
}

/// How many results each value of the facet has.
fn counts(found: &Value) -> Vec<i64> {
    let values = list(&found["facets"][0]["values"]).iter();
    values.filter_map(|value| value["count"].as_i64()).collect()
}

#[tokio::test]
async fn an_item_stands_for_its_variants() {
    let lore = Reader::shared().await;
    for (given, count) in [("name", true), ("search", false)] {
        let asked = |collapse: Value| json!({given: "lucky ladle", "collapse": collapse});
        let (one, each) = (ladles(&lore, asked(Value::Null)).await, ladles(&lore, asked(json!("NONE"))).await);
        let [ladle] = of_ladles(&one)[..] else {
            panic!("{:?}", names(&one));
        };
        assert_eq!(ladle["node"]["name"], "Lucky Ladle, +1 or +2");
        assert_eq!(ladle["variantCount"], 1);
        assert_eq!(ladle["variants"], json!([{"name": "Lucky Ladle, +1"}]));
        assert_eq!(of_ladles(&each).len(), 2);
        assert!(of_ladles(&each).iter().all(|edge| edge["variantCount"] == 0));
        if count {
            assert_eq!((&one["totalCount"], &each["totalCount"]), (&json!(1), &json!(2)));
        }
        // An item counts once for each value that it or a variant of it has.
        if count {
            assert_eq!(counts(&one), [1]);
            assert_eq!(counts(&each), [2]);
        }
    }
}

#[tokio::test]
async fn a_variant_that_is_named_comes_itself() {
    let lore = Reader::shared().await;
    let found = ladles(&lore, json!({"search": "Lucky Ladle, +1"})).await;
    assert_eq!(names(&found)[0], "Lucky Ladle, +1");
    let query = "{ search(query: \"lucky ladle +1\", first: 1) { edges { variantCount node { name } } } }";
    let everywhere = lore.ask(query).await;
    let first = &everywhere["search"]["edges"][0];
    assert_eq!(first, &json!({"variantCount": 1, "node": {"name": "Lucky Ladle, +1"}}));
}
