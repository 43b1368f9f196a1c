//! Records by their ids.

use super::{ids, shared};
use crate::nodes::text;
use serde_json::json;

#[tokio::test]
async fn several_at_once() {
    let mcp = shared().await;
    // One of each family, in the order in which they were asked for.
    let wanted = [
        "rule:srd-2014:condition:peckish",
        "creature:hearth-2024:ash-drake",
        "character_option:hearth-2014:subclass:ember-keeper",
        "spell:srd-2024:ember-ward",
        "equipment:srd-2014:weapon:skillet",
    ];
    let content = mcp.call("get", json!({"ids": wanted})).await;
    assert_eq!(ids(&content), wanted);
    assert_eq!(content.get("warnings"), None);
    assert_eq!(content["results"][1]["hit_points"], 95);
    assert_eq!(content["results"][2]["parent"], "hearthwarden");
    assert_eq!(content["results"][3]["level"], 1);
    assert_eq!(content["results"][4]["damage_dice"], "1d4");
    assert_eq!(content["results"][2]["text"], "Those who never let a fire die.");

    let some = json!({"ids": ["spell:srd-2024:ember-ward", "spell:srd-2024:soup"]});
    let content = mcp.call("get", some).await;
    assert_eq!(ids(&content), ["spell:srd-2024:ember-ward"]);
    let warning = text(&content, "/warnings/0");
    assert!(warning.contains("spell:srd-2024:soup"), "{warning}");

    let content = mcp.call("get", json!({"ids": ["soup"]})).await;
    assert_eq!((&content["count"], &content["total"]), (&json!(0), &json!(0)));
    let message = text(&content, "/message");
    assert!(message.contains("the id soup"), "{message}");
}
