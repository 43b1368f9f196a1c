//! Books that people bring under the name of another's: a homebrew book called *SRD* is not the SRD, and its
//! rows must not mingle with those of the book that is.

use crate::family::{document, slugify};
use crate::source::{Draft, Drafts};
use std::collections::BTreeSet;

/// What such a book's key ends with.
const SUFFIX: &str = "-orcbrew";

/// What the documents of the other sources answer to.
#[derive(Clone, Debug, Default)]
pub struct Taken(BTreeSet<String>);

impl Taken {
    /// By these documents.
    pub fn by<'a>(documents: impl IntoIterator<Item = &'a document::Model>) -> Self {
        let names = documents.into_iter().flat_map(|document| {
            let names = [&document.key, &document.name].into_iter();
            let names = names.chain(&document.display_name);
            names.chain(&document.aliases).map(|name| slugify(name))
        });
        Self(names.filter(|name| !name.is_empty()).collect())
    }

    fn has(&self, name: &str) -> bool {
        self.0.contains(&slugify(name))
    }
}

/// Gives an imported book whose key or name is another's the key `<key>-orcbrew`, and takes from every
/// imported book the aliases that are another's. The same documents and books always give the same keys.
pub fn keep_apart(taken: &Taken, drafts: &mut Drafts) {
    let keys: BTreeSet<String> = drafts.documents.iter().map(|d| d.row.key.clone()).collect();
    for Draft { row, .. } in &mut drafts.documents {
        row.aliases.retain(|alias| !taken.has(alias));
        let by_name = taken.has(&row.name);
        if by_name {
            row.name = format!("{} (OrcBrew)", row.name);
            row.display_name = Some(row.name.clone());
        }
        // The names of the reference documents are known before their documents are.
        let is_apart = row.key.ends_with(SUFFIX);
        if !taken.has(&row.key) && (is_apart || !by_name) {
            continue;
        }
        let mut key = format!("{}{SUFFIX}", row.key);
        while keys.contains(&key) || taken.has(&key) {
            key.push_str(SUFFIX);
        }
        let old = std::mem::replace(&mut row.key, key.clone());
        macro_rules! move_rows {
            ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
                for Draft { row, .. } in &mut drafts.$plural {
                    if row.document_key == old {
                        row.document_key.clone_from(&key);
                    }
                }
            )* };
        }
        crate::family::families!(move_rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::spell;

    fn book(key: &str, name: &str, aliases: &[&str]) -> document::Model {
        document::Model {
            key: key.to_owned(),
            name: name.to_owned(),
            display_name: Some(name.to_owned()),
            aliases: aliases.iter().map(|&alias| alias.to_owned()).collect(),
            ..document::Model::default()
        }
    }

    fn drafts(books: Vec<document::Model>) -> Drafts {
        let spell = |book: &document::Model| Draft {
            row: spell::Model {
                document_key: book.key.clone(),
                ..spell::Model::default()
            },
            ..Draft::default()
        };
        Drafts {
            spells: books.iter().map(spell).collect(),
            documents: books
                .into_iter()
                .map(|row| Draft {
                    row,
                    ..Draft::default()
                })
                .collect(),
            ..Drafts::default()
        }
    }

    fn keys(drafts: &Drafts) -> Vec<(&str, &str)> {
        let books = drafts.documents.iter().zip(&drafts.spells);
        books
            .map(|(book, spell)| (book.row.key.as_str(), spell.row.document_key.as_str()))
            .collect()
    }

    #[test]
    fn a_book_under_anothers_name_has_a_key_of_its_own() {
        let official = [
            book(
                "srd-2014",
                "System Reference Document 5.1",
                &["wotc-srd", "5e SRD"],
            ),
            book("tob", "Tome of Boats", &[]),
        ];
        let taken = Taken::by(&official);
        for (key, name) in [
            ("wotc-srd", "WotC SRD"),
            ("tob", "TOB"),
            ("tome-of-boats", "Tome of Boats"),
            ("5e-srd", "5e-SRD"),
            (
                "system-reference-document-51",
                "System Reference Document 5.1",
            ),
        ] {
            let mut drafts = drafts(vec![
                book(key, name, &["mine", "WOTC-srd"]),
                book("kettle", "Kettle", &[]),
            ]);
            keep_apart(&taken, &mut drafts);
            let apart = format!("{key}-orcbrew");
            assert_eq!(
                keys(&drafts),
                [(apart.as_str(), apart.as_str()), ("kettle", "kettle")]
            );
            let row = &drafts.documents[0].row;
            assert_eq!(row.name, format!("{name} (OrcBrew)"));
            assert_eq!(row.aliases, ["mine"]);
        }
    }

    #[test]
    fn a_key_that_is_apart_already_stays() {
        let taken = Taken::by(&[book("srd-2014", "System Reference Document 5.1", &["srd"])]);
        let mut drafts = drafts(vec![book("srd-orcbrew", "SRD", &[])]);
        keep_apart(&taken, &mut drafts);
        assert_eq!(keys(&drafts), [("srd-orcbrew", "srd-orcbrew")]);
        assert_eq!(drafts.documents[0].row.name, "SRD (OrcBrew)");
    }

    #[test]
    fn the_key_of_another_import_is_not_taken_either() {
        let taken = Taken::by(&[book("tob", "Tome of Boats", &[])]);
        for turned in [false, true] {
            let mut books = vec![
                book("tob", "TOB", &[]),
                book("tob-orcbrew", "TOB OrcBrew", &[]),
            ];
            if turned {
                books.reverse();
            }
            let mut drafts = drafts(books);
            keep_apart(&taken, &mut drafts);
            let mut found = keys(&drafts);
            found.sort_unstable();
            assert_eq!(
                found,
                [
                    ("tob-orcbrew", "tob-orcbrew"),
                    ("tob-orcbrew-orcbrew", "tob-orcbrew-orcbrew")
                ]
            );
        }
    }
}
