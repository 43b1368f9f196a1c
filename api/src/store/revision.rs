//! The count of changes, and how processes on one Postgres tell each other of them.

use crate::db::{StoreKind, bound, sql};
use crate::error::Result;
use crate::family::Family;
use sea_orm::{ConnectionTrait, DatabaseTransaction};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The fact that counts the changes of content and vectors.
pub const REVISION: &str = "revision";

/// The channel on which processes that share a Postgres tell each other of changes.
pub const CHANGES: &str = "lorekeeper_content";

/// A change of content or vectors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The revision that it made.
    pub revision: i64,
    /// The families of which something was added, changed or removed; `None` where that is not known.
    pub families: Option<BTreeSet<Family>>,
}

impl Change {
    /// What another process told; `None` where that cannot be understood, as from another version.
    #[must_use]
    pub fn told(payload: &str) -> Option<Self> {
        serde_json::from_str(payload).ok()
    }
}

/// Counts one more change of content or vectors as part of a transaction; the other processes are told when it is
/// committed.
pub async fn bump_revision(
    tx: &DatabaseTransaction,
    kind: StoreKind,
    families: Option<BTreeSet<Family>>,
) -> Result<Change> {
    let row = tx.query_one_raw(sql(
        "INSERT INTO store_fact (key, value) VALUES ('revision', '1') \
         ON CONFLICT (key) DO UPDATE SET value = (store_fact.value::bigint + 1)::text RETURNING value::bigint AS revision",
    ))
    .await?;
    let revision = row.map(|r| r.try_get("", "revision")).transpose()?;
    let change = Change {
        revision: revision.unwrap_or_default(),
        families,
    };
    // The embedded store has nobody to tell, and its one connection cannot bear it.
    if kind == StoreKind::Postgres {
        // A list of families is always written.
        let payload = serde_json::to_string(&change).unwrap_or_default();
        tx.execute_raw(bound(
            "SELECT pg_notify($1, $2)",
            [CHANGES.into(), payload.into()],
        ))
        .await?;
    }
    Ok(change)
}
