//! Settings of read replicas.

use super::{duration, list};
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_store::ReplicaSettings;
use sea_orm::sqlx::postgres::PgConnectOptions;

pub(super) fn read(get: &impl Fn(&str) -> Option<String>) -> Result<ReplicaSettings> {
    let urls = list(get("database_replica_urls"));
    if !urls.is_empty() && get("database_url").is_none() {
        return Err(Error::input(
            "The setting database_replica_urls names replicas, but database_url does not name their primary. Set DATABASE_URL too, or leave DATABASE_REPLICA_URLS away.",
        ));
    }
    for (place, url) in urls.iter().enumerate() {
        let known = ["postgres://", "postgresql://"];
        let named = known.iter().any(|scheme| url.starts_with(scheme));
        if !named || url.parse::<PgConnectOptions>().is_err() {
            // It may hold a password.
            return Err(Error::input(format!(
                "Address {} of the setting database_replica_urls is not the address of a Postgres. Write it like postgres://user:password@host:5432/name; write special characters in a password as %-codes, a comma as %2C.",
                place + 1
            )));
        }
    }
    let lag = get("replica_max_lag");
    Ok(ReplicaSettings {
        urls,
        max_lag: duration("replica_max_lag", lag.as_deref().unwrap_or("10s"))?,
    })
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::config::tests::layer;
    use std::time::Duration;

    #[test]
    fn replicas_are_a_list_beside_their_primary() {
        let read = |pairs: &[(&'static str, &str)]| {
            Config::resolve(&[layer(pairs)]).map(|config| config.store.replicas)
        };
        let primary = ("database_url", "postgres://one/lore");
        let none = read(&[primary]).unwrap();
        assert!(none.urls.is_empty());
        assert_eq!(none.max_lag, Duration::from_secs(10));
        let two = "postgres://me:secret@two/lore, postgresql://three:5433/lore";
        let two = read(&[
            primary,
            ("database_replica_urls", two),
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
        let error = read(&[("database_replica_urls", "postgres://two/lore")]).unwrap_err();
        assert!(error.message.contains("DATABASE_URL"), "{error}");
        for wrong in ["mysql://me:secret@two/lore", "me:secret@two"] {
            let error = read(&[primary, ("database_replica_urls", wrong)]).unwrap_err();
            assert!(error.message.contains("Address 1"), "{error}");
            assert!(!error.message.contains("secret"), "{error}");
        }
        let error = read(&[primary, ("replica_max_lag", "little")]).unwrap_err();
        assert!(error.message.contains("30s"), "{error}");
    }
}
