//! Store facts: key-value pairs about the store itself, and counts over all of it.

use crate::error::Result;
use crate::statement::{execute, scalar};
use crate::{bound, sql};
use sea_orm::ConnectionTrait;

/// A fact about the store itself.
pub async fn fact(db: &impl ConnectionTrait, key: &str) -> Result<Option<String>> {
    let statement = "SELECT value FROM store_fact WHERE key = $1";
    Ok(scalar(db, bound(statement, [key.into()])).await?)
}

/// Sets a fact about the store itself.
pub async fn set_fact(db: &impl ConnectionTrait, key: &str, value: &str) -> Result<()> {
    let statement =
        "INSERT INTO store_fact (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value";
    execute(db, statement, [key.into(), value.into()]).await?;
    Ok(())
}

/// Whether no records are stored.
pub async fn is_empty(db: &impl ConnectionTrait) -> Result<bool> {
    let any = sql("SELECT EXISTS (SELECT FROM source_record)");
    Ok(!scalar(db, any).await?.unwrap_or(false))
}

/// The number of passages, and of those with a vector of `model` (of any model, where none is named).
pub async fn passage_counts(db: &impl ConnectionTrait, model: Option<&str>) -> Result<(i64, i64)> {
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
pub async fn revision(db: &impl ConnectionTrait) -> Result<String> {
    Ok(fact(db, "revision").await?.unwrap_or_else(|| "0".to_owned()))
}

/// The random identity of the revision of content and vectors: two histories of one store (a backup that was put back,
/// a copy) count alike, but never have the same.
pub async fn revision_id(db: &impl ConnectionTrait) -> Result<String> {
    Ok(fact(db, REVISION_ID).await?.unwrap_or_else(|| "none".to_owned()))
}

/// The random identity of the store.
pub async fn store_id(db: &impl ConnectionTrait) -> Result<String> {
    Ok(fact(db, "store").await?.unwrap_or_default())
}

/// The fact that identifies the revision.
pub(crate) const REVISION_ID: &str = "revision_id";
