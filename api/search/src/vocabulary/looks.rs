//! Looks: what classic creatures look like, in people's words. Stat blocks do not say it, and a search is by it (`half lion half
//! eagle`).

use super::lines;
use lorekeeper_content::lexemes;
use std::collections::HashMap;
use std::sync::LazyLock;

static LOOKS: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| lines(include_str!("looks.txt")).filter_map(|line| line.split_once(" = ")).collect());

/// The lexemes of what a creature looks like, by its slug.
pub fn looks_of(slug: &str) -> impl Iterator<Item = String> {
    LOOKS.get(slug).into_iter().flat_map(|words| lexemes(words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::slugify;

    #[test]
    fn every_line_is_of_one_slug() {
        let list = include_str!("looks.txt");
        assert_eq!(LOOKS.len(), lines(list).count());
        assert!(LOOKS.keys().all(|slug| slugify(slug) == *slug));
        assert!(looks_of("griffon").any(|lexeme| lexeme == "eagl"));
        assert_eq!(looks_of("ember-ward").count(), 0);
    }
}
