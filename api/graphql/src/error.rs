//! The error policy: a sentence for people, a code for programs.
//!
//! The cause of an [`Error`] (a driver's message, a path, an upstream's page) goes to the log, never to a client.
//! On the command line the sentence is all that is printed, and the exit code is 1.

mod library_messages;

use async_graphql::{ErrorExtensions, Response, ServerError};
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// The code of an error: `extensions.code` in GraphQL.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Code {
    /// The client asked for something that cannot be.
    BadUserInput,
    /// There is no such thing.
    NotFound,
    /// A source could not be reached.
    UpstreamUnavailable,
    /// The token is missing or wrong.
    Unauthenticated,
    /// The query asks for too much.
    TooComplex,
    /// The client asks too often.
    RateLimited,
    /// No text is known for the SHA-256 of a persisted query; the client sends the text next.
    PersistedQueryNotFound,
    /// The store can only be read: the client asks another server.
    ReadOnly,
    /// A fault of the server; the log has the cause.
    Internal,
}

impl Code {
    /// The code of a GraphQL error. Errors of the library itself (syntax, types, unknown names) are the client's.
    pub(crate) fn of(error: &ServerError) -> Self {
        match error.source::<Error>() {
            Some(error) => error.code,
            None if error.source.is_some() => Self::Internal,
            None => Self::BadUserInput,
        }
    }

    /// Sets `extensions.code` of a GraphQL error.
    pub(crate) fn set(self, error: &mut ServerError) {
        let extensions = error.extensions.get_or_insert_default();
        extensions.set("code", self.as_str());
    }

    /// The code as clients see it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::BadUserInput => "BAD_USER_INPUT",
            Self::NotFound => "NOT_FOUND",
            Self::UpstreamUnavailable => "UPSTREAM_UNAVAILABLE",
            Self::Unauthenticated => "UNAUTHENTICATED",
            Self::TooComplex => "TOO_COMPLEX",
            Self::RateLimited => "RATE_LIMITED",
            Self::PersistedQueryNotFound => "PERSISTED_QUERY_NOT_FOUND",
            Self::ReadOnly => "READ_ONLY",
            Self::Internal => "INTERNAL",
        }
    }
}

/// A sentence for people and a code for programs.
#[derive(Clone, Debug, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// The code.
    pub code: Code,
    /// The sentence.
    pub message: String,
}

/// A result with an [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error with its code.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code, message }
    }

    /// `BAD_USER_INPUT`: the client has to change the request.
    pub fn input(message: impl Into<String>) -> Self {
        Self::new(Code::BadUserInput, message)
    }

    /// `TOO_COMPLEX`: the query asks for too much.
    pub fn too_complex(message: impl Into<String>) -> Self {
        Self::new(Code::TooComplex, message)
    }

    /// `RATE_LIMITED`: the client asks too often.
    pub fn rate_limited(message: impl Into<String>) -> Self {
        Self::new(Code::RateLimited, message)
    }

    /// `TOO_COMPLEX`: the query took longer than `limit`.
    pub fn too_slow(limit: std::time::Duration) -> Self {
        let limit = humantime::format_duration(limit);
        Self::too_complex(format!(
            "The query took longer than {limit} and was stopped. Ask for less at once: smaller pages, fewer facets and searches."
        ))
    }

    /// `NOT_FOUND`: there is no such thing.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(Code::NotFound, message)
    }

    /// `UNAUTHENTICATED`: the token is missing or wrong.
    pub fn unauthenticated(message: impl Into<String>) -> Self {
        Self::new(Code::Unauthenticated, message)
    }

    /// `UPSTREAM_UNAVAILABLE`: a source could not be reached.
    pub fn upstream(message: impl Into<String>) -> Self {
        Self::new(Code::UpstreamUnavailable, message)
    }

    /// `INTERNAL` for a passing state that needs no log entry.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new(Code::Internal, message)
    }

    /// `INTERNAL`: logs the cause; clients see only `message`.
    pub fn internal(message: impl Into<String>, cause: impl Display) -> Self {
        let message = message.into();
        tracing::error!(cause = %cause, "{message}");
        Self::new(Code::Internal, message)
    }
}

/// Makes a sentence of a message of the library.
pub(crate) fn rewrite_message(error: &mut ServerError) {
    if let Some(sentence) = library_messages::rewrite(&error.message) {
        error.message = sentence;
    }
}

/// Sets `extensions.code` of every error, and makes sentences of the library's messages.
pub fn add_codes(mut response: Response) -> Response {
    for error in &mut response.errors {
        Code::of(error).set(error);
        rewrite_message(error);
    }
    response
}

impl From<lorekeeper_store::Error> for Error {
    fn from(error: lorekeeper_store::Error) -> Self {
        use lorekeeper_store::Error as Cause;
        let code = match &error {
            Cause::Settings(_) | Cause::NulCharacter => Code::BadUserInput,
            Cause::Timeout => Code::TooComplex,
            Cause::ReadOnly => Code::ReadOnly,
            Cause::Failed(_) => Code::Internal,
        };
        Self::new(code, error.to_string())
    }
}

impl From<lorekeeper_search::Error> for Error {
    fn from(error: lorekeeper_search::Error) -> Self {
        match error {
            lorekeeper_search::Error::Input(message) => Self::input(message),
            lorekeeper_search::Error::Index => Self::new(Code::Internal, error.to_string()),
            lorekeeper_search::Error::Store(error) => error.into(),
        }
    }
}

impl From<lorekeeper_ingest::Error> for Error {
    fn from(error: lorekeeper_ingest::Error) -> Self {
        use lorekeeper_ingest::Error as Cause;
        let code = match &error {
            Cause::Input(_) => Code::BadUserInput,
            Cause::NotFound(_) => Code::NotFound,
            Cause::Timeout(_) => Code::TooComplex,
            Cause::ReadOnly(_) => Code::ReadOnly,
            Cause::Failed(_) => Code::Internal,
        };
        Self::new(code, error.to_string())
    }
}

impl ErrorExtensions for Error {
    fn extend(&self) -> async_graphql::Error {
        async_graphql::Error::new(&self.message).extend_with(|_, e| e.set("code", self.code.as_str()))
    }
}
