//! Similarity: what resembles an entity.

use crate::nodes::{FAMILIES, list, names, text};
use lorekeeper_ingest::Due;
use lorekeeper_store::Removals;
use lorekeeper_tests::harness::{Lore, Model, Reader};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

const SIMILAR: &str = "score matchedBy node { name document { key } }";

/// The nodes of a list of similar things.
fn nodes(similar: &Value) -> Vec<Value> {
    let similar = list(similar);
    let mut last = 1.0;
    for one in similar {
        let score = one["score"].as_f64().unwrap();
        assert!((0.0..=last).contains(&score), "{similar:?}");
        last = score;
    }
    similar.iter().map(|one| one["node"].clone()).collect()
}

async fn of_every_family(model: Model, expected: &str) {
    let upstream = Upstream::start().await;
    let lore = Lore::with(&upstream, model, &[]).await;
    if model == Model::Missing {
        lore.fetch(Due::All, Removals::Guarded).await;
    } else {
        lore.sync().await;
    }
    for (field, name) in FAMILIES {
        let data = lore
            .ask(&format!(
                "{{ {field}(first: 20) {{ nodes {{ name slug similar(first: 5) {{ __typename score matchedBy node {{ name slug }} }} }} }} }}"
            ))
            .await;
        let mut found = 0;
        for row in list(&data[field]["nodes"]) {
            let similar = nodes(&row["similar"]);
            assert!(similar.len() <= 5);
            // Neither itself nor its other versions, and each name once.
            let mut names = names(&Value::from(similar.clone()));
            assert!(!names.contains(&text(row, "/name").to_owned()), "{row}");
            names.sort();
            let all = names.len();
            names.dedup();
            assert_eq!(names.len(), all, "{row}");
            for one in list(&row["similar"]) {
                assert_eq!(text(one, "/__typename"), format!("Similar{name}"));
                assert_eq!(text(one, "/matchedBy"), expected, "{row}");
            }
            found += all;
        }
        assert!(found > 0, "{field}");
    }
    lore.stop().await;
}

#[tokio::test]
async fn by_meaning() {
    of_every_family(Model::Words, "SEMANTIC").await;
}

#[tokio::test]
async fn by_words() {
    of_every_family(Model::Missing, "FULL_TEXT").await;
}

#[tokio::test]
async fn within_books_and_editions() {
    let lore = Reader::shared().await;
    let of = |arguments: &str| {
        format!("{{ spell(slug: \"ember-ward\", document: \"srd-2014\") {{ similar{arguments} {{ {SIMILAR} }} }} }}")
    };
    let all = nodes(&lore.ask(&of("")).await["spell"]["similar"]);
    // Of a spell that both editions have, the one of its own edition.
    let kettle = all.iter().find(|node| node["name"] == "Kettle Burst").unwrap();
    assert_eq!(text(kettle, "/document/key"), "hearth-2014");
    let newer = nodes(&lore.ask(&of("(gameSystem: \"5e-2024\")")).await["spell"]["similar"]);
    let is_newer = |node: &Value| text(node, "/document/key").ends_with("2024");
    assert!(!newer.is_empty() && newer.iter().all(is_newer), "{newer:?}");
    let here = of("(documents: [\"hearth-2014\"], first: 1)");
    let here = nodes(&lore.ask(&here).await["spell"]["similar"]);
    assert_eq!(here.len(), 1);
    assert_eq!(text(&here[0], "/document/key"), "hearth-2014");
    for nothing in ["(documents: [])", "(documents: [\"nowhere\"])"] {
        let data = lore.ask(&of(nothing)).await;
        assert_eq!(data["spell"]["similar"], json!([]), "{nothing}");
    }

    for arguments in ["(first: 0)", "(first: 101)"] {
        lore.refuses(&of(arguments), json!({}), "BAD_USER_INPUT", "").await;
    }
    let query = "{ rules(first: 100) { nodes { similar { score } } } }";
    let many = lore.answer(query, json!({})).await;
    let error = &many["errors"][0];
    assert_eq!(text(error, "/extensions/code"), "TOO_COMPLEX", "{many:#}");
    assert!(text(error, "/message").contains("at most 20"), "{error}");
}
