//! SQLSTATE codes: what a failure is about, in whatever language Postgres writes its messages.

use sea_orm::sqlx::Error as SqlxError;
use sea_orm::{DbErr, RuntimeErr};

/// What a failed statement failed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// A text with U+0000: a byte sequence that the database's encoding lacks, since texts come as UTF-8.
    NulCharacter,
    /// Other values in the statement, which Postgres will refuse each time.
    Values,
    /// A time limit (`statement_timeout`), or an administrator (`pg_cancel_backend`).
    Canceled,
    /// A connection that broke, could not be had, or was ended by its server: it may answer again.
    Connection,
    /// A write to a standby.
    ReadOnly,
    /// Another connection than the statement was prepared on, as behind a pooler that gives each transaction another
    /// connection.
    PreparedElsewhere,
    /// Something else.
    Other,
}

impl Failure {
    /// The failure of an error.
    pub(crate) fn of(error: &DbErr) -> Self {
        let cause = match error {
            DbErr::ConnectionAcquire(_) => return Self::Connection,
            DbErr::Conn(RuntimeErr::SqlxError(cause))
            | DbErr::Exec(RuntimeErr::SqlxError(cause))
            | DbErr::Query(RuntimeErr::SqlxError(cause)) => cause.as_ref(),
            _ => return Self::Other,
        };
        match cause {
            SqlxError::Io(_)
            | SqlxError::Tls(_)
            | SqlxError::Protocol(_)
            | SqlxError::PoolTimedOut
            | SqlxError::PoolClosed
            | SqlxError::WorkerCrashed => Self::Connection,
            SqlxError::Database(answer) => Self::of_answer(&answer.code().unwrap_or_default(), answer.message()),
            _ => Self::Other,
        }
    }

    /// The failure that Postgres answers with.
    pub(crate) fn of_answer(code: &str, message: &str) -> Self {
        match code {
            "22021" => Self::NulCharacter,
            "57014" => Self::Canceled,
            "25006" => Self::ReadOnly,
            // The statement is unknown there, or exists already.
            "26000" | "42P05" => Self::PreparedElsewhere,
            // The name, which sqlx gives, belongs to another statement there. Poolers use this code for much else.
            "08P01" if message.contains("\"sqlx_s_") => Self::PreparedElsewhere,
            // The server stops, starts or is full. A standby had to replay what the statement was in the way of: such
            // conflicts have the codes of serialization failures and deadlocks, which reads cannot run into otherwise.
            "57P01" | "57P02" | "57P03" | "57P04" | "53300" | "40001" | "40P01" => Self::Connection,
            _ => match code.get(..2) {
                Some("08") => Self::Connection,
                // Data exceptions, violated constraints, exceeded limits.
                Some("22" | "23" | "54") => Self::Values,
                _ => Self::Other,
            },
        }
    }

    /// Whether Postgres refuses the values; other errors are of the store, and may pass.
    pub(crate) fn is_of_values(self) -> bool {
        matches!(self, Self::Values | Self::NulCharacter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn a_connection_that_broke_is_no_fault_of_the_statement() {
        let of = |cause: SqlxError| Failure::of(&DbErr::Query(RuntimeErr::SqlxError(Arc::new(cause))));
        let reset = std::io::Error::from(std::io::ErrorKind::ConnectionReset);
        assert_eq!(of(SqlxError::Io(reset)), Failure::Connection);
        assert_eq!(of(SqlxError::PoolTimedOut), Failure::Connection);
        assert_eq!(of(SqlxError::RowNotFound), Failure::Other);
        assert_eq!(Failure::of(&DbErr::Custom("57014".to_owned())), Failure::Other);
    }

    #[test]
    fn answers_are_known_by_their_codes() {
        let bound = "Bind-Nachricht enthält 2 Parameter, aber »\"sqlx_s_1\"« benötigt 1";
        let named = "prepared statement \"sqlx_s_1\" is on everyone's lips";
        let full = "no more connections allowed (max_client_conn)";
        for (code, message, failure) in [
            ("57P01", "", Failure::Connection),
            ("57P03", "", Failure::Connection),
            ("08006", "", Failure::Connection),
            ("53300", "", Failure::Connection),
            // The codes of conflicts with recovery.
            ("40001", "", Failure::Connection),
            ("40P01", "", Failure::Connection),
            // A statement that took too long would do so elsewhere.
            ("57014", "", Failure::Canceled),
            ("25006", "", Failure::ReadOnly),
            ("42703", "", Failure::Other),
            ("22021", "", Failure::NulCharacter),
            ("22001", "", Failure::Values),
            ("26000", "", Failure::PreparedElsewhere),
            ("42P05", "", Failure::PreparedElsewhere),
            ("08P01", bound, Failure::PreparedElsewhere),
            ("08P01", full, Failure::Connection),
            ("42P01", named, Failure::Other),
        ] {
            assert_eq!(Failure::of_answer(code, message), failure, "{code} {message}");
        }
    }
}
