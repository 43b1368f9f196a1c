//! Paths of notes: a folder for each family and book, and in it names that no two notes share, however a disk compares
//! them.

use lorekeeper_content::Identity;
use lorekeeper_content::export::file_name;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// The paths of all notes by global id, without an extension.
#[derive(Default)]
pub struct Paths {
    of: HashMap<String, String>,
    /// File names of books, by their keys.
    books: HashMap<String, String>,
    /// Keys of books that have notes.
    used: HashSet<String>,
    taken: HashSet<String>,
}

/// A path as disks compare it that ignore case.
pub fn folded(path: &str) -> String {
    path.to_lowercase()
}

impl Paths {
    /// The paths of the books' notes.
    pub fn new(books: &[Value]) -> Self {
        let mut paths = Self::default();
        for book in books {
            let text = |key| book.get(key).and_then(Value::as_str).unwrap_or_default();
            let path = paths.free(super::BOOKS, text("name"), text("key"));
            let name = path.rsplit('/').next().unwrap_or_default().to_owned();
            paths.books.insert(text("key").to_owned(), name);
            paths.of.insert(text("id").to_owned(), path);
        }
        paths
    }

    /// Gives the entities of a family their paths, in the order of their ids, so that they get the same ones each time.
    pub fn add(&mut self, folder: &str, mut names: Vec<(String, String)>) {
        names.sort_unstable();
        for (id, name) in names {
            let Some(identity) = Identity::parse(&id) else {
                continue;
            };
            let book = self.books.get(&identity.document);
            let book = book.cloned().unwrap_or_else(|| file_name(&identity.document));
            let path = self.free(&format!("{folder}/{book}"), &name, &identity.kind);
            self.used.insert(identity.document);
            self.of.insert(id, path);
        }
    }

    /// A path that no other note has: the name, with the detail in brackets where it is taken, else with a number.
    fn free(&mut self, folder: &str, name: &str, detail: &str) -> String {
        let name = file_name(name);
        let detail = file_name(&detail.replace('_', " "));
        let numbers = (2_u32..).map(|number| format!("{folder}/{name} ({number})"));
        let names = [format!("{folder}/{name}"), format!("{folder}/{name} ({detail})")];
        let mut names = names.into_iter().chain(numbers);
        let free = names.find(|path| self.taken.insert(folded(path)));
        free.unwrap_or_default()
    }

    /// Whether no entity has a path.
    pub fn is_empty(&self) -> bool {
        self.used.is_empty()
    }

    /// Whether there are notes of entities of a book.
    pub fn has_notes(&self, book: &Value) -> bool {
        let key = book.get("key").and_then(Value::as_str);
        key.is_some_and(|key| self.used.contains(key))
    }

    /// The path of a note; `None` for what came since the paths were given.
    pub fn of(&self, id: &str) -> Option<&str> {
        self.of.get(id).map(String::as_str)
    }

    /// The paths of all notes, folded.
    pub fn all(&self) -> HashSet<String> {
        let is_written = |id: &str| match id.strip_prefix("document:") {
            Some(key) => self.used.contains(key),
            None => true,
        };
        let written = self.of.iter().filter(|(id, _)| is_written(id));
        written.map(|(_, path)| folded(path)).collect()
    }

    /// A note whose links lead to paths; words that lead to nothing in the vault are no link.
    pub fn resolve(&self, note: &str) -> String {
        let mut parts = note.split("[[");
        let mut resolved = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let link = part.split_once('|').and_then(|(id, rest)| {
                let (words, after) = rest.split_once("]]")?;
                let bar = if id.ends_with('\\') { "\\|" } else { "|" };
                Some((id.trim_end_matches('\\'), bar, words, after))
            });
            match link {
                None => resolved.extend(["[ [", part]),
                Some((id, bar, words, after)) => match self.of(id) {
                    Some(path) => resolved.extend(["[[", path, bar, words, "]]", after]),
                    None => resolved.extend([words, after]),
                },
            }
        }
        resolved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn paths() -> Paths {
        let book = |key: &str, name: &str| json!({"id": format!("document:{key}"), "key": key, "name": name});
        Paths::new(&[book("a", "Soups: All"), book("b", "soups- all"), book("c", "Unread")])
    }

    #[test]
    fn no_two_notes_share_a_path() {
        let mut paths = paths();
        let names = [
            ("equipment:a:weapon:pot", "Pot"),
            ("equipment:a:magic_item:pot", "pot"),
            ("equipment:a:gear:pot-2", "POT"),
            ("equipment:a:gear:pot-3", "Pot (gear)"),
            ("equipment:b:gear:pot", "Pot/Pan"),
        ];
        let names = names.map(|(id, name)| (id.to_owned(), name.to_owned()));
        paths.add("Equipment", names.to_vec());
        let of = |id| paths.of(id).unwrap();
        assert_eq!(of("equipment:a:gear:pot-2"), "Equipment/Soups- All/POT");
        assert_eq!(of("equipment:a:gear:pot-3"), "Equipment/Soups- All/Pot (gear)");
        assert_eq!(of("equipment:a:magic_item:pot"), "Equipment/Soups- All/pot (magic item)");
        assert_eq!(of("equipment:a:weapon:pot"), "Equipment/Soups- All/Pot (weapon)");
        assert_eq!(of("equipment:b:gear:pot"), "Equipment/soups- all (b)/Pot-Pan");
        assert_eq!(paths.all().len(), 5 + 2);
    }

    #[test]
    fn links_lead_to_paths_or_are_words() {
        let paths = paths();
        let note = "[[document:a|A]] | [[document:b\\|B]] | [[gone|C]] [[x";
        let resolved = "[[Books/Soups- All|A]] | [[Books/soups- all (b)\\|B]] | C [ [x";
        assert_eq!(paths.resolve(note), resolved);
    }
}
