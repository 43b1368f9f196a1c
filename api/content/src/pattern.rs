//! Regular expressions: constant patterns, compiled to ignore case.

use regex::Regex;

/// The regular expression of a constant pattern, which matches letters in either case.
///
/// # Panics
///
/// When the pattern is invalid, which the tests of its module show.
#[must_use]
pub fn pattern(pattern: &str) -> Regex {
    #[expect(
        clippy::expect_used,
        reason = "the patterns are constants, and the tests compile each"
    )]
    Regex::new(&format!("(?i){pattern}")).expect("a constant pattern")
}
