//! Markdown of records: `markdown` and `excerpt`.

use crate::nodes::{list, text};
use lorekeeper_tests::harness::Reader;
use serde_json::json;

#[tokio::test]
async fn every_record_is_a_document() {
    let lore = Reader::shared().await;

    let query = "{ spell(id: \"spell:hearth-2014:kettle-burst\") { markdown excerpt(length: 40) } }";
    let answer = lore.ask(query).await;
    let markdown = text(&answer, "/spell/markdown");
    let expected = "# Kettle Burst

*3rd-level evocation*

- **Casting Time:** 1 action
- **Range:** 120 feet
- **Components:** V, S, M (a copper lid worth at least 10 gp)
- **Duration:** Instantaneous
- **Classes:** Hearthwarden

A kettle you imagine bursts at a point you choose. Each creature in a 20-foot-radius sphere must make a Dexterity saving throw. It takes 6d6 fire damage on a failed save, or half as much on a success.

Loose lids are blown away.

***At Higher Levels.*** The damage increases by 1d6 for each slot level above 3rd.

---

*Source: The Hearthside Compendium (hearth-2014), ";
    assert!(markdown.starts_with(expected), "{markdown}");
    let excerpt = text(&answer, "/spell/excerpt");
    assert_eq!(excerpt, "A kettle you imagine bursts at a point…");

    // The interface has both, with the same default and an explicit null taken for it.
    let all = lore
        .query(
            "query($length: Int) { search(query: \"kettle\", first: 50) { nodes {
                name markdown excerpt(length: $length) usual: excerpt } } }",
            json!({"length": null}),
        )
        .await;
    let nodes = list(&all["search"]["nodes"]);
    assert!(nodes.len() > 3, "{all}");
    for node in nodes {
        let title = format!("# {}\n", text(node, "/name"));
        assert!(text(node, "/markdown").starts_with(&title), "{node}");
        assert!(!text(node, "/usual").is_empty(), "{node}");
        assert_eq!(node["excerpt"], node["usual"]);
    }

    let query = "{ documents(first: 1) { nodes { name key markdown } } }";
    let document = lore.ask(query).await["documents"]["nodes"][0].take();
    for (label, field) in [("# ", "/name"), ("- **Key:** ", "/key")] {
        let line = format!("{label}{}\n", text(&document, field));
        assert!(text(&document, "/markdown").contains(&line), "{document}");
    }
}

#[tokio::test]
async fn the_length_of_an_excerpt_has_limits() {
    let lore = Reader::shared().await;
    for length in [19, 1001, -5] {
        let query = "query($length: Int) { spells(first: 1) { nodes { excerpt(length: $length) } } }";
        let words = format!("The length of an excerpt is 20 to 1000 characters, but {length} was given.");
        lore.refuses(query, json!({"length": length}), "BAD_USER_INPUT", &words).await;
    }
}
