//! Closed names: what people know from books that are not open content (`beholder`), so that a search can say that it has none.

use super::{lines, phrases};
use lorekeeper_content::tokens;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

/// The names by their words, and how many words the longest has.
struct ClosedNames {
    names: HashMap<Vec<String>, &'static str>,
    words: HashSet<String>,
    longest: usize,
}

static CLOSED: LazyLock<ClosedNames> = LazyLock::new(|| {
    let listed = lines(include_str!("closed_names.txt")).flat_map(phrases);
    let names: HashMap<Vec<String>, &'static str> = listed.map(|name| (tokens(name), name)).collect();
    let words = names.keys().flatten().cloned().collect();
    let longest = names.keys().map(Vec::len).max().unwrap_or_default();
    ClosedNames { names, words, longest }
});

/// Whether a word is part of a closed name, and so is no slip of the pen.
pub fn is_in_closed_name(word: &str) -> bool {
    CLOSED.words.contains(word) || word.strip_suffix('s').is_some_and(|one| CLOSED.words.contains(one))
}

/// The closed name in a query, the longest one, in the singular or the plural, with the places of its words.
pub fn closed_name_in(words: &[String]) -> Option<(&'static str, Range<usize>)> {
    (1..=CLOSED.longest.min(words.len())).rev().find_map(|length| {
        words.windows(length).enumerate().find_map(|(start, run)| {
            let named = CLOSED.names.get(run).or_else(|| {
                let (last, before) = run.split_last()?;
                let last = last.strip_suffix("'s").or_else(|| last.strip_suffix('s'))?;
                let singular = [before, &[last.to_owned()]].concat();
                CLOSED.names.get(&singular)
            });
            Some((*named?, start..start + length))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_name_is_known_in_a_question() {
        let named = |text: &str| closed_name_in(&tokens(text)).map(|(name, _)| name);
        assert_eq!(named("how do i fight two mind flayers"), Some("mind flayer"));
        assert_eq!(named("Strahd von Zarovich"), Some("strahd von zarovich"));
        assert_eq!(named("yuan-ti"), Some("yuan-ti"));
        assert_eq!(named("the beholder's cone"), Some("beholder"));
        assert_eq!(named("bigger mind"), None);
        assert!(is_in_closed_name("beholders") && is_in_closed_name("barbs"));
    }

    /// Another word of the language would be said of what somebody describes.
    #[test]
    fn a_single_word_of_the_list_is_a_name_of_the_game() {
        let single = CLOSED.names.iter().filter(|(words, _)| words.len() == 1);
        let names = single.map(|(_, name)| *name).filter(|name| lorekeeper_content::typography::is_english(name));
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        let expected = [
            "artificer", "beholder", "cavalier", "flanking", "plasmoid", "psion", "samurai", "sharpshooter",
            "swashbuckler",
        ];
        assert_eq!(names, expected);
    }
}
