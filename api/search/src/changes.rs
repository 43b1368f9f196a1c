//! Changes since a time: rows that were added or changed, and rows that went away.

use crate::Result;
use crate::page::{Mark, Page, RemovalMark, Window};
use lorekeeper_store::bound;
use sea_orm::prelude::DateTimeUtc;
use sea_orm::sea_query::{Condition, Expr};
use sea_orm::{ConnectionTrait, FromQueryResult};

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

/// A page of the rows that went away at a time or later and are not back, those that went first at the front; those of
/// imported books only with `imported`.
pub async fn removals(
    db: &impl ConnectionTrait,
    since: DateTimeUtc,
    imported: bool,
    window: &Window,
) -> Result<Page<Removal>> {
    let after = window.after.as_ref().and_then(Mark::removal);
    // One more shows whether there is a next page.
    let limit = i64::try_from(window.count + 1).unwrap_or(i64::MAX);
    let statement = bound(
        "SELECT id, family, name, document_key, removed_at FROM removal
         WHERE removed_at >= $1 AND ($2::timestamptz IS NULL OR (removed_at, id) > ($2, $3))
         AND ($5 OR NOT is_imported)
         ORDER BY removed_at, id LIMIT $4",
        [
            since.into(),
            after.map(|mark| mark.removed_at).into(),
            after.map(|mark| mark.id.clone()).into(),
            limit.into(),
            imported.into(),
        ],
    );
    let found = Removal::find_by_statement(statement).all(db).await?;
    let has_next = found.len() > window.count;
    let mark =
        |removal: &Removal| Mark::Removal(RemovalMark { removed_at: removal.removed_at, id: removal.id.clone() });
    let shown = found.into_iter().take(window.count);
    Ok(Page {
        items: shown.map(|removal| (mark(&removal), removal)).collect(),
        has_previous: after.is_some(),
        has_next,
    })
}
