//! Wire shape of a monster.

use super::super::wire::name;
use lorekeeper_content::creature::Abilities;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
pub(super) struct Monster {
    #[serde(deserialize_with = "name")]
    pub name: String,
    #[serde(default, rename = "document__slug")]
    pub document: String,
    #[serde(default)]
    pub desc: String,
    #[serde(default)]
    pub size: String,
    #[serde(default, rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub subtype: String,
    pub group: Option<String>,
    #[serde(default)]
    pub alignment: String,
    pub armor_class: Option<i32>,
    pub armor_desc: Option<String>,
    pub hit_points: Option<i32>,
    #[serde(default)]
    pub hit_dice: String,
    #[serde(default)]
    pub speed: BTreeMap<String, Value>,
    pub strength: Option<i32>,
    pub dexterity: Option<i32>,
    pub constitution: Option<i32>,
    pub intelligence: Option<i32>,
    pub wisdom: Option<i32>,
    pub charisma: Option<i32>,
    pub strength_save: Option<i32>,
    pub dexterity_save: Option<i32>,
    pub constitution_save: Option<i32>,
    pub intelligence_save: Option<i32>,
    pub wisdom_save: Option<i32>,
    pub charisma_save: Option<i32>,
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
    pub cr: Option<f64>,
    #[serde(default)]
    pub actions: Vec<Entry>,
    #[serde(default)]
    pub bonus_actions: Vec<Entry>,
    #[serde(default)]
    pub reactions: Vec<Entry>,
    pub legendary_desc: Option<String>,
    #[serde(default)]
    pub legendary_actions: Vec<Entry>,
    #[serde(default)]
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

impl Monster {
    /// The ability scores.
    pub fn scores(&self) -> Abilities {
        Abilities {
            strength: self.strength,
            dexterity: self.dexterity,
            constitution: self.constitution,
            intelligence: self.intelligence,
            wisdom: self.wisdom,
            charisma: self.charisma,
        }
    }

    /// The saving throws that are listed.
    pub fn saves(&self) -> Abilities {
        Abilities {
            strength: self.strength_save,
            dexterity: self.dexterity_save,
            constitution: self.constitution_save,
            intelligence: self.intelligence_save,
            wisdom: self.wisdom_save,
            charisma: self.charisma_save,
        }
    }
}
