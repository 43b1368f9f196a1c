//! Entities of the index: what ranking needs of each beside its words and vectors, in the order of keys.

use lorekeeper_content::{ContentType, Family, other_editions};
use serde::{Deserialize, Serialize};

/// The number of an entity in the index.
pub type Doc = u32;

/// An entity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entity {
    /// The key.
    pub id: i64,
    /// The family.
    pub family: Family,
    /// The kind, lower case; empty where the family has none.
    pub kind: String,
    /// The document's key.
    pub document: String,
    /// The slug.
    pub slug: String,
    /// The name.
    pub name: String,
    /// How many different lexemes the entity has.
    pub words: u32,
    /// The slug of the item that it is a variant of.
    pub variant_of: Option<String>,
    /// The key of the character option that grants it, of a feature.
    pub owner: Option<i64>,
}

impl Entity {
    /// The order of entities by name, features and the like behind what has the name by itself, these books before others.
    pub fn order(&self, books: &[&str]) -> (&str, bool, (usize, &str, i64)) {
        (&self.name, self.is_secondary(), self.preference(books))
    }

    /// The order of entities that score alike: the same, but what an edition renamed stands under the name that comes first.
    pub fn order_of_alike(&self, books: &[&str]) -> (&str, bool, (usize, &str, i64)) {
        (self.first_name(), self.is_secondary(), self.preference(books))
    }

    /// Of the names that editions have for it, the one that comes first, as a slug.
    pub fn first_name(&self) -> &str {
        other_editions(&self.slug).chain([self.slug.as_str()]).min().unwrap_or_default()
    }

    /// Whether it stands behind what has its name by itself: a feature, a proficiency with a thing, the language of a people.
    pub fn is_secondary(&self) -> bool {
        self.is_feature() || self.is_proficiency() || self.family == Family::Rule && self.kind == "language"
    }

    /// Whether it is a proficiency, which has a name and no text.
    pub fn is_proficiency(&self) -> bool {
        self.family == Family::Rule && self.kind == "proficiency"
    }

    /// Whether it is a feature of a character option.
    pub fn is_feature(&self) -> bool {
        ContentType::Feature.contains(self.family, &self.kind)
    }

    /// The item that it is, or is a variant of: its document, kind and slug; nothing where its family has no variants.
    pub fn thing(&self) -> Option<(&str, &str, &str)> {
        let slug = self.variant_of.as_ref().unwrap_or(&self.slug);
        (self.family == Family::Equipment).then_some((&self.document, &self.kind, slug))
    }

    /// The order of entities of one name: these books before others.
    pub fn preference(&self, books: &[&str]) -> (usize, &str, i64) {
        let document = self.document.as_str();
        let preferred = books.iter().position(|key| *key == document);
        (preferred.unwrap_or(usize::MAX), document, self.id)
    }
}

/// A set of entities.
#[derive(Clone, Debug, Default)]
pub struct DocSet {
    bits: Vec<u64>,
    size: usize,
    count: usize,
}

impl DocSet {
    /// No entity of so many.
    pub fn empty(size: usize) -> Self {
        Self { bits: vec![0; size.div_ceil(64)], size, count: 0 }
    }

    /// Adds an entity.
    pub fn insert(&mut self, doc: Doc) {
        if let Some(bits) = self.bits.get_mut(doc as usize / 64) {
            let bit = 1 << (doc % 64);
            self.count += usize::from(*bits & bit == 0);
            *bits |= bit;
        }
    }

    /// Whether an entity is in the set.
    pub fn contains(&self, doc: Doc) -> bool {
        let bits = self.bits.get(doc as usize / 64).copied();
        bits.unwrap_or_default() >> (doc % 64) & 1 == 1
    }

    /// Removes the entities that another set of the same size has not.
    pub fn intersect(&mut self, other: &Self) {
        for (bits, other) in self.bits.iter_mut().zip(&other.bits) {
            *bits &= other;
        }
        self.count = self.bits.iter().map(|bits| bits.count_ones() as usize).sum();
    }

    /// The entities, in order.
    pub fn iter(&self) -> impl Iterator<Item = Doc> {
        let words = (0..).step_by(64).zip(&self.bits);
        words.flat_map(|(first, bits)| (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| first + bit))
    }

    /// All entities that are not in the set.
    pub fn complement(&self) -> Self {
        let mut bits: Vec<u64> = self.bits.iter().map(|bits| !bits).collect();
        if let (Some(last), used @ 1..) = (bits.last_mut(), self.size % 64) {
            *last &= (1 << used) - 1;
        }
        Self { bits, size: self.size, count: self.size - self.count }
    }

    /// How many entities there are.
    pub fn len(&self) -> usize {
        self.count
    }
}
