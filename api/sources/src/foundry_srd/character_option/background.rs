//! Backgrounds: every labelled paragraph is one benefit.

use super::text;
use crate::foundry_srd::Document;
use crate::foundry_srd::index::Index;
use crate::foundry_text::passage::labelled;
use crate::option_text::background;
use lorekeeper_content::character_option::{Benefit, Kind, Model};

/// The labels, with the types of the benefits.
const LABELS: [(&str, &str); 7] = [
    ("Ability Scores", "ability_score"),
    ("Feat", "feat"),
    ("Skill Proficiencies", "skill_proficiency"),
    ("Tool Proficiency", "tool_proficiency"),
    ("Tool Proficiencies", "tool_proficiency"),
    ("Languages", "language"),
    ("Equipment", "equipment"),
];

/// The row of a background.
pub(super) fn row(document: &Document<'_>, index: &Index<'_>) -> Model {
    let mut row = super::row(document, Kind::Background, document.name);
    let text = text(document, index);
    let plain = text.replace("**", "");
    let benefits = LABELS.iter().filter_map(|(label, kind)| {
        Some(Benefit {
            name: Some((*label).to_owned()),
            text: labelled(&plain, label)?.to_owned(),
            kind: Some((*kind).to_owned()),
        })
    });
    background::fill(&mut row, benefits.collect());
    if document.imported.is_some() {
        super::advancement::fill(document.fields.at("system"), &mut row);
        row.text = text;
        return row;
    }
    // What stands before the benefits is the text.
    let is_text = |paragraph: &&str| !paragraph.starts_with("**") && !paragraph.starts_with('#');
    let paragraphs = text.split("\n\n").take_while(is_text);
    row.text = paragraphs.collect::<Vec<_>>().join("\n\n");
    row
}
