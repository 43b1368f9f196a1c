//! Proficiencies, with the classes and races that have them.

use super::super::character_option::option_name;
use super::super::wire::{Reference, document_key};
use super::draft;
use crate::dnd5e::wire::filled;
use crate::{Drafts, Records};
use lorekeeper_content::rule::{Kind, Model};
use lorekeeper_content::slugify;
use lorekeeper_content::vocabulary::ability_of as ability;
use serde::Deserialize;

/// Draws the proficiencies of an edition.
pub(super) fn draw(edition: &str, records: &Records, drafts: &mut Drafts) {
    let endpoint = format!("{edition}/proficiencies");
    for (record, proficiency) in drafts.parse::<Proficiency>(records, &endpoint) {
        let slugs = |references: &[Reference]| -> Vec<String> {
            let names = references.iter().map(|r| option_name(edition, &r.name));
            names.map(|name| slugify(&name)).collect()
        };
        let row = Model {
            document_key: document_key(edition),
            kind: Kind::Proficiency,
            slug: slugify(&proficiency.name),
            name: proficiency.name.clone(),
            category: category(&proficiency),
            class_slugs: slugs(&proficiency.classes),
            race_slugs: slugs(&proficiency.races),
            background_slugs: slugs(&proficiency.backgrounds),
            related_slugs: proficiency.reference.iter().map(related_slug).collect(),
            ..Model::default()
        };
        drafts.rules.push(draft(row, &endpoint, record));
    }
}

/// The category of a proficiency.
///
/// Correction (rules): A kit is among the other tools, not among those of artisans.
fn category(proficiency: &Proficiency) -> Option<String> {
    let stated = proficiency.category.as_deref().and_then(crate::wire::filled);
    let is_kit = proficiency.name.to_lowercase().ends_with(" kit");
    let other = is_kit.then(|| "Other".to_owned());
    other.or(stated)
}

#[derive(Deserialize)]
struct Proficiency {
    #[serde(deserialize_with = "filled")]
    name: String,
    #[serde(rename = "type")]
    category: Option<String>,
    #[serde(default)]
    classes: Vec<Reference>,
    #[serde(default)]
    races: Vec<Reference>,
    #[serde(default)]
    backgrounds: Vec<Reference>,
    reference: Option<Target>,
}

/// The item, skill or ability of a proficiency.
#[derive(Deserialize)]
struct Target {
    name: String,
    #[serde(default)]
    url: String,
}

/// The slug of what it is in; an ability, which the API calls `STR`, goes by its full name.
fn related_slug(target: &Target) -> String {
    let full = target.url.contains("/ability-scores/").then(|| ability(&target.name));
    full.flatten().map_or_else(|| slugify(&target.name), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(name: &str, url: &str) -> String {
        related_slug(&Target { name: name.into(), url: url.into() })
    }

    #[test]
    fn a_saving_throw_is_about_an_ability() {
        assert_eq!(target("WIS", "/api/2014/ability-scores/wis"), "wisdom");
        assert_eq!(target("Wisp Catcher", "/api/2014/equipment/wisp-catcher"), "wisp-catcher");
    }
}
