//! Shelf of an import: the records of a file under unique keys, its books, and what was left out.

use super::plain::plain;
use super::{ReadError, Reading, unknown};
use crate::{Record, Records, Skipped};
use lorekeeper_content::digest::sha256;
use lorekeeper_content::{CORE_DOCUMENT, Pattern, slugify};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap};

/// Longest name of a file, and of a book or item in it: each stands in the addresses of all that is below it.
pub(crate) const MAX_NAME_CHARS: usize = 300;

/// How deep a record may be nested: deeper ones could be stored, but not read again.
const MAX_DEPTH: usize = 100;

/// The page behind the name of a book.
static PAGE: Pattern = Pattern::new(r"[\s,(]+(?:pp?|pg|pages?)\.?\s*\d[\d\s,–-]*\)?$");

/// The records of a file so far.
pub(crate) struct Shelf {
    source: &'static str,
    file: String,
    records: BTreeMap<String, Vec<Record>>,
    /// The places of records by endpoint and key.
    known: HashMap<(String, String), (usize, usize)>,
    books: BTreeMap<String, Map<String, Value>>,
    skipped: Vec<Skipped>,
    notes: Vec<String>,
    repeated: usize,
}

impl Shelf {
    /// An empty shelf for a file; an error where its name is too long.
    pub fn new(source: &'static str, file: &str) -> Result<Self, ReadError> {
        if is_too_long(file) {
            let problem = format!("has a name of more than {MAX_NAME_CHARS} characters; rename it");
            return Err(unknown(&shortened(file), &problem));
        }
        Ok(Self {
            source,
            file: file.to_owned(),
            records: BTreeMap::new(),
            known: HashMap::new(),
            books: BTreeMap::new(),
            skipped: Vec::new(),
            notes: Vec::new(),
            repeated: 0,
        })
    }

    /// The name of the file without its ending, which names the book of what names none.
    pub fn stem(&self) -> String {
        let name = self.file.rsplit(['/', '\\']).next().unwrap_or(&self.file);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem).trim();
        let stem = stem.trim_end_matches(".json").replace('_', " ");
        crate::wire::filled(&stem).unwrap_or_else(|| self.source.to_owned())
    }

    /// Adds a book of that name, unless it is there, and gives its key. `about` has further fields.
    pub fn book(&mut self, name: &str, about: Map<String, Value>) -> String {
        let name = plain(name);
        let name: String = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let name = PAGE.replace(&name, "").into_owned();
        let name = if is_too_long(&name) { shortened(&name) } else { name };
        let key = book_key(&name, self.source);
        let book = self.books.entry(key.clone()).or_insert_with(|| {
            let fields = [("key", &key), ("name", &name), ("file", &self.file)];
            let fields = fields.map(|(field, value)| (field.to_owned(), json!(value)));
            fields.into_iter().collect()
        });
        for (field, value) in about {
            book.entry(field).or_insert(value);
        }
        key
    }

    /// Says of which edition a book is.
    pub fn edition(&mut self, book: &str, edition: &str) {
        if let Some(book) = self.books.get_mut(book) {
            book.insert("edition".to_owned(), json!(edition));
        }
    }

    /// Adds an item of a book. `path` is its place in the file; `own` distinguishes items of one name.
    pub fn put(&mut self, endpoint: &str, book: &str, name: &str, own: &str, path: &str, raw: Value) {
        if is_too_long(name) || is_too_long(own) {
            let reason = format!("its name is longer than {MAX_NAME_CHARS} characters");
            return self.skip(endpoint, &shortened(path), &reason);
        }
        if depth(&raw) > MAX_DEPTH {
            let reason = format!("it is nested more than {MAX_DEPTH} deep");
            return self.skip(endpoint, path, &reason);
        }
        let base = format!("{book}/{}", slug(own, "item"));
        let list = self.records.entry(endpoint.to_owned()).or_default();
        let known = self.known.get_mut(&(endpoint.to_owned(), base.clone()));
        let key = match known {
            None => base.clone(),
            Some((place, count)) => {
                if list.get(*place).is_some_and(|record| record.raw == raw) {
                    self.repeated += 1;
                    return;
                }
                *count += 1;
                format!("{base}-{count}")
            }
        };
        self.known.entry((endpoint.to_owned(), key.clone())).or_insert((list.len(), 1));
        list.push(Record { url: format!("{}{path}", address(self.source, &self.file)), key, raw });
    }

    /// Notes an item that cannot be understood.
    pub fn skip(&mut self, endpoint: &str, path: &str, reason: &str) {
        self.skipped.push(Skipped { endpoint: endpoint.to_owned(), key: path.to_owned(), reason: reason.to_owned() });
    }

    /// Adds a remark for the user.
    pub fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// Whether no record is on it.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// What was read of the file.
    pub fn finish(self) -> Reading {
        let address = address(self.source, &self.file);
        let mut records = Records(self.records);
        let books = self.books.into_iter().map(|(key, raw)| Record {
            url: format!("{address}{key}"),
            // Several files can have items of one book.
            key: format!("{key}/{}", self.file),
            raw: Value::Object(raw),
        });
        records.0.insert("books".to_owned(), books.collect());
        let mut notes = self.notes;
        if self.repeated > 0 {
            let times = self.repeated;
            notes.push(format!("Left out as repeated word for word: {times} records."));
        }
        Reading {
            source: self.source.to_owned(),
            address: Some(address),
            skipped: self.skipped,
            file: self.file,
            records,
            notes,
        }
    }
}

/// The prefix of the addresses of a file's records. The file name is escaped, since it may contain a `#`.
pub(crate) fn address(source: &str, file: &str) -> String {
    let file = file.replace('%', "%25").replace('#', "%23");
    format!("{source}:{file}#")
}

/// Whether a name is too long to be a part of addresses.
pub(crate) fn is_too_long(name: &str) -> bool {
    name.chars().nth(MAX_NAME_CHARS).is_some()
}

/// The beginning of a name that is too long.
pub(crate) fn shortened(name: &str) -> String {
    let beginning: String = name.chars().take(60).collect();
    format!("{beginning}…")
}

/// The key of the book of that name. The keys that the reference documents have are theirs.
pub(crate) fn book_key(name: &str, source: &str) -> String {
    const TAKEN: [&str; 4] = [CORE_DOCUMENT, "srd", "srd-2014", "srd-2024"];
    let slug = slug(name, "book");
    if TAKEN.contains(&slug.as_str()) {
        let format = crate::import_format(source).unwrap_or(source);
        format!("{slug}-{}", slugify(format))
    } else {
        slug
    }
}

/// A slug; a name in letters that a slug cannot have gets one of its own, always the same.
pub(crate) fn slug(name: &str, prefix: &str) -> String {
    let slug = slugify(name);
    if !slug.is_empty() {
        return slug;
    }
    let digest = sha256(name);
    format!("{prefix}-{}", digest.get(..8).unwrap_or(&digest))
}

/// How deep a value is nested.
pub(crate) fn depth(value: &Value) -> usize {
    let below = match value {
        Value::Object(fields) => fields.values().map(depth).max(),
        Value::Array(values) => values.iter().map(depth).max(),
        _ => return 0,
    };
    1 + below.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_have_keys_of_their_own() {
        let mut shelf = Shelf::new("fivetools", "my_brew#1.json").unwrap();
        assert_eq!(shelf.stem(), "my brew#1");
        let book = shelf.book(" Kettle  Lore ", Map::new());
        assert_eq!(shelf.book("SRD", Map::new()), "srd-5etools");
        let mut put = |raw: Value| shelf.put("spells", &book, "Tea", "Tea", "spells[0]", raw);
        put(json!({"level": 1}));
        put(json!({"level": 2}));
        put(json!({"level": 1}));
        shelf.put("spells", &book, "茶", "茶", "spells[3]", json!({}));
        shelf.put("spells", &book, &"a".repeat(301), "a", "spells[4]", json!({}));
        let reading = shelf.finish();
        let spells = reading.records.endpoint("spells");
        let keys: Vec<&str> = spells.iter().map(|record| record.key.as_str()).collect();
        assert_eq!(keys.len(), 3);
        assert_eq!(keys[..2], ["kettle-lore/tea", "kettle-lore/tea-2"]);
        assert!(keys[2].starts_with("kettle-lore/item-"), "{keys:?}");
        assert_eq!(spells[0].url, "fivetools:my_brew%231.json#spells[0]");
        assert_eq!(reading.records.endpoint("books").len(), 2);
        assert!(reading.notes[0].contains("repeated"), "{:?}", reading.notes);
        assert_eq!(reading.skipped.len(), 1);
    }
}
