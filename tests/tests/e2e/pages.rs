//! Routes of the server beside GraphQL: its pages, its schema, its health.

use lorekeeper_tests::harness::{Lore, Reply};
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
    for place in ["/list?ids=spell:a:b", "/encounter?party=4x5", "/book", "/import"] {
        let (status, _, same) = lore.get(place, "text/html").await;
        assert_eq!(status, 200, "{place}");
        assert_eq!(same, body, "{place}");
    }
    let (status, kind, body) = lore.get("/graphql", "text/html,*/*").await;
    assert_eq!((status, kind.as_str()), (200, "text/html; charset=utf-8"));
    assert!(!body.contains("https://"), "the playground needs nothing from elsewhere");
    loads_what_is_there(&lore, &body).await;
    let (status, _, body) = lore.get("/graphql?query=%7B%20spells%20%7B%20totalCount%20%7D%20%7D", "*/*").await;
    assert_eq!((status, body.as_str()), (200, r#"{"data":{"spells":{"totalCount":9}}}"#));
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
    let data = lore.ask("{ spells { meta { fetchedAt cacheStatus sources message warnings } } }").await;
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
    assert_eq!((status, robots.as_str()), (200, "User-agent: *\nDisallow: /\n"));
    assert_eq!(lore.get("/sitemap.xml", "*/*").await.0, 404);
    assert_eq!(lore.get("/sitemap/spell.xml", "*/*").await.0, 404);
    lore.stop().await;

    let url = "https://lore.example";
    let lore = Lore::filled_with(&upstream, &[("public_url", "https://lore.example/")]).await;
    let (_, _, robots) = lore.get("/robots.txt", "*/*").await;
    assert!(robots.ends_with(&format!("Sitemap: {url}/sitemap.xml\n")), "{robots}");
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

/// A server that wants a token lets the page ask for it, where an entity's page or a list is opened.
#[tokio::test]
async fn a_page_behind_a_token_asks_for_it() {
    let upstream = Upstream::start().await;
    let token = "a reader's token of many characters";
    let lore = Lore::filled_with(&upstream, &[("api_tokens", token)]).await;
    let (_, _, home) = lore.get("/", "text/html").await;
    for path in ["/spell/srd-2014/ember-ward", "/spell"] {
        let (status, _, page) = lore.get(path, "text/html").await;
        if home.contains("<div id=\"page\">") {
            assert_eq!((status, &page), (200, &home), "{path}");
        } else {
            assert_eq!(status, 401, "{path}");
        }
        assert_eq!(lore.get(path, "*/*").await.0, 401, "{path}");
    }
    assert_eq!(lore.get("/spellbook", "text/html").await.0, 401);
    assert_eq!(lore.get("/robots.txt", "*/*").await.0, 200);
    lore.stop().await;
}

/// A browser takes the headers of a 304 into the page that it keeps: another policy there breaks the page at its second load.
#[tokio::test]
async fn what_is_known_has_the_headers_of_the_whole() {
    let upstream = Upstream::start().await;
    let url = [("public_url", "https://lore.example/")];
    let lore = Lore::filled_with(&upstream, &url).await;
    let (_, _, home) = lore.get("/", "text/html").await;
    let assets = home.split('"').filter(|part| part.starts_with("/assets/"));
    let pages = ["/", "/book", "/encounter", "/import", "/list"];
    let kept = [
        "/spell/srd-2014/ember-ward",
        "/spell",
        "/creature",
        "/equipment",
        "/character_option",
        "/rule?q=a",
        "/entity/spell:srd-2014:ember-ward.md",
        "/export/rules.csv",
        "/sitemap/spell.xml",
        "/graphql?query=%7Bspells%7BtotalCount%7D%7D",
    ];
    let mut known = 0;
    for path in pages.into_iter().chain(kept).chain(assets) {
        let whole = lore.send(path, &[], None).await;
        assert_eq!(whole.status, 200, "{path}");
        let tag = whole.header("etag").to_owned();
        if tag.is_empty() {
            assert!(pages.contains(&path), "{path} has a tag");
            continue;
        }
        known += 1;
        let again = lore.send(path, &[("if-none-match", &tag)], None).await;
        assert_eq!((again.status, &*again.body), (304, ""), "{path}");
        assert_eq!(shared(&again), shared(&whole), "{path}");
    }
    assert!(known >= kept.len(), "{known}");
    lore.stop().await;
}

/// The headers that are not of a body or of one request. An answer may be too short to be compressed, and is kept all the same.
fn shared(reply: &Reply) -> Vec<(String, String)> {
    let others = [
        "content-disposition", "content-encoding", "content-length", "content-type", "date", "transfer-encoding",
        "warning", "x-request-id",
    ];
    let names = reply.headers.iter().filter(|(name, value)| {
        let is_coding = *name == "vary" && *value == "accept-encoding";
        !(others.contains(&name.as_str()) || is_coding)
    });
    let mut headers: Vec<_> =
        names.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect();
    headers.sort();
    headers
}

/// What a page loads is served.
async fn loads_what_is_there(lore: &Lore, page: &str) {
    let loaded = page.split('"').filter(|part| part.starts_with("/assets/"));
    assert!(loaded.clone().count() >= 2, "{page}");
    for path in loaded {
        assert_eq!(lore.get(path, "*/*").await.0, 200, "{path}");
    }
}
