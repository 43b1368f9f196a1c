//! The lists of classes and subclasses that name a spell.

use super::super::index::Index;
use super::super::item::{Item, flags};
use super::super::{head, prose};
use crate::{Record, Records};
use lorekeeper_content::spell::Model;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Where subclasses keep the spells that they add.
pub(in crate::orcbrew) const SUBCLASS_SPELLS: [&str; 6] =
    ["cleric-spells", "paladin-spells", "warlock-spells", "druid-spells", "ranger-spells", "sorcerer-spells"];

/// The slugs of classes and subclasses, by the record of the spell.
#[derive(Default)]
pub(super) struct Lists {
    classes: BTreeMap<String, BTreeSet<String>>,
    subclasses: BTreeMap<String, BTreeSet<String>>,
}

impl Lists {
    pub fn read(records: &Records, index: &Index<'_>) -> Self {
        let mut lists = Self::default();
        for record in records.endpoint("classes") {
            let spells = |item: Item<'_>| listed(item.child("spellcasting"), "spell-list");
            lists.class(record, index, &spells);
        }
        for record in records.endpoint("spell-lists") {
            let Some((book, class)) = record.key.split_once('/') else {
                continue;
            };
            let class = index.slug("classes", class, book);
            let spells = Item::of(&record.raw).map(|item| item.all());
            for (_, spells) in spells.into_iter().flatten() {
                for spell in flags(spells) {
                    note(&mut lists.classes, index, book, &spell, &class);
                }
            }
        }
        for record in records.endpoint("subclasses") {
            let Some(head) = head(record) else { continue };
            for spell in of_subclass(&head.item) {
                note(&mut lists.subclasses, index, head.book, &spell, &head.slug);
            }
        }
        lists
    }

    /// Adds the classes and subclasses that list the spell of a record.
    pub fn add(&self, record: &str, row: &mut Model) {
        let more = |lists: &BTreeMap<String, BTreeSet<String>>, slugs: &mut Vec<String>| {
            slugs.extend(lists.get(record).into_iter().flatten().cloned());
            slugs.sort();
            slugs.dedup();
        };
        more(&self.classes, &mut row.class_slugs);
        more(&self.subclasses, &mut row.subclass_slugs);
    }

    fn class(&mut self, record: &Record, index: &Index<'_>, spells: &dyn Fn(Item<'_>) -> Vec<String>) {
        if let Some(head) = head(record) {
            for spell in spells(head.item) {
                note(&mut self.classes, index, head.book, &spell, &head.slug);
            }
        }
    }
}

fn note(lists: &mut BTreeMap<String, BTreeSet<String>>, index: &Index<'_>, book: &str, spell: &str, owner: &str) {
    if let Some(home) = index.record_key("spells", spell, book) {
        lists.entry(home).or_default().insert(owner.to_owned());
    }
}

/// The spells of a list by level, whatever the levels are.
fn listed(item: Option<Item<'_>>, key: &str) -> Vec<String> {
    let levels = item.map(|item| item.entries(key)).unwrap_or_default();
    levels.into_iter().flat_map(|(_, spells)| flags(spells)).collect()
}

/// The keys of the spells that a subclass adds.
fn of_subclass(item: &Item<'_>) -> Vec<String> {
    let mut spells: Vec<String> = Vec::new();
    for list in SUBCLASS_SPELLS {
        for (_, by_place) in item.entries(list) {
            let numbered = Item::of(by_place).map(|map| map.all()).unwrap_or_default();
            let named = numbered.iter().filter_map(|(_, spell)| spell.as_str());
            spells.extend(named.map(str::to_owned));
            if let Value::Array(_) = by_place {
                spells.extend(flags(by_place));
            }
        }
    }
    let modifiers = item.items("level-modifiers").into_iter();
    let granted = modifiers.filter(|m| m.keyword("type").as_deref() == Some("spell"));
    spells.extend(granted.filter_map(|m| m.child("value")?.words("key")));
    spells.iter().map(|spell| prose::slug(spell)).collect()
}
