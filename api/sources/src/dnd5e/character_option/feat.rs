//! Feats.

use super::super::wire::{Reference, document_key};
use super::choice::{Choose, Tagged};
use super::draft;
use super::proficiency::ability_name;
use crate::dnd5e::wire::{Prose, filled, fix_quotes};
use crate::record_reader::{Shapes, list_of, object_of, read_by_shape};
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{Kind, Model};
use lorekeeper_content::slugify;
use serde::Deserialize;
use serde::de::{MapAccess, SeqAccess};

/// Draws the feats of an edition.
pub(super) fn draw(edition: &str, records: &Records, drafts: &mut Drafts) {
    let endpoint = format!("{edition}/feats");
    for (record, feat) in drafts.parse::<Feat>(records, &endpoint) {
        let row = Model {
            document_key: document_key(edition),
            kind: Kind::Feat,
            slug: slugify(&feat.name),
            name: feat.name.clone(),
            text: feat.text(),
            feat_category: feat.category.as_deref().map(slugify).filter(|c| !c.is_empty()),
            prerequisites: feat.prerequisites(),
            repeatable: feat.repeatable(),
            ..Model::default()
        };
        drafts.character_options.push(draft(row, &endpoint, record, None));
    }
}

#[derive(Deserialize)]
struct Feat {
    #[serde(deserialize_with = "filled")]
    name: String,
    #[serde(default, alias = "description")]
    desc: Prose,
    /// The category, in the 2024 rules.
    #[serde(rename = "type")]
    category: Option<String>,
    #[serde(default)]
    prerequisites: Prerequisites,
    prerequisite_options: Option<Choose>,
    /// The sentence that says it can be taken again.
    repeatable: Option<String>,
}

/// Prerequisites of a feat: a list of scores (2014), or a level and a feature (2024).
enum Prerequisites {
    Scores(Vec<Score>),
    Character(CharacterPrerequisites),
}

read_by_shape!(Prerequisites);

impl<'de> Shapes<'de> for Prerequisites {
    const EXPECTED: &'static str = "a list of scores, or an object";

    fn list<A: SeqAccess<'de>>(items: A) -> Result<Self, A::Error> {
        list_of(items).map(Self::Scores)
    }

    fn object<A: MapAccess<'de>>(fields: A) -> Result<Self, A::Error> {
        object_of(fields).map(Self::Character)
    }
}

#[derive(Deserialize)]
struct CharacterPrerequisites {
    minimum_level: Option<i32>,
    feature_named: Option<String>,
}

impl Default for Prerequisites {
    fn default() -> Self {
        Self::Scores(Vec::new())
    }
}

#[derive(Deserialize)]
struct Score {
    ability_score: Reference,
    minimum_score: i32,
}

impl Feat {
    fn text(&self) -> String {
        let text = self.desc.markdown();
        match self.repeatable.as_deref().map(fix_quotes) {
            Some(again) if !again.is_empty() && !text.contains(&again) => {
                format!("{text}\n\n**Repeatable.** {again}")
            }
            _ => text,
        }
    }

    /// Only the 2024 records, which have categories, say it: by the sentence, or by its absence.
    fn repeatable(&self) -> Option<bool> {
        let again = self.repeatable.as_deref().is_some_and(|r| !r.trim().is_empty());
        (again || self.category.is_some()).then_some(again)
    }

    /// In the words of the books: `Strength 13 or higher`; `Level 4+, Strength or Dexterity 13+`.
    fn prerequisites(&self) -> Option<String> {
        let mut words: Vec<String> = match &self.prerequisites {
            Prerequisites::Scores(scores) => scores
                .iter()
                .map(|s| {
                    let name = ability_name(&s.ability_score.index);
                    format!("{name} {} or higher", s.minimum_score)
                })
                .collect(),
            Prerequisites::Character(of) => {
                let level = of.minimum_level.map(|level| format!("Level {level}+"));
                let feature = of.feature_named.as_ref();
                let feature = feature.map(|name| format!("{name} Feature"));
                level.into_iter().chain(feature).collect()
            }
        };
        words.extend(self.prerequisite_options.as_ref().and_then(option_words));
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// Alternatives: upstream's own words, else spelled out.
fn option_words(options: &Choose) -> Option<String> {
    let own = options.desc.as_deref().map(fix_quotes).filter(|d| !d.is_empty());
    own.or_else(|| {
        let scores: Vec<String> = options
            .from
            .tagged()
            .filter_map(|option| match option {
                Tagged::ScorePrerequisite { ability_score, minimum_score } => {
                    Some(format!("{} {minimum_score}+", ability_name(&ability_score.index)))
                }
                _ => None,
            })
            .collect();
        (!scores.is_empty()).then(|| scores.join(" or "))
    })
}
