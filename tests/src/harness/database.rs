//! A database of a test's own on the server that `LOREKEEPER_TEST_DATABASE_URL` names.

use sea_orm::{ConnectionTrait, Database as Connector, DatabaseConnection};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// A database that is there for one test.
#[derive(Clone)]
pub struct Database {
    /// Its address.
    pub url: String,
    server: String,
    name: String,
}

static NEXT: AtomicU32 = AtomicU32::new(0);

impl Database {
    /// A fresh one; `None` where the tests run on the embedded store.
    pub async fn create() -> Option<Self> {
        let server = std::env::var("LOREKEEPER_TEST_DATABASE_URL").ok().filter(|url| !url.is_empty())?;
        Some(Self::on(server, "").await)
    }

    /// A copy of it, to which nobody may be connected.
    pub(super) async fn copy(&self) -> Self {
        let template = format!(" TEMPLATE {}", self.name);
        Self::on(self.server.clone(), &template).await
    }

    async fn on(server: String, template: &str) -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("lore_test_{}_{}_{number}", since.as_millis(), std::process::id());
        run(&server, &format!("CREATE DATABASE {name}{template}")).await.expect("the test server makes databases");
        Self { url: with_database(&server, &name), server, name }
    }

    /// Deletes it, as well as may be: a test that failed leaves its database to be looked at.
    pub async fn delete(self) {
        let statement = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        let _ = run(&self.server, &statement).await;
    }
}

/// Runs a statement on a server.
pub(super) async fn run(server: &str, statement: &str) -> Result<(), sea_orm::DbErr> {
    let connection: DatabaseConnection = Connector::connect(server).await?;
    connection.execute_unprepared(statement).await?;
    connection.close().await
}

/// The address of another database on the same server.
fn with_database(server: &str, name: &str) -> String {
    let (address, parameters) = server.split_once('?').map_or((server, ""), |(a, p)| (a, p));
    let mark = if parameters.is_empty() { "" } else { "?" };
    let authority = address.find("://").map_or(0, |at| at + 3);
    let end = address.get(authority..).and_then(|rest| rest.find('/')).map_or(address.len(), |at| authority + at);
    let base = address.get(..end).unwrap_or(address);
    format!("{base}/{name}{mark}{parameters}")
}

#[cfg(test)]
mod tests {
    use super::with_database;

    #[test]
    fn another_database_of_the_same_server() {
        for (server, expected) in [
            ("postgres://me@here:5/postgres", "postgres://me@here:5/mine"),
            ("postgres://me:pw@here", "postgres://me:pw@here/mine"),
            ("postgres://here/a?sslmode=disable", "postgres://here/mine?sslmode=disable"),
        ] {
            assert_eq!(with_database(server, "mine"), expected);
        }
    }
}
