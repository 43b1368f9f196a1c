//! Access to `/mcp`: hosts, origins and tools.

use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::mcp::Mcp;
use lorekeeper_tests::upstream::Upstream;
use std::collections::BTreeSet;

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

/// Statuses of hosts and origins, without settings and where some are allowed.
#[tokio::test]
async fn hosts_and_origins_are_let_in_as_they_are_set() {
    let upstream = Upstream::start().await;
    let allowed = [("allowed_hosts", "lore.example, table.example"), ("allowed_origins", "https://table.example")];
    let by_default = [
        ("host", 200, "localhost localhost:8080 127.0.0.1:1 [::1]:8080"),
        ("host", 403, "evil.example lore.example:8080 localhost.evil.example 127.0.0.1.evil.example"),
        ("origin", 200, "http://localhost http://localhost:6274 https://127.0.0.1:8443 http://[::1]:3000"),
        ("origin", 403, "https://evil.example http://localhost.evil.example null nonsense"),
    ];
    let as_set = [
        ("host", 200, "lore.example table.example:443 127.0.0.1"),
        ("host", 403, "evil.example"),
        ("origin", 200, "https://table.example http://localhost:3000"),
        ("origin", 403, "http://table.example https://evil.example"),
    ];
    for (settings, expected) in [(&[][..], by_default), (&allowed, as_set)] {
        let lore = Lore::with(&upstream, Model::Words, settings).await;
        let mcp = Mcp::connect(&lore.url).await;
        for (header, status_of, values) in expected {
            for value in values.split(' ') {
                let (status, _) = mcp.post(&[(header, value)], LIST).await;
                assert_eq!(status, status_of, "{header}: {value}");
            }
        }
        drop(mcp);
        lore.stop().await;
    }
}

/// What a browser asks before it lets a page ask, and what it wants to see afterwards.
#[tokio::test]
async fn web_pages() {
    let upstream = Upstream::start().await;
    let settings = [("allowed_origins", "https://table.example")];
    let lore = Lore::with(&upstream, Model::Words, &settings).await;
    let client = lorekeeper_tests::http::client().pool_max_idle_per_host(0).build().expect("an HTTP client");
    let ask = async |method: reqwest::Method, origin: &str| {
        client
            .request(method, format!("{}/mcp", lore.url))
            .header("origin", origin)
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", "content-type,mcp-protocol-version")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .body(LIST)
            .send()
            .await
            .expect("an answer")
    };
    for origin in ["https://table.example", "http://localhost:6274"] {
        let before = ask(reqwest::Method::OPTIONS, origin).await;
        assert_eq!(before.status(), 200, "{origin}");
        for (name, value) in [
            ("access-control-allow-origin", origin),
            ("access-control-allow-methods", "GET,POST"),
            ("access-control-allow-headers", "content-type,mcp-protocol-version"),
            ("vary", "origin, access-control-request-headers"),
        ] {
            assert_eq!(before.headers()[name], value, "{origin}");
        }
        let after = ask(reqwest::Method::POST, origin).await;
        assert_eq!(after.status(), 200, "{origin}");
        assert_eq!(after.headers()["access-control-allow-origin"], origin);
        assert!(after.text().await.expect("a body").contains("search_spell"));
    }
    for method in [reqwest::Method::OPTIONS, reqwest::Method::POST] {
        let refused = ask(method.clone(), "https://evil.example").await;
        if method == reqwest::Method::POST {
            assert_eq!(refused.status(), 403);
        }
        assert!(!refused.headers().contains_key("access-control-allow-origin"));
    }
    lore.stop().await;
}

#[tokio::test]
async fn vocabularies() {
    let upstream = Upstream::start().await;
    let search = "get list_documents plan_encounter search_all search_character_option search_creature search_equipment search_rule search_spell";
    let lookup = "lookup_character_option lookup_creature lookup_equipment lookup_rule lookup_spell search_dnd_content";
    let graphql = "query_graphql search_schema";
    let table = "compare odds roll roll_table";
    for (setting, expected) in [
        (None, search.to_owned()),
        (Some("lookup"), lookup.to_owned()),
        (Some("graphql"), format!("{search} {graphql}")),
        (Some("table"), format!("{search} {table}")),
        (Some("ALL"), format!("{search} {lookup} {table} {graphql}")),
    ] {
        let settings: Vec<_> = setting.iter().map(|set| ("mcp_tools", *set)).collect();
        let lore = Lore::with(&upstream, Model::Words, &settings).await;
        let mcp = Mcp::connect(&lore.url).await;
        let expected: BTreeSet<&str> = expected.split(' ').collect();
        assert_eq!(mcp.tools().collect::<BTreeSet<_>>(), expected, "{setting:?}");
        drop(mcp);
        lore.stop().await;
    }
}
