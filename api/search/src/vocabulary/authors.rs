//! Authors: wizards in whose names the open books carry nothing (`bigby's hand` is *Arcane Hand*).

use super::lines;
use lorekeeper_content::{stem, tokens};
use std::sync::LazyLock;

/// A thing that the open books carry without its author.
struct Authored {
    /// The author, without the ending of the genitive.
    author: String,
    /// The words of both names, stemmed.
    stems: Vec<String>,
    /// The name in the open books.
    name: &'static str,
}

static AUTHORED: LazyLock<Vec<Authored>> = LazyLock::new(|| {
    let pairs = lines(include_str!("authors.txt")).filter_map(|line| line.split_once(" = "));
    let authored = pairs.filter_map(|(full, name)| {
        let (author, rest) = full.split_once("'s ")?;
        let words = tokens(rest).into_iter().chain(tokens(name));
        Some(Authored { author: author.to_owned(), stems: words.map(|word| stem(&word)).collect(), name })
    });
    authored.collect()
});

/// Whether a word is an author's name, with or without the ending of the genitive.
pub fn is_author(word: &str) -> bool {
    AUTHORED.iter().any(|thing| thing.is_of(word))
}

/// The words with the names of the open books in the place of those that have an author. The author and one word of the
/// name are enough; where the author has one thing only, the author is. A word that is in a name of a book (`is_in_name`)
/// stays.
pub fn leave_out_authors(words: &[String], is_in_name: impl Fn(&str) -> bool) -> Vec<String> {
    let shared = |thing: &Authored| {
        let shares = |word: &&String| thing.stems.contains(&stem(word));
        words.iter().filter(shares).count()
    };
    let is_left_out = |word: &String| is_author(word) && !is_in_name(word);
    let Some(place) = words.iter().position(is_left_out) else {
        return words.to_vec();
    };
    let (author, others) = words.split_at(place);
    let Some((typed, others)) = others.split_first() else {
        return words.to_vec();
    };
    let things: Vec<&Authored> = AUTHORED.iter().filter(|thing| thing.is_of(typed)).collect();
    let best = things.iter().rev().max_by_key(|thing| shared(thing));
    let Some(thing) = best.filter(|thing| things.len() == 1 || shared(thing) > 0) else {
        return words.to_vec();
    };
    let is_other = |word: &&String| !thing.stems.contains(&stem(word));
    let before = author.iter().filter(is_other).cloned();
    let after = others.iter().filter(is_other).cloned();
    before.chain(tokens(thing.name)).chain(after).collect()
}

impl Authored {
    fn is_of(&self, word: &str) -> bool {
        let folded = word.replace('\'', "");
        folded == self.author || folded.strip_suffix('s') == Some(&self.author)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_the_name_is_enough() {
        for (typed, meant) in [
            ("melf's acid arrow", "acid arrow"),
            ("melf arrow", "acid arrow"),
            ("bigbys fist", "arcane hand fist"),
            ("how long does leomunds hut last", "how long does tiny hut last"),
            ("mordenkainen hound", "faithful hound"),
            ("who is mordenkainen", "who is mordenkainen"),
            ("tiny hut", "tiny hut"),
        ] {
            let read = leave_out_authors(&tokens(typed), |_| false);
            assert_eq!(read, tokens(meant), "{typed}");
        }
        let named = tokens("tasha's pond");
        assert_eq!(leave_out_authors(&named, |word| word == "tasha's"), named);
    }

    #[test]
    fn every_line_is_read() {
        let list = include_str!("authors.txt");
        assert_eq!(AUTHORED.len(), lines(list).count());
    }
}
