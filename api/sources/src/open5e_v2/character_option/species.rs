//! Species, which the older rules call races, and subspecies.

use super::super::wire::DocumentRef;
use super::{draft, row};
use crate::option_text::species_trait;
use crate::prose;
use crate::wire;
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{Kind, Model};
use lorekeeper_content::{Trait, slugify};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Species {
    key: String,
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    #[serde(default)]
    desc: String,
    #[serde(default)]
    document: DocumentRef,
    #[serde(default)]
    is_subspecies: bool,
    /// Key or address of the species.
    subspecies_of: Option<DocumentRef>,
    #[serde(default)]
    traits: Vec<SpeciesTrait>,
}

#[derive(Deserialize)]
struct SpeciesTrait {
    name: String,
    #[serde(default)]
    desc: String,
    #[serde(rename = "type")]
    kind: Option<String>,
    order: Option<i32>,
}

/// Draws the species and subspecies.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    let species = drafts.parse::<Species>(records, "species");
    let slugs: BTreeMap<String, String> =
        species.iter().map(|(_, species)| (species.key.clone(), slugify(&species.name))).collect();
    for (record, species) in species {
        let row = species.row(&slugs);
        drafts.character_options.push(draft(row, "species", record));
    }
}

impl Species {
    fn row(self, slugs: &BTreeMap<String, String>) -> Model {
        let kind = if self.is_subspecies || self.subspecies_of.is_some() { Kind::Subrace } else { Kind::Race };
        let mut row = row(kind, self.document.key(), &self.name, &self.desc);
        row.parent_slug = self.subspecies_of.as_ref().map(|parent| {
            let known = slugs.get(parent.key()).cloned();
            known.unwrap_or_else(|| slugify(wire::bare(parent.key())))
        });
        row.traits = traits(self.traits).into();
        species_trait::fill(&mut row);
        row
    }
}

/// The traits in their order, those without one last.
fn traits(mut traits: Vec<SpeciesTrait>) -> Vec<Trait> {
    traits.sort_by_key(|t| t.order.unwrap_or(i32::MAX));
    traits
        .into_iter()
        .map(|t| Trait {
            text: without_heading(&t.name, &prose::text(&t.desc).unwrap_or_default()),
            kind: t.kind.as_deref().and_then(prose::text),
            name: t.name.trim().to_owned(),
            usage: None,
        })
        .collect()
}

/// The text without a repetition of its heading (`**_Speed._** You ...`).
fn without_heading(name: &str, text: &str) -> String {
    let heading = format!("**_{}._**", name.trim());
    text.strip_prefix(&heading).map_or_else(|| text.to_owned(), |text| text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_not_repeated() {
        assert_eq!(without_heading("Gills", "**_Gills._** You have some."), "You have some.");
        assert_eq!(without_heading("Gills", "You have some."), "You have some.");
    }
}
