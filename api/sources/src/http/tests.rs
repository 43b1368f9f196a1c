use super::*;
use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{Read, Write};
use tokio::net::TcpListener;

/// A server that answers with a packed body of so many bytes, and one that leads there; answers with its port.
async fn server() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let body = |Path(bytes): Path<usize>| async move {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(b"[").unwrap();
        let blank = vec![b' '; 1 << 20];
        for _ in 0..bytes >> 20 {
            packed.write_all(&blank).unwrap();
        }
        packed.write_all(b"1]").unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_ENCODING, "gzip".parse().unwrap());
        (headers, packed.finish().unwrap()).into_response()
    };
    let many = get(|| async { format!("[{}[]]", "[],".repeat(MAX_VALUES)) });
    let near = get(|| async { Redirect::permanent("/body/0") });
    let far = format!("http://localhost:{port}/body/0");
    let far = get(move || async move { Redirect::permanent(&far) });
    let routes =
        Router::new().route("/body/{bytes}", get(body)).route("/many", many).route("/near", near).route("/far", far);
    tokio::spawn(async move { axum::serve(listener, routes).await });
    port
}

fn client() -> Client {
    Client::with(0, Duration::from_millis(1)).unwrap()
}

#[tokio::test]
async fn a_body_is_bounded_after_it_is_unpacked() {
    let port = server().await;
    let body = |bytes: usize| format!("http://127.0.0.1:{port}/body/{bytes}");
    let client = client();
    assert_eq!(client.json(&body(1 << 20)).await.unwrap()[0], 1);
    let refused = client.json(&body(MAX_BODY_BYTES)).await.unwrap_err();
    assert!(matches!(refused, FetchError::TooLarge { .. }), "{refused}");
    assert!(!refused.is_temporary());
    let many = format!("http://127.0.0.1:{port}/many");
    let refused = client.json(&many).await.unwrap_err().to_string();
    assert!(refused.contains("values"), "{refused}");
}

#[tokio::test]
async fn another_host_is_not_followed() {
    let port = server().await;
    let client = client();
    let near = client.json(&format!("http://127.0.0.1:{port}/near")).await;
    assert_eq!(near.unwrap()[0], 1);
    let far = client.json(&format!("http://127.0.0.1:{port}/far")).await;
    let refused = far.unwrap_err().to_string();
    assert!(refused.contains("another host, http://localhost"), "{refused}");
}

#[tokio::test]
async fn a_stream_is_left_where_its_reader_has_enough() {
    let port = server().await;
    let url = format!("http://127.0.0.1:{port}/body/{}", 64 << 20);
    let start = |mut body: stream::Body| {
        let mut start = [0; 2];
        body.read_exact(&mut start).unwrap();
        Ok(start)
    };
    let start = client().stream(&url, start, || {}).await.unwrap();
    assert_eq!(&start, b"[ ");
    let whole = |mut body: stream::Body| {
        let mut text = String::new();
        body.read_to_string(&mut text).unwrap();
        Ok(text)
    };
    let near = format!("http://127.0.0.1:{port}/near");
    assert_eq!(client().stream(&near, whole, || {}).await.unwrap(), "[1]");
    let gone = format!("http://127.0.0.1:{port}/gone");
    let refused = client().stream(&gone, whole, || {}).await.unwrap_err();
    assert!(matches!(refused, FetchError::Status { status: 404, .. }), "{refused}");
}
