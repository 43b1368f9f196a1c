//! Wire shape of a monster.

use super::super::wire::name;
use lorekeeper_content::creature::Abilities;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
pub(super) struct Monster {
    #[serde(deserialize_with = "name")]
    pub name: String,
    #[serde(rename = "document__slug")]
    pub document: String,
    #[serde(default)]
    pub desc: String,
    pub size: String,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub subtype: String,
    pub group: Option<String>,
    #[serde(default)]
    pub alignment: String,
    pub armor_class: i32,
    pub armor_desc: Option<String>,
    pub hit_points: i32,
    #[serde(default)]
    pub hit_dice: String,
    #[serde(default)]
    pub speed: BTreeMap<String, Value>,
    #[serde(flatten)]
    pub scores: Abilities,
    /// The saving throws (`strength_save`), among the fields that have no name here.
    #[serde(flatten)]
    pub others: BTreeMap<String, Value>,
    /// The bonus to Perception.
    pub perception: Option<i32>,
    #[serde(default)]
    pub skills: BTreeMap<String, Value>,
    #[serde(default)]
    pub damage_vulnerabilities: String,
    #[serde(default)]
    pub damage_resistances: String,
    #[serde(default)]
    pub damage_immunities: String,
    #[serde(default)]
    pub condition_immunities: String,
    #[serde(default)]
    pub senses: String,
    #[serde(default)]
    pub languages: String,
    pub cr: f64,
    #[serde(default, deserialize_with = "list")]
    pub actions: Vec<Entry>,
    #[serde(default, deserialize_with = "list")]
    pub bonus_actions: Vec<Entry>,
    #[serde(default, deserialize_with = "list")]
    pub reactions: Vec<Entry>,
    pub legendary_desc: Option<String>,
    #[serde(default, deserialize_with = "list")]
    pub legendary_actions: Vec<Entry>,
    #[serde(default, deserialize_with = "list")]
    pub special_abilities: Vec<Entry>,
    #[serde(default)]
    pub spell_list: Vec<String>,
    #[serde(default)]
    pub environments: Vec<String>,
    pub img_main: Option<String>,
}

/// A trait or an action. Its text has all that upstream repeats beside it (`attack_bonus`, `damage_dice`).
#[derive(Debug, Deserialize)]
pub(super) struct Entry {
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub desc: String,
}

/// A list, which may be null.
fn list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Entry>, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}
