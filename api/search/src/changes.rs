//! Changes since a time: rows that were added or changed, and rows that went away.

use crate::Result;
use lorekeeper_store::bound;
use sea_orm::prelude::DateTimeUtc;
use sea_orm::sea_query::{Condition, Expr};
use sea_orm::{DatabaseConnection, FromQueryResult};

/// A row that went away.
#[derive(Clone, Debug, PartialEq, Eq, FromQueryResult)]
pub struct Removal {
    /// Its global id.
    pub id: String,
    /// Its family.
    pub family: String,
    /// Its name.
    pub name: String,
    /// Key of its document.
    pub document_key: String,
    /// When it went away.
    pub removed_at: DateTimeUtc,
}

/// The condition that a row was added or changed at a time or later.
pub(crate) fn changed_since(since: DateTimeUtc) -> Condition {
    Condition::all().add(Expr::cust_with_values("changed_at >= $1", [since]))
}

/// The rows that went away at a time or later and are not back, those that went first at the front.
pub async fn removals(
    db: &DatabaseConnection,
    since: DateTimeUtc,
    limit: usize,
) -> Result<Vec<Removal>> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let statement = bound(
        "SELECT id, family, name, document_key, removed_at FROM removal WHERE removed_at >= $1
         ORDER BY removed_at, id LIMIT $2",
        [since.into(), limit.into()],
    );
    Ok(Removal::find_by_statement(statement).all(db).await?)
}
