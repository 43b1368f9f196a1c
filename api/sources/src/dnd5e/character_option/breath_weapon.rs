//! Breath weapon of a draconic ancestry.

use super::super::wire::Reference;
use super::proficiency::ability_name;
use crate::dnd5e::wire::Prose;
use crate::prose::ordinal;
use lorekeeper_content::UsageLimit;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A breath weapon: its text, and its numbers.
#[derive(Deserialize)]
pub(super) struct BreathWeapon {
    name: String,
    #[serde(default)]
    desc: Prose,
    area_of_effect: Option<Area>,
    usage: Option<Usage>,
    dc: Option<Save>,
    #[serde(default)]
    damage: Vec<Damage>,
}

#[derive(Deserialize)]
struct Area {
    size: i32,
    #[serde(rename = "type")]
    shape: String,
}

#[derive(Deserialize)]
struct Usage {
    #[serde(rename = "type")]
    kind: String,
    times: Option<i32>,
}

#[derive(Deserialize)]
struct Save {
    dc_type: Reference,
    success_type: Option<String>,
}

#[derive(Deserialize)]
struct Damage {
    damage_type: Reference,
    #[serde(default)]
    damage_at_character_level: BTreeMap<String, String>,
}

impl BreathWeapon {
    /// The weapon in words: what it is, then its numbers.
    pub fn text(&self) -> String {
        let area = self.area_of_effect.iter();
        let area = area.map(|a| format!("{} ft. {}", a.size, a.shape));
        let save = self.dc.iter().map(Save::words);
        let damage = self.damage.iter().map(Damage::words);
        let numbers: Vec<String> = area.chain(save).chain(damage).collect();
        let numbers = numbers.join("; ");
        format!("**{}.** {}\n\n{numbers}", self.name, self.desc.markdown()).trim_end().to_owned()
    }

    /// The usage limit.
    pub fn usage_limit(&self) -> Option<UsageLimit> {
        let usage = self.usage.as_ref()?;
        Some(UsageLimit {
            kind: usage.kind.to_uppercase().replace(' ', "_"),
            times: usage.times,
            minimum: None,
            rests: rests(&self.desc.markdown()),
            ..UsageLimit::default()
        })
    }
}

impl Save {
    fn words(&self) -> String {
        let ability = ability_name(&self.dc_type.name);
        match self.success_type.as_deref() {
            Some("half") => format!("{ability} saving throw, half damage on a success"),
            _ => format!("{ability} saving throw"),
        }
    }
}

impl Damage {
    /// The dice by level, lowest level first.
    fn words(&self) -> String {
        let dice = self.damage_at_character_level.iter();
        let mut dice: Vec<(i32, &String)> =
            dice.filter_map(|(level, dice)| Some((level.parse().ok()?, dice))).collect();
        dice.sort();
        let dice: Vec<String> =
            dice.into_iter().map(|(level, dice)| format!("{dice} at {} level", ordinal(level))).collect();
        format!("{} damage: {}", self.damage_type.name, dice.join(", "))
    }
}

/// The rests that a text speaks of.
pub(super) fn rests(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let both = text.contains("short or long rest");
    let named = |rest: &str| both || text.contains(&format!("{rest} rest"));
    ["short", "long"].into_iter().filter(|rest| named(rest)).map(str::to_owned).collect()
}
