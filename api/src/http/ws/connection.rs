//! One connection: what a client may say when, and what it is answered.
//!
//! One task reads, runs and writes in turn, so nothing is read from a client that does not read: operations wait
//! until what was told before is sent.

use super::protocol::{self, Close, LONGEST};
use crate::app::App;
use crate::error::Error;
use crate::graphql::{Caller, Gate};
use crate::http::pace::MIN_BYTES_PER_SECOND;
use crate::http::quota::Taken;
use crate::http::rate::{Client, Limit, too_many};
use crate::http::tokens::Tokens;
use crate::secret::Secret;
use async_graphql::http::{ClientMessage, WebSocketProtocols as Protocol};
use async_graphql::{ErrorExtensions, Pos, Request, Response};
use axum::extract::ws::{Message, WebSocket};
use futures::StreamExt;
use futures::stream::{self, BoxStream};
use serde_json::Value;
use std::net::IpAddr;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior};
use tokio_stream::StreamMap;

/// How many operations may run on a connection.
const OPERATIONS: usize = 32;

/// Longest id of an operation, in bytes.
const LONGEST_ID: usize = 200;

/// How long a client may take to begin.
const INIT: Duration = Duration::from_secs(10);

/// How often a quiet client is asked whether it is still there.
const PING: Duration = Duration::from_secs(20);

/// How long a client may be quiet: it answers pings.
const QUIET: Duration = Duration::from_secs(50);

/// How long a client may take to take a message, in any case.
const SLOW: Duration = Duration::from_secs(20);

/// Who a client is to the limits of this server.
#[derive(Clone)]
pub(super) struct Rated {
    /// The limits.
    pub limit: Limit,
    /// Whom requests are counted for.
    pub client: Client,
    /// Whom answers are counted for.
    pub address: IpAddr,
}

/// One connection.
pub(super) struct Connection {
    gate: Gate,
    protocol: Protocol,
    /// Who the client is; nobody before it has shown a token where that is wanted.
    caller: Option<Caller>,
    admin: Option<Secret>,
    tokens: Tokens,
    /// What limits the client, and as whom.
    rated: Rated,
    /// Whether the client has begun.
    begun: bool,
    operations: StreamMap<String, BoxStream<'static, Said>>,
}

/// What an operation says.
struct Said {
    message: Message,
    /// Whether that is its last word.
    last: bool,
    /// What it takes of what may wait for clients, until it is sent.
    room: Option<Taken>,
}

/// Why a connection ends: with a word, or because the client is gone or does not listen.
type Ended = Option<Close>;

impl Connection {
    /// A connection of a client, which may have shown a token when it opened it.
    pub fn new(
        app: &App,
        gate: Gate,
        protocol: Protocol,
        tokens: Tokens,
        rated: Rated,
        caller: Option<Caller>,
    ) -> Self {
        Self {
            gate,
            protocol,
            caller,
            admin: app.config.admin_token.clone(),
            tokens,
            rated,
            begun: false,
            operations: StreamMap::new(),
        }
    }

    /// Serves it to its end, or until this process stops.
    pub async fn serve(
        mut self,
        socket: &mut WebSocket,
        stopping: &mut watch::Receiver<bool>,
    ) -> Ended {
        let opened = Instant::now();
        let mut heard = opened;
        let mut ping = tokio::time::interval_at(opened + PING, PING);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let (reply, _room) = tokio::select! {
                _ = stopping.wait_for(|stopping| *stopping) => return Some(Close::STOPPING),
                () = tokio::time::sleep_until(opened + INIT), if !self.begun => {
                    return Some(Close::INIT_TIMEOUT);
                }
                _ = ping.tick() => {
                    if heard.elapsed() > QUIET {
                        return None;
                    }
                    (Some(Message::Ping(axum::body::Bytes::new())), None)
                }
                message = socket.recv() => {
                    let message = message?.ok()?;
                    heard = Instant::now();
                    match self.hear(message) {
                        Ok(reply) => (reply, None),
                        Err(ended) => return ended,
                    }
                }
                Some((id, said)) = self.operations.next() => {
                    if said.last {
                        self.operations.remove(&id);
                    }
                    (Some(said.message), said.room)
                }
            };
            if let Some(reply) = reply {
                let sent = tokio::time::timeout(patience(&reply), socket.send(reply)).await;
                if !matches!(sent, Ok(Ok(()))) {
                    return None;
                }
            }
        }
    }

    fn hear(&mut self, message: Message) -> Result<Option<Message>, Ended> {
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return Err(None),
            Message::Binary(_) => return Err(Some(Close::invalid("Messages are text"))),
            Message::Ping(_) | Message::Pong(_) => return Ok(None),
        };
        if text.len() > LONGEST {
            return Err(Some(Close::TOO_LONG));
        }
        let message = ClientMessage::from_bytes(text.as_str())
            .map_err(|cause| Some(Close::invalid(&format!("Invalid message: {cause}"))))?;
        match message {
            ClientMessage::ConnectionInit { .. } if self.begun => Err(Some(Close::INIT_TWICE)),
            ClientMessage::ConnectionInit { payload } => {
                self.begun = true;
                self.caller = self.shown(payload.as_ref()).or(self.caller);
                if self.caller.is_none() {
                    return Err(Some(Close::FORBIDDEN));
                }
                Ok(Some(protocol::acknowledged()))
            }
            ClientMessage::Start { .. } if !self.begun => Err(Some(Close::NOT_ACKNOWLEDGED)),
            ClientMessage::Start { id, payload } => self.start(id, payload),
            ClientMessage::Stop { id } => {
                let stopped = self.operations.remove(&id).is_some();
                // The forerunner wants to hear of it.
                let told = stopped && self.protocol == Protocol::SubscriptionsTransportWS;
                Ok(told.then(|| protocol::complete(&id)))
            }
            ClientMessage::ConnectionTerminate => Err(None),
            ClientMessage::Ping { payload } => Ok(Some(protocol::pong(payload))),
            ClientMessage::Pong { .. } => Ok(None),
        }
    }

    /// Who a client is that begins with a token, as `Authorization` of a request would have it.
    fn shown(&self, payload: Option<&Value>) -> Option<Caller> {
        let fields = payload?.as_object()?;
        let mut named = fields
            .iter()
            .filter(|(name, _)| name.eq_ignore_ascii_case("authorization"));
        let given = named.next()?.1.as_str()?;
        if self
            .admin
            .as_ref()
            .is_some_and(|token| token.is_borne_by(given))
        {
            return Some(Caller::Admin);
        }
        self.tokens.named(given).map(|_| Caller::Public)
    }

    fn start(&mut self, id: String, request: Request) -> Result<Option<Message>, Ended> {
        if self.operations.contains_key(&id) {
            return Err(Some(Close::taken(&id)));
        }
        if id.len() > LONGEST_ID {
            return Err(Some(Close::invalid("An id has at most 200 bytes")));
        }
        if self.operations.len() >= OPERATIONS {
            let refusal = Error::too_complex(format!(
                "A connection has at most {OPERATIONS} operations at a time. End one, or open another connection."
            ));
            return Ok(Some(self.refused(&id, &refusal)));
        }
        if let Some(wait) = self.rated.limit.wait(self.rated.client) {
            let (refusal, _) = too_many(wait);
            return Ok(Some(self.refused(&id, &refusal)));
        }
        // Whoever is nobody was not let in.
        let caller = self.caller.ok_or(Some(Close::FORBIDDEN))?;
        let operation = self.answers(id.clone(), request, caller);
        self.operations.insert(id, operation);
        Ok(None)
    }

    fn refused(&self, id: &str, refusal: &Error) -> Message {
        refused(self.protocol, id, refusal)
    }

    /// What an operation says. Each answer is written down as soon as it is made, so that what waits for the client is
    /// counted.
    fn answers(&self, id: String, request: Request, caller: Caller) -> BoxStream<'static, Said> {
        let (protocol, rated) = (self.protocol, self.rated.clone());
        let complete = Said {
            message: protocol::complete(&id),
            last: true,
            room: None,
        };
        let mut first = true;
        let write = move |response: Response| {
            let before = std::mem::replace(&mut first, false);
            let refused = response.is_err() && response.data == async_graphql::Value::Null;
            if before && refused {
                return Said {
                    message: protocol::error(protocol, &id, response),
                    last: true,
                    room: None,
                };
            }
            let message = protocol::next(protocol, &id, response);
            match rated.limit.room(rated.address, length(&message)) {
                Ok(room) => Said {
                    message,
                    last: false,
                    room,
                },
                Err(error) => Said {
                    message: self::refused(protocol, &id, &error),
                    last: true,
                    room: None,
                },
            }
        };
        self.gate
            .listen(request, caller, write)
            .chain(stream::once(async { complete }))
            .boxed()
    }
}

/// How long a client may take to take a message: longer for a long one. Who is far too slow is found out sooner, by the
/// connection.
fn patience(message: &Message) -> Duration {
    let seconds = length(message) as u64 / MIN_BYTES_PER_SECOND;
    SLOW.saturating_add(Duration::from_secs(seconds))
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
