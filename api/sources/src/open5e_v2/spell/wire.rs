//! Wire shape of a spell.

use crate::open5e_v2::wire::{Decimal, DocumentRef};
use crate::wire::{Named, name, spell_level};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(super) struct SpellRecord {
    #[serde(deserialize_with = "name")]
    pub name: String,
    #[serde(default)]
    pub desc: String,
    #[serde(default)]
    pub document: DocumentRef,
    #[serde(default, deserialize_with = "spell_level")]
    pub level: Option<i32>,
    pub school: Option<Named>,
    #[serde(default)]
    pub classes: Vec<Named>,
    pub higher_level: Option<String>,
    #[serde(default)]
    pub casting_time: String,
    pub reaction_condition: Option<String>,
    pub range_text: Option<String>,
    pub target_type: Option<String>,
    pub target_count: Option<i32>,
    pub shape_type: Option<String>,
    pub shape_size: Option<i32>,
    pub shape_size_unit: Option<String>,
    pub ritual: Option<bool>,
    pub verbal: Option<bool>,
    pub somatic: Option<bool>,
    pub material: Option<bool>,
    pub material_specified: Option<String>,
    pub material_cost: Option<Decimal>,
    #[serde(default)]
    pub material_consumed: bool,
    #[serde(default)]
    pub duration: String,
    pub concentration: Option<bool>,
    pub saving_throw_ability: Option<String>,
    pub attack_roll: Option<bool>,
    pub damage_roll: Option<String>,
    #[serde(default)]
    pub damage_types: Vec<String>,
    #[serde(default)]
    pub casting_options: Vec<CastingOption>,
}

#[derive(Debug, Deserialize)]
pub(super) struct CastingOption {
    #[serde(default, rename = "type")]
    pub kind: String,
    pub damage_roll: Option<String>,
    pub target_count: Option<i32>,
    pub duration: Option<String>,
    pub range: Option<String>,
    pub concentration: Option<bool>,
    pub shape_size: Option<i32>,
    pub desc: Option<String>,
}
