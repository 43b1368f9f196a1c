//! Data errors: statements that Postgres refuses because of the values in them, and will refuse each time.

use crate::error::Error;
use crate::family::Origin;
use crate::source::Skipped;
use sea_orm::sqlx::Error as SqlxError;
use sea_orm::{DbErr, RuntimeErr};

/// The classes of SQLSTATE that speak of values: data exceptions, violated constraints, exceeded limits.
const OF_DATA: [&str; 3] = ["22", "23", "54"];

/// Whether it is the values that Postgres refuses; other errors are of the store, and may pass.
pub(super) fn is_of_data(error: &DbErr) -> bool {
    let (DbErr::Conn(cause) | DbErr::Exec(cause) | DbErr::Query(cause)) = error else {
        return false;
    };
    let RuntimeErr::SqlxError(cause) = cause else {
        return false;
    };
    let SqlxError::Database(cause) = cause.as_ref() else {
        return false;
    };
    let code = cause.code().unwrap_or_default();
    OF_DATA.iter().any(|class| code.starts_with(class))
}

/// Why something is left out that Postgres refuses: a reason for users, with the cause in the log. Errors that are
/// not of data are handed back.
pub(super) fn reason(error: DbErr, what: &str) -> Result<String, Error> {
    if !is_of_data(&error) {
        return Err(error.into());
    }
    tracing::warn!(cause = %error, "{what} is left out: the store refuses it.");
    Ok("the store refuses it; the log says why".to_owned())
}

/// Why something is left out that is larger than so many bytes.
pub(super) fn too_large(most: usize) -> String {
    format!("it is larger than {} MiB", most >> 20)
}

/// What is left out of what was made from these records; without any, it goes by its own name.
pub(super) fn skipped(origins: &[Origin], name: &str, reason: String) -> Skipped {
    let origin = origins.first();
    Skipped {
        endpoint: origin.map_or_else(String::new, |origin| origin.endpoint.clone()),
        key: origin.map_or(name, |origin| &origin.key).to_owned(),
        reason,
    }
}
