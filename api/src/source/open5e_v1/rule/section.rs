//! Sections of the rules: long texts with headings, which version 2 has cut into rules.

use super::super::document::Books;
use super::super::draft;
use super::super::wire::{name, said, said_of};
use super::row;
use crate::family::rule::{Kind, Model};
use crate::family::slugify;
use crate::source::open5e_v2::creature::defence::CONDITIONS;
use crate::source::{Drafts, Records};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Section {
    #[serde(deserialize_with = "name")]
    name: String,
    #[serde(rename = "document__slug")]
    document: String,
    desc: String,
    /// Name of the part of the book that it belongs to.
    parent: Option<String>,
}

/// Draws the sections. The licence stands among them: it belongs to the document.
pub(super) fn draw(books: &Books, records: &Records, drafts: &mut Drafts) {
    for (record, section) in records.parse::<Section>("sections", drafts) {
        let parent = said_of(section.parent.as_deref());
        if parent.as_deref() == Some("Legal Information") {
            continue;
        }
        let row = section.row(books.key(&section.document), parent.as_deref());
        drafts.rules.push(draft(row, "sections", record, None));
    }
}

impl Section {
    fn row(&self, document: String, parent: Option<&str>) -> Model {
        let mut row = row(Kind::Section, document, &self.name);
        row.text = said(&own_text(&self.desc)).unwrap_or_default();
        row.chapter = parent.and_then(chapter).map(str::to_owned);
        row
    }
}

/// The chapters, as they are called elsewhere, of what upstream calls parents.
fn chapter(parent: &str) -> Option<&'static str> {
    match slugify(parent).as_str() {
        "combat" => Some("combat"),
        "equipment" => Some("equipment"),
        "gameplay-mechanics" => Some("adventuring"),
        _ => None,
    }
}

/// The text without the parts that are the text of conditions, which are rules of their own.
fn own_text(text: &str) -> String {
    let mut own = true;
    let lines = text.lines().filter(|line| {
        let heading = line.trim_start_matches('#');
        if heading.len() < line.len() {
            own = !CONDITIONS.contains(&slugify(heading).as_str());
        }
        own
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::drawn;
    use serde_json::json;

    fn section(name: &str, parent: &str, desc: &str) -> serde_json::Value {
        json!({
            "slug": "x", "name": name, "desc": desc, "document__slug": "pnd", "parent": parent
        })
    }

    #[test]
    fn sections_know_their_chapter() {
        let drafts = drawn("sections", section("Nets", "Equipment", "## Of Nets\nThey catch."));
        let row = &drafts.rules[0].row;
        assert_eq!(row.chapter.as_deref(), Some("equipment"));
        assert_eq!(row.text, "## Of Nets\nThey catch.");
        let drafts = drawn("sections", section("Odds", "Rules", "And ends."));
        assert_eq!(drafts.rules[0].row.chapter, None);
    }

    #[test]
    fn conditions_are_rules_of_their_own() {
        let text = "They last.\n\n## Blinded\n\nIt cannot see.\n\n## Ends\n\nThey end.";
        let drafts = drawn("sections", section("Conditions", "Rules", text));
        assert_eq!(drafts.rules[0].row.text, "They last.\n\n## Ends\n\nThey end.");
    }

    #[test]
    fn the_licence_is_no_rule() {
        let drafts = drawn("sections", section("Licence", "Legal Information", "Be fair."));
        assert!(drafts.rules.is_empty() && drafts.skipped.is_empty());
    }
}
