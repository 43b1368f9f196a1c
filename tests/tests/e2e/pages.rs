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
    for place in [
        "/list?ids=spell:a:b",
        "/encounter?party=4x5",
        "/book",
        "/import",
    ] {
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
    assert_eq!(body, lorekeeper_graphql::sdl(false));
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

#[tokio::test]
async fn search_engines_read_what_the_settings_name() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let (status, _, robots) = lore.get("/robots.txt", "*/*").await;
    assert_eq!(
        (status, robots.as_str()),
        (200, "User-agent: *\nDisallow: /\n")
    );
    assert_eq!(lore.get("/sitemap.xml", "*/*").await.0, 404);
    assert_eq!(lore.get("/sitemap/spell.xml", "*/*").await.0, 404);
    lore.stop().await;

    let url = "https://lore.example";
    let lore = Lore::filled_with(&upstream, &[("public_url", "https://lore.example/")]).await;
    let (_, _, robots) = lore.get("/robots.txt", "*/*").await;
    assert!(
        robots.ends_with(&format!("Sitemap: {url}/sitemap.xml\n")),
        "{robots}"
    );
    let (status, kind, index) = lore.get("/sitemap.xml", "*/*").await;
    assert_eq!((status, kind.as_str()), (200, "application/xml"));
    let files: Vec<_> = locations(&index);
    assert_eq!(files.len(), 5, "{index}");
    let mut pages = 0;
    for file in files {
        let path = file.strip_prefix(url).unwrap();
        let (status, _, listed) = lore.get(path, "*/*").await;
        assert_eq!(status, 200, "{path}");
        let addresses = locations(&listed);
        pages += addresses.len();
        let first = addresses[0].strip_prefix(url).unwrap();
        let (status, _, page) = lore.get(first, "text/html").await;
        let page = page.replace("&#x2f;", "/");
        assert_eq!(status, 200, "{first}");
        let canonical = format!("<link rel=\"canonical\" href=\"{}\">", addresses[0]);
        assert!(page.contains(&canonical), "{page}");
    }
    let entities: i64 = lore.counts().await.values().sum();
    assert_eq!(i64::try_from(pages).unwrap(), entities);
    assert_eq!(lore.get("/sitemap/nothing.xml", "*/*").await.0, 404);
    lore.stop().await;
}

/// The addresses that a sitemap names.
fn locations(sitemap: &str) -> Vec<&str> {
    let parts = sitemap.split("<loc>").skip(1);
    parts.map(|part| part.split('<').next().unwrap()).collect()
}

/// A server that wants a token lets the page ask for it, where an entity's page is opened.
#[tokio::test]
async fn a_page_behind_a_token_asks_for_it() {
    let upstream = Upstream::start().await;
    let token = "a reader's token of many characters";
    let lore = Lore::filled_with(&upstream, &[("api_tokens", token)]).await;
    let (_, _, home) = lore.get("/", "text/html").await;
    let path = "/spell/srd-2014/ember-ward";
    let (status, _, page) = lore.get(path, "text/html").await;
    if home.contains("<div id=\"page\">") {
        assert_eq!((status, &page), (200, &home));
    } else {
        assert_eq!(status, 401);
    }
    assert_eq!(lore.get(path, "*/*").await.0, 401);
    assert_eq!(lore.get("/spell", "text/html").await.0, 401);
    assert_eq!(lore.get("/robots.txt", "*/*").await.0, 200);
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
