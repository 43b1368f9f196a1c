//! 5etools: an entity as a homebrew file, whose source is its book.

mod creature;
mod entries;
mod item;
mod option;
mod spell;

use super::Credit;
use crate::markdown::{self, Layout};
use crate::{Row, character_option, creature as creatures, equipment, spell as spells};
use entries::{entries, text};
pub(super) use item::{code as item_code, properties as item_properties};
use serde_json::{Map, Value, json};
use std::any::Any;

/// The homebrew file of a row; `None` for a feature of a class, which stands with that.
pub(super) fn file<R: Row>(row: &R, credit: &Credit<'_>) -> Option<Value> {
    let any = row as &dyn Any;
    let (list, mut fields, body) = if let Some(row) = any.downcast_ref::<creatures::Model>() {
        // The text of a creature is not in its stat block, but beside it.
        let fluff = json!({"entries": with_credit(creature::description(row), credit)});
        ("monster", extended(creature::fields(row), "fluff", fluff), None)
    } else if let Some(row) = any.downcast_ref::<spells::Model>() {
        ("spell", spell::fields(row, class_source(credit)), Some(entries(&row.text)))
    } else if let Some(row) = any.downcast_ref::<equipment::Model>() {
        ("item", item::fields(row, layout(credit)), Some(item::body(row)))
    } else if let Some(row) = any.downcast_ref::<character_option::Model>() {
        let elements = option::elements(row, credit);
        return (!elements.is_empty()).then(|| homebrew(elements, credit));
    } else {
        let document = markdown::markdown(row, credit.book);
        let body = document.split_once('\n').map_or("", |(_, rest)| rest);
        ("variantrule", json!({"ruleType": "C"}), Some(entries(body)))
    };
    if let Some(body) = body {
        fields = extended(fields, "entries", json!(with_credit(body, credit)));
    }
    fields = extended(fields, "name", json!(text(row.name())));
    fields = extended(fields, "source", json!(source(credit)));
    Some(homebrew(vec![(list, fields)], credit))
}

/// A file of elements with their lists.
fn homebrew(elements: Vec<(&'static str, Value)>, credit: &Credit<'_>) -> Value {
    let meta = json!({
        "sources": [{
            "json": source(credit),
            "abbreviation": text(credit.key),
            "full": text(credit.name),
            "authors": credit.book.and_then(|book| book.publisher.as_deref()).map(text).as_slice(),
            "version": "1.0",
            "url": credit.book.and_then(|book| book.permalink.as_deref()).unwrap_or_default(),
        }],
        "dateAdded": 0,
        "dateLastModified": 0,
        "edition": match layout(credit) {
            Layout::Rules2014 => "classic",
            Layout::Rules2024 => "one",
        },
    });
    let spells = elements.iter().filter(|(list, _)| *list == "spell");
    let schools: Map<String, Value> = spells.filter_map(|(_, spell)| spell::own_school(spell)).collect();
    let meta = if schools.is_empty() { meta } else { extended(meta, "spellSchools", Value::Object(schools)) };
    let mut lists: Map<String, Value> = [("_meta".to_owned(), meta)].into_iter().collect();
    for (list, element) in elements {
        let list = lists.entry(list).or_insert_with(|| json!([]));
        list.as_array_mut().into_iter().for_each(|list| list.push(element.clone()));
    }
    Value::Object(lists)
}

fn layout(credit: &Credit<'_>) -> Layout {
    Layout::of(credit.key, credit.book)
}

/// The source's key: letters, digits and hyphens, unlike those of the site; six at least.
fn source(credit: &Credit<'_>) -> String {
    match crate::slugify(credit.key) {
        short if short.len() < 3 => format!("LK-book-{short}"),
        key => format!("LK-{key}"),
    }
}

/// The book that has the classes of an edition, as the site calls it.
fn class_source(credit: &Credit<'_>) -> &'static str {
    match layout(credit) {
        Layout::Rules2014 => "PHB",
        Layout::Rules2024 => "XPHB",
    }
}

fn with_credit(mut entries: Vec<Value>, credit: &Credit<'_>) -> Vec<Value> {
    entries.push(json!(format!("{{@note {}}}", text(&credit.line()))));
    entries
}

/// An object with a field more.
fn extended(mut object: Value, name: &str, value: Value) -> Value {
    if let Value::Object(fields) = &mut object {
        fields.insert(name.to_owned(), value);
    }
    object
}

/// Entries under a name.
fn named(name: &str, entries: Vec<Value>) -> Value {
    json!({"type": "entries", "name": text(name), "entries": entries})
}

/// The letter of a damage type.
pub(super) fn damage_letter(kind: &str) -> Option<&'static str> {
    const LETTERS: [(&str, &str); 13] = [
        ("acid", "A"),
        ("bludgeoning", "B"),
        ("cold", "C"),
        ("fire", "F"),
        ("force", "O"),
        ("lightning", "L"),
        ("necrotic", "N"),
        ("piercing", "P"),
        ("poison", "I"),
        ("psychic", "Y"),
        ("radiant", "R"),
        ("slashing", "S"),
        ("thunder", "T"),
    ];
    let found = LETTERS.iter().find(|(name, _)| *name == kind);
    found.map(|(_, letter)| *letter)
}
