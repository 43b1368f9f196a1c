//! Filters of tools: every argument does what it says.

use super::{entities, filled, results, shared};
use crate::cases::cases;
use crate::nodes::text;
use lorekeeper_tests::mcp::Mcp;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The fixtures, and a weapon with finesse, which they lack.
async fn upstream() -> Upstream {
    let upstream = Upstream::start().await;
    for endpoint in ["items", "weapons"] {
        let mut records = upstream.records(endpoint);
        let sling = records.iter().find(|r| r["key"] == "hearth-2014_coal-sling").expect("the coal sling");
        let finesse = json!([{
            "property": {"name": "Finesse", "type": null, "desc": "What finesse means for a utensil."},
            "detail": null,
        }]);
        let mut bodkin = sling.clone();
        bodkin["key"] = json!("hearth-2014_bodkin");
        bodkin["name"] = json!("Bodkin");
        if endpoint == "items" {
            bodkin["weight"] = json!("1.000");
            bodkin["weapon"]["key"] = json!("hearth-2014_bodkin");
            bodkin["weapon"]["name"] = json!("Bodkin");
            bodkin["weapon"]["damage_dice"] = json!("1d8");
            bodkin["weapon"]["properties"] = finesse;
        } else {
            bodkin["damage_dice"] = json!("1d8");
            bodkin["properties"] = finesse;
        }
        records.push(bodkin);
        upstream.replace(endpoint, records);
    }
    upstream
}

#[tokio::test]
async fn every_argument_filters() {
    let upstream = upstream().await;
    let (lore, mcp) = filled(&upstream).await;
    for case in cases(include_str!("filters.txt")) {
        let mut arguments: Value = case.json();
        arguments["limit"] = json!(100);
        let content = mcp.call(case.heading, arguments).await;
        let found = entities(&content);
        assert_eq!(content["total"], found.len(), "{}", case.given);
        assert_eq!(content["count"], found.len(), "{}", case.given);
        case.check(&found);
    }
    drop(mcp);
    lore.stop().await;
}

#[tokio::test]
async fn what_holds_others() {
    let mcp = shared().await;

    // Classes are listed with their subclasses inside, as id, name and summary.
    let arguments = json!({"type": "class", "documents": ["srd-2014"]});
    let classes = mcp.call("search_character_option", arguments).await;
    assert_eq!(entities(&classes), ["Lampwright, srd-2014"]);
    assert_eq!(
        classes["results"][0]["subclasses"],
        json!([{
            "id": "character_option:srd-2014:subclass:wickkeeper", "name": "Wickkeeper",
            "summary": "Wickkeepers trim what others light.",
        }])
    );
    // Races are listed beside their subraces, which name them.
    let arguments = json!({"type": "race", "documents": ["srd-2014"]});
    let races = mcp.call("search_character_option", arguments).await;
    let of = |r: &Value| (text(r, "/name").to_owned(), text(r, "/parent").to_owned());
    assert_eq!(
        results(&races).iter().map(of).collect::<Vec<_>>(),
        [("Beeswax Tallowkin".to_owned(), "tallowkin".to_owned()), ("Tallowkin".to_owned(), String::new())]
    );
    assert_eq!(races["results"][1]["subraces"][0]["name"], "Beeswax Tallowkin");
    // Rules are listed with sections.
    let rules = mcp.call("search_rule", json!({"rule_type": "rule"})).await;
    assert_eq!(kinds(&rules), BTreeSet::from(["rule", "section"]));

    // Magic weapons take part in a search for weapons, but not in a list of them.
    let weapons = json!({"type": "weapon", "search": "emberbrand"});
    let weapons = mcp.call("search_equipment", weapons).await;
    assert_eq!(entities(&weapons)[0], "Emberbrand (+1), hearth-2014");
    assert_eq!(kinds(&weapons), BTreeSet::from(["magic-item", "weapon"]));

    // Documents are listed the largest first, also as columns.
    let (content, columns) = mcp.called("list_documents", &json!({"format": "text"})).await;
    let counts: Vec<u64> = results(&content).iter().map(|d| d["entity_count"].as_u64().expect("a count")).collect();
    assert!(counts.is_sorted_by(|a, b| a >= b), "{counts:?}");
    let lines: Vec<&str> = columns.lines().collect();
    assert_eq!(lines.len(), 6);
    assert!(lines[0].starts_with("document_key  document_name "));
    assert!(lines[1].starts_with("srd-2014      System Reference Document 5.1  "));
    assert!(lines[1].ends_with(&format!("  {}", counts[0])), "{columns}");
}

#[tokio::test]
async fn content_types() {
    let mcp = shared().await;
    let everything = of_types(&mcp, json!(null)).await;
    for case in cases(include_str!("content_types.txt")) {
        let found = of_types(&mcp, case.json()).await;
        case.check(&found);
        assert!(found.iter().all(|kind| everything.contains(kind)));
    }
    let rules = of_types(&mcp, json!(["Rule"])).await;
    for kind in ["condition", "rule", "section", "skill", "language"] {
        assert!(rules.contains(&kind.to_owned()), "{kind}: {rules:?}");
        assert!(everything.contains(&kind.to_owned()), "{kind}");
    }
    assert!(!rules.contains(&"spell".to_owned()));
}

/// The kinds, or else families, of all that a search over these types finds, page by page.
async fn of_types(mcp: &Mcp, types: Value) -> Vec<String> {
    let mut found = BTreeSet::new();
    let mut cursor = Value::Null;
    loop {
        let arguments = json!({
            "query": "ember", "content_types": types, "limit": 100, "cursor": cursor,
            "detail": "summary",
        });
        let content = mcp.call("search_all", arguments).await;
        found.extend(kinds(&content).into_iter().map(str::to_owned));
        cursor = content["next_cursor"].clone();
        if cursor.is_null() {
            return found.into_iter().collect();
        }
    }
}

/// The kind, or else the family, of each result.
fn kinds(content: &Value) -> BTreeSet<&str> {
    let kind = |result| match text(result, "/kind") {
        "" => text(result, "/family"),
        kind => kind,
    };
    results(content).iter().map(kind).collect()
}
