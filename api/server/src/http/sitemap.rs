//! Sitemap: the addresses of the pages of all entities, for search engines. `/sitemap.xml` names a file for each family.
//!
//! A sitemap has whole addresses, so the setting `public_url` must be there. A server without it asks crawlers to stay away.

use super::State;
use super::graphql::{is_known, unless_known};
use super::rate::Limiter;
use super::refused;
use crate::export::{ask, parameters, variables_of};
use crate::in_process::InProcessExecutor;
use axum::Router;
use axum::extract::{Path, Request, State as Shared};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use lorekeeper_content::digest::sha256;
use lorekeeper_content::{Family, Identity};
use lorekeeper_graphql::error::{Code, Error, Result};
use lorekeeper_store::Reader;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Ids of a page of a list.
const PAGE_SIZE: usize = 100;

/// Most addresses that the protocol allows in a file.
const MAX_ADDRESSES: usize = 50_000;

/// The routes of the sitemap, and of the file that names it.
pub fn routes() -> Router<State> {
    Router::new()
        .route("/robots.txt", get(robots))
        .route("/sitemap.xml", get(index))
        .route("/sitemap/{file}", get(family))
}

/// What search engines may read.
async fn robots(Shared(state): Shared<State>) -> String {
    match state.public_url.as_deref() {
        None => "User-agent: *\nDisallow: /\n".to_owned(),
        Some(url) => format!(
            "User-agent: *\nDisallow: /graphql\nDisallow: /export/\nDisallow: /entity/\n\nSitemap: {url}/sitemap.xml\n"
        ),
    }
}

/// The files of the sitemap.
async fn index(Shared(state): Shared<State>) -> Response {
    let Some(url) = state.public_url.as_deref() else {
        return absent("/sitemap.xml");
    };
    let mut index = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for family in Family::ALL {
        let address = format!("{url}/sitemap/{}.xml", family.name());
        // Writing into a string does not fail.
        let _ = writeln!(index, "<sitemap><loc>{}</loc></sitemap>", escaped(&address));
    }
    index.push_str("</sitemapindex>\n");
    xml(index, String::new())
}

/// The pages of a family.
async fn family(Shared(state): Shared<State>, Path(file): Path<String>, request: Request) -> Response {
    let path = format!("/sitemap/{file}");
    let named = file.strip_suffix(".xml").and_then(Family::parse);
    let (Some(url), Some(family)) = (state.public_url.clone(), named) else {
        return absent(&path);
    };
    let generation = state.backend.search.generation();
    let tag = format!("\"{}\"", sha256(format!("{generation}|{url}{path}")));
    if is_known(request.headers(), &tag) {
        return unless_known(xml(String::new(), tag), request.headers());
    }
    let limit = request.extensions().get::<Limiter>();
    let limit = limit.unwrap_or(&state.limit).clone();
    let address = limit.address(&request);
    drop(request);
    match pages(&state, family, &url, &limit, address).await {
        Ok(pages) => xml(pages, tag),
        Err(error) => {
            let status = match error.code {
                Code::RateLimited => StatusCode::TOO_MANY_REQUESTS,
                _ => StatusCode::SERVICE_UNAVAILABLE,
            };
            refused(&path, status, &error)
        }
    }
}

/// The file of a family, made page by page as an export is.
async fn pages(state: &State, family: Family, url: &str, limit: &Limiter, address: std::net::IpAddr) -> Result<String> {
    let _permit = limit.export(address)?;
    let executor = InProcessExecutor::new(state.pipeline.clone(), Reader::Everyone);
    let (field, _) = parameters::of(family);
    // Variants of an item have pages, too.
    let rows = match family {
        Family::Equipment => ", collapse: NONE",
        _ => "",
    };
    let query = format!(
        "query($after: String) {{ page: {field}(first: {PAGE_SIZE}, after: $after{rows}) {{ nodes {{ id }} pageInfo {{ endCursor hasNextPage }} }} }}"
    );
    let mut pages = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    let mut after = Value::Null;
    for _ in 0..MAX_ADDRESSES / PAGE_SIZE {
        let data = {
            let _turn = limit.export_page().await;
            ask(&executor, &query, variables_of([("after", json!(after))])).await?
        };
        let nodes = data.pointer("/page/nodes").and_then(Value::as_array);
        let ids = nodes.into_iter().flatten();
        let ids = ids.filter_map(|node| Identity::parse(node.get("id")?.as_str()?));
        for identity in ids {
            let address = escaped(&format!("{url}{}", identity.path()));
            let _ = writeln!(pages, "<url><loc>{address}</loc></url>");
        }
        if data.pointer("/page/pageInfo/hasNextPage") != Some(&json!(true)) {
            break;
        }
        after = data.pointer("/page/pageInfo/endCursor").cloned().unwrap_or_default();
    }
    pages.push_str("</urlset>\n");
    Ok(pages)
}

/// An address as XML has it.
fn escaped(address: &str) -> String {
    let address = address.replace('&', "&amp;").replace('<', "&lt;");
    percent_encoding::utf8_percent_encode(&address, percent_encoding::CONTROLS).to_string()
}

fn xml(content: String, tag: String) -> Response {
    let mut response =
        ([(header::CONTENT_TYPE, "application/xml"), (header::CACHE_CONTROL, "no-cache")], content).into_response();
    if let Ok(tag) = tag.parse() {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

fn absent(path: &str) -> Response {
    let error = Error::input(
        "There is no sitemap: this server has no address on the web (the setting public_url), or no such family.",
    );
    refused(path, StatusCode::NOT_FOUND, &error)
}
