//! Library of an `OrcBrew` file: its books, and their items as records.

mod name;
mod shape;

use super::edn::{self, what};
use super::item::Item;
use super::{NAME, prose};
use crate::import::shelf::{MAX_NAME_CHARS, address, book_key, depth, is_too_long, shortened};
use crate::import::{Allowance, ReadError, Reading};
use crate::{Record, Skipped};
use serde_json::{Map, Value, json};
use shape::{content_type, is_book};
use std::collections::{BTreeMap, HashMap};

/// How deep an item may be nested: deeper ones could be stored, but not read again.
const MAX_DEPTH: usize = 100;

/// The decoded text of a file.
pub(super) struct Decoded {
    /// The text.
    pub text: String,
    /// Whether some of the bytes stand for no character.
    pub damaged: bool,
}

/// The text of a file: UTF-8 or UTF-16, without byte order mark and NUL.
pub(super) fn decode(bytes: &[u8]) -> Decoded {
    let units = |rest: &[u8], unit: fn([u8; 2]) -> u16| -> Vec<u16> {
        let pairs = rest.chunks_exact(2);
        pairs.filter_map(|pair| pair.try_into().ok().map(unit)).collect()
    };
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => String::from_utf16_lossy(&units(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => String::from_utf16_lossy(&units(rest, u16::from_be_bytes)),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    };
    let damaged = text.contains('\u{fffd}') && std::str::from_utf8(bytes).is_err();
    let text = text.trim_start_matches('\u{feff}');
    Decoded { text: if text.contains('\0') { text.replace('\0', "") } else { text.to_owned() }, damaged }
}

/// Reads a file of that name, within an allowance that several files share. Invalid EDN is an error with its place;
/// an item that cannot be understood is skipped.
pub(crate) fn read(file: &str, bytes: &[u8], allowance: &mut Allowance) -> Result<Reading, ReadError> {
    // The name is part of every record's address.
    if is_too_long(file) {
        return Err(ReadError::Unknown {
            file: shortened(file),
            problem: format!("has a name of more than {MAX_NAME_CHARS} characters; rename it"),
        });
    }
    let decoded = decode(bytes);
    let most = allowance.values;
    let parsed = edn::read(&decoded.text, most).map_err(|fault| {
        if fault.is_too_many {
            allowance.values = 0;
        }
        ReadError::Syntax { file: file.to_owned(), line: fault.line, column: fault.column, problem: fault.problem }
    })?;
    allowance.values = most.saturating_sub(parsed.values);
    let mut library = LibraryReader::new(file);
    for map in parsed.maps.iter().filter_map(Value::as_object) {
        library.library(&[], map);
    }
    if library.is_foreign() {
        return Err(ReadError::Unknown {
            file: file.to_owned(),
            problem: "is EDN, but no OrcBrew file: no map in it is of a content type such as \
                      :orcpub.dnd.e5/spells"
                .to_owned(),
        });
    }
    let mut reading = library.finish(&parsed.twice);
    if decoded.damaged {
        reading.notes.push(
            "Some characters are not UTF-8; \u{fffd} stands in their place. Save the file as UTF-8 and \
             import it again."
                .to_owned(),
        );
    }
    Ok(reading)
}

/// The reason for skipping an item whose name is too long.
const TOO_LONG: &str = "its name is longer than 300 characters";

/// Items whose keys have one slug.
#[derive(Default)]
struct SlugGroup {
    /// The unique key of each item, by its key in the file.
    keys: HashMap<String, String>,
    /// The last number that was given, less one.
    last: usize,
}

/// Reader of a file: the records so far, and the notes about them.
struct LibraryReader<'a> {
    file: &'a str,
    stem: &'a str,
    /// By endpoint and key.
    records: BTreeMap<(&'static str, String), Record>,
    /// Items of one key but for its number, by endpoint and that key.
    alike: HashMap<(&'static str, String), SlugGroup>,
    /// Names of the books by key.
    books: BTreeMap<String, String>,
    skipped: Vec<Skipped>,
    disabled: usize,
    replaced: Vec<String>,
    unknown: BTreeMap<String, usize>,
    strange: usize,
    shelves: usize,
}

impl<'a> LibraryReader<'a> {
    fn new(file: &'a str) -> Self {
        Self {
            file,
            stem: name::stem(file),
            records: BTreeMap::new(),
            alike: HashMap::new(),
            books: BTreeMap::new(),
            skipped: Vec::new(),
            disabled: 0,
            replaced: Vec::new(),
            unknown: BTreeMap::new(),
            strange: 0,
            shelves: 0,
        }
    }

    /// Whether the file has content, but none of a known type.
    fn is_foreign(&self) -> bool {
        self.shelves == 0 && self.strange > 0
    }

    /// A map of books, or one book without its name around it.
    fn library(&mut self, path: &[&str], map: &Map<String, Value>) {
        for (key, value) in map {
            if is_too_long(key) {
                self.too_long("books", path, key);
                continue;
            }
            let path: Vec<&str> = path.iter().copied().chain([key.as_str()]).collect();
            match (content_type(key), value) {
                (Some(kind), value) if !is_book(value) => {
                    self.shelves += 1;
                    self.contents(&path, None, kind, value);
                }
                // The oldest files, and those of the second format, have their books in an envelope.
                (_, Value::Object(books)) if shape::is_envelope(key) => {
                    self.shelves += 1;
                    self.library(&path, books);
                }
                (_, Value::Object(book)) if is_book(value) => self.book(&path, key, book),
                (None, _) if shape::is_about_the_book(key) => {}
                _ => self.strange += 1,
            }
        }
    }

    fn book(&mut self, path: &[&str], key: &str, map: &Map<String, Value>) {
        self.shelves += 1;
        let book = Item::new(map);
        let name = book.words("name").unwrap_or_else(|| key.to_owned());
        if is_too_long(&name) {
            return self.skip("books", &path.join("/"), TOO_LONG);
        }
        self.disabled += usize::from(book.has("disabled?"));
        for (key, value) in map {
            let path: Vec<&str> = path.iter().copied().chain([key.as_str()]).collect();
            match content_type(key) {
                Some(kind) => self.contents(&path, Some(&name), kind, value),
                None if shape::is_about_the_book(key) => {}
                None => match value {
                    Value::Object(items) if !items.is_empty() => {
                        *self.unknown.entry(key.clone()).or_default() += items.len();
                    }
                    Value::Array(items) if !items.is_empty() => {
                        *self.unknown.entry(key.clone()).or_default() += items.len();
                    }
                    _ => {}
                },
            }
        }
    }

    /// The items of a content type: a map of them as a rule, a list in the oldest files.
    fn contents(&mut self, path: &[&str], book: Option<&str>, kind: &'static str, value: &Value) {
        match value {
            Value::Object(items) => {
                for (key, item) in items {
                    self.item(path, book, kind, key, item);
                }
            }
            Value::Array(items) => {
                for (number, item) in items.iter().enumerate() {
                    let key = Item::of(item).and_then(|i| i.keyword("key").or(i.words("name")));
                    let key = key.unwrap_or_else(|| number.to_string());
                    self.item(path, book, kind, &key, item);
                }
            }
            Value::Null | Value::Bool(false) => {}
            other => self.skip(kind, &path.join("/"), &format!("it is {}, not a map of {kind}", what(other))),
        }
    }

    fn item(&mut self, path: &[&str], book: Option<&str>, kind: &'static str, key: &str, value: &Value) {
        if is_too_long(key) {
            return self.too_long(kind, path, key);
        }
        let path = format!("{}/{key}", path.join("/"));
        let map = match value {
            Value::Object(map) => map,
            // The editors leave `false` in the place of a removed item.
            Value::Null | Value::Bool(false) => return,
            other => {
                return self.skip(kind, &path, &format!("it is {}, not a map", what(other)));
            }
        };
        if depth(value) > MAX_DEPTH {
            let reason = format!("it is nested more than {MAX_DEPTH} deep");
            return self.skip(kind, &path, &reason);
        }
        let item = Item::new(map);
        let name = item.words("name").unwrap_or_default();
        if key.trim().is_empty() && name.is_empty() {
            return self.skip(kind, &path, "it has neither name nor key");
        }
        self.disabled += usize::from(item.has("disabled?"));
        let book_name = name::book(item.get("option-pack"), book, self.stem);
        let book_key = book_key(&book_name, NAME);
        let own = name::item_key(key, &name);
        let url = format!("{}{path}", self.address());
        let record = |own: &str| Record { key: format!("{book_key}/{own}"), url, raw: value.clone() };
        let unique = self.unique_key(kind, &book_key, own, key, &path);
        let record = record(&unique);
        self.books.entry(book_key).or_insert(book_name);
        self.records.insert((kind, record.key.clone()), record);
    }

    /// The key of an item within its book: the same key in the file is the same thing, a like one (`tough`,
    /// `tough-`) is another, which gets a number.
    fn unique_key(&mut self, kind: &'static str, book: &str, own: String, key: &str, path: &str) -> String {
        let base = (kind, format!("{book}/{own}"));
        let alike = self.alike.entry(base).or_default();
        if let Some(unique) = alike.keys.get(key) {
            self.replaced.push(path.to_owned());
            return unique.clone();
        }
        let mut unique = own.clone();
        while self.records.contains_key(&(kind, format!("{book}/{unique}"))) {
            alike.last += 1;
            unique = format!("{own}-{}", alike.last + 1);
        }
        alike.keys.insert(key.to_owned(), unique.clone());
        unique
    }

    fn too_long(&mut self, kind: &str, path: &[&str], key: &str) {
        let key = shortened(key);
        let path: Vec<&str> = path.iter().copied().chain([key.as_str()]).collect();
        self.skip(kind, &path.join("/"), TOO_LONG);
    }

    fn skip(&mut self, kind: &str, path: &str, reason: &str) {
        self.skipped.push(Skipped { endpoint: kind.to_owned(), key: path.to_owned(), reason: reason.to_owned() });
    }

    /// The prefix of the records' addresses.
    fn address(&self) -> String {
        address(NAME, self.file)
    }

    fn finish(self, twice: &[(String, usize)]) -> Reading {
        let address = self.address();
        let is_empty = self.skipped.is_empty();
        let mut reading = Reading {
            file: self.file.to_owned(),
            source: NAME.to_owned(),
            address: Some(address.clone()),
            skipped: self.skipped,
            ..Reading::default()
        };
        let items = self.records.len();
        for ((kind, _), record) in self.records {
            let list = reading.records.0.entry(kind.to_owned()).or_default();
            list.push(record);
        }
        for (key, name) in self.books {
            let record = Record {
                url: format!("{address}{name}"),
                raw: json!({"key": key, "name": name, "file": self.file}),
                // Several files can have items of one book.
                key: format!("{key}/{}", self.file),
            };
            let list = reading.records.0.entry("books".to_owned()).or_default();
            list.push(record);
        }
        let notes = &mut reading.notes;
        if items == 0 && is_empty {
            notes.push("There is nothing in it.".to_owned());
        }
        if self.disabled > 0 {
            notes.push(format!(
                "{} switched off in OrcPub; what is in the file is imported all the same.",
                prose::counted(self.disabled, "book or item is", "books or items are")
            ));
        }
        if let Some(first) = self.replaced.first() {
            notes.push(format!(
                "{} more than once; the last counts (the first of them: {first}).",
                prose::counted(self.replaced.len(), "item comes", "items come")
            ));
        }
        if let Some((key, line)) = twice.first() {
            notes.push(format!(
                "{} twice in one map; the last counts (the first of them: {key}, line {line}).",
                prose::counted(twice.len(), "key comes", "keys come")
            ));
        }
        for (key, count) in self.unknown {
            notes.push(format!(
                "{} left out: LoreKeeper does not know the type {key}.",
                prose::counted(count, "item is", "items are")
            ));
        }
        reading
    }
}
