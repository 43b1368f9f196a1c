//! What a search ranks, and what there is to say about the ranking.

use super::filters::SearchMode;
use crate::app::App;
use crate::error::{Error, Result};
use crate::query::page::{Page, Window};
use crate::query::search::{self, Hit, Search, Spelling};
use sea_orm::sea_query::SelectStatement;
use std::sync::Arc;
use std::time::Duration;

/// Longest time that a query waits for its embedding.
const EMBEDDING_BUDGET: Duration = Duration::from_millis(500);

/// The arguments of a search.
#[derive(Clone, Debug, Default)]
pub struct Searching {
    /// The text.
    pub search: Option<String>,
    /// How to rank.
    pub mode: Option<SearchMode>,
    /// What to leave out.
    pub min_similarity: Option<f64>,
    /// Whether typos are forgiven.
    pub spelling: Spelling,
}

/// A ranking, and what there is to say about it.
pub struct Ranking {
    /// What was found, best first.
    pub hits: Arc<[Hit]>,
    /// Whether meaning took part.
    pub semantic: bool,
    /// What did not go as asked.
    pub warnings: Vec<String>,
    /// The query's vector and its model.
    vector: Option<(String, Vec<f32>)>,
}

/// A search that was made, which can be made again among other candidates.
pub struct Found {
    text: String,
    searching: Searching,
    vector: Option<(String, Vec<f32>)>,
    hits: Arc<[Hit]>,
}

impl Ranking {
    /// The search for `text` that led to it.
    pub fn found(&self, text: String, searching: &Searching) -> Found {
        Found {
            text,
            searching: searching.clone(),
            vector: self.vector.clone(),
            hits: Arc::clone(&self.hits),
        }
    }
}

impl Found {
    /// The keys of what was found.
    pub fn ids(&self) -> impl Iterator<Item = i64> {
        self.hits.iter().map(|hit| hit.id)
    }
}

/// The text to search for, cut to its limit; `None` when it is blank.
pub fn search_text(searching: &Searching, warnings: &mut Vec<String>) -> Result<Option<String>> {
    if let Some(minimum) = searching.min_similarity
        && !(0.0..=1.0).contains(&minimum)
    {
        return Err(Error::input(format!(
            "minSimilarity is {minimum}, but must be from 0 to 1."
        )));
    }
    let Some(text) = searching
        .search
        .as_deref()
        .map(str::trim)
        .filter(|t| !t.is_empty())
    else {
        return Ok(None);
    };
    let length = text.chars().count();
    if length <= search::LONGEST {
        return Ok(Some(text.to_owned()));
    }
    let warning = format!(
        "The search text is {length} characters long; only the first {} were used.",
        search::LONGEST
    );
    tracing::warn!("{warning}");
    warnings.push(warning);
    Ok(Some(text.chars().take(search::LONGEST).collect()))
}

/// Ranks what `candidates` leaves.
pub async fn rank(
    app: &Arc<App>,
    candidates: &SelectStatement,
    text: &str,
    searching: &Searching,
) -> Result<Ranking> {
    let mode = searching.mode.unwrap_or_default();
    let mut warnings = Vec::new();
    let vector = if mode == SearchMode::Lexical {
        None
    } else {
        match embedding(app, text).await {
            Ok(vector) => Some(vector),
            Err(reason) => {
                warnings.push(format!("{reason} The ranking is by words and names only."));
                None
            }
        }
    };
    let hits = hits(app, candidates, text, searching, vector.as_ref()).await?;
    Ok(Ranking {
        hits: hits.into(),
        semantic: vector.is_some(),
        warnings,
        vector,
    })
}

/// Ranks what other `candidates` leave, in the way that a search did.
pub async fn again(
    app: &Arc<App>,
    candidates: &SelectStatement,
    found: &Found,
) -> Result<Vec<Hit>> {
    let Found {
        text,
        searching,
        vector,
        ..
    } = found;
    hits(app, candidates, text, searching, vector.as_ref()).await
}

async fn hits(
    app: &Arc<App>,
    candidates: &SelectStatement,
    text: &str,
    searching: &Searching,
    vector: Option<&(String, Vec<f32>)>,
) -> Result<Vec<Hit>> {
    let search = Search {
        text,
        lexical: searching.mode.unwrap_or_default() != SearchMode::Semantic || vector.is_none(),
        spelling: searching.spelling,
        vector: vector.map(|(model, vector)| (model.as_str(), vector.as_slice())),
    };
    search::search(&app.db.pool, candidates, &search, searching.min_similarity).await
}

/// The query's vector and its model, or why there is none.
async fn embedding(app: &Arc<App>, text: &str) -> Result<(String, Vec<f32>), &'static str> {
    let Some(model) = app.model_id() else {
        return Err("The embedding model is not loaded (yet).");
    };
    match tokio::time::timeout(EMBEDDING_BUDGET, app.embedder.query(text)).await {
        Ok(Ok(vector)) => Ok((model, vector)),
        Ok(Err(cause)) => {
            tracing::warn!(%cause, "a query could not be embedded");
            Err("The embedding model failed.")
        }
        Err(_) => Err("The embedding model took too long."),
    }
}

/// The part of a whole result that a window shows.
pub fn slice<T: Clone>(all: &[T], window: Window) -> Page<T> {
    let total = all.len();
    let range = window.range(Some(total));
    let items = all
        .iter()
        .skip(range.start)
        .take(range.end.saturating_sub(range.start))
        .cloned()
        .collect();
    Page {
        items,
        start: range.start,
        has_previous: range.start > 0 && total > 0,
        has_next: range.end < total,
    }
}

/// A page with its places filled; those that `fill` has nothing for are left out.
pub fn filled<T, U>(page: Page<T>, fill: impl FnMut(T) -> Option<U>) -> Page<U> {
    Page {
        items: page.items.into_iter().filter_map(fill).collect(),
        start: page.start,
        has_previous: page.has_previous,
        has_next: page.has_next,
    }
}
