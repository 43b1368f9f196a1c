//! Conditions, damage types, abilities, skills, languages and the other concepts with a name.

use super::super::wire::{Reference, document_key};
use super::draft;
use crate::dnd5e::wire::{Prose, filled};
use crate::{Drafts, Records};
use lorekeeper_content::rule::{Kind, Model};
use lorekeeper_content::slugify;
use lorekeeper_content::vocabulary::ability_of as ability;
use serde::Deserialize;

/// Fills in the fields of one collection, beyond the name and text of all concepts.
type Details = fn(&Concept, &mut Model);

/// The collections.
const COLLECTIONS: [(&str, Kind, Details); 9] = [
    ("conditions", Kind::Condition, |_, _| {}),
    ("damage-types", Kind::DamageType, |_, _| {}),
    ("weapon-properties", Kind::WeaponProperty, |_, _| {}),
    ("weapon-mastery-properties", Kind::WeaponProperty, mastery),
    ("magic-schools", Kind::MagicSchool, |_, _| {}),
    ("ability-scores", Kind::AbilityScore, ability_score),
    ("skills", Kind::Skill, skill),
    ("languages", Kind::Language, language),
    ("alignments", Kind::Alignment, alignment),
];

/// Draws the concepts of an edition.
///
/// Correction (rules): `STR` as the name of an ability becomes *Strength*.
pub(super) fn draw(edition: &str, records: &Records, drafts: &mut Drafts) {
    for (collection, kind, details) in COLLECTIONS {
        let endpoint = format!("{edition}/{collection}");
        for (record, concept) in drafts.parse::<Concept>(records, &endpoint) {
            let name = concept.full_name.as_ref().unwrap_or(&concept.name);
            let mut row = Model {
                document_key: document_key(edition),
                kind,
                slug: slugify(name),
                name: name.clone(),
                text: concept.desc.markdown(),
                ..Model::default()
            };
            details(&concept, &mut row);
            drafts.rules.push(draft(row, &endpoint, record));
        }
    }
}

#[derive(Deserialize)]
struct Concept {
    #[serde(deserialize_with = "filled")]
    name: String,
    /// An ability's name; its `name` is the abbreviation.
    full_name: Option<String>,
    /// A language's text is a `note`.
    #[serde(default, alias = "description", alias = "note")]
    desc: Prose,
    abbreviation: Option<String>,
    #[serde(default)]
    skills: Vec<Reference>,
    ability_score: Option<Reference>,
    /// `Standard` or `Exotic`, of a 2014 language.
    #[serde(rename = "type")]
    language_type: Option<String>,
    /// Whether a 2024 language is rare.
    is_rare: Option<bool>,
    script: Option<String>,
    #[serde(default)]
    typical_speakers: Vec<String>,
}

fn mastery(_: &Concept, row: &mut Model) {
    row.category = Some("Mastery".to_owned());
}

fn ability_score(concept: &Concept, row: &mut Model) {
    row.abbreviation = Some(concept.name.to_uppercase());
    row.related_slugs = concept.skills.iter().map(|s| slugify(&s.name)).collect();
}

fn skill(concept: &Concept, row: &mut Model) {
    let score = concept.ability_score.as_ref();
    row.ability = score.and_then(|s| ability(&s.index)).map(str::to_owned);
}

fn language(concept: &Concept, row: &mut Model) {
    row.exotic = concept.is_rare.or_else(|| match concept.language_type.as_deref()?.to_lowercase().as_str() {
        "exotic" => Some(true),
        "standard" => Some(false),
        _ => None,
    });
    let script = concept.script.as_deref().map(str::trim);
    row.script = script.filter(|s| !s.is_empty()).map(str::to_owned);
    row.typical_speakers.clone_from(&concept.typical_speakers);
}

fn alignment(concept: &Concept, row: &mut Model) {
    row.abbreviation.clone_from(&concept.abbreviation);
    if let Some((attitude, morality)) = axes(&row.slug) {
        row.societal_attitude = Some(attitude.to_owned());
        row.morality = Some(morality.to_owned());
    }
}

/// The two axes that an alignment's name says: attitude towards society, and morality. Being
/// unaligned is no place on them.
fn axes(slug: &str) -> Option<(&str, &str)> {
    let (attitude, morality) = match slug.split_once('-') {
        Some(axes) => axes,
        None => (slug, slug),
    };
    let known = ["lawful", "neutral", "chaotic"].contains(&attitude) && ["good", "neutral", "evil"].contains(&morality);
    known.then_some((attitude, morality))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alignments_have_two_axes() {
        assert_eq!(axes("chaotic-good"), Some(("chaotic", "good")));
        assert_eq!(axes("neutral"), Some(("neutral", "neutral")));
        assert_eq!(axes("unaligned"), None);
    }
}
