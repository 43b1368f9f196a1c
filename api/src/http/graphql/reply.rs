//! Answers as HTTP has them: media type, status, and what caches may do.

use super::media::Media;
use crate::error::Error;
use crate::graphql::Answer;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Answers in JSON differ by what the client accepts.
const VARY: HeaderValue = HeaderValue::from_static("Accept");

/// The answer to a POST.
pub fn posted(media: Media, answer: &Answer) -> Response {
    let body = Body::from(answer.body.clone());
    written(media, status(media, answer), body)
}

/// The answer to a GET, which may be kept; nothing but "as you have it" where the client has it already.
pub fn gotten(media: Media, answer: &Answer, asked: &HeaderMap, shared: &'static str) -> Response {
    let Some(kept) = answer.kept else {
        let mut response = posted(media, answer);
        say(&mut response, header::CACHE_CONTROL, "no-cache");
        return response;
    };
    let tag = answer.tag();
    let known = asked.get_all(header::IF_NONE_MATCH).iter();
    let known = known.filter_map(|value| value.to_str().ok());
    let has_it = known
        .flat_map(|value| value.split(','))
        .any(|known| known.trim() == "*" || opaque(known) == opaque(&tag));
    let mut response = if has_it {
        written(media, StatusCode::NOT_MODIFIED, Body::empty())
    } else {
        posted(media, answer)
    };
    say(&mut response, header::ETAG, &tag);
    let control = format!("{shared}, max-age={}", kept.as_secs());
    say(&mut response, header::CACHE_CONTROL, &control);
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
    if answer.refused {
        media.refused(answer.code.as_deref())
    } else {
        StatusCode::OK
    }
}

fn written(media: Media, status: StatusCode, body: Body) -> Response {
    let kind = HeaderValue::from_static(media.name());
    let headers = [(header::CONTENT_TYPE, kind), (header::VARY, VARY)];
    (status, headers, body).into_response()
}

fn say(response: &mut Response, name: header::HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
}

/// What is in the quotes of a tag, be it weak or strong.
fn opaque(tag: &str) -> &str {
    let tag = tag.trim();
    tag.strip_prefix("W/").unwrap_or(tag)
}
