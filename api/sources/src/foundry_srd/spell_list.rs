//! Spell lists of classes and subclasses: pages of the journals.

use super::index::Index;
use lorekeeper_content::slugify;
use std::collections::{BTreeMap, BTreeSet};

/// The lists that have a spell.
#[derive(Debug, Default)]
pub(super) struct Lists {
    pub classes: BTreeSet<String>,
    pub subclasses: BTreeSet<String>,
}

/// The lists of all spells, by the keys of their documents.
pub(super) fn lists<'a>(index: &Index<'a>) -> BTreeMap<&'a str, Lists> {
    let mut found: BTreeMap<&str, Lists> = BTreeMap::new();
    for journal in index.journals() {
        let pages = journal.fields.list("pages");
        for page in pages.filter(|page| page.text("type") == "spells") {
            let name = page.text("name").trim();
            let name = name.strip_suffix(" Spell List").or_else(|| name.strip_suffix(" Spells"));
            let Some(name) = name.map(slugify) else {
                continue;
            };
            for address in page.words("system.spells") {
                let Some(spell) = index.document(address) else {
                    continue;
                };
                let lists = found.entry(spell.record.key.as_str()).or_default();
                if page.text("system.type") == "subclass" {
                    lists.subclasses.insert(name.clone());
                } else {
                    lists.classes.insert(name.clone());
                }
            }
        }
    }
    found
}
