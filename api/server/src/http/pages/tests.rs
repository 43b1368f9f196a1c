//! Unit tests of the pages and of what they load.

use super::{BUNDLED, PLAIN, Site, assets, routes};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use axum::response::Response;
use flate2::read::GzDecoder;
use std::io::Read;
use tower::ServiceExt;

async fn ask(path: &str, headers: &[(&str, &str)]) -> (StatusCode, HeaderMap, Vec<u8>) {
    let mut request = Request::get(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let router: Router = routes();
    let request = request.body(Body::empty()).unwrap();
    read(router.oneshot(request).await.unwrap()).await
}

async fn read(response: Response) -> (StatusCode, HeaderMap, Vec<u8>) {
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    (parts.status, parts.headers, body.to_vec())
}

/// The addresses that a page loads from.
fn loaded(html: &str) -> Vec<&str> {
    let places = html.match_indices("/assets/");
    let ends = |from: usize| html[from..].find('"').unwrap() + from;
    places.map(|(at, _)| &html[at..ends(at)]).collect()
}

/// Both pages of a site load what is there, and nothing else; nothing is said in them that a strict policy forbids.
async fn is_whole(site: &Site) {
    for html in [&*site.home, &*site.playground] {
        for address in loaded(html) {
            let (status, _, body) = ask(address, &[]).await;
            assert_eq!(status, StatusCode::OK, "{address}");
            assert!(!body.is_empty(), "{address}");
        }
        for forbidden in ["http://", "https://", "<style", "style=", " onclick", "{script}"] {
            assert!(!html.contains(forbidden), "{forbidden} in {html}");
        }
        for script in html.split("<script").skip(1) {
            let (attributes, content) = script.split_once('>').unwrap();
            assert!(attributes.contains("src=\"/assets/"), "{attributes}");
            assert!(content.starts_with("</script>"), "{content}");
        }
    }
}

#[tokio::test]
async fn the_plain_pages_are_whole() {
    is_whole(&PLAIN).await;
    assert!(PLAIN.playground.contains("<textarea id=\"query\""));
    for link in ["/graphql", "/schema.graphql", "/health/ready", "/mcp"] {
        assert!(PLAIN.home.contains(link), "{link}");
    }
}

#[tokio::test]
async fn the_bundled_pages_are_whole() {
    let Some(site) = &BUNDLED else {
        eprintln!("skipped: built without npm");
        return;
    };
    is_whole(site).await;
    for asset in &*site.assets {
        let path = format!("/assets/{}", asset.name);
        let (status, headers, packed) = ask(&path, &[("accept-encoding", "br, gzip")]).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        assert_eq!(headers[header::CONTENT_ENCODING], "gzip", "{path}");
        assert_ne!(headers[header::CONTENT_TYPE], "application/octet-stream", "{path}");
        assert!(headers[header::CACHE_CONTROL].to_str().unwrap().contains("immutable"), "{path}");
        let mut unpacked = Vec::new();
        GzDecoder::new(packed.as_slice()).read_to_end(&mut unpacked).unwrap();
        for plain in [&[][..], &[("accept-encoding", "gzip;q=0, *;q=0.5")]] {
            let (_, headers, body) = ask(&path, plain).await;
            assert!(!headers.contains_key(header::CONTENT_ENCODING), "{path}");
            assert!(body == unpacked, "{path}");
        }
    }
}

#[tokio::test]
async fn what_is_known_is_not_sent_again() {
    let bundled = BUNDLED.as_ref().map_or(&[][..], |site| &*site.assets);
    for asset in bundled.iter().chain(&*PLAIN.assets) {
        let path = format!("/assets/{}", asset.name);
        let (_, headers, _) = ask(&path, &[]).await;
        let tag = headers[header::ETAG].to_str().unwrap().to_owned();
        for known in [tag.clone(), format!("W/{tag}"), format!("\"old\", {tag}"), "*".to_owned()] {
            let (status, headers, body) = ask(&path, &[("if-none-match", &known)]).await;
            assert_eq!(status, StatusCode::NOT_MODIFIED, "{path} {known}");
            assert!(body.is_empty() && headers.contains_key(header::ETAG));
        }
        let (status, _, _) = ask(&path, &[("if-none-match", "\"old\"")]).await;
        assert_eq!(status, StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn the_policy_allows_no_script_but_ours() {
    let (_, home, _) = ask("/", &[]).await;
    let (_, playground, _) = read(super::playground(false)).await;
    for headers in [home, playground] {
        let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.starts_with("default-src 'self';"), "{policy}");
        assert!(!policy.contains("script-src"), "{policy}");
        assert!(!policy.contains("unsafe-eval"), "{policy}");
        assert_eq!(headers[header::CONTENT_TYPE], "text/html; charset=utf-8");
        assert_eq!(headers[header::CACHE_CONTROL], "no-cache");
    }
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    for path in ["/assets/nothing.js", "/assets/..%2Fplain%2Fhome.html", "/assets/home.html"] {
        assert_eq!(ask(path, &[]).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    let known = assets::answer(&PLAIN.assets[0], &HeaderMap::new());
    assert_eq!(known.status(), StatusCode::OK);
}
