//! Reindexing: the rebuild of derived data, which is rows, search text, passages and vectors.

use crate::error::Result;
use crate::sql;
use crate::unfinished::{Stale, mark_pending};
use crate::vectors::drop_vectors_of_other_models;
use lorekeeper_content::Family;
use sea_orm::{ConnectionTrait, DatabaseConnection, TransactionTrait};

/// Which derived data is rebuilt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rebuild {
    /// Rows, search text and passages. Passages that stay the same keep their vectors.
    Rows,
    /// Vectors, too: until they are embedded again, search goes by words.
    RowsAndVectors,
}

/// Marks derived data as stale, so that the next materialisation writes all of it, also when it is broken off and begun again.
pub async fn mark_stale(db: &DatabaseConnection, rebuild: Rebuild) -> Result<()> {
    let tx = db.begin().await?;
    let tables = Family::ALL.map(Family::name);
    for table in tables.into_iter().chain(["document"]) {
        tx.execute_raw(sql(&format!("UPDATE {table} SET content_hash = ''"))).await?;
    }
    mark_pending(&tx, Stale::All).await?;
    tx.commit().await?;
    if rebuild == Rebuild::RowsAndVectors {
        drop_vectors_of_other_models(db, &[]).await?;
    }
    Ok(())
}
