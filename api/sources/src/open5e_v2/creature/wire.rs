//! Wire shape of a creature.

use crate::open5e_v2::wire::DocumentRef;
use crate::stat_block::input::{Action, Defences};
use crate::wire::Named;
use lorekeeper_content::creature::{Abilities, Speed};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
pub(super) struct CreatureRecord {
    #[serde(deserialize_with = "crate::wire::name")]
    pub name: String,
    #[serde(default)]
    pub document: DocumentRef,
    #[serde(default, rename = "type")]
    pub kind: Named,
    #[serde(default)]
    pub size: Named,
    pub challenge_rating: Option<f64>,
    pub proficiency_bonus: Option<i32>,
    #[serde(default)]
    pub speed: Speed,
    #[serde(default)]
    pub speed_all: Speed,
    pub category: Option<String>,
    pub subcategory: Option<String>,
    pub alignment: Option<String>,
    #[serde(default)]
    pub languages: Languages,
    pub armor_class: Option<i32>,
    pub armor_detail: Option<String>,
    pub hit_points: Option<i32>,
    pub hit_dice: Option<String>,
    pub experience_points: Option<i32>,
    #[serde(default)]
    pub ability_scores: Abilities,
    #[serde(default)]
    pub modifiers: Abilities,
    pub initiative_bonus: Option<i32>,
    #[serde(default)]
    pub saving_throws: Abilities,
    #[serde(default)]
    pub saving_throws_all: Abilities,
    #[serde(default)]
    pub skill_bonuses: BTreeMap<String, i32>,
    #[serde(default)]
    pub skill_bonuses_all: BTreeMap<String, i32>,
    pub passive_perception: Option<i32>,
    #[serde(default)]
    pub resistances_and_immunities: Defences,
    pub darkvision_range: Option<i32>,
    pub blindsight_range: Option<i32>,
    pub tremorsense_range: Option<i32>,
    pub truesight_range: Option<i32>,
    #[serde(default)]
    pub actions: Vec<Action>,
    #[serde(default)]
    pub traits: Vec<Heading>,
    #[serde(default)]
    pub creaturesets: Vec<String>,
    #[serde(default)]
    pub environments: Vec<Named>,
    pub illustration: Option<Illustration>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Languages {
    pub as_string: String,
    pub data: Vec<Named>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Heading {
    pub name: String,
    #[serde(default)]
    pub desc: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Illustration {
    #[serde(default)]
    pub file_url: String,
    pub alt_text: Option<String>,
    pub attribution: Option<String>,
}
