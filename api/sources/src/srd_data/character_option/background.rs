//! Backgrounds: every paragraph is one benefit with its label.

use super::passage::labelled;
use super::{about, row};
use crate::option_text::proficiency;
use crate::srd_data::draft;
use crate::srd_data::index::Index;
use crate::srd_data::prose::markdown;
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{Benefit, Kind, Model};
use serde::Deserialize;

#[derive(Deserialize)]
struct BackgroundRecord {
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    #[serde(default)]
    description: String,
}

/// The labels, with the types of the benefits.
const LABELS: [(&str, &str); 6] = [
    ("Ability Scores", "ability_score"),
    ("Feat", "feat"),
    ("Skill Proficiencies", "skill_proficiency"),
    ("Tool Proficiency", "tool_proficiency"),
    ("Tool Proficiencies", "tool_proficiency"),
    ("Equipment", "equipment"),
];

/// Draws the backgrounds.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    for (record, wire) in drafts.parse::<BackgroundRecord>(records, "backgrounds") {
        drafts
            .character_options
            .push(draft(wire.row(index), "backgrounds", record));
    }
}

impl BackgroundRecord {
    fn row(&self, index: &Index<'_>) -> Model {
        let mut row = row(Kind::Background, &self.name);
        let text = markdown(&self.description, &about(index, &self.name));
        let benefits = LABELS.iter().filter_map(|(label, kind)| {
            Some(Benefit {
                name: Some((*label).to_owned()),
                text: labelled(&text, label)?.to_owned(),
                kind: Some((*kind).to_owned()),
            })
        });
        let benefits: Vec<Benefit> = benefits.collect();
        for benefit in &benefits {
            let words = Some(benefit.text.clone());
            match benefit.kind.as_deref() {
                Some("skill_proficiency") => row.proficiencies.skills = words,
                Some("tool_proficiency") => row.proficiencies.tools = words,
                Some("equipment") => row.starting_equipment = words,
                _ => {}
            }
        }
        proficiency::complete(&mut row.proficiencies);
        // A paragraph without a label is the text.
        let is_label = |paragraph: &&str| {
            LABELS
                .iter()
                .any(|(label, _)| labelled(paragraph, label).is_some())
        };
        let rest: Vec<&str> = text
            .split("\n\n")
            .filter(|paragraph| !is_label(paragraph))
            .collect();
        row.text = rest.join("\n\n");
        row.benefits = benefits.into();
        row
    }
}
