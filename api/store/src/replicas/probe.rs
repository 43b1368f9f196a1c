//! Health probe of a server, over a connection of its own: those that answer requests may all be busy.

use lorekeeper_migrations::Migrator;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgConnection, PgRow};
use sea_orm::sqlx::{self, ConnectOptions, Executor, Row};
use sea_orm_migration::MigratorTrait;
use std::time::Duration;

/// Longest time that a server may take to answer a probe.
const PROBE_TIMEOUT: Duration = Duration::from_secs(2);

/// Asks for the state of the store. One statement in the simple protocol, so that a pooler in between does no harm.
const STATE_QUERY: &str = "SELECT pg_is_in_recovery() AS standby, \
     coalesce((SELECT value::bigint FROM store_fact WHERE key = 'revision'), 0) AS revision, \
     (SELECT value FROM store_fact WHERE key = 'store') AS identity, \
     (SELECT max(version) FROM seaql_migrations) AS layout";

/// Asks a standby for its lag. Not every sort of replica has these functions.
const LAG_QUERY: &str = "SELECT pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() AS level, \
     extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 AS behind";

/// The probe of one server.
pub struct Prober {
    options: PgConnectOptions,
    /// Dropped, and so closed, when the server does not answer.
    connection: Option<PgConnection>,
}

/// The outcome of a probe.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observation {
    /// The revision of content and vectors.
    pub revision: i64,
    /// The identity of its store.
    pub identity: Option<String>,
    /// The last migration that it has.
    pub layout: Option<String>,
    /// Whether it has replayed all that it has received; `None` where it cannot tell.
    pub level: Option<bool>,
    /// The age of what it has replayed last; `None` where it cannot tell.
    pub behind: Option<Duration>,
}

impl Observation {
    /// Checks that this is a copy of the store of that identity, with the layout that this program needs.
    pub fn check(&self, identity: &str) -> Result<(), String> {
        let migrations = Migrator::migrations();
        let layout = migrations.last().map(|last| last.name().to_owned());
        if self.identity.as_deref() != Some(identity) {
            Err("it has another store, or none as yet".to_owned())
        } else if self.layout < layout {
            Err("its layout is older: it has not replayed the change yet".to_owned())
        } else {
            Ok(())
        }
    }
}

impl Prober {
    pub fn new(options: &PgConnectOptions) -> Self {
        Self {
            options: options.clone(),
            connection: None,
        }
    }

    /// Probes the server; the error says why it cannot be read from.
    pub async fn probe(&mut self) -> Result<Observation, String> {
        // The connection is put back only when the probe succeeds.
        let connection = self.connection.take();
        let probed = async {
            let mut connection = match connection {
                Some(connection) => connection,
                None => self.options.connect().await?,
            };
            let observed = observe(&mut connection).await?;
            Ok::<_, sqlx::Error>((connection, observed))
        };
        match tokio::time::timeout(PROBE_TIMEOUT, probed).await {
            Ok(Ok((connection, observed))) => {
                self.connection = Some(connection);
                Ok(observed)
            }
            Ok(Err(cause)) => Err(cause.to_string()),
            Err(_) => Err(format!(
                "it does not answer within {} seconds",
                PROBE_TIMEOUT.as_secs()
            )),
        }
    }
}

async fn observe(connection: &mut PgConnection) -> Result<Observation, sqlx::Error> {
    let row = connection.fetch_one(sqlx::raw_sql(STATE_QUERY)).await?;
    let mut observed = Observation {
        revision: row.try_get("revision")?,
        identity: row.try_get("identity")?,
        layout: row.try_get("layout")?,
        ..Observation::default()
    };
    if row.try_get("standby")? {
        match connection.fetch_one(sqlx::raw_sql(LAG_QUERY)).await {
            Ok(row) => (observed.level, observed.behind) = lag(&row)?,
            // A managed service may lack the functions; the revision shows how far it is.
            Err(sqlx::Error::Database(_)) => {}
            Err(cause) => return Err(cause),
        }
    }
    Ok(observed)
}

fn lag(row: &PgRow) -> Result<(Option<bool>, Option<Duration>), sqlx::Error> {
    let behind: Option<f64> = row.try_get("behind")?;
    // Clocks differ.
    let behind = behind.map(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)));
    Ok((row.try_get("level")?, behind.and_then(Result::ok)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replica_has_the_same_store_and_layout() {
        let last = Migrator::migrations().last().map(|m| m.name().to_owned());
        let observed = |identity: &str, layout: Option<String>| Observation {
            identity: Some(identity.to_owned()),
            layout,
            ..Observation::default()
        };
        assert_eq!(observed("one", last.clone()).check("one"), Ok(()));
        assert!(observed("two", last).check("one").is_err());
        let older = observed("one", Some("m0001_store".to_owned())).check("one");
        assert!(older.unwrap_err().contains("layout"));
        assert!(Observation::default().check("one").is_err());
        let newer = observed("one", Some("m9999_later".to_owned()));
        assert_eq!(newer.check("one"), Ok(()));
    }
}
