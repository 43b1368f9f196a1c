//! HTTP responses of GraphQL answers: media type, status, and caching headers.

use super::media::Media;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use lorekeeper_graphql::Answer;
use lorekeeper_graphql::error::Error;
use std::sync::Arc;

/// Answers in JSON differ by what the client accepts.
const VARY: HeaderValue = HeaderValue::from_static("Accept");

/// The response to a POST.
pub fn post(media: Media, answer: &Answer) -> Response {
    let body = Body::from(answer.body.clone());
    written(media, status(media, answer), body)
}

/// The response to a GET, with caching headers; 304 where the client has the answer already.
pub fn get(media: Media, answer: &Answer, asked: &HeaderMap) -> Response {
    let Some(kept) = answer.max_age else {
        let mut response = post(media, answer);
        set_header(&mut response, header::CACHE_CONTROL, "no-cache");
        return response;
    };
    let tag = answer.tag();
    let mut response = post(media, answer);
    set_header(&mut response, header::ETAG, &tag);
    let control = format!("public, max-age={}", kept.as_secs());
    set_header(&mut response, header::CACHE_CONTROL, &control);
    unless_known(response, asked)
}

/// The answer to a GET of the admin, which no cache may keep.
pub fn uncacheable(media: Media, answer: &Answer) -> Response {
    let mut response = post(media, answer);
    set_header(&mut response, header::CACHE_CONTROL, "no-store");
    response
}

/// The answers to a batch.
pub fn batch(media: Media, answers: &[Arc<Answer>]) -> Response {
    let mut body = Vec::from(b"[");
    for (position, answer) in answers.iter().enumerate() {
        if position > 0 {
            body.push(b',');
        }
        body.extend_from_slice(&answer.body);
    }
    body.push(b']');
    written(media, StatusCode::OK, Body::from(body))
}

/// A request that cannot be read as one.
pub fn refused(media: Media, status: StatusCode, error: &Error) -> Response {
    written(media, status, Body::from(Answer::refusal(error).body))
}

fn status(media: Media, answer: &Answer) -> StatusCode {
    if answer.refused { media.refused(answer.code.as_deref()) } else { StatusCode::OK }
}

fn written(media: Media, status: StatusCode, body: Body) -> Response {
    let kind = HeaderValue::from_static(media.name());
    let headers = [(header::CONTENT_TYPE, kind), (header::VARY, VARY)];
    (status, headers, body).into_response()
}

fn set_header(response: &mut Response, name: header::HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
}

/// The response to a client that may have it already: then 304, with the headers that the whole response has. A browser takes
/// those of a 304 into what it keeps, so that another policy there would be that of the page.
pub fn unless_known(mut response: Response, asked: &HeaderMap) -> Response {
    let tag = response.headers().get(header::ETAG);
    let tag = tag.and_then(|tag| tag.to_str().ok());
    if response.status() == StatusCode::OK && tag.is_some_and(|tag| is_known(asked, tag)) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Body::empty();
        for of_body in [header::CONTENT_LENGTH, header::CONTENT_ENCODING] {
            response.headers_mut().remove(of_body);
        }
    }
    response
}

/// Whether `If-None-Match` names an entity tag. Weak and strong tags are compared by their opaque part: a proxy that
/// compresses makes strong ones weak.
pub fn is_known(asked: &HeaderMap, tag: &str) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let known = asked.get_all(header::IF_NONE_MATCH).iter();
    known
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|known| known.trim() == "*" || opaque(known) == opaque(tag))
}
