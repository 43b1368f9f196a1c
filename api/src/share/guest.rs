//! A process beside the holder: it asks the holder's private endpoint.

use super::endpoint::Endpoint;
use super::holder::{About, FORWARDED, OF_ADMIN, OF_CLIENT, OWN_AUTHORIZATION};
use super::job::{HEARTBEAT_TIMEOUT, Lines};
use crate::error::{Error, Result};
use crate::http::{Admin, ClientAddress, pass_on};
use crate::jobs::{Event, Request as JobRequest};
use axum::body::{Body, Bytes};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, Request, Response, StatusCode, Uri, Version};
use futures::StreamExt;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioIo};
use lorekeeper_mcp::GraphqlRequest;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// How long the holder may take to accept a connection.
const CONNECT: Duration = Duration::from_secs(5);

/// How much longer the holder may take to answer a request than a query may take: for waiting its turn, and for the way.
pub(super) const ANSWER_MARGIN: Duration = Duration::from_secs(20);

/// How long the holder may take for what an admin changes: an import of a large file is answered when it is done.
const CHANGE: Duration = Duration::from_mins(30);

/// How long the holder may take to say who it is.
const GREETING: Duration = Duration::from_secs(5);

/// Headers that a client cannot take away by calling them hop-by-hop: who is asked, by whom, and with what.
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

/// A process beside the holder.
#[derive(Clone, Debug)]
pub struct Guest {
    client: Client<HttpConnector, Body>,
    endpoint: Endpoint,
    about: About,
    /// How long the holder may take to begin an answer.
    answer_timeout: Duration,
}

/// Why the holder did not answer.
#[derive(Debug)]
pub enum Unanswered {
    /// It is gone, or somebody else is at its address: find out who holds the store now.
    Gone,
    /// It is there, but this did not work; asking again would not help.
    Failed(Error),
}

impl Guest {
    /// Greets the holder.
    pub(super) async fn greet(
        endpoint: Endpoint,
        answer_timeout: Duration,
    ) -> Result<Self, Unanswered> {
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(CONNECT));
        connector.set_nodelay(true);
        let mut guest = Self {
            client: Client::builder(TokioExecutor::new()).build(connector),
            about: About {
                pid: endpoint.pid,
                version: endpoint.version.clone(),
                model: String::new(),
            },
            endpoint,
            answer_timeout,
        };
        let greeting = guest.ask::<(), About>(Method::GET, "/holder", None, GREETING);
        // A holder that is stuck is found again by whoever greets next.
        guest.about = match greeting.await {
            Err(Unanswered::Failed(_)) => return Err(Unanswered::Gone),
            other => other?,
        };
        Ok(guest)
    }

    /// Who holds the store.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Has the holder answer a GraphQL operation.
    pub async fn execute(&self, operation: &GraphqlRequest) -> Result<Value, Unanswered> {
        self.ask(
            Method::POST,
            "/graphql",
            Some(operation),
            self.answer_timeout,
        )
        .await
    }

    /// Has the holder do a job; the events end when the job does, or the holder.
    pub async fn run(&self, request: &JobRequest) -> Result<UnboundedReceiver<Event>, Unanswered> {
        let sent = self.send(json_request(Method::POST, "/job", Some(request))?);
        let response = tokio::time::timeout(self.answer_timeout, sent)
            .await
            .unwrap_or_else(|_| Err(Unanswered::Failed(self.slow())))?;
        if response.status() != StatusCode::OK {
            return Err(self.odd(response.status()));
        }
        let (tell, events) = unbounded_channel();
        let mut pieces = response.into_body().into_data_stream();
        let slow = self.clone();
        tokio::spawn(async move {
            let mut lines = Lines::default();
            loop {
                let Ok(piece) = tokio::time::timeout(HEARTBEAT_TIMEOUT, pieces.next()).await else {
                    // Who asked may have gone.
                    let _ = tell.send(Event::Failed(slow.slow()));
                    return;
                };
                let Some(Ok(piece)) = piece else {
                    return;
                };
                let read = lines
                    .push(&piece)
                    .unwrap_or_else(|error| vec![Event::Failed(error)]);
                for event in read {
                    if tell.send(event).is_err() {
                        return;
                    }
                }
            }
        });
        Ok(events)
    }

    /// Passes a client's request on to the holder, and the holder's answer back, as they are but for what
    /// concerns the two connections.
    pub async fn forward(
        &self,
        parts: &axum::http::request::Parts,
        body: Bytes,
    ) -> Result<Response<Body>, Unanswered> {
        let upgrade = upgrade_of(&parts.headers);
        let mut request = Request::new(Body::from(body));
        *request.method_mut() = parts.method.clone();
        *request.uri_mut() = parts.uri.clone();
        let headers = request.headers_mut();
        *headers = parts.headers.clone();
        drop_hop_by_hop(headers);
        headers.insert(FORWARDED, HeaderValue::from_static("1"));
        headers.remove(OWN_AUTHORIZATION);
        headers.remove(OF_ADMIN);
        let mut limit = self.answer_timeout;
        if parts.extensions.get::<Admin>().is_some() {
            limit = limit.max(CHANGE);
            headers.insert(OF_ADMIN, HeaderValue::from_static("1"));
        }
        headers.remove(OF_CLIENT);
        if let Some(ClientAddress(address)) = parts.extensions.get()
            && let Ok(address) = HeaderValue::try_from(address.to_string())
        {
            headers.insert(OF_CLIENT, address);
        }
        if let Some(own) = headers.remove(header::AUTHORIZATION) {
            headers.insert(OWN_AUTHORIZATION, own);
        }
        if let Some(protocol) = &upgrade {
            switch_to(headers, protocol.clone());
        }
        // The body may take its time: it comes while it is made.
        let mut response = tokio::time::timeout(limit, self.send(request))
            .await
            .unwrap_or_else(|_| Err(Unanswered::Failed(self.slow())))?;
        let switched = response.status() == StatusCode::SWITCHING_PROTOCOLS;
        let protocol = upgrade_of(response.headers());
        drop_hop_by_hop(response.headers_mut());
        if switched && let Some(protocol) = protocol {
            switch_to(response.headers_mut(), protocol);
            let theirs = hyper::upgrade::on(&mut response);
            let mut client = Request::new(());
            *client.extensions_mut() = parts.extensions.clone();
            let ours = hyper::upgrade::on(&mut client);
            tokio::spawn(async move {
                if let (Ok(theirs), Ok(ours)) = tokio::join!(theirs, ours) {
                    // It ends when one of the two ends it.
                    let _ = tokio::io::copy_bidirectional(
                        &mut TokioIo::new(theirs),
                        &mut TokioIo::new(ours),
                    )
                    .await;
                }
            });
        }
        Ok(response)
    }

    async fn ask<B: Serialize, A: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&B>,
        patience: Duration,
    ) -> Result<A, Unanswered> {
        let answer = async {
            let response = self.send(json_request(method, path, body)?).await?;
            let status = response.status();
            let body = axum::body::to_bytes(response.into_body(), usize::MAX)
                .await
                .map_err(|_| Unanswered::Gone)?;
            serde_json::from_slice(&body).map_err(|_| self.odd(status))
        };
        tokio::time::timeout(patience, answer)
            .await
            .unwrap_or_else(|_| Err(Unanswered::Failed(self.slow())))
    }

    async fn send(&self, mut request: Request<Body>) -> Result<Response<Body>, Unanswered> {
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
        pass_on(request.headers_mut());
        let response = self.client.request(request).await.map_err(|cause| {
            tracing::debug!(%cause, "the holder of the store does not answer");
            Unanswered::Gone
        })?;
        // Another holder at the same address has another secret.
        if response.status() == StatusCode::UNAUTHORIZED
            && response
                .headers()
                .get(header::WWW_AUTHENTICATE)
                .is_some_and(|value| value == super::holder::CHALLENGE)
        {
            return Err(Unanswered::Gone);
        }
        Ok(response.map(Body::new))
    }

    fn odd(&self, status: StatusCode) -> Unanswered {
        Unanswered::Failed(Error::internal(
            format!(
                "Process {}, which holds the store, answers in an unknown way. Its log may say why; if not, restart it.",
                self.about.pid
            ),
            status,
        ))
    }

    fn slow(&self) -> Error {
        Error::internal(
            format!(
                "Process {}, which holds the store, does not answer. If it stays so, stop it; another process then takes over.",
                self.about.pid
            ),
            "timed out",
        )
    }
}

fn json_request<B: Serialize>(
    method: Method,
    path: &str,
    body: Option<&B>,
) -> Result<Request<Body>, Unanswered> {
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

fn unsendable(cause: impl std::fmt::Display) -> Unanswered {
    Unanswered::Failed(Error::internal(
        "The request cannot be passed on to the process that holds the store.",
        cause,
    ))
}

/// The protocol that a connection is to be switched to.
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
    fn what_concerns_one_connection_stays_there() {
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
    fn an_upgrade_is_seen() {
        let mut headers = HeaderMap::new();
        switch_to(&mut headers, HeaderValue::from_static("websocket"));
        assert_eq!(upgrade_of(&headers).unwrap(), "websocket");
        headers.remove(header::CONNECTION);
        assert_eq!(upgrade_of(&headers), None);
    }
}
