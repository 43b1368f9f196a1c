//! What of an entity is nearest to a query.

use crate::db::bound;
use crate::error::Result;
use crate::store::vector_text;
use sea_orm::{ConnectionTrait, DatabaseConnection};
use std::collections::HashMap;

/// The passage of each entity that is nearest to a vector of `model`, by the entity's key.
pub async fn nearest(
    db: &DatabaseConnection,
    entities: &[i64],
    model: &str,
    vector: &[f32],
) -> Result<HashMap<i64, String>> {
    let rows = db
        .query_all_raw(bound(
            "SELECT DISTINCT ON (p.entity_id) p.entity_id AS id, p.text
            FROM passage p
            LEFT JOIN passage_vector v ON v.entity_id = p.entity_id AND v.ord = p.ord AND v.model = $2
            WHERE p.entity_id = ANY($1)
            ORDER BY p.entity_id, v.embedding <=> $3::vector NULLS LAST, p.ord",
            [entities.to_vec().into(), model.into(), vector_text(vector).into()],
        ))
        .await?;
    let mut all = HashMap::new();
    for row in rows {
        all.insert(row.try_get("", "id")?, row.try_get("", "text")?);
    }
    Ok(all)
}
