//! Backgrounds: every paragraph is one benefit with its label.

use super::passage::labelled;
use super::{about, row};
use crate::family::character_option::{Benefit, Kind, Model};
use crate::source::open5e_v2::character_option::proficiency;
use crate::source::srd_data::draft;
use crate::source::srd_data::index::Index;
use crate::source::srd_data::prose::markdown;
use crate::source::{Drafts, Records};
use serde::Deserialize;

#[derive(Deserialize)]
struct Wire {
    #[serde(deserialize_with = "crate::source::dnd5e::wire::name")]
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
    for (record, wire) in records.parse::<Wire>("backgrounds", drafts) {
        drafts
            .character_options
            .push(draft(wire.row(index), "backgrounds", record));
    }
}

impl Wire {
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
        // What has no label is the text.
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
