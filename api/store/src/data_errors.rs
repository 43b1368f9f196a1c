//! Data errors: statements that Postgres refuses because of the values in them, and will refuse each time.

use crate::error::Error;
use crate::sqlstate::sqlstate;
use lorekeeper_content::Origin;
use lorekeeper_content::record::Skipped;
use sea_orm::DbErr;

/// The classes of SQLSTATE that are about values: data exceptions, violated constraints, exceeded limits.
const DATA_CLASSES: [&str; 3] = ["22", "23", "54"];

/// Whether Postgres refuses the values; other errors are of the store, and may pass.
pub(super) fn is_data_error(error: &DbErr) -> bool {
    let code = sqlstate(error);
    DATA_CLASSES.iter().any(|class| code.starts_with(class))
}

/// The reason, for users, why an item that Postgres refuses is left out; the cause goes to the log. Other errors than
/// data errors are handed back.
pub(super) fn reason(error: DbErr, what: &str) -> Result<String, Error> {
    if !is_data_error(&error) {
        return Err(error.into());
    }
    tracing::warn!(cause = %error, "{what} is left out: the store refuses it.");
    Ok("the store refuses it; the log says why".to_owned())
}

/// The reason why an item of more than `max_bytes` is left out.
pub(super) fn too_large(max_bytes: usize) -> String {
    format!("it is larger than {} MiB", max_bytes >> 20)
}

/// An item that is left out, under the key of its first record; without records, under its own name.
pub(super) fn skipped(origins: &[Origin], name: &str, reason: String) -> Skipped {
    let origin = origins.first();
    Skipped {
        endpoint: origin.map_or_else(String::new, |origin| origin.endpoint.clone()),
        key: origin.map_or(name, |origin| &origin.key).to_owned(),
        reason,
    }
}
