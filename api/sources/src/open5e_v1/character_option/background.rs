//! Backgrounds.

use super::super::document::Books;
use super::super::wire::{name, optional_text, text_or_none};
use super::{add, row};
use crate::option_text::background;
use crate::option_text::proficiency::unless_none;
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{Kind, Model};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Background {
    #[serde(deserialize_with = "name")]
    name: String,
    #[serde(default, rename = "document__slug")]
    document: String,
    #[serde(default)]
    desc: String,
    skill_proficiencies: Option<String>,
    tool_proficiencies: Option<String>,
    languages: Option<String>,
    equipment: Option<String>,
    /// Name of the feature.
    feature: Option<String>,
    feature_desc: Option<String>,
    suggested_characteristics: Option<String>,
}

/// Draws the backgrounds.
pub(super) fn draw(books: &Books, records: &Records, drafts: &mut Drafts) {
    for (record, background) in drafts.parse::<Background>(records, "backgrounds") {
        let row = background.row(books.key(&background.document));
        add(row, "backgrounds", record, drafts);
    }
}

impl Background {
    fn row(&self, document: String) -> Model {
        let mut row = row(Kind::Background, document, &self.name);
        row.text = text_or_none(&self.desc).unwrap_or_default();
        let text = |text: &Option<String>| optional_text(text.as_deref());
        let words = |words: &Option<String>| text(words).and_then(|words| unless_none(&words));
        let feature = text(&self.feature).unwrap_or_default();
        let characteristics = "Suggested Characteristics";
        let benefits = [
            ("Skill Proficiencies", "skill_proficiency", words(&self.skill_proficiencies)),
            ("Tool Proficiencies", "tool_proficiency", words(&self.tool_proficiencies)),
            ("Languages", "language", words(&self.languages)),
            ("Equipment", "equipment", words(&self.equipment)),
            (feature.as_str(), "feature", text(&self.feature_desc)),
            (characteristics, "suggested_characteristics", text(&self.suggested_characteristics)),
        ];
        let benefits = benefits.into_iter();
        let benefits = benefits.filter_map(|(name, kind, text)| background::benefit(name, kind, text));
        background::fill(&mut row, benefits.collect());
        row
    }
}
