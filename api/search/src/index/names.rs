//! Index of names: trigrams for names like a text, letters for names that are the text, and the words of all names.
//!
//! Similarity is that of `pg_trgm`: shared trigrams of all trigrams, with the whole name or with its most similar part.

use super::entities::Doc;
use lorekeeper_content::{other_names, slugify, stem, tokens};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeSet, HashMap};

/// Names less similar than this as a whole are not like a text.
const MIN_SIMILARITY: f32 = 0.3;

/// Names whose most similar part is less similar than this are not like a text.
const MIN_PART_SIMILARITY: f32 = 0.6;

/// What the similarity of a part counts beside that of the whole.
const PART_WEIGHT: f32 = 0.9;

/// Shorter words are endings of too many others.
const MIN_ENDING_CHARS: usize = 4;

type Trigram = [char; 3];

/// The names of all entities.
#[derive(Default)]
pub struct NameIndex {
    /// Names in lower case.
    lower: Vec<String>,
    /// How many trigrams each has.
    sizes: Vec<u16>,
    trigrams: FxHashMap<Trigram, Vec<Doc>>,
    letters: HashMap<String, Vec<Doc>>,
    words: BTreeSet<String>,
    /// Which names have a word, stemmed.
    stems: HashMap<String, Vec<Doc>>,
}

impl NameIndex {
    /// Adds the name of the next entity, its slug, and the words of it that can be misspelt.
    pub fn add(&mut self, name: &str, slug: &str) {
        let doc = Doc::try_from(self.lower.len()).unwrap_or(Doc::MAX);
        let lower = name.to_lowercase();
        let trigrams: BTreeSet<Trigram> = trigrams(&lower).into_iter().collect();
        self.sizes.push(u16::try_from(trigrams.len()).unwrap_or(u16::MAX));
        for trigram in trigrams {
            self.trigrams.entry(trigram).or_default().push(doc);
        }
        // The slug of a name that a book has twice says more than the name. What an edition renamed has both names.
        let own = slugify(name);
        let slugs: Vec<&str> = [slug, own.as_str()].into_iter().chain(other_names(slug)).collect();
        for slug in slugs {
            // A name in another script has no letters.
            if slug.is_empty() {
                continue;
            }
            let named = self.letters.entry(slug.replace('-', "")).or_default();
            if named.last() != Some(&doc) {
                named.push(doc);
            }
        }
        for word in correctable_words(name) {
            let named = self.stems.entry(stem(&word)).or_default();
            if named.last() != Some(&doc) {
                named.push(doc);
            }
            self.words.insert(word);
        }
        self.lower.push(lower);
    }

    /// Whether something is called so, letter by letter.
    pub fn has_letters(&self, letters: &str) -> bool {
        self.letters.contains_key(letters)
    }

    /// The entities of that name, letter by letter.
    pub fn with_letters(&self, letters: &str) -> &[Doc] {
        self.letters.get(letters).map_or(&[], Vec::as_slice)
    }

    /// The names that contain a text, with their similarity.
    pub fn containing(&self, text: &str) -> Vec<(Doc, f32)> {
        let names = (0..).zip(&self.lower);
        let found = names.filter(|(_, name)| name.contains(text));
        found.map(|(doc, _)| (doc, self.similarity(text, doc))).collect()
    }

    /// All names in lower case, in the order of entities.
    pub fn lower(&self) -> &[String] {
        &self.lower
    }

    /// The names like a text, with their similarity.
    pub fn like(&self, text: &str) -> Vec<(Doc, f32)> {
        let wanted: FxHashSet<Trigram> = trigrams(text).into_iter().collect();
        let mut shared = vec![0_u16; self.lower.len()];
        let mut sharing: Vec<Doc> = Vec::new();
        for doc in wanted.iter().filter_map(|t| self.trigrams.get(t)).flatten() {
            if let Some(shared) = shared.get_mut(*doc as usize) {
                if *shared == 0 {
                    sharing.push(*doc);
                }
                *shared += 1;
            }
        }
        let size = count(wanted.len());
        let found = sharing.into_iter().filter_map(|doc| {
            let shared = f32::from(*shared.get(doc as usize)?);
            let own = f32::from(*self.sizes.get(doc as usize)?);
            let whole = shared / (size + own - shared);
            // No part shares more than the whole name does.
            let part = if shared / size >= MIN_PART_SIMILARITY {
                part_similarity(&wanted, &trigrams(self.lower.get(doc as usize)?))
            } else {
                0.0
            };
            (whole >= MIN_SIMILARITY || part >= MIN_PART_SIMILARITY).then(|| (doc, whole.max(PART_WEIGHT * part)))
        });
        found.collect()
    }

    /// The similarity of a text with a name.
    pub fn similarity(&self, text: &str, doc: Doc) -> f32 {
        let Some(name) = self.lower.get(doc as usize) else {
            return 0.0;
        };
        let wanted: FxHashSet<Trigram> = trigrams(text).into_iter().collect();
        let parts = trigrams(name);
        let own: FxHashSet<Trigram> = parts.iter().copied().collect();
        let shared = count(wanted.intersection(&own).count());
        let all = count(wanted.union(&own).count()).max(1.0);
        (shared / all).max(PART_WEIGHT * part_similarity(&wanted, &parts))
    }

    /// Whether a name has a word.
    pub fn has_word(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// Whether a name has a word with this beginning.
    pub fn has_word_prefix(&self, prefix: &str) -> bool {
        let mut after = self.words.range(prefix.to_owned()..);
        after.next().is_some_and(|word| word.starts_with(prefix))
    }

    /// All words of names that can be misspelt.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
    }

    /// The entities whose names have all of these words, stemmed.
    pub fn having_words(&self, words: &[&str]) -> Vec<Doc> {
        let stems: Vec<String> = words.iter().map(|word| stem(word)).collect();
        let mut lists: Vec<&Vec<Doc>> = stems.iter().filter_map(|stem| self.stems.get(stem)).collect();
        lists.sort_by_key(|docs| docs.len());
        // Short words are in no list.
        let Some((fewest, others)) = lists.split_first() else {
            return Vec::new();
        };
        let has_all = |doc: &&Doc| {
            others.iter().all(|docs| docs.binary_search(doc).is_ok())
                && self.lower.get(**doc as usize).is_some_and(|name| {
                    let own: Vec<String> = tokens(name).iter().map(|word| stem(word)).collect();
                    stems.iter().all(|stem| own.contains(stem))
                })
        };
        fewest.iter().filter(has_all).copied().collect()
    }

    /// The entities whose names have this word in the singular or the plural, or a longer one that ends with it (`sword`:
    /// *Longsword*).
    pub fn with_ending(&self, word: &str) -> Vec<Doc> {
        let has_word = |name: &str| {
            name.split(|c: char| !c.is_alphanumeric() && c != '\'').any(|own| {
                let ends = |own: &str| own == word || word.len() >= MIN_ENDING_CHARS && own.ends_with(word);
                ends(own) || own.strip_suffix('s').is_some_and(ends)
            })
        };
        (0..).zip(&self.lower).filter(|(_, name)| has_word(name)).map(|(doc, _)| doc).collect()
    }

    /// The entities whose names are this word with others that describe it (`horse`: *Riding Horse*, *Horse, Draft*).
    pub fn kinds_of(&self, word: &str) -> Vec<Doc> {
        let is_kind = |name: &str| {
            let described = name.strip_suffix(word).is_some_and(|rest| rest.ends_with(' ') && !rest.ends_with(" of "));
            described
                || name.strip_prefix(word).is_some_and(|rest| rest.starts_with([',', '(']) || rest.starts_with(" ("))
        };
        (0..).zip(&self.lower).filter(|(_, name)| is_kind(name)).map(|(doc, _)| doc).collect()
    }

    /// The entities whose names are these words in other forms, and no others.
    pub fn of_words(&self, words: &[String]) -> Vec<Doc> {
        let asked: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut found = self.having_words(&asked);
        found.retain(|doc| {
            let name = self.lower.get(*doc as usize);
            name.is_some_and(|name| tokens(name).len() == words.len())
        });
        found
    }

    /// Whether two words, stemmed, are in one name.
    pub fn in_one_name(&self, word: &str, other: &str) -> bool {
        let having = |word: &str| self.stems.get(&stem(word));
        let (Some(one), Some(other)) = (having(word), having(other)) else {
            return false;
        };
        one.iter().any(|doc| other.binary_search(doc).is_ok())
    }
}

/// The words of a name that are long enough to be misspelt.
fn correctable_words(name: &str) -> Vec<String> {
    name.to_lowercase()
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .filter(|word| word.chars().count() > 3)
        .map(|word| word.replace('’', "'"))
        .collect()
}

fn count(number: usize) -> f32 {
    f32::from(u16::try_from(number).unwrap_or(u16::MAX))
}

/// The trigrams of a text in order: of each word, with two spaces before it and one behind it.
fn trigrams(text: &str) -> Vec<Trigram> {
    let mut found = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        if word.is_empty() {
            continue;
        }
        let letters: Vec<char> = "  ".chars().chain(word.chars()).chain([' ']).collect();
        found.extend(letters.windows(3).filter_map(|three| Trigram::try_from(three).ok()));
    }
    found
}

/// The similarity of the trigrams with the part of a text, of trigrams that follow each other, that is most similar.
fn part_similarity(wanted: &FxHashSet<Trigram>, parts: &[Trigram]) -> f32 {
    let mut best = 0.0_f32;
    for (start, first) in parts.iter().enumerate() {
        if !wanted.contains(first) {
            continue;
        }
        let (mut seen, mut shared) = (FxHashSet::default(), 0);
        for trigram in parts.iter().skip(start) {
            if !seen.insert(*trigram) || !wanted.contains(trigram) {
                continue;
            }
            shared += 1;
            let all = wanted.len() + seen.len() - shared;
            best = best.max(count(shared) / count(all).max(1.0));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(names: &[&str]) -> NameIndex {
        let mut index = NameIndex::default();
        for name in names {
            index.add(name, &slugify(name));
        }
        index
    }

    /// Figures of `similarity` and `word_similarity` in Postgres.
    #[test]
    fn similar_as_postgres_has_it() {
        let wanted: FxHashSet<Trigram> = trigrams("word").into_iter().collect();
        assert!((part_similarity(&wanted, &trigrams("two words")) - 0.8).abs() < 1e-6);
        let names = index(&["two words"]);
        let whole = names.similarity("word", 0);
        assert!((whole - 0.72).abs() < 1e-6, "{whole}");
        let same = index(&["ember ward"]).similarity("ember ward", 0);
        assert!((same - 1.0).abs() < 1e-6);
    }

    #[test]
    fn names_like_a_text() {
        let names = index(&["Ember Ward", "Owlbear", "Ward of Embers", "Kettle"]);
        let mut found: Vec<Doc> = names.like("ember wrad").iter().map(|hit| hit.0).collect();
        found.sort_unstable();
        assert_eq!(found, [0, 2]);
        assert_eq!(names.with_letters("owlbear"), [1]);
        assert_eq!(names.containing("ward").len(), 2);
        assert!(names.has_word("owlbear") && names.has_word_prefix("kett"));
        assert!(names.in_one_name("ember", "ward") && !names.in_one_name("owlbear", "ward"));
        assert_eq!(names.of_words(&["embers".to_owned(), "ward".to_owned()]), [0]);
        let kinds = index(&["Longsword", "Swordfish", "Riding Horse", "Horse, Draft", "Horse Whip"]);
        assert_eq!((kinds.with_ending("sword"), kinds.kinds_of("horse")), (vec![0], vec![2, 3]));
        assert_eq!(index(&["Thug", "Tough"]).with_letters("thug"), [0, 1]);
        let foreign = index(&["Дракон", "龍"]);
        assert!(foreign.with_letters("").is_empty());
    }
}
