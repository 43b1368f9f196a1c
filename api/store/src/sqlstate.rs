//! SQLSTATE codes: which failure Postgres reports, in whatever language its messages are.

use sea_orm::sqlx::Error as SqlxError;
use sea_orm::sqlx::error::DatabaseError;
use sea_orm::{DbErr, RuntimeErr};

/// A text has a byte sequence that the database's encoding lacks: U+0000, since texts come as UTF-8.
pub(crate) const CHARACTER_NOT_IN_REPERTOIRE: &str = "22021";

/// A statement ran into `statement_timeout`, or was cancelled (`pg_cancel_backend`).
pub(crate) const QUERY_CANCELED: &str = "57014";

/// The SQLSTATE of an error that Postgres answered with; empty for any other error.
pub(crate) fn sqlstate(error: &DbErr) -> String {
    let code = database_error(error).and_then(DatabaseError::code);
    code.unwrap_or_default().into_owned()
}

/// Whether a statement was executed on another connection than it was prepared on, as behind a pooler that gives each
/// transaction another connection.
pub(crate) fn is_prepared_elsewhere(error: &DbErr) -> bool {
    let Some(error) = database_error(error) else {
        return false;
    };
    match error.code().as_deref() {
        // The statement is unknown there, or exists already.
        Some("26000" | "42P05") => true,
        // The name, which sqlx gives, belongs to another statement there. Poolers use this code for much else.
        Some("08P01") => error.message().contains("\"sqlx_s_"),
        _ => false,
    }
}

fn database_error(error: &DbErr) -> Option<&dyn DatabaseError> {
    let (DbErr::Conn(cause) | DbErr::Exec(cause) | DbErr::Query(cause)) = error else {
        return None;
    };
    match cause {
        RuntimeErr::SqlxError(cause) => match cause.as_ref() {
            SqlxError::Database(answer) => Some(answer.as_ref()),
            _ => None,
        },
        RuntimeErr::Internal(_) => None,
    }
}

/// Errors as Postgres answers with them, for tests.
#[cfg(test)]
pub(crate) mod fake {
    use super::{DatabaseError, DbErr, RuntimeErr, SqlxError};
    use sea_orm::sqlx::error::ErrorKind;
    use std::borrow::Cow;
    use std::error::Error;
    use std::sync::Arc;

    #[derive(Debug, thiserror::Error)]
    #[error("{message}")]
    struct Answer {
        code: &'static str,
        message: &'static str,
    }

    impl DatabaseError for Answer {
        fn message(&self) -> &str {
            self.message
        }

        fn code(&self) -> Option<Cow<'_, str>> {
            Some(self.code.into())
        }

        fn as_error(&self) -> &(dyn Error + Send + Sync + 'static) {
            self
        }

        fn as_error_mut(&mut self) -> &mut (dyn Error + Send + Sync + 'static) {
            self
        }

        fn into_error(self: Box<Self>) -> Box<dyn Error + Send + Sync + 'static> {
            self
        }

        fn kind(&self) -> ErrorKind {
            ErrorKind::Other
        }
    }

    /// The error of a query that Postgres answers with a code and a message.
    pub(crate) fn answer(code: &'static str, message: &'static str) -> DbErr {
        let answer = SqlxError::Database(Box::new(Answer { code, message }));
        DbErr::Query(RuntimeErr::SqlxError(Arc::new(answer)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fake::answer;

    #[test]
    fn the_code_is_that_of_postgres() {
        assert_eq!(sqlstate(&answer("57014", "")), QUERY_CANCELED);
        assert_eq!(sqlstate(&DbErr::Custom("57014".to_owned())), "");
    }

    #[test]
    fn statements_of_another_connection() {
        for code in ["26000", "42P05"] {
            assert!(is_prepared_elsewhere(&answer(code, "")), "{code}");
        }
        let bound = "Bind-Nachricht enthält 2 Parameter, aber »\"sqlx_s_1\"« benötigt 1";
        assert!(is_prepared_elsewhere(&answer("08P01", bound)));
        let full = "no more connections allowed (max_client_conn)";
        assert!(!is_prepared_elsewhere(&answer("08P01", full)));
        let named = "prepared statement \"sqlx_s_1\" is on everyone's lips";
        assert!(!is_prepared_elsewhere(&answer("42P01", named)));
    }
}
