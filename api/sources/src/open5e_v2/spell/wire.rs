//! Wire shape of a spell.

use crate::open5e_v2::wire::{Decimal, DocumentRef};
use crate::wire::Named;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(super) struct SpellRecord {
    pub name: String,
    pub desc: String,
    pub document: DocumentRef,
    pub level: i32,
    pub school: Option<Named>,
    #[serde(default)]
    pub classes: Vec<Named>,
    pub higher_level: Option<String>,
    pub casting_time: String,
    pub reaction_condition: Option<String>,
    pub range_text: Option<String>,
    pub target_type: Option<String>,
    pub target_count: Option<i32>,
    pub shape_type: Option<String>,
    pub shape_size: Option<i32>,
    pub shape_size_unit: Option<String>,
    #[serde(default)]
    pub ritual: bool,
    #[serde(default)]
    pub verbal: bool,
    #[serde(default)]
    pub somatic: bool,
    #[serde(default)]
    pub material: bool,
    pub material_specified: Option<String>,
    pub material_cost: Option<Decimal>,
    #[serde(default)]
    pub material_consumed: bool,
    pub duration: String,
    #[serde(default)]
    pub concentration: bool,
    pub saving_throw_ability: Option<String>,
    #[serde(default)]
    pub attack_roll: bool,
    pub damage_roll: Option<String>,
    #[serde(default)]
    pub damage_types: Vec<String>,
    #[serde(default)]
    pub casting_options: Vec<CastingOption>,
}

#[derive(Debug, Deserialize)]
pub(super) struct CastingOption {
    #[serde(rename = "type")]
    pub kind: String,
    pub damage_roll: Option<String>,
    pub target_count: Option<i32>,
    pub duration: Option<String>,
    pub range: Option<String>,
    pub concentration: Option<bool>,
    pub shape_size: Option<i32>,
    pub desc: Option<String>,
}
