//! Markers of unfinished work, which outlive a crash: records whose rows are not made yet, and writes that are not
//! announced yet.

use crate::error::Result;
use crate::statement::execute;
use crate::{bound, fact, set_fact};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult};

/// The fact that says whether all rows have to be rebuilt from the records: `false`, or a mark that is new with every
/// change. For the records of a single source, its name stands behind it (`rows_pending/orcbrew`).
pub const ROWS_PENDING: &str = "rows_pending";

/// Which rows have to be rebuilt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stale<'a> {
    /// Those that are made of the records of a source.
    OfSource(&'a str),
    /// All of them.
    All,
}

/// A mark that rows have to be rebuilt.
#[derive(Clone, Debug, PartialEq, Eq, FromQueryResult)]
pub struct PendingMark {
    key: String,
    value: String,
}

impl PendingMark {
    /// The source whose records have changed; `None` where all rows have to be rebuilt.
    pub fn source(&self) -> Option<&str> {
        self.key.strip_prefix(ROWS_PENDING)?.strip_prefix('/')
    }
}

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
pub(super) async fn mark_pending(db: &impl ConnectionTrait, stale: Stale<'_>) -> Result<(), DbErr> {
    let key = match stale {
        Stale::OfSource(source) => format!("{ROWS_PENDING}/{source}"),
        Stale::All => ROWS_PENDING.to_owned(),
    };
    let statement = "INSERT INTO store_fact (key, value) VALUES ($1, gen_random_uuid()::text) \
        ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value";
    execute(db, statement, [key.into()]).await.map(drop)
}

/// The marks under which rows have to be rebuilt; none where they are up to date.
pub async fn pending_marks(db: &DatabaseConnection) -> Result<Vec<PendingMark>> {
    let statement = "SELECT key, value FROM store_fact \
        WHERE (key = $1 OR starts_with(key, $1 || '/')) AND value <> 'false' ORDER BY key";
    let marks = PendingMark::find_by_statement(bound(statement, [ROWS_PENDING.into()]));
    Ok(marks.all(db).await?)
}

/// Clears a mark, unless records have changed since and set a new one.
pub async fn clear_pending(db: &impl ConnectionTrait, mark: &PendingMark) -> Result<()> {
    let statement = "UPDATE store_fact SET value = 'false' WHERE key = $1 AND value = $2";
    let values = [mark.key.as_str().into(), mark.value.as_str().into()];
    execute(db, statement, values).await?;
    Ok(())
}

/// Marks that something is about to be written.
pub async fn mark_unannounced(db: &impl ConnectionTrait, what: Unannounced) -> Result<()> {
    set_fact(db, what.key(), "true").await
}

/// Whether something was written and not announced.
pub async fn is_unannounced(db: &impl ConnectionTrait, what: Unannounced) -> Result<bool> {
    Ok(fact(db, what.key()).await?.as_deref() == Some("true"))
}

/// Clears the marker, in the transaction that announces what was written.
pub async fn clear_unannounced(db: &impl ConnectionTrait, what: Unannounced) -> Result<()> {
    set_fact(db, what.key(), "false").await
}
