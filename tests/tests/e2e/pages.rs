//! Routes of the server beside GraphQL: its pages, its schema, its health.

use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

#[tokio::test]
async fn routes() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;

    let (status, kind, body) = lore.get("/", "*/*").await;
    assert_eq!((status, kind.as_str()), (200, "text/html; charset=utf-8"));
    for link in ["/graphql", "/schema.graphql", "/health/ready", "/mcp"] {
        assert!(body.contains(link), "{link}");
    }
    loads_what_is_there(&lore, &body).await;
    for place in ["/list?ids=spell:a:b", "/encounter?party=4x5"] {
        let (status, _, same) = lore.get(place, "text/html").await;
        assert_eq!(status, 200, "{place}");
        assert_eq!(same, body, "{place}");
    }
    let (status, kind, body) = lore.get("/graphql", "text/html,*/*").await;
    assert_eq!((status, kind.as_str()), (200, "text/html; charset=utf-8"));
    assert!(
        !body.contains("https://"),
        "the playground needs nothing from elsewhere"
    );
    loads_what_is_there(&lore, &body).await;
    let (status, _, body) = lore
        .get(
            "/graphql?query=%7B%20spells%20%7B%20totalCount%20%7D%20%7D",
            "*/*",
        )
        .await;
    assert_eq!(
        (status, body.as_str()),
        (200, r#"{"data":{"spells":{"totalCount":9}}}"#)
    );
    let (status, _, body) = lore.get("/schema.graphql", "*/*").await;
    assert_eq!(status, 200);
    assert_eq!(body, lorekeeper_graphql::sdl());
    assert_eq!(lore.get("/health/live", "*/*").await.0, 200);
    let (status, _, body) = lore.get("/health/ready", "*/*").await;
    assert_eq!(status, 200);
    let ready: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(ready["ready"], true);
    assert_eq!(ready["syncing"], false);
    assert_eq!(ready["embedded"], ready["passages"]);
    let entities: i64 = lore.counts().await.values().sum();
    assert_eq!(ready["entities"], entities);
    assert_eq!(lore.get("/nothing", "*/*").await.0, 404);

    // Where the answer comes from.
    let data = lore
        .ask("{ spells { meta { fetchedAt cacheStatus sources message warnings } } }")
        .await;
    let mut meta = data["spells"]["meta"].clone();
    assert!(meta["fetchedAt"].take().is_string());
    assert_eq!(
        meta,
        json!({"fetchedAt": null, "cacheStatus": "FRESH", "sources": ["dnd5e_api", "open5e_v2"], "message": null, "warnings": []})
    );
    lore.stop().await;
}

/// What a page loads is served.
async fn loads_what_is_there(lore: &Lore, page: &str) {
    let loaded = page.split('"').filter(|part| part.starts_with("/assets/"));
    assert!(loaded.clone().count() >= 2, "{page}");
    for path in loaded {
        assert_eq!(lore.get(path, "*/*").await.0, 200, "{path}");
    }
}
