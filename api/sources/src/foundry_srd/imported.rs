//! Documents that people export: an actor, an item, a journal or a table, a list of them, a compendium as JSON.

use super::kept::kept_whole;
use super::migration::migrate;
use super::{ENDPOINT, IMPORT_NAME};
use crate::foundry_text::fields::Fields;
use crate::import::shelf::Shelf;
use crate::import::{ReadError, Reading};
use crate::yaml;
use serde_json::{Map, Value};

/// Types of actors and items that become rows.
const TYPES: [&str; 13] = [
    "background", "class", "consumable", "container", "equipment", "feat", "loot", "npc", "race", "spell", "subclass",
    "tool", "weapon",
];

/// Types that are no content of a book.
const OTHERS: [(&str, &str); 5] = [
    ("character", "it is a player's character"),
    ("group", "it is a group of characters"),
    ("vehicle", "it is a vehicle, which has no family"),
    ("facility", "it is a facility, which has no family"),
    ("backpack", "it is a container of the oldest form"),
];

/// Whether a value is a document of the tabletop.
pub(crate) fn is_document(value: &Value) -> bool {
    let fields = Fields::of(value);
    let has = |field: &str| fields.at(field).is_there();
    let kind = fields.text("type");
    let is_known = TYPES.contains(&kind) || OTHERS.iter().any(|(other, _)| *other == kind);
    let is_thing = is_known && (fields.at("system").object().len() + fields.at("data").object().len() > 0);
    let is_journal = fields.list("pages").any(|page| page.at("text.content").is_there());
    let is_old_journal = kind.is_empty() && fields.text("content").starts_with('<');
    let is_table = fields.list("results").any(|result| result.at("range").is_there());
    has("name") && (is_thing || is_journal || is_old_journal || (is_table && has("formula")))
}

/// The documents of a file, where there are some: one, a list, or the entries of a compendium.
pub(crate) fn documents(value: &Value) -> Option<Vec<Value>> {
    if is_document(value) {
        return Some(vec![value.clone()]);
    }
    let lists = ["entries", "items", "actors", "journal", "tables", "documents"];
    let lists = lists.iter().filter_map(|list| value.get(list)?.as_array());
    let found: Vec<Value> = value.as_array().into_iter().chain(lists).flatten().cloned().collect();
    found.iter().any(is_document).then_some(found)
}

/// The documents of a text that is YAML.
pub(crate) fn documents_in_yaml(text: &str) -> Option<Vec<Value>> {
    let has_line = |begins: &[&str]| {
        let mut lines = text.lines().map(|line| line.trim_start_matches(['-', ' ']));
        lines.any(|line| begins.iter().any(|begin| line.starts_with(begin)))
    };
    let may_be = has_line(&["name:"]) && has_line(&["system:", "data:", "pages:", "results:"]);
    let document = may_be.then(|| yaml::parse(text.as_bytes()))?.ok()?;
    documents(&document)
}

/// Reads the documents of a file.
pub(crate) fn read(file: &str, documents: Vec<Value>) -> Result<Reading, ReadError> {
    let mut shelf = Shelf::new(IMPORT_NAME, file)?;
    for (place, document) in documents.into_iter().enumerate() {
        let path = format!("[{place}]");
        if !is_document(&document) {
            shelf.skip(ENDPOINT, &path, "it is no document of a type that LoreKeeper knows");
            continue;
        }
        let document = kept_whole(migrate(document));
        let fields = Fields::of(&document);
        let other = OTHERS.iter().find(|(kind, _)| *kind == fields.text("type"));
        if let Some((_, reason)) = other {
            shelf.skip(ENDPOINT, &format!("{path} {}", fields.text("name")), reason);
            continue;
        }
        let places = ["system.source.book", "system.details.source.book", "system.source", "system.details.source"];
        let named = places.iter().find_map(|place| fields.filled(place));
        let name = named.unwrap_or_else(|| shelf.stem());
        let book = shelf.book(&name, Map::new());
        let rules = ["system.source.rules", "system.details.source.rules"];
        if rules.iter().any(|place| fields.text(place) == "2024") {
            shelf.edition(&book, "5e-2024");
        }
        let name = fields.text("name").to_owned();
        shelf.put(ENDPOINT, &book, &name, &name, &path, document);
    }
    if shelf.is_empty() {
        shelf.note("There is nothing in it.".to_owned());
    }
    Ok(shelf.finish())
}
