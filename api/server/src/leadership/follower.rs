//! Follower: the client of the leader's local API.

use super::endpoint::Endpoint;
use super::job_stream::{self, HEARTBEAT_TIMEOUT, Lines};
use super::leader::{CLIENT_ADDRESS, CLIENT_AUTHORIZATION, CLIENT_IS_ADMIN, FORWARDED, LeaderInfo};
use crate::http::{Admin, ClientAddress, propagate_trace};
use axum::body::{Body, Bytes};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, Request, Response, StatusCode, Uri, Version};
use futures::StreamExt;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioIo};
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_ingest::jobs::{Event, Request as JobRequest};
use lorekeeper_mcp::GraphqlRequest;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// How long the leader may take to accept a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How much longer the leader may take to answer a request than a query may take: for waiting its turn, and for
/// the network.
pub(super) const ANSWER_MARGIN: Duration = Duration::from_secs(20);

/// How long the leader may take for what an admin changes: an import of a large file is answered when it is done.
const ADMIN_TIMEOUT: Duration = Duration::from_mins(30);

/// How long the leader may take for the handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);

/// Headers that stay even if a client names them in `Connection`.
const END_TO_END: [HeaderName; 5] = [
    header::HOST,
    header::ORIGIN,
    header::AUTHORIZATION,
    header::CONTENT_TYPE,
    header::CONTENT_LENGTH,
];

/// Headers that are about one connection, not about the request.
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
    client: Client<HttpConnector, Body>,
    endpoint: Endpoint,
    leader: LeaderInfo,
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
    /// Connects to the leader, and asks what it is.
    pub(super) async fn handshake(
        endpoint: Endpoint,
        answer_timeout: Duration,
    ) -> Result<Self, CallError> {
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(CONNECT_TIMEOUT));
        connector.set_nodelay(true);
        let mut follower = Self {
            client: Client::builder(TokioExecutor::new()).build(connector),
            leader: LeaderInfo {
                pid: endpoint.pid,
                version: endpoint.version.clone(),
                model: String::new(),
            },
            endpoint,
            answer_timeout,
        };
        let info = follower.call::<(), LeaderInfo>(Method::GET, "/leader", None, HANDSHAKE_TIMEOUT);
        // A leader that hangs is tried again until the time to join is over.
        follower.leader = match info.await {
            Err(CallError::Failed(_)) => return Err(CallError::LeaderGone),
            other => other?,
        };
        Ok(follower)
    }

    /// The process that leads.
    #[must_use]
    pub fn leader(&self) -> &LeaderInfo {
        &self.leader
    }

    /// Executes a GraphQL operation at the leader.
    pub async fn execute(&self, operation: &GraphqlRequest) -> Result<Value, CallError> {
        self.call(
            Method::POST,
            "/graphql",
            Some(operation),
            self.answer_timeout,
        )
        .await
    }

    /// Runs a job at the leader; the events end when the job or the leader does.
    pub async fn run(&self, request: &JobRequest) -> Result<UnboundedReceiver<Event>, CallError> {
        let sent = self.send(json_request(Method::POST, "/job", Some(request))?);
        let response = tokio::time::timeout(self.answer_timeout, sent)
            .await
            .unwrap_or_else(|_| Err(CallError::Failed(self.timed_out())))?;
        if response.status() != StatusCode::OK {
            return Err(self.unexpected(response.status()));
        }
        let (sender, events) = unbounded_channel();
        let mut chunks = response.into_body().into_data_stream();
        let follower = self.clone();
        tokio::spawn(async move {
            let mut lines = Lines::default();
            loop {
                let Ok(chunk) = tokio::time::timeout(HEARTBEAT_TIMEOUT, chunks.next()).await else {
                    // The receiver may have gone.
                    let _ = sender.send(Event::Failed(job_stream::failure(follower.timed_out())));
                    return;
                };
                let Some(Ok(chunk)) = chunk else {
                    return;
                };
                let read = lines
                    .push(&chunk)
                    .unwrap_or_else(|error| vec![Event::Failed(job_stream::failure(error))]);
                for event in read {
                    if sender.send(event).is_err() {
                        return;
                    }
                }
            }
        });
        Ok(events)
    }

    /// Forwards a client's request to the leader, and the answer back; only the headers of the two connections
    /// differ.
    pub async fn forward(
        &self,
        parts: &axum::http::request::Parts,
        body: Bytes,
    ) -> Result<Response<Body>, CallError> {
        let upgrade = upgrade_of(&parts.headers);
        let mut request = Request::new(Body::from(body));
        *request.method_mut() = parts.method.clone();
        *request.uri_mut() = parts.uri.clone();
        let headers = request.headers_mut();
        *headers = parts.headers.clone();
        drop_hop_by_hop(headers);
        headers.insert(FORWARDED, HeaderValue::from_static("1"));
        headers.remove(CLIENT_AUTHORIZATION);
        headers.remove(CLIENT_IS_ADMIN);
        let mut limit = self.answer_timeout;
        if parts.extensions.get::<Admin>().is_some() {
            limit = limit.max(ADMIN_TIMEOUT);
            headers.insert(CLIENT_IS_ADMIN, HeaderValue::from_static("1"));
        }
        headers.remove(CLIENT_ADDRESS);
        if let Some(ClientAddress(address)) = parts.extensions.get()
            && let Ok(address) = HeaderValue::try_from(address.to_string())
        {
            headers.insert(CLIENT_ADDRESS, address);
        }
        if let Some(own) = headers.remove(header::AUTHORIZATION) {
            headers.insert(CLIENT_AUTHORIZATION, own);
        }
        if let Some(protocol) = &upgrade {
            switch_to(headers, protocol.clone());
        }
        // Only the head of the answer is waited for: the body is streamed.
        let mut response = tokio::time::timeout(limit, self.send(request))
            .await
            .unwrap_or_else(|_| Err(CallError::Failed(self.timed_out())))?;
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
                    let _ = tokio::io::copy_bidirectional(
                        &mut TokioIo::new(upstream),
                        &mut TokioIo::new(downstream),
                    )
                    .await;
                }
            });
        }
        Ok(response)
    }

    async fn call<B: Serialize, A: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&B>,
        timeout: Duration,
    ) -> Result<A, CallError> {
        let answer = async {
            let response = self.send(json_request(method, path, body)?).await?;
            let status = response.status();
            let body = axum::body::to_bytes(response.into_body(), usize::MAX)
                .await
                .map_err(|_| CallError::LeaderGone)?;
            serde_json::from_slice(&body).map_err(|_| self.unexpected(status))
        };
        tokio::time::timeout(timeout, answer)
            .await
            .unwrap_or_else(|_| Err(CallError::Failed(self.timed_out())))
    }

    async fn send(&self, mut request: Request<Body>) -> Result<Response<Body>, CallError> {
        let path = request
            .uri()
            .path_and_query()
            .map_or("/", axum::http::uri::PathAndQuery::as_str);
        let uri = format!("http://{}{path}", self.endpoint.address);
        *request.uri_mut() = Uri::try_from(uri).map_err(unsendable)?;
        *request.version_mut() = Version::HTTP_11;
        let mut bearer =
            HeaderValue::from_str(&self.endpoint.secret.bearer()).map_err(unsendable)?;
        bearer.set_sensitive(true);
        request.headers_mut().insert(header::AUTHORIZATION, bearer);
        propagate_trace(request.headers_mut());
        let response = self.client.request(request).await.map_err(|cause| {
            tracing::debug!(%cause, "the leader does not answer");
            CallError::LeaderGone
        })?;
        // Another leader at the same address has another secret.
        if response.status() == StatusCode::UNAUTHORIZED
            && response
                .headers()
                .get(header::WWW_AUTHENTICATE)
                .is_some_and(|value| value == super::leader::CHALLENGE)
        {
            return Err(CallError::LeaderGone);
        }
        Ok(response.map(Body::new))
    }

    fn unexpected(&self, status: StatusCode) -> CallError {
        CallError::Failed(Error::internal(
            format!(
                "Process {}, which holds the store, answers in an unknown way. Its log may say why; if not, restart it.",
                self.leader.pid
            ),
            status,
        ))
    }

    fn timed_out(&self) -> Error {
        Error::internal(
            format!(
                "Process {}, which holds the store, does not answer. If it stays so, stop it; another process then takes over.",
                self.leader.pid
            ),
            "timed out",
        )
    }
}

fn json_request<B: Serialize>(
    method: Method,
    path: &str,
    body: Option<&B>,
) -> Result<Request<Body>, CallError> {
    let text = match body {
        Some(body) => serde_json::to_vec(body).map_err(unsendable)?,
        None => Vec::new(),
    };
    Request::builder()
        .method(method)
        .uri(path)
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(text))
        .map_err(unsendable)
}

fn unsendable(cause: impl std::fmt::Display) -> CallError {
    CallError::Failed(Error::internal(
        "The request cannot be passed on to the process that holds the store.",
        cause,
    ))
}

/// The protocol of a connection upgrade.
fn upgrade_of(headers: &HeaderMap) -> Option<HeaderValue> {
    named_by_connection(headers)
        .contains(&header::UPGRADE)
        .then(|| headers.get(header::UPGRADE).cloned())
        .flatten()
}

fn switch_to(headers: &mut HeaderMap, protocol: HeaderValue) {
    headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(header::UPGRADE, protocol);
}

fn drop_hop_by_hop(headers: &mut HeaderMap) {
    for name in named_by_connection(headers).into_iter().chain(HOP_BY_HOP) {
        headers.remove(name);
    }
}

fn named_by_connection(headers: &HeaderMap) -> Vec<HeaderName> {
    headers
        .get_all(header::CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|name| name.trim().parse().ok())
        .filter(|name| !END_TO_END.contains(name))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hop_by_hop_headers_are_dropped() {
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("connection", "close, X-Own"),
            ("x-own", "1"),
            ("keep-alive", "timeout=5"),
            ("transfer-encoding", "chunked"),
            ("te", "trailers"),
            ("host", "lore.example"),
            ("content-length", "3"),
            ("x-else", "2"),
        ] {
            headers.insert(
                HeaderName::try_from(name).unwrap(),
                HeaderValue::from_static(value),
            );
        }
        assert_eq!(upgrade_of(&headers), None);
        drop_hop_by_hop(&mut headers);
        let mut left: Vec<_> = headers.keys().map(HeaderName::as_str).collect();
        left.sort_unstable();
        assert_eq!(left, ["content-length", "host", "x-else"]);
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
