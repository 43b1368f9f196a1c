//! Cross-references of the rules glossary: *See also* "Cover."

use super::{Kind, Model};
use crate::{Regex, name_of_slug, pattern};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The sentence that names other entries, at the end of a paragraph.
static SEE_ALSO: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?m)\*?See also\*? (?P<names>[^\n*|]{2,160}?)(?P<end>\.?)$"));

/// What parts the names.
static SEPARATOR: LazyLock<Regex> = LazyLock::new(|| pattern(r",? and |, "));

/// Writes the references of glossary entries as the book does: an entry of the glossary in quotation marks, a section of
/// another chapter behind its chapter.
///
/// Correction (rules): References of the glossary of 2024 have their quotation marks and chapters.
pub(super) fn quote(rows: &mut [Model]) {
    let mut known: HashMap<(String, String), Option<String>> = HashMap::new();
    // Entries of the glossary come before rules of the name.
    let is_entry = |row: &Model| matches!(row.kind, Kind::Glossary | Kind::Condition);
    let (entries, others): (Vec<&Model>, Vec<&Model>) = rows.iter().partition(|row| is_entry(row));
    for row in entries.into_iter().chain(others) {
        let is_part = matches!(row.kind, Kind::Rule | Kind::Section);
        let chapter = row
            .chapter
            .as_ref()
            .filter(|chapter| is_part && **chapter != row.slug);
        if is_entry(row) || is_part {
            let key = (row.document_key.clone(), row.name.to_lowercase());
            known.entry(key).or_insert_with(|| chapter.cloned());
        }
    }
    for row in rows.iter_mut().filter(|row| row.kind == Kind::Glossary) {
        let book = row.document_key.clone();
        let quoted = SEE_ALSO.replace_all(&row.text, |found: &regex::Captures<'_>| {
            let part = |name: &str| found.name(name).map_or("", |part| part.as_str());
            sentence(part("names"), part("end"), |name| {
                known
                    .get(&(book.clone(), name.to_lowercase()))
                    .cloned()
                    .flatten()
            })
        });
        row.text = quoted.into_owned();
    }
}

/// The sentence with all names in quotation marks; `chapter` gives that of a rule.
fn sentence(names: &str, end: &str, chapter: impl Fn(&str) -> Option<String>) -> String {
    let mut quoted = String::from("*See also* ");
    let mut from = 0;
    let separators: Vec<(usize, usize)> = SEPARATOR
        .find_iter(names)
        .map(|found| (found.start(), found.end()))
        .collect();
    for (start, next) in separators.into_iter().chain([(names.len(), names.len())]) {
        let name = names.get(from..start).unwrap_or_default().trim();
        if name.contains(['"', '“', '(']) {
            quoted.push_str(name);
        } else if let Some(chapter) = chapter(name) {
            let chapter = name_of_slug(&chapter);
            quoted.extend(["\"", &chapter, "\" (\"", name, "\")"]);
        } else {
            quoted.extend(["\"", name, "\""]);
        }
        quoted.push_str(names.get(start..next).unwrap_or_default());
        from = next;
    }
    // A point stands within the quotation marks.
    match quoted.strip_suffix('"') {
        Some(open) if !end.is_empty() => format!("{open}.\""),
        _ => quoted + end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_quoted() {
        let chapter = |name: &str| (name == "Mud and Mire").then(|| "hopping-about".to_owned());
        for (names, end, expected) in [
            ("Toads", ".", "*See also* \"Toads.\""),
            (
                "Toads and Newts",
                ".",
                "*See also* \"Toads\" and \"Newts.\"",
            ),
            (
                "\"Pond\" (\"Reeds\")",
                ".",
                "*See also* \"Pond\" (\"Reeds\").",
            ),
        ] {
            assert_eq!(sentence(names, end, chapter), expected);
        }
        let chapter = |name: &str| (name == "Mud").then(|| "hopping-about".to_owned());
        assert_eq!(
            sentence("Toads, Newts, and Mud", ".", chapter),
            "*See also* \"Toads\", \"Newts\", and \"Hopping About\" (\"Mud\")."
        );
    }
}
