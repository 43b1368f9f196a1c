//! Spell lists of subclasses: the tables in the texts of a book's subclasses say which spells they gain.

use super::Model;
use crate::character_option::{self, ClassLevel, Kind};
use crate::slug::slugify;
use crate::vocabulary::level_of;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

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
    for option in options.iter().filter(|option| option.kind == Kind::Subclass) {
        let book = books.entry(&option.document_key).or_default();
        book.slugs.insert(&option.slug);
        let features = option.features.0.iter().map(|feature| &feature.text);
        for text in std::iter::once(&option.text).chain(features) {
            for (_, spell) in table_spells(text, false) {
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

/// Gives the levels of subclasses the spells that they bring: those of the tables in their texts, and those that a source has
/// by level.
///
/// Correction (character options): The levels of a subclass have the spells that its table has for them, or for the spell level that they bring.
pub fn link_level_spells(options: &mut [character_option::Model], spells: &[Model]) {
    let known: HashSet<&str> = spells.iter().map(|spell| spell.slug.as_str()).collect();
    let half_casters =
        options.iter().filter(|option| option.kind == Kind::Class && option.caster_type.as_deref() == Some("HALF"));
    let half_casters: HashSet<String> = half_casters.map(|class| class.slug.clone()).collect();
    let subclasses = options.iter_mut().filter(|o| o.kind == Kind::Subclass);
    for option in subclasses {
        let mut gained: BTreeMap<i32, BTreeSet<String>> = BTreeMap::new();
        for level in option.levels.iter() {
            let cells = level.columns.iter();
            let cells = cells.filter(|cell| cell.name.to_lowercase().starts_with("spells"));
            let spells = cells.flat_map(|cell| names(&cell.value));
            gained.entry(level.level).or_default().extend(spells);
        }
        let class = option.parent_slug.as_deref().unwrap_or_default();
        let is_half = half_casters.contains(class);
        let features = option.features.iter().map(|feature| &feature.text);
        for text in std::iter::once(&option.text).chain(features) {
            for (level, spell) in table_spells(text, is_half) {
                let spells = level.map(|level| gained.entry(level).or_default());
                spells.map(|spells| spells.insert(spell));
            }
        }
        for (number, mut spells) in gained {
            spells.retain(|slug| known.contains(slug.as_str()));
            let slugs: Vec<String> = spells.into_iter().collect();
            match option.levels.iter_mut().find(|level| level.level == number) {
                Some(level) => level.spell_slugs = slugs,
                None if slugs.is_empty() => {}
                None => option.levels.push(ClassLevel { level: number, spell_slugs: slugs, ..ClassLevel::default() }),
            }
        }
        option.levels.sort_by_key(|level| level.level);
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

/// The slugs of the spells in tables that have a column of spells, each with the level that opens its row.
///
/// Where a row is for a level of spells, its level is that at which the class casts these; half casters come to them later.
fn table_spells(text: &str, is_half_caster: bool) -> BTreeSet<(Option<i32>, String)> {
    let mut spells = BTreeSet::new();
    // The columns of the table that a line belongs to.
    let mut columns: Vec<bool> = Vec::new();
    let mut is_by_spell = false;
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
            is_by_spell = line.trim_start().to_lowercase().starts_with("spell level");
            continue;
        }
        let level = line.split('|').next().and_then(level_of);
        let level = level.map(|level| match (is_by_spell, is_half_caster) {
            (true, true) => level.saturating_mul(4).saturating_sub(3),
            (true, false) => level.saturating_mul(2).saturating_sub(1),
            (false, _) => level,
        });
        for (cell, _) in line.split('|').zip(&columns).filter(|(_, is_of_spells)| **is_of_spells) {
            spells.extend(names(cell).map(|spell| (level, spell)));
        }
    }
    spells
}

/// The slugs of names between commas, without emphasis and what stands in brackets.
fn names(cell: &str) -> impl Iterator<Item = String> {
    let names = cell.split(',').map(|name| name.split('(').next().unwrap_or_default());
    names.map(|name| slugify(name.trim_matches(['*', '_', ' ']))).filter(|slug| !slug.is_empty())
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
            features: Json(vec![Feature { text: text.to_owned(), ..Feature::default() }]),
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
    fn levels_have_the_spells_of_their_rows() {
        let table = "| Cleric Level | Spells |\n|---|---|\n| 1st | *mud*, *toad song* (once) |\n| 3 | Rain |";
        let mut options = [subclass("reed-domain", table)];
        let spells = ["toad-song", "rain"].map(|slug| Model { slug: slug.to_owned(), ..Model::default() });
        link_level_spells(&mut options, &spells);
        let levels = options[0].levels.iter();
        let levels: Vec<_> = levels.map(|l| (l.level, l.spell_slugs.clone())).collect();
        let slugs = |slug: &str| vec![slug.to_owned()];
        assert_eq!(levels, [(1, slugs("toad-song")), (3, slugs("rain"))]);
    }

    #[test]
    fn a_table_by_spell_levels_is_one_of_a_caster() {
        let table = "| Spell Level | Spells |\n|---|---|\n| 2nd | *mud* |";
        assert_eq!(table_spells(table, false).into_iter().collect::<Vec<_>>(), [(Some(3), "mud".to_owned())]);
    }

    #[test]
    fn a_stated_subclass_is_one_of_the_book() {
        let options = [subclass("reed-domain", ""), subclass("circle-of-mud", "")];
        assert_eq!(lists(&options, &["mud", "lake"]), ["circle-of-mud"]);
    }
}
