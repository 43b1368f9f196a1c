//! Index of items by key, for references between items: keys are not always the slugs of names.

use super::item::Item;
use super::prose;
use crate::Records;
use lorekeeper_content::slugify;
use std::collections::BTreeMap;

/// The items by content type and key.
pub(super) struct Index<'a>(BTreeMap<(&'a str, String), Vec<Entry<'a>>>);

struct Entry<'a> {
    book: &'a str,
    record: &'a str,
    item: Item<'a>,
}

impl<'a> Index<'a> {
    pub fn new(records: &'a Records) -> Self {
        let mut index: BTreeMap<(&str, String), Vec<Entry<'_>>> = BTreeMap::new();
        for (endpoint, records) in &records.0 {
            for record in records {
                let Some((book, key)) = record.key.split_once('/') else {
                    continue;
                };
                let Some(item) = Item::of(&record.raw) else {
                    continue;
                };
                let mut keys = vec![prose::slug(key)];
                keys.extend(item.keyword("key"));
                keys.dedup();
                for key in keys {
                    let entry = index.entry((endpoint.as_str(), key)).or_default();
                    entry.push(Entry { book, record: &record.key, item });
                }
            }
        }
        Self(index)
    }

    /// The item of a content type that a book means by a key: its own, else another book's.
    pub fn find(&self, endpoint: &'a str, key: &str, book: &str) -> Option<Item<'a>> {
        let found = self.0.get(&(endpoint, prose::slug(key)))?;
        let own = found.iter().find(|entry| entry.book == book);
        own.or(found.first()).map(|entry| entry.item)
    }

    /// The key of the record that a book means by a key.
    pub fn record_key(&self, endpoint: &'a str, key: &str, book: &str) -> Option<String> {
        let found = self.0.get(&(endpoint, prose::slug(key)))?;
        let own = found.iter().find(|entry| entry.book == book);
        own.or(found.first()).map(|entry| entry.record.to_owned())
    }

    /// The name of what a book means by a key; the key in words when no book has it.
    pub fn name(&self, endpoint: &'a str, key: &str, book: &str) -> String {
        let item = self.find(endpoint, key, book);
        item.and_then(|item| item.words("name")).unwrap_or_else(|| prose::heading(key))
    }

    /// The slug of what a book means by a key.
    pub fn slug(&self, endpoint: &'a str, key: &str, book: &str) -> String {
        let item = self.find(endpoint, key, book);
        item.and_then(|item| item.words("name"))
            .map(|name| slugify(&name))
            .filter(|slug| !slug.is_empty())
            .unwrap_or_else(|| prose::slug(key))
    }
}
