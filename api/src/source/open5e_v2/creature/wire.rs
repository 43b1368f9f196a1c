//! A creature as upstream sends it.

use crate::source::open5e_v2::wire::{DocumentRef, Named};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
pub(super) struct Wire {
    pub name: String,
    pub document: DocumentRef,
    #[serde(rename = "type")]
    pub kind: Named,
    pub size: Named,
    pub challenge_rating: f64,
    pub proficiency_bonus: Option<i32>,
    #[serde(default)]
    pub speed: Speeds,
    #[serde(default)]
    pub speed_all: Speeds,
    pub category: Option<String>,
    pub subcategory: Option<String>,
    pub alignment: Option<String>,
    #[serde(default)]
    pub languages: Languages,
    pub armor_class: i32,
    pub armor_detail: Option<String>,
    pub hit_points: Option<i32>,
    pub hit_dice: Option<String>,
    pub experience_points: Option<i32>,
    pub ability_scores: SixAbilities,
    #[serde(default)]
    pub modifiers: SixAbilities,
    pub initiative_bonus: Option<i32>,
    #[serde(default)]
    pub saving_throws: SixAbilities,
    #[serde(default)]
    pub saving_throws_all: SixAbilities,
    #[serde(default)]
    pub skill_bonuses: BTreeMap<String, i32>,
    #[serde(default)]
    pub skill_bonuses_all: BTreeMap<String, i32>,
    pub passive_perception: Option<i32>,
    #[serde(default)]
    pub resistances_and_immunities: Defences,
    pub normal_sight_range: Option<i32>,
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
pub(super) struct Speeds {
    pub unit: Option<String>,
    pub walk: Option<i32>,
    pub fly: Option<i32>,
    pub swim: Option<i32>,
    pub climb: Option<i32>,
    pub burrow: Option<i32>,
    pub crawl: Option<i32>,
    pub hover: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Languages {
    pub as_string: String,
    pub data: Vec<Named>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SixAbilities {
    pub strength: Option<i32>,
    pub dexterity: Option<i32>,
    pub constitution: Option<i32>,
    pub intelligence: Option<i32>,
    pub wisdom: Option<i32>,
    pub charisma: Option<i32>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in crate::source) struct Defences {
    pub damage_vulnerabilities: Vec<Named>,
    pub damage_vulnerabilities_display: String,
    pub damage_resistances: Vec<Named>,
    pub damage_resistances_display: String,
    pub damage_immunities: Vec<Named>,
    pub damage_immunities_display: String,
    pub condition_immunities: Vec<Named>,
    pub condition_immunities_display: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Heading {
    pub name: String,
    #[serde(default)]
    pub desc: String,
}

#[derive(Debug, Deserialize)]
pub(in crate::source) struct Action {
    pub name: String,
    #[serde(default)]
    pub desc: String,
    #[serde(rename = "action_type")]
    pub kind: String,
    pub order_in_statblock: Option<i32>,
    pub legendary_action_cost: Option<i32>,
    pub limited_to_form: Option<String>,
    pub usage_limits: Option<Usage>,
    #[serde(default)]
    pub attacks: Vec<Attack>,
}

#[derive(Debug, Deserialize)]
pub(in crate::source) struct Usage {
    #[serde(rename = "type")]
    pub kind: String,
    pub param: Option<i32>,
}

#[derive(Debug, Default, Deserialize)]
pub(in crate::source) struct Attack {
    pub name: String,
    #[serde(rename = "attack_type")]
    pub kind: Option<String>,
    pub to_hit_mod: Option<i32>,
    pub reach: Option<i32>,
    pub range: Option<i32>,
    pub long_range: Option<i32>,
    pub target_creature_only: Option<bool>,
    pub damage_die_count: Option<i32>,
    pub damage_die_type: Option<String>,
    pub damage_bonus: Option<i32>,
    pub damage_type: Option<Named>,
    pub extra_damage_die_count: Option<i32>,
    pub extra_damage_die_type: Option<String>,
    pub extra_damage_bonus: Option<i32>,
    pub extra_damage_type: Option<Named>,
    pub distance_unit: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Illustration {
    pub file_url: String,
    pub alt_text: Option<String>,
    pub attribution: Option<String>,
}
