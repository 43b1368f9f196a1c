//! Settings of read replicas.

use super::given::Given;
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_store::ReplicaSettings;
use sea_orm::sqlx::postgres::PgConnectOptions;

pub(super) fn read(given: Given) -> Result<ReplicaSettings> {
    let urls = given.texts("database_replica_urls");
    if !urls.is_empty() && given.text("database_url").is_none() {
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
    Ok(ReplicaSettings {
        urls,
        max_lag: given.duration("replica_max_lag")?,
    })
}
