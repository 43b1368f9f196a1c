//! Cross-references at the end of the entries of the glossary of 2024, which the sources leave out or shorten.

use lorekeeper_content::Pattern;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The titles that an entry refers to, by its slug.
static TITLES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = include_str!("see_also.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(" = ")).collect()
});

/// The references at the end of an entry, as the book or as a source has them (`See also Speed.`).
static REFERENCES: Pattern = Pattern::new(r"(?-i)\s*\*?See also\b[^\n]*$");

/// Puts the references of an entry at its end, in the place of those that it has.
///
/// Correction (rules): The entries of the glossary of 2024 end with what they refer to (*See also*).
pub(super) fn put(row: &mut Map<String, Value>) {
    let text = |field: &str| row.get(field).and_then(Value::as_str).unwrap_or_default();
    if (text("document_key"), text("kind")) != ("srd-2024", "GLOSSARY") {
        return;
    }
    let Some(titles) = TITLES.get(text("slug")) else {
        return;
    };
    // A full stop stands within the last quotation marks.
    let titles = titles.strip_suffix('”').map_or_else(|| format!("{titles}."), |inner| format!("{inner}.”"));
    let entry = REFERENCES.replace(text("text"), "");
    // Behind a table the references are a paragraph.
    let gap = if entry.ends_with('|') { "\n\n" } else { " " };
    let whole = format!("{entry}{gap}*See also* {titles}");
    row.insert("text".to_owned(), whole.into());
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn put_into(slug: &str, kind: &str, text: &str) -> String {
        let row = json!({"document_key": "srd-2024", "kind": kind, "slug": slug, "text": text});
        let mut row: Map<String, Value> = serde_json::from_value(row).unwrap();
        put(&mut row);
        row["text"].as_str().unwrap().to_owned()
    }

    #[test]
    fn an_entry_ends_with_what_it_refers_to() {
        assert_eq!(put_into("dash", "GLOSSARY", "You run."), "You run. *See also* “Speed.”");
        assert_eq!(
            put_into("skill", "GLOSSARY", "It helps. *See also* “Skill”"),
            "It helps. *See also* “Playing the Game” (“Proficiency”)."
        );
        assert_eq!(put_into("malnutrition", "GLOSSARY", "Eat.\n\n| a |"), "Eat.\n\n| a |\n\n*See also* “Exhaustion.”");
        assert_eq!(put_into("dash", "GLOSSARY", "You run. See also Speed."), "You run. *See also* “Speed.”");
        assert_eq!(put_into("dash", "RULE", "You run."), "You run.");
        assert_eq!(put_into("pond", "GLOSSARY", "It is wet."), "It is wet.");
    }

    #[test]
    fn every_line_is_of_one_entry() {
        let lines = include_str!("see_also.txt").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.count(), TITLES.len());
    }
}
