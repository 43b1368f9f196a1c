//! The program `lorekeeper-mcp`, the adapter alone, in front of an endpoint.

use super::{are_tools_of, entities};
use crate::nodes::text;
use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Json};
use axum::routing::post;
use lorekeeper_mcp::ToolSet;
use lorekeeper_tests::conversation::Conversation;
use lorekeeper_tests::harness::Reader;
use lorekeeper_tests::mcp::Mcp;
use serde_json::{Value, json};
use std::io::Read;
use std::net::TcpListener;
use std::process::{Command, Stdio};

/// The program, with nothing of the user's settings.
fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lorekeeper-mcp-under-test"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("LOREKEEPER_")) {
        command.env_remove(name);
    }
    command.env("NO_PROXY", "*").args(arguments);
    command
}

/// A port that nobody listens on.
fn free() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    listener.local_addr().expect("an address").port()
}

/// An endpoint that is played by the test, until the test ends.
async fn endpoint(router: Router) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("loopback");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}/graphql")
}

#[tokio::test(flavor = "multi_thread")]
async fn in_front_of_a_server() {
    let lore = Reader::shared().await;
    let address = format!("{}/graphql", lore.url);
    let mut client = Conversation::start(&mut program(&["--endpoint", &address]));
    let result = client.call("search_spell", &json!({"search": "watchful stew", "limit": 1}));
    assert_eq!(entities(&result["structuredContent"]), ["Watchful Stew, hearth-2014"]);
    let result = client.call("search_spell", &json!({"level": 12}));
    assert_eq!(result["isError"], true);
    let tools = client.ask("tools/list", &json!({}));
    are_tools_of(ToolSet::Search, &tools["result"]["tools"]);
    assert_eq!(client.end(), "", "nothing is worth a word");

    // Over HTTP, with the older vocabulary, as the environment says.
    let port = free();
    let bind = format!("127.0.0.1:{port}");
    let mut command = program(&["--http", &bind]);
    command.env("LOREKEEPER_ENDPOINT", &address).env("LOREKEEPER_MCP_TOOLS", "lookup").stderr(Stdio::null());
    let mut child = command.spawn().expect("the program runs");
    let up = async {
        while tokio::net::TcpStream::connect(&bind).await.is_err() {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_mins(1), up).await.expect("it listens");
    let mcp = Mcp::connect(&format!("http://{bind}")).await;
    let found = mcp.call("lookup_spell", json!({"name": "ember ward"})).await;
    assert_eq!(entities(&found), ["Ember Ward, srd-2014", "Ember Ward, srd-2024"]);
    assert_eq!(mcp.tools().count(), 6);
    assert_eq!(mcp.post(&[("host", "evil.example")], "{}").await.0, 403);
    child.kill().expect("it runs");
    child.wait().expect("it ended");
}

/// What cannot be had is said in a sentence, as the result of the tool.
#[tokio::test(flavor = "multi_thread")]
async fn endpoints_that_are_not_as_they_should_be() {
    let away = format!("http://127.0.0.1:{}/graphql", free());
    let page = endpoint(Router::new().route("/graphql", post(async || Html("<h1>Soup</h1>")))).await;
    let stranger = async || {
        Json(json!({"errors": [{
            "message": "Cannot query field \"spells\" on type \"Query\".",
            "extensions": {"code": "GRAPHQL_VALIDATION_FAILED"},
        }]}))
    };
    let other = endpoint(Router::new().route("/graphql", post(stranger))).await;
    let nothing = endpoint(Router::new()).await;
    let busy = endpoint(Router::new().route("/graphql", post(async || StatusCode::TOO_MANY_REQUESTS))).await;
    for (address, said) in [
        (&away, "does not answer. Check the address, and that the server is running."),
        (
            &page,
            "answers, but not as LoreKeeper does. Check that the address is LoreKeeper's, with /graphql at its end.",
        ),
        (&other, "answers, but not as LoreKeeper does."),
        (&nothing, "answers, but not as LoreKeeper does."),
        (&busy, "has had too many requests."),
    ] {
        let mut client = Conversation::start(&mut program(&["--endpoint", address, "--log", "off"]));
        let result = client.call("search_spell", &json!({"search": "fire"}));
        assert_eq!(result["isError"], true, "{result}");
        let sentence = text(&result, "/content/0/text");
        assert!(sentence.contains(address) && sentence.contains(said), "{sentence}");
        assert!(!sentence.contains("Cannot query"), "{sentence}");
        // It is still there.
        let tools = client.ask("tools/list", &json!({}));
        are_tools_of(ToolSet::Search, &tools["result"]["tools"]);
        assert_eq!(client.end(), "");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens() {
    let guarded = async |headers: HeaderMap| {
        if headers.get("authorization").is_none_or(|word| word != "Bearer open sesame") {
            return StatusCode::UNAUTHORIZED.into_response();
        }
        let meta = json!({"cacheStatus": "FRESH", "sources": [], "message": null, "warnings": []});
        let page = json!({"totalCount": 0, "pageInfo": {"hasNextPage": false}, "edges": [], "meta": meta});
        let status = json!({"loading": false, "entities": 1});
        Json(json!({"data": {"page": page, "status": status}})).into_response()
    };
    let address = endpoint(Router::new().route("/graphql", post(guarded))).await;
    let called = |token: Option<&str>| -> Value {
        let mut command = program(&["--endpoint", &address, "--log", "off"]);
        if let Some(token) = token {
            command.env("LOREKEEPER_TOKEN", token);
        }
        let mut client = Conversation::start(&mut command);
        let result = client.call("search_spell", &json!({}));
        let errors = client.end();
        assert_eq!(errors, "");
        result
    };
    for wrong in [None, Some("close sesame")] {
        let result = called(wrong);
        assert_eq!(result["isError"], true);
        let sentence = text(&result, "/content/0/text");
        assert!(
            sentence.contains("refuses the request. Give the right token with --token or LOREKEEPER_TOKEN."),
            "{sentence}"
        );
        assert!(!sentence.contains("sesame"), "{sentence}");
    }
    let result = called(Some("open sesame"));
    assert_eq!(result["structuredContent"]["results"], json!([]), "{result}");
}

/// What it cannot start with is one line and an exit code.
#[test]
fn settings_that_cannot_be() {
    for (arguments, words) in [
        (&["--endpoint", "soup"][..], &["soup is not the address", "http://127.0.0.1:8080/graphql"][..]),
        (&["--endpoint", "ftp://here/graphql"], &["ftp://here/graphql is not the address"]),
        (
            &["--endpoint", "http://127.0.0.1:9/graphql", "--tools", "soup"],
            &["soup", "search, lookup, graphql, table, all"],
        ),
        (&["--endpoint", "http://127.0.0.1:9/graphql", "--log", "=?="], &["log filter"]),
        (&["--endpoint", "http://127.0.0.1:9/graphql", "--token", "a\nb"], &["token"]),
        (&[], &["--endpoint"]),
    ] {
        let mut child = program(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let status = child.wait().expect("it ends");
        let read = |mut from: Box<dyn Read>| {
            let mut text = String::new();
            from.read_to_string(&mut text).expect("text");
            text
        };
        let output = read(Box::new(child.stdout.take().expect("its output")));
        let errors = read(Box::new(child.stderr.take().expect("its errors")));
        assert!(!status.success(), "{arguments:?}: {errors}");
        assert_eq!(output, "", "{arguments:?}");
        for word in words {
            assert!(errors.contains(word), "{arguments:?}: {errors}");
        }
    }
}
