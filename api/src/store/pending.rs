//! Marks of unfinished work, which outlive a crash: records that rows have to be drawn from, and what was
//! written and not announced.

use super::set_fact;
use crate::db::{bound, sql};
use crate::error::Result;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};

/// The fact that says whether rows have to be drawn anew from the records: `false`, or a mark that is another with
/// every change of the records.
pub const PENDING: &str = "rows_pending";

/// What is written before it is announced by a new revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unannounced {
    /// Rows of content.
    Rows,
    /// Vectors of passages.
    Vectors,
}

impl Unannounced {
    /// The fact that says whether there is any.
    fn key(self) -> &'static str {
        match self {
            Self::Rows => "rows_unannounced",
            Self::Vectors => "vectors_unannounced",
        }
    }
}

/// Notes that rows have to be drawn anew, in the transaction that changes the records.
pub(super) async fn mark_pending(db: &impl ConnectionTrait) -> Result<(), DbErr> {
    let statement = "INSERT INTO store_fact (key, value) VALUES ('rows_pending', gen_random_uuid()::text) \
        ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value";
    db.execute_raw(sql(statement)).await.map(drop)
}

/// The mark under which rows have to be drawn anew; nothing where they need not be.
pub async fn pending_mark(db: &DatabaseConnection) -> Result<Option<String>> {
    let mark = super::fact(db, PENDING).await?;
    Ok(mark.filter(|mark| mark != "false"))
}

/// Takes a mark away, unless records have changed since and it is another by now.
pub async fn clear_pending(db: &impl ConnectionTrait, mark: &str) -> Result<()> {
    let statement = "UPDATE store_fact SET value = 'false' WHERE key = $1 AND value = $2";
    db.execute_raw(bound(statement, [PENDING.into(), mark.into()]))
        .await?;
    Ok(())
}

/// Notes that something is about to be written.
pub async fn mark_unannounced(db: &impl ConnectionTrait, what: Unannounced) -> Result<()> {
    set_fact(db, what.key(), "true").await
}

/// Whether something was written of which nobody was told.
pub async fn is_unannounced(db: &DatabaseConnection, what: Unannounced) -> Result<bool> {
    Ok(super::fact(db, what.key()).await?.as_deref() == Some("true"))
}

/// Notes that all that was written is announced, in the transaction that does so.
pub async fn clear_unannounced(db: &impl ConnectionTrait, what: Unannounced) -> Result<()> {
    set_fact(db, what.key(), "false").await
}
