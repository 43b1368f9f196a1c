//! Facets of the schema, with every comparison that they know: each is answered, and what is missing and
//! what is there add up to all.

use super::all_rows;
use crate::nodes::{FAMILIES, list};
use lorekeeper_tests::harness::Reader;
use serde_json::{Map, Value, json};

const TYPE: &str = "query($name: String!) { __type(name: $name) {
    inputFields { name type { name kind ofType { name ofType { name } } } }
    enumValues { name }
} }";

async fn type_of(lore: &Reader, name: &str) -> Value {
    lore.query(TYPE, json!({"name": name})).await["__type"].take()
}

/// A value of a scalar or of an enumeration; of a filter over what is related, the one that keeps everything.
async fn sample(lore: &Reader, name: &str) -> Value {
    match name {
        "Int" => json!(1),
        "Float" => json!(1.5),
        "Boolean" => json!(true),
        "String" => json!("a"),
        "ChallengeRating" => json!("1/4"),
        _ if name.ends_with("Filter") => json!({}),
        _ => type_of(lore, name).await["enumValues"][0]["name"].take(),
    }
}

/// A comparison with all that it knows at once.
async fn comparison(lore: &Reader, name: &str) -> Map<String, Value> {
    let mut all = Map::new();
    for part in list(&type_of(lore, name).await["inputFields"]) {
        let of = &part["type"];
        let value = match of["kind"].as_str() {
            Some("LIST") => {
                let item = of["ofType"]["ofType"]["name"].as_str().or(of["ofType"]["name"].as_str());
                json!([sample(lore, item.unwrap()).await])
            }
            _ => sample(lore, of["name"].as_str().unwrap()).await,
        };
        all.insert(part["name"].as_str().unwrap().to_owned(), value);
    }
    all
}

async fn count(lore: &Reader, field: &str, family: &str, filter: Value) -> i64 {
    let rows = all_rows(field);
    let query = format!("query($filter: {family}Filter) {{ {field}(filter: $filter{rows}) {{ totalCount }} }}");
    let data = lore.query(&query, json!({"filter": filter})).await;
    data[field]["totalCount"].as_i64().unwrap()
}

#[tokio::test]
async fn every_facet_knows_every_comparison() {
    let lore = Reader::shared().await;
    let mut facets = 0;
    for (field, family) in FAMILIES {
        let total = count(&lore, field, family, Value::Null).await;
        let filter = type_of(&lore, &format!("{family}Filter")).await;
        for facet in list(&filter["inputFields"]) {
            let name = facet["name"].as_str().unwrap();
            if ["and", "or", "not"].contains(&name) {
                continue;
            }
            let everything = comparison(&lore, facet["type"]["name"].as_str().unwrap()).await;
            assert!(!everything.is_empty(), "{family}.{name}");
            let knows_missing = everything.contains_key("isNull");
            count(&lore, field, family, json!({name: everything})).await;
            if knows_missing {
                let missing = count(&lore, field, family, json!({name: {"isNull": true}})).await;
                let there = count(&lore, field, family, json!({name: {"isNull": false}})).await;
                assert_eq!(missing + there, total, "{family}.{name}");
            }
            facets += 1;
        }
        let orders = type_of(&lore, &format!("{family}OrderField")).await;
        for order in list(&orders["enumValues"]) {
            for direction in ["ASC", "DESC"] {
                let rows = all_rows(field);
                let query = format!(
                    "query($order: [{family}Order!]) {{ {field}(orderBy: $order, first: 100{rows}) {{ nodes {{ id }} }} }}"
                );
                let order = json!([{"field": order["name"], "direction": direction}]);
                let data = lore.query(&query, json!({"order": order})).await;
                let shown = i64::try_from(list(&data[field]["nodes"]).len()).unwrap();
                assert_eq!(shown, total.min(100), "{family} {order}");
            }
        }
    }
    assert!(facets > 140, "{facets}");
}
