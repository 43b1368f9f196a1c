//! Query embedding: the vector of a query's text, within a time, or why there is none; beside it, the analysis of the
//! text.

use crate::analysis::QueryAnalysis;
use crate::cache::Computed;
use crate::index::SearchIndex;
use crate::query_adapter::adapt;
use crate::ranking::{Mode, SearchRequest};
use crate::spelling::Spelling;
use crate::{Result, Search};
use futures::FutureExt;
use futures::future::{BoxFuture, Either, ready, select};
use std::pin::pin;
use std::sync::Arc;
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

/// The analysis of a text, which is kept: people narrow a search down, and ask the same text again.
async fn analysis(
    search: &Search,
    index: &SearchIndex,
    text: &str,
    spelling: Spelling,
) -> Result<Arc<QueryAnalysis>> {
    let compute = async {
        let db = search.store.reading();
        let analysis = QueryAnalysis::of(&db, &index.words, text, spelling).await?;
        Ok(Computed::Final(Arc::new(analysis)))
    };
    let key = format!("{spelling:?}|{text}");
    let analyses = &search.analyses;
    analyses.get(&index.words.revision, &key, compute).await
}

/// The vector of a query, or why there is none; `None` where the client does not want it.
pub(crate) type Vector = Option<std::result::Result<QueryVector, &'static str>>;

/// The analysis of a query, and its vector, which the model goes on to make. Mostly a text needs no correction, so the
/// model has it before that is certain.
pub(crate) async fn analyze<'a>(
    search: &'a Search,
    index: &SearchIndex,
    text: &str,
    request: &SearchRequest,
) -> Result<(Arc<QueryAnalysis>, BoxFuture<'a, Vector>)> {
    let analysis = analysis(search, index, text, request.spelling);
    if request.mode == Some(Mode::Lexical) {
        return Ok((analysis.await?, ready(None).boxed()));
    }
    let vector_of = |text: String| async move { Some(embed(search, &text).await) }.boxed();
    let likely = QueryAnalysis::without_dictionary(text).embedded_text;
    let early = vector_of(likely.clone());
    Ok(match select(pin!(analysis), early).await {
        Either::Left((analysis, early)) => {
            let analysis = analysis?;
            // The model does not embed the first text before the second: no request waits for it any more.
            let corrected = (analysis.embedded_text != likely)
                .then(|| vector_of(analysis.embedded_text.clone()));
            (analysis, corrected.unwrap_or(early))
        }
        Either::Right((vector, analysis)) => {
            let analysis = analysis.await?;
            let vector = if analysis.embedded_text == likely {
                ready(vector).boxed()
            } else {
                vector_of(analysis.embedded_text.clone())
            };
            (analysis, vector)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_of_the_vectors_may_be_missing() {
        assert_eq!(missing_vectors(0, 0), None);
        assert_eq!(missing_vectors(18, 20), None);
        let warning = missing_vectors(17, 20).unwrap();
        assert!(
            warning.contains("17 of 20 entries have their vectors"),
            "{warning}"
        );
    }
}
