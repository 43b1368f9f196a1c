//! Ranking of the elements of a schema by the words of a search: rare words count more than frequent ones, and names
//! more than descriptions.

use super::elements::{Element, Kind};
use crate::edit_distance::likeness;
use std::collections::{BTreeMap, BTreeSet, HashMap};

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
    "a", "an", "and", "are", "by", "do", "does", "for", "from", "has", "have", "how", "in", "is",
    "it", "of", "or", "the", "to", "with",
];

/// What a word counts where it stands in the name of an element.
const NAME_WEIGHT: f64 = 4.0;

/// What a word counts where it stands in the name of what has the element.
const OWNER_WEIGHT: f64 = 1.5;

/// What a word counts where it stands in the description of an element.
const DESCRIPTION_WEIGHT: f64 = 1.0;

/// The words of elements.
#[derive(Clone, Debug, Default)]
pub struct Index {
    elements: Vec<Words>,
    /// How many elements have a word.
    frequencies: BTreeMap<String, usize>,
}

#[derive(Clone, Debug)]
struct Words {
    name: Vec<String>,
    owner: Vec<String>,
    description: BTreeSet<String>,
}

impl Index {
    pub fn of(elements: &[Element]) -> Self {
        let mut index = Self::default();
        for element in elements {
            let entry = Words {
                name: words(&element.name),
                owner: words(&element.owner),
                description: words(&element.description).into_iter().collect(),
            };
            let all = entry.name.iter().chain(&entry.owner);
            let all: BTreeSet<&String> = all.chain(&entry.description).collect();
            for word in all {
                *index.frequencies.entry(word.clone()).or_default() += 1;
            }
            index.elements.push(entry);
        }
        index
    }

    /// The places of the elements that have words of a search, best first.
    pub fn rank(&self, elements: &[Element], search: &str) -> Vec<usize> {
        let search: String = search.chars().take(MAX_SEARCH_CHARS).collect();
        let mut wanted: Vec<String> = words(&search);
        let telling = |word: &String| !STOP_WORDS.contains(&word.as_str());
        if wanted.iter().any(telling) {
            wanted.retain(telling);
        }
        wanted.dedup();
        wanted.truncate(MAX_WORDS);
        let wanted: Vec<Wanted> = wanted.iter().map(|word| self.wanted(word)).collect();
        let mut scored: Vec<(f64, usize)> = elements
            .iter()
            .zip(&self.elements)
            .enumerate()
            .map(|(at, (element, words))| (score(element, words, &wanted), at))
            .filter(|(score, _)| *score > 0.0)
            .collect();
        // Equal ones stay in the order of the schema.
        scored.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        scored.into_iter().map(|(_, at)| at).collect()
    }

    /// The known words that a word of a search means.
    fn wanted(&self, word: &str) -> Wanted {
        let count = |frequency: usize| f64::from(u32::try_from(frequency).unwrap_or(u32::MAX));
        let all = count(self.elements.len());
        let frequency = self.frequencies.get(word).copied().unwrap_or(1);
        let means = self.frequencies.keys().filter_map(|known| {
            let alike = alike(word, known);
            (alike > 0.0).then(|| (known.clone(), alike))
        });
        Wanted {
            means: means.collect(),
            rarity: (1.0 + all / count(frequency)).ln(),
        }
    }
}

/// A word of a search.
struct Wanted {
    /// Known words, and how alike they are.
    means: HashMap<String, f64>,
    rarity: f64,
}

impl Wanted {
    fn among<'a>(&self, words: impl IntoIterator<Item = &'a String>) -> f64 {
        let found = words.into_iter().filter_map(|word| self.means.get(word));
        found.copied().fold(0.0, f64::max)
    }
}

fn score(element: &Element, words: &Words, wanted: &[Wanted]) -> f64 {
    let (mut sum, mut found, mut all) = (0.0, 0.0, 0.0);
    for word in wanted {
        let best = [
            NAME_WEIGHT * word.among(&words.name),
            OWNER_WEIGHT * word.among(&words.owner),
            DESCRIPTION_WEIGHT * word.among(&words.description),
        ];
        let best = best.into_iter().fold(0.0, f64::max);
        sum += word.rarity * best;
        all += word.rarity;
        found += if best > 0.0 { word.rarity } else { 0.0 };
    }
    let named = words.name.iter();
    let named = named.filter(|name| wanted.iter().any(|word| word.means.contains_key(*name)));
    let share = ratio(named.count(), words.name.len());
    let kind = match element.kind {
        Kind::Type | Kind::Field | Kind::InputField => 1.0,
        Kind::Argument | Kind::EnumValue => 0.8,
    };
    let nearness = 1.0 / (1.0 + ratio(element.cost, 20));
    // Every word that is missing makes an element less likely to be meant.
    if all > 0.0 {
        sum * (found / all) * (1.0 + share) * kind * nearness
    } else {
        0.0
    }
}

fn ratio(part: usize, whole: usize) -> f64 {
    let float = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    float(part) / float(whole.max(1))
}

/// How alike a word of a search is to a known one, 0 to 1.
fn alike(word: &str, known: &str) -> f64 {
    if word == known {
        return 1.0;
    }
    let shorter = word.len().min(known.len());
    if shorter < MIN_STEM_CHARS {
        return 0.0;
    }
    if word.starts_with(known) || known.starts_with(word) {
        return 0.7;
    }
    if likeness(word, known) >= MIN_LIKENESS {
        0.5
    } else {
        0.0
    }
}

/// The words of a text or a name, without the ending of a plural: `conditionsInflicted` has `condition` and `inflicted`.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_lowercase = false;
    for c in text.chars() {
        let begins = c.is_uppercase() && after_lowercase;
        if begins || !c.is_alphanumeric() {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        after_lowercase = c.is_lowercase() || c.is_numeric();
    }
    words.retain(|word| !word.is_empty());
    words.iter().map(|word| singular(word)).collect()
}

fn singular(word: &str) -> String {
    if word.len() < MIN_STEM_CHARS || !word.ends_with('s') {
        return word.to_owned();
    }
    if let Some(stem) = word.strip_suffix("ies") {
        return format!("{stem}y");
    }
    let hisses = ["sses", "xes", "ches", "shes"]
        .iter()
        .any(|end| word.ends_with(end));
    let stays = ["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    let cut = if hisses {
        word.strip_suffix("es")
    } else if stays {
        None
    } else {
        word.strip_suffix('s')
    };
    cut.unwrap_or(word).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_and_plurals_cut() {
        assert_eq!(words("conditionsInflicted"), ["condition", "inflicted"]);
        assert_eq!(
            words("HIT_POINTS, saving throws"),
            ["hit", "point", "saving", "throw"]
        );
        assert_eq!(
            words("classes abilities radius"),
            ["class", "ability", "radius"]
        );
    }

    #[test]
    fn words_are_alike_by_stem_and_by_spelling() {
        assert!(alike("spell", "spellcasting") > 0.0);
        assert!(alike("equipmnt", "equipment") > 0.0);
        assert!(alike("cast", "castle") < 1.0);
        assert!(alike("ac", "action").abs() < f64::EPSILON);
    }
}
