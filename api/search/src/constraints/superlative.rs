//! Superlatives: the field that a query wants the highest or the lowest value of (`strongest undead`, `cheapest heavy armor`,
//! `dragon with the most hit points`).

use super::mention::Mention;
use super::pattern::Meaning;
use super::words::QueryWords;
use crate::index::{Doc, ValueField, ValueIndex};
use lorekeeper_content::Family::{self, Creature, Equipment, Spell};
use rustc_hash::FxHashMap;

/// Which value comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// The highest.
    Highest,
    /// The lowest.
    Lowest,
}
use First::{Highest, Lowest};

/// What is said of things whose value of a field is the highest or the lowest.
const ADJECTIVES: [(&str, First, Family, &str); 33] = [
    ("strongest", Highest, Creature, "challengeRating"),
    ("toughest", Highest, Creature, "challengeRating"),
    ("deadliest", Highest, Creature, "challengeRating"),
    ("hardest", Highest, Creature, "challengeRating"),
    ("most powerful", Highest, Creature, "challengeRating"),
    ("most dangerous", Highest, Creature, "challengeRating"),
    ("most difficult", Highest, Creature, "challengeRating"),
    ("most challenging", Highest, Creature, "challengeRating"),
    ("weakest", Lowest, Creature, "challengeRating"),
    ("easiest", Lowest, Creature, "challengeRating"),
    ("least powerful", Lowest, Creature, "challengeRating"),
    ("least dangerous", Lowest, Creature, "challengeRating"),
    ("tankiest", Highest, Creature, "hitPoints"),
    ("fastest flying", Highest, Creature, "flySpeed"),
    ("slowest flying", Lowest, Creature, "flySpeed"),
    ("fastest swimming", Highest, Creature, "swimSpeed"),
    ("fastest climbing", Highest, Creature, "climbSpeed"),
    ("fastest burrowing", Highest, Creature, "burrowSpeed"),
    ("strongest", Highest, Spell, "level"),
    ("most powerful", Highest, Spell, "level"),
    ("weakest", Lowest, Spell, "level"),
    ("least powerful", Lowest, Spell, "level"),
    ("cheapest", Lowest, Equipment, "cost"),
    ("least expensive", Lowest, Equipment, "cost"),
    ("most affordable", Lowest, Equipment, "cost"),
    ("most expensive", Highest, Equipment, "cost"),
    ("most costly", Highest, Equipment, "cost"),
    ("most valuable", Highest, Equipment, "cost"),
    ("priciest", Highest, Equipment, "cost"),
    ("costliest", Highest, Equipment, "cost"),
    ("lightest", Lowest, Equipment, "weight"),
    ("heaviest", Highest, Equipment, "weight"),
    ("most protective", Highest, Equipment, "acBase"),
];

/// Words before what is measured.
const DEGREES: [(&str, First); 13] = [
    ("highest", Highest),
    ("greatest", Highest),
    ("most", Highest),
    ("best", Highest),
    ("biggest", Highest),
    ("largest", Highest),
    ("maximum", Highest),
    ("lowest", Lowest),
    ("least", Lowest),
    ("fewest", Lowest),
    ("smallest", Lowest),
    ("worst", Lowest),
    ("minimum", Lowest),
];

/// What is measured.
const MEASURES: [(&str, Family, &str); 18] = [
    ("challenge rating", Creature, "challengeRating"),
    ("challenge", Creature, "challengeRating"),
    ("cr", Creature, "challengeRating"),
    ("hit points", Creature, "hitPoints"),
    ("health", Creature, "hitPoints"),
    ("hp", Creature, "hitPoints"),
    ("armor class", Creature, "armorClass"),
    ("ac", Creature, "armorClass"),
    ("fly speed", Creature, "flySpeed"),
    ("flying speed", Creature, "flySpeed"),
    ("swim speed", Creature, "swimSpeed"),
    ("level", Spell, "level"),
    ("cost", Equipment, "cost"),
    ("price", Equipment, "cost"),
    ("value", Equipment, "cost"),
    ("weight", Equipment, "weight"),
    ("armor class", Equipment, "acBase"),
    ("ac", Equipment, "acBase"),
];

/// A superlative in a query.
pub struct Superlative<'a> {
    /// The field.
    pub field: &'a ValueField,
    /// Which of its values comes first.
    pub first: First,
    start: usize,
    end: usize,
}

impl<'a> Superlative<'a> {
    /// The superlative of a field of a family in a query, if there is one.
    pub fn of(values: &'a ValueIndex, family: Family, words: &QueryWords) -> Option<Self> {
        let field = |name: &str| values.fields.iter().find(|field| field.family == family && field.name == name);
        (0..words.typed.len()).find_map(|start| {
            let adjective = ADJECTIVES.iter().filter(|(.., of, _)| *of == family).find_map(|(said, first, _, name)| {
                let end = end_of(words, start, said)?;
                Some(Self { field: field(name)?, first: *first, start, end })
            });
            adjective.or_else(|| {
                let (first, behind) =
                    DEGREES.iter().find_map(|(said, first)| Some((*first, end_of(words, start, said)?)))?;
                let mut measures = MEASURES.iter().filter(|(_, of, _)| *of == family);
                measures.find_map(|(said, _, name)| {
                    let end = end_of(words, behind, said)?;
                    Some(Self { field: field(name)?, first, start, end })
                })
            })
        })
    }

    /// The words as a mention: what is looked for has a value of the field.
    pub fn mention(&self) -> Mention<'a> {
        Mention {
            start: self.start,
            affirmed: self.start,
            end: self.end,
            is_certain: true,
            is_negated: false,
            meanings: vec![(self.field, Meaning::Present)],
        }
    }

    /// Whether it takes a word that a mention takes, too.
    pub fn overlaps(&self, mention: &Mention<'_>) -> bool {
        self.start < mention.end && mention.start < self.end
    }

    /// The entities that have a value, each with its place among the values, from 0; equal values share it.
    pub fn places(&self) -> FxHashMap<Doc, usize> {
        let mut values: Vec<(f64, &[Doc])> =
            self.field.values.iter().filter_map(|value| Some((value.value.as_f64()?, value.docs.as_slice()))).collect();
        values.sort_by(|(one, _), (other, _)| match self.first {
            Highest => other.total_cmp(one),
            Lowest => one.total_cmp(other),
        });
        let places = values.iter().enumerate();
        places.flat_map(|(place, (_, docs))| docs.iter().map(move |doc| (*doc, place))).collect()
    }

    /// What comes first, in words.
    pub fn order(&self) -> &'static str {
        match self.first {
            Highest => "highest first",
            Lowest => "lowest first",
        }
    }
}

/// The place behind some words, if they stand at a place.
fn end_of(words: &QueryWords, start: usize, said: &str) -> Option<usize> {
    let mut end = start;
    for word in said.split(' ') {
        if words.typed.get(end)? != word {
            return None;
        }
        end += 1;
    }
    Some(end)
}
