//! Projection of rows: a few columns of many rows, read at once.

use crate::bound;
use crate::error::{Error, Result};
use crate::rows::Books;
use lorekeeper_content::Row;
use sea_orm::{DatabaseConnection, FromQueryResult};
use serde_json::Value;

#[derive(FromQueryResult)]
struct Outline {
    row: Value,
}

/// The rows of these books, in the order of their identities. Of each it has the `columns`; the others are empty.
pub async fn outlines<R: Row>(db: &DatabaseConnection, columns: &[&str], books: &Books) -> Result<Vec<R>> {
    let (condition, keys) = books.condition("document_key");
    let statement = format!(
        "SELECT jsonb_strip_nulls(to_jsonb(o)) AS row FROM (SELECT {} FROM {} WHERE {condition}) o",
        columns.join(", "),
        R::FAMILY.name(),
    );
    let found = Outline::find_by_statement(bound(&statement, [keys]));
    let mut rows: Vec<R> = Vec::new();
    for outline in found.all(db).await? {
        let row = serde_json::from_value(outline.row)
            .map_err(|cause| Error::internal("A row could not be read. The log says why.", cause));
        rows.push(row?);
    }
    rows.sort_by_cached_key(R::identity);
    Ok(rows)
}
