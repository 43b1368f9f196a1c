//! Input of the readers: actions, attacks and defences as a source sends them, printed or structured.
//!
//! The field names are those of Open5e, version 2, the only source that has structure. Other sources fill in the
//! printed text and leave the rest empty.

use crate::wire::Named;
use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Defences {
    pub damage_vulnerabilities: Vec<Named>,
    pub damage_vulnerabilities_display: String,
    pub damage_resistances: Vec<Named>,
    pub damage_resistances_display: String,
    pub damage_immunities: Vec<Named>,
    pub damage_immunities_display: String,
    pub condition_immunities: Vec<Named>,
    pub condition_immunities_display: String,
}

impl Defences {
    /// The defences that lines of text print.
    pub fn printed(vulnerabilities: String, resistances: String, immunities: String, conditions: String) -> Self {
        Self {
            damage_vulnerabilities_display: vulnerabilities,
            damage_resistances_display: resistances,
            damage_immunities_display: immunities,
            condition_immunities_display: conditions,
            ..Self::default()
        }
    }
}

#[derive(Debug, Default, Deserialize)]
pub struct Action {
    pub name: String,
    #[serde(default)]
    pub desc: String,
    #[serde(default, rename = "action_type")]
    pub kind: String,
    pub order_in_statblock: Option<i32>,
    pub legendary_action_cost: Option<i32>,
    pub limited_to_form: Option<String>,
    pub usage_limits: Option<Usage>,
    /// How a printed attack is delivered (`WEAPON`), where its text does not say it.
    #[serde(skip)]
    pub attack_type: Option<String>,
    #[serde(default)]
    pub attacks: Vec<Attack>,
}

#[derive(Debug, Deserialize)]
pub struct Usage {
    #[serde(default, rename = "type")]
    pub kind: String,
    pub param: Option<i32>,
}

#[derive(Debug, Default, Deserialize)]
pub struct Attack {
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
