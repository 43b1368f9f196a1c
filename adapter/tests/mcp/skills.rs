//! Skills: listed, read, and as their digests say.

use crate::endpoint::Endpoint;
use crate::protocol::Client;
use serde_json::{Value, json};

#[tokio::test]
async fn skills_are_listed_and_read_as_their_digests_say() {
    let endpoint = Endpoint::new(|_| Ok(json!({"data": {}})));
    let mut client = Client::new(&endpoint).await;
    let listed = client.ask("skills/list", json!({})).await;
    let skills = listed["result"]["skills"].as_array().unwrap();
    let names: Vec<&Value> = skills.iter().map(|skill| &skill["frontmatter"]["name"]).collect();
    assert_eq!(names, ["draft-encounter", "explain-stat-block", "settle-rule"]);
    for skill in skills {
        let uri = skill["uri"].as_str().unwrap();
        let got = client.ask("skills/get", json!({"uri": uri})).await;
        assert_eq!(&got["result"]["skill"], skill, "{uri}");
        let read = client.ask("resources/read", json!({"uri": uri})).await;
        let text = read["result"]["contents"][0]["text"].as_str().unwrap();
        let file = &skill["resources"][0];
        assert_eq!(file["uri"], uri);
        assert_eq!(file["size"], text.len());
        assert_eq!(file["digest"], rmcp::model::sha256_digest(text.as_bytes()), "{uri}");
        let head = format!(
            "---\nname: {}\ndescription: {}\n---\n",
            skill["frontmatter"]["name"].as_str().unwrap(),
            skill["frontmatter"]["description"].as_str().unwrap()
        );
        assert!(text.starts_with(&head), "{text}");
    }
    assert!(endpoint.asked.lock().unwrap().is_empty());
    let unknown = client.ask("skills/get", json!({"uri": "skill://soup/SKILL.md"})).await;
    assert_eq!(unknown["error"]["code"], -32602);
    let sentence = unknown["error"]["message"].as_str().unwrap();
    assert!(sentence.contains("skill://settle-rule/SKILL.md"), "{sentence}");
}

/// A skill names tools and arguments that there are.
#[test]
fn skills_name_tools_that_there_are() {
    use lorekeeper_mcp::ToolSet;
    use lorekeeper_mcp::catalogue::Catalogue;
    let catalogue = Catalogue::load(ToolSet::Search).unwrap();
    for skill in &catalogue.skills {
        let words = skill.text.split('`').skip(1).step_by(2);
        let tools = words.filter(|word| word.starts_with("search_") || word.starts_with("plan_"));
        let tools: Vec<&str> = tools.collect();
        assert!(!tools.is_empty(), "{}", skill.entry.uri);
        for tool in tools {
            assert!(catalogue.tool(tool).is_some(), "{}: {tool}", skill.entry.uri);
        }
    }
}
