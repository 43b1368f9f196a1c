//! Query embedding: the vector of a query's text, within a time, or why there is none.

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
        Ok(Ok(vector)) => Ok(QueryVector { model, vector }),
        Ok(Err(cause)) => {
            tracing::warn!(%cause, "a query could not be embedded");
            Err("The embedding model failed.")
        }
        Err(_) => Err("The embedding model took too long."),
    }
}

/// A warning while the vectors of a previous model are replaced, and that model cannot answer any more.
pub async fn reembedding_warning(search: &Search, model: &str) -> Result<Option<String>> {
    if !search.models.state.is_reembedding()
        || search.models.configured.model_id().as_deref() != Some(model)
    {
        return Ok(None);
    }
    let (passages, embedded) =
        lorekeeper_store::passage_counts(&search.store.reading(), Some(model)).await?;
    Ok(Some(format!(
        "The embedding model has changed: {embedded} of {passages} passages have their new vectors, and the rest is found by words and names only."
    )))
}
