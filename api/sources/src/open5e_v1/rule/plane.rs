//! Planes of existence.

use super::super::document::Books;
use super::super::draft;
use super::super::wire::{name, optional_text, text_or_none};
use super::row;
use crate::{Drafts, Records};
use lorekeeper_content::rule::Kind;
use lorekeeper_content::slugify;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Plane {
    #[serde(deserialize_with = "name")]
    name: String,
    #[serde(default, rename = "document__slug")]
    document: String,
    #[serde(default)]
    desc: String,
    /// Name of the group of planes that it belongs to.
    parent: Option<String>,
}

/// Draws the planes.
pub(super) fn draw(books: &Books, records: &Records, drafts: &mut Drafts) {
    for (record, plane) in drafts.parse::<Plane>(records, "planes") {
        let mut row = row(Kind::Plane, books.key(&plane.document), &plane.name);
        row.text = text_or_none(&plane.desc).unwrap_or_default();
        row.parent_slug = optional_text(plane.parent.as_deref()).map(|parent| slugify(&parent));
        drafts.rules.push(draft(row, "planes", record, None));
    }
}
