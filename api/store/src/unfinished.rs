//! Markers of unfinished work, which outlive a crash: records whose rows are not made yet, and writes that are not
//! announced yet.

use crate::error::Result;
use crate::statement::execute;
use crate::{fact, set_fact, sql};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};

/// The fact that says whether rows have to be rebuilt from the records: `false`, or a mark that is new with every
/// change of the records.
pub const ROWS_PENDING: &str = "rows_pending";

/// Writes that are announced afterwards, by a new revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unannounced {
    /// Rows of content.
    Rows,
    /// Vectors of passages.
    Vectors,
}

impl Unannounced {
    /// The fact that says whether there are any.
    fn key(self) -> &'static str {
        match self {
            Self::Rows => "rows_unannounced",
            Self::Vectors => "vectors_unannounced",
        }
    }
}

/// Marks that rows have to be rebuilt, in the transaction that changes the records.
pub(super) async fn mark_pending(db: &impl ConnectionTrait) -> Result<(), DbErr> {
    let statement = "INSERT INTO store_fact (key, value) VALUES ('rows_pending', gen_random_uuid()::text) \
        ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value";
    db.execute_raw(sql(statement)).await.map(drop)
}

/// The mark under which rows have to be rebuilt; `None` where they are up to date.
pub async fn pending_mark(db: &DatabaseConnection) -> Result<Option<String>> {
    let mark = fact(db, ROWS_PENDING).await?;
    Ok(mark.filter(|mark| mark != "false"))
}

/// Clears a mark, unless records have changed since and set a new one.
pub async fn clear_pending(db: &impl ConnectionTrait, mark: &str) -> Result<()> {
    let statement = "UPDATE store_fact SET value = 'false' WHERE key = $1 AND value = $2";
    execute(db, statement, [ROWS_PENDING.into(), mark.into()]).await?;
    Ok(())
}

/// Marks that something is about to be written.
pub async fn mark_unannounced(db: &impl ConnectionTrait, what: Unannounced) -> Result<()> {
    set_fact(db, what.key(), "true").await
}

/// Whether something was written and not announced.
pub async fn is_unannounced(db: &DatabaseConnection, what: Unannounced) -> Result<bool> {
    Ok(fact(db, what.key()).await?.as_deref() == Some("true"))
}

/// Clears the marker, in the transaction that announces what was written.
pub async fn clear_unannounced(db: &impl ConnectionTrait, what: Unannounced) -> Result<()> {
    set_fact(db, what.key(), "false").await
}
