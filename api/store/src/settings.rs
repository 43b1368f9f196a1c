//! Settings of the store: the address of a Postgres, or the data directory of the embedded store.

use std::ops::Deref;
use std::path::PathBuf;
use std::time::Duration;

/// The settings of a store.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The Postgres to use; `None` for the embedded store.
    pub database_url: Option<DatabaseUrl>,
    /// The data directory, where the embedded store lives.
    pub data_dir: PathBuf,
    /// Longest time that a statement of a request may take on a Postgres.
    pub query_timeout: Duration,
}

/// The address of a Postgres, which may hold a password and so is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(String);

impl From<String> for DatabaseUrl {
    fn from(url: String) -> Self {
        Self(url)
    }
}

impl Deref for DatabaseUrl {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DatabaseUrl")
    }
}
