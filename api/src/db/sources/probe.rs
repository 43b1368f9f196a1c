//! A look at a source, over a connection of its own: those that answer requests may all be busy.

use lorekeeper_migrations::Migrator;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgConnection, PgRow};
use sea_orm::sqlx::{self, ConnectOptions, Executor, Row};
use sea_orm_migration::MigratorTrait;
use std::time::Duration;

/// How long a source may take to say how it is.
const PATIENCE: Duration = Duration::from_secs(2);

/// One statement in the simple protocol: so a pooler in between does no harm.
const CONTENT: &str = "SELECT pg_is_in_recovery() AS standby, \
     coalesce((SELECT value::bigint FROM store_fact WHERE key = 'revision'), 0) AS revision, \
     (SELECT value FROM store_fact WHERE key = 'store') AS identity, \
     (SELECT max(version) FROM seaql_migrations) AS layout";

/// What a standby knows of its lag. Not every sort of replica has this.
const LAG: &str = "SELECT pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() AS level, \
     extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 AS behind";

/// Asks a source how it is.
pub struct Prober {
    options: PgConnectOptions,
    /// Dropped, and with it closed, when it does not answer.
    connection: Option<PgConnection>,
}

/// How a source is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The revision of content and vectors.
    pub revision: i64,
    /// What its store is known by.
    pub identity: Option<String>,
    /// The last step of its layout.
    pub layout: Option<String>,
    /// Whether it has replayed all that it has received; nothing where it cannot tell.
    pub level: Option<bool>,
    /// The age of what it has replayed last; nothing where it cannot tell.
    pub behind: Option<Duration>,
}

impl Found {
    /// Whether this is a copy of the store of that identity, laid out as this program needs it, or why not.
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

    /// How the source is, or why that cannot be told.
    pub async fn look(&mut self) -> Result<Found, String> {
        // Whatever becomes of it, it is put back only when it is in order.
        let connection = self.connection.take();
        let looked = async {
            let mut connection = match connection {
                Some(connection) => connection,
                None => self.options.connect().await?,
            };
            let found = ask(&mut connection).await?;
            Ok::<_, sqlx::Error>((connection, found))
        };
        match tokio::time::timeout(PATIENCE, looked).await {
            Ok(Ok((connection, found))) => {
                self.connection = Some(connection);
                Ok(found)
            }
            Ok(Err(cause)) => Err(cause.to_string()),
            Err(_) => Err(format!(
                "it does not answer within {} seconds",
                PATIENCE.as_secs()
            )),
        }
    }
}

async fn ask(connection: &mut PgConnection) -> Result<Found, sqlx::Error> {
    let row = connection.fetch_one(sqlx::raw_sql(CONTENT)).await?;
    let mut found = Found {
        revision: row.try_get("revision")?,
        identity: row.try_get("identity")?,
        layout: row.try_get("layout")?,
        ..Found::default()
    };
    if row.try_get("standby")? {
        match connection.fetch_one(sqlx::raw_sql(LAG)).await {
            Ok(row) => (found.level, found.behind) = lag(&row)?,
            // A managed service may lack the functions; the revision tells how far it is.
            Err(sqlx::Error::Database(_)) => {}
            Err(cause) => return Err(cause),
        }
    }
    Ok(found)
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
    fn a_copy_is_of_the_same_store_and_layout() {
        let last = Migrator::migrations().last().map(|m| m.name().to_owned());
        let found = |identity: &str, layout: Option<String>| Found {
            identity: Some(identity.to_owned()),
            layout,
            ..Found::default()
        };
        assert_eq!(found("one", last.clone()).check("one"), Ok(()));
        assert!(found("two", last).check("one").is_err());
        let older = found("one", Some("m0001_store".to_owned())).check("one");
        assert!(older.unwrap_err().contains("layout"));
        assert!(Found::default().check("one").is_err());
        let newer = found("one", Some("m9999_later".to_owned()));
        assert_eq!(newer.check("one"), Ok(()));
    }
}
