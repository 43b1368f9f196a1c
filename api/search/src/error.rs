//! Search's errors: sentences for users; causes go to the log.

use std::fmt::Display;

/// Why a query could not be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The client can put it right.
    #[error("{0}")]
    Input(String),
    /// The search index failed: its files are damaged, or cannot be written.
    #[error("The search index failed. The log says why.")]
    Index,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] lorekeeper_store::Error),
}

/// A result of search.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// The client can put it right.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::Input(message.into())
    }

    /// The search index failed; the cause is logged.
    pub(crate) fn index(cause: impl Display) -> Self {
        tracing::error!(%cause, "The search index failed.");
        Self::Index
    }

    /// Something of ours failed: the cause is logged, the sentence is `message`.
    pub(crate) fn internal(message: impl Into<String>, cause: impl Display) -> Self {
        Self::Store(lorekeeper_store::Error::internal(message, cause))
    }
}

impl From<sea_orm::DbErr> for Error {
    fn from(cause: sea_orm::DbErr) -> Self {
        Self::Store(cause.into())
    }
}
