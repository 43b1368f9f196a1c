//! Hybrid search: words, names and vectors, fused by their scores, over the index that the process holds.
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

use super::analysis::{QueryAnalysis, QueryTerm};
use super::constraints::{Constraints, Fit};
use crate::Result;
use crate::index::{Doc, DocSet, Entity, SearchIndex};
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

/// How much the length of a text counts (0 to .6 do alike).
const LENGTH_NORMALIZATION: f32 = 0.4;

/// Different words of a text of average length, over the two SRDs.
const AVERAGE_WORDS: f32 = 65.0;

/// Similarity of an entity that has no vector yet: about that of one that has little to do with the query, so that a
/// vector is no disadvantage.
const DEFAULT_SIMILARITY: f64 = 0.2;

/// Most words of a query that may be a name; a longer one matches only a name that is the same letter by letter.
const MAX_NAME_WORDS: usize = 6;

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

/// A query, analysed, and the signals that take part.
#[derive(Clone, Debug)]
pub(crate) struct HybridQuery<'a> {
    /// The analysis of the text.
    pub analysis: &'a QueryAnalysis,
    /// Whether words and names take part.
    pub lexical: bool,
    /// Whether a name may differ from the query.
    pub fuzzy: bool,
    /// The semantic signal, if meaning takes part.
    pub semantic: Option<Semantic>,
    /// What the query says about fields.
    pub constraints: &'a Constraints,
    /// The candidates that fit all constraints.
    pub fitting: &'a DocSet,
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

/// Ranks candidates, best first.
pub(crate) fn search(
    index: &SearchIndex,
    candidates: &DocSet,
    query: &HybridQuery<'_>,
) -> Result<Vec<Hit>> {
    let entities = &index.words.entities;
    let fitting = query.fitting;
    let mut best = DocSet::empty(entities.len());
    let mut found: HashMap<Doc, Scores> = HashMap::new();
    if query.lexical {
        let by_words = lexical(index, candidates, &query.analysis.terms)?;
        for (doc, score) in select(by_words, fitting, &mut best, |score| *score) {
            found.entry(doc).or_default().lexical = Some(score);
        }
        let by_name = names(index, candidates, query);
        let order = |(score, exact): &(f64, bool)| if *exact { 1.0 + score } else { *score };
        for (doc, (score, exact)) in select(by_name, fitting, &mut best, order) {
            let scores = found.entry(doc).or_default();
            (scores.name, scores.exact) = (Some(score), exact);
        }
    }
    if let Some(semantic) = &query.semantic {
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
                score: score(query, doc, scores),
                lexical: scores.lexical,
                name: scores.name,
                semantic: scores.semantic,
                fit: query.constraints.fit(doc),
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
    Ok(hits.into_iter().map(|(_, hit, _)| hit).collect())
}

/// The weighted mean of the signals that take part.
fn score(query: &HybridQuery<'_>, doc: Doc, scores: Scores) -> f64 {
    if scores.exact {
        return 1.0;
    }
    let Weights {
        lexical,
        name,
        semantic,
    } = WEIGHTS;
    let (mut sum, mut all) = (0.0, 0.0);
    if query.lexical {
        sum +=
            lexical * scores.lexical.unwrap_or_default() + name * scores.name.unwrap_or_default();
        all += lexical + name;
    }
    if let Some(signal) = &query.semantic {
        let embedded = signal
            .embedded
            .as_ref()
            .is_none_or(|docs| docs.contains(doc));
        let missing = if embedded || !query.lexical {
            0.0
        } else {
            DEFAULT_SIMILARITY
        };
        sum += semantic * scores.semantic.unwrap_or(missing);
        all += semantic;
    }
    if let Some(Fit { share, weight }) = query.constraints.fit(doc) {
        sum += weight * share;
        all += weight;
    }
    if all > 0.0 {
        (sum / all).clamp(0.0, 0.999)
    } else {
        0.0
    }
}

/// The candidates that have words of the query, with their scores.
fn lexical(
    index: &SearchIndex,
    candidates: &DocSet,
    terms: &[QueryTerm],
) -> Result<Vec<(Doc, f64)>> {
    let entities = &index.words.entities;
    let (mut sums, mut found) = (vec![(0.0, 0.0); entities.len()], 0.0);
    let mut weights = vec![0.0_f32; entities.len()];
    let mut scored: Vec<Doc> = Vec::new();
    for term in terms {
        let mut having: Vec<Doc> = Vec::new();
        for phrase in &term.phrases {
            let ranks = if phrase.prefix {
                index
                    .words
                    .postings
                    .prefix_of_name(&phrase.lexemes.concat())?
            } else {
                index.words.postings.phrase(&phrase.lexemes)?
            };
            let ranks = ranks
                .into_iter()
                .filter(|(doc, _)| candidates.contains(*doc));
            for (doc, rank) in ranks {
                let at = doc as usize;
                let (Some(entity), Some(best)) = (entities.get(at), weights.get_mut(at)) else {
                    continue;
                };
                if *best == 0.0 {
                    having.push(doc);
                }
                *best = best.max(phrase.weight * prominence(rank, entity));
            }
        }
        if having.is_empty() {
            continue;
        }
        let (all, have) = (count(candidates.len()), count(having.len()));
        let idf = ((all - have + 0.5) / (have + 0.5)).ln_1p();
        found += idf;
        for doc in having {
            let at = doc as usize;
            if let (Some(sum), Some(weight)) = (sums.get_mut(at), weights.get_mut(at)) {
                if sum.1 == 0.0 {
                    scored.push(doc);
                }
                sum.0 += idf * f64::from(std::mem::take(weight));
                sum.1 += idf;
            }
        }
    }
    let found = found.max(0.0001);
    let scored = scored.into_iter().filter_map(|doc| {
        let (weight, share): (f64, f64) = *sums.get(doc as usize)?;
        let score = weight / found * (share / found).sqrt();
        (share > 0.0).then_some((doc, score))
    });
    Ok(scored.collect())
}

/// The rank of a phrase in an entity, less in a long text.
fn prominence(rank: f32, entity: &Entity) -> f32 {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a text has some thousand words at most"
    )]
    let length = entity.words as f32 / AVERAGE_WORDS;
    let normal = 1.0 - LENGTH_NORMALIZATION + LENGTH_NORMALIZATION * length;
    rank / (rank + (1.0 - rank).max(0.0) * normal)
}

/// The candidates with names like the query, with their scores, and whether the name is the query.
fn names(
    index: &SearchIndex,
    candidates: &DocSet,
    query: &HybridQuery<'_>,
) -> Vec<(Doc, (f64, bool))> {
    let (names, analysis) = (&index.words.names, query.analysis);
    let mut found: HashMap<Doc, (f32, bool)> = HashMap::new();
    if analysis.words.len() <= MAX_NAME_WORDS && !analysis.name.is_empty() {
        let like = if query.fuzzy {
            names.like(&analysis.name)
        } else {
            names.containing(&analysis.name)
        };
        found.extend(
            like.into_iter()
                .map(|(doc, similarity)| (doc, (similarity, false))),
        );
    }
    for slug in &analysis.slugs {
        let letters = slug.replace('-', "");
        for doc in names.with_letters(&letters) {
            let similarity = || (names.similarity(&analysis.name, *doc), true);
            found.entry(*doc).or_insert_with(similarity).1 = true;
        }
    }
    let found = found
        .into_iter()
        .filter(|(doc, _)| candidates.contains(*doc));
    found
        .map(|(doc, (similarity, exact))| (doc, (f64::from(similarity), exact)))
        .collect()
}

/// The best of a signal, which are noted as such, and of the others what fits all constraints.
fn select<T>(
    mut scored: Vec<(Doc, T)>,
    fitting: &DocSet,
    best: &mut DocSet,
    score: fn(&T) -> f64,
) -> Vec<(Doc, T)> {
    let others = if scored.len() > SIGNAL_CANDIDATES {
        scored.select_nth_unstable_by(SIGNAL_CANDIDATES, |(one, a), (other, b)| {
            score(b).total_cmp(&score(a)).then(one.cmp(other))
        });
        scored.split_off(SIGNAL_CANDIDATES)
    } else {
        Vec::new()
    };
    for (doc, _) in &scored {
        best.insert(*doc);
    }
    let others = others.into_iter().filter(|(doc, _)| fitting.contains(*doc));
    scored.extend(others);
    scored
}

fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests;
