//! Constraint extraction: what the words of a query say about the fields of what is looked for (`level 3 wizard
//! spells`, `rare rings`, `undead of challenge rating 5 or more`), so that what fits can be raised above what does not.
//!
//! Nothing is hidden by it. A query that is a name, or a part of one, says nothing about fields.

mod mention;
mod names;
pub(crate) mod number;
mod party;
mod pattern;
mod serialisation;
mod superlative;
mod words;

pub(crate) use pattern::Pattern;
pub(crate) use words::{QueryWords, value_words};

use crate::Result;
use crate::analysis::QueryAnalysis;
use crate::index::{Doc, DocSet, FieldValue, ValueField, WordIndex};
use crate::lexical::subject::subject;
use crate::wanted::{Head, Wanted, asks_how};
use lorekeeper_content::Family;
use mention::{KIND, Mention, coverage, mentions};
use names::{Excluded, find_excluded, is_about, is_name, rest_is_name};
use pattern::Meaning;
use rustc_hash::FxHashMap;
use serde_json::Value;
use serialisation::{describe, to_where};
use superlative::Superlative;

/// Whether what a query says about fields raises what fits.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Understanding {
    /// What fits is raised.
    #[default]
    Used,
    /// The words of the query are words only.
    Unused,
}

/// What a query says about a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Understood {
    /// The field, as the family's filter has it, or `family`.
    pub field: String,
    /// The value in words: `fire`, `5 or more`, `not true`.
    pub value: String,
}

/// What a query says about what is looked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Constraints {
    /// The constraints.
    pub list: Vec<Constraint>,
    /// What family is asked for.
    pub wanted: Wanted,
    /// The same in words.
    pub understood: Vec<Understood>,
    /// The same in the query language of filters, each constraint once.
    pub written: Vec<String>,
    /// The words that say what something is not.
    pub unwanted: Vec<String>,
    /// The place of each entity among those that fit, where nothing else is asked for than the highest or the lowest of them.
    pub order: Option<FxHashMap<Doc, usize>>,
}

/// How well an entity fits the constraints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// How many of the constraints it fits, 0 to 1, by their certainty.
    pub share: f64,
    /// How much they weigh beside the other signals.
    pub weight: f64,
}

/// A constraint.
#[derive(Clone, Debug)]
pub(crate) struct Constraint {
    /// The entities that fit.
    docs: DocSet,
    /// How certain it is that the words say so, 0 to 1.
    certainty: f64,
}

/// The field that tells the family.
const FAMILY: &str = "family";

impl Constraints {
    /// What a query among entities of a family, or of all, says; only what fits some of the candidates.
    pub fn of(
        index: &WordIndex,
        candidates: &DocSet,
        family: Option<Family>,
        analysis: &QueryAnalysis,
    ) -> Result<Self> {
        let words = QueryWords::new(&analysis.words);
        if is_name(index, candidates, analysis, &words) {
            return Ok(Self::default());
        }
        let mut found = Self { wanted: Wanted::of(&words), ..Self::default() };
        // What a question is about says nothing about fields (`wizard or sorcerer`, `elf darkvision`), and `which classes get Ember
        // Ward` asks about the spell.
        let subjects = subject(&index.names, &words);
        let is_about = |is_it: fn(Family) -> bool| is_about(index, &subjects, is_it);
        let asks_classes = |head: &Head| {
            head.family == Family::CharacterOption && head.place > 0 && is_about(|family| family == Family::Spell)
        };
        if found.wanted.head.as_ref().is_some_and(asks_classes) {
            found.wanted.head = None;
        }
        let head = found.wanted.head.clone();
        if head.is_none() && (subjects.len() > 1 || is_about(|family| family != Family::Rule)) {
            return Ok(found);
        }
        let named = head.as_ref().map(|head| head.family);
        let families = family.map_or(Family::ALL.to_vec(), |family| vec![family]);
        let read = families.into_iter().map(|family| {
            let mut mentions = mentions(&index.values, family, &words);
            let is_met = named == Some(family) || named.is_none() && party::is_met(&words);
            if family == Family::Creature && is_met {
                mentions.extend(party::challenge(&index.values, &words));
            }
            if family == Family::Creature && (named == Some(family) || mentions.iter().any(Mention::is_browsed)) {
                mentions.extend(party::power(&index.values, &words));
            }
            let superlative = Superlative::of(&index.values, family, &words);
            let superlative = superlative.filter(|found| !mentions.iter().any(|mention| found.overlaps(mention)));
            mentions.extend(superlative.as_ref().map(Superlative::mention));
            (family, mentions, superlative)
        });
        let Some((read_family, mut mentions, superlative)) = read.max_by_key(|(family, mentions, _)| {
            let covered: usize = mentions.iter().map(|mention| mention.end - mention.start).sum();
            // Among equals the family that comes first.
            (named == Some(*family), covered, std::cmp::Reverse(*family))
        }) else {
            return Ok(found);
        };
        let is_kind = |mention: &Mention<'_>| words.first_significant() == Some(mention.start) && mention.names_kind();
        let others = mentions.iter().filter(|mention| !mention.names_book()).count();
        let excluded = if asks_how(&words) { Vec::new() } else { find_excluded(index, &words, &mentions) };
        mentions.retain(|mention| !excluded.iter().any(|name| name.place.contains(&mention.affirmed)));
        let coverage = coverage(&words, head.as_ref(), &mentions, &excluded);
        let is_browsed = coverage >= 1.0 && mentions.iter().any(Mention::is_browsed);
        let is_understood = family.is_some()
            || named == Some(read_family)
            || !asks_how(&words)
                && !found.wanted.is_statement
                && (others > 0 && mentions.len() > 1 || mentions.iter().any(is_kind) || is_browsed);
        for excluded in excluded {
            found.exclude(candidates, &words, excluded);
        }
        if !is_understood && others == mentions.len() {
            return Ok(found);
        }
        let trust = if rest_is_name(index, candidates, &words, &mentions) { NAMED_TRUST } else { 1.0 };
        if family.is_none() && is_understood {
            let named = head.filter(|head| head.family == read_family);
            let named =
                named.map_or(0.0, |head| if head.is_own { NAMED_FAMILY_CERTAINTY } else { HEAD_KIND_CERTAINTY });
            found.add_family(index, read_family, trust * coverage.max(named));
        }
        let described_from = mention::description(&words, &mentions);
        if let Some(superlative) = superlative.as_ref().filter(|_| coverage >= 1.0) {
            found.order = Some(superlative.places());
        }
        for mention in &mentions {
            let orders = superlative.as_ref().filter(|superlative| superlative.overlaps(mention));
            if let Some(superlative) = orders {
                if found.order.is_some() {
                    found.add_order(superlative, fitting(index, mention));
                }
                continue;
            }
            if !is_understood && !mention.names_book() {
                continue;
            }
            // What a clause describes is no field (`weapon that returns when thrown`).
            let is_plain = !mention.is_certain && !mention.is_negated;
            if is_plain && described_from.is_some_and(|clause| clause < mention.start) {
                continue;
            }
            let docs = if mention.names_book() { of_books(index, mention) } else { fitting(index, mention) };
            if mention.is_negated {
                found
                    .unwanted
                    .extend(words.typed.iter().skip(mention.start).take(mention.end - mention.start).cloned());
            }
            let certainty = if coverage >= 1.0 {
                // Nothing else is asked for.
                1.0
            } else if mention.is_certain {
                EXPLICIT_HINT
            } else {
                let precision = precision(index, candidates, &docs, words.stems_of(mention))?;
                HINT * coverage.powi(2) * precision.max(coverage.powi(4))
            };
            let is_kind_of_option =
                read_family == Family::CharacterOption && !mention.is_negated && mention.names_kind();
            let certainty = if is_kind_of_option { certainty.max(NAMED_KIND_CERTAINTY) } else { certainty };
            found.add(candidates, mention, docs, trust * certainty);
        }
        Ok(found)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How much the constraints count beside the other signals.
    fn weight(&self) -> f64 {
        let certainties = self.list.iter().map(|constraint| constraint.certainty);
        WEIGHT * certainties.fold(0.0, f64::max)
    }

    /// How many of the constraints an entity fits, by their certainty; nothing where there are none.
    pub fn fit(&self, doc: Doc) -> Option<Fit> {
        let (mut fits, mut all) = (0.0, 0.0);
        for constraint in &self.list {
            all += constraint.certainty;
            if constraint.docs.contains(doc) {
                fits += constraint.certainty;
            }
        }
        (all > 0.0).then(|| Fit { share: fits / all, weight: self.weight() })
    }

    /// The candidates that fit all constraints.
    pub fn fitting(&self, candidates: &DocSet) -> DocSet {
        if self.is_empty() {
            return DocSet::default();
        }
        let mut fitting = candidates.clone();
        for constraint in &self.list {
            fitting.intersect(&constraint.docs);
        }
        fitting
    }

    fn add(&mut self, candidates: &DocSet, mention: &Mention<'_>, mut docs: DocSet, certainty: f64) {
        if mention.is_negated {
            docs = docs.complement();
        }
        let mut fitting = candidates.clone();
        fitting.intersect(&docs);
        if certainty < MIN_CERTAINTY || fitting.len() == 0 {
            return;
        }
        let meanings = mention.meanings.iter();
        let alternatives: Vec<String> = meanings.filter_map(|(f, m)| to_where(f, m)).collect();
        let sign = if mention.is_negated { "-" } else { "" };
        let text = match alternatives.as_slice() {
            [only] => format!("{sign}{only}"),
            all => format!("{sign}({})", all.join(" or ")),
        };
        if !alternatives.is_empty() && !self.written.contains(&text) {
            self.written.push(text);
        }
        for (field, meaning) in &mention.meanings {
            let value = describe(field, meaning);
            let understood = Understood {
                field: field.name.clone(),
                value: if mention.is_negated { format!("not {value}") } else { value },
            };
            if !self.understood.contains(&understood) {
                self.understood.push(understood);
            }
        }
        self.list.push(Constraint { docs, certainty });
    }

    /// Leaves what a name excludes behind what it does not.
    fn exclude(&mut self, candidates: &DocSet, words: &QueryWords, excluded: Excluded) {
        let Excluded { place, name, docs } = excluded;
        let docs = docs.complement();
        let mut left = candidates.clone();
        left.intersect(&docs);
        if left.len() == 0 {
            return;
        }
        self.unwanted.extend(words.typed.get(place).unwrap_or_default().iter().cloned());
        self.written.push(format!("-name:\"{name}\""));
        self.understood.push(Understood { field: NAME.to_owned(), value: format!("not {name}") });
        self.list.push(Constraint { docs, certainty: 1.0 });
    }

    fn add_order(&mut self, superlative: &Superlative<'_>, docs: DocSet) {
        self.list.push(Constraint { docs, certainty: 1.0 });
        let (field, value) = (superlative.field.name.clone(), superlative.order().to_owned());
        self.understood.push(Understood { field, value });
    }

    fn add_family(&mut self, index: &WordIndex, family: Family, coverage: f64) {
        let mut docs = DocSet::empty(index.entities.len());
        for (doc, entity) in (0..).zip(&index.entities) {
            if entity.family == family {
                docs.insert(doc);
            }
        }
        self.list.push(Constraint { docs, certainty: coverage });
        self.written.push(format!("family:{}", family.name()));
        self.understood.push(Understood { field: FAMILY.to_owned(), value: family.name().to_uppercase() });
    }
}

/// The field of names.
const NAME: &str = "name";

/// The entities of the books that a mention names, of all families.
fn of_books(index: &WordIndex, mention: &Mention<'_>) -> DocSet {
    let books: Vec<&str> = mention
        .meanings
        .iter()
        .filter_map(|(field, meaning)| match meaning {
            Meaning::Value(number) => field.values.get(*number)?.value.as_str(),
            _ => None,
        })
        .collect();
    let mut docs = DocSet::empty(index.entities.len());
    for (doc, entity) in (0..).zip(&index.entities) {
        if books.contains(&entity.document.as_str()) {
            docs.insert(doc);
        }
    }
    docs
}

/// How certain a kind of character options is that a word names (`which class is best at`, `as a player race`): features
/// of classes are described in the same words as the classes.
const NAMED_KIND_CERTAINTY: f64 = 0.35;

/// How certain a family is that a word for a kind of it names at the head of a query: `silver weapons` are asked of rules
/// and creatures as well.
const HEAD_KIND_CERTAINTY: f64 = 0.25;

/// What all constraints weigh beside the other signals: with 1, what fits all is above what fits none.
const WEIGHT: f64 = 1.0;

/// How certain what several words say is (`level 3`), where a query says more than that.
const EXPLICIT_HINT: f64 = 0.7;

/// How far what one word says is believed where a query says more than that: the word may be part of what is described
/// (`weapon that returns when thrown`).
const HINT: f64 = 0.4;

/// How certain a family is that its own word names at the head of a query (`which spell`).
const NAMED_FAMILY_CERTAINTY: f64 = 0.5;

/// What is less certain is left alone.
const MIN_CERTAINTY: f64 = 0.05;

/// How far constraints count where the rest of the query is a name (`gargantuan rat`, `5th level fireball`).
const NAMED_TRUST: f64 = 0.2;

/// The entities that a mention is true of, its negation aside.
fn fitting(index: &WordIndex, mention: &Mention<'_>) -> DocSet {
    let mut docs = DocSet::empty(index.entities.len());
    for (field, meaning) in &mention.meanings {
        let values = field.values.iter().enumerate();
        let values = values.filter(|(number, value)| match meaning {
            Meaning::Value(wanted) => number == wanted,
            Meaning::Range(range) => value.value.as_f64().is_some_and(|n| range.contains(n)),
            Meaning::Present => value.value.as_bool() != Some(false),
        });
        for (_, value) in values {
            let part = part_of_kind(field, &value.value);
            for doc in value.docs.iter().chain(part.iter().flat_map(|part| &part.docs)) {
                docs.insert(*doc);
            }
        }
    }
    docs
}

/// The kind that is asked for along with another: a subrace with races, a subclass with classes.
fn part_of_kind<'a>(field: &'a ValueField, kind: &Value) -> Option<&'a FieldValue> {
    if field.name != KIND {
        return None;
    }
    let part = format!("SUB{}", kind.as_str()?);
    let mut values = field.values.iter();
    values.find(|value| value.value.as_str() == Some(&part))
}

/// How many of the candidates that have the words of a mention fit it, 0 to 1: `light` is mostly no property of a weapon,
/// `undead` mostly is a type.
fn precision(index: &WordIndex, candidates: &DocSet, fitting: &DocSet, stems: &[String]) -> Result<f64> {
    let having = index.postings.phrase(stems)?;
    let having = having.iter().filter(|(doc, _)| candidates.contains(*doc));
    let (mut fit, mut all) = (0_u32, 0_u32);
    for (doc, _) in having {
        all += 1;
        fit += u32::from(fitting.contains(*doc));
    }
    Ok(if all == 0 { 0.0 } else { f64::from(fit) / f64::from(all) })
}

#[cfg(test)]
mod tests;
