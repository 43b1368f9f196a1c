//! Species. The package has a record for every lineage (`Elf, Drow`) and none for the species itself: what all of
//! its lineages have in common is the species', the rest each lineage's.

use super::feature::{Grant, read};
use super::passage::{labelled, passages};
use super::{about, row};
use crate::srd_data::draft;
use crate::srd_data::index::Index;
use crate::srd_data::prose::markdown;
use crate::srd_data::wire::Movement;
use crate::{Drafts, Record, Records};
use lorekeeper_content::Trait;
use lorekeeper_content::character_option::{Kind, Model};
use lorekeeper_content::slugify;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct SpeciesRecord {
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    creature_type: CreatureType,
    #[serde(default)]
    size: String,
    #[serde(default)]
    movement: Movement,
    #[serde(default)]
    granted_features: Vec<Grant>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct CreatureType {
    value: String,
}

/// The book's names for the choice of a lineage, and for each lineage.
const LINEAGES: [(&str, &str, &str); 3] = [
    ("Elf", "Elven Lineage", "Elf"),
    ("Gnome", "Gnomish Lineage", "Gnome"),
    ("Tiefling", "Fiendish Legacy", ""),
];

/// Draws the species and their lineages.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    let wires = drafts.parse::<SpeciesRecord>(records, "species");
    let mut groups: BTreeMap<&str, Vec<&(&Record, SpeciesRecord)>> = BTreeMap::new();
    for pair in &wires {
        groups.entry(species(&pair.1.name)).or_default().push(pair);
    }
    for (name, members) in groups {
        let Some((record, first)) = members.first() else {
            continue;
        };
        drafts
            .character_options
            .push(draft(first.race(name, index), "species", record));
        for (record, wire) in &members {
            if let Some(row) = wire.lineage(name, &members, index) {
                drafts.character_options.push(draft(row, "species", record));
            }
        }
    }
}

fn species(name: &str) -> &str {
    name.split(',').next().unwrap_or(name).trim()
}

impl SpeciesRecord {
    /// The species itself.
    fn race(&self, name: &str, index: &Index<'_>) -> Model {
        let mut row = row(Kind::Race, name);
        let text = markdown(&self.description, &about(index, name));
        self.fill(&text, &mut row);
        let (_, passages) = passages(&text);
        // The table of a lineage is that lineage's.
        let traits = passages.into_iter().map(|passage| Trait {
            text: without_table(&passage.text, &self.name),
            name: passage.heading,
            ..Trait::default()
        });
        row.traits = lines(&text)
            .into_iter()
            .chain(traits)
            .collect::<Vec<_>>()
            .into();
        row
    }

    /// The lineage; `None` where the species has none.
    fn lineage(
        &self,
        species: &str,
        members: &[&(&Record, Self)],
        index: &Index<'_>,
    ) -> Option<Model> {
        let (_, own) = self.name.split_once(',')?;
        let known = LINEAGES.iter().find(|(name, ..)| *name == species);
        let own = own.trim();
        let name = match known {
            Some((_, choice, kin)) if kin.is_empty() || own == "Drow" => format!("{choice}: {own}"),
            Some((_, choice, kin)) => format!("{choice}: {own} {kin}"),
            None => self.name.clone(),
        };
        let mut row = row(Kind::Subrace, &name);
        row.parent_slug = Some(slugify(species));
        self.fill("", &mut row);
        let shared = |slug: &str| {
            let others = members.iter().filter(|(_, other)| other.name != self.name);
            let mut others = others.map(|(_, other)| &other.granted_features);
            others.any(|grants| grants.iter().any(|grant| grant.slug == slug))
        };
        let own = self
            .granted_features
            .iter()
            .filter(|grant| grant.ref_type == "feature");
        let own = own.filter(|grant| !shared(&grant.slug));
        let features = own.filter_map(|grant| read(None, &grant.slug, 0, index));
        row.traits = features
            .map(|feature| Trait {
                name: feature.name,
                text: feature.text,
                ..Trait::default()
            })
            .collect::<Vec<_>>()
            .into();
        Some(row)
    }

    fn fill(&self, text: &str, row: &mut Model) {
        row.creature_type = Some(self.creature_type.value.clone()).filter(|kind| !kind.is_empty());
        row.speed = self.movement.walk;
        row.size_text = labelled(text, "Size").map(str::to_owned);
        // Where the player chooses, the line says so.
        let lower = row.size_text.as_deref().unwrap_or_default().to_lowercase();
        let sizes = ["small", "medium"]
            .iter()
            .filter(|size| lower.contains(*size));
        row.sizes = sizes.map(|size| (*size).to_owned()).collect();
        if row.sizes.is_empty() && !self.size.is_empty() {
            row.sizes = vec![self.size.clone()];
        }
    }
}

/// The lines before the traits proper.
fn lines(text: &str) -> Vec<Trait> {
    let labels = [
        ("Creature Type", "CREATURE_TYPE"),
        ("Size", "SIZE"),
        ("Speed", "SPEED"),
    ];
    let found = labels.iter().filter_map(|(label, kind)| {
        Some(Trait {
            name: (*label).to_owned(),
            text: labelled(text, label)?.to_owned(),
            kind: Some((*kind).to_owned()),
            ..Trait::default()
        })
    });
    found.collect()
}

/// A trait's text up to the table of one lineage, whose cells upstream has as paragraphs.
fn without_table(text: &str, lineage: &str) -> String {
    let Some((_, own)) = lineage.split_once(',') else {
        return text.to_owned();
    };
    let own = own.trim();
    let kept = text.split("\n\n").take_while(|paragraph| {
        !(paragraph.contains(own) && !paragraph.ends_with('.') && paragraph.split(' ').count() < 6)
    });
    kept.collect::<Vec<_>>().join("\n\n")
}
