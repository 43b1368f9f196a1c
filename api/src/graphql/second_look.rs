//! The best hits of a search, looked at again by the reranker.

use crate::app::App;
use crate::error::Result;
use crate::query::passages;
use crate::query::search::Hit;
use crate::rerank::{SEEN, fuse};
use std::time::Duration;

/// Longest time that a search waits for it.
const BUDGET: Duration = Duration::from_secs(1);

/// Orders the best hits anew, where the settings name a reranker. Names that are the query exactly stay first.
/// When it fails or takes too long, everything stays as it is, and the sentence says so.
pub async fn second_look(
    app: &App,
    text: &str,
    (model, vector): (&str, &[f32]),
    hits: &mut [Hit],
) -> Result<Option<String>> {
    if app.assets.reranker.is_none() && !app.reranker.is_ready() {
        return Ok(None);
    }
    let exact = hits.iter().take_while(|hit| hit.exact).count();
    let end = SEEN.min(hits.len());
    let Some(seen) = hits.get_mut(exact..end).filter(|seen| seen.len() > 1) else {
        return Ok(None);
    };
    let ids: Vec<i64> = seen.iter().map(|hit| hit.id).collect();
    let mut found = passages::nearest(&app.db.reading(), &ids, model, vector).await?;
    let texts = ids.iter().map(|id| found.remove(id).unwrap_or_default());
    let scores = app.reranker.scores(text, texts.collect());
    let reason = match tokio::time::timeout(BUDGET, scores).await {
        Ok(Ok(scores)) => {
            fuse(seen, &scores);
            return Ok(None);
        }
        Ok(Err(error)) => error.to_string(),
        Err(_) => "the reranker took too long".to_owned(),
    };
    tracing::warn!(reason, "the best hits were not reranked");
    Ok(Some(format!(
        "The best hits were not reranked: {reason}. The ranking is as it is without."
    )))
}
