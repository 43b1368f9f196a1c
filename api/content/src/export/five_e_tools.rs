//! 5etools: an entity as a homebrew file, whose source is its book.

mod creature;
mod entries;
mod item;
mod spell;

use super::Credit;
use crate::markdown::{self, Layout};
use crate::{Row, character_option, creature as creatures, equipment, spell as spells};
use entries::{entries, text};
pub(super) use item::{code as item_code, properties as item_properties};
use serde_json::{Map, Value, json};
use std::any::Any;

/// The homebrew file of a row; `None` for an option that is no feat.
pub(super) fn file<R: Row>(row: &R, credit: &Credit<'_>) -> Option<Value> {
    let any = row as &dyn Any;
    let (list, mut fields, body) = if let Some(row) = any.downcast_ref::<creatures::Model>() {
        // The text of a creature is not in its stat block, but beside it.
        let fluff = json!({"entries": with_credit(creature::description(row), credit)});
        (
            "monster",
            extended(creature::fields(row), "fluff", fluff),
            None,
        )
    } else if let Some(row) = any.downcast_ref::<spells::Model>() {
        (
            "spell",
            spell::fields(row, class_source(credit)),
            Some(entries(&row.text)),
        )
    } else if let Some(row) = any.downcast_ref::<equipment::Model>() {
        ("item", item::fields(row), Some(item::body(row)))
    } else if let Some(row) = any.downcast_ref::<character_option::Model>() {
        (row.kind == character_option::Kind::Feat).then_some(())?;
        let (fields, body) = feat(row);
        ("feat", fields, Some(body))
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
    let lists = [
        ("_meta".to_owned(), meta),
        (list.to_owned(), json!([fields])),
    ];
    Some(Value::Object(lists.into_iter().collect::<Map<_, _>>()))
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

/// A feat: its fields, and its benefits.
fn feat(row: &character_option::Model) -> (Value, Vec<Value>) {
    let mut fields = json!({});
    if let Some(required) = &row.prerequisites {
        fields = extended(fields, "prerequisite", json!([{"other": text(required)}]));
    }
    if let Some(repeatable) = row.repeatable {
        fields = extended(fields, "repeatable", json!(repeatable));
    }
    let category = row
        .feat_category
        .as_deref()
        .and_then(|category| match category {
            "general" => Some("G"),
            "origin" => Some("O"),
            "fighting-style" => Some("FS"),
            "epic-boon" => Some("EB"),
            _ => None,
        });
    if let Some(category) = category {
        fields = extended(fields, "category", json!(category));
    }
    let benefits = row.benefits.iter().flat_map(|benefit| match &benefit.name {
        Some(name) => vec![named(name, entries(&benefit.text))],
        None => entries(&benefit.text),
    });
    (
        fields,
        entries(&row.text).into_iter().chain(benefits).collect(),
    )
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
