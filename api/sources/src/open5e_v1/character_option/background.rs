//! Backgrounds.

use super::super::document::Books;
use super::super::wire::{name, optional_text, text_or_none};
use super::{add, row};
use crate::option_text::proficiency::{complete, unless_none};
use crate::option_text::starting_gold;
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{Benefit, Kind, Model};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Background {
    #[serde(deserialize_with = "name")]
    name: String,
    #[serde(rename = "document__slug")]
    document: String,
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
        let words =
            |text: &Option<String>| optional_text(text.as_deref()).and_then(|t| unless_none(&t));
        row.proficiencies.skills = words(&self.skill_proficiencies);
        row.proficiencies.tools = words(&self.tool_proficiencies);
        row.proficiencies.languages = words(&self.languages);
        complete(&mut row.proficiencies);
        row.starting_equipment = words(&self.equipment);
        row.starting_gold = row.starting_equipment.as_deref().and_then(starting_gold);
        row.benefits = self.benefits(&row).into();
        row
    }

    fn benefits(&self, row: &Model) -> Vec<Benefit> {
        let feature = optional_text(self.feature.as_deref());
        let feature_text = optional_text(self.feature_desc.as_deref());
        let characteristics = optional_text(self.suggested_characteristics.as_deref());
        let named = |name: &str| Some(name.to_owned());
        [
            (
                "skill_proficiency",
                named("Skill Proficiencies"),
                row.proficiencies.skills.clone(),
            ),
            (
                "tool_proficiency",
                named("Tool Proficiencies"),
                row.proficiencies.tools.clone(),
            ),
            (
                "language",
                named("Languages"),
                row.proficiencies.languages.clone(),
            ),
            (
                "equipment",
                named("Equipment"),
                row.starting_equipment.clone(),
            ),
            ("feature", feature, feature_text),
            (
                "suggested_characteristics",
                named("Suggested Characteristics"),
                characteristics,
            ),
        ]
        .into_iter()
        .filter_map(|(kind, name, text)| {
            Some(Benefit {
                name,
                text: text?,
                kind: Some(kind.to_owned()),
            })
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::drawn;
    use serde_json::json;

    #[test]
    fn a_background_is_read_whole() {
        let drafts = drawn(
            "backgrounds",
            json!({
                "slug": "ponder", "name": "Ponder", "document__slug": "pnd", "desc": "You ponder.",
                "skill_proficiencies": "Insight, Stealth", "tool_proficiencies": null,
                "languages": "None", "equipment": "A stick and a pouch containing 5 gp",
                "feature": "Long Thought", "feature_desc": "You think.", "suggested_characteristics": ""
            }),
        );
        let row = &drafts.character_options[0].row;
        assert_eq!(row.text, "You ponder.");
        assert_eq!(row.proficiencies.fixed, ["skill-insight", "skill-stealth"]);
        assert_eq!(
            (row.proficiencies.languages.as_deref(), row.starting_gold),
            (None, Some(5.0))
        );
        let benefits: Vec<_> = row
            .benefits
            .iter()
            .map(|b| (b.kind.as_deref().unwrap(), b.name.as_deref().unwrap()))
            .collect();
        assert_eq!(
            benefits,
            [
                ("skill_proficiency", "Skill Proficiencies"),
                ("equipment", "Equipment"),
                ("feature", "Long Thought")
            ]
        );
    }
}
