//! What a search ranks, and what there is to say about the ranking.

use super::app;
use super::filters::SearchMode;
use super::gate::Fleeting;
use super::rankings::Rankings;
use super::second_look::second_look;
use crate::app::App;
use crate::db::StoreKind;
use crate::error::{Error, Result};
use crate::query::candidates::Candidates;
use crate::query::reading::{self, Reading};
use crate::query::search::{self, Hit, Search};
use crate::query::snippet::{self, Snippet};
use crate::query::spelling::Spelling;
use crate::query::{semantic, status};
use async_graphql::Context;
use sea_orm::DatabaseConnection;
use sea_orm::sea_query::PostgresQueryBuilder;
use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OnceCell;

/// Longest time that a query waits for its embedding. Long: an answer without it comes soon, but is a worse one.
const EMBEDDING_BUDGET: Duration = Duration::from_secs(2);

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
    pub fn size(&self) -> usize {
        let vector = self.asked.vector.as_ref();
        size_of_val(&*self.hits) + vector.map_or(0, |(_, vector)| size_of_val(&**vector)) + OTHER
    }

    /// The part of it that an answer shows.
    pub fn shown(&self, ids: Vec<i64>) -> Arc<Shown> {
        Arc::new(Shown {
            hits: Arc::clone(&self.hits),
            asked: Arc::clone(&self.asked),
            ids,
            snippets: OnceCell::new(),
        })
    }

    /// The search that led to it.
    pub fn found(&self, searching: &Searching) -> Found {
        Found {
            asked: Arc::clone(&self.asked),
            searching: searching.clone(),
            hits: Arc::clone(&self.hits),
            fleeting: !self.warnings.is_empty(),
        }
    }
}

/// A search that was made, which can be made again among other candidates.
pub struct Found {
    asked: Arc<Asked>,
    searching: Searching,
    hits: Arc<[Hit]>,
    fleeting: bool,
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

/// Says that a ranking which had to do without something will be another one soon.
pub fn fleeting(ctx: &Context<'_>, ranking: &Ranking) {
    if let (false, Some(fleeting)) = (ranking.warnings.is_empty(), ctx.data_opt::<Fleeting>()) {
        fleeting.mark();
    }
}

/// How many bytes a ranking takes beside its hits and its vector, about.
const OTHER: usize = 2000;

/// Ranks what `candidates` leaves.
pub async fn rank(
    ctx: &Context<'_>,
    candidates: &Candidates,
    text: &str,
    searching: &Searching,
) -> Result<Arc<Ranking>> {
    let (app, rankings) = known(ctx)?;
    let key = key(app, candidates, text, searching);
    let made = async {
        let ranking = ranked(app, candidates, text, searching).await?;
        let fleeting = !ranking.warnings.is_empty() || app.syncing.is_taken();
        Ok((ranking, fleeting))
    };
    Ok(above(rankings.get(key, Box::pin(made)).await?, searching))
}

/// What of a ranking is as similar as the client wants it.
fn above(ranking: Arc<Ranking>, searching: &Searching) -> Arc<Ranking> {
    let Some(minimum) = searching.min_similarity else {
        return ranking;
    };
    let hits = ranking.hits.iter().filter(|hit| hit.score >= minimum);
    Arc::new(Ranking {
        hits: hits.cloned().collect(),
        ..Ranking::clone(&ranking)
    })
}

fn known<'a>(ctx: &Context<'a>) -> Result<(&'a Arc<App>, &'a Rankings)> {
    let unready = |e: async_graphql::Error| Error::internal("The server is not ready.", e.message);
    Ok((app(ctx).map_err(unready)?, ctx.data().map_err(unready)?))
}

/// What decides a ranking.
fn key(app: &App, candidates: &Candidates, text: &str, searching: &Searching) -> String {
    let generation = app.generation();
    let (statement, values) = candidates.ids.build(PostgresQueryBuilder);
    let Searching {
        search: _,
        mode,
        min_similarity: _,
        spelling,
    } = searching;
    format!("{generation}|{mode:?}|{spelling:?}|{text}|{statement}|{values:?}")
}

async fn ranked(
    app: &Arc<App>,
    candidates: &Candidates,
    text: &str,
    searching: &Searching,
) -> Result<Ranking> {
    let mode = searching.mode.unwrap_or_default();
    let db = &app.db.reading();
    let mut warnings = Vec::new();
    // Before anything is ranked: content that changes meanwhile makes the ranking out of date.
    let (revision, index, (reading, vector)) = tokio::try_join!(
        status::revision(db),
        index(app, searching),
        understood(app, text, searching)
    )?;
    let vector = match vector {
        Some(Ok(vector)) => {
            warnings.extend(unfinished(app, &vector.0).await?);
            Some(vector)
        }
        Some(Err(reason)) => {
            warnings.push(format!("{reason} The ranking is by words and names only."));
            None
        }
        None => None,
    };
    let asked = Asked { reading, vector };
    let mut hits = hits(app, candidates, &asked, index, searching).await?;
    if let (SearchMode::Hybrid, Some(vector)) = (mode, asked.vector()) {
        warnings.extend(second_look(app, text, vector, &mut hits).await?);
    }
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
async fn read(app: &App, text: &str, spelling: Spelling) -> Result<Arc<Reading>> {
    let db = app.db.reading();
    if app.syncing.is_taken() {
        return Reading::of(&db, text, spelling).await.map(Arc::new);
    }
    app.readings.of(&db, &app.content(), text, spelling).await
}

/// A query as it is read, and its meaning. Mostly it means what it says, so the model is asked before that is certain.
async fn understood(
    app: &Arc<App>,
    text: &str,
    searching: &Searching,
) -> Result<(Arc<Reading>, Meaning)> {
    let reading = read(app, text, searching.spelling);
    if searching.mode == Some(SearchMode::Lexical) {
        return Ok((reading.await?, None));
    }
    let likely = Reading::without_dictionary(text).meaning;
    let mut early = Box::pin(embedding(app, &likely));
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
            embedding(app, &reading.meaning).await
        }
        Some(vector) => vector,
        None => early.await,
    };
    Ok((reading, Some(vector)))
}

/// Ranks what other `candidates` leave, in the way that a search did.
pub async fn again(
    ctx: &Context<'_>,
    candidates: &Candidates,
    found: &Found,
) -> Result<Arc<Ranking>> {
    let (app, rankings) = known(ctx)?;
    let asked = format!("{:?}", found.asked.reading);
    // Not taken for one whose best hits were looked at again.
    let key = format!("again|{}", key(app, candidates, &asked, &found.searching));
    let made = async {
        let index = index(app, &found.searching).await?;
        let hits = hits(app, candidates, &found.asked, index, &found.searching).await?;
        let ranking = Ranking {
            hits: hits.into(),
            asked: Arc::clone(&found.asked),
            ..Ranking::default()
        };
        Ok((ranking, found.fleeting || app.syncing.is_taken()))
    };
    Ok(above(
        rankings.get(key, Box::pin(made)).await?,
        &found.searching,
    ))
}

/// The index of vectors, where there is one, and its model.
async fn index(app: &App, searching: &Searching) -> Result<Option<(String, semantic::Index)>> {
    let embedder = app.serving();
    let (Some(model), Some(dimension)) = (embedder.model_id(), embedder.dimension()) else {
        return Ok(None);
    };
    if app.db.kind == StoreKind::Embedded || searching.mode == Some(SearchMode::Lexical) {
        return Ok(None);
    }
    let reading = app.db.reading();
    let index = app.indexes.of(&reading, &model, dimension).await?;
    Ok(index.map(|index| (model, index)))
}

async fn hits(
    app: &Arc<App>,
    candidates: &Candidates,
    asked: &Asked,
    index: Option<(String, semantic::Index)>,
    searching: &Searching,
) -> Result<Vec<Hit>> {
    let db = &app.db.reading();
    let of = asked.vector().map(|(model, _)| model);
    let index = index.filter(|(model, _)| of == Some(model.as_str()));
    let by_meaning = searching.mode.unwrap_or_default() == SearchMode::Semantic;
    let search = Search {
        reading: &asked.reading,
        lexical: !by_meaning || asked.vector.is_none(),
        fuzzy: searching.spelling == Spelling::Forgiven,
        vector: asked.vector(),
        index: index.map(|(_, index)| index),
    };
    search::search(db, candidates, &search).await
}

/// The query's vector and its model, or why there is none.
async fn embedding(app: &Arc<App>, text: &str) -> Result<(String, Vec<f32>), &'static str> {
    let embedder = app.serving().clone();
    let Some(model) = embedder.model_id() else {
        return Err(if app.model_state.is_words_only() {
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
async fn unfinished(app: &Arc<App>, model: &str) -> Result<Option<String>> {
    if !app.model_state.is_replacing() || app.embedder.model_id().as_deref() != Some(model) {
        return Ok(None);
    }
    let (passages, embedded) = status::passages(&app.db.reading(), Some(model)).await?;
    Ok(Some(format!(
        "The embedding model has changed: {embedded} of {passages} passages have their new vectors, and the rest is found by words and names only."
    )))
}
