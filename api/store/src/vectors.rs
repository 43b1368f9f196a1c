//! Vectors of passages, for search by meaning: which are missing, writing them, and dropping those of other models.

use crate::batch_size::BatchSize;
use crate::error::Result;
use crate::statement::{execute, scalar};
use crate::{bound, sql};
use sea_orm::{ConnectionTrait, DatabaseConnection, FromQueryResult};
use std::time::Instant;

/// A passage that has no vector yet.
#[derive(Clone, Debug, PartialEq, Eq, FromQueryResult)]
pub struct PendingPassage {
    /// The entity.
    pub entity_id: i64,
    /// The index of the passage within the entity.
    pub ord: i32,
    /// Length of its text, in characters.
    pub length: i32,
    /// Hash of its text.
    pub hash: String,
    /// The key of the entity's document.
    pub document_key: String,
}

/// The passages that have no vector of `model`. They are looked for among some passages at a time: a statement over
/// all would keep others waiting on the embedded store.
pub async fn pending_passages(db: &DatabaseConnection, model: &str) -> Result<Vec<PendingPassage>> {
    let mut pending = Vec::new();
    let mut from = i64::MIN;
    let mut size = BatchSize::new(500, 20_000);
    while from < i64::MAX {
        let start = Instant::now();
        // Ids have long gaps, so the passages are counted.
        let end = "SELECT entity_id FROM passage WHERE entity_id > $1 ORDER BY entity_id, ord OFFSET $2 LIMIT 1";
        let passages = i64::try_from(size.get()).unwrap_or(i64::MAX);
        let end = bound(end, [from.into(), passages.into()]);
        let to = scalar(db, end).await?.unwrap_or(i64::MAX);
        // Keys alone tell which are missing; only the texts of those are read.
        let range = PendingPassage::find_by_statement(bound(
            "SELECT p.entity_id, p.ord, length(p.text) AS length, p.hash, e.document_key FROM ( \
                SELECT entity_id, ord FROM passage WHERE entity_id > $2 AND entity_id <= $3 \
                EXCEPT SELECT entity_id, ord FROM passage_vector WHERE entity_id > $2 AND entity_id <= $3 AND model = $1 \
             ) missing JOIN passage p USING (entity_id, ord) JOIN search_entry e ON e.id = p.entity_id \
             ORDER BY p.entity_id, p.ord",
            [model.into(), from.into(), to.into()],
        ));
        pending.extend(range.all(db).await?);
        from = to;
        size.adapt(start).await;
    }
    Ok(pending)
}

/// A passage with its text.
#[derive(Clone, Debug, PartialEq, Eq, FromQueryResult)]
pub struct PassageText {
    /// The entity.
    pub entity_id: i64,
    /// The index of the passage within the entity.
    pub ord: i32,
    /// The text.
    pub text: String,
    /// Hash of the text.
    pub hash: String,
}

/// The passages as they are now, with their texts; those that are gone are left out.
pub async fn passage_texts(db: &DatabaseConnection, passages: &[PendingPassage]) -> Result<Vec<PassageText>> {
    let ids: Vec<i64> = passages.iter().map(|p| p.entity_id).collect();
    let ords: Vec<i32> = passages.iter().map(|p| p.ord).collect();
    let texts = PassageText::find_by_statement(bound(
        "SELECT p.entity_id, p.ord, p.text, p.hash FROM unnest($1::bigint[], $2::int[]) AS c(id, ord) JOIN passage p ON p.entity_id = c.id AND p.ord = c.ord",
        [ids.into(), ords.into()],
    ));
    Ok(texts.all(db).await?)
}

/// Stores vectors, except those whose passage has changed meanwhile. Returns how many were stored.
pub async fn put_vectors(db: &DatabaseConnection, model: &str, vectors: Vec<(PassageText, Vec<f32>)>) -> Result<usize> {
    let ids: Vec<i64> = vectors.iter().map(|(p, _)| p.entity_id).collect();
    let ords: Vec<i32> = vectors.iter().map(|(p, _)| p.ord).collect();
    let texts: Vec<String> = vectors.iter().map(|(_, v)| vector_text(v)).collect();
    let hashes: Vec<String> = vectors.into_iter().map(|(p, _)| p.hash).collect();
    let statement = "INSERT INTO passage_vector (entity_id, ord, family, model, embedding) \
         SELECT p.entity_id, p.ord, e.family::entity_family, $1, c.embedding::vector \
         FROM unnest($2::bigint[], $3::int[], $4::text[], $5::text[]) AS c(id, ord, hash, embedding) \
         JOIN passage p ON p.entity_id = c.id AND p.ord = c.ord AND p.hash = c.hash \
         JOIN search_entry e ON e.id = p.entity_id \
         ON CONFLICT (entity_id, ord, model) DO UPDATE SET embedding = EXCLUDED.embedding";
    let values = [model.into(), ids.into(), ords.into(), hashes.into(), texts.into()];
    let done = execute(db, statement, values).await?;
    Ok(usize::try_from(done).unwrap_or(usize::MAX))
}

/// A vector in the text format of pgvector.
pub fn vector_text(vector: &[f32]) -> String {
    let numbers: Vec<String> = vector.iter().map(ToString::to_string).collect();
    format!("[{}]", numbers.join(","))
}

/// The models of the stored vectors, the one with most vectors first.
pub async fn models_of_vectors(db: &DatabaseConnection) -> Result<Vec<String>> {
    let statement = sql("SELECT model FROM passage_vector GROUP BY model ORDER BY count(*) DESC, model");
    let rows = db.query_all_raw(statement).await?;
    let models = rows.iter().map(|row| row.try_get("", "model"));
    Ok(models.collect::<std::result::Result<_, _>>()?)
}

/// Whether there are vectors of a model.
pub async fn has_vectors(db: &DatabaseConnection, model: &str) -> Result<bool> {
    let statement = bound("SELECT EXISTS (SELECT FROM passage_vector WHERE model = $1)", [model.into()]);
    Ok(scalar(db, statement).await?.unwrap_or_default())
}

/// Drops the vectors of all models but these. Returns how many were dropped.
pub async fn drop_vectors_of_other_models(db: &DatabaseConnection, keep: &[String]) -> Result<u64> {
    let mut dropped = 0;
    loop {
        let done = execute(
        db,
        "DELETE FROM passage_vector WHERE ctid = ANY(ARRAY(SELECT ctid FROM passage_vector WHERE model <> ALL($1) LIMIT 500))",
                [keep.to_vec().into()],
            )
            .await?;
        if done == 0 {
            return Ok(dropped);
        }
        dropped += done;
        tokio::task::yield_now().await;
    }
}
