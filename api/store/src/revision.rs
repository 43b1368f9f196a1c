//! Revision: the count of changes of content, and the notification that tells the other processes on a Postgres.

use crate::error::Result;
use crate::statement::scalar;
use crate::{StoreKind, bound, sql};
use lorekeeper_content::Family;
use sea_orm::{ConnectionTrait, DatabaseTransaction};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The channel on which processes that share a Postgres announce changes.
pub const CHANGE_CHANNEL: &str = "lorekeeper_content";

/// A change of content or vectors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The revision that it made.
    pub revision: i64,
    /// The families of which something was added, changed or removed; `None` where that is not known.
    pub families: Option<BTreeSet<Family>>,
}

impl Change {
    /// Parses the announcement of another process; `None` where it cannot be understood, as from another version.
    #[must_use]
    pub fn parse(payload: &str) -> Option<Self> {
        serde_json::from_str(payload).ok()
    }
}

/// Counts a change of content or vectors as part of a transaction; the other processes are notified when it commits.
pub async fn bump_revision(
    tx: &DatabaseTransaction,
    kind: StoreKind,
    families: Option<BTreeSet<Family>>,
) -> Result<Change> {
    let revision = scalar(tx, sql(
        "INSERT INTO store_fact (key, value) VALUES ('revision', '1') \
         ON CONFLICT (key) DO UPDATE SET value = (store_fact.value::bigint + 1)::text RETURNING value::bigint",
    ))
    .await?;
    let change = Change {
        revision: revision.unwrap_or_default(),
        families,
    };
    // The embedded store has one process only, and its one connection breaks on notifications.
    if kind == StoreKind::Postgres {
        let payload = serde_json::to_string(&change).unwrap_or_default();
        tx.execute_raw(bound(
            "SELECT pg_notify($1, $2)",
            [CHANGE_CHANNEL.into(), payload.into()],
        ))
        .await?;
    }
    Ok(change)
}
