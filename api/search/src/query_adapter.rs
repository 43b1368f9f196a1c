//! Query adapter: a linear map that moves a query's vector towards the passages that answer such questions. The passages
//! keep their vectors.
//!
//! The matrix belongs to one model. It is learned from questions in our own words and their answers
//! (`tests/training`), with a penalty on its size: most of a vector stays what it is.

/// The models that the matrix belongs to: the two graphs of the default model.
const MODEL: &str = "all-MiniLM-L6-v2-";

/// What one step of a number of the matrix stands for (an `f32`, little-endian), and then the matrix in signed bytes,
/// row by row.
const MATRIX: &[u8] = include_bytes!("query_adapter/all-minilm-l6-v2.bin");

/// The vector of a query, adapted where there is a matrix for the model; of length 1.
pub fn adapt(model: &str, mut vector: Vec<f32>) -> Vec<f32> {
    let dimension = vector.len();
    let Some((scale, matrix)) = MATRIX.split_first_chunk::<4>() else {
        return vector;
    };
    if !model.starts_with(MODEL) || matrix.len() != dimension * dimension {
        return vector;
    }
    let scale = f32::from_le_bytes(*scale);
    let product = |row: &[u8]| -> f32 {
        let numbers = row.iter().zip(&vector);
        numbers.map(|(byte, number)| f32::from(byte.cast_signed()) * number).sum()
    };
    let moves: Vec<f32> = matrix.chunks_exact(dimension).map(product).collect();
    for (number, by) in vector.iter_mut().zip(moves) {
        *number += scale * by;
    }
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if length > 0.0 {
        for number in &mut vector {
            *number /= length;
        }
    }
    vector
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A vector of length 1 with different numbers.
    fn vector(dimension: u16) -> Vec<f32> {
        let numbers: Vec<f32> = (0..dimension).map(|n| f32::from(n % 7) - 3.0).collect();
        let length = numbers.iter().map(|x| x * x).sum::<f32>().sqrt();
        numbers.iter().map(|number| number / length).collect()
    }

    #[test]
    fn a_query_of_the_model_is_moved() {
        let query = vector(384);
        let adapted = adapt("all-MiniLM-L6-v2-int8@0123456789ab", query.clone());
        let cosine: f32 = adapted.iter().zip(&query).map(|(a, b)| a * b).sum();
        let length: f32 = adapted.iter().map(|x| x * x).sum();
        assert!((length - 1.0).abs() < 1e-4, "{length}");
        assert!((0.5..0.9999).contains(&cosine), "{cosine}");
    }

    #[test]
    fn other_models_keep_their_vectors() {
        assert_eq!(adapt("bge-small-en-v1.5", vector(384)), vector(384));
        let short = vector(12);
        assert_eq!(adapt("all-MiniLM-L6-v2-int8@0123456789ab", short.clone()), short);
    }
}
