//! Ingest's errors: sentences for users; causes go to the log.

use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// Why a sync, an import or another job failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Error {
    /// The user can put it right.
    #[error("{0}")]
    Input(String),
    /// What was named does not exist.
    #[error("{0}")]
    NotFound(String),
    /// The store took too long.
    #[error("{0}")]
    Timeout(String),
    /// The store can only be read.
    #[error("{0}")]
    ReadOnly(String),
    /// Something of ours failed; the log says what.
    #[error("{0}")]
    Failed(String),
}

/// A result of ingest.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// The user can put it right.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::Input(message.into())
    }

    /// What was named does not exist.
    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::NotFound(message.into())
    }

    /// Something of ours failed: the cause is logged, the sentence is `message`.
    pub(crate) fn internal(message: impl Into<String>, cause: impl Display) -> Self {
        let message = message.into();
        tracing::error!(cause = %cause, "{message}");
        Self::Failed(message)
    }
}

impl From<lorekeeper_store::Error> for Error {
    fn from(error: lorekeeper_store::Error) -> Self {
        use lorekeeper_store::Error as Cause;
        let message = error.to_string();
        match error {
            Cause::Settings(_) | Cause::NulCharacter => Self::Input(message),
            Cause::Timeout => Self::Timeout(message),
            Cause::ReadOnly => Self::ReadOnly(message),
            Cause::Failed(_) => Self::Failed(message),
        }
    }
}

impl From<sea_orm::DbErr> for Error {
    fn from(cause: sea_orm::DbErr) -> Self {
        lorekeeper_store::Error::from(cause).into()
    }
}
