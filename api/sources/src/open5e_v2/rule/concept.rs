//! Concepts of the game: conditions, damage types, skills, abilities, alignments, schools,
//! weapon properties, environments.
//!
//! Upstream files most of them once, with a description for each book: each book that describes one
//! has a row of it.

use super::super::wire::{Description, DocumentRef};
use super::{draft, row};
use crate::prose;
use crate::{Drafts, Records};
use lorekeeper_content::rule::{Kind, Model};
use lorekeeper_content::{Image, slugify};
use serde::Deserialize;

/// The endpoints, the kind of their rows, and what they have of their own.
const ENDPOINTS: [(&str, Kind, Fill); 8] = [
    ("conditions", Kind::Condition, condition),
    ("damagetypes", Kind::DamageType, nothing_more),
    ("weaponproperties", Kind::WeaponProperty, weapon_property),
    ("skills", Kind::Skill, skill),
    ("abilities", Kind::AbilityScore, ability_score),
    ("spellschools", Kind::MagicSchool, nothing_more),
    ("alignments", Kind::Alignment, alignment),
    ("environments", Kind::Environment, environment),
];

/// Fills in what a concept has of its own.
type Fill = fn(&Concept, &mut Model);

/// A record of one of the endpoints: what they share, then what only some of them have.
#[derive(Deserialize)]
struct Concept {
    key: String,
    name: Option<String>,
    #[serde(default)]
    document: DocumentRef,
    desc: Option<String>,
    #[serde(default)]
    descriptions: Vec<Description>,
    // Conditions.
    icon: Option<Icon>,
    // Weapon properties.
    #[serde(rename = "type")]
    category: Option<String>,
    // Skills.
    ability: Option<String>,
    // Abilities.
    short_desc: Option<String>,
    #[serde(default)]
    skills: Vec<Skill>,
    // Alignments.
    short_name: Option<String>,
    morality: Option<String>,
    societal_attitude: Option<String>,
    // Environments.
    aquatic: Option<bool>,
    planar: Option<bool>,
    interior: Option<bool>,
}

#[derive(Deserialize)]
struct Icon {
    #[serde(default)]
    file_url: String,
    alt_text: Option<String>,
    attribution: Option<String>,
}

/// A skill of an ability: the same record as in `/skills/`.
#[derive(Deserialize)]
struct Skill {
    name: String,
    #[serde(default)]
    descriptions: Vec<Description>,
}

/// Draws all of them.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    for (endpoint, kind, fill) in ENDPOINTS {
        for (record, concept) in drafts.parse::<Concept>(records, endpoint) {
            let Some(name) = concept.name(kind) else {
                drafts.skip(endpoint, &record.key, "missing field `name`");
                continue;
            };
            for mut row in concept.rows(kind, &name) {
                fill(&concept, &mut row);
                drafts.rules.push(draft(row, endpoint, record));
            }
        }
    }
}

impl Concept {
    /// The name; upstream gives none to an alignment, whose key says it all.
    ///
    /// Correction (rules): Alignments without a name are named by their key.
    fn name(&self, kind: Kind) -> Option<String> {
        match kind {
            Kind::Alignment => Some(prose::heading(&self.key)),
            _ => self.name.clone(),
        }
    }

    /// A row for each book that describes the concept; one in its own document if none does.
    ///
    /// Correction (rules): Conditions, skills, damage types and the like, which upstream files under `core` with a
    /// text for each book, become a row for each book. A concept that no book describes stays under `core` and
    /// belongs to every game system.
    fn rows(&self, kind: Kind, name: &str) -> Vec<Model> {
        let described: Vec<Model> = self
            .descriptions
            .iter()
            .filter(|d| prose::text(&d.desc).is_some())
            .map(|d| row(kind, &d.document, name, &d.desc))
            .collect();
        if !described.is_empty() {
            return described;
        }
        let text = self.desc.as_ref().or(self.short_desc.as_ref());
        let text = text.map_or("", String::as_str);
        vec![row(kind, self.document.key(), name, text)]
    }
}

fn nothing_more(_: &Concept, _: &mut Model) {}

fn condition(concept: &Concept, row: &mut Model) {
    row.icon = concept.icon.as_ref().map(|icon| {
        Image {
            url: icon.file_url.clone(),
            alt_text: icon.alt_text.as_deref().and_then(prose::text),
            attribution: icon.attribution.as_deref().and_then(prose::text),
        }
        .into()
    });
}

fn weapon_property(concept: &Concept, row: &mut Model) {
    row.category = concept.category.as_deref().and_then(prose::text);
}

fn skill(concept: &Concept, row: &mut Model) {
    let ability = concept.ability.as_deref().and_then(prose::ability);
    row.ability = ability.map(str::to_owned);
}

/// An ability's skills are those that the same book describes: only one has Engineering.
///
/// Correction (rules): An ability that lists the skills of all books keeps those of its own book.
fn ability_score(concept: &Concept, row: &mut Model) {
    row.abbreviation = Some(concept.key.to_uppercase());
    row.related_slugs = concept
        .skills
        .iter()
        .filter(|s| s.descriptions.iter().any(|d| d.document == row.document_key))
        .map(|s| slugify(&s.name))
        .collect();
}

fn alignment(concept: &Concept, row: &mut Model) {
    let lower = |text: &Option<String>| {
        let text = text.as_deref().and_then(prose::text);
        text.map(|text| text.to_lowercase())
    };
    row.abbreviation = concept.short_name.as_deref().and_then(prose::text);
    row.morality = lower(&concept.morality);
    row.societal_attitude = lower(&concept.societal_attitude);
}

fn environment(concept: &Concept, row: &mut Model) {
    row.aquatic = concept.aquatic;
    row.planar = concept.planar;
    row.interior = concept.interior;
}
