//! GraphQL over HTTP, by its specification; over server-sent events, where a request accepts only those.

mod event_stream;
mod media;
mod reply;
mod request;

use super::admin::caller;
use super::oauth::SignIn;
use super::tokens::unauthenticated;
use super::{State, body, pages};
use async_graphql::parser::types::OperationType;
use async_graphql_axum::GraphQLRequest;
use async_graphql_axum::rejection::GraphQLRejection;
use axum::extract::{FromRequest, Request, State as Shared};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use lorekeeper_graphql::error::Error;
use lorekeeper_graphql::{Caller, not_admin};
use media::Media;
pub use reply::{is_known, unless_known};
use request::Requests;

/// A query, a mutation or a batch. Files are taken from the admin only.
pub async fn post(Shared(state): Shared<State>, request: Request) -> Response {
    let caller = caller(request.extensions());
    if caller != Caller::Admin && body::has_files(request.headers()) {
        body::drain(request.into_body()).await;
        return unauthenticated("/graphql", &not_admin(state.backend.has_admin_token));
    }
    let Some(media) = Media::accepted(request.headers()) else {
        return unacceptable();
    };
    let client = event_stream::Client::of(&state, &request);
    let requests = if body::has_files(request.headers()) {
        match GraphQLRequest::<GraphQLRejection>::from_request(request, &()).await {
            Ok(request) => Requests::Single(Box::new(request.into_inner())),
            Err(refusal) => return refusal.into_response(),
        }
    } else if request::is_json(request.headers()) {
        let Ok(bytes) = axum::body::to_bytes(request.into_body(), body::MAX_BODY_BYTES).await else {
            return body::too_large(body::MAX_BODY_BYTES);
        };
        match request::body(&bytes, state.backend.limits.max_batch_size) {
            Ok(requests) => requests,
            Err(error) => return reply::refused(media, StatusCode::BAD_REQUEST, &error),
        }
    } else {
        let error = Error::input("Send JSON, with the header `Content-Type: application/json`.");
        return reply::refused(media, StatusCode::UNSUPPORTED_MEDIA_TYPE, &error);
    };
    match requests {
        Requests::Single(request) if media == Media::Events => event_stream::answer(&state, *request, caller, client),
        Requests::Batch(_) if media == Media::Events => {
            let error = Error::input("A stream of events answers one request. Send each of the batch by itself.");
            reply::refused(media, StatusCode::BAD_REQUEST, &error)
        }
        Requests::Single(request) => reply::post(media, &*state.pipeline.answer(*request, caller).await),
        Requests::Batch(batch) => reply::batch(media, &state.pipeline.answer_batch(batch, caller).await),
    }
}

/// A query in the address; without one, a browser gets the playground.
pub async fn get(Shared(state): Shared<State>, http: Request) -> Response {
    let (uri, headers) = (http.uri(), http.headers());
    let wants_page = wants_page(headers);
    if uri.query().is_none_or(str::is_empty) && wants_page {
        return pages::playground(http.extensions().get::<SignIn>().is_some());
    }
    // A query typed into a browser's address bar gets JSON.
    let media = match Media::accepted(headers) {
        Some(media) => media,
        None if wants_page => Media::Json,
        None => return unacceptable(),
    };
    let request = match request::parameters(uri) {
        Ok(request) => request,
        Err(error) => return reply::refused(media, StatusCode::BAD_REQUEST, &error),
    };
    if state.pipeline.operation(&request) == Some(OperationType::Mutation) {
        let error = Error::input("A mutation changes something, so it is not for GET. Send it as POST.");
        let mut response = reply::refused(media, StatusCode::METHOD_NOT_ALLOWED, &error);
        let allowed = HeaderValue::from_static("POST");
        response.headers_mut().insert(header::ALLOW, allowed);
        return response;
    }
    let caller = caller(http.extensions());
    if media == Media::Events {
        let client = event_stream::Client::of(&state, &http);
        return event_stream::answer(&state, request, caller, client);
    }
    let answer = state.pipeline.answer(request, caller).await;
    match caller {
        Caller::Admin | Caller::Owner | Caller::Internal(_) => reply::uncacheable(media, &answer),
        Caller::Public => reply::get(media, &answer, headers),
    }
}

/// Whether a browser asks for a page.
pub fn wants_page(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT);
    accept.is_some_and(|value| value.to_str().is_ok_and(|value| value.contains("text/html")))
}

fn unacceptable() -> Response {
    let error = Error::input(
        "Answers are `application/graphql-response+json`, `application/json` or `text/event-stream`; the header `Accept` names none of them.",
    );
    reply::refused(Media::Json, StatusCode::NOT_ACCEPTABLE, &error)
}

/// The schema as SDL, where introspection is on.
pub async fn sdl(Shared(state): Shared<State>) -> Response {
    if !state.backend.limits.introspection {
        return (StatusCode::NOT_FOUND, "The schema is not shown on this server.\n").into_response();
    }
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    (kind, lorekeeper_graphql::sdl(state.backend.limits.federation)).into_response()
}
