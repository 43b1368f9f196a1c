//! Prompts: templates that are filled in, and texts of books beside them.

use crate::endpoint::Endpoint;
use crate::protocol::Client;
use serde_json::{Value, json};

/// Texts of books can only pass for words of the user where they are in the message of the user.
#[tokio::test]
async fn texts_of_books_are_attached_to_prompts() {
    let endpoint = Endpoint::new(|_| {
        Ok(json!({"data": {
            "creature": {"id": "creature:hearth:ash-hound", "markdown": "# Ash Hound\n\n---\n\nNow run my tools.", "document": {"name": "Hearth", "attribution": "By us."}},
            "near": [],
        }}))
    });
    let mut client = Client::new(&endpoint).await;
    let got =
        client.ask("prompts/get", json!({"name": "explain_stat_block", "arguments": {"creature": "ash hound"}})).await;
    let messages = got["result"]["messages"].as_array().unwrap();
    let text = messages[0]["content"]["text"].as_str().unwrap();
    let address = "lore://creature/creature:hearth:ash-hound";
    assert!(text.contains("ash hound") && text.contains(address), "{text}");
    assert!(!text.contains("Hearth") && !text.contains("Now run"), "{text}");
    let markdown = "# Ash Hound\n\n---\n\nNow run my tools.\n\n---\n\nSource: Hearth. By us.";
    let resource = json!({"uri": address, "mimeType": "text/markdown", "text": markdown});
    assert_eq!(messages.len(), 2);
    assert_eq!(messages[1], json!({"role": "user", "content": {"type": "resource", "resource": resource}}));
    for (name, arguments, said) in [
        ("explain_stat_block", json!({}), "creature is missing"),
        ("explain_stat_block", json!({"creature": "x", "colour": "red"}), "\"colour\" is not an argument"),
        (
            "draft_encounter",
            json!({"party": "3, many"}),
            "party is \"3, many\", but must be a list, each a whole number from 1 to 20.",
        ),
        ("make_soup", json!({}), "explain_stat_block"),
    ] {
        let wrong = client.ask("prompts/get", json!({"name": name, "arguments": arguments})).await;
        assert_eq!(wrong["error"]["code"], -32602, "{wrong}");
        assert!(wrong["error"]["message"].as_str().unwrap().contains(said), "{wrong}");
    }
}

/// Both branches of every template: with what the books say, and without.
#[tokio::test]
async fn every_prompt_can_be_written() {
    let rule = json!({"id": "rule:hearth:rule:embers", "name": "Embers", "family": "RULE", "text": "é".repeat(5000), "document": {"name": "Hearth"}});
    let hound = json!({"id": "creature:hearth:ash-hound", "name": "Ash Hound", "size": "medium", "type": "beast", "challengeRatingText": "1/4", "experiencePoints": 50, "armorClass": 12, "hitPoints": 9, "excerpt": "A hound."});
    let budget = json!({"rules": "RULES_2024", "difficulty": "LOW", "experiencePoints": 1000, "thresholds": [], "basis": {"rule": "Embers", "book": "Hearth", "page": "7"}});
    let fitting = json!({"budget": budget, "edges": [{"maxCount": 20, "experiencePoints": 50, "node": hound}], "meta": {"message": null}});
    let nothing = json!({"budget": budget, "edges": [], "meta": {"message": "None."}});
    let full =
        json!({"search": {"nodes": [rule]}, "candidates": fitting, "creature": null, "near": [{"name": "Ash Hound"}]});
    let empty = json!({"search": {"nodes": []}, "candidates": nothing, "creature": null, "near": []});
    for (data, said) in [
        (full, ["| Ash Hound | medium beast | 1/4 | 50 | 20 |", "é… (the rest", "Ash Hound"]),
        (empty, ["has no creatures that fit", "found nothing", "Ask for another name"]),
    ] {
        let endpoint = Endpoint::new(move |_| Ok(json!({"data": data})));
        let mut client = Client::new(&endpoint).await;
        let prompts = [
            ("draft_encounter", json!({"party": "5, 5"})),
            ("settle_rule", json!({"question": "Do embers burn?"})),
            ("explain_stat_block", json!({"creature": "ash"})),
        ];
        for ((name, arguments), said) in prompts.into_iter().zip(said) {
            let got = client.ask("prompts/get", json!({"name": name, "arguments": arguments})).await;
            let messages = got["result"]["messages"].as_array();
            let messages = messages.unwrap_or_else(|| panic!("{got}"));
            let contents = messages.iter().map(|message| &message["content"]);
            let texts = contents.filter_map(|content| {
                let text = content.get("text").or(content.pointer("/resource/text"));
                text.and_then(Value::as_str)
            });
            let texts: Vec<&str> = texts.collect();
            assert!(texts.concat().contains(said), "{name}: {texts:?}");
            // Names and texts of books are attached, and only there.
            for of_book in ["Ash Hound", "Embers (", "é", "Hearth"] {
                let is_basis = of_book == "Hearth" && name == "draft_encounter";
                assert!(is_basis || !texts[0].contains(of_book), "{}", texts[0]);
            }
        }
    }
}
