//! Vectors of passages: those of one model, in 16 bits, by entity and passage. The upper 8 of the 16 bits stand by
//! themselves, for a scan that reads only these.

use super::folder::Files;
use crate::Result;
use lorekeeper_store::HELD_BYTES_A_DIMENSION;
use serde::{Deserialize, Serialize};
use std::iter::Peekable;
use std::ops::Range;

const _: () = assert!(HELD_BYTES_A_DIMENSION == 2 * size_of::<i8>());

/// The largest number of a vector: both its bytes are 127.
const LARGEST: i16 = 127 * 256 + 127;

/// Which passage a vector is of, and of which text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct VectorKey {
    /// The entity.
    pub entity: i64,
    /// The passage's place within the entity.
    pub ord: i32,
    /// 64 bits of the digest of the passage's text: a model gives equal texts equal vectors, in any store.
    pub text: i64,
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
    /// What a number of a vector has to be multiplied with.
    pub(super) scales: Vec<f32>,
    /// The upper bytes of all numbers, rounded.
    #[serde(skip)]
    pub(super) upper: Vec<i8>,
    /// What the numbers have beside 256 times their upper bytes.
    #[serde(skip)]
    pub(super) lower: Vec<i8>,
}

/// A vector as 16-bit numbers, and what one of them stands for.
pub(super) fn quantized(vector: &[f32]) -> (Vec<i16>, f32) {
    let largest = vector.iter().fold(f32::MIN_POSITIVE, |max, x| max.max(x.abs()));
    let scale = largest / f32::from(LARGEST);
    #[expect(clippy::cast_possible_truncation, reason = "scaled to the range of i16")]
    let numbers = vector.iter().map(|x| (x / scale).round() as i16).collect();
    (numbers, scale)
}

/// The upper byte of a number, rounded.
pub(super) fn upper(number: i16) -> i8 {
    (number.saturating_add(128) >> 8) as i8
}

/// The number of an upper and a lower byte.
fn number(upper: i8, lower: i8) -> i16 {
    i16::from(upper) * 256 + i16::from(lower)
}

impl PassageVectors {
    /// No vectors.
    pub fn empty(model: String, dimension: usize) -> Self {
        Self { model, dimension, ..Self::default() }
    }

    /// How many bytes they take.
    pub fn size(&self) -> u64 {
        let Self { model: _, dimension: _, keys, scales, upper, lower } = self;
        let bytes = size_of_val(&**keys) + size_of_val(&**scales) + upper.len() + lower.len();
        u64::try_from(bytes).unwrap_or(u64::MAX)
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

    /// The vectors of these keys, from `known` where it has that text, else from `fresh`; all are in order.
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
        if let (Some(key), Some(scale)) = (other.keys.get(place), other.scales.get(place)) {
            self.keys.push(*key);
            self.scales.push(*scale);
            let (upper, lower) = other.bytes(place..place + 1);
            let numbers = upper.iter().zip(lower);
            let numbers: Vec<i16> = numbers.map(|(upper, lower)| number(*upper, *lower)).collect();
            self.extend(&numbers);
        }
    }

    fn extend(&mut self, numbers: &[i16]) {
        for number in numbers {
            let [lower, _] = number.to_le_bytes();
            self.upper.push(upper(*number));
            self.lower.push(lower.cast_signed());
        }
    }

    /// The upper and the lower bytes of the vectors at some places.
    pub(super) fn bytes(&self, places: Range<usize>) -> (&[i8], &[i8]) {
        let numbers = places.start * self.dimension..places.end * self.dimension;
        let upper = self.upper.get(numbers.clone()).unwrap_or_default();
        (upper, self.lower.get(numbers).unwrap_or_default())
    }

    /// How similar the vectors at some places are to a query's.
    pub fn similarities(&self, places: Range<usize>, query: &[f32]) -> impl Iterator<Item = f32> {
        let scales = self.scales.get(places.clone()).unwrap_or_default();
        let (upper, lower) = self.bytes(places);
        let width = self.dimension.max(1);
        let vectors = upper.chunks_exact(width).zip(lower.chunks_exact(width));
        let vectors = vectors.zip(scales);
        vectors.map(|(bytes, scale)| similarity(bytes, *scale, query))
    }

    /// How similar the passages of an entity are to a query's vector, by their places within the entity.
    pub fn of_entity(&self, entity: i64, query: &[f32]) -> Vec<(i32, f32)> {
        let first = self.keys.partition_point(|key| key.entity < entity);
        let keys = self.keys.get(first..).unwrap_or_default();
        let count = keys.partition_point(|key| key.entity == entity);
        let similarities = self.similarities(first..first + count, query);
        let ords = keys.iter().map(|key| key.ord);
        ords.zip(similarities).collect()
    }

    /// The vectors as files: the upper bytes of all, then the lower ones, beside what they are of.
    pub fn files(&self) -> Result<Files> {
        let bytes = self.upper.iter().chain(&self.lower);
        let mut files = Files::default();
        files.insert("vectors.bin", bytes.map(|byte| byte.cast_unsigned()).collect());
        files.insert_json("vectors.json", self)?;
        Ok(files)
    }

    /// The vectors of such files; `None` where they cannot be read.
    pub fn read(files: &Files) -> Option<Self> {
        let mut vectors: Self = files.json("vectors.json")?;
        let is_whole = vectors.restore(files.bytes("vectors.bin")?);
        is_whole.then_some(vectors)
    }

    /// Puts the bytes of the vectors back; `false` where they do not belong to the rest.
    fn restore(&mut self, bytes: &[u8]) -> bool {
        let signed = |bytes: &[u8]| bytes.iter().map(|byte| byte.cast_signed()).collect();
        let (upper, lower) = bytes.split_at(bytes.len() / 2);
        (self.upper, self.lower) = (signed(upper), signed(lower));
        let length = self.keys.len() * self.dimension;
        self.scales.len() == self.keys.len() && (upper.len(), lower.len()) == (length, length)
    }
}

/// The cosine of a vector, of which these are the upper and the lower bytes and whose numbers stand for `scale` each,
/// with a query's; both have length 1.
pub(super) fn similarity((upper, lower): (&[i8], &[i8]), scale: f32, query: &[f32]) -> f32 {
    let product = |((upper, lower), y): ((&i8, &i8), &f32)| f32::from(number(*upper, *lower)) * y;
    let ((uppers, upper), (lowers, lower)) = (upper.as_chunks::<16>(), lower.as_chunks::<16>());
    let (queries, query) = query.as_chunks::<16>();
    // Sixteen sums: one alone adds number by number, several times as slowly.
    let mut sums = [0.0; 16];
    for ((upper, lower), ys) in uppers.iter().zip(lowers).zip(queries) {
        for (sum, numbers) in sums.iter_mut().zip(upper.iter().zip(lower).zip(ys)) {
            *sum += product(numbers);
        }
    }
    let rest = upper.iter().zip(lower).zip(query).map(product);
    (sums.iter().sum::<f32>() + rest.sum::<f32>()) * scale
}

/// Goes on to a key's passage, and takes it if it is there.
fn seek<'a>(
    left: &mut Peekable<impl Iterator<Item = (usize, &'a VectorKey)>>,
    key: &VectorKey,
) -> Option<(usize, &'a VectorKey)> {
    while left.next_if(|(_, other)| other.place() < key.place()).is_some() {}
    left.next_if(|(_, other)| other.place() == key.place())
}
