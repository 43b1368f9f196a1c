//! Library of a file: its books, and its lists as records.

use super::NAME;
use crate::foundry_text::fields::Fields;
use crate::import::shelf::Shelf;
use crate::import::{ReadError, Reading};
use crate::record_reader::described;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The content types that are read. What is told of one beside the rules has a type of its own (`monsterFluff`).
const READ: [&str; 44] = [
    "action", "background", "baseitem", "boon", "card", "charoption", "class", "classFeature", "condition", "cult",
    "deck", "deity", "disease", "encounter", "facility", "feat", "hazard", "item", "itemGroup", "itemMastery",
    "itemProperty", "itemType", "language", "legendaryGroup", "magicvariant", "monster", "object", "optionalfeature",
    "psionic", "race", "recipe", "reward", "sense", "skill", "spell", "status", "subclass", "subclassFeature",
    "subrace", "table", "trap", "variantrule", "vehicle", "vehicleUpgrade",
];

/// Lists of what is no content: data of tabletops, of the site's tools.
const PASSED: [&str; 15] = [
    "_test", "adventure", "adventureData", "blocklist", "book", "bookData", "citation", "crochetPattern",
    "crochetPatternFluff", "encounterShape", "linkedLootTables", "monsterfeatures", "raceFluffMeta", "roll20Spell",
    "itemTypeAdditionalEntries",
];

/// The field for the name of a school that the file defines for itself.
pub(super) const OWN_SCHOOL: &str = "_school";

/// Whether a JSON value is a file of 5etools: an object with a list of a content type, whose elements have names, and
/// with its sources, those of its elements, or their texts.
pub(crate) fn recognises(value: &Value) -> bool {
    let Some(lists) = value.as_object() else {
        return false;
    };
    let has_meta = Fields::of(value).at("_meta.sources").is_there();
    let is_content = |element: &Value| {
        let fields = Fields::of(element);
        let named = ["name", "_copy.name", "raceName", "abbreviation"];
        let named = named.iter().any(|field| !fields.text(field).is_empty());
        named
            && (has_meta
                || !fields.text("source").is_empty()
                || !fields.text("inherits.source").is_empty()
                || fields.at("entries").is_there()
                || fields.at("hp.average").is_there())
    };
    let chapters = |name: &str| has_meta && matches!(name, "bookData" | "adventureData");
    lists.iter().any(|(name, list)| {
        let list = list.as_array().map_or(&[][..], Vec::as_slice);
        let is_known = READ.contains(&name.strip_suffix("Fluff").unwrap_or(name));
        (is_known && list.iter().any(is_content)) || (chapters(name) && !list.is_empty())
    })
}

/// Reads a file of that name. Elements that cannot be understood are skipped, and named by their place.
pub(crate) fn read(file: &str, value: Value) -> Result<Reading, ReadError> {
    let mut library = LibraryReader {
        shelf: Shelf::new(NAME, file)?,
        books: BTreeMap::new(),
        only: None,
        editions: BTreeMap::new(),
        meta: value.get("_meta").cloned().unwrap_or_default(),
    };
    library.sources();
    let Value::Object(mut lists) = value else {
        return Ok(library.shelf.finish());
    };
    let titles: Vec<Value> =
        ["book", "adventure"].iter().filter_map(|list| lists.get(*list)?.as_array()).flatten().cloned().collect();
    let fluff = READ.map(|name| format!("{name}Fluff"));
    for name in READ.into_iter().chain(fluff.iter().map(String::as_str)) {
        match lists.remove(name) {
            Some(Value::Array(elements)) => {
                for (place, element) in elements.into_iter().enumerate() {
                    library.element(name, &format!("{name}[{place}]"), element);
                }
            }
            Some(Value::Null) | None => {}
            Some(other) => {
                let reason = format!("it is {}, not a list", described(&other));
                library.shelf.skip(name, name, &reason);
            }
        }
    }
    for list in ["bookData", "adventureData"] {
        for element in lists.get(list).and_then(Value::as_array).into_iter().flatten() {
            library.chapters(list, element, &titles);
        }
    }
    for (name, list) in &lists {
        let is_passed = PASSED.contains(&name.as_str()) || name.starts_with(['_', '$']);
        let is_of_tools = ["foundry", "makebrew", "reduced"].iter().any(|tool| name.starts_with(tool));
        let count = list.as_array().map_or(0, Vec::len);
        if count > 0 && !is_passed && !is_of_tools {
            let note = format!("Left out: {count} of the type {name}, which LoreKeeper does not know.");
            library.shelf.note(note);
        }
    }
    // Data of another program in the same file.
    let others = lists.iter().filter(|(_, value)| value.is_object());
    let others: Vec<&str> =
        others.map(|(name, _)| name.as_str()).filter(|name| !name.starts_with(['_', '$'])).collect();
    if let Some(first) = others.first() {
        let note = format!("Left out: {} fields that are no lists of 5etools, such as {first}.", others.len());
        library.shelf.note(note);
    }
    Ok(library.finish())
}

struct LibraryReader {
    shelf: Shelf,
    /// The keys of books by their sources.
    books: BTreeMap<String, String>,
    /// The one source of a file.
    only: Option<String>,
    /// Signs of the edition of 2024 and of 2014, by source.
    editions: BTreeMap<String, [usize; 2]>,
    meta: Value,
}

impl LibraryReader {
    /// The books that the file says to have.
    fn sources(&mut self) {
        let meta = std::mem::take(&mut self.meta);
        let sources: Vec<Fields<'_>> = Fields::of(&meta).list("sources").collect();
        if let [only] = sources.as_slice() {
            self.only = Some(only.text("json").to_owned());
        }
        for source in sources {
            let id = source.text("json");
            if !id.is_empty() {
                self.book(id, source);
            }
        }
        self.meta = meta;
    }

    fn book(&mut self, id: &str, source: Fields<'_>) -> String {
        if let Some(key) = self.books.get(id) {
            return key.clone();
        }
        let name = source.filled("full").unwrap_or_else(|| id.to_owned());
        let mut about = Map::new();
        let mut put = |field: &str, value: Option<String>| {
            about.extend(value.map(|value| (field.to_owned(), json!(value))));
        };
        put("url", source.filled("url").filter(|url| url.starts_with("http")));
        put("date", source.filled("dateReleased"));
        let aliases = [id.to_owned(), source.text("abbreviation").to_owned()];
        let aliases: Vec<&String> = aliases.iter().filter(|alias| !alias.is_empty()).collect();
        about.insert("aliases".to_owned(), json!(aliases));
        about.insert("authors".to_owned(), json!(source.words("authors")));
        about.insert("source".to_owned(), json!(id));
        let key = self.shelf.book(&name, about);
        self.books.insert(id.to_owned(), key.clone());
        key
    }

    /// An element of a list, with the older forms of its parts.
    fn element(&mut self, list: &str, path: &str, mut element: Value) {
        for (parts, own, of, its_source) in
            [("subraces", "subrace", "raceName", "raceSource"), ("subclasses", "subclass", "className", "classSource")]
        {
            let is_inline = matches!((list, own), ("race", "subrace") | ("class", "subclass"));
            let inline = element.as_object_mut().filter(|_| is_inline).and_then(|e| e.remove(parts));
            let whole = Fields::of(&element);
            let (name, source) = (json!(whole.text("name")), json!(whole.text("source")));
            for (place, mut part) in inline.and_then(into_list).into_iter().flatten().enumerate() {
                if let Some(fields) = part.as_object_mut() {
                    fields.entry(of).or_insert(name.clone());
                    fields.entry(its_source).or_insert(source.clone());
                    fields.entry("source").or_insert(source.clone());
                }
                self.record(own, &format!("{path}.{parts}[{place}]"), part);
            }
        }
        self.record(list, path, element);
    }

    fn record(&mut self, list: &str, path: &str, element: Value) {
        let fields = Fields::of(&element);
        if !element.is_object() {
            let reason = format!("it is {}, not an object", described(&element));
            return self.shelf.skip(list, path, &reason);
        }
        let name_fields = ["name", "_copy.name", "raceName", "abbreviation"];
        let first = fields.list("entries").next().and_then(|entry| entry.filled("name"));
        let named = name_fields.iter().find_map(|field| fields.filled(field)).or(first);
        let Some(name) = named else {
            return self.shelf.skip(list, path, "it has no name");
        };
        let school = format!("spellSchools.{}.full", fields.text("school"));
        let own_school = Fields::of(&self.meta).filled(&school).filter(|_| list == "spell");
        let sources = ["source", "inherits.source", "_copy.source"];
        let source = sources.iter().find_map(|field| fields.filled(field));
        let source = source.or_else(|| self.only.clone()).unwrap_or_else(|| self.shelf.stem());
        let book = self.book(&source, Fields::NOTHING);
        let own = ["className", "subclassShortName", "raceName", "level", "pantheon"];
        let own = own.iter().filter_map(|field| fields.word(field));
        let own: Vec<String> = own.filter(|word| *word != name).chain([name.clone()]).collect();
        let signs = self.editions.entry(source).or_default();
        signs[0] += usize::from(is_of_2024(list, fields) || has_tags_of_2024(&element));
        signs[1] += 1;
        let mut element = element;
        if let (Some(school), Some(fields)) = (own_school, element.as_object_mut()) {
            fields.insert(OWN_SCHOOL.to_owned(), json!(school));
        }
        self.shelf.put(list, &book, &name, &own.join(" "), path, element);
    }

    /// The sections of a book or an adventure.
    fn chapters(&mut self, list: &str, data: &Value, titles: &[Value]) {
        let fields = Fields::of(data);
        let id = fields.text("id");
        let title = titles.iter().map(Fields::of).find(|title| title.text("id") == id);
        let source = title.and_then(|title| title.filled("source"));
        let source = source.or_else(|| fields.filled("source")).or_else(|| self.only.clone());
        let source = source.unwrap_or_else(|| self.shelf.stem());
        let book = self.book(&source, Fields::NOTHING);
        for (place, section) in data.get("data").and_then(Value::as_array).into_iter().flatten().enumerate() {
            let path = format!("{list}.{id}[{place}]");
            let name = Fields::of(section).filled("name");
            let name = name.unwrap_or_else(|| format!("Part {}", place + 1));
            let mut section = section.clone();
            if let Some(fields) = section.as_object_mut() {
                fields.insert("name".to_owned(), json!(name));
                fields.insert("order".to_owned(), json!(place + 1));
                self.shelf.put("chapter", &book, &name, &name, &path, section);
            }
        }
    }

    fn finish(mut self) -> Reading {
        let edition = Fields::of(&self.meta).text("edition").to_owned();
        for (source, [modern, all]) in std::mem::take(&mut self.editions) {
            let is_modern = match edition.as_str() {
                "one" => true,
                "classic" => false,
                // Most of a book of 2024 has no sign of it.
                _ => modern > 0 && modern * 5 >= all,
            };
            let Some(key) = self.books.get(&source).filter(|_| is_modern) else {
                continue;
            };
            self.shelf.edition(&key.clone(), "5e-2024");
        }
        if self.shelf.is_empty() {
            self.shelf.note("There is nothing in it.".to_owned());
        }
        self.shelf.finish()
    }
}

fn into_list(value: Value) -> Option<Vec<Value>> {
    match value {
        Value::Array(list) => Some(list),
        _ => None,
    }
}

/// Whether a record has a field that only the edition of 2024 has.
fn is_of_2024(list: &str, fields: Fields<'_>) -> bool {
    fields.text("edition") == "one"
        || match list {
            "monster" => fields.at("initiative").is_there() || fields.at("gear").is_there(),
            "background" => fields.at("ability").is_there(),
            "feat" => matches!(fields.text("category"), "O" | "G" | "EB" | "FS"),
            "item" | "baseitem" => fields.at("mastery").is_there(),
            _ => false,
        }
}

/// Whether a text has a tag that only the layout of 2024 has.
fn has_tags_of_2024(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains("{@actSave") || text.contains("{@atkr"),
        Value::Array(values) => values.iter().any(has_tags_of_2024),
        Value::Object(fields) => fields.values().any(has_tags_of_2024),
        _ => false,
    }
}
