//! What a search ranks, and what there is to say about the ranking.

use crate::Search;
use crate::candidates::Candidates;
use crate::reading::{self, Reading};
use crate::search::{Hit, Search as WordSearch};
use crate::semantic;
use crate::snippet::{self, Snippet};
use crate::spelling::Spelling;
use crate::{Error, Result};
use lorekeeper_store::StoreKind;
use sea_orm::DatabaseConnection;
use sea_orm::sea_query::PostgresQueryBuilder;
use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OnceCell;

/// Longest time that a query waits for its embedding. Long: an answer without it comes soon, but is a worse one.
const EMBEDDING_BUDGET: Duration = Duration::from_secs(2);

/// How a search ranks.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// By words, names and meaning together.
    #[default]
    Hybrid,
    /// By meaning only.
    Semantic,
    /// By words and names only.
    Lexical,
}

/// The arguments of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchRequest {
    /// The text.
    pub search: Option<String>,
    /// How to rank.
    pub mode: Option<Mode>,
    /// What to leave out.
    pub min_similarity: Option<f64>,
    /// Whether typos are forgiven.
    pub spelling: Spelling,
}

/// A ranking, and what there is to say about it.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    /// What was found, best first.
    pub hits: Arc<[Hit]>,
    /// Whether meaning took part.
    pub semantic: bool,
    /// What did not go as asked.
    pub warnings: Vec<String>,
    /// The query as it was understood.
    pub asked: Arc<Asked>,
    /// The revision of content and vectors that it was made of.
    pub revision: String,
}

/// A query as it was understood.
#[derive(Debug, Default)]
pub struct Asked {
    /// Its words.
    pub reading: Arc<Reading>,
    /// Its meaning: model and vector.
    vector: Option<(String, Vec<f32>)>,
}

impl Asked {
    fn vector(&self) -> Option<(&str, &[f32])> {
        let (model, vector) = self.vector.as_ref()?;
        Some((model, vector))
    }
}

/// The part of a ranking that one answer shows.
#[derive(Debug)]
pub struct Shown {
    /// All that the search found.
    pub hits: Arc<[Hit]>,
    asked: Arc<Asked>,
    ids: Vec<i64>,
    snippets: OnceCell<HashMap<i64, Snippet>>,
}

impl Shown {
    /// The snippet of a hit; those of all that is shown are read at once.
    pub async fn snippet(&self, db: &DatabaseConnection, hit: &Hit) -> Result<Option<&Snippet>> {
        let read = || {
            let Asked { reading, .. } = self.asked.as_ref();
            snippet::snippets(db, &self.ids, reading, self.asked.vector())
        };
        Ok(self.snippets.get_or_try_init(read).await?.get(&hit.id))
    }
}

impl Ranking {
    /// How many bytes it takes, about.
    #[must_use]
    pub fn size(&self) -> usize {
        let vector = self.asked.vector.as_ref();
        size_of_val(&*self.hits) + vector.map_or(0, |(_, vector)| size_of_val(&**vector)) + OTHER
    }

    /// The part of it that an answer shows.
    #[must_use]
    pub fn shown(&self, ids: Vec<i64>) -> Arc<Shown> {
        Arc::new(Shown {
            hits: Arc::clone(&self.hits),
            asked: Arc::clone(&self.asked),
            ids,
            snippets: OnceCell::new(),
        })
    }

    /// The search that led to it.
    #[must_use]
    pub fn found(&self, request: &SearchRequest) -> Found {
        Found {
            asked: Arc::clone(&self.asked),
            request: request.clone(),
            hits: Arc::clone(&self.hits),
            provisional: !self.warnings.is_empty(),
        }
    }
}

/// A search that was made, which can be made again among other candidates.
pub struct Found {
    asked: Arc<Asked>,
    request: SearchRequest,
    hits: Arc<[Hit]>,
    provisional: bool,
}

impl Found {
    /// The keys of what was found.
    pub fn ids(&self) -> impl Iterator<Item = i64> {
        self.hits.iter().map(|hit| hit.id)
    }
}

/// The text to search for, cut to its limit; `None` when it is blank.
pub fn search_text(request: &SearchRequest, warnings: &mut Vec<String>) -> Result<Option<String>> {
    if let Some(minimum) = request.min_similarity
        && !(0.0..=1.0).contains(&minimum)
    {
        return Err(Error::input(format!(
            "minSimilarity is {minimum}, but must be from 0 to 1."
        )));
    }
    let Some(text) = request
        .search
        .as_deref()
        .map(str::trim)
        .filter(|t| !t.is_empty())
    else {
        return Ok(None);
    };
    let length = text.chars().count();
    if length <= reading::LONGEST {
        return Ok(Some(text.to_owned()));
    }
    let warning = format!(
        "The search text is {length} characters long; only the first {} were used.",
        reading::LONGEST
    );
    tracing::warn!("{warning}");
    warnings.push(warning);
    Ok(Some(text.chars().take(reading::LONGEST).collect()))
}

/// How many bytes a ranking takes beside its hits and its vector, about.
const OTHER: usize = 2000;

/// Ranks what `candidates` leaves.
pub async fn rank(
    search: &Search,
    candidates: &Candidates,
    text: &str,
    request: &SearchRequest,
) -> Result<Arc<Ranking>> {
    let key = key(search, candidates, text, request);
    let made = async {
        let ranking = ranked(search, candidates, text, request).await?;
        let provisional = !ranking.warnings.is_empty() || search.store.syncing.is_locked();
        Ok((ranking, provisional))
    };
    Ok(above(
        search.rankings.get(key, Box::pin(made)).await?,
        request,
    ))
}

/// What of a ranking is as similar as the client wants it.
fn above(ranking: Arc<Ranking>, request: &SearchRequest) -> Arc<Ranking> {
    let Some(minimum) = request.min_similarity else {
        return ranking;
    };
    let hits = ranking.hits.iter().filter(|hit| hit.score >= minimum);
    Arc::new(Ranking {
        hits: hits.cloned().collect(),
        ..Ranking::clone(&ranking)
    })
}

/// What decides a ranking.
fn key(search: &Search, candidates: &Candidates, text: &str, request: &SearchRequest) -> String {
    let generation = search.generation();
    let (statement, values) = candidates.ids.build(PostgresQueryBuilder);
    let SearchRequest {
        search: _,
        mode,
        min_similarity: _,
        spelling,
    } = request;
    format!("{generation}|{mode:?}|{spelling:?}|{text}|{statement}|{values:?}")
}

async fn ranked(
    search: &Search,
    candidates: &Candidates,
    text: &str,
    request: &SearchRequest,
) -> Result<Ranking> {
    let db = &search.store.reading();
    let mut warnings = Vec::new();
    // Before anything is ranked: content that changes meanwhile makes the ranking out of date.
    let (revision, index, (reading, vector)) = tokio::try_join!(
        async { Ok(lorekeeper_store::revision(db).await?) },
        index(search, request),
        understood(search, text, request)
    )?;
    let vector = match vector {
        Some(Ok(vector)) => {
            warnings.extend(unfinished(search, &vector.0).await?);
            Some(vector)
        }
        Some(Err(reason)) => {
            warnings.push(format!("{reason} The ranking is by words and names only."));
            None
        }
        None => None,
    };
    let asked = Asked { reading, vector };
    let hits = hits(search, candidates, &asked, index, request).await?;
    Ok(Ranking {
        hits: hits.into(),
        semantic: asked.vector.is_some(),
        warnings,
        asked: Arc::new(asked),
        revision,
    })
}

/// The vector of a query with its model, or why there is none; nothing where it is not asked for.
type Meaning = Option<std::result::Result<(String, Vec<f32>), &'static str>>;

/// A query as it is read. While content is being stored the words of names come and go unannounced.
async fn read(search: &Search, text: &str, spelling: Spelling) -> Result<Arc<Reading>> {
    let db = search.store.reading();
    if search.store.syncing.is_locked() {
        return Reading::of(&db, text, spelling).await.map(Arc::new);
    }
    search
        .readings
        .of(&db, &search.store.content(), text, spelling)
        .await
}

/// A query as it is read, and its meaning. Mostly it means what it says, so the model is asked before that is certain.
async fn understood(
    search: &Search,
    text: &str,
    request: &SearchRequest,
) -> Result<(Arc<Reading>, Meaning)> {
    let reading = read(search, text, request.spelling);
    if request.mode == Some(Mode::Lexical) {
        return Ok((reading.await?, None));
    }
    let likely = Reading::without_dictionary(text).meaning;
    let mut early = Box::pin(embedding(search, &likely));
    let mut reading = pin!(reading);
    let mut vector = None;
    let reading = loop {
        tokio::select! {
            reading = &mut reading => break reading?,
            early = &mut early, if vector.is_none() => vector = Some(early),
        }
    };
    let vector = match vector {
        _ if reading.meaning != likely => {
            // Nobody waits for it any more: it is not embedded before the other.
            drop(early);
            embedding(search, &reading.meaning).await
        }
        Some(vector) => vector,
        None => early.await,
    };
    Ok((reading, Some(vector)))
}

/// Ranks what other `candidates` leave, in the way that a search did.
pub async fn again(
    search: &Search,
    candidates: &Candidates,
    found: &Found,
) -> Result<Arc<Ranking>> {
    let asked = format!("{:?}", found.asked.reading);
    // Apart from the rankings of what is typed, which have a revision and warnings.
    let key = format!("again|{}", key(search, candidates, &asked, &found.request));
    let made = async {
        let index = index(search, &found.request).await?;
        let hits = hits(search, candidates, &found.asked, index, &found.request).await?;
        let ranking = Ranking {
            hits: hits.into(),
            asked: Arc::clone(&found.asked),
            ..Ranking::default()
        };
        Ok((
            ranking,
            found.provisional || search.store.syncing.is_locked(),
        ))
    };
    Ok(above(
        search.rankings.get(key, Box::pin(made)).await?,
        &found.request,
    ))
}

/// The index of vectors, where there is one, and its model.
async fn index(
    search: &Search,
    request: &SearchRequest,
) -> Result<Option<(String, semantic::Index)>> {
    let embedder = search.models.serving();
    let (Some(model), Some(dimension)) = (embedder.model_id(), embedder.dimension()) else {
        return Ok(None);
    };
    if search.store.kind == StoreKind::Embedded || request.mode == Some(Mode::Lexical) {
        return Ok(None);
    }
    let reading = search.store.reading();
    let index = search.indexes.of(&reading, &model, dimension).await?;
    Ok(index.map(|index| (model, index)))
}

async fn hits(
    search: &Search,
    candidates: &Candidates,
    asked: &Asked,
    index: Option<(String, semantic::Index)>,
    request: &SearchRequest,
) -> Result<Vec<Hit>> {
    let db = &search.store.reading();
    let of = asked.vector().map(|(model, _)| model);
    let index = index.filter(|(model, _)| of == Some(model.as_str()));
    let by_meaning = request.mode.unwrap_or_default() == Mode::Semantic;
    let search = WordSearch {
        reading: &asked.reading,
        lexical: !by_meaning || asked.vector.is_none(),
        fuzzy: request.spelling == Spelling::Forgiven,
        vector: asked.vector(),
        index: index.map(|(_, index)| index),
    };
    crate::search::search(db, candidates, &search).await
}

/// The query's vector and its model, or why there is none.
async fn embedding(search: &Search, text: &str) -> Result<(String, Vec<f32>), &'static str> {
    let embedder = search.models.serving().clone();
    let Some(model) = embedder.model_id() else {
        return Err(if search.models.state.is_words_only() {
            "The stored vectors are of an embedding model that this server does not have."
        } else {
            "The embedding model is not loaded (yet)."
        });
    };
    match tokio::time::timeout(EMBEDDING_BUDGET, embedder.query(text)).await {
        Ok(Ok(vector)) => Ok((model, vector)),
        Ok(Err(cause)) => {
            tracing::warn!(%cause, "a query could not be embedded");
            Err("The embedding model failed.")
        }
        Err(_) => Err("The embedding model took too long."),
    }
}

/// What to say while the vectors of a former model are replaced, and it cannot answer any more.
async fn unfinished(search: &Search, model: &str) -> Result<Option<String>> {
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
