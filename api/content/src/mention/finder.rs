//! Mention finder: all names in one automaton, and the choice among what it finds.

use super::Mention;
use super::blocks::parse_blocks;
use super::boundaries::{is_whole_word, without_source};
use super::common_words::{MIN_PLAIN, is_common, is_plain_term, max_permille};
use super::evidence::{Sureness, Surroundings};
use super::labels::KIND_LINE;
use super::names;
use super::own_names::{is_own_name, own_parts};
use super::place::surroundings;
use super::plain_counts::PlainCounts;
use super::sort::{Sort, owner, owners, sort};
use super::target::Target;
use crate::markdown::Layout;
use crate::vocabulary::edition::{Editions, Nearness};
use crate::{Family, Identity, PREFERRED_DOCUMENTS, Row, document, markdown, slugify};
use aho_corasick::{AhoCorasick, MatchKind};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The document of a row.
#[derive(Debug)]
pub(super) struct Text {
    pub identity: Identity,
    pub name: String,
    /// Slugs of the row and of what grants it.
    owners: Vec<String>,
    is_2024: bool,
    pub markdown: String,
}

/// The rows whose names and texts are held against each other.
#[derive(Debug)]
pub struct MentionFinder<'a> {
    books: HashMap<&'a str, &'a document::Model>,
    editions: Editions,
    targets: Vec<Target>,
    patterns: BTreeMap<String, Vec<usize>>,
    texts: Vec<Text>,
    /// Counts of texts that are not read again.
    counted: PlainCounts,
}

/// A name in a text.
#[derive(Debug)]
pub(super) struct Found {
    pub start: usize,
    pub end: usize,
    block: usize,
    target: usize,
    pub sureness: Sureness,
    is_plain: bool,
}

impl<'a> MentionFinder<'a> {
    /// No rows yet, of these books.
    pub fn new(books: &'a [document::Model]) -> Self {
        Self {
            books: books.iter().map(|book| (book.key.as_str(), book)).collect(),
            editions: Editions::new(books),
            targets: Vec::new(),
            patterns: BTreeMap::new(),
            texts: Vec::new(),
            counted: PlainCounts::default(),
        }
    }

    /// Counts texts that are not read again.
    pub fn with_counts(mut self, counted: PlainCounts) -> Self {
        self.counted = counted;
        self
    }

    /// Takes in the names and the documents of a family's rows.
    pub fn add<R: Row>(&mut self, rows: &[R]) {
        let texts = rows.par_iter().map(|row| {
            let book = self.books.get(row.document_key()).copied();
            Text {
                identity: row.identity(),
                name: row.name().to_lowercase(),
                owners: owners(row),
                is_2024: Layout::of(row.document_key(), book) == Layout::Rules2024,
                markdown: markdown::markdown(row, book),
            }
        });
        self.texts.par_extend(texts);
        self.add_targets(rows.iter());
    }

    /// Takes in the names of a family's rows whose documents are not looked at, as far as the texts can mean them.
    pub fn add_names<R: Row>(&mut self, rows: &[R]) {
        let readers = self.texts.iter().map(|text| text.identity.document.as_str());
        let readers: BTreeSet<&str> = readers.collect();
        let is_reached = |book: &str| readers.iter().any(|from| self.reach(from, book).is_some());
        let books: BTreeSet<&str> = rows.iter().map(R::document_key).collect();
        let reached: BTreeSet<&str> = books.into_iter().filter(|book| is_reached(book)).collect();
        let rows = rows.iter();
        self.add_targets(rows.filter(|row| reached.contains(row.document_key())));
    }

    fn add_targets<'r, R: Row>(&mut self, rows: impl Iterator<Item = &'r R>) {
        for row in rows {
            let Some(sort) = sort(row) else { continue };
            let target = self.targets.len();
            self.targets.push(Target {
                identity: row.identity(),
                sort,
                name: row.name().to_lowercase(),
                owner: owner(row),
            });
            let name = match sort {
                Sort::Feature => row.name().split(" (").next().filter(|_| !row.name().contains("(Cost")),
                _ => Some(row.name()),
            };
            for form in name.map(names::name_forms).unwrap_or_default() {
                self.patterns.entry(form).or_default().push(target);
            }
        }
    }

    /// The mentions of each row, and the counts of all texts.
    pub fn find(mut self) -> (HashMap<Identity, Vec<Mention>>, PlainCounts) {
        let automaton = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::Standard)
            .build(self.patterns.keys());
        self.add_classes();
        let Ok(automaton) = automaton else {
            return (HashMap::new(), self.counted);
        };
        let candidates: Vec<&Vec<usize>> = self.patterns.values().collect();
        let found: Vec<Vec<Found>> =
            self.texts.par_iter().map(|text| self.scan(text, &automaton, &candidates)).collect();
        let plain = found.iter().map(|found| {
            let plain = found.iter().filter(|found| found.is_plain);
            plain.map(|found| found.target)
        });
        let ids: Vec<String> = self.targets.iter().map(|t| t.identity.global_id()).collect();
        let plain = self.counted.with_texts(ids.iter(), plain);
        let chosen = self.texts.par_iter().zip(found);
        let chosen = chosen.map(|(text, found)| (text.identity.clone(), self.choose(text, found, &plain)));
        let chosen = chosen.collect();
        let counts = PlainCounts::new(self.text_count(), ids.into_iter().zip(plain));
        (chosen, counts)
    }

    /// Adds to the owners of a subclass's features the class that it is of.
    fn add_classes(&mut self) {
        let of_subclass = self.targets.iter().filter_map(|target| {
            let class = target.owner.as_ref().filter(|_| target.sort == Sort::Subclass)?;
            let identity = &target.identity;
            Some(((identity.document.as_str(), identity.slug.as_str()), class))
        });
        let of_subclass: HashMap<(&str, &str), &String> = of_subclass.collect();
        for text in &mut self.texts {
            let classes = text
                .owners
                .iter()
                .filter_map(|owner| of_subclass.get(&(text.identity.document.as_str(), owner.as_str())));
            let classes: Vec<String> = classes.map(|class| (*class).clone()).collect();
            text.owners.extend(classes);
        }
    }

    /// All names in a text whose entities are within its reach.
    fn scan(&self, text: &Text, automaton: &AhoCorasick, candidates: &[&Vec<usize>]) -> Vec<Found> {
        let mut all = Vec::new();
        let blocks = parse_blocks(without_source(&text.markdown));
        let parts = own_parts(text, &blocks);
        for (number, block) in blocks.iter().enumerate() {
            for run in &block.runs {
                let Some(piece) = text.markdown.get(run.range.clone()) else {
                    continue;
                };
                for found in automaton.find_overlapping_iter(piece) {
                    let (start, end) = (found.start() + run.range.start, found.end() + run.range.start);
                    if !is_whole_word(&text.markdown, start, end) {
                        continue;
                    }
                    let Some(targets) = candidates.get(found.pattern().as_usize()) else {
                        continue;
                    };
                    let surroundings = surroundings(
                        &text.markdown,
                        text.is_2024,
                        block,
                        run.emphasised,
                        start..end,
                        piece,
                        found.start()..found.end(),
                    );
                    let resolved = self.resolve(text, targets, &surroundings);
                    let is_own_part = |target: usize| {
                        let is_spell = self.targets.get(target).is_some_and(|t| t.sort == Sort::Spell);
                        let words = surroundings.words.to_lowercase();
                        !is_spell && parts.contains(words.as_str())
                    };
                    let resolved = resolved.filter(|(target, _)| !is_own_part(*target));
                    if let Some((target, sureness)) = resolved {
                        all.push(Found {
                            start,
                            end,
                            block: number,
                            target,
                            sureness,
                            is_plain: sureness <= Sureness::Words && !surroundings.emphasised,
                        });
                    }
                }
            }
        }
        all
    }

    /// The entity that the words mean, of those that have the name.
    fn resolve(&self, text: &Text, targets: &[usize], surroundings: &Surroundings<'_>) -> Option<(usize, Sureness)> {
        let words = surroundings.words.to_lowercase();
        let is_glossary = |number: &usize| {
            let target = self.targets.get(*number);
            target.is_some_and(|target| {
                target.identity.kind == "glossary" && target.identity.document == text.identity.document
            })
        };
        let is_in_glossary = targets.iter().any(is_glossary);
        let reachable = targets.iter().filter_map(|&number| {
            let target = self.targets.get(number)?;
            let reach = self.reach(&text.identity.document, &target.identity.document)?;
            let sureness = surroundings.sureness(target.sort);
            let is_owned = matches!(target.sort, Sort::Feature | Sort::Term);
            let owner = target.owner.as_ref();
            // A trait that gives what the glossary explains has its name: "You have Darkvision".
            let of_other_owner = is_owned
                && (target.sort == Sort::Feature && is_in_glossary
                    || !owner.is_some_and(|owner| text.owners.contains(owner)));
            let is_narrow = of_other_owner && target.is_of_narrow_chapter();
            let is_explained = is_glossary(&number) && is_plain_term(&words);
            let is_other_form = target.name != words && !is_explained;
            // Of rules with one name, the one whose slug has nothing but the name.
            let is_told_apart = target.identity.slug != slugify(&target.name);
            Some((
                std::cmp::Reverse(sureness),
                reach,
                is_narrow,
                is_other_form,
                !is_explained,
                of_other_owner,
                target.sort,
                is_told_apart,
                number,
            ))
        });
        let mut reachable: Vec<_> = reachable.collect();
        reachable.sort();
        let (sureness, reach, is_narrow, is_other_form, _, of_other_owner, sort, _, number) = *reachable.first()?;
        let has_rival = reachable
            .get(1)
            .is_some_and(|next| (next.0, next.1, next.3, next.6) == (sureness, reach, is_other_form, sort));
        let is_ambiguous = match sort {
            // Several classes have a feature of the name, and none of them is this text's.
            Sort::Feature => {
                let is_elsewhere =
                    has_rival || surroundings.label == KIND_LINE || Self::is_of_stat_block(text, sureness.0);
                of_other_owner && is_elsewhere
            }
            // "A horse" is neither the draft horse nor the riding horse.
            Sort::Item | Sort::MagicItem => is_other_form && has_rival,
            // A single word, and the headings of multiclassing, mean something else elsewhere.
            Sort::Term if is_narrow => {
                let target = self.targets.get(number);
                let is_on_stat_blocks =
                    target.is_some_and(Target::is_of_stat_blocks) && text.identity.family != Family::Creature;
                let is_word = !surroundings.is_phrase() && !is_plain_term(surroundings.words);
                is_word || is_on_stat_blocks || target.is_some_and(Target::is_of_multiclassing)
            }
            _ => false,
        };
        let sureness = if is_ambiguous { Sureness::Never } else { sureness.0 };
        Some((number, sureness))
    }

    /// Whether a word that is only marked as a name is one of the stat block or item itself, not of a class.
    fn is_of_stat_block(text: &Text, sureness: Sureness) -> bool {
        let family = text.identity.family;
        sureness < Sureness::Told && matches!(family, Family::Creature | Family::Equipment)
    }

    /// How far an entity of a book is from another book's text; `None` where it is out of reach.
    fn reach(&self, from: &str, to: &str) -> Option<Nearness> {
        let nearness = self.editions.nearness(from, to);
        let is_reference = PREFERRED_DOCUMENTS.contains(&to) || !self.has_reference(to);
        match nearness {
            Nearness::SameBook | Nearness::EverySystem => Some(nearness),
            Nearness::SameSystem if is_reference => Some(nearness),
            _ => None,
        }
    }

    /// Whether the edition of a book has a reference book.
    fn has_reference(&self, book: &str) -> bool {
        PREFERRED_DOCUMENTS.iter().any(|reference| self.editions.are_same(book, reference))
    }

    /// Of the names in a text, those that are links: no two at one place, each entity once a block.
    fn choose(&self, text: &Text, mut found: Vec<Found>, plain: &[usize]) -> Vec<Mention> {
        found.sort_by_key(|found| (found.start, std::cmp::Reverse(found.end)));
        let mut chosen: Vec<Mention> = Vec::new();
        let mut linked: BTreeSet<(usize, usize)> = BTreeSet::new();
        let (mut taken, mut chars, mut at) = (0, 0, 0);
        for found in found {
            if found.start < taken {
                continue;
            }
            let Some(target) = self.targets.get(found.target) else {
                continue;
            };
            let count = plain.get(found.target).copied().unwrap_or_default();
            taken = found.end;
            let words = text.markdown.get(found.start..found.end).unwrap_or_default();
            let block = if is_plain_term(words) { 0 } else { found.block };
            let is_self = target.identity == text.identity || is_own_name(text, &found);
            if is_self || !self.is_link(&found, words, target.sort, count) || !linked.insert((block, found.target)) {
                continue;
            }
            let gap = text.markdown.get(at..found.start).unwrap_or_default();
            let start = chars + gap.chars().count();
            let end = start + words.chars().count();
            (chars, at) = (end, found.end);
            chosen.push(Mention { id: target.identity.global_id(), start, end });
        }
        chosen
    }

    fn text_count(&self) -> usize {
        self.counted.texts + self.texts.len()
    }

    /// Whether a name that so many texts have as plain words is a link where it stands.
    fn is_link(&self, found: &Found, words: &str, sort: Sort, plain: usize) -> bool {
        match found.sureness {
            Sureness::Never => false,
            Sureness::Words => {
                (plain <= MIN_PLAIN || plain * 1000 <= max_permille(sort) * self.text_count()) && !is_common(words)
            }
            Sureness::Marked | Sureness::Told => true,
        }
    }
}
