//! Import namespacing: imported books get keys that no other source's book has.
//!
//! A homebrew book called *SRD* is not the SRD, and its rows must not be merged with the SRD's.

use lorekeeper_content::{document, slugify};
use lorekeeper_sources::{Draft, Drafts, import_format};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Whether the books of a source are imported ones, which are kept apart from all others.
pub(super) fn is_imported(source: &str) -> bool {
    import_format(source).is_some()
}

/// Reserved slugs: the keys, names and aliases of the other sources' documents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ReservedSlugs(BTreeSet<String>);

impl ReservedSlugs {
    /// The slugs that these documents reserve.
    pub(super) fn from_documents<'a>(documents: impl IntoIterator<Item = &'a document::Model>) -> Self {
        let names = documents.into_iter().flat_map(|document| {
            let names = [&document.key, &document.name].into_iter();
            let names = names.chain(&document.display_name);
            names.chain(&document.aliases).map(|name| slugify(name))
        });
        Self(names.filter(|name| !name.is_empty()).collect())
    }

    /// Reserves the key of a book that no document describes.
    pub(super) fn add_key(&mut self, key: &str) {
        self.0.insert(slugify(key));
    }

    fn contains(&self, name: &str) -> bool {
        self.0.contains(&slugify(name))
    }
}

/// Gives an imported book with a reserved key or name a key that ends with its format (`<key>-orcbrew`), and removes
/// reserved aliases from every imported book. The same documents and books always give the same keys.
pub(super) fn namespace_imports(reserved: &ReservedSlugs, drafts: &mut Drafts) {
    let keys: BTreeSet<String> = drafts.documents.iter().map(|d| d.row.key.clone()).collect();
    for Draft { row, .. } in &mut drafts.documents {
        let format = import_format(&row.source).unwrap_or("import");
        let suffix = format!("-{}", slugify(format));
        row.aliases.retain(|alias| !reserved.contains(alias));
        let has_reserved_name = reserved.contains(&row.name);
        if has_reserved_name {
            row.name = format!("{} ({format})", row.name);
            row.display_name = Some(row.name.clone());
        }
        // Books that are imported before the reference documents are stored may have the suffix already.
        let has_suffix = row.key.ends_with(&suffix);
        if !reserved.contains(&row.key) && (has_suffix || !has_reserved_name) {
            continue;
        }
        let mut key = format!("{}{suffix}", row.key);
        while keys.contains(&key) || reserved.contains(&key) {
            key.push_str(&suffix);
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
        lorekeeper_content::families!(move_rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::spell;

    fn book(key: &str, name: &str, aliases: &[&str]) -> document::Model {
        document::Model {
            source: "orcbrew".to_owned(),
            key: key.to_owned(),
            name: name.to_owned(),
            display_name: Some(name.to_owned()),
            aliases: aliases.iter().map(|&alias| alias.to_owned()).collect(),
            ..document::Model::default()
        }
    }

    fn drafts(books: Vec<document::Model>) -> Drafts {
        let spell = |book: &document::Model| Draft {
            row: spell::Model { document_key: book.key.clone(), ..spell::Model::default() },
            ..Draft::default()
        };
        let mut drafts = Drafts::default();
        drafts.spells.extend(books.iter().map(spell));
        let books = books.into_iter().map(|row| Draft { row, ..Draft::default() });
        drafts.documents.extend(books);
        drafts
    }

    fn keys(drafts: &Drafts) -> Vec<(&str, &str)> {
        let books = drafts.documents.iter().zip(&drafts.spells);
        books.map(|(book, spell)| (book.row.key.as_str(), spell.row.document_key.as_str())).collect()
    }

    #[test]
    fn a_book_with_a_reserved_name_gets_its_own_key() {
        let official = [
            book("srd-2014", "System Reference Document 5.1", &["wotc-srd", "5e SRD"]),
            book("tob", "Tome of Boats", &[]),
        ];
        let reserved = ReservedSlugs::from_documents(&official);
        for (key, name) in [
            ("wotc-srd", "WotC SRD"),
            ("tob", "TOB"),
            ("tome-of-boats", "Tome of Boats"),
            ("5e-srd", "5e-SRD"),
            ("system-reference-document-51", "System Reference Document 5.1"),
        ] {
            let mut drafts = drafts(vec![book(key, name, &["mine", "WOTC-srd"]), book("kettle", "Kettle", &[])]);
            namespace_imports(&reserved, &mut drafts);
            let moved = format!("{key}-orcbrew");
            assert_eq!(keys(&drafts), [(moved.as_str(), moved.as_str()), ("kettle", "kettle")]);
            let row = &drafts.documents[0].row;
            assert_eq!(row.name, format!("{name} (OrcBrew)"));
            assert_eq!(row.aliases, ["mine"]);
        }
    }

    #[test]
    fn a_key_with_the_suffix_stays() {
        let reserved = ReservedSlugs::from_documents(&[book("srd-2014", "System Reference Document 5.1", &["srd"])]);
        let mut drafts = drafts(vec![book("srd-orcbrew", "SRD", &[])]);
        namespace_imports(&reserved, &mut drafts);
        assert_eq!(keys(&drafts), [("srd-orcbrew", "srd-orcbrew")]);
        assert_eq!(drafts.documents[0].row.name, "SRD (OrcBrew)");
    }

    #[test]
    fn the_key_of_another_import_is_not_reused() {
        let reserved = ReservedSlugs::from_documents(&[book("tob", "Tome of Boats", &[])]);
        for turned in [false, true] {
            let mut books = vec![book("tob", "TOB", &[]), book("tob-orcbrew", "TOB OrcBrew", &[])];
            if turned {
                books.reverse();
            }
            let mut drafts = drafts(books);
            namespace_imports(&reserved, &mut drafts);
            let mut found = keys(&drafts);
            found.sort_unstable();
            assert_eq!(found, [("tob-orcbrew", "tob-orcbrew"), ("tob-orcbrew-orcbrew", "tob-orcbrew-orcbrew")]);
        }
    }
}
