//! The settings of standbys.

use super::{duration, list};
use crate::error::{Error, Result};
use sea_orm::sqlx::postgres::PgConnectOptions;
use std::time::Duration;

/// Standbys of the Postgres that is written to, which requests are read from.
#[derive(Clone, Default)]
pub struct Replicas {
    /// Their addresses; with none everything is read from where it is written to.
    pub urls: Vec<String>,
    /// How far behind one may be.
    pub max_lag: Duration,
}

impl Replicas {
    pub(super) fn read(get: &impl Fn(&str) -> Option<String>) -> Result<Self> {
        let urls = list(get("database_read_url"));
        if !urls.is_empty() && get("database_url").is_none() {
            return Err(Error::input(
                "The setting database_read_url names standbys, but database_url does not name their primary. Set DATABASE_URL too, or leave DATABASE_READ_URL away.",
            ));
        }
        for (place, url) in urls.iter().enumerate() {
            let known = ["postgres://", "postgresql://"];
            let named = known.iter().any(|scheme| url.starts_with(scheme));
            if !named || url.parse::<PgConnectOptions>().is_err() {
                // It may hold a password.
                return Err(Error::input(format!(
                    "Address {} of the setting database_read_url is none of a Postgres. It must be such as postgres://user:password@host:5432/name; what is special in a password is written as %-codes, a comma as %2C.",
                    place + 1
                )));
            }
        }
        let lag = get("replica_max_lag");
        Ok(Self {
            urls,
            max_lag: duration("replica_max_lag", lag.as_deref().unwrap_or("10s"))?,
        })
    }
}

impl std::fmt::Debug for Replicas {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Replicas")
            .field("urls", &self.urls.len())
            .field("max_lag", &self.max_lag)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::config::tests::layer;
    use std::time::Duration;

    #[test]
    fn standbys_are_a_list_beside_their_primary() {
        let read = |pairs: &[(&'static str, &str)]| {
            Config::resolve(&[layer(pairs)]).map(|config| config.replicas)
        };
        let primary = ("database_url", "postgres://one/lore");
        let none = read(&[primary]).unwrap();
        assert!(none.urls.is_empty());
        assert_eq!(none.max_lag, Duration::from_secs(10));
        let two = "postgres://me:secret@two/lore, postgresql://three:5433/lore";
        let two = read(&[
            primary,
            ("database_read_url", two),
            ("replica_max_lag", "2s"),
        ]);
        let two = two.unwrap();
        assert_eq!(
            two.urls,
            [
                "postgres://me:secret@two/lore",
                "postgresql://three:5433/lore"
            ]
        );
        assert_eq!(two.max_lag, Duration::from_secs(2));
        assert!(!format!("{two:?}").contains("secret"));
        let error = read(&[("database_read_url", "postgres://two/lore")]).unwrap_err();
        assert!(error.message.contains("DATABASE_URL"), "{error}");
        for wrong in ["mysql://me:secret@two/lore", "me:secret@two"] {
            let error = read(&[primary, ("database_read_url", wrong)]).unwrap_err();
            assert!(error.message.contains("Address 1"), "{error}");
            assert!(!error.message.contains("secret"), "{error}");
        }
        let error = read(&[primary, ("replica_max_lag", "little")]).unwrap_err();
        assert!(error.message.contains("30s"), "{error}");
    }
}
