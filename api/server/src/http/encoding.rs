//! Compression of answers: small ones well, large ones fast.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use std::future::{Ready, ready};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

/// Answers below this many bytes are sent as they are.
const MIN_COMPRESSED_BYTES: u64 = 1024;

/// From this many bytes on compressing well would take a processor for longer than making the answer did.
const MIN_FAST_BYTES: u64 = 1 << 20;

/// Past the middle compression costs much time and saves little.
const LEVEL: CompressionLevel = CompressionLevel::Precise(4);

/// Compresses answers well; it leaves those as they are that [`fast`] has compressed before.
pub fn well() -> CompressionLayer<impl Predicate + Send + Sync + 'static> {
    layer(LEVEL, MIN_COMPRESSED_BYTES)
}

/// Compresses large answers, and those of unknown size.
pub fn fast() -> CompressionLayer<impl Predicate + Send + Sync + 'static> {
    layer(CompressionLevel::Fastest, MIN_FAST_BYTES)
}

/// Leaves zstd to clients that prefer it: some name it beside gzip, or write `*`, and cannot read it.
pub fn prefer_gzip(mut request: Request) -> Ready<Request> {
    let headers = request.headers_mut();
    let gzip = quality(headers, "gzip").or(quality(headers, "*"));
    let zstd = quality(headers, "zstd").unwrap_or_default();
    let gzip = gzip.unwrap_or_default();
    if gzip > 0.0 && gzip >= zstd {
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
    }
    ready(request)
}

/// Says of what the client has already that it differs by coding, as the whole answer did.
pub fn vary(mut response: Response) -> Ready<Response> {
    let is_said = |value: &HeaderValue| value.as_bytes().eq_ignore_ascii_case(b"accept-encoding");
    let said = response.headers().get_all(header::VARY).iter().any(is_said);
    let is_known = response.status() == StatusCode::NOT_MODIFIED;
    if is_known && !said {
        let coding = HeaderValue::from_static("accept-encoding");
        response.headers_mut().append(header::VARY, coding);
    }
    ready(response)
}

/// How much a client likes a coding, if it names it.
fn quality(headers: &HeaderMap, coding: &str) -> Option<f32> {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter();
    let accepted = accepted.filter_map(|value| value.to_str().ok());
    let mut codings = accepted.flat_map(|value| value.split(','));
    codings.find_map(|named| {
        let mut parts = named.split(';').map(str::trim);
        parts.next().filter(|name| name.eq_ignore_ascii_case(coding))?;
        let quality = parts.find_map(|part| part.strip_prefix("q="));
        Some(quality.map_or(1.0, |quality| quality.parse().unwrap_or_default()))
    })
}

fn layer(level: CompressionLevel, min_bytes: u64) -> CompressionLayer<impl Predicate + Send + Sync + 'static> {
    // Streams would wait for enough to compress, pictures are compressed.
    let compressible = SizeAbove::new(min_bytes)
        .and(NotForContentType::SSE)
        .and(NotForContentType::const_new("multipart/mixed"))
        .and(NotForContentType::IMAGES);
    CompressionLayer::new().quality(level).compress_when(compressible)
}
