//! The error policy.
//!
//! An [`Error`] is a sentence that its reader can act on, and a code that a program can. Whatever
//! caused it (a driver's message, a path, an upstream's page) goes to the log, never to a client.
//! On the command line the sentence is all that is printed, and the exit code is 1.

use async_graphql::ErrorExtensions;
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// What sort of error it is: `extensions.code` of a GraphQL error.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Code {
    /// The client asked for something that cannot be.
    BadUserInput,
    /// There is no such thing.
    NotFound,
    /// A source could not be reached.
    UpstreamUnavailable,
    /// The client has not shown that it may do this.
    Unauthenticated,
    /// The query asks for too much.
    TooComplex,
    /// The client asks too often.
    RateLimited,
    /// A document is named by its SHA-256 that was not sent yet; clients of automatic persisted queries send it then.
    PersistedQueryNotFound,
    /// The way to the store broke off, so another one may answer; to clients it is internal.
    Disconnected,
    /// Something of ours failed; the log says what.
    Internal,
}

impl Code {
    /// The code as clients see it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::BadUserInput => "BAD_USER_INPUT",
            Self::NotFound => "NOT_FOUND",
            Self::UpstreamUnavailable => "UPSTREAM_UNAVAILABLE",
            Self::Unauthenticated => "UNAUTHENTICATED",
            Self::TooComplex => "TOO_COMPLEX",
            Self::RateLimited => "RATE_LIMITED",
            Self::PersistedQueryNotFound => "PERSISTED_QUERY_NOT_FOUND",
            Self::Disconnected | Self::Internal => "INTERNAL",
        }
    }
}

/// A sentence for the reader, and a code for the program.
#[derive(Clone, Debug, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// What sort of error it is.
    pub code: Code,
    /// The sentence.
    pub message: String,
}

/// A result with our error.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// The client can put it right.
    pub fn input(message: impl Into<String>) -> Self {
        Self {
            code: Code::BadUserInput,
            message: message.into(),
        }
    }

    /// The query asks for too much.
    pub fn too_complex(message: impl Into<String>) -> Self {
        Self {
            code: Code::TooComplex,
            message: message.into(),
        }
    }

    /// The client asks too often.
    pub fn rate_limited(message: impl Into<String>) -> Self {
        Self {
            code: Code::RateLimited,
            message: message.into(),
        }
    }

    /// The query takes longer than it may.
    #[must_use]
    pub fn too_slow(limit: std::time::Duration) -> Self {
        let limit = humantime::format_duration(limit);
        Self::too_complex(format!(
            "The query took longer than {limit} and was stopped. Ask for less at once: smaller pages, fewer facets and searches."
        ))
    }

    /// There is no such thing.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self {
            code: Code::NotFound,
            message: message.into(),
        }
    }

    /// The client has not shown that it may do this.
    pub fn unauthenticated(message: impl Into<String>) -> Self {
        Self {
            code: Code::Unauthenticated,
            message: message.into(),
        }
    }

    /// A source could not be reached.
    pub fn upstream(message: impl Into<String>) -> Self {
        Self {
            code: Code::UpstreamUnavailable,
            message: message.into(),
        }
    }

    /// It does not work at the moment, as it should.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self {
            code: Code::Internal,
            message: message.into(),
        }
    }

    /// Something of ours failed: the cause is logged, the sentence is `message`.
    pub fn internal(message: impl Into<String>, cause: impl Display) -> Self {
        let message = message.into();
        tracing::error!(cause = %cause, "{message}");
        Self {
            code: Code::Internal,
            message,
        }
    }
}

impl From<sea_orm::DbErr> for Error {
    fn from(cause: sea_orm::DbErr) -> Self {
        // Postgres has no text with the character U+0000; only a client can have sent it.
        if cause
            .to_string()
            .contains("invalid byte sequence for encoding")
        {
            return Self::input(
                "A text contains the character U+0000, which nothing here contains. Leave it out.",
            );
        }
        if cause.to_string().contains("due to statement timeout") {
            return Self::too_complex(
                "The query took too long and was stopped. Ask for less at once: smaller pages, fewer facets and searches.",
            );
        }
        // Statements that were prepared on one connection arrive at another.
        if cause.to_string().contains("prepared statement \"sqlx_") {
            return Self::internal(
                "A pooler stands before Postgres that gives each transaction another connection, which cannot work. Let DATABASE_URL and DATABASE_READ_URL lead to Postgres itself, or to a pool in session mode.",
                cause,
            );
        }
        let error = Self::internal(
            "The store could not answer. The server's log says why.",
            &cause,
        );
        if crate::db::is_broken(&cause) {
            return Self {
                code: Code::Disconnected,
                ..error
            };
        }
        error
    }
}

impl ErrorExtensions for Error {
    fn extend(&self) -> async_graphql::Error {
        async_graphql::Error::new(&self.message)
            .extend_with(|_, e| e.set("code", self.code.as_str()))
    }
}
