//! Parts of classes and subclasses: the class table, features, the rules of multiclassing.

use super::Choice;
use async_graphql::SimpleObject;
use serde::{Deserialize, Serialize};

/// One row of a class table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ClassLevel {
    /// Level, 1 to 20.
    pub level: i32,
    /// Proficiency bonus at this level.
    pub proficiency_bonus: Option<i32>,
    /// Names of the features gained at this level, as printed.
    pub feature_names: Vec<String>,
    /// Slugs of these features.
    pub feature_slugs: Vec<String>,
    /// Slugs of the spells that a subclass gains at this level.
    pub spell_slugs: Vec<String>,
    /// How many cantrips are known; null for a class without.
    pub cantrips_known: Option<i32>,
    /// How many spells are known or prepared; null where that is not fixed.
    pub spells_known: Option<i32>,
    /// Spell slots by spell level (index 0 is level 1).
    pub spell_slots: Vec<i32>,
    /// The table's other columns.
    pub columns: Vec<TableCell>,
}

/// A cell of a class table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct TableCell {
    /// Head of the column.
    pub name: String,
    /// The cell as printed.
    pub value: String,
}

/// A name, and how what it names has grown: `Brutal Critical (2 dice)` is *Brutal Critical*, grown to `2 dice`.
pub fn split_growth(name: &str) -> (&str, Option<&str>) {
    name.strip_suffix(')')
        .and_then(|rest| rest.split_once(" ("))
        .map_or((name, None), |(name, growth)| (name, Some(growth)))
}

/// A class or subclass feature.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Feature {
    /// Its name (`Rage`).
    pub name: String,
    /// Its slug (`rage`), by which `characterOption(slug:, kind: FEATURE)` finds it.
    pub slug: String,
    /// What it does, as Markdown.
    pub text: String,
    /// Levels at which it is gained or grows.
    pub levels: Vec<i32>,
    /// What each gain brings, where the source says (`9th level: two dice`).
    pub details: Vec<String>,
    /// Prerequisites, in words.
    pub prerequisites: Vec<String>,
    /// Name of the feature it is an option of.
    pub option_of: Option<String>,
    /// How often it can be used before it is regained, as its source says.
    #[graphql(skip)]
    pub uses: Option<String>,
    /// What regains its uses, as its source says.
    #[graphql(skip)]
    pub recovery: Vec<String>,
    /// The action it takes, as its source says.
    #[graphql(skip)]
    pub activation: Option<String>,
}

/// What multiclassing takes and gives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Multiclassing {
    /// Ability scores required.
    pub prerequisites: Vec<AbilityMinimum>,
    /// Whether any one of the prerequisites is enough.
    pub any_of: bool,
    /// Slugs of the proficiencies gained.
    pub proficiencies: Vec<String>,
    /// Choices of proficiencies gained.
    pub proficiency_choices: Vec<Choice>,
}

/// A least ability score.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct AbilityMinimum {
    /// The ability (`strength`).
    pub ability: String,
    /// The least score.
    pub minimum: i32,
}
