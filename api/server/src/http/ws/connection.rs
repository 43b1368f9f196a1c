//! State machine of one WebSocket connection.
//!
//! One task reads, executes and writes in turn: backpressure, since nothing is read from a client that does not read.

use super::Sockets;
use super::protocol::{self, Close, MAX_MESSAGE_BYTES};
use crate::http::oauth::Grant;
use crate::http::quota::Permit;
use crate::http::rate::{self, Limiter, too_many};
use crate::http::read_rate::MIN_BYTES_PER_SECOND;
use async_graphql::http::{ClientMessage, WebSocketProtocols as Protocol};
use async_graphql::{ErrorExtensions, Pos, Request, Response};
use axum::extract::ws::{Message, WebSocket};
use futures::StreamExt;
use futures::stream::{self, BoxStream};
use lorekeeper_graphql::Caller;
use lorekeeper_graphql::error::Error;
use serde_json::Value;
use std::net::IpAddr;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior};
use tokio_stream::StreamMap;

/// Most operations that run at a time.
const MAX_OPERATIONS: usize = 32;

/// Longest id of an operation, in bytes.
const MAX_ID_BYTES: usize = 200;

/// How long a client may take to send `connection_init`.
const INIT_TIMEOUT: Duration = Duration::from_secs(10);

/// How often the client is pinged.
const PING_INTERVAL: Duration = Duration::from_secs(20);

/// How long a client may be silent: it answers pings.
const IDLE_TIMEOUT: Duration = Duration::from_secs(50);

/// How long sending a short message may take.
const MIN_SEND_TIMEOUT: Duration = Duration::from_secs(20);

/// A client and its limits.
#[derive(Clone)]
pub(super) struct Client {
    /// The limits.
    pub limit: Limiter,
    /// Key of the rate limit.
    pub key: rate::Client,
    /// Key of the quota of unsent answers.
    pub address: IpAddr,
}

/// One connection.
pub(super) struct Connection {
    sockets: Sockets,
    protocol: Protocol,
    /// The rights of the client; `None` before it has shown a token where one is needed.
    caller: Option<Caller>,
    client: Client,
    /// When the access token of the client is no longer good.
    expires: Option<Instant>,
    /// Whether the client has sent `connection_init`.
    initialised: bool,
    operations: StreamMap<String, BoxStream<'static, Outgoing>>,
}

/// A message of an operation.
struct Outgoing {
    message: Message,
    /// Whether the operation ends with it.
    last: bool,
    /// Its share of the quota of unsent answers, until it is sent.
    room: Option<Permit>,
}

impl Outgoing {
    fn last(message: Message) -> Self {
        let (last, room) = (true, None);
        Self { message, last, room }
    }
}

/// The close frame of a connection that ends; `None` where the client is gone or does not read.
type Ended = Option<Close>;

impl Connection {
    /// A connection of a client, which may have shown a token when it opened it.
    pub fn new(sockets: Sockets, protocol: Protocol, client: Client, caller: Option<Caller>) -> Self {
        Self { sockets, protocol, caller, client, expires: None, initialised: false, operations: StreamMap::new() }
    }

    /// Gives the client the rights of its access token, for as long as that is good.
    pub fn accept(&mut self, grant: Grant) {
        if !grant.reads {
            return;
        }
        let now = Instant::now();
        self.expires = Some(now.checked_add(grant.remaining).unwrap_or(now));
        self.caller = Some(if grant.is_admin { Caller::Admin } else { Caller::Public });
        self.client.key = rate::Client::Login(grant.subject);
    }

    /// Serves the connection to its end, or until this process stops.
    pub async fn serve(mut self, socket: &mut WebSocket, stopping: &mut watch::Receiver<bool>) -> Ended {
        let opened = Instant::now();
        let mut last_heard = opened;
        let mut ping = tokio::time::interval_at(opened + PING_INTERVAL, PING_INTERVAL);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let (reply, _room) = tokio::select! {
                () = begun(stopping) => return Some(Close::STOPPING),
                () = tokio::time::sleep_until(opened + INIT_TIMEOUT), if !self.initialised => {
                    return Some(Close::INIT_TIMEOUT);
                }
                () = expiry(self.expires) => return Some(Close::EXPIRED),
                _ = ping.tick() => {
                    if last_heard.elapsed() > IDLE_TIMEOUT {
                        return None;
                    }
                    (Some(Message::Ping(axum::body::Bytes::new())), None)
                }
                message = socket.recv() => {
                    let message = message?.ok()?;
                    last_heard = Instant::now();
                    match self.receive(message).await {
                        Ok(reply) => (reply, None),
                        Err(ended) => return ended,
                    }
                }
                Some((id, outgoing)) = self.operations.next() => {
                    if outgoing.last {
                        self.operations.remove(&id);
                    }
                    (Some(outgoing.message), outgoing.room)
                }
            };
            if let Some(reply) = reply {
                let sent = tokio::time::timeout(send_timeout(&reply), socket.send(reply)).await;
                if !matches!(sent, Ok(Ok(()))) {
                    return None;
                }
            }
        }
    }

    async fn receive(&mut self, message: Message) -> Result<Option<Message>, Ended> {
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return Err(None),
            Message::Binary(_) => return Err(Some(Close::invalid("Messages are text".to_owned()))),
            Message::Ping(_) | Message::Pong(_) => return Ok(None),
        };
        if text.len() > MAX_MESSAGE_BYTES {
            return Err(Some(Close::TOO_LONG));
        }
        let message = ClientMessage::from_bytes(text.as_str())
            .map_err(|cause| Some(Close::invalid(format!("Invalid message: {cause}"))))?;
        if protocol::is_start_of_older(&text) {
            self.protocol = Protocol::SubscriptionsTransportWS;
        }
        match message {
            ClientMessage::ConnectionInit { .. } if self.initialised => Err(Some(Close::INIT_TWICE)),
            ClientMessage::ConnectionInit { payload } => {
                self.initialised = true;
                self.authenticate(payload.as_ref()).await;
                if self.caller.is_none() {
                    return Err(Some(Close::FORBIDDEN));
                }
                Ok(Some(protocol::acknowledged()))
            }
            ClientMessage::Start { .. } if !self.initialised => Err(Some(Close::NOT_ACKNOWLEDGED)),
            ClientMessage::Start { id, payload } => self.start(id, payload),
            ClientMessage::Stop { id } => {
                let stopped = self.operations.remove(&id).is_some();
                // The older protocol answers it.
                let answered = stopped && self.protocol == Protocol::SubscriptionsTransportWS;
                Ok(answered.then(|| protocol::complete(&id)))
            }
            ClientMessage::ConnectionTerminate => Err(None),
            ClientMessage::Ping { payload } => Ok(Some(protocol::pong(payload))),
            ClientMessage::Pong { .. } => Ok(None),
        }
    }

    /// Gives the client the rights of a token in the payload of `connection_init`.
    async fn authenticate(&mut self, payload: Option<&Value>) {
        let Some(given) = authorization(payload) else {
            return;
        };
        let admin_token = self.sockets.admin_token.as_ref();
        if admin_token.is_some_and(|token| token.matches_bearer(given)) {
            self.caller = Some(Caller::Admin);
        } else if self.sockets.tokens.token_in(given).is_some() {
            self.caller = Some(Caller::Public);
        } else if let Some(grant) = self.sockets.granted(given).await {
            self.accept(grant);
        }
    }

    fn start(&mut self, id: String, request: Request) -> Result<Option<Message>, Ended> {
        if self.operations.contains_key(&id) {
            return Err(Some(Close::duplicate_id(&id)));
        }
        if id.len() > MAX_ID_BYTES {
            let reason = format!("An id has at most {MAX_ID_BYTES} bytes");
            return Err(Some(Close::invalid(reason)));
        }
        if self.operations.len() >= MAX_OPERATIONS {
            let refusal = Error::too_complex(format!(
                "A connection has at most {MAX_OPERATIONS} operations at a time. End one, or open another connection."
            ));
            return Ok(Some(refused(self.protocol, &id, &refusal)));
        }
        if let Some(wait) = self.client.limit.wait(self.client.key) {
            let (refusal, _) = too_many(wait);
            return Ok(Some(refused(self.protocol, &id, &refusal)));
        }
        let caller = self.caller.ok_or(Some(Close::FORBIDDEN))?;
        let operation = self.answers(id.clone(), request, caller);
        self.operations.insert(id, operation);
        Ok(None)
    }

    /// The messages of an operation. Each answer is serialised as soon as it is made, so that unsent bytes are counted.
    fn answers(&self, id: String, request: Request, caller: Caller) -> BoxStream<'static, Outgoing> {
        let (protocol, client) = (self.protocol, self.client.clone());
        let complete = Outgoing::last(protocol::complete(&id));
        let mut first = true;
        let write = move |response: Response| {
            let before = std::mem::replace(&mut first, false);
            let nothing = response.is_err() && response.data == async_graphql::Value::Null;
            if before && nothing {
                return Outgoing::last(protocol::error(protocol, &id, response));
            }
            let message = protocol::next(protocol, &id, response);
            match client.limit.room(client.address, length(&message)) {
                Ok(room) => Outgoing { message, last: false, room },
                Err(error) => Outgoing::last(refused(protocol, &id, &error)),
            }
        };
        self.sockets.pipeline.stream(request, caller, write).chain(stream::once(async { complete })).boxed()
    }
}

/// The `Authorization` in the payload of `connection_init`, written as that of a request.
fn authorization(payload: Option<&Value>) -> Option<&str> {
    let fields = payload?.as_object()?;
    let mut named = fields.iter().filter(|(name, _)| name.eq_ignore_ascii_case("authorization"));
    named.next()?.1.as_str()
}

/// Waits until this process stops.
async fn begun(stopping: &mut watch::Receiver<bool>) {
    // A sender that is gone means the same.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// Waits for the end of an access token; without one, for ever.
async fn expiry(expires: Option<Instant>) {
    match expires {
        Some(expires) => tokio::time::sleep_until(expires).await,
        None => std::future::pending().await,
    }
}

/// How long sending a message may take: longer for a long one. The connection itself finds far slower clients sooner.
fn send_timeout(message: &Message) -> Duration {
    let seconds = length(message) as u64 / MIN_BYTES_PER_SECOND;
    MIN_SEND_TIMEOUT.saturating_add(Duration::from_secs(seconds))
}

fn length(message: &Message) -> usize {
    match message {
        Message::Text(text) => text.len(),
        Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
        Message::Close(_) => 0,
    }
}

fn refused(protocol: Protocol, id: &str, refusal: &Error) -> Message {
    let error = refusal.extend().into_server_error(Pos::default());
    protocol::error(protocol, id, Response::from_errors(vec![error]))
}
