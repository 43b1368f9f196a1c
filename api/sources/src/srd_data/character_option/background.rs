//! Backgrounds: every paragraph is one benefit with its label.

use super::super::Named;
use super::super::index::Index;
use crate::foundry_text::passage::labelled;
use crate::option_text::background;
use lorekeeper_content::character_option::{Benefit, Kind, Model};

/// The labels, with the types of the benefits.
const LABELS: [(&str, &str); 6] = [
    ("Ability Scores", "ability_score"),
    ("Feat", "feat"),
    ("Skill Proficiencies", "skill_proficiency"),
    ("Tool Proficiency", "tool_proficiency"),
    ("Tool Proficiencies", "tool_proficiency"),
    ("Equipment", "equipment"),
];

/// The row of a background.
pub(super) fn row(wire: &Named<'_>, index: &Index<'_>) -> Model {
    let mut row = super::row(Kind::Background, wire.name);
    let text = super::text(wire, index);
    let benefits = LABELS.iter().filter_map(|(label, kind)| {
        Some(Benefit {
            name: Some((*label).to_owned()),
            text: labelled(&text, label)?.to_owned(),
            kind: Some((*kind).to_owned()),
        })
    });
    background::fill(&mut row, benefits.collect());
    // A paragraph without a label is the text.
    let is_label = |paragraph: &&str| {
        let mut labels = LABELS.iter();
        labels.any(|(label, _)| labelled(paragraph, label).is_some())
    };
    let rest = text.split("\n\n").filter(|paragraph| !is_label(paragraph));
    row.text = rest.collect::<Vec<_>>().join("\n\n");
    row
}
