//! Feature hashing: words and their trigrams hashed to dimensions. Tests use it as a model: it needs no files, gives
//! the same vectors everywhere, and puts texts that share words (or most of a word) near each other.

use super::{Embed, EmbedError};

/// Hashes words and their trigrams to dimensions.
#[derive(Clone, Debug)]
pub struct HashEmbedder {
    dimension: usize,
    id: String,
}

impl Default for HashEmbedder {
    fn default() -> Self {
        Self { dimension: DIMENSION, id: "hash-1".to_owned() }
    }
}

impl HashEmbedder {
    /// An embedder with another number of dimensions, which counts as another model.
    pub fn with_dimension(dimension: usize) -> Self {
        Self { dimension, id: format!("hash-to-{dimension}") }
    }
}

impl Embed for HashEmbedder {
    fn model_id(&self) -> &str {
        &self.id
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn embed(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let vectors = texts.iter().map(|text| vector(text, self.dimension));
        Ok(vectors.collect())
    }
}

/// The number of dimensions of the default model.
const DIMENSION: usize = 384;

/// The weight of a word; a trigram weighs 1.
const WORD_WEIGHT: f32 = 2.0;

fn vector(text: &str, dimension: usize) -> Vec<f32> {
    let mut vector = vec![0.0; dimension];
    for word in text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let word = word.to_lowercase();
        add(&mut vector, &word, WORD_WEIGHT);
        let letters: Vec<char> = word.chars().collect();
        for trigram in letters.windows(3) {
            add(&mut vector, &trigram.iter().collect::<String>(), 1.0);
        }
    }
    normalise(vector)
}

fn add(vector: &mut [f32], feature: &str, weight: f32) {
    let hash = hash(feature);
    let at = usize::try_from(hash % (vector.len() as u64).max(1)).unwrap_or_default();
    if let Some(number) = vector.get_mut(at) {
        *number += if hash >> 63 == 0 { weight } else { -weight };
    }
}

/// FNV-1a, which is stable, unlike the standard library's hasher; mixed once more, because it spreads short words
/// badly.
fn hash(text: &str) -> u64 {
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let mixed = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    mixed ^ (mixed >> 33)
}

/// Scales a vector to length 1. A text without words gets a direction too: a zero vector has no distance.
fn normalise(mut vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
    if length > 0.0 {
        for number in &mut vector {
            *number /= length;
        }
    } else if let Some(first) = vector.first_mut() {
        *first = 1.0;
    }
    vector
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: &str, b: &str) -> f32 {
        vector(a, DIMENSION).iter().zip(vector(b, DIMENSION)).map(|(a, b)| a * b).sum()
    }

    #[test]
    fn the_same_text_has_the_same_vector_of_length_one() {
        let once = HashEmbedder::default().embed(&["Wall of Fire", ""]).unwrap();
        let again = HashEmbedder::default().embed(&["Wall of Fire", ""]).unwrap();
        assert_eq!(once, again);
        for vector in once {
            assert_eq!(vector.len(), DIMENSION);
            let length: f32 = vector.iter().map(|number| number * number).sum();
            assert!((length - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn shared_words_are_near() {
        let shared = near("a wall of fire", "FIRE, a wall of!");
        let some = near("a wall of fire", "a ball of fire");
        let none = near("a wall of fire", "speak with dolphins");
        assert!(shared > 0.99 && some > none + 0.3, "{shared} {some} {none}");
        assert!(near("burning", "burn") > near("burning", "frozen") + 0.1);
    }
}
