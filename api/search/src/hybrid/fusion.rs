//! Fusion: the weighted mean of the signals of a search.

mod editions;

use super::hit::{FAMILY_WEIGHT, Hit, WEIGHTS, Weights};
use super::{SIGNAL_CANDIDATES, Semantic};
use crate::constraints::{Constraints, Fit};
use crate::index::{Doc, DocSet, Entity};
use crate::lexical::{Lexical, NameMatch};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Similarity of an entity that has no vector yet: about that of one that has little to do with the query, so that a
/// vector is no disadvantage.
const DEFAULT_SIMILARITY: f64 = 0.2;

/// What is left of the score of a feature: whoever names no feature looks for what has it.
const FEATURE_SHARE: f64 = 0.93;

/// What is left of the score of a proficiency: whoever names a thing looks for the thing.
const PROFICIENCY_SHARE: f64 = 0.8;

/// What an entity scores at least that the query asks about by its name: more than what has all other words of the query.
const SUBJECT_LEAST: f64 = 0.8;

/// What the owner of a feature has at least of the feature's score.
const OWNER_SHARE: f64 = 0.95;

/// What the lowest of those that a query orders scores at least, and the part of the scores above it that their places share.
const ORDERED_LEAST: f64 = 0.9;
const ORDERED_SHARE: f64 = 0.099;

/// The signals that take part in a search, and what the query says about fields.
pub struct Signals<'a> {
    /// The lexical signal, if words and names take part.
    pub lexical: Option<Lexical>,
    /// The semantic signal, if meaning takes part.
    pub semantic: Option<Semantic>,
    /// What the query says about fields.
    pub constraints: &'a Constraints,
    /// The candidates.
    pub docs: &'a DocSet,
    /// The candidates that fit all constraints.
    pub fitting: &'a DocSet,
    /// Whether all candidates are of one family.
    pub is_of_one_family: bool,
    /// The books that come first among those with something of one name.
    pub books: Vec<&'static str>,
}

/// The scores of an entity.
#[derive(Clone, Copy, Debug, Default)]
struct Scores {
    lexical: Option<f64>,
    name: Option<f64>,
    semantic: Option<f64>,
    name_match: NameMatch,
}

/// Fuses the signals of a search into hits, best first.
pub fn fuse(entities: &[Entity], signals: &Signals<'_>) -> Vec<Hit> {
    let fitting = signals.fitting;
    let mut best = DocSet::empty(entities.len());
    let mut found: FxHashMap<Doc, Scores> = FxHashMap::default();
    if let Some(lexical) = &signals.lexical {
        best = lexical.best.clone();
        for (doc, score) in &lexical.words {
            found.entry(*doc).or_default().lexical = Some(*score);
        }
        for (doc, (score, name_match)) in &lexical.names {
            let scores = found.entry(*doc).or_default();
            (scores.name, scores.name_match) = (Some(*score), *name_match);
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
    let mut hits = FxHashMap::with_capacity_and_hasher(found.len(), FxBuildHasher);
    for (doc, scores) in found {
        if let Some(entity) = entities.get(doc as usize) {
            hits.insert(doc, hit(signals, doc, entity, scores));
        }
    }
    if !signals.constraints.wanted.features {
        owners_before_features(entities, signals, &mut hits, &mut best);
    }
    editions::put_preferred_first(entities, &signals.books, &mut hits, &mut best);
    editions::alternate_subjects(entities, &mut hits);
    order_fitting(signals, &mut hits);
    let mut hits: Vec<(Doc, Hit, &Entity)> =
        hits.into_iter().filter_map(|(doc, hit)| Some((doc, hit, entities.get(doc as usize)?))).collect();
    hits.sort_by(|(_, a, one), (_, b, other)| {
        let by_score = b.score.total_cmp(&a.score);
        by_score.then_with(|| one.order_of_alike(&signals.books).cmp(&other.order_of_alike(&signals.books)))
    });
    let mut fitting_so_far = 0;
    hits.retain(|(doc, ..)| {
        fitting_so_far += usize::from(fitting.contains(*doc));
        best.contains(*doc) || fitting_so_far <= SIGNAL_CANDIDATES
    });
    hits.into_iter().map(|(_, hit, _)| hit).collect()
}

/// Puts what fits in the order that the query asks for (`strongest undead`); what shares a place stays in the order of scores.
fn order_fitting(signals: &Signals<'_>, hits: &mut FxHashMap<Doc, Hit>) {
    let Some(order) = &signals.constraints.order else {
        return;
    };
    let fitting = signals.fitting.iter().filter_map(|doc| Some((doc, *order.get(&doc)?, hits.get(&doc)?.score)));
    let mut fitting: Vec<(Doc, usize, f64)> = fitting.collect();
    fitting.sort_by(|(_, one, a), (_, other, b)| one.cmp(other).then_with(|| b.total_cmp(a)));
    #[expect(clippy::cast_precision_loss, reason = "there are far fewer entities than 2^52")]
    let count = fitting.len() as f64;
    let mut place = count;
    for (doc, ..) in fitting {
        if let Some(hit) = hits.get_mut(&doc) {
            hit.score = ORDERED_LEAST + ORDERED_SHARE * place / count;
        }
        place -= 1.0;
    }
}

/// An entity with its scores.
fn hit(signals: &Signals<'_>, doc: Doc, entity: &Entity, scores: Scores) -> Hit {
    let wanted = &signals.constraints.wanted;
    let mut hit = Hit {
        id: entity.id,
        score: 0.0,
        lexical: scores.lexical,
        name: scores.name,
        semantic: scores.semantic,
        fit: signals.constraints.fit(doc),
        family: wanted.score(entity.family).filter(|_| !signals.is_of_one_family),
        name_match: scores.name_match,
        variants: Vec::new(),
    };
    hit.score = score(signals, doc, &hit);
    if entity.is_proficiency() && hit.name_match == NameMatch::Like {
        hit.score *= PROFICIENCY_SHARE;
    }
    hit
}

/// Raises what has a feature above the feature, unless the feature's name is the query. What is described may stand in
/// the feature alone, and people look for the class.
fn owners_before_features(
    entities: &[Entity],
    signals: &Signals<'_>,
    hits: &mut FxHashMap<Doc, Hit>,
    best: &mut DocSet,
) {
    let mut owners: FxHashMap<Doc, f64> = FxHashMap::default();
    for (doc, hit) in hits.iter_mut() {
        let Some(entity) = entities.get(*doc as usize).filter(|entity| entity.is_feature()) else {
            continue;
        };
        if hit.name_match != NameMatch::Like {
            continue;
        }
        let owner = entity.owner.and_then(|id| entities.binary_search_by_key(&id, |e| e.id).ok());
        if let Some(owner) = owner.and_then(|place| Doc::try_from(place).ok())
            && signals.docs.contains(owner)
            && best.contains(*doc)
        {
            let least = owners.entry(owner).or_default();
            *least = least.max(OWNER_SHARE * hit.score);
        }
        hit.score *= FEATURE_SHARE;
    }
    for (doc, least) in owners {
        let Some(entity) = entities.get(doc as usize) else {
            continue;
        };
        let owner = hits.entry(doc).or_insert_with(|| hit(signals, doc, entity, Scores::default()));
        owner.score = owner.score.max(least);
        best.insert(doc);
    }
}

/// The weighted mean of the signals that take part.
fn score(signals: &Signals<'_>, doc: Doc, hit: &Hit) -> f64 {
    if hit.is_exact() {
        return 1.0;
    }
    let Weights { lexical, name, semantic } = WEIGHTS;
    let (mut sum, mut all) = (0.0, 0.0);
    if signals.lexical.is_some() {
        sum += lexical * hit.lexical.unwrap_or_default() + name * hit.name.unwrap_or_default();
        all += lexical + name;
    }
    if let Some(signal) = &signals.semantic {
        let embedded = signal.embedded.as_ref().is_none_or(|docs| docs.contains(doc));
        let missing = if embedded || signals.lexical.is_none() { 0.0 } else { DEFAULT_SIMILARITY };
        sum += semantic * hit.semantic.unwrap_or(missing);
        all += semantic;
    }
    if let Some(Fit { share, weight }) = hit.fit {
        sum += weight * share;
        all += weight;
    }
    if let Some(family) = hit.family {
        sum += FAMILY_WEIGHT * family;
        all += FAMILY_WEIGHT;
    }
    let mean = if all > 0.0 { (sum / all).clamp(0.0, 0.999) } else { 0.0 };
    match hit.name_match {
        NameMatch::Subject => SUBJECT_LEAST + (1.0 - SUBJECT_LEAST) * mean,
        _ => mean,
    }
}
