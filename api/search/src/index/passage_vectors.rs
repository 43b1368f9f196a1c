//! Vectors of passages: those of one model, in 16 bits, in 8 bits and in a bit a dimension, by entity and passage.

use lorekeeper_store::HELD_BYTES_A_DIMENSION;
use serde::{Deserialize, Serialize};
use std::iter::Peekable;

const _: () = assert!(HELD_BYTES_A_DIMENSION == size_of::<i16>() + size_of::<i8>());

/// The version of a passage's vector in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct VectorKey {
    /// The entity.
    pub entity: i64,
    /// The passage's place within the entity.
    pub ord: i32,
    /// Changes whenever the vector is written.
    pub version: i64,
}

impl VectorKey {
    /// The passage that the vector is of.
    pub fn place(&self) -> (i64, i32) {
        (self.entity, self.ord)
    }
}

/// The vectors of one model, by entity and passage.
#[derive(Default, Serialize, Deserialize)]
pub struct PassageVectors {
    /// The model's name.
    pub model: String,
    /// The number of dimensions.
    pub dimension: usize,
    pub(super) keys: Vec<VectorKey>,
    /// What the largest 16-bit number of a vector stands for, divided by that number.
    pub(super) scales: Vec<f32>,
    #[serde(skip)]
    pub(super) fine: Vec<i16>,
    #[serde(skip)]
    pub(super) coarse: Vec<i8>,
    #[serde(skip)]
    pub(super) sketches: Vec<u64>,
}

/// A vector as 16-bit numbers, and what one of them stands for.
pub(super) fn quantized(vector: &[f32]) -> (Vec<i16>, f32) {
    let largest = vector
        .iter()
        .fold(f32::MIN_POSITIVE, |max, x| max.max(x.abs()));
    let scale = largest / f32::from(i16::MAX);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "scaled to the range of i16"
    )]
    let numbers = vector.iter().map(|x| (x / scale).round() as i16).collect();
    (numbers, scale)
}

/// The upper 8 bits of a 16-bit number, rounded.
pub(super) fn upper(number: i16) -> i8 {
    (number.saturating_add(128) >> 8) as i8
}

/// The signs of a vector's numbers, a bit each, in words of 64.
pub(super) fn sketch(numbers: &[i16]) -> impl Iterator<Item = u64> {
    let words = numbers.chunks(64);
    words.map(|word| word.iter().fold(0, |bits, x| bits << 1 | u64::from(*x > 0)))
}

impl PassageVectors {
    /// No vectors.
    pub fn empty(model: String, dimension: usize) -> Self {
        Self {
            model,
            dimension,
            ..Self::default()
        }
    }

    /// Adds the next vector.
    pub fn push(&mut self, key: VectorKey, vector: &[f32]) {
        if vector.len() != self.dimension {
            return;
        }
        let (numbers, scale) = quantized(vector);
        self.keys.push(key);
        self.scales.push(scale);
        self.extend(&numbers);
    }

    /// The vectors of these keys, from `known` where it has that version, else from `fresh`; all are in order.
    pub fn merged(keys: &[VectorKey], known: &Self, fresh: &Self) -> Self {
        let mut merged = Self::empty(fresh.model.clone(), fresh.dimension);
        let mut known_left = known.keys.iter().enumerate().peekable();
        let mut fresh_left = fresh.keys.iter().enumerate().peekable();
        for key in keys {
            match (seek(&mut known_left, key), seek(&mut fresh_left, key)) {
                (Some((place, old)), _) if old == key => merged.push_from(known, place),
                (_, Some((place, _))) => merged.push_from(fresh, place),
                _ => {}
            }
        }
        merged
    }

    /// Adds a vector that others have at a place.
    fn push_from(&mut self, other: &Self, place: usize) {
        let numbers = other.fine.chunks_exact(self.dimension.max(1)).nth(place);
        if let (Some(key), Some(scale), Some(numbers)) =
            (other.keys.get(place), other.scales.get(place), numbers)
        {
            self.keys.push(*key);
            self.scales.push(*scale);
            self.extend(numbers);
        }
    }

    fn extend(&mut self, numbers: &[i16]) {
        self.sketches.extend(sketch(numbers));
        self.coarse.extend(numbers.iter().copied().map(upper));
        self.fine.extend_from_slice(numbers);
    }

    /// How similar the passages of an entity are to a query's vector, by their places.
    pub fn similarities(&self, entity: i64, query: &[f32]) -> Vec<(i32, f32)> {
        let width = self.dimension.max(1);
        let first = self.keys.partition_point(|key| key.entity < entity);
        let keys = self.keys.iter().zip(&self.scales).skip(first);
        let vectors = self.fine.chunks_exact(width).skip(first);
        keys.take_while(|(key, _)| key.entity == entity)
            .zip(vectors)
            .map(|((key, scale), vector)| (key.ord, similarity(vector, *scale, query)))
            .collect()
    }

    /// The vectors as bytes, to be stored beside the rest of the index.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.fine
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect()
    }

    /// Puts the vectors back that were stored as bytes; `false` where they do not belong to the rest.
    pub fn restore(&mut self, bytes: &[u8]) -> bool {
        let numbers = bytes
            .as_chunks::<2>()
            .0
            .iter()
            .map(|two| i16::from_le_bytes(*two));
        self.fine = numbers.collect();
        self.coarse = self.fine.iter().copied().map(upper).collect();
        let vectors = self.fine.chunks_exact(self.dimension.max(1));
        self.sketches = vectors.flat_map(sketch).collect();
        self.fine.len() == self.keys.len() * self.dimension && self.keys.len() == self.scales.len()
    }
}

/// The cosine of a vector, whose numbers stand for `scale` each, with a query's; both have length 1.
pub(super) fn similarity(vector: &[i16], scale: f32, query: &[f32]) -> f32 {
    let (vectors, last) = vector.as_chunks::<16>();
    let (queries, last_query) = query.as_chunks::<16>();
    // Sixteen sums: one alone adds number by number, several times as slowly.
    let mut sums = [0.0; 16];
    for (xs, ys) in vectors.iter().zip(queries) {
        for ((sum, x), y) in sums.iter_mut().zip(xs).zip(ys) {
            *sum += f32::from(*x) * y;
        }
    }
    let rest = last.iter().zip(last_query).map(|(x, y)| f32::from(*x) * y);
    (sums.iter().sum::<f32>() + rest.sum::<f32>()) * scale
}

/// Goes on to a key's passage, and takes it if it is there.
fn seek<'a>(
    left: &mut Peekable<impl Iterator<Item = (usize, &'a VectorKey)>>,
    key: &VectorKey,
) -> Option<(usize, &'a VectorKey)> {
    while left
        .next_if(|(_, other)| other.place() < key.place())
        .is_some()
    {}
    left.next_if(|(_, other)| other.place() == key.place())
}
