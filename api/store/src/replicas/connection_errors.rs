//! Connection errors: failures of a server or of the way to it, not of the statement, which another server may answer.

use sea_orm::sqlx::Error as SqlxError;
use sea_orm::{DbErr, RuntimeErr};

/// Whether a connection broke, could not be had, or was ended by its server.
pub fn is_connection_error(error: &DbErr) -> bool {
    match error {
        DbErr::ConnectionAcquire(_) => true,
        DbErr::Conn(cause) | DbErr::Exec(cause) | DbErr::Query(cause) => match cause {
            RuntimeErr::SqlxError(cause) => is_broken_off(cause),
            RuntimeErr::Internal(_) => false,
        },
        _ => false,
    }
}

fn is_broken_off(error: &SqlxError) -> bool {
    match error {
        SqlxError::Io(_)
        | SqlxError::Tls(_)
        | SqlxError::Protocol(_)
        | SqlxError::PoolTimedOut
        | SqlxError::PoolClosed
        | SqlxError::WorkerCrashed => true,
        SqlxError::Database(error) => error
            .code()
            .is_some_and(|code| is_server_unavailable(&code)),
        _ => false,
    }
}

/// Whether a SQLSTATE is that of a server that stops, starts or is full, or of a standby that had to replay what a
/// statement was in the way of. Conflicts with recovery have the codes of serialization failures and deadlocks, which
/// reads cannot run into otherwise.
fn is_server_unavailable(code: &str) -> bool {
    code.starts_with("08")
        || matches!(
            code,
            "57P01" | "57P02" | "57P03" | "57P04" | "53300" | "40001" | "40P01"
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn a_connection_that_broke_is_no_fault_of_the_statement() {
        let query_error = |cause: SqlxError| DbErr::Query(RuntimeErr::SqlxError(Arc::new(cause)));
        let reset = std::io::Error::from(std::io::ErrorKind::ConnectionReset);
        assert!(is_connection_error(&query_error(SqlxError::Io(reset))));
        assert!(is_connection_error(&query_error(SqlxError::PoolTimedOut)));
        assert!(!is_connection_error(&query_error(SqlxError::RowNotFound)));
        assert!(!is_connection_error(&DbErr::Custom("x".to_owned())));
        for code in ["57P01", "57P03", "08006", "53300"] {
            assert!(is_server_unavailable(code), "{code}");
        }
        // The codes of conflicts with recovery.
        assert!(is_server_unavailable("40001") && is_server_unavailable("40P01"));
        // A statement that took too long would do so elsewhere.
        assert!(!is_server_unavailable("57014"));
        assert!(!is_server_unavailable("42703"));
    }
}
