//! Link labels: the names of the entities that slugs of a row lead to, where a slug does not say the name.

use crate::rows::Rows;
use lorekeeper_content::vocabulary::edition::Editions;
use lorekeeper_content::{Row, name_of_slug};
use std::collections::{BTreeMap, HashMap};

/// The names of a family's rows, by slug: each with its book.
type Names<'a> = HashMap<&'a str, Vec<(&'a str, &'a str)>>;

/// Sets the names behind the slugs of all rows.
pub fn set(rows: &mut Rows) {
    let editions = Editions::new(&rows.documents);
    let (spells, creatures, equipment, options, rules) = {
        let options = names(&rows.character_options);
        let (equipment, rules) = (names(&rows.equipment), names(&rows.rules));
        let creatures = names(&rows.creatures);
        let of = |book: &str, slugs: Vec<&String>, families: &[&Names<'_>]| label(&editions, book, slugs, families);
        let spells = rows.spells.iter();
        let spells = spells.map(|row| {
            let slugs = row.subclass_slugs.iter().collect();
            of(&row.document_key, slugs, &[&options])
        });
        let stat_blocks = rows.creatures.iter();
        let stat_blocks = stat_blocks.map(|row| {
            let slugs = row.forms.iter().collect();
            of(&row.document_key, slugs, &[&creatures])
        });
        let items = rows.equipment.iter().map(|row| {
            let slugs = row.variant_slugs.iter().chain(&row.variant_of_slug);
            of(&row.document_key, slugs.collect(), &[&equipment])
        });
        let choices = rows.character_options.iter().map(|row| {
            let owners = row.parent_slug.iter().chain(&row.owner_slug);
            let slugs = owners.chain(&row.option_of_slug);
            of(&row.document_key, slugs.collect(), &[&options])
        });
        let texts = rows.rules.iter().map(|row| {
            let owners = row.class_slugs.iter().chain(&row.race_slugs);
            let others = row.background_slugs.iter().chain(&row.related_slugs);
            let slugs = owners.chain(others).chain(&row.parent_slug);
            of(&row.document_key, slugs.collect(), &[&rules, &equipment, &options])
        });
        (
            spells.collect::<Vec<_>>(),
            stat_blocks.collect::<Vec<_>>(),
            items.collect::<Vec<_>>(),
            choices.collect::<Vec<_>>(),
            texts.collect::<Vec<_>>(),
        )
    };
    put(&mut rows.spells, spells);
    put(&mut rows.creatures, creatures);
    put(&mut rows.equipment, equipment);
    put(&mut rows.character_options, options);
    put(&mut rows.rules, rules);
}

fn put<R: Row>(rows: &mut [R], names: Vec<BTreeMap<String, String>>) {
    for (row, names) in rows.iter_mut().zip(names) {
        row.set_linked_names(names);
    }
}

fn names<R: Row>(rows: &[R]) -> Names<'_> {
    let mut names = Names::new();
    for row in rows {
        let known = names.entry(row.slug()).or_default();
        known.push((row.document_key(), row.name()));
    }
    names
}

/// The names behind slugs of a row of a book, of the nearest book and the first family that has the slug.
fn label(editions: &Editions, book: &str, slugs: Vec<&String>, families: &[&Names<'_>]) -> BTreeMap<String, String> {
    let named = slugs.into_iter().filter_map(|slug| {
        let known = families.iter().find_map(|names| names.get(slug.as_str()))?;
        let (_, name) = editions.nearest(book, known, |(book, _)| book)?;
        (**name != name_of_slug(slug)).then(|| (slug.clone(), (*name).to_owned()))
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::{equipment, rule};

    #[test]
    fn slugs_have_the_names_of_the_nearest_entities() {
        let item = |document: &str, slug: &str, name: &str, of: Option<&str>| equipment::Model {
            document_key: document.into(),
            slug: slug.into(),
            name: name.into(),
            variant_of_slug: of.map(str::to_owned),
            ..equipment::Model::default()
        };
        let proficiency = rule::Model {
            document_key: "fen".into(),
            related_slugs: vec!["potters-tools".into(), "toad-fork".into(), "gone".into()],
            ..rule::Model::default()
        };
        let mut rows = Rows {
            equipment: vec![
                item("fen", "toad-fork-1", "Toad Fork (+1)", Some("toad-fork")),
                item("fen", "toad-fork", "Toad Fork, +1 or +2", None),
                item("bog", "toad-fork", "Fork of Toads", None),
                item("bog", "potters-tools", "Potter's Tools", None),
            ],
            rules: vec![proficiency],
            ..Rows::default()
        };
        set(&mut rows);
        let name = |names: &BTreeMap<String, String>, slug: &str| names.get(slug).cloned();
        let names = &rows.equipment[0].linked_names;
        assert_eq!(name(names, "toad-fork").as_deref(), Some("Toad Fork, +1 or +2"));
        let names = &rows.rules[0].linked_names;
        assert_eq!(name(names, "potters-tools").as_deref(), Some("Potter's Tools"));
        assert_eq!(name(names, "gone"), None);
    }
}
