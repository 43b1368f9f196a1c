//! Feats.

use super::passage::passages;
use super::{about, row};
use crate::srd_data::draft;
use crate::srd_data::index::Index;
use crate::srd_data::notation::title;
use crate::srd_data::prose::{About, markdown};
use crate::srd_data::wire::Activity;
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{Benefit, Kind, Model};
use serde::Deserialize;

#[derive(Deserialize)]
struct FeatRecord {
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    category: String,
    #[serde(default)]
    prerequisites: Vec<Prerequisite>,
    repeatable: Option<bool>,
    #[serde(default)]
    activities: Vec<Activity>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Prerequisite {
    level: Option<i32>,
    feats: Vec<String>,
    requirement: String,
}

/// Draws the feats.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    for (record, wire) in drafts.parse::<FeatRecord>(records, "feats") {
        drafts
            .character_options
            .push(draft(wire.row(index), "feats", record));
    }
}

impl FeatRecord {
    fn row(&self, index: &Index<'_>) -> Model {
        let mut row = row(Kind::Feat, &self.name);
        let about = About {
            activities: &self.activities,
            ..about(index, &self.name)
        };
        let (intro, passages) = passages(&markdown(&self.description, &about));
        row.text = intro;
        row.feat_category = Some(self.category.replace('_', "-")).filter(|c| !c.is_empty());
        row.prerequisites = self.prerequisites.first().and_then(Prerequisite::words);
        row.repeatable = self.repeatable;
        let benefits = passages
            .into_iter()
            .filter(|passage| passage.heading != "Repeatable");
        row.benefits = benefits
            .map(|passage| Benefit {
                kind: (passage.heading == "Ability Score Increase")
                    .then(|| "ability_score".to_owned()),
                name: Some(passage.heading),
                text: passage.text,
            })
            .collect::<Vec<_>>()
            .into();
        row
    }
}

impl Prerequisite {
    fn words(&self) -> Option<String> {
        let level = self.level.map(|level| format!("Level {level}+"));
        let feats = self
            .feats
            .iter()
            .map(|feat| format!("{} Feature", title(feat)));
        let requirement =
            Some(self.requirement.trim().to_owned()).filter(|words| !words.is_empty());
        let words: Vec<String> = level.into_iter().chain(feats).chain(requirement).collect();
        Some(words.join(", ")).filter(|words| !words.is_empty())
    }
}
