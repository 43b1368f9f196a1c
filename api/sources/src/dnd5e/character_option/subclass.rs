//! Subclasses.

use super::super::wire::{Reference, document_key};
use super::feature::{Gain, gather, level_of};
use super::option_name;
use super::{Book, draft};
use crate::dnd5e::wire::{Prose, filled};
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{ClassLevel, Kind, Model, TableCell};
use lorekeeper_content::slugify;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Draws the subclasses of an edition.
pub(super) fn draw(book: &Book, records: &Records, drafts: &mut Drafts) {
    let edition = book.edition;
    let endpoint = format!("{edition}/subclasses");
    for (record, subclass) in drafts.parse::<Subclass>(records, &endpoint) {
        let name = option_name(edition, &subclass.name);
        let parent = subclass.class.as_ref().map(|class| slugify(&class.name));
        let mut known = book.features.of(&subclass.index);
        if known.is_empty() {
            known = gather(subclass.features.iter().map(OwnFeature::gain).collect());
        }
        let row = Model {
            document_key: document_key(edition),
            kind: Kind::Subclass,
            slug: slugify(&name),
            name,
            text: subclass.desc.markdown(),
            parent_slug: parent.clone(),
            summary: subclass.summary.given(),
            features: known.into(),
            levels: subclass.levels(book.tables.of(&subclass.index)).into(),
            ..Model::default()
        };
        drafts.character_options.push(draft(row, &endpoint, record, parent));
    }
}

#[derive(Deserialize)]
struct Subclass {
    index: String,
    #[serde(deserialize_with = "filled")]
    name: String,
    class: Option<Class>,
    #[serde(default, alias = "description")]
    desc: Prose,
    #[serde(default, alias = "subclass_flavor")]
    summary: Prose,
    /// Spells that come with levels.
    #[serde(default)]
    spells: Vec<SpellGain>,
    #[serde(default)]
    features: Vec<OwnFeature>,
}

#[derive(Deserialize)]
struct Class {
    #[serde(deserialize_with = "filled")]
    name: String,
}

#[derive(Deserialize)]
struct SpellGain {
    #[serde(default)]
    prerequisites: Vec<Condition>,
    spell: Reference,
}

/// A level or a feature that brings a spell.
#[derive(Deserialize)]
struct Condition {
    index: String,
    name: String,
    #[serde(rename = "type")]
    kind: String,
}

/// A feature as the subclass itself tells it.
#[derive(Deserialize)]
struct OwnFeature {
    name: String,
    level: Option<i32>,
    #[serde(default, alias = "description")]
    desc: Prose,
}

impl OwnFeature {
    fn gain(&self) -> Gain {
        Gain { name: self.name.trim().to_owned(), level: self.level, text: self.desc.markdown(), ..Gain::default() }
    }
}

impl Subclass {
    /// The table, with a column for the spells that the levels bring.
    fn levels(&self, mut table: BTreeMap<i32, ClassLevel>) -> Vec<ClassLevel> {
        for ((level, column), names) in self.spell_columns() {
            let row = table.entry(level).or_insert_with(|| ClassLevel { level, ..ClassLevel::default() });
            row.columns.push(TableCell { name: column, value: names.join(", ") });
        }
        table.into_values().collect()
    }

    /// Spells by level and column; a feature with its own spells has a column of its own.
    fn spell_columns(&self) -> BTreeMap<(i32, String), Vec<String>> {
        let mut columns: BTreeMap<(i32, String), Vec<String>> = BTreeMap::new();
        for gain in &self.spells {
            let of = |kind: &str| gain.prerequisites.iter().find(|p| p.kind == kind);
            let Some(level) = of("level").and_then(|p| level_of(&p.index)) else {
                continue;
            };
            let column =
                of("feature").map_or_else(|| "Spells".to_owned(), |f| format!("Spells ({})", last_part(&f.name)));
            let names = columns.entry((level, column)).or_default();
            names.push(gain.spell.name.clone());
        }
        columns
    }
}

/// `Circle of the Land: Arctic` is `Arctic`.
fn last_part(name: &str) -> &str {
    name.rsplit(": ").next().unwrap_or(name)
}
