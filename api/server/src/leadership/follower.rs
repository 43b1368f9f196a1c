//! Follower: the client of the leader's local API.

use super::LeaderInfo;
use super::endpoint::Endpoint;
use super::local_api::{CHALLENGE, CLIENT, Client as ForwardedClient, SECRET};
use crate::backup::Chunks;
use crate::http::{ClientAddress, caller, propagate_trace};
use axum::body::{Body, Bytes};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::uri::{PathAndQuery, Uri};
use axum::http::{Request, Response, StatusCode, Version};
use futures::stream::BoxStream;
use futures::{AsyncBufReadExt, StreamExt, TryStreamExt};
use hyper_util::rt::TokioIo;
use lorekeeper_graphql::Caller;
use lorekeeper_graphql::error::{Code, Error, Result};
use lorekeeper_ingest::jobs::{Event, Request as JobRequest};
use lorekeeper_mcp::{Author, CALLER_HEADER, GraphqlRequest, PUBLIC_CALLER};
use lorekeeper_store::Reader;
use serde::Serialize;
use serde_json::Value;
use std::time::Duration;
use tokio::sync::mpsc::unbounded_channel;
use tokio_stream::wrappers::UnboundedReceiverStream;

/// How much longer the leader may take to answer a request than a query may take: for waiting its turn, and for
/// the network.
pub(super) const ANSWER_MARGIN: Duration = Duration::from_secs(20);

/// How long the leader may take for what an admin changes: an import of a large file is answered when it is done.
const ADMIN_TIMEOUT: Duration = Duration::from_mins(30);

/// Longest sentence that says why there is no backup.
const MAX_SENTENCE_BYTES: usize = 4096;

/// How long the leader may take for the handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);

/// Without an event or a heartbeat for this long, the leader hangs.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(30);

/// Headers that are about one connection, not about the request. Those that a client names in `Connection` stay: the leader
/// heeds none of them.
const HOP_BY_HOP: [HeaderName; 8] = [
    header::CONNECTION,
    HeaderName::from_static("keep-alive"),
    header::PROXY_AUTHENTICATE,
    header::PROXY_AUTHORIZATION,
    header::TE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
];

/// A process that calls the leader.
#[derive(Clone, Debug)]
pub struct Follower {
    endpoint: Endpoint,
    /// How long the leader may take to begin an answer.
    answer_timeout: Duration,
}

/// Why a call was not answered.
#[derive(Debug)]
pub enum CallError {
    /// The leader is gone, or another process is at its address: join again.
    LeaderGone,
    /// The call failed; repeating it would not help.
    Failed(Error),
}

impl Follower {
    /// Connects to the leader; `None` unless it answers: one that hangs is tried again until the time to join is over.
    pub(super) async fn handshake(endpoint: Endpoint, answer_timeout: Duration) -> Option<Self> {
        let follower = Self { endpoint, answer_timeout };
        let asked = follower.send(Request::get("/health/live").body(Body::empty()).ok()?);
        let answer = follower.within(HANDSHAKE_TIMEOUT, asked).await.ok()?;
        (answer.status() == StatusCode::OK).then_some(follower)
    }

    /// The process that leads.
    pub fn leader(&self) -> LeaderInfo {
        LeaderInfo { pid: self.endpoint.pid, model: self.endpoint.model.clone() }
    }

    /// Executes a GraphQL operation at the leader, on behalf of a reader.
    pub async fn execute(&self, operation: &GraphqlRequest, reader: Reader) -> Result<Value, CallError> {
        let answer = async {
            let mut request = json_request("/graphql", operation)?;
            if operation.author == Author::Client {
                // Forwarded like a client's request, so that it has no more rights than one.
                let client = client_header(&ForwardedClient {
                    is_owner: reader == Reader::Owner,
                    ..ForwardedClient::default()
                })?;
                request.headers_mut().insert(CLIENT, client);
            } else if reader == Reader::Everyone {
                let caller = HeaderValue::from_static(PUBLIC_CALLER);
                request.headers_mut().insert(CALLER_HEADER, caller);
            }
            let response = self.send(request).await?;
            let status = response.status();
            let body =
                axum::body::to_bytes(response.into_body(), usize::MAX).await.map_err(|_| CallError::LeaderGone)?;
            serde_json::from_slice(&body).map_err(|_| self.unexpected(status))
        };
        self.within(self.answer_timeout, answer).await
    }

    /// Runs a job at the leader; the events end when the job or the leader does.
    pub async fn run(&self, request: &JobRequest) -> Result<BoxStream<'static, Event>, CallError> {
        let sent = self.send(json_request("/job", request)?);
        let response = self.within(self.answer_timeout, sent).await?;
        if response.status() != StatusCode::OK {
            return Err(self.unexpected(response.status()));
        }
        let (sender, events) = unbounded_channel();
        let body = response.into_body().into_data_stream();
        let body = body.map_err(std::io::Error::other).into_async_read();
        let mut lines = body.lines();
        let follower = self.clone();
        tokio::spawn(async move {
            loop {
                let event = match tokio::time::timeout(HEARTBEAT_TIMEOUT, lines.next()).await {
                    Ok(Some(Ok(line))) if line.is_empty() => continue,
                    Ok(Some(Ok(line))) => event_of(&line),
                    Ok(None | Some(Err(_))) => return,
                    Err(_) => failed(follower.timed_out()),
                };
                let is_last = matches!(event, Event::Failed(_));
                // The receiver may have gone.
                if sender.send(event).is_err() || is_last {
                    return;
                }
            }
        });
        Ok(UnboundedReceiverStream::new(events).boxed())
    }

    /// The archive of a backup, which the leader makes.
    pub async fn back_up(&self) -> Result<Chunks, CallError> {
        let request = Request::get("/backup").body(Body::empty());
        let sent = self.send(request.map_err(unsendable)?);
        let response = self.within(ADMIN_TIMEOUT, sent).await?;
        let status = response.status();
        let body = response.into_body();
        if status != StatusCode::OK {
            let sentence = axum::body::to_bytes(body, MAX_SENTENCE_BYTES).await;
            let sentence = sentence.map_err(|_| self.unexpected(status))?;
            let message = String::from_utf8_lossy(&sentence).trim().to_owned();
            let code = Code::Internal;
            return Err(CallError::Failed(Error { code, message }));
        }
        Ok(body.into_data_stream().map_err(std::io::Error::other).boxed())
    }

    /// Forwards a client's request to the leader, and the answer back; only the headers of the two connections
    /// differ.
    pub async fn forward(&self, parts: &axum::http::request::Parts, body: Bytes) -> Result<Response<Body>, CallError> {
        let upgrade = upgrade_of(&parts.headers);
        let mut request = Request::new(Body::from(body));
        *request.method_mut() = parts.method.clone();
        *request.uri_mut() = parts.uri.clone();
        let headers = request.headers_mut();
        *headers = parts.headers.clone();
        drop_hop_by_hop(headers);
        let client = ForwardedClient {
            address: parts.extensions.get().map(|ClientAddress(ip)| *ip),
            is_admin: caller(&parts.extensions) == Caller::Admin,
            is_owner: false,
        };
        let limit = if client.is_admin { self.answer_timeout.max(ADMIN_TIMEOUT) } else { self.answer_timeout };
        headers.insert(CLIENT, client_header(&client)?);
        if let Some(protocol) = &upgrade {
            switch_to(headers, protocol.clone());
        }
        // Only the head of the answer is waited for: the body is streamed.
        let mut response = self.within(limit, self.send(request)).await?;
        let switched = response.status() == StatusCode::SWITCHING_PROTOCOLS;
        let protocol = upgrade_of(response.headers());
        drop_hop_by_hop(response.headers_mut());
        if switched && let Some(protocol) = protocol {
            switch_to(response.headers_mut(), protocol);
            let upstream = hyper::upgrade::on(&mut response);
            let mut client = Request::new(());
            *client.extensions_mut() = parts.extensions.clone();
            let downstream = hyper::upgrade::on(&mut client);
            tokio::spawn(async move {
                if let (Ok(upstream), Ok(downstream)) = tokio::join!(upstream, downstream) {
                    // Either side may end it.
                    let _ =
                        tokio::io::copy_bidirectional(&mut TokioIo::new(upstream), &mut TokioIo::new(downstream)).await;
                }
            });
        }
        Ok(response)
    }

    /// The outcome of a call that takes no longer than `limit`.
    async fn within<T>(
        &self,
        limit: Duration,
        call: impl Future<Output = Result<T, CallError>>,
    ) -> Result<T, CallError> {
        tokio::time::timeout(limit, call).await.unwrap_or_else(|_| Err(CallError::Failed(self.timed_out())))
    }

    /// Sends a request over a connection of its own. Not by reqwest, which rewrites paths: what the guards have seen as
    /// `/x/../metrics` would reach `/metrics`.
    async fn send(&self, mut request: Request<Body>) -> Result<Response<Body>, CallError> {
        let path = request.uri().path_and_query();
        let path = path.map_or("/", PathAndQuery::as_str);
        *request.uri_mut() = Uri::try_from(path).map_err(unsendable)?;
        *request.version_mut() = Version::HTTP_11;
        let host = request.headers_mut().entry(header::HOST);
        host.or_insert(HeaderValue::from_static("localhost"));
        let secret = self.endpoint.secret.expose();
        let mut secret = HeaderValue::from_str(secret).map_err(unsendable)?;
        secret.set_sensitive(true);
        request.headers_mut().insert(SECRET, secret);
        propagate_trace(request.headers_mut());
        let gone = |cause: &dyn std::fmt::Display| {
            tracing::debug!(%cause, "the leader does not answer");
            CallError::LeaderGone
        };
        let connected = self.endpoint.connect().await;
        let mut connection = connected.map_err(|cause| gone(&cause))?;
        let response = connection.send_request(request).await;
        let response = response.map_err(|cause| gone(&cause))?;
        // Another leader at the same address has another secret.
        if response.status() == StatusCode::UNAUTHORIZED
            && response.headers().get(header::WWW_AUTHENTICATE).is_some_and(|value| value == CHALLENGE)
        {
            return Err(CallError::LeaderGone);
        }
        Ok(response.map(Body::new))
    }

    fn unexpected(&self, status: StatusCode) -> CallError {
        CallError::Failed(Error::internal(
            format!(
                "Process {}, which holds the store, answers in an unknown way. Its log may say why; if not, restart it.",
                self.endpoint.pid
            ),
            status,
        ))
    }

    fn timed_out(&self) -> Error {
        Error::internal(
            format!(
                "Process {}, which holds the store, does not answer. If it stays so, stop it; another process then takes over.",
                self.endpoint.pid
            ),
            "timed out",
        )
    }
}

fn json_request(path: &str, body: &impl Serialize) -> Result<Request<Body>, CallError> {
    let body = serde_json::to_vec(body).map_err(unsendable)?;
    Request::post(path).header(header::CONTENT_TYPE, "application/json").body(Body::from(body)).map_err(unsendable)
}

fn client_header(client: &ForwardedClient) -> Result<HeaderValue, CallError> {
    let client = serde_json::to_string(client).map_err(unsendable)?;
    HeaderValue::try_from(client).map_err(unsendable)
}

fn unsendable(cause: impl std::fmt::Display) -> CallError {
    CallError::Failed(Error::internal("The request cannot be passed on to the process that holds the store.", cause))
}

/// An error of ours as the failure of a job.
fn failed(error: Error) -> Event {
    Event::Failed(lorekeeper_ingest::Error::Failed(error.message))
}

fn event_of(line: &str) -> Event {
    serde_json::from_str(line).unwrap_or_else(|cause| {
        failed(Error::internal(
            "The process that holds the store answers in an unknown way. Stop it, and try again with the same version of LoreKeeper.",
            cause,
        ))
    })
}

/// The protocol of a connection upgrade.
fn upgrade_of(headers: &HeaderMap) -> Option<HeaderValue> {
    let mut connection = headers.get_all(header::CONNECTION).iter();
    let upgrades = connection.any(|value| {
        let value = value.to_str().unwrap_or_default().to_lowercase();
        value.split(',').any(|name| name.trim() == "upgrade")
    });
    headers.get(header::UPGRADE).filter(|_| upgrades).cloned()
}

fn switch_to(headers: &mut HeaderMap, protocol: HeaderValue) {
    headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(header::UPGRADE, protocol);
}

fn drop_hop_by_hop(headers: &mut HeaderMap) {
    for name in HOP_BY_HOP {
        headers.remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_ingest::jobs::{LogEntry, Severity};

    #[test]
    fn events_are_one_line_each() {
        let text = "two\nlines".to_owned();
        for event in
            [Event::Logged(LogEntry { severity: Severity::Note, text }), failed(Error::input("No.")), Event::Done]
        {
            let line = serde_json::to_string(&event).unwrap();
            assert!(!line.contains('\n'), "{line}");
            assert_eq!(serde_json::to_string(&event_of(&line)).unwrap(), line);
        }
        assert!(matches!(event_of("nonsense"), Event::Failed(_)));
    }

    #[test]
    fn hop_by_hop_headers_are_dropped() {
        let value = HeaderValue::from_static("close");
        let others = [header::HOST, header::CONTENT_LENGTH, header::AUTHORIZATION];
        let names = HOP_BY_HOP.into_iter().chain(others.clone());
        let mut headers: HeaderMap = names.map(|name| (name, value.clone())).collect();
        assert_eq!(upgrade_of(&headers), None);
        drop_hop_by_hop(&mut headers);
        assert_eq!(headers.len(), others.len(), "{headers:?}");
        assert!(others.iter().all(|name| headers.contains_key(name)));
    }

    #[test]
    fn an_upgrade_is_recognised() {
        let mut headers = HeaderMap::new();
        switch_to(&mut headers, HeaderValue::from_static("websocket"));
        assert_eq!(upgrade_of(&headers).unwrap(), "websocket");
        headers.remove(header::CONNECTION);
        assert_eq!(upgrade_of(&headers), None);
    }
}
