//! Callers: who sends a request, and for whom it is answered.

use lorekeeper_store::Reader;

/// The sender of a request.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Caller {
    /// A client without the admin token.
    Public,
    /// A client with the admin token.
    Admin,
    /// A program of the owner on this machine: it reads what the admin reads, and has no other rights.
    Owner,
    /// Another part of this program, on behalf of a reader: it may send any document.
    Internal(Reader),
}

impl Caller {
    /// For whom a request is answered.
    pub fn reader(self) -> Reader {
        match self {
            Self::Public => Reader::Everyone,
            Self::Admin | Self::Owner => Reader::Owner,
            Self::Internal(reader) => reader,
        }
    }
}
