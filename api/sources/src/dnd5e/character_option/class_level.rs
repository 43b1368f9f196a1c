//! Class tables: a record a level, of a class or of a subclass.

use super::super::wire::Reference;
use super::feature::{level_of, printed_name};
use super::table_column::cells;
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{ClassLevel, TableCell};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The tables of an edition, by index of the class or subclass.
#[derive(Default)]
pub(super) struct Tables {
    levels: BTreeMap<String, BTreeMap<i32, ClassLevel>>,
    /// The class or subclass that a feature is listed at, by index of the feature.
    owners: BTreeMap<String, String>,
}

impl Tables {
    /// Reads all levels.
    pub fn read(edition: &str, records: &Records, drafts: &mut Drafts) -> Self {
        let mut tables = Self::default();
        for (record, level) in drafts.parse::<Level>(records, &format!("{edition}/levels")) {
            // The key says both, too: `baker-3`.
            let (owner, _) = record.key.rsplit_once('-').unwrap_or_default();
            let of = level.subclass.as_ref().unwrap_or(&level.class);
            let owner = crate::wire::filled(&of.index).unwrap_or_else(|| owner.to_owned());
            let Some(number) = level.number.or_else(|| level_of(&record.key)) else {
                continue;
            };
            let features = level.features.iter();
            tables.owners.extend(features.map(|f| (f.index.clone(), owner.clone())));
            let table = tables.levels.entry(owner).or_default();
            table.insert(number, level.row(number));
        }
        tables
    }

    /// The class or subclass whose table lists a feature.
    pub fn owner_of(&self, feature: &str) -> Option<&str> {
        self.owners.get(feature).map(String::as_str)
    }

    /// The table of a class or subclass, by level; empty when upstream has none.
    pub fn of(&self, index: &str) -> BTreeMap<i32, ClassLevel> {
        self.levels.get(index).cloned().unwrap_or_default()
    }
}

#[derive(Deserialize)]
struct Level {
    #[serde(rename = "level")]
    number: Option<i32>,
    #[serde(default)]
    class: Reference,
    subclass: Option<Reference>,
    prof_bonus: Option<i32>,
    /// Ability score improvements so far.
    ability_score_bonuses: Option<i32>,
    #[serde(default)]
    features: Vec<Reference>,
    #[serde(default)]
    spellcasting: BTreeMap<String, i32>,
    #[serde(default)]
    class_specific: Map<String, Value>,
    #[serde(default)]
    subclass_specific: Map<String, Value>,
}

impl Level {
    fn row(&self, number: i32) -> ClassLevel {
        let known = |key: &str| self.spellcasting.get(key).copied();
        ClassLevel {
            level: number,
            proficiency_bonus: self.prof_bonus,
            feature_names: self.features.iter().map(|f| printed_name(&f.name)).collect(),
            cantrips_known: known("cantrips_known"),
            spells_known: known("spells_known").or_else(|| known("prepared_spells")),
            spell_slots: spell_slots(&self.spellcasting),
            columns: self.columns(),
            ..ClassLevel::default()
        }
    }

    fn columns(&self) -> Vec<TableCell> {
        let improvements = self.ability_score_bonuses.filter(|n| *n > 0);
        let improvements =
            improvements.map(|n| TableCell { name: "Ability Score Improvements".to_owned(), value: n.to_string() });
        cells(&self.class_specific).into_iter().chain(cells(&self.subclass_specific)).chain(improvements).collect()
    }
}

/// Slots of spell levels 1 to 9, up to the highest that there is.
fn spell_slots(spellcasting: &BTreeMap<String, i32>) -> Vec<i32> {
    let slots: Vec<i32> = (1..=9)
        .map(|level| {
            let slots = spellcasting.get(&format!("spell_slots_level_{level}"));
            slots.copied().unwrap_or(0)
        })
        .collect();
    let highest = slots.iter().rposition(|n| *n > 0).map_or(0, |i| i + 1);
    slots.into_iter().take(highest).collect()
}
