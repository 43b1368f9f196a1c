//! Word search: how well the words of an element fit those of a search. A name counts more than a description.

use crate::arguments::in_words;
use crate::edit_distance::likeness;

/// Most words of a search that are looked for.
const MAX_WORDS: usize = 16;

/// Most characters of a search that are read.
const MAX_SEARCH_CHARS: usize = 400;

/// Fewest characters of a word that stands for longer ones, or may be misspelt.
const MIN_STEM_CHARS: usize = 4;

/// How alike a misspelt word is to what it means.
const MIN_LIKENESS: f64 = 0.8;

/// Words that say nothing of what is looked for.
const STOP_WORDS: [&str; 20] = [
    "a", "an", "and", "are", "by", "do", "does", "for", "from", "has", "have", "how", "in", "is", "it", "of", "or",
    "the", "to", "with",
];

/// The words of an element.
#[derive(Clone, Debug)]
pub struct Words {
    pub name: Vec<String>,
    pub owner: Vec<String>,
    pub description: Vec<String>,
}

/// The words of a text or a name: `conditionsInflicted` has `conditions` and `inflicted`.
pub fn split_words(text: &str) -> Vec<String> {
    let names = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    names
        .flat_map(|name| {
            let name = in_words(name);
            let words = name.split('_').map(str::to_owned);
            words.collect::<Vec<_>>()
        })
        .filter(|word| !word.is_empty())
        .collect()
}

/// The words to look for in a search; those that say nothing only where there are no others.
pub fn parse_search(search: &str) -> Vec<String> {
    let search: String = search.chars().take(MAX_SEARCH_CHARS).collect();
    let mut wanted = split_words(&search);
    let is_telling = |word: &String| !STOP_WORDS.contains(&word.as_str());
    if wanted.iter().any(is_telling) {
        wanted.retain(is_telling);
    }
    wanted.truncate(MAX_WORDS);
    wanted
}

impl Words {
    /// How well they fit the words of a search, from 0: each counts where it counts most, and an element that lacks one
    /// is less likely to be meant.
    pub fn score(&self, wanted: &[String]) -> f64 {
        let best = |word: &String, among: &[String]| {
            let alike = among.iter().map(|known| alike(word, known));
            alike.fold(0.0, f64::max)
        };
        let (mut sum, mut found) = (0.0, 0.0);
        for word in wanted {
            let counts = [4.0 * best(word, &self.name), 2.0 * best(word, &self.owner), best(word, &self.description)];
            let counts = counts.into_iter().fold(0.0, f64::max);
            sum += counts;
            found += if counts > 0.0 { 1.0 } else { 0.0 };
        }
        let is_asked = |word: &&String| wanted.iter().any(|wanted| alike(wanted, word) > 0.0);
        let asked = self.name.iter().filter(is_asked).count();
        sum * found * (1.0 + ratio(asked, self.name.len()))
    }
}

/// How alike a word of a search is to a known one, 0 to 1: the same, of one stem (`ability`, `abilities`), or misspelt.
fn alike(word: &str, known: &str) -> f64 {
    if word == known {
        return 1.0;
    }
    let (shorter, longer) = (word.len().min(known.len()), word.len().max(known.len()));
    if shorter < MIN_STEM_CHARS {
        return 0.0;
    }
    let pairs = word.bytes().zip(known.bytes());
    let shared = pairs.take_while(|(a, b)| a == b).count();
    if shared >= MIN_STEM_CHARS && shorter - shared <= 1 {
        return 0.7;
    }
    // A misspelt word mostly begins as the right one does, and no other is compared: that takes time.
    if shared > 0 && longer - shorter <= 2 && likeness(word, known) >= MIN_LIKENESS {
        return 0.5;
    }
    0.0
}

/// A share, 0 to 1.
fn ratio(part: usize, whole: usize) -> f64 {
    let float = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    float(part) / float(whole.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_into_words() {
        assert_eq!(split_words("conditionsInflicted"), ["conditions", "inflicted"]);
        assert_eq!(split_words("HIT_POINTS, saving throws"), ["hit", "points", "saving", "throws"]);
    }

    #[test]
    fn words_are_alike_by_stem_and_by_spelling() {
        for (word, known) in [("spell", "spellcasting"), ("abilities", "ability"), ("equipmnt", "equipment")] {
            assert!(alike(word, known) > 0.0, "{word} {known}");
        }
        assert!(alike("cast", "castle") < 1.0);
        assert!(alike("ac", "action").abs() < f64::EPSILON);
    }
}
