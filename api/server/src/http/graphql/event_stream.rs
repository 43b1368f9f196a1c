//! GraphQL over server-sent events, by the protocol `graphql-sse` with a connection for each operation: its answers are
//! events `next`, its end is an event `complete`.
//!
//! Backpressure: the next answer is made when the connection has room for it, and what waits is counted.

use crate::http::chunked_body::split;
use crate::http::oauth::Shown;
use crate::http::quota::Permit;
use crate::http::rate::{Limiter, RETRY_AFTER_SECONDS, retry_later};
use crate::http::server::Closing;
use crate::http::{State, client};
use async_graphql::parser::types::OperationType;
use async_graphql::{Request, Response as Answer};
use axum::body::{Body, Bytes};
use axum::extract::Request as HttpRequest;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use futures::future::{self, BoxFuture, FutureExt};
use futures::stream::{self, BoxStream};
use lorekeeper_graphql::Caller;
use lorekeeper_graphql::error::Error;
use serde_json::json;
use std::convert::Infallible;
use std::net::IpAddr;
use std::time::Duration;

/// Pause after which a comment is sent: proxies close connections that are silent for a minute.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(15);

/// Tells nginx to pass events on as they come.
const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// What a stream needs of the HTTP request.
pub struct Client {
    limit: Limiter,
    address: IpAddr,
    /// When a subscription ends: the server stops, or the access token is no longer good.
    end: BoxFuture<'static, ()>,
}

impl Client {
    /// The client of a request.
    pub fn of(state: &State, request: &HttpRequest) -> Self {
        let extensions = request.extensions();
        let limit = extensions.get::<Limiter>().unwrap_or(&state.limit).clone();
        let closing = extensions.get::<Closing>().cloned().unwrap_or_default();
        let remaining = match extensions.get() {
            Some(Shown(Ok(grant))) => Some(grant.remaining),
            _ => None,
        };
        let mut stopping = state.backend.ingest.stopping.subscribe();
        let end = async move {
            let expired = async {
                match remaining {
                    Some(remaining) => tokio::time::sleep(remaining).await,
                    None => future::pending().await,
                }
            };
            tokio::select! {
                // A sender that is gone means the same.
                _ = stopping.wait_for(|stopping| *stopping) => {}
                () = closing.begun() => {}
                () = expired => {}
            }
        };
        Self { address: limit.address(request), limit, end: end.boxed() }
    }
}

/// An event, and its share of the quota of unsent answers.
struct Event {
    bytes: Bytes,
    room: Option<Permit>,
    is_last: bool,
}

impl Event {
    fn next(answer: &impl serde::Serialize) -> Self {
        // What the library answers can be written.
        let json = serde_json::to_string(answer).unwrap_or_default();
        Self::from_bytes(format!("event: next\ndata: {json}\n\n").into())
    }

    fn from_bytes(bytes: Bytes) -> Self {
        let (room, is_last) = (None, false);
        Self { bytes, room, is_last }
    }

    /// The end of an operation; its empty field is for browsers, which pass on no event without one.
    fn complete() -> Self {
        let bytes = Bytes::from_static(b"event: complete\ndata:\n\n");
        Self { is_last: true, ..Self::from_bytes(bytes) }
    }
}

/// The answers to an operation, as events.
pub fn answer(state: &State, request: Request, caller: Caller, client: Client) -> Response {
    let Client { limit, address, end } = client;
    let Some(stream) = state.streams.acquire(Some(client::network(address)), 1) else {
        let error = Error::rate_limited(
            "Too many streams and sockets are open already. Close some of yours, or try again later.",
        );
        let status = StatusCode::SERVICE_UNAVAILABLE;
        return retry_later("/graphql", status, &error, RETRY_AFTER_SECONDS);
    };
    // A query ends by itself, and is answered also by a server that stops.
    let end = match state.pipeline.operation(&request) {
        Some(OperationType::Subscription) => end,
        _ => future::pending().boxed(),
    };
    let write = move |answer: Answer| {
        let event = Event::next(&answer);
        match limit.room(address, event.bytes.len()) {
            Ok(room) => Event { room, ..event },
            Err(error) => refused(&error),
        }
    };
    let answers = state.pipeline.stream(request, caller, write);
    let events = Events { answers, end, is_over: false };
    let chunks = stream::unfold(events, async |mut events| {
        let event = events.next().await?;
        Some((event, events))
    });
    let chunks = chunks.flat_map(move |Event { bytes, room, .. }| {
        stream::iter(split(bytes)).map(move |chunk| {
            let _held = &room;
            Ok::<_, Infallible>(chunk)
        })
    });
    let chunks = chunks.inspect(move |_| {
        let _held = &stream;
    });
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (BUFFERING, "no"),
    ];
    (headers, Body::from_stream(chunks)).into_response()
}

/// An answer for which there is no room ends its operation.
fn refused(error: &Error) -> Event {
    let code = json!({"code": error.code.as_str()});
    let error = json!({"message": error.message, "extensions": code});
    let Event { bytes, .. } = Event::next(&json!({"errors": [error]}));
    let end = Event::complete();
    Event { bytes: [bytes, end.bytes.clone()].concat().into(), ..end }
}

/// The events of an operation.
struct Events {
    answers: BoxStream<'static, Event>,
    end: BoxFuture<'static, ()>,
    is_over: bool,
}

impl Events {
    /// The next event; a comment where nothing happens. A stream that ends without `complete` is one that its client
    /// may begin again.
    async fn next(&mut self) -> Option<Event> {
        if self.is_over {
            return None;
        }
        let event = tokio::select! {
            event = self.answers.next() => event.unwrap_or_else(Event::complete),
            () = &mut self.end => return None,
            () = tokio::time::sleep(KEEP_ALIVE_INTERVAL) => Event::from_bytes(Bytes::from_static(b":\n\n")),
        };
        self.is_over = event.is_last;
        Some(event)
    }
}
