//! What is stored, and how far the work in the background is.

use crate::db::{bound, sql};
use crate::error::Result;
use crate::family::Family;
pub use crate::store::EndpointState;
use sea_orm::{ConnectionTrait, DatabaseConnection, FromQueryResult};

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
pub async fn counts(db: &DatabaseConnection) -> Result<Vec<Count>> {
    let statement = sql(
        "SELECT document_key, family, count(*) AS count FROM search_entry GROUP BY 1, 2 ORDER BY 1, 2",
    );
    Ok(Count::find_by_statement(statement).all(db).await?)
}

/// How many passages there are, and how many of them have a vector of `model`.
pub async fn passages(db: &DatabaseConnection, model: Option<&str>) -> Result<(i64, i64)> {
    let statement = bound(
        "SELECT (SELECT count(*) FROM passage) AS total, (SELECT count(*) FROM passage_vector WHERE $1::text IS NULL OR model = $1) AS embedded",
        [model.map(str::to_owned).into()],
    );
    let Some(row) = db.query_one_raw(statement).await? else {
        return Ok((0, 0));
    };
    Ok((row.try_get("", "total")?, row.try_get("", "embedded")?))
}

/// The revision of content and vectors.
pub async fn revision(db: &DatabaseConnection) -> Result<String> {
    let row = db
        .query_one_raw(sql("SELECT value FROM store_fact WHERE key = 'revision'"))
        .await?;
    Ok(row
        .map(|r| r.try_get("", "value"))
        .transpose()?
        .unwrap_or_else(|| "0".to_owned()))
}

/// When the sources that families are made of were last fetched, and which these are.
pub async fn freshness(db: &DatabaseConnection) -> Result<Vec<EndpointState>> {
    crate::store::endpoint_states(db).await
}

/// How many entities a document has of a family.
#[must_use]
pub fn count_of(counts: &[Count], document: &str, family: Family) -> i64 {
    counts
        .iter()
        .find(|c| c.document_key == document && c.family == family.name())
        .map_or(0, |c| c.count)
}
