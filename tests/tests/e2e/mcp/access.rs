//! Who may ask `/mcp`, and which tools are there.

use lorekeeper_tests::harness::{Lore, Model};
use lorekeeper_tests::mcp::Mcp;
use lorekeeper_tests::upstream::Upstream;

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

async fn status(mcp: &Mcp, header: &str, value: &str) -> u16 {
    mcp.post(&[(header, value)], LIST).await.0
}

#[tokio::test]
async fn loopback_and_nobody_else() {
    let upstream = Upstream::start().await;
    let lore = Lore::with(&upstream, Model::Words, &[]).await;
    let mcp = Mcp::connect(&lore.url).await;
    for host in ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080"] {
        assert_eq!(status(&mcp, "host", host).await, 200, "{host}");
    }
    for host in [
        "evil.example",
        "lore.example:8080",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
    ] {
        assert_eq!(status(&mcp, "host", host).await, 403, "{host}");
    }
    for origin in [
        "http://localhost",
        "http://localhost:6274",
        "https://127.0.0.1:8443",
        "http://[::1]:3000",
    ] {
        assert_eq!(status(&mcp, "origin", origin).await, 200, "{origin}");
    }
    for origin in [
        "https://evil.example",
        "http://localhost.evil.example",
        "null",
        "nonsense",
    ] {
        assert_eq!(status(&mcp, "origin", origin).await, 403, "{origin}");
    }
    drop(mcp);
    lore.stop().await;
}

#[tokio::test]
async fn others_that_are_allowed() {
    let upstream = Upstream::start().await;
    let settings = [
        ("allowed_hosts", "lore.example, table.example"),
        ("allowed_origins", "https://table.example"),
    ];
    let lore = Lore::with(&upstream, Model::Words, &settings).await;
    let mcp = Mcp::connect(&lore.url).await;
    for (header, value, expected) in [
        ("host", "lore.example", 200),
        ("host", "table.example:443", 200),
        ("host", "127.0.0.1", 200),
        ("host", "evil.example", 403),
        ("origin", "https://table.example", 200),
        ("origin", "http://localhost:3000", 200),
        ("origin", "http://table.example", 403),
        ("origin", "https://evil.example", 403),
    ] {
        assert_eq!(
            status(&mcp, header, value).await,
            expected,
            "{header}: {value}"
        );
    }
    drop(mcp);
    lore.stop().await;
}

/// What a browser asks before it lets a page ask, and what it wants to see afterwards.
#[tokio::test]
async fn web_pages() {
    let upstream = Upstream::start().await;
    let settings = [("allowed_origins", "https://table.example")];
    let lore = Lore::with(&upstream, Model::Words, &settings).await;
    let client = reqwest::Client::builder()
        .no_proxy()
        .pool_max_idle_per_host(0)
        .build()
        .expect("an HTTP client");
    let ask = async |method: reqwest::Method, origin: &str| {
        client
            .request(method, format!("{}/mcp", lore.url))
            .header("origin", origin)
            .header("access-control-request-method", "POST")
            .header(
                "access-control-request-headers",
                "content-type,mcp-protocol-version",
            )
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
            (
                "access-control-allow-headers",
                "content-type,mcp-protocol-version",
            ),
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
        assert!(
            !refused
                .headers()
                .contains_key("access-control-allow-origin")
        );
    }
    lore.stop().await;
}

#[tokio::test]
async fn vocabularies() {
    let upstream = Upstream::start().await;
    let search = [
        "get",
        "list_documents",
        "search_all",
        "search_character_option",
        "search_creature",
        "search_equipment",
        "search_rule",
        "search_spell",
    ];
    let lookup = [
        "lookup_character_option",
        "lookup_creature",
        "lookup_equipment",
        "lookup_rule",
        "lookup_spell",
        "search_dnd_content",
    ];
    for (setting, expected) in [
        (None, search.to_vec()),
        (Some("lookup"), lookup.to_vec()),
        (Some("ALL"), [search.as_slice(), &lookup].concat()),
    ] {
        let settings: Vec<_> = setting.iter().map(|set| ("mcp_tools", *set)).collect();
        let lore = Lore::with(&upstream, Model::Words, &settings).await;
        let mut expected = expected;
        expected.sort_unstable();
        assert_eq!(
            super::protocol::tools(&lore.url).await,
            expected,
            "{setting:?}"
        );
        lore.stop().await;
    }
}
