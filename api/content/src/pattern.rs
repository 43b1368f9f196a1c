//! Regular expressions: constant patterns, compiled to ignore case.

use regex::{Regex, RegexBuilder};

/// Classes, and what stands for them. Patterns with the digits and letters of all scripts are large, and stay in memory with
/// what they remember between texts: 61 MB after all sources were read, 25 with those of Latin script.
const CLASSES: [(&str, &str); 2] = [(r"\d", "[0-9]"), (r"\w", "[0-9A-Za-z_À-ÖØ-öø-ɏ]")];

/// The regular expression of a constant pattern, which matches letters in either case. Its digits and letters (`\d`, `\w`)
/// are those of Latin script.
///
/// # Panics
///
/// When the pattern is invalid. The architecture tests compile each constant.
#[must_use]
pub fn pattern(pattern: &str) -> Regex {
    let mut source = pattern.to_owned();
    for (class, letters) in CLASSES {
        source = source.replace(class, letters);
    }
    #[expect(
        clippy::expect_used,
        reason = "the patterns are constants, and a test compiles each"
    )]
    RegexBuilder::new(&source)
        .case_insensitive(true)
        .build()
        .expect("a constant pattern")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_those_of_latin_script() {
        let found = |source: &str, text: &str| pattern(source).is_match(text);
        assert!(found(r"^\w+$", "Évocation_7"));
        assert!(found(r"^[\w-]+$", "half-elf"));
        assert!(!found(r"\w", "— ×"));
        assert!(found(r"^[\d,.]+$", "1,500.5"));
        assert!(!found(r"\d", "٣"));
        assert!(found("FIRE", "fire") && !found("(?-i)FIRE", "fire"));
    }
}
