//! Mentions: what texts name, the way back, and the pages that links lead to.

use crate::nodes::{FAMILIES, list, text};
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

/// The characters of a text from `start` to `end`.
fn span(text: &str, mention: &Value) -> String {
    let at = |key: &str| usize::try_from(mention[key].as_u64().unwrap()).unwrap();
    let (start, end) = (at("start"), at("end"));
    text.chars().skip(start).take(end - start).collect()
}

/// What is named is stored, is named by the words of the span, and knows who names it.
#[tokio::test]
async fn what_a_text_names_leads_there_and_back() {
    let lore = Reader::shared().await;
    let (mut named, mut rolled) = (0, 0);
    for (plural, _) in FAMILIES {
        let query = format!(
            "{{ {plural}(first: 100) {{ nodes {{ id markdown linked: markdown(links: true)
                mentions {{ kind start end id dice average minimum maximum dc node {{ id name }} }} }} }} }}"
        );
        let data = lore.ask(&query).await;
        for entity in list(&data[plural]["nodes"]) {
            let markdown = text(entity, "/markdown");
            let mut linked = String::new();
            let mut rest = markdown.chars();
            let mut at = 0;
            for mention in list(&entity["mentions"]) {
                let words = span(markdown, mention);
                match text(mention, "/kind") {
                    "ENTITY" => {
                        named += 1;
                        let id = text(mention, "/id");
                        assert_eq!(mention["id"], mention["node"]["id"], "{}", entity["id"]);
                        assert_ne!(mention["id"], entity["id"], "a text that names itself");
                        let start = usize::try_from(mention["start"].as_u64().unwrap()).unwrap();
                        linked.extend(rest.by_ref().take(start - at));
                        let shown: String = rest.by_ref().take(words.chars().count()).collect();
                        at = start + words.chars().count();
                        linked.extend(["[", &shown, "](/", &id.replace(':', "/"), ")"]);
                        let back = lore
                            .ask(&format!(
                                "{{ node(id: {}) {{ ... on Entity {{ mentionedBy(first: 100) {{ totalCount nodes {{ id }} }} }} }} }}",
                                json!(id)
                            ))
                            .await;
                        let back = &back["node"]["mentionedBy"];
                        let ids: Vec<&Value> = list(&back["nodes"]).iter().map(|n| &n["id"]).collect();
                        assert!(ids.contains(&&entity["id"]), "{id}: {back}");
                        assert_eq!(back["totalCount"], json!(ids.len()));
                    }
                    "DICE" => {
                        rolled += 1;
                        let range = ["minimum", "average", "maximum"].map(|key| mention[key].as_i64().unwrap());
                        assert!(range.is_sorted(), "{words}: {mention}");
                    }
                    _ => assert_eq!(words, format!("DC {}", mention["dc"]), "{mention}"),
                }
            }
            linked.extend(rest);
            assert_eq!(entity["linked"], json!(linked), "{}", entity["id"]);
        }
    }
    assert!(named > 5, "{named} names");
    assert!(rolled > 5, "{rolled} rolls");
}

/// Every entity has a page of its own, with its text and what names it; what is not stored offers the nearest names.
#[tokio::test]
async fn every_entity_has_a_page() {
    let lore = Reader::shared().await;
    let mut pages = 0;
    for (plural, _) in FAMILIES {
        let data = lore.ask(&format!("{{ {plural}(first: 100) {{ nodes {{ id name }} }} }}")).await;
        for entity in list(&data[plural]["nodes"]) {
            let path = format!("/{}", text(entity, "/id").replace(':', "/"));
            let page = lore.send(&path, &[], None).await;
            assert_eq!(page.status, 200, "{path}");
            assert!(page.body.contains("<h1>"), "{path}");
            assert!(page.body.contains("<link rel=\"canonical\""), "{path}");
            pages += 1;
        }
    }
    assert!(pages > 30, "{pages}");
    for family in ["spell", "creature", "equipment", "character_option", "rule"] {
        let page = lore.send(&format!("/{family}"), &[], None).await;
        assert_eq!(page.status, 200, "{family}");
        assert!(page.body.contains(&format!("href=\"&#x2f;{family}&#x2f;")), "{family}: {}", page.body);
    }
    let missing = lore.send("/spell/hearth-2014/kettle-brust", &[], None).await;
    assert_eq!(missing.status, 404);
    assert!(missing.body.contains("kettle-burst"), "{}", missing.body);
    for hostile in ["/spell/x/<script>alert(1)</script>", "/spell/%00/x", "/spell/a/b/c", "/spell/%FF/x"] {
        let page = lore.send(hostile, &[], None).await;
        assert!([400, 404].contains(&page.status), "{hostile}: {}", page.status);
        assert!(!page.body.contains("<script>alert"), "{hostile}");
    }
}

/// What has no table, or does not exist, is not rolled on.
#[tokio::test]
async fn a_roll_needs_a_table() {
    let lore = Reader::shared().await;
    for (arguments, sentence) in [
        ("id: \"spell:hearth-2014:kettle-burst\"", "has no table that is rolled on"),
        ("id: \"spell:hearth-2014:gone\"", "No entity has the id spell:hearth-2014:gone"),
        ("id: \"nonsense\"", "No entity has the id nonsense"),
    ] {
        let query = format!("{{ rollTable({arguments}) {{ result }} }}");
        let refused = lore.refusal(&query, json!({})).await.1;
        assert!(refused.contains(sentence), "{arguments}: {refused}");
    }
}
