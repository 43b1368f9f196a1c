//! The edit distance of bounded texts: how alike what was given is to what is known.
//!
//! Time and memory of it grow with the product of both lengths, and one side is sent by a client. So both are cut
//! here, and nothing else may call `strsim`: `clippy.toml` forbids its functions everywhere else.

/// Most characters of a text that are compared.
const MAX_COMPARED_CHARS: usize = 64;

/// The share of letters that two texts have in common, 1 for the same; neighbours that are swapped count once.
#[expect(clippy::disallowed_methods, reason = "the one place that cuts what it compares")]
pub(crate) fn likeness(a: &str, b: &str) -> f64 {
    strsim::normalized_damerau_levenshtein(cut(a), cut(b))
}

fn cut(text: &str) -> &str {
    let end = text.char_indices().nth(MAX_COMPARED_CHARS);
    end.and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut() {
        assert!(likeness("shcool", "school") > 0.8);
        let (a, b) = ("ä".repeat(1_000_000), "b".repeat(1_000_000));
        assert!(likeness(&a, &b).abs() < f64::EPSILON);
    }
}
