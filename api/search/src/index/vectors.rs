//! Vectors in memory: the passages' vectors of one model, scanned in 8 bits; the best are compared again in 16. Of very
//! many, only those are scanned whose sketches, a bit a dimension, are nearest.
//!
//! An entity's similarity is the mean of its similarity as a whole (its first passage) and that of its best passage.

use super::entities::{Doc, DocSet, Entity};
use super::passage_vectors::{PassageVectors, quantized, similarity, sketch, upper};
use simsimd::{BinarySimilarity, SpatialSimilarity};
use std::sync::Arc;

/// How many entities are compared again, for each that is wanted.
const COMPARED_AGAIN: usize = 2;

/// Most entities that are compared in 8 bits; of more, those with the nearest sketches. Of the ten best of 1,039,900
/// entities, for 64 queries, 0.998 were among them, and a search of all took 87 ms instead of 230.
const MAX_COMPARED: usize = 20_000;

/// The vectors of one model, assigned to the entities of an index.
pub struct VectorIndex {
    /// The vectors; where only words have changed, those of the index before.
    pub vectors: Arc<PassageVectors>,
    /// The entities, each with its passages.
    owners: Vec<Owner>,
    embedded: Arc<DocSet>,
}

/// An entity of the index, with the place of its first passage and how many it has.
#[derive(Clone, Copy)]
struct Owner {
    doc: Doc,
    first: usize,
    passages: usize,
}

impl VectorIndex {
    /// Assigns vectors to the entities that have their passages; both are in the order of keys.
    pub fn new(vectors: Arc<PassageVectors>, entities: &[Entity]) -> Self {
        let mut embedded = DocSet::empty(entities.len());
        let mut entities = (0..).zip(entities).peekable();
        let mut owners: Vec<Owner> = Vec::new();
        for (place, key) in vectors.keys.iter().enumerate() {
            while entities
                .next_if(|(_, entity)| entity.id < key.entity)
                .is_some()
            {}
            let doc = match entities.peek() {
                Some((doc, entity)) if entity.id == key.entity => *doc,
                _ => continue,
            };
            match owners.last_mut() {
                Some(owner) if owner.doc == doc => owner.passages += 1,
                _ => owners.push(Owner {
                    doc,
                    first: place,
                    passages: 1,
                }),
            }
            embedded.insert(doc);
        }
        Self {
            vectors,
            owners,
            embedded: Arc::new(embedded),
        }
    }

    /// The entities that have vectors.
    pub fn embedded(&self) -> &Arc<DocSet> {
        &self.embedded
    }

    /// The candidates nearest to a query's vector, nearest first, with their similarity; behind them as many of the
    /// others that fit.
    pub fn nearest(
        &self,
        query: &[f32],
        candidates: &DocSet,
        fitting: &DocSet,
        limit: usize,
    ) -> Vec<(Doc, f32)> {
        let held = &*self.vectors;
        if query.len() != held.dimension || query.is_empty() {
            return Vec::new();
        }
        let (numbers, scale) = quantized(query);
        let coarse: Vec<i8> = numbers.iter().copied().map(upper).collect();
        let owners = self.owners.iter();
        let owners = owners.filter(|owner| candidates.contains(owner.doc));
        let mut found: Vec<Nearby> = owners.copied().map(Nearby::new).collect();
        if found.len() > MAX_COMPARED {
            let bits: Vec<u8> = sketch(&numbers).collect();
            for nearby in &mut found {
                self.compare(nearby, (&held.sketches, bits.len()), |vector, _| {
                    narrowed(-<u8 as BinarySimilarity>::hamming(vector, &bits).unwrap_or_default())
                });
            }
            let others = split_nearest(&mut found, MAX_COMPARED).into_iter();
            found.extend(others.filter(|nearby| fitting.contains(nearby.owner.doc)));
        }
        for nearby in &mut found {
            self.compare(nearby, (&held.coarse, held.dimension), |vector, own| {
                let dot = <i8 as SpatialSimilarity>::dot(vector, &coarse).unwrap_or_default();
                narrowed(dot) * own * scale * 65_536.0
            });
        }
        let again = limit.saturating_mul(COMPARED_AGAIN);
        let others = split_nearest(&mut found, again);
        let mut others: Vec<Nearby> = others
            .into_iter()
            .filter(|nearby| fitting.contains(nearby.owner.doc))
            .collect();
        split_nearest(&mut others, again);
        found.extend(others);
        for nearby in &mut found {
            self.compare(nearby, (&held.fine, held.dimension), |vector, own| {
                similarity(vector, own, query)
            });
        }
        found.sort_unstable_by(Nearby::compare);
        let others = found.split_off(limit.min(found.len()));
        let others = others
            .into_iter()
            .filter(|nearby| fitting.contains(nearby.owner.doc));
        found.extend(others.take(limit));
        found
            .into_iter()
            .map(|nearby| (nearby.owner.doc, nearby.score()))
            .collect()
    }

    /// Compares an entity with a query, to which each vector of so many numbers, with what they stand for, is so similar.
    fn compare<N>(
        &self,
        nearby: &mut Nearby,
        (vectors, width): (&[N], usize),
        similarity: impl Fn(&[N], f32) -> f32,
    ) {
        *nearby = Nearby::new(nearby.owner);
        let Owner {
            first, passages, ..
        } = nearby.owner;
        let passages = first..first + passages;
        let numbers = passages.start * width..passages.end * width;
        let keys = self.vectors.keys.get(passages.clone()).unwrap_or_default();
        let scales = self.vectors.scales.get(passages).unwrap_or_default();
        let vectors = vectors.get(numbers).unwrap_or_default();
        for ((key, scale), vector) in keys.iter().zip(scales).zip(vectors.chunks_exact(width)) {
            let similarity = similarity(vector, *scale);
            nearby.best = nearby.best.max(similarity);
            if key.ord == 0 {
                nearby.whole = similarity;
            }
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "similarities and numbers of dimensions"
)]
fn narrowed(similarity: f64) -> f32 {
    similarity as f32
}

/// Splits off all but so many of the nearest.
fn split_nearest(found: &mut Vec<Nearby>, count: usize) -> Vec<Nearby> {
    if found.len() <= count {
        return Vec::new();
    }
    found.select_nth_unstable_by(count, Nearby::compare);
    found.split_off(count)
}

/// An entity with its similarities.
struct Nearby {
    owner: Owner,
    whole: f32,
    best: f32,
}

impl Nearby {
    fn new(owner: Owner) -> Self {
        Self {
            owner,
            whole: 0.0,
            best: f32::NEG_INFINITY,
        }
    }

    fn score(&self) -> f32 {
        f32::midpoint(self.best, self.whole)
    }

    /// Nearest first.
    fn compare(a: &Self, b: &Self) -> std::cmp::Ordering {
        let by_score = b.score().total_cmp(&a.score());
        by_score.then_with(|| a.owner.doc.cmp(&b.owner.doc))
    }
}

#[cfg(test)]
mod tests;
