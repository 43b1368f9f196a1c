//! Errors of the store: sentences for users; causes go to the log.

use crate::sqlstate::Failure;
use std::fmt::Display;
use std::path::Path;

/// Why the store could not do what was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A setting of the store is wrong.
    #[error("{0}")]
    Settings(String),
    /// A text that was bound to a statement contains the character U+0000.
    #[error("A text contains the character U+0000, which nothing here contains. Leave it out.")]
    NulCharacter,
    /// A statement took longer than statements may take.
    #[error(
        "The query was stopped, most likely because it took too long. Ask for less at once: smaller pages, fewer facets and searches."
    )]
    Timeout,
    /// The Postgres is a standby.
    #[error("The database is a standby and can only be read. Send this to a server whose DATABASE_URL is the primary.")]
    ReadOnly,
    /// The store failed.
    #[error("{0}")]
    Failed(String),
}

/// A result of the store.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// A failure with its sentence; the cause is logged.
    pub fn internal(message: impl Into<String>, cause: impl Display) -> Self {
        let message = message.into();
        tracing::error!(cause = %cause, "{message}");
        Self::Failed(message)
    }

    /// The store has a layout that this program does not know.
    pub(crate) fn newer_version(cause: impl Display) -> Self {
        Self::internal(
            "This store was written by a newer version of LoreKeeper. Use that version, or another store.",
            cause,
        )
    }

    /// The data directory cannot be written to.
    pub fn unwritable(data_dir: &Path, cause: std::io::Error) -> Self {
        Self::internal(
            format!(
                "The data directory {} cannot be written to. Choose another with --data-dir or LOREKEEPER_DATA_DIR, or change its permissions.",
                data_dir.display()
            ),
            cause,
        )
    }
}

impl From<sea_orm::DbErr> for Error {
    fn from(cause: sea_orm::DbErr) -> Self {
        Self::of(Failure::of(&cause), cause)
    }
}

impl Error {
    fn of(failure: Failure, cause: impl Display) -> Self {
        match failure {
            // Postgres has no text with the character U+0000; only a client can have sent it.
            Failure::NulCharacter => return Self::NulCharacter,
            // An administrator's cancelling has the same code, and the same cause in most cases.
            Failure::Canceled => return Self::Timeout,
            Failure::ReadOnly => return Self::ReadOnly,
            Failure::PreparedElsewhere => {
                return Self::internal(
                    "A pooler stands before Postgres that gives each transaction another connection, which cannot work. Let DATABASE_URL lead to Postgres itself, or to a pool in session mode.",
                    cause,
                );
            }
            Failure::Connection | Failure::Values | Failure::Other => {}
        }
        Self::internal("The store could not answer. The server's log says why.", cause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages are in the language that the server was set up in.
    #[test]
    fn errors_are_known_by_their_sqlstate() {
        let error = |code, message| Error::of(Failure::of_answer(code, message), message);
        let german = "ungültige Byte-Sequenz für Kodierung »UTF8«: 0x00";
        assert_eq!(error("22021", german), Error::NulCharacter);
        for message in
            ["storniere Anfrage wegen Zeitüberschreitung der Anweisung", "canceling statement due to user request"]
        {
            assert_eq!(error("57014", message), Error::Timeout);
        }
        let pooler = error("26000", "vorbereitete Anweisung »sqlx_s_1« existiert nicht");
        assert!(matches!(pooler, Error::Failed(text) if text.contains("pooler")));
        let recovery = "kann INSERT nicht in einer Read-Only-Transaktion ausführen";
        assert_eq!(error("25006", recovery), Error::ReadOnly);
        let column = "column \"due to statement timeout\" does not exist";
        assert!(matches!(error("42703", column), Error::Failed(text) if !text.contains(column)));
    }
}
