//! Routes of exports: lists as files, streamed, and single entities.

use super::State;
use super::admin::For;
use super::graphql::{is_known, unless_known};
use super::rate::{Client, Limiter, RETRY_AFTER_SECONDS, retry_later};
use super::refused;
use crate::export::{self, Export, Pages, parameters};
use crate::in_process::InProcessExecutor;
use axum::body::Body;
use axum::extract::{OriginalUri, Path, Query, Request, State as Shared};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use futures::{StreamExt, stream};
use lorekeeper_content::digest::sha256;
use lorekeeper_graphql::error::{Code, Error, Result};
use lorekeeper_store::Reader;
use std::net::IpAddr;
use std::sync::Arc;

/// A response header: what did not go as asked.
const WARNING: HeaderName = HeaderName::from_static("x-warning");

/// A list as a file: `/export/creatures.csv`, with the arguments of the list as parameters.
pub async fn list(
    Shared(state): Shared<State>,
    Path(name): Path<String>,
    Query(given): Query<Vec<(String, String)>>,
    OriginalUri(uri): OriginalUri,
    For(reader): For,
    request: Request,
) -> Response {
    let generation = state.backend.search.generation();
    let tag = tag(&format!("{generation}|{reader:?}|{uri}"));
    let given = parameters::of_address(given);
    let limit = request.extensions().get::<Limiter>();
    let limit = limit.unwrap_or(&state.limit).clone();
    let client = (limit.client(&request), limit.address(&request));
    let headers = request.into_parts().0.headers;
    if is_known(&headers, &tag) && Export::named(&name, &given).is_ok() {
        return (StatusCode::NOT_MODIFIED, caching(&tag)).into_response();
    }
    let file = begin(&state, &name, &given, &tag, reader, limit, client).await;
    file.unwrap_or_else(|error| refusal(&error))
}

/// The response, once its first page is there: what is wrong with the arguments has its own status.
async fn begin(
    state: &State,
    name: &str,
    given: &[(String, String)],
    tag: &str,
    reader: Reader,
    limit: Limiter,
    (client, address): (Client, IpAddr),
) -> Result<Response> {
    let export = Export::named(name, given)?;
    let form = export.form;
    let permit = limit.export(address)?;
    let executor = Arc::new(InProcessExecutor::new(state.pipeline.clone(), reader));
    let mut pages = Pages::new(&export, executor);
    let first = {
        let _turn = limit.export_page().await;
        pages.next().await?.unwrap_or_default()
    };
    let warnings = pages.warnings().iter();
    let warnings = warnings.filter_map(|text| HeaderValue::from_bytes(text.as_bytes()).ok());
    let warnings: Vec<_> = warnings.map(|text| (WARNING, text)).collect();
    // The rest is asked for as the client takes it, each page as a request of the client. A page that fails breaks the
    // answer off, so that the client sees that it is not whole.
    let made = (pages, limit, client, permit);
    let rest = stream::try_unfold(made, async |(mut pages, limit, client, permit)| {
        limit.admitted(client).await;
        let turn = limit.export_page().await;
        let part = pages.next().await;
        drop(turn);
        let part = part.inspect_err(|error| tracing::warn!(%error, "an export was broken off"))?;
        Ok::<_, Error>(part.map(|part| (part, (pages, limit, client, permit))))
    });
    let body = Body::from_stream(stream::once(async { Ok(first) }).chain(rest));
    let disposition = format!("attachment; filename=\"{}.{}\"", export.family.name(), form.extension);
    let kind = [(header::CONTENT_TYPE, form.media_type.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((kind, caching(tag), AppendHeaders(warnings), body).into_response())
}

/// One entity as a file: `/entity/spell:srd-2024:fireball.md`.
pub async fn entity(
    Shared(state): Shared<State>,
    Path(name): Path<String>,
    For(reader): For,
    headers: HeaderMap,
) -> Response {
    let executor = InProcessExecutor::new(state.pipeline.clone(), reader);
    match export::entity(&name, &executor).await {
        Err(error) => refusal(&error),
        Ok((form, file)) => {
            let tag = tag(&file);
            let kind = [(header::CONTENT_TYPE, form.media_type)];
            unless_known((kind, caching(&tag), file).into_response(), &headers)
        }
    }
}

/// An entity tag. What it stands for changes with the program, too.
fn tag(content: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("\"{}\"", sha256(format!("{version}|{content}")))
}

/// A cache asks each time whether the file is still current.
fn caching(tag: &str) -> [(header::HeaderName, String); 2] {
    [(header::ETAG, tag.to_owned()), (header::CACHE_CONTROL, "no-cache".to_owned())]
}

fn refusal(error: &Error) -> Response {
    let status = match error.code {
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::RateLimited => {
            return retry_later("/export", StatusCode::TOO_MANY_REQUESTS, error, RETRY_AFTER_SECONDS);
        }
        Code::Internal | Code::UpstreamUnavailable => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::BAD_REQUEST,
    };
    refused("/export", status, error)
}
