//! Errors that are of the way to a source, not of what was asked: another source may well answer.

use sea_orm::sqlx::Error as SqlxError;
use sea_orm::{DbErr, RuntimeErr};

/// Whether a connection broke, could not be had, or was ended by its server.
#[must_use]
pub fn is_broken(error: &DbErr) -> bool {
    match error {
        DbErr::ConnectionAcquire(_) => true,
        DbErr::Conn(cause) | DbErr::Exec(cause) | DbErr::Query(cause) => match cause {
            RuntimeErr::SqlxError(cause) => is_cut(cause),
            RuntimeErr::Internal(_) => false,
        },
        _ => false,
    }
}

fn is_cut(error: &SqlxError) -> bool {
    match error {
        SqlxError::Io(_)
        | SqlxError::Tls(_)
        | SqlxError::Protocol(_)
        | SqlxError::PoolTimedOut
        | SqlxError::PoolClosed
        | SqlxError::WorkerCrashed => true,
        SqlxError::Database(error) => error
            .code()
            .is_some_and(|code| is_of_server(&code, error.message())),
        _ => false,
    }
}

/// Whether a server that stops, starts, is full, or is a standby and had to replay what a statement was in the way of,
/// says so.
fn is_of_server(code: &str, message: &str) -> bool {
    code.starts_with("08")
        || matches!(code, "57P01" | "57P02" | "57P03" | "57P04" | "53300")
        || (matches!(code, "40001" | "40P01") && message.contains("conflict with recovery"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn a_connection_that_broke_is_no_fault_of_the_statement() {
        let of = |cause: SqlxError| DbErr::Query(RuntimeErr::SqlxError(Arc::new(cause)));
        let reset = std::io::Error::from(std::io::ErrorKind::ConnectionReset);
        assert!(is_broken(&of(SqlxError::Io(reset))));
        assert!(is_broken(&of(SqlxError::PoolTimedOut)));
        assert!(!is_broken(&of(SqlxError::RowNotFound)));
        assert!(!is_broken(&DbErr::Custom("x".to_owned())));
        for code in ["57P01", "57P03", "08006", "53300"] {
            assert!(is_of_server(code, ""), "{code}");
        }
        let conflict = "canceling statement due to conflict with recovery";
        assert!(is_of_server("40001", conflict));
        assert!(!is_of_server("40001", "could not serialize access"));
        // A statement that took too long would do so elsewhere.
        assert!(!is_of_server("57014", ""));
        assert!(!is_of_server("42703", ""));
    }
}
