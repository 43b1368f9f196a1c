//! Rule chapters and their sections.

use super::super::wire::{Reference, document_key};
use super::draft;
use crate::dnd5e::wire::{Prose, filled};
use crate::{Drafts, Records};
use lorekeeper_content::rule::{Kind, Model};
use lorekeeper_content::slugify;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Draws the chapters (`rules`) and the sections (`rule-sections`) that they list.
pub(super) fn draw(edition: &str, records: &Records, drafts: &mut Drafts) {
    let places = draw_chapters(edition, records, drafts);
    let endpoint = format!("{edition}/rule-sections");
    for (record, text) in drafts.parse::<Text>(records, &endpoint) {
        let mut row = text.row(edition);
        if let Some((chapter, order)) = places.get(&row.slug) {
            row.chapter = Some(chapter.clone());
            row.parent_slug = Some(chapter.clone());
            row.order = Some(*order);
        }
        drafts.rules.push(draft(row, &endpoint, record));
    }
}

/// Draws the chapters; gives, by slug of the section, the chapter that lists it and its position
/// there.
fn draw_chapters(
    edition: &str,
    records: &Records,
    drafts: &mut Drafts,
) -> BTreeMap<String, (String, i32)> {
    let endpoint = format!("{edition}/rules");
    let mut places = BTreeMap::new();
    for (record, text) in drafts.parse::<Text>(records, &endpoint) {
        let mut row = text.row(edition);
        row.chapter = Some(row.slug.clone());
        row.related_slugs = text.subsections.iter().map(|s| slugify(&s.name)).collect();
        for (section, order) in row.related_slugs.iter().zip(1..) {
            places.insert(section.clone(), (row.slug.clone(), order));
        }
        drafts.rules.push(draft(row, &endpoint, record));
    }
    places
}

#[derive(Deserialize)]
struct Text {
    #[serde(deserialize_with = "filled")]
    name: String,
    #[serde(alias = "description")]
    desc: Prose,
    #[serde(default)]
    subsections: Vec<Reference>,
}

impl Text {
    fn row(&self, edition: &str) -> Model {
        let whole = self.desc.markdown();
        let (heading_level, text) = without_heading(&self.name, &whole);
        Model {
            document_key: document_key(edition),
            kind: Kind::Section,
            slug: slugify(&self.name),
            name: self.name.clone(),
            text: text.to_owned(),
            heading_level,
            ..Model::default()
        }
    }
}

/// The text without the heading that repeats its name, and the level of that heading.
///
/// Correction (rules): A heading that repeats the name of the section is left out of its text.
fn without_heading<'a>(name: &str, text: &'a str) -> (Option<i32>, &'a str) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let heading = first.trim_start_matches('#');
    let level = first.len() - heading.len();
    if level == 0 || slugify(heading) != slugify(name) {
        return (None, text);
    }
    (i32::try_from(level).ok(), rest.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_heading_stays() {
        let text = "## Yeast\nIt grows.";
        assert_eq!(without_heading("Dough", text), (None, text));
    }
}
