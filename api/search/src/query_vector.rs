//! Query embedding: the vector of a query's text, within a time, or why there is none.

use crate::index::SearchIndex;
use crate::query_adapter::adapt;
use crate::{Result, Search};
use std::time::Duration;

/// Longest time that a query waits for its embedding. Long: an answer without it comes soon, but is a worse one.
const EMBEDDING_TIMEOUT: Duration = Duration::from_secs(2);

/// A vector, with the model that made it.
#[derive(Clone, Debug)]
pub struct QueryVector {
    /// The model's name.
    pub model: String,
    /// The vector, of length 1.
    pub vector: Vec<f32>,
}

/// The vector of a text, or why there is none.
pub async fn embed(search: &Search, text: &str) -> Result<QueryVector, &'static str> {
    let embedder = search.models.serving().clone();
    let Some(model) = embedder.model_id() else {
        return Err(if search.models.state.is_words_only() {
            "The stored vectors are of an embedding model that this server does not have."
        } else {
            "The embedding model is not loaded (yet)."
        });
    };
    match tokio::time::timeout(EMBEDDING_TIMEOUT, embedder.query(text)).await {
        Ok(Ok(vector)) => {
            let vector = adapt(&model, vector);
            Ok(QueryVector { model, vector })
        }
        Ok(Err(cause)) => {
            tracing::warn!(%cause, "a query could not be embedded");
            Err("The embedding model failed.")
        }
        Err(_) => Err("The embedding model took too long."),
    }
}

/// A warning while the vectors of a previous model are replaced, and that model cannot answer any more.
pub async fn reembedding_warning(search: &Search, model: &str) -> Result<Option<String>> {
    if !search.models.state.is_reembedding() || search.models.configured.model_id().as_deref() != Some(model) {
        return Ok(None);
    }
    let (passages, embedded) = lorekeeper_store::passage_counts(&search.connection(), Some(model)).await?;
    Ok(Some(format!(
        "The embedding model has changed: {embedded} of {passages} passages have their new vectors, and the rest is found by words and names only."
    )))
}

/// A warning while more than a tenth of the entities have no vector yet.
pub(crate) fn embedding_warning(index: &SearchIndex) -> Option<String> {
    let embedded = index.vectors.as_ref()?.embedded().len();
    missing_vectors(embedded, index.words.entities.len())
}

fn missing_vectors(embedded: usize, all: usize) -> Option<String> {
    (embedded * 10 < all * 9).then(|| {
        format!(
            "Search by meaning is being prepared: {embedded} of {all} entries have their vectors, and the rest is found by words and names only."
        )
    })
}

/// The vector of a query, or why there is none; `None` where the client does not want it.
pub(crate) type Vector = Option<std::result::Result<QueryVector, &'static str>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_of_the_vectors_may_be_missing() {
        assert_eq!(missing_vectors(0, 0), None);
        assert_eq!(missing_vectors(18, 20), None);
        let warning = missing_vectors(17, 20).unwrap();
        assert!(warning.contains("17 of 20 entries have their vectors"), "{warning}");
    }
}
