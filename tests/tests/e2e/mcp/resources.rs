//! Resources, prompts and completions, as a client asks for them.

use super::shared;
use crate::nodes::text;
use serde_json::{Value, json};

#[tokio::test]
async fn read_and_listed() {
    let mcp = shared().await;
    let listed = mcp.ask("resources/list", json!({})).await["result"]["resources"].take();
    let listed = listed.as_array().expect("resources");
    assert_eq!(listed.len(), 5);
    // What is listed can be read.
    for resource in listed {
        let uri = text(resource, "/uri");
        let read = mcp.ask("resources/read", json!({"uri": uri})).await;
        let title = format!("# {}\n", text(resource, "/name"));
        let markdown = text(&read, "/result/contents/0/text");
        assert!(markdown.starts_with(&title), "{uri}: {read}");
        assert_eq!(text(&read, "/result/contents/0/uri"), uri);
    }
    let templates = mcp.ask("resources/templates/list", json!({})).await;
    let templates = templates["result"]["resourceTemplates"].as_array().expect("templates");
    assert_eq!(templates.len(), 6);

    // By id, by slug, by name; without a document the newest SRD's.
    for (uri, book) in [
        ("lore://spell/spell:srd-2014:ember-ward", "(srd-2014)"),
        ("lore://spell/ember-ward", "(srd-2024)"),
        ("lore://spell/Ember%20Ward", "(srd-2024)"),
    ] {
        let read = mcp.ask("resources/read", json!({"uri": uri})).await;
        let markdown = text(&read, "/result/contents/0/text");
        assert!(markdown.starts_with("# Ember Ward\n") && markdown.contains(book), "{uri}: {read}");
        assert_eq!(text(&read, "/result/contents/0/mimeType"), "text/markdown");
    }
    // Every result's id is an address.
    let content = mcp.call("search_all", json!({"query": "hearth", "limit": 30})).await;
    for result in content["results"].as_array().expect("results") {
        let uri = format!("lore://{}/{}", text(result, "/family"), text(result, "/id"));
        let read = mcp.ask("resources/read", json!({"uri": uri})).await;
        let title = format!("# {}\n", text(result, "/name"));
        assert!(text(&read, "/result/contents/0/text").starts_with(&title), "{uri}: {read}");
    }
    for (uri, word) in [
        ("lore://spell/soup", "nothing at lore://spell/soup"),
        ("lore://spell/creature:hearth-2014:ash-drake", "nothing at"),
        ("lore://soup/ember-ward", "no resource lore://soup/ember-ward. Addresses look like: lore://"),
        ("lore://spell/a%00b", "U+0000"),
    ] {
        let read = mcp.ask("resources/read", json!({"uri": uri})).await;
        assert!(text(&read, "/error/message").contains(word), "{uri}: {read}");
        assert_eq!(read["error"]["data"]["uri"], uri);
    }
}

#[tokio::test]
async fn prompts_and_completions() {
    let mcp = shared().await;
    let listed = mcp.ask("prompts/list", json!({})).await;
    let names: Vec<&str> =
        listed["result"]["prompts"].as_array().expect("prompts").iter().map(|p| text(p, "/name")).collect();
    assert_eq!(names, ["draft_encounter", "explain_stat_block", "settle_rule"]);
    let prompt = async |name: &str, arguments: Value| {
        let got = mcp.ask("prompts/get", json!({"name": name, "arguments": arguments})).await;
        let messages = got["result"]["messages"].as_array().expect("messages");
        let attached = messages.iter().skip(1);
        let attached = attached.map(|message| text(message, "/content/resource/text"));
        let said = text(&messages[0], "/content/text");
        std::iter::once(said).chain(attached).collect::<Vec<_>>().join("\n\n")
    };
    let said = prompt("explain_stat_block", json!({"creature": "lamp wyrm"})).await;
    assert!(said.contains("# Lamp Wyrm") && said.contains("Source: System Reference Document 5.2."), "{said}");
    let said = prompt("explain_stat_block", json!({"creature": "lamp wrym"})).await;
    assert!(said.contains("no creature called \"lamp wrym\"") && said.contains("Lamp Wyrm"), "{said}");
    let said =
        prompt("draft_encounter", json!({"party": "3 3 3 3", "difficulty": "hard", "game_system": "5e-2014"})).await;
    assert!(said.contains("| Lamp Warden |") && !said.contains("| Ash Drake |"), "{said}");
    // Deadly is a word of 2014: so are the creatures.
    let said = prompt("draft_encounter", json!({"party": "3 3 3 3", "difficulty": "deadly"})).await;
    assert!(said.contains("(edition 5e-2014)") && said.contains("| Lamp Warden |"), "{said}");
    let said = prompt("draft_encounter", json!({"party": "3", "game_system": "6e"})).await;
    assert!(said.contains("no creatures that fit, for the edition 6e"), "{said}");
    let said = prompt("settle_rule", json!({"question": "Does a peckish creature attack worse?"})).await;
    assert!(said.contains("## Peckish (System Reference Document 5."), "{said}");

    let complete = async |reference: Value, argument: &str, typed: &str| {
        let typed = json!({"name": argument, "value": typed});
        let mut answer = mcp.ask("completion/complete", json!({"ref": reference, "argument": typed})).await;
        answer["result"]["completion"]["values"].take()
    };
    let resource = |uri: &str| json!({"type": "ref/resource", "uri": uri});
    let explain = json!({"type": "ref/prompt", "name": "explain_stat_block"});
    for (reference, argument, typed, expected) in [
        (resource("lore://spell/{id}"), "id", "emb", json!(["ember-ward"])),
        (resource("lore://document/{key}"), "key", "hear", json!(["hearth-2014", "hearth-2024"])),
        (explain.clone(), "creature", "lamp", json!(["Lamp Wyrm", "Lamp Warden"])),
        (explain.clone(), "document", "srd", json!(["srd-2014", "srd-2024"])),
        (explain, "creature", "\u{0}", json!([])),
        (resource("lore://spell/{id}"), "colour", "emb", json!([])),
    ] {
        let values = complete(reference.clone(), argument, typed).await;
        assert_eq!(values, expected, "{reference} {argument} {typed}");
    }
}
