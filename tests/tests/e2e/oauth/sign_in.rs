//! Sign-in on the pages: what they are told of the provider, where the settings name a client for them, and nothing elsewhere.

use super::{RESOURCE, server, settings};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use lorekeeper::config::{Config, Layer};
use lorekeeper_tests::provider::Provider;
use serde_json::{Value, json};
use tower::ServiceExt;

const CLIENT: (&str, &str) = ("oauth_client_id", "lore-pages");

/// A page as a browser opens it.
async fn open(server: &Router, path: &str) -> (u16, HeaderMap, String) {
    let request = Request::builder().uri(path).header(header::HOST, "lore.example").header(header::ACCEPT, "text/html");
    let request = request.body(Body::empty()).unwrap();
    let (parts, body) = server.clone().oneshot(request).await.unwrap().into_parts();
    let body = to_bytes(body, 100_000).await.unwrap().to_vec();
    let body = String::from_utf8(body).unwrap();
    (parts.status.as_u16(), parts.headers, body)
}

/// What the page where one signs in is told of the provider, and its policy.
async fn read_login_page(server: &Router) -> (String, String) {
    let (status, headers, page) = open(server, "/login").await;
    assert_eq!(status, 200, "{page}");
    let (_, rest) = page.split_once("<meta name=\"provider\" content=\"").unwrap();
    let (content, _) = rest.split_once("\">").unwrap();
    let content = content.replace("&quot;", "\"").replace("&#x2f;", "/");
    let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    (content, policy.to_owned())
}

/// Whether the program has pages that can use a login.
async fn has_pages() -> bool {
    let provider = Provider::start().await;
    let (status, ..) = open(&server(&settings(&provider, &[])), "/spell").await;
    if status != 200 {
        println!("skipped: the program was built without npm");
    }
    status == 200
}

#[tokio::test]
async fn pages_are_told_of_the_provider() {
    if !has_pages().await {
        return;
    }
    let provider = Provider::start().await;
    let pages = server(&settings(&provider, &[CLIENT]));
    let (content, policy) = read_login_page(&pages).await;
    let content: Value = serde_json::from_str(&content).unwrap();
    let expected = json!({
        "issuer": provider.url,
        "authorize": format!("{}/authorize?tenant=%22one%22", provider.url),
        "token": format!("{}/token", provider.url),
        "client": "lore-pages",
        "scope": "openid read",
        "admin": "admin",
        "resource": RESOURCE,
    });
    assert_eq!(content, expected);
    let connect = format!("; connect-src 'self' {}", provider.url);
    assert!(policy.ends_with(&connect), "{policy}");
    // The others know the way there, and ask nobody but this server.
    for path in ["/spell", "/spell/hearth/soup"] {
        let (status, headers, page) = open(&pages, path).await;
        assert_eq!(status, 200, "{path}");
        assert!(page.contains("<meta name=\"login\""), "{page}");
        assert!(!page.contains("\"provider\""), "{page}");
        let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(!policy.contains("connect-src"), "{policy}");
    }
    // A provider that does not know the parameter `resource` is not sent one.
    let named = [CLIENT, ("oauth_audience", "lore")];
    let (content, _) = read_login_page(&server(&settings(&provider, &named))).await;
    assert!(content.contains("\"resource\":null"), "{content}");
}

#[tokio::test]
async fn while_the_provider_is_away_nothing_is_told_of_it() {
    if !has_pages().await {
        return;
    }
    let provider = Provider::start().await;
    provider.fail(true);
    let mut config = settings(&provider, &[CLIENT]);
    config.oauth.as_mut().unwrap().key_times.between_attempts = std::time::Duration::ZERO;
    let pages = server(&config);
    let (content, policy) = read_login_page(&pages).await;
    assert_eq!(content, "");
    assert!(!policy.contains("connect-src"), "{policy}");
    provider.fail(false);
    let (content, policy) = read_login_page(&pages).await;
    assert!(content.contains("/token") && policy.contains("connect-src"));
    // Nor where it goes by another name.
    let provider = Provider::start().await;
    provider.name_itself("https://other.example");
    let (content, _) = read_login_page(&server(&settings(&provider, &[CLIENT]))).await;
    assert_eq!(content, "");
}

#[tokio::test]
async fn without_a_client_pages_are_as_they_were() {
    if !has_pages().await {
        return;
    }
    let layer = [("data_dir", "data"), ("allowed_hosts", "lore.example"), ("api_tokens", "one")];
    let layer: Layer = layer.map(|(key, value)| (key, value.to_owned())).into();
    let tokens = server(&Config::resolve(&[layer]).unwrap());
    let provider = Provider::start().await;
    let login = server(&settings(&provider, &[]));
    for path in ["/spell", "/spell/hearth/soup"] {
        let (status, headers, page) = open(&tokens, path).await;
        assert!(!page.contains("<meta name=\"login\""), "{page}");
        let (_, others, other) = open(&login, path).await;
        let policy = |headers: &HeaderMap| headers[header::CONTENT_SECURITY_POLICY].clone();
        assert_eq!((status, page, policy(&headers)), (200, other, policy(&others)));
    }
    for server in [tokens, login] {
        let (_, _, page) = open(&server, "/login").await;
        assert!(!page.contains("<meta"), "{page}");
    }
    assert_eq!(provider.fetches(), 0);
}
