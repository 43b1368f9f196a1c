//! Hybrid search: words, names and vectors, fused by their scores.
//!
//! Each signal gives its best 500 entities of the candidates, with a score from 0 to 1; of what fits all constraints the
//! 500 that score best are added:
//!
//! - *lexical*: how much of the query the entity has. Every term weighs its inverse document frequency among the
//!   candidates, times how prominently the entity has the term or a synonym (name over facts over text, more than once
//!   over once, in a short text over in a long one), times the square root of the part of the query that it has at all;
//! - *name*: trigram similarity of the query with the name, or with the part of the name that it resembles most;
//! - *semantic*: cosine similarity with the entity as a whole and with its best passage, averaged;
//! - *constraints*: how much of what the query says about fields is true of the entity, weighed by how certain it is
//!   that the query says so. What is certain weighs as much as the three others together, so that what fits is above
//!   what does not.
//!
//! The score is the weighted mean of the signals. An exact name scores 1, whatever the signals say.
//!
//! The constants come from two sets of labelled queries over the two SRDs (139 and 120 queries): nDCG@10 was .746
//! and .710 when words were only counted, and is .782 and .771; `docs/explanation/search.md` has the steps. Around the values here it
//! is flat: half or double changes it by less than .01.

use super::analysis::QueryAnalysis;
use super::candidates::Candidates;
use super::constraints::{Constraints, Fit, Understanding, Understood};
use super::lexical::Lexical;
use super::query_vector::{QueryVector, Vector};
use super::ranking::{Mode, SearchRequest};
use super::semantic;
use super::spelling::Spelling;
use crate::index::{Doc, DocSet, Entity, SearchIndex, in_background};
use crate::{Result, Search};
use futures::FutureExt;
use futures::future::{join, try_join};
use std::collections::HashMap;
use std::sync::Arc;

/// Most entities that a signal contributes.
pub const SIGNAL_CANDIDATES: usize = 500;

/// Weights of the signals.
const WEIGHTS: Weights = Weights {
    lexical: 0.45,
    name: 0.1,
    semantic: 0.45,
};

/// Similarity of an entity that has no vector yet: about that of one that has little to do with the query, so that a
/// vector is no disadvantage.
const DEFAULT_SIMILARITY: f64 = 0.2;

/// Entities that are less similar to a query than this do not match it by meaning: of the whole capture, what is nearest
/// to sixteen questions about taxes, cooking or programming is .13 to .38 similar, and to two of them more than this.
const MIN_MATCH_SIMILARITY: f64 = 0.35;

struct Weights {
    lexical: f64,
    name: f64,
    semantic: f64,
}

/// The semantic signal: entities with their similarity, and those that have vectors.
#[derive(Clone, Debug)]
pub(crate) struct Semantic {
    /// The entities that are nearest, best first, and behind them those that fit all constraints.
    pub nearest: Vec<(Doc, f32)>,
    /// The entities that have a vector; `None` if all have.
    pub embedded: Option<Arc<DocSet>>,
}

/// The signals that take part in a search, and what the query says about fields.
struct Signals<'a> {
    /// The lexical signal, if words and names take part.
    lexical: Option<Lexical>,
    /// The semantic signal, if meaning takes part.
    semantic: Option<Semantic>,
    /// What the query says about fields.
    constraints: &'a Constraints,
    /// The candidates that fit all constraints.
    fitting: &'a DocSet,
}

/// An entity that a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The entity's key.
    pub id: i64,
    /// The relevance, 0 to 1.
    pub score: f64,
    /// The lexical score.
    pub lexical: Option<f64>,
    /// The score of the name.
    pub name: Option<f64>,
    /// The semantic score.
    pub semantic: Option<f64>,
    /// How much of what the query says about fields is true of the entity.
    pub fit: Option<Fit>,
    /// Whether the name is the query.
    pub exact: bool,
}

/// A signal's part in the score of a hit.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct ScoreComponent {
    /// The signal's score, 0 to 1.
    pub score: f64,
    /// The hit's place in the signal's own order, from 1; equal scores share a place.
    pub rank: usize,
    /// The signal's weight beside the others.
    pub weight: f64,
}

impl Hit {
    /// An entity that no text was compared with.
    #[must_use]
    pub fn unranked(id: i64) -> Self {
        Self {
            id,
            score: 0.0,
            lexical: None,
            name: None,
            semantic: None,
            fit: None,
            exact: false,
        }
    }

    /// Whether the entity has something of the query: a name like it, a word of it, all that it says about fields, or a
    /// meaning that is near. The others are ranked only because nothing narrows the search.
    #[must_use]
    pub fn is_match(&self) -> bool {
        self.exact
            || self.name.is_some()
            || self.lexical.is_some()
            || self.fit.is_some_and(|fit| fit.share >= 1.0)
            || self
                .semantic
                .is_some_and(|score| score >= MIN_MATCH_SIMILARITY)
    }

    /// The parts of the score, lexical, name, semantic and constraints; `hits` are all hits of the search.
    #[must_use]
    pub fn score_components(&self, hits: &[Self]) -> [Option<ScoreComponent>; 4] {
        let component = |of: fn(&Self) -> Option<f64>, weight| {
            let score = of(self)?;
            let better = hits.iter().filter(|hit| of(hit).is_some_and(|s| s > score));
            Some(ScoreComponent {
                score,
                rank: better.count() + 1,
                weight,
            })
        };
        [
            component(|hit| hit.lexical, WEIGHTS.lexical),
            component(|hit| hit.name, WEIGHTS.name),
            component(|hit| hit.semantic, WEIGHTS.semantic),
            component(
                |hit| hit.fit.map(|fit| fit.share),
                self.fit.map_or(0.0, |fit| fit.weight),
            ),
        ]
    }
}

/// The scores of an entity.
#[derive(Clone, Copy, Debug, Default)]
struct Scores {
    lexical: Option<f64>,
    name: Option<f64>,
    semantic: Option<f64>,
    exact: bool,
}

/// What a search found.
pub(crate) struct Found {
    /// The hits, best first.
    pub hits: Vec<Hit>,
    /// What the query says about fields.
    pub understood: Vec<Understood>,
    /// The same in the query language of filters.
    pub understood_where: String,
    /// The query's vector, or why there is none.
    pub vector: Vector,
}

/// The candidates of a search in the index, and what the query says about their fields.
struct Narrowed {
    docs: DocSet,
    constraints: Constraints,
    fitting: DocSet,
}

/// Searches the candidates. Words are looked up while the model makes the vector, and beside the scan of vectors.
pub(crate) async fn search(
    search: &Search,
    index: &Arc<SearchIndex>,
    candidates: &Candidates,
    analysis: &Arc<QueryAnalysis>,
    vector: impl Future<Output = Vector>,
    request: &SearchRequest,
) -> Result<Found> {
    let by_meaning = request.mode == Some(Mode::Semantic);
    let narrowed = narrow(search, index, candidates, analysis, request).shared();
    let lexical = async |narrowed: Arc<Narrowed>| {
        let (words, analysis) = (Arc::clone(&index.words), Arc::clone(analysis));
        let fuzzy = request.spelling == Spelling::Forgiven;
        let find = move || {
            let Narrowed { docs, fitting, .. } = &*narrowed;
            Lexical::of(&words, docs, fitting, &analysis, fuzzy)
        };
        in_background(find).await
    };
    let by_words = async {
        if by_meaning {
            return Ok(None);
        }
        lexical(narrowed.clone().await?).await.map(Some)
    };
    let by_vector = async {
        let (vector, narrowed) = join(vector, narrowed.clone()).await;
        let semantic = match &vector {
            Some(Ok(vector)) => Some(semantic(search, index, candidates, narrowed?, vector).await?),
            _ => None,
        };
        Ok((vector, semantic))
    };
    let (mut words, (vector, semantic)) = try_join(by_words, by_vector).await?;
    let narrowed = narrowed.await?;
    if words.is_none() && semantic.is_none() {
        words = Some(lexical(Arc::clone(&narrowed)).await?);
    }
    let index = Arc::clone(index);
    let fused = move || {
        let signals = Signals {
            lexical: words,
            semantic,
            constraints: &narrowed.constraints,
            fitting: &narrowed.fitting,
        };
        let hits = fuse(&index.words.entities, &signals);
        let Constraints {
            understood,
            written,
            ..
        } = &narrowed.constraints;
        Ok((hits, understood.clone(), written.join(" ")))
    };
    let (hits, understood, understood_where) = in_background(fused).await?;
    Ok(Found {
        hits,
        understood,
        understood_where,
        vector,
    })
}

/// The candidates that scope and filters leave, and what the query says about their fields.
async fn narrow(
    search: &Search,
    index: &SearchIndex,
    candidates: &Candidates,
    analysis: &Arc<QueryAnalysis>,
    request: &SearchRequest,
) -> Result<Arc<Narrowed>> {
    let docs = index.docs(&search.store.reading, candidates).await?;
    let understanding = match request.mode {
        Some(Mode::Semantic) => Understanding::Unused,
        _ => request.understanding,
    };
    let family = candidates.family;
    let (words, analysis) = (Arc::clone(&index.words), Arc::clone(analysis));
    let read = move || {
        let constraints = match understanding {
            Understanding::Used => Constraints::of(&words, &docs, family, &analysis)?,
            Understanding::Unused => Constraints::default(),
        };
        Ok(Arc::new(Narrowed {
            fitting: constraints.fitting(&docs),
            constraints,
            docs,
        }))
    };
    in_background(read).await
}

/// The semantic signal: from the vectors that the process holds, else from those of the store.
async fn semantic(
    search: &Search,
    index: &Arc<SearchIndex>,
    candidates: &Candidates,
    narrowed: Arc<Narrowed>,
    vector: &QueryVector,
) -> Result<Semantic> {
    let Some(held) = index.held(&vector.model) else {
        return semantic::stored(search, index, candidates, &narrowed.fitting, vector).await;
    };
    let (held, vector) = (Arc::clone(held), vector.vector.clone());
    let nearest = move || {
        let Narrowed { docs, fitting, .. } = &*narrowed;
        Ok(Semantic {
            nearest: held.nearest(&vector, docs, fitting, SIGNAL_CANDIDATES),
            embedded: Some(Arc::clone(held.embedded())),
        })
    };
    in_background(nearest).await
}

/// Fuses the signals of a search into hits, best first.
fn fuse(entities: &[Entity], signals: &Signals<'_>) -> Vec<Hit> {
    let fitting = signals.fitting;
    let mut best = DocSet::empty(entities.len());
    let mut found: HashMap<Doc, Scores> = HashMap::new();
    if let Some(lexical) = &signals.lexical {
        best = lexical.best.clone();
        for (doc, score) in &lexical.words {
            found.entry(*doc).or_default().lexical = Some(*score);
        }
        for (doc, (score, exact)) in &lexical.names {
            let scores = found.entry(*doc).or_default();
            (scores.name, scores.exact) = (Some(*score), *exact);
        }
    }
    if let Some(semantic) = &signals.semantic {
        for (place, (doc, similarity)) in semantic.nearest.iter().enumerate() {
            found.entry(*doc).or_default().semantic = Some(f64::from(*similarity));
            if place < SIGNAL_CANDIDATES {
                best.insert(*doc);
            }
        }
    }
    for doc in fitting.iter() {
        found.entry(doc).or_default();
    }
    let mut hits: Vec<(Doc, Hit, &Entity)> = found
        .into_iter()
        .filter_map(|(doc, scores)| {
            let entity = entities.get(doc as usize)?;
            let hit = Hit {
                id: entity.id,
                score: score(signals, doc, scores),
                lexical: scores.lexical,
                name: scores.name,
                semantic: scores.semantic,
                fit: signals.constraints.fit(doc),
                exact: scores.exact,
            };
            Some((doc, hit, entity))
        })
        .collect();
    hits.sort_by(|(_, a, one), (_, b, other)| {
        let by_score = b.score.total_cmp(&a.score);
        by_score.then_with(|| one.order().cmp(&other.order()))
    });
    let mut fitting_so_far = 0;
    hits.retain(|(doc, ..)| {
        fitting_so_far += usize::from(fitting.contains(*doc));
        best.contains(*doc) || fitting_so_far <= SIGNAL_CANDIDATES
    });
    hits.into_iter().map(|(_, hit, _)| hit).collect()
}

/// The weighted mean of the signals that take part.
fn score(signals: &Signals<'_>, doc: Doc, scores: Scores) -> f64 {
    if scores.exact {
        return 1.0;
    }
    let Weights {
        lexical,
        name,
        semantic,
    } = WEIGHTS;
    let (mut sum, mut all) = (0.0, 0.0);
    if signals.lexical.is_some() {
        sum +=
            lexical * scores.lexical.unwrap_or_default() + name * scores.name.unwrap_or_default();
        all += lexical + name;
    }
    if let Some(signal) = &signals.semantic {
        let embedded = signal
            .embedded
            .as_ref()
            .is_none_or(|docs| docs.contains(doc));
        let missing = if embedded || signals.lexical.is_none() {
            0.0
        } else {
            DEFAULT_SIMILARITY
        };
        sum += semantic * scores.semantic.unwrap_or(missing);
        all += semantic;
    }
    if let Some(Fit { share, weight }) = signals.constraints.fit(doc) {
        sum += weight * share;
        all += weight;
    }
    if all > 0.0 {
        (sum / all).clamp(0.0, 0.999)
    } else {
        0.0
    }
}
