//! Hot standby: a Postgres that replays what its primary writes, and can only be read.
//!
//! Postgres is asked for its role when the store is opened, before all work that writes, and by servers every few
//! seconds: a standby may be promoted, and an address may come to lead to another server.

use crate::error::{Error, Result};
use crate::statement::scalar;
use crate::{Store, StoreKind, sql};
use lorekeeper_migrations::Migrator;
use sea_orm_migration::MigratorTrait;
use std::collections::BTreeSet;
use tokio::sync::watch;

impl Store {
    /// Whether the Postgres was a standby when it was last asked.
    #[must_use]
    pub fn is_standby(&self) -> bool {
        *self.standby.borrow()
    }

    /// Tells whenever a standby is promoted, or another standby answers in the place of the primary.
    #[must_use]
    pub fn watch_standby(&self) -> watch::Receiver<bool> {
        self.standby.subscribe()
    }

    /// Waits until the store can be written to.
    pub async fn writable(&self) {
        // The sender lives as long as the store.
        let _ = self.watch_standby().wait_for(|standby| !standby).await;
    }

    /// Asks Postgres whether it is a standby.
    pub async fn check_standby(&self) -> Result<bool> {
        if self.kind == StoreKind::Embedded {
            return Ok(false);
        }
        let asked = scalar(&self.pool, sql("SELECT pg_is_in_recovery()")).await?;
        let standby: bool = asked.unwrap_or_default();
        let has_changed = self.standby.send_if_modified(|before| {
            let has_changed = *before != standby;
            *before = standby;
            has_changed
        });
        match (has_changed, standby) {
            (true, true) => tracing::warn!(
                "The Postgres at DATABASE_URL is a standby: it is read, and nothing is written until it is promoted."
            ),
            (true, false) => {
                tracing::info!("The Postgres at DATABASE_URL can be written to from now on.");
            }
            (false, _) => {}
        }
        Ok(standby)
    }

    /// Refuses work that writes where the Postgres is a standby.
    pub async fn require_writable(&self) -> Result<()> {
        if self.check_standby().await? {
            return Err(Error::ReadOnly);
        }
        Ok(())
    }

    /// Refuses a standby whose layout is not this program's: only its primary can be migrated.
    pub(crate) async fn check_layout(&self) -> Result<()> {
        let table = sql("SELECT to_regclass('seaql_migrations') IS NOT NULL");
        let mut applied = BTreeSet::new();
        if scalar(&self.pool, table).await?.unwrap_or(false) {
            let versions = sql("SELECT array_agg(version) FROM seaql_migrations");
            let versions: Option<Vec<String>> = scalar(&self.pool, versions).await?;
            applied.extend(versions.unwrap_or_default());
        }
        let needed = Migrator::migrations();
        let needed = needed.iter().map(|step| step.name().to_owned());
        check_steps(&applied, &needed.collect())
    }
}

fn check_steps(applied: &BTreeSet<String>, needed: &BTreeSet<String>) -> Result<()> {
    if applied.is_superset(needed) {
        return if applied.len() > needed.len() {
            Err(Error::newer_version("the standby has more migrations"))
        } else {
            Ok(())
        };
    }
    Err(Error::Settings(
        "The Postgres at DATABASE_URL is a standby that has no store of this version of LoreKeeper yet. Start this version once with the primary as DATABASE_URL, then start this server again.".to_owned(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standby_has_the_layout_of_the_program() {
        let steps = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let needed: BTreeSet<String> = steps(&["m1", "m2"]);
        assert_eq!(check_steps(&needed, &needed), Ok(()));
        for older in [&[][..], &["m1"]] {
            let refused = check_steps(&steps(older), &needed).unwrap_err();
            assert!(refused.to_string().contains("primary"), "{refused}");
        }
        let newer = check_steps(&steps(&["m1", "m2", "m3"]), &needed).unwrap_err();
        assert!(newer.to_string().contains("newer version"), "{newer}");
    }
}
