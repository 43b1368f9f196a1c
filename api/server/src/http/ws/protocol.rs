//! Messages of the protocol `graphql-transport-ws`, and of the older `graphql-ws`.
//!
//! async-graphql parses both; its own server closes with other codes than the protocol names and has no limits, so
//! [`super::connection`] replaces it.

use async_graphql::Response;
use async_graphql::http::WebSocketProtocols as Protocol;
use axum::extract::ws::{CloseFrame, Message};
use serde_json::{Value, json};

/// Supported subprotocols, the preferred first.
pub(super) const SUBPROTOCOLS: [&str; 2] = async_graphql::http::ALL_WEBSOCKET_PROTOCOLS;

/// Longest message of a client, in bytes.
pub(super) const MAX_MESSAGE_BYTES: usize = crate::http::body::MAX_BODY_BYTES;

/// Code and reason of a close frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Close {
    code: u16,
    reason: String,
}

impl Close {
    pub const STOPPING: Self = Self::new(1001);
    pub const TOO_LONG: Self = Self::new(1009);
    pub const NOT_ACKNOWLEDGED: Self = Self::new(4401);
    pub const FORBIDDEN: Self = Self::new(4403);
    pub const SUBPROTOCOL: Self = Self::new(4406);
    pub const INIT_TIMEOUT: Self = Self::new(4408);
    pub const INIT_TWICE: Self = Self::new(4429);

    const fn new(code: u16) -> Self {
        Self {
            code,
            reason: String::new(),
        }
    }

    /// A message that cannot be parsed.
    pub fn invalid(reason: &str) -> Self {
        Self {
            code: 4400,
            reason: reason.to_owned(),
        }
    }

    /// An id that is in use.
    pub fn duplicate_id(id: &str) -> Self {
        Self {
            code: 4409,
            reason: format!("Subscriber for {id} already exists"),
        }
    }

    /// The close frame.
    pub fn frame(self) -> CloseFrame {
        let mut reason = match self.code {
            1001 => "Going away".to_owned(),
            1009 => "The message is longer than 1 MiB".to_owned(),
            4401 => "Unauthorized".to_owned(),
            4403 => "Forbidden: begin with an API token as Authorization".to_owned(),
            4406 => "Subprotocol not acceptable".to_owned(),
            4408 => "Connection initialisation timeout".to_owned(),
            4429 => "Too many initialisation requests".to_owned(),
            _ => self.reason,
        };
        // A close frame has room for 123 bytes.
        reason.truncate(reason.floor_char_boundary(120));
        CloseFrame {
            code: self.code,
            reason: reason.into(),
        }
    }
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
        Protocol::GraphQLWS => {
            text(&json!({"type": "error", "id": id, "payload": response.errors}))
        }
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
    fn a_reason_fits_into_its_frame() {
        let frame = Close::duplicate_id(&"ü".repeat(200)).frame();
        assert!(frame.reason.len() <= 123 && frame.reason.starts_with("Subscriber for ü"));
        assert_eq!((frame.code, Close::STOPPING.frame().code), (4409, 1001));
    }
}
