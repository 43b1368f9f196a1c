//! Revision: the count of changes of content, and the notification that tells the other processes on a Postgres.

use crate::error::Result;
use crate::facts::REVISION_ID;
use crate::statement::{execute, scalar};
use crate::{StoreKind, bound, fact, sql};
use chrono::{DateTime, Utc};
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
    pub fn parse(payload: &str) -> Option<Self> {
        serde_json::from_str(payload).ok()
    }
}

/// The fact that says up to when the changes of rows can all be read.
const COMPLETE_UNTIL: &str = "rows_complete_until";

/// How long is kept what went away.
const REMOVALS_KEPT: &str = "1 year";

/// Notes that the changes of rows up to now can be read as soon as this transaction can: their writer has committed
/// them, and a standby replays transactions in that order. The time never goes back, as a clock may. What went away long
/// ago is forgotten.
pub async fn note_rows_complete(tx: &DatabaseTransaction) -> Result<()> {
    let statement = "INSERT INTO store_fact (key, value) \
        VALUES ($1, to_char(time_of_change() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')) \
        ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value";
    execute(tx, statement, [COMPLETE_UNTIL.into()]).await?;
    let statement = "DELETE FROM removal WHERE removed_at < now() - $1::interval";
    execute(tx, statement, [REMOVALS_KEPT.into()]).await?;
    Ok(())
}

/// Up to when the changes of rows can all be read; `None` before the first. A reader asks before it reads rows: what is
/// written in between is of a later time.
pub async fn rows_complete_until(db: &impl ConnectionTrait) -> Result<Option<DateTime<Utc>>> {
    let time = fact(db, COMPLETE_UNTIL).await?;
    Ok(time.and_then(|time| time.parse().ok()))
}

/// Counts a change of content or vectors as part of a transaction; the other processes are notified when it commits.
pub async fn bump_revision(
    tx: &DatabaseTransaction,
    kind: StoreKind,
    families: Option<BTreeSet<Family>>,
) -> Result<Change> {
    let revision = scalar(
        tx,
        sql("INSERT INTO store_fact (key, value) VALUES ('revision', '1') \
         ON CONFLICT (key) DO UPDATE SET value = (store_fact.value::bigint + 1)::text RETURNING value::bigint"),
    )
    .await?;
    let statement = "INSERT INTO store_fact (key, value) VALUES ($1, gen_random_uuid()::text) \
         ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value";
    execute(tx, statement, [REVISION_ID.into()]).await?;
    let change = Change { revision: revision.unwrap_or_default(), families };
    // The embedded store has one process only, and its one connection breaks on notifications.
    if kind == StoreKind::Postgres {
        let payload = serde_json::to_string(&change).unwrap_or_default();
        tx.execute_raw(bound("SELECT pg_notify($1, $2)", [CHANGE_CHANNEL.into(), payload.into()])).await?;
    }
    Ok(change)
}
