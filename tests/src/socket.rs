//! A WebSocket client of `/graphql/ws`, which sees every message.

#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::panic,
    reason = "a test whose server does not answer fails, and says why"
)]

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The protocol that clients speak today.
pub const TRANSPORT: &str = "graphql-transport-ws";

/// Longest wait for a word of the server.
const MESSAGE_TIMEOUT: Duration = Duration::from_mins(1);

/// An open socket.
pub struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

/// What the server says.
#[derive(Clone, Debug, PartialEq)]
pub enum Word {
    /// A message.
    Message(Value),
    /// That it closes the connection, with a code and a reason.
    Close(u16, String),
    /// Nothing: the connection is gone.
    Gone,
}

impl Socket {
    /// Opens a socket at a server's address; the status when it refuses.
    pub async fn open(url: &str, headers: &[(&str, &str)]) -> Result<Self, u16> {
        let address = format!("{}/graphql/ws", url.replacen("http", "ws", 1));
        let mut request = address.into_client_request().expect("an address");
        for (name, value) in headers {
            request.headers_mut().insert(
                HeaderName::try_from(*name).expect("a header's name"),
                HeaderValue::from_str(value).expect("a header's value"),
            );
        }
        match connect_async(request).await {
            Ok((socket, _)) => Ok(Self(socket)),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("no socket: {error}"),
        }
    }

    /// Opens one, and begins with a payload.
    pub async fn begin(url: &str, payload: Value) -> Self {
        let protocol = [("sec-websocket-protocol", TRANSPORT)];
        let mut socket = Self::open(url, &protocol).await.expect("a socket");
        socket.say(json!({"type": "connection_init", "payload": payload})).await;
        let word = socket.hear().await;
        assert_eq!(word, Word::Message(json!({"type": "connection_ack"})));
        socket
    }

    /// Sends a message.
    pub async fn say(&mut self, message: Value) {
        self.say_text(&message.to_string()).await;
    }

    /// Sends a text that may be no message.
    pub async fn say_text(&mut self, text: &str) {
        let sent = self.0.send(Message::text(text)).await;
        sent.expect("the socket is open");
    }

    /// Starts an operation.
    pub async fn subscribe(&mut self, id: &str, query: &str) {
        self.say(json!({"type": "subscribe", "id": id, "payload": {"query": query}})).await;
    }

    /// The next word of the server.
    pub async fn hear(&mut self) -> Word {
        loop {
            let word = tokio::time::timeout(MESSAGE_TIMEOUT, self.0.next()).await;
            match word.expect("a word within a minute") {
                Some(Ok(Message::Text(text))) => {
                    return Word::Message(serde_json::from_str(&text).expect("JSON"));
                }
                Some(Ok(Message::Close(Some(frame)))) => {
                    return Word::Close(frame.code.into(), frame.reason.to_string());
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return Word::Gone,
            }
        }
    }

    /// The payload of the next message, which must be of that type and operation.
    pub async fn expect(&mut self, kind: &str, id: &str) -> Value {
        match self.hear().await {
            Word::Message(mut message)
                if message.get("type") == Some(&kind.into()) && message.get("id") == Some(&id.into()) =>
            {
                message.get_mut("payload").map(Value::take).unwrap_or_default()
            }
            other => panic!("{kind} of {id} was expected: {other:?}"),
        }
    }

    /// The data of the next event of an operation.
    pub async fn data(&mut self, id: &str) -> Value {
        let mut payload = self.expect("next", id).await;
        assert!(payload.get("errors").is_none(), "{payload}");
        payload.get_mut("data").map(Value::take).unwrap_or_default()
    }

    /// The code with which the server closes the connection next.
    pub async fn closed(&mut self) -> u16 {
        match self.hear().await {
            Word::Close(code, reason) => {
                assert!(!reason.is_empty());
                code
            }
            other => panic!("the end was expected: {other:?}"),
        }
    }

    /// The code with which the server closes the connection, whatever it says before.
    pub async fn hear_close(&mut self) -> u16 {
        loop {
            match self.hear().await {
                Word::Message(_) => {}
                Word::Close(code, _) => return code,
                Word::Gone => panic!("the connection is gone without a word"),
            }
        }
    }
}
