//! Shapes in a file: content types, books and envelopes.

use serde_json::Value;

/// The content types, and how files spell them: with whatever namespace, or none.
const CONTENT_TYPES: [(&str, &[&str]); 20] = [
    ("spells", &["spell"]),
    ("monsters", &["monster", "creatures"]),
    ("races", &["race"]),
    ("subraces", &["subrace"]),
    ("classes", &["class"]),
    ("subclasses", &["subclass"]),
    ("feats", &["feat"]),
    ("backgrounds", &["background"]),
    ("languages", &["language"]),
    ("encounters", &["encounter"]),
    ("selections", &["selection"]),
    ("invocations", &["invocation", "eldritch-invocations"]),
    ("boons", &["boon", "pact-boons"]),
    ("weapons", &["weapon"]),
    ("armor", &["armors"]),
    ("ammunition", &[]),
    ("magic-items", &["magic-item", "magicitems", "items"]),
    ("fighting-styles", &["fighting-style"]),
    ("draconic-ancestries", &["draconic-ancestry"]),
    ("spell-lists", &["spell-list"]),
];

/// The content type that a key names.
pub(super) fn content_type(key: &str) -> Option<&'static str> {
    let bare = bare(key);
    let spelled = |(name, others): &&(&'static str, &[&str])| *name == bare || (key != bare && others.contains(&bare));
    CONTENT_TYPES.iter().find(spelled).map(|(name, _)| *name)
}

/// Keys about the book itself.
pub(super) fn is_about_the_book(key: &str) -> bool {
    const ABOUT: [&str; 9] =
        ["abbreviation", "author", "description", "disabled?", "key", "name", "option-pack", "owner", "version"];
    ABOUT.contains(&bare(key))
}

/// Whether a key holds the whole library: `:orcpub.dnd.e5/plugins`, `:orcbrew/content`.
pub(super) fn is_envelope(key: &str) -> bool {
    bare(key) == "plugins" || key == "orcbrew/content"
}

/// A keyword without its namespace.
pub(super) fn bare(key: &str) -> &str {
    key.rsplit('/').next().unwrap_or(key)
}

/// Whether a value is a book: a map of content types, or one that is empty.
pub(super) fn is_book(value: &Value) -> bool {
    let Value::Object(map) = value else {
        return false;
    };
    let is_shelf = |(key, value): (&String, &Value)| {
        let filled = matches!(value, Value::Object(_) | Value::Array(_) | Value::Null);
        filled && (content_type(key).is_some() || key.contains("dnd.e5"))
    };
    map.iter().any(is_shelf) || map.keys().all(|key| is_about_the_book(key))
}
