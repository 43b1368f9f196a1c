//! Hits: what a search found, and how it came by its score.

use crate::constraints::Fit;
use crate::lexical::NameMatch;

/// Weights of the signals.
pub(super) const WEIGHTS: Weights = Weights { lexical: 0.45, name: 0.1, semantic: 0.45 };

/// Weight of how well the family suits the query's words (.08 to .16 do alike).
pub(super) const FAMILY_WEIGHT: f64 = 0.12;

/// Entities that are less similar to a query than this do not match it by meaning: of the whole capture, what is nearest
/// to sixteen questions about taxes, cooking or programming is .13 to .38 similar, and to two of them more than this.
const MIN_MATCH_SIMILARITY: f64 = 0.35;

pub(super) struct Weights {
    pub lexical: f64,
    pub name: f64,
    pub semantic: f64,
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
    /// How well the family suits the query's words.
    pub family: Option<f64>,
    /// How far the name is the query.
    pub name_match: NameMatch,
    /// The keys of the variants of the same item that it stands for, best first.
    pub variants: Vec<i64>,
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
    pub fn unranked(id: i64) -> Self {
        Self {
            id,
            score: 0.0,
            lexical: None,
            name: None,
            semantic: None,
            fit: None,
            family: None,
            name_match: NameMatch::default(),
            variants: Vec::new(),
        }
    }

    /// Whether the name is the query.
    pub fn is_exact(&self) -> bool {
        self.name_match == NameMatch::Whole
    }

    /// Whether the entity has something of the query: a name like it, a word of it, all that it says about fields, or a
    /// meaning that is near. The others are ranked only because nothing narrows the search.
    pub fn is_match(&self) -> bool {
        self.is_exact()
            || self.name.is_some()
            || self.lexical.is_some()
            || self.fit.is_some_and(|fit| fit.share >= 1.0)
            || self.semantic.is_some_and(|score| score >= MIN_MATCH_SIMILARITY)
    }

    /// The parts of the score, lexical, name, semantic, constraints and family; `hits` are all hits of the search.
    pub fn score_components(&self, hits: &[Self]) -> [Option<ScoreComponent>; 5] {
        let component = |of: fn(&Self) -> Option<f64>, weight| {
            let score = of(self)?;
            let better = hits.iter().filter(|hit| of(hit).is_some_and(|s| s > score));
            Some(ScoreComponent { score, rank: better.count() + 1, weight })
        };
        [
            component(|hit| hit.lexical, WEIGHTS.lexical),
            component(|hit| hit.name, WEIGHTS.name),
            component(|hit| hit.semantic, WEIGHTS.semantic),
            component(|hit| hit.fit.map(|fit| fit.share), self.fit.map_or(0.0, |fit| fit.weight)),
            component(|hit| hit.family, FAMILY_WEIGHT),
        ]
    }
}
