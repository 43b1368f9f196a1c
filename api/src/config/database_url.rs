//! The address of a Postgres, which may hold a password and so is never shown.

use std::ops::Deref;

/// The address of a Postgres.
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

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::config::tests::layer;

    #[test]
    fn a_password_is_not_shown() {
        let url = "postgres://me:secret@one/lore";
        let config = Config::resolve(&[layer(&[
            ("database_url", url),
            ("database_read_url", "postgres://me:secret@two/lore"),
        ])])
        .unwrap();
        assert_eq!(config.database_url.as_deref(), Some(url));
        assert!(!format!("{config:?}").contains("secret"), "{config:?}");
    }
}
