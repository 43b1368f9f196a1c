//! Sections of the rules: long texts with headings, which version 2 has cut into rules.

use super::super::document::Books;
use super::super::draft;
use super::super::wire::{name, optional_text, text_or_none};
use super::row;
use crate::{Drafts, Records};
use lorekeeper_content::rule::{Kind, Model};
use lorekeeper_content::slugify;
use lorekeeper_content::vocabulary::CONDITIONS;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Section {
    #[serde(deserialize_with = "name")]
    name: String,
    #[serde(default, rename = "document__slug")]
    document: String,
    #[serde(default)]
    desc: String,
    /// Name of the part of the book that it belongs to.
    parent: Option<String>,
}

/// Draws the sections. The licence stands among them: it belongs to the document.
///
/// Correction (rules): The licence among the sections is no rule and is left out.
pub(super) fn draw(books: &Books, records: &Records, drafts: &mut Drafts) {
    for (record, section) in drafts.parse::<Section>(records, "sections") {
        let parent = optional_text(section.parent.as_deref());
        if parent.as_deref() == Some("Legal Information") {
            continue;
        }
        let row = section.row(books.key(&section.document));
        drafts.rules.push(draft(row, "sections", record, None));
    }
}

impl Section {
    fn row(&self, document: String) -> Model {
        let mut row = row(Kind::Section, document, &self.name);
        row.text = text_or_none(&own_text(&self.desc)).unwrap_or_default();
        row
    }
}

/// The text without the parts that are the text of conditions, which are rules of their own. A section that
/// begins with a heading has no text of its own: below headings are its rules.
///
/// Correction (rules): The text of conditions and of single rules is left out of the sections that hold them.
fn own_text(text: &str) -> String {
    if text.trim_start().starts_with('#') {
        return String::new();
    }
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
