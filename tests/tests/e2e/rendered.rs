//! Rendered entities: what is kept says what is made anew, for each family, field and tool, and is never of another row,
//! selection or reader.

use crate::nodes::{FAMILIES, list, texts};
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::mcp::Mcp;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

const CARD: &str = "query($length: Int, $text: Boolean! = false) {
    spells(first: 3) { nodes { name excerpt(length: $length) text @include(if: $text) } }
}";

const BOOK: &str = "{ spells(first: 1) { nodes { document { key name } } } }";

/// Gives every row another version, so that nothing that is kept is of use.
async fn write_all(lore: &Lore) {
    for table in ["spell", "creature", "equipment", "character_option", "rule"] {
        lore.run(&format!("UPDATE {table} SET name = name")).await;
    }
}

#[tokio::test]
async fn what_tools_show_again_is_what_they_showed() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let mcp = Mcp::connect(&lore.url).await;
    let mut ids = Vec::new();
    for (plural, _) in FAMILIES {
        let query = format!("{{ {plural}(first: 100) {{ nodes {{ id }} }} }}");
        ids.extend(texts(&lore.ask(&query).await[plural], "/id"));
    }
    assert!(ids.len() > 50, "{}", ids.len());
    let tools = ["search_spell", "search_creature", "search_equipment"];
    let calls = |detail: &'static str| {
        let get = ids.iter();
        let get = get.map(|id| ("get", json!({"ids": [id], "detail": detail})));
        let search = tools.map(|tool| (tool, json!({"search": "the", "detail": detail})));
        let kinds = ["class", "race", "feat", "background", "feature"];
        let options = kinds.map(|kind| {
            let arguments = json!({"type": kind, "detail": detail});
            ("search_character_option", arguments)
        });
        let kinds = ["rule", "condition", "glossary", "skill"];
        let rules = kinds.map(|kind| ("search_rule", json!({"rule_type": kind, "detail": detail})));
        let calls = get.chain(search).chain(options).chain(rules);
        calls.collect::<Vec<_>>()
    };
    for detail in ["full", "summary"] {
        let mut first = Vec::new();
        for (tool, arguments) in calls(detail) {
            first.push(mcp.call(tool, arguments).await["results"].take());
        }
        for ((tool, arguments), first) in calls(detail).into_iter().zip(&first) {
            let case = format!("{tool} {arguments}");
            assert_eq!(&mcp.call(tool, arguments).await["results"], first, "{case}");
        }
        write_all(&lore).await;
        for ((tool, arguments), first) in calls(detail).into_iter().zip(&first) {
            let case = format!("{tool} {arguments}");
            assert_eq!(&mcp.call(tool, arguments).await["results"], first, "{case}");
        }
    }
    lore.stop().await;
}

#[tokio::test]
async fn what_is_kept_is_of_one_row_and_one_selection() {
    let upstream = Upstream::start().await;
    // Each answer is made of what is kept, and none is kept as a whole.
    let lore = Lore::filled_with(&upstream, &[("response_cache_size", "0")]).await;
    let ask = async |variables: Value| {
        let data = lore.query(CARD, variables).await;
        list(&data["spells"]["nodes"]).to_vec()
    };
    let long = ask(json!({"length": 200})).await;
    assert_eq!(ask(json!({"length": 200})).await, long);
    let short = ask(json!({"length": 20})).await;
    assert_ne!(short, long);
    assert_eq!(ask(json!({"length": 20})).await, short);
    assert!(long[0].get("text").is_none());
    assert!(ask(json!({"length": 200, "text": true})).await[0]["text"].is_string());
    // Of one document, two selections of one row; and the same of another name.
    let both = "{ a: spells(first: 1) { nodes { name } } b: spells(first: 1) { nodes { called: name slug } } }";
    let both = lore.ask(both).await;
    assert_eq!(both["a"]["nodes"][0], json!({"name": long[0]["name"]}));
    assert_eq!(both["b"]["nodes"][0]["called"], long[0]["name"]);
    // Of two selections of the same nodes, one.
    let merged = "{ spells(first: 1) { nodes { name } edges { node { name } } }
                    spells(first: 1) { nodes { slug } edges { node { slug } } } }";
    for _ in 0..2 {
        let merged = lore.ask(merged).await["spells"].take();
        let whole = json!({"name": long[0]["name"], "slug": both["b"]["nodes"][0]["slug"]});
        assert_eq!(merged, json!({"nodes": [whole], "edges": [{"node": whole}]}));
    }
    // A field that fails is told each time.
    let failing = "{ spells(first: 1) { nodes { excerpt(length: 3) } } }";
    for _ in 0..2 {
        let (_, sentence) = lore.refusal(failing, json!({})).await;
        assert!(sentence.contains("20 to 1000"), "{sentence}");
    }
    // A row that was written is shown as it is now, whatever wrote it.
    lore.run("UPDATE spell SET text = 'Soup. ' || text").await;
    for spell in ask(json!({"length": 200})).await {
        let excerpt = spell["excerpt"].as_str().unwrap();
        assert!(excerpt.starts_with("Soup."), "{excerpt}");
    }
    // What a row leads to changes with the content.
    let book = lore.ask(BOOK).await["spells"]["nodes"][0]["document"].take();
    let mut documents = upstream.records("documents");
    for document in &mut documents {
        document["name"] = json!("The Renamed Book");
    }
    upstream.replace("documents", documents);
    lore.sync().await;
    let renamed = lore.ask(BOOK).await["spells"]["nodes"][0]["document"].take();
    assert_eq!(renamed["key"], book["key"]);
    assert_eq!(renamed["name"], json!("The Renamed Book"));
    lore.stop().await;
}
