//! Layout of the store: which migrations it has recorded, and whether this program may bring it to its own.

use crate::error::{Error, Result};
use crate::sqlstate::Failure;
use crate::statement::scalar;
use crate::{Store, sql};
use lorekeeper_migrations::Migrator;
use sea_orm::ConnectionTrait;
use sea_orm_migration::MigratorTrait;
use std::collections::BTreeSet;

/// How the recorded steps of a store relate to those of this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// The layout of this program.
    Current,
    /// An empty database, or the layout of an earlier version.
    Older,
    /// A layout that only newer versions know.
    Newer,
    /// A layout from before the baseline.
    Unknown,
}

impl Layout {
    fn from_recorded(recorded: &BTreeSet<String>) -> Self {
        let migrations = Migrator::migrations();
        let known: BTreeSet<String> = migrations.iter().map(|step| step.name().to_owned()).collect();
        let has_baseline = migrations.first().is_none_or(|step| recorded.contains(step.name()));
        if *recorded == known {
            Self::Current
        } else if has_baseline && !recorded.is_subset(&known) {
            Self::Newer
        } else if recorded.is_empty() || has_baseline {
            Self::Older
        } else {
            Self::Unknown
        }
    }

    /// Refuses a layout that this program cannot bring to its own.
    fn require_known(self) -> Result<()> {
        match self {
            Self::Current | Self::Older => Ok(()),
            Self::Newer => Err(Error::newer_version("the store has more migrations")),
            Self::Unknown => Err(Error::Settings(
                "This store has a layout from before the first release that this version does not know. Start with a new data directory, or with an empty database at DATABASE_URL: `lorekeeper sync` fetches its content anew. Files that were imported are imported again.".to_owned(),
            )),
        }
    }

    /// Refuses a standby whose layout is not this program's: only its primary can be migrated.
    fn require_current(self) -> Result<()> {
        self.require_known()?;
        if self == Self::Current {
            return Ok(());
        }
        Err(Error::Settings(
            "The Postgres at DATABASE_URL is a standby that has no store of this version of LoreKeeper yet. Start this version once with the primary as DATABASE_URL, then start this server again.".to_owned(),
        ))
    }
}

/// Whether this program can open a store of a layout, and bring it to its own.
pub(crate) fn is_known(recorded: &[String]) -> bool {
    let recorded = recorded.iter().cloned().collect();
    Layout::from_recorded(&recorded).require_known().is_ok()
}

impl Store {
    /// Refuses a standby whose layout is not this program's.
    pub(crate) async fn check_layout(&self) -> Result<()> {
        self.layout().await?.require_current()
    }

    /// Brings the store to the layout of this program.
    pub(crate) async fn migrate(&self) -> Result<()> {
        self.layout().await?.require_known()?;
        self.create_extensions().await?;
        Migrator::up(&self.pool, None).await.map_err(|cause| {
            if matches!(Failure::of(&cause), Failure::Connection | Failure::PreparedElsewhere) {
                cause.into()
            } else {
                Error::internal("The store could not be brought to the current layout. The log says why.", cause)
            }
        })
    }

    async fn layout(&self) -> Result<Layout> {
        Ok(Layout::from_recorded(&self.recorded_steps().await?))
    }

    /// The steps that the store has recorded.
    pub(crate) async fn recorded_steps(&self) -> Result<BTreeSet<String>> {
        let table = sql("SELECT to_regclass('seaql_migrations') IS NOT NULL");
        let mut recorded = BTreeSet::new();
        if scalar(&self.pool, table).await?.unwrap_or(false) {
            let versions = sql("SELECT array_agg(version) FROM seaql_migrations");
            let versions: Option<Option<Vec<String>>> = scalar(&self.pool, versions).await?;
            recorded.extend(versions.flatten().unwrap_or_default());
        }
        Ok(recorded)
    }

    async fn create_extensions(&self) -> Result<()> {
        for extension in ["vector", "pg_trgm"] {
            self.pool.execute_unprepared(&format!("CREATE EXTENSION IF NOT EXISTS {extension}")).await.map_err(
                |cause| {
                    Error::internal(
                        format!(
                            "The store lacks the Postgres extension \"{extension}\". Install it on the server (for vector: the pgvector package) and let an administrator run CREATE EXTENSION {extension}."
                        ),
                        cause,
                    )
                },
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(recorded: &[&str]) -> Layout {
        Layout::from_recorded(&recorded.iter().map(|name| (*name).to_owned()).collect())
    }

    fn steps() -> Vec<&'static str> {
        lorekeeper_migrations::step_names().collect()
    }

    #[test]
    fn a_store_of_another_layout_is_refused() {
        assert_eq!(layout(&[]), Layout::Older);
        assert_eq!(layout(&steps()), Layout::Current);
        let newer = layout(&[steps(), vec!["m9999_more"]].concat());
        let newer = newer.require_known().unwrap_err().to_string();
        assert!(newer.contains("newer version"), "{newer}");
        for before in [&["m0001_store"][..], &["m0001_store", "m0002_other"]] {
            let refused = layout(before).require_known().unwrap_err().to_string();
            assert!(refused.contains("lorekeeper sync"), "{refused}");
        }
    }

    #[test]
    fn a_standby_has_the_layout_of_the_program() {
        assert_eq!(layout(&steps()).require_current(), Ok(()));
        let refused = layout(&[]).require_current().unwrap_err().to_string();
        assert!(refused.contains("primary"), "{refused}");
    }
}
