//! Spell lists of subclasses: the tables in the texts of a book's subclasses say which spells they gain.

use super::Model;
use crate::character_option::{self, Kind};
use crate::slug::slugify;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The subclasses of a book.
#[derive(Debug, Default)]
struct Subclasses<'a> {
    slugs: BTreeSet<&'a str>,
    /// By the slug of a spell, the subclasses whose tables name it.
    printed: BTreeMap<String, BTreeSet<&'a str>>,
}

/// Gives the spells of each book the subclasses whose tables name them. Where no subclass of the book prints a table, what a
/// source says is kept, as far as the book has the subclass.
///
/// Correction (spells): The subclasses that gain a spell are those whose table in the same book names it. Names of subclasses
/// that a book does not have are left out.
pub fn read_subclass_lists(spells: &mut [Model], options: &[character_option::Model]) {
    let mut books: HashMap<&str, Subclasses<'_>> = HashMap::new();
    for option in options
        .iter()
        .filter(|option| option.kind == Kind::Subclass)
    {
        let book = books.entry(&option.document_key).or_default();
        book.slugs.insert(&option.slug);
        let features = option.features.0.iter().map(|feature| &feature.text);
        for text in std::iter::once(&option.text).chain(features) {
            for spell in table_spells(text) {
                book.printed.entry(spell).or_default().insert(&option.slug);
            }
        }
    }
    let none = Subclasses::default();
    for spell in spells {
        let book = books.get(spell.document_key.as_str()).unwrap_or(&none);
        let slugs: BTreeSet<&str> = if book.printed.is_empty() {
            let stated = spell.subclass_slugs.iter();
            stated.filter_map(|slug| book.resolve(slug)).collect()
        } else {
            book.printed.get(&spell.slug).cloned().unwrap_or_default()
        };
        spell.subclass_slugs = slugs.into_iter().map(str::to_owned).collect();
    }
}

impl<'a> Subclasses<'a> {
    /// The subclass of this slug, or the one that has all words of it: `life` is `life-domain`.
    fn resolve(&self, stated: &str) -> Option<&'a str> {
        if let Some(slug) = self.slugs.get(stated) {
            return Some(slug);
        }
        let has_word = |slug: &str, word: &str| slug.split('-').any(|own| own == word);
        let mut having = self.slugs.iter().filter(|slug| {
            let mut words = stated.split('-');
            words.all(|word| has_word(slug, word))
        });
        having.next().filter(|_| having.next().is_none()).copied()
    }
}

/// The slugs of the spells in tables that have a column of spells.
fn table_spells(text: &str) -> BTreeSet<String> {
    let mut spells = BTreeSet::new();
    // The columns of the table that a line belongs to.
    let mut columns: Vec<bool> = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        if !line.contains('|') {
            columns.clear();
            continue;
        }
        let line = line.trim_matches('|');
        if columns.is_empty() {
            let is_of_spells = |cell: &str| cell.trim().to_lowercase().ends_with("spells");
            columns = line.split('|').map(is_of_spells).collect();
            continue;
        }
        for (cell, _) in line
            .split('|')
            .zip(&columns)
            .filter(|(_, is_of_spells)| **is_of_spells)
        {
            spells.extend(names(cell));
        }
    }
    spells
}

/// The slugs of names between commas, without emphasis and what stands in brackets.
fn names(cell: &str) -> impl Iterator<Item = String> {
    let names = cell
        .split(',')
        .map(|name| name.split('(').next().unwrap_or_default());
    names
        .map(|name| slugify(name.trim_matches(['*', '_', ' '])))
        .filter(|slug| !slug.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Json;
    use crate::character_option::Feature;

    fn subclass(slug: &str, text: &str) -> character_option::Model {
        character_option::Model {
            kind: Kind::Subclass,
            document_key: "pond".to_owned(),
            slug: slug.to_owned(),
            features: Json(vec![Feature {
                text: text.to_owned(),
                ..Feature::default()
            }]),
            ..character_option::Model::default()
        }
    }

    fn lists(options: &[character_option::Model], stated: &[&str]) -> Vec<String> {
        let mut spells = [Model {
            document_key: "pond".to_owned(),
            slug: "toad-song".to_owned(),
            subclass_slugs: stated.iter().map(|slug| (*slug).to_owned()).collect(),
            ..Model::default()
        }];
        read_subclass_lists(&mut spells, options);
        let [spell] = spells;
        spell.subclass_slugs
    }

    #[test]
    fn tables_say_which_subclass_gains_a_spell() {
        let table = "You croak.\n\n| Cleric Level | Domain Spells |\n|---|---|\n| 1st | *mud*, *toad song* (once) |";
        let reeds = subclass("reed-domain", table);
        let lore = subclass("college-of-mud", "You know toad song.");
        assert_eq!(lists(&[reeds, lore], &["mud", "reed"]), ["reed-domain"]);
    }

    #[test]
    fn a_stated_subclass_is_one_of_the_book() {
        let options = [subclass("reed-domain", ""), subclass("circle-of-mud", "")];
        assert_eq!(lists(&options, &["mud", "lake"]), ["circle-of-mud"]);
    }
}
