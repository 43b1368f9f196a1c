//! Subclasses, which classes carry as their archetypes.

use super::super::document::Books;
use super::super::wire::name;
use super::{feature, heading, row};
use lorekeeper_content::character_option::{Kind, Model};
use serde::Deserialize;

/// An archetype; its book may be another than the class's.
#[derive(Debug, Deserialize)]
pub(super) struct Archetype {
    #[serde(deserialize_with = "name")]
    name: String,
    #[serde(default, rename = "document__slug")]
    document: String,
    #[serde(default)]
    desc: String,
}

impl Archetype {
    /// The row of the subclass of the class with that slug.
    pub fn row(&self, class: &str, books: &Books) -> Model {
        let mut row = row(Kind::Subclass, books.key(&self.document), &self.name);
        row.parent_slug = Some(class.to_owned());
        let mut parts = heading::headed(&self.desc);
        if let Some(first) = parts.first_mut() {
            row.text = std::mem::take(&mut first.text);
        }
        let features = feature::of_subclass(parts);
        row.levels = feature::levels(&features).into();
        row.features = features.into();
        row
    }
}
