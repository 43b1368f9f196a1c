//! Cursors of connections.

use async_graphql::connection::CursorType;
use lorekeeper_search::page::{Fingerprint, Mark};
use std::sync::Arc;

/// A cursor, written only where it is asked for.
#[derive(Debug)]
pub struct Cursor {
    /// The place in the result.
    pub mark: Mark,
    /// The result.
    pub fingerprint: Arc<Fingerprint>,
}

impl CursorType for Cursor {
    type Error = &'static str;

    /// A cursor is read together with its result, by `Window`.
    fn decode_cursor(_: &str) -> Result<Self, Self::Error> {
        Err("a cursor belongs to a result")
    }

    fn encode_cursor(&self) -> String {
        self.fingerprint.cursor(&self.mark)
    }
}
