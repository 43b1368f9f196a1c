//! Messages of the protocol `graphql-transport-ws`, and of the older `graphql-ws`.
//!
//! async-graphql parses both. Its own server has no limits, closes with 1002 and 1011 where the protocol names 4400 and
//! 4401, and lets an id that is in use replace an operation, so [`super::connection`] takes its place.

use async_graphql::Response;
use async_graphql::http::WebSocketProtocols as Protocol;
use axum::extract::ws::{CloseFrame, Message};
use serde::Deserialize;
use serde_json::{Value, json};
use std::borrow::Cow;

/// Supported subprotocols, the preferred first.
pub(super) const SUBPROTOCOLS: [&str; 2] = async_graphql::http::ALL_WEBSOCKET_PROTOCOLS;

/// Longest message of a client, in bytes.
pub(super) const MAX_MESSAGE_BYTES: usize = crate::http::body::MAX_BODY_BYTES;

/// Code and reason of a close frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Close {
    code: u16,
    reason: Cow<'static, str>,
}

impl Close {
    pub const STOPPING: Self = Self::new(1001, "Going away");
    pub const TOO_LONG: Self = Self::new(1009, "The message is longer than 1 MiB");
    pub const NOT_ACKNOWLEDGED: Self = Self::new(4401, "Unauthorized");
    pub const FORBIDDEN: Self = Self::new(4403, "Forbidden: begin with an API token as Authorization");
    pub const EXPIRED: Self = Self::new(4403, "Forbidden: the access token has expired");
    pub const SUBPROTOCOL: Self = Self::new(4406, "Subprotocol not acceptable");
    pub const INIT_TIMEOUT: Self = Self::new(4408, "Connection initialisation timeout");
    pub const INIT_TWICE: Self = Self::new(4429, "Too many initialisation requests");

    const fn new(code: u16, reason: &'static str) -> Self {
        let reason = Cow::Borrowed(reason);
        Self { code, reason }
    }

    /// A message that cannot be parsed.
    pub fn invalid(reason: String) -> Self {
        let (code, reason) = (4400, reason.into());
        Self { code, reason }
    }

    /// An id that is in use.
    pub fn duplicate_id(id: &str) -> Self {
        let (code, reason) = (4409, format!("Subscriber for {id} already exists").into());
        Self { code, reason }
    }

    /// The close frame.
    pub fn frame(self) -> CloseFrame {
        let mut reason = self.reason.into_owned();
        // A close frame has room for 123 bytes.
        reason.truncate(reason.floor_char_boundary(120));
        CloseFrame { code: self.code, reason: reason.into() }
    }
}

/// Whether a message begins an operation as the older protocol does. Some clients offer both protocols, overlook which one
/// the handshake names, and speak the older one.
pub(super) fn is_start_of_older(message: &str) -> bool {
    #[derive(Deserialize)]
    struct Typed<'a> {
        #[serde(rename = "type")]
        name: Cow<'a, str>,
    }
    serde_json::from_str(message).is_ok_and(|Typed { name }| name == "start")
}

/// Acknowledges `connection_init`.
pub(super) fn acknowledged() -> Message {
    text(&json!({"type": "connection_ack"}))
}

/// The answer to a ping.
pub(super) fn pong(payload: Option<Value>) -> Message {
    match payload {
        Some(payload) => text(&json!({"type": "pong", "payload": payload})),
        None => text(&json!({"type": "pong"})),
    }
}

/// An answer of an operation.
pub(super) fn next(protocol: Protocol, id: &str, response: Response) -> Message {
    let name = match protocol {
        Protocol::GraphQLWS => "next",
        Protocol::SubscriptionsTransportWS => "data",
    };
    text(&json!({"type": name, "id": id, "payload": response}))
}

/// The error that ends an operation.
pub(super) fn error(protocol: Protocol, id: &str, response: Response) -> Message {
    match protocol {
        Protocol::GraphQLWS => text(&json!({"type": "error", "id": id, "payload": response.errors})),
        Protocol::SubscriptionsTransportWS => {
            text(&json!({"type": "error", "id": id, "payload": response.errors.first()}))
        }
    }
}

/// The end of an operation.
pub(super) fn complete(id: &str) -> Message {
    text(&json!({"type": "complete", "id": id}))
}

fn text(message: &Value) -> Message {
    Message::Text(message.to_string().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_begins_as_its_protocol_has_it() {
        assert!(is_start_of_older(r#"{"type": "start", "id": "1", "payload": {}}"#));
        assert!(!is_start_of_older(r#"{"type": "subscribe", "id": "1", "payload": {"query": "start"}}"#));
        assert!(!is_start_of_older("start"));
    }

    #[test]
    fn a_reason_fits_into_its_frame() {
        let frame = Close::duplicate_id(&"ü".repeat(200)).frame();
        assert!(frame.reason.len() <= 123 && frame.reason.starts_with("Subscriber for ü"));
        assert_eq!((frame.code, Close::STOPPING.frame().code), (4409, 1001));
    }
}
