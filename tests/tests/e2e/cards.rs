//! Records as documents: `markdown` and `excerpt`.

use lorekeeper_tests::harness::Reader;
use serde_json::json;

#[tokio::test]
async fn every_record_is_a_card() {
    let lore = Reader::shared().await;

    let answer = lore
        .query(
            "query($id: ID!) { node(id: $id) { ... on Spell { markdown excerpt(length: 40) } } }",
            json!({"id": "spell:hearth-2014:kettle-burst"}),
        )
        .await;
    let markdown = answer["node"]["markdown"].as_str().unwrap_or_default();
    let expected = "# Kettle Burst

*3rd-level evocation*

- **Casting Time:** 1 action
- **Range:** 120 feet
- **Components:** V, S, M (a copper lid worth at least 10 gp)
- **Duration:** Instantaneous
- **Classes:** Hearthwarden

A kettle you imagine bursts at a point you choose. Each creature in a 20-foot-radius sphere must make a Dexterity saving throw. It takes 6d6 fire damage on a failed save, or half as much on a success.

Loose lids are blown away.

**At Higher Levels.** The damage increases by 1d6 for each slot level above 3rd.

---

*Source: The Hearthside Compendium (hearth-2014), ";
    assert!(markdown.starts_with(expected), "{markdown}");
    assert_eq!(
        answer["node"]["excerpt"],
        "A kettle you imagine bursts at a point…"
    );

    // The interface has both, with the same default and an explicit null taken for it.
    let all = lore
        .query(
            "query($length: Int) { search(query: \"kettle\", first: 50) { nodes {
                name markdown excerpt(length: $length) usual: excerpt } } }",
            json!({"length": null}),
        )
        .await;
    let nodes = all["search"]["nodes"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    assert!(nodes.len() > 3, "{all}");
    for node in nodes {
        let markdown = node["markdown"].as_str().unwrap_or_default();
        let title = format!("# {}\n", node["name"].as_str().unwrap_or_default());
        assert!(markdown.starts_with(&title), "{markdown}");
        assert!(
            !node["usual"].as_str().unwrap_or_default().is_empty(),
            "{node}"
        );
        assert_eq!(node["excerpt"], node["usual"]);
    }

    let documents = lore
        .query(
            "{ documents(first: 1) { nodes { name key markdown } } }",
            json!({}),
        )
        .await;
    let document = &documents["documents"]["nodes"][0];
    let markdown = document["markdown"].as_str().unwrap_or_default();
    for (label, field) in [("# ", "name"), ("- **Key:** ", "key")] {
        let line = format!("{label}{}\n", document[field].as_str().unwrap_or_default());
        assert!(markdown.contains(&line), "{markdown}");
    }
}

#[tokio::test]
async fn the_length_of_an_excerpt_has_limits() {
    let lore = Reader::shared().await;
    for length in [19, 1001, -5] {
        let (code, message) = lore
            .refusal(
                "query($length: Int) { spells(first: 1) { nodes { excerpt(length: $length) } } }",
                json!({"length": length}),
            )
            .await;
        assert_eq!(
            message,
            format!("The length of an excerpt is 20 to 1000 characters, but {length} was given.")
        );
        assert_eq!(code, "BAD_USER_INPUT");
    }
}
