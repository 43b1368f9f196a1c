//! Reindexing: the rebuild of derived data, which is rows, search text, passages, known words and vectors.

use crate::error::Result;
use crate::search_text::known_words;
use crate::sql;
use crate::statement::execute;
use crate::unfinished::mark_pending;
use crate::vectors::drop_vectors_of_other_models;
use lorekeeper_content::Family;
use sea_orm::{ConnectionTrait, DatabaseConnection, FromQueryResult, TransactionTrait};
use std::collections::BTreeSet;

/// Which derived data is rebuilt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rebuild {
    /// Rows, search text, passages and known words. Passages that stay the same keep their vectors.
    Rows,
    /// Vectors, too: until they are embedded again, search goes by words.
    RowsAndVectors,
}

/// Marks derived data as stale, so that the next materialisation writes all of it, also when it is broken off and begun again.
pub async fn mark_stale(db: &DatabaseConnection, rebuild: Rebuild) -> Result<()> {
    let tx = db.begin().await?;
    let tables = Family::ALL.map(Family::name);
    for table in tables.into_iter().chain(["document"]) {
        tx.execute_raw(sql(&format!("UPDATE {table} SET content_hash = ''")))
            .await?;
    }
    mark_pending(&tx).await?;
    tx.commit().await?;
    if rebuild == Rebuild::RowsAndVectors {
        drop_vectors_of_other_models(db, &[]).await?;
    }
    Ok(())
}

#[derive(FromQueryResult)]
struct Named {
    name: String,
}

/// Deletes the known words that are in no name any more, such as those of a removed book: queries would be corrected to
/// them. Returns how many were deleted.
pub async fn forget_words(db: &DatabaseConnection) -> Result<u64> {
    let names = Named::find_by_statement(sql("SELECT DISTINCT name FROM search_entry"));
    let names = names.all(db).await?;
    let used: BTreeSet<String> = names
        .iter()
        .flat_map(|named| known_words(&named.name))
        .collect();
    let statement = "DELETE FROM name_word WHERE word NOT IN (SELECT unnest($1::text[]))";
    let values = [used.into_iter().collect::<Vec<_>>().into()];
    Ok(execute(db, statement, values).await?)
}
