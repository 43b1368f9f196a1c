//! What is stored, and how far the work in the background is.

use lorekeeper_store::Result;
use lorekeeper_store::sql;
use sea_orm::{ConnectionTrait, FromQueryResult};

/// How many entities a document has of a family.
#[derive(Clone, Debug, PartialEq, Eq, FromQueryResult)]
pub struct Count {
    /// Key of the document.
    pub document_key: String,
    /// Name of the family.
    pub family: String,
    /// How many.
    pub count: i64,
}

/// Counts per document and family.
pub async fn counts(db: &impl ConnectionTrait) -> Result<Vec<Count>> {
    let statement = sql("SELECT document_key, family, count(*) AS count FROM search_entry GROUP BY 1, 2 ORDER BY 1, 2");
    Ok(Count::find_by_statement(statement).all(db).await?)
}
