//! Edit distances of bounded texts, for spelling correction.
//!
//! Their time and memory grow with the product of both lengths, and clients send some of the texts. So both sides are
//! cut here, and nothing else may call `strsim`: `clippy.toml` forbids its functions everywhere else.

#![expect(clippy::disallowed_methods, reason = "the one place that cuts what it compares")]

/// Most characters of a text that are compared.
const MAX_COMPARED_CHARS: usize = 64;

/// The Levenshtein distance: letters that are wrong, missing or too many.
pub fn levenshtein(a: &str, b: &str) -> usize {
    strsim::levenshtein(cut(a), cut(b))
}

/// The Damerau–Levenshtein distance: swapped neighbours count once.
pub fn damerau_levenshtein(a: &str, b: &str) -> usize {
    strsim::damerau_levenshtein(cut(a), cut(b))
}

/// The Damerau–Levenshtein similarity: 1 for equal texts, 0 for texts that have nothing in common.
pub fn normalized_damerau_levenshtein(a: &str, b: &str) -> f64 {
    strsim::normalized_damerau_levenshtein(cut(a), cut(b))
}

/// The optimal string alignment distance: swapped neighbours count once, and no letter is changed twice.
pub fn osa_distance(a: &str, b: &str) -> usize {
    strsim::osa_distance(cut(a), cut(b))
}

/// The known word that is closest to a word, ignoring case; empty where none is known.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> &'a str {
    let word = word.to_lowercase();
    known.min_by_key(|known| damerau_levenshtein(&word, &known.to_lowercase())).unwrap_or_default()
}

fn cut(text: &str) -> &str {
    let end = text.char_indices().nth(MAX_COMPARED_CHARS);
    end.and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_are_compared_whole() {
        assert_eq!(levenshtein("wisdon", "wisdom"), 1);
        assert_eq!(damerau_levenshtein("drgaon", "dragon"), 1);
        assert_eq!(osa_distance("drgaon", "dragon"), 1);
        assert!(normalized_damerau_levenshtein("srd-2041", "srd-2014") > 0.8);
    }

    /// A matrix of a million by a million would take days.
    #[test]
    fn long_texts_are_cut() {
        let (a, b) = ("ä".repeat(1_000_000), "b".repeat(1_000_000));
        assert_eq!(levenshtein(&a, &b), MAX_COMPARED_CHARS);
        assert_eq!(damerau_levenshtein(&a, &b), MAX_COMPARED_CHARS);
        assert_eq!(osa_distance(&a, &b), MAX_COMPARED_CHARS);
        assert!(normalized_damerau_levenshtein(&a, &b).abs() < f64::EPSILON);
    }
}
