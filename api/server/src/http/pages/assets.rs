//! What the pages load: scripts, style sheets, fonts.

use super::{BUNDLED, PLAIN};
use crate::http::graphql::unless_known;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use lorekeeper_content::digest::sha256;
use std::borrow::Cow;
use std::io::Read;

/// A file under `/assets`.
#[derive(Clone)]
pub(super) struct Asset {
    pub(super) name: &'static str,
    pub(super) bytes: Cow<'static, [u8]>,
    /// Whether it was bundled: compressed with gzip, and with a digest of its content in the name.
    pub(super) bundled: bool,
}

/// A file by its name.
pub(super) async fn get(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let bundled = BUNDLED.as_ref().map_or(&[][..], |site| &site.assets);
    let mut assets = bundled.iter().chain(&*PLAIN.assets);
    match assets.find(|asset| asset.name == name) {
        Some(asset) => answer(asset, &headers),
        None => (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
    }
}

pub(super) fn answer(asset: &'static Asset, headers: &HeaderMap) -> Response {
    let (tag, caching) = if asset.bundled {
        (asset.name.to_owned(), "public, max-age=31536000, immutable")
    } else {
        (sha256(&asset.bytes), "no-cache")
    };
    let tag = format!("\"{tag}\"");
    let Ok(tag) = HeaderValue::from_str(&tag) else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let caching = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, HeaderValue::from_static(caching)),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ];
    let kind = [(header::CONTENT_TYPE, content_type(asset.name)), (header::X_CONTENT_TYPE_OPTIONS, "nosniff")];
    let response = if !asset.bundled {
        (caching, kind, &*asset.bytes).into_response()
    } else if takes_gzip(headers) {
        let encoding = [(header::CONTENT_ENCODING, "gzip")];
        (caching, kind, encoding, &*asset.bytes).into_response()
    } else {
        let mut whole = Vec::new();
        match GzDecoder::new(&*asset.bytes).read_to_end(&mut whole) {
            Ok(_) => (caching, kind, whole).into_response(),
            Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        }
    };
    unless_known(response, headers)
}

/// Whether the client takes gzip: it, or everything, is listed and not refused with a weight of zero.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING);
    let weight = |wanted: &str| {
        let mut codings = accepted.iter().filter_map(|value| value.to_str().ok()).flat_map(|list| list.split(','));
        codings.find_map(|coding| {
            let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
            let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
            (name.trim().eq_ignore_ascii_case(wanted)).then(|| weight.parse().unwrap_or(0.0))
        })
    };
    let weight: f32 = weight("gzip").or_else(|| weight("*")).unwrap_or(0.0);
    weight > 0.0
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        "ttf" => "font/ttf",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
