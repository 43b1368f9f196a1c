//! Vectors in memory: the passages' vectors of one model, scanned in 8 bits; the best are compared again in 16.
//!
//! An entity's similarity is the mean of its similarity as a whole (its first passage) and that of its best passage, which
//! the scan finds.

use super::entities::{Doc, DocSet, Entity};
use super::passage_vectors::{PassageVectors, quantized, upper};
use simsimd::SpatialSimilarity;
use std::ops::Range;
use std::sync::Arc;

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
    count: usize,
    /// Whether its first passage, which is of the entity as a whole, has a vector.
    is_whole: bool,
}

impl Owner {
    /// The places of its passages.
    fn passages(&self) -> Range<usize> {
        self.first..self.first + self.count
    }

    /// Its similarity, by those of its first and of its best passage.
    fn similarity(&self, first: f32, best: f32) -> f32 {
        f32::midpoint(best, if self.is_whole { first } else { 0.0 })
    }
}

impl VectorIndex {
    /// Assigns vectors to the entities that have their passages; both are in the order of keys.
    pub fn new(vectors: Arc<PassageVectors>, entities: &[Entity]) -> Self {
        let mut embedded = DocSet::empty(entities.len());
        let mut entities = (0..).zip(entities).peekable();
        let mut owners: Vec<Owner> = Vec::new();
        for (place, key) in vectors.keys.iter().enumerate() {
            while entities.next_if(|(_, entity)| entity.id < key.entity).is_some() {}
            let doc = match entities.peek() {
                Some((doc, entity)) if entity.id == key.entity => *doc,
                _ => continue,
            };
            match owners.last_mut() {
                Some(owner) if owner.doc == doc => owner.count += 1,
                _ => owners.push(Owner { doc, first: place, count: 1, is_whole: key.ord == 0 }),
            }
            embedded.insert(doc);
        }
        Self { vectors, owners, embedded: Arc::new(embedded) }
    }

    /// The entities that have vectors.
    pub fn embedded(&self) -> &Arc<DocSet> {
        &self.embedded
    }

    /// The candidates nearest to a query's vector, nearest first, with their similarity; behind them as many of the
    /// others that fit.
    pub fn nearest(&self, query: &[f32], candidates: &DocSet, fitting: &DocSet, limit: usize) -> Vec<(Doc, f32)> {
        let held = &*self.vectors;
        if query.len() != held.dimension || query.is_empty() {
            return Vec::new();
        }
        let (numbers, scale) = quantized(query);
        let owners = self.owners.iter();
        let owners = owners.filter(|owner| candidates.contains(owner.doc));
        let mut found: Vec<Nearby> = owners.copied().map(Nearby::new).collect();
        let coarse: Vec<i8> = numbers.iter().copied().map(upper).collect();
        for nearby in &mut found {
            self.compare_coarsely(nearby, &coarse, scale * 65_536.0);
        }
        let others = split_nearest(&mut found, limit).into_iter();
        let mut others: Vec<Nearby> = others.filter(|nearby| fitting.contains(nearby.owner.doc)).collect();
        split_nearest(&mut others, limit);
        found.extend(others);
        for Nearby { owner, best, score } in &mut found {
            let similarity = |place: usize| held.similarities(place..place + 1, query).next().unwrap_or_default();
            let first = similarity(owner.first);
            *score = owner.similarity(first, if *best == owner.first { first } else { similarity(*best) });
        }
        found.sort_unstable_by(Nearby::compare);
        found.into_iter().map(|nearby| (nearby.owner.doc, nearby.score)).collect()
    }

    /// Finds the best passage of an entity, and its similarity to a query, by the upper bytes of its passages' vectors and of
    /// the query's.
    fn compare_coarsely(&self, nearby: &mut Nearby, query: &[i8], query_scale: f32) {
        let held = &*self.vectors;
        let places = nearby.owner.passages();
        let (vectors, _) = held.bytes(places.clone());
        let scales = held.scales.get(places.clone()).unwrap_or_default();
        let passages = scales.iter().zip(vectors.chunks_exact(held.dimension)).map(|(scale, vector)| {
            let dot = <i8 as SpatialSimilarity>::dot(vector, query).unwrap_or_default();
            narrowed(dot) * scale * query_scale
        });
        let mut passages = places.zip(passages);
        let Some((_, first)) = passages.next() else { return };
        let mut best = first;
        for (place, similarity) in passages {
            if similarity > best {
                (nearby.best, best) = (place, similarity);
            }
        }
        nearby.score = nearby.owner.similarity(first, best);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "similarities and numbers of dimensions")]
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

/// An entity with its similarity, and the place of its best passage.
struct Nearby {
    owner: Owner,
    best: usize,
    score: f32,
}

impl Nearby {
    fn new(owner: Owner) -> Self {
        Self { owner, best: owner.first, score: 0.0 }
    }

    /// Nearest first.
    fn compare(a: &Self, b: &Self) -> std::cmp::Ordering {
        let by_score = b.score.total_cmp(&a.score);
        by_score.then_with(|| a.owner.doc.cmp(&b.owner.doc))
    }
}

#[cfg(test)]
mod tests;
