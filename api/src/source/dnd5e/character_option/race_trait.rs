//! Traits of races, species and their lineages.

use super::super::wire::{Reference, ability};
use super::choice::Choose;
use super::proficiency::{ability_name, slugs};
use super::prose::{Prose, filled, ordinal};
use crate::family::character_option::Proficiencies;
use crate::family::{Trait, UsageLimit};
use crate::source::{Drafts, Records};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The traits of an edition, by index.
pub(super) struct Traits(BTreeMap<String, Wire>);

/// A trait of a race; a lineage gains some at later levels.
#[derive(Deserialize)]
pub(super) struct TraitReference {
    index: String,
    level: Option<i32>,
}

/// What a race's traits amount to.
#[derive(Default)]
pub(super) struct Sum {
    pub traits: Vec<Trait>,
    pub proficiencies: Proficiencies,
    /// Walking speed, where a trait changes it.
    pub speed: Option<i32>,
}

impl Traits {
    /// Reads all traits.
    pub fn read(edition: &str, records: &Records, drafts: &mut Drafts) -> Self {
        let traits = records.parse::<Wire>(&format!("{edition}/traits"), drafts);
        Self(
            traits
                .into_iter()
                .map(|(_, t)| (t.index.clone(), t))
                .collect(),
        )
    }

    /// Those traits in full, each followed by the traits it lets one choose from.
    pub fn sum(&self, references: &[TraitReference]) -> Sum {
        let mut sum = Sum::default();
        for reference in references {
            let Some(wire) = self.0.get(&reference.index) else {
                continue;
            };
            sum.traits.push(wire.row(reference.level));
            let options = wire.trait_specific.subtrait_options.iter();
            let options = options.flat_map(|o| o.from.references());
            sum.traits
                .extend(options.filter_map(|o| Some(self.0.get(&o.index)?.row(None))));
            sum.proficiencies.fixed.extend(slugs(&wire.proficiencies));
            let choices = wire
                .proficiency_choices
                .iter()
                .chain(&wire.language_options);
            sum.proficiencies
                .choices
                .extend(choices.map(Choose::to_choice));
            sum.speed = wire.speed.or(sum.speed);
        }
        sum
    }
}

#[derive(Deserialize)]
struct Wire {
    index: String,
    #[serde(deserialize_with = "filled")]
    name: String,
    #[serde(default, alias = "description")]
    desc: Prose,
    #[serde(default)]
    proficiencies: Vec<Reference>,
    proficiency_choices: Option<Choose>,
    language_options: Option<Choose>,
    #[serde(default)]
    trait_specific: Specific,
    #[serde(default)]
    spells: Vec<Spell>,
    speed: Option<i32>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Specific {
    spell_options: Option<Choose>,
    subtrait_options: Option<Choose>,
    damage_type: Option<Reference>,
    breath_weapon: Option<BreathWeapon>,
}

#[derive(Deserialize)]
struct BreathWeapon {
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

/// A spell that a trait brings.
#[derive(Deserialize)]
struct Spell {
    spell: Reference,
    uses: Option<String>,
    recovery: Option<String>,
}

impl Wire {
    fn row(&self, level: Option<i32>) -> Trait {
        let specific = &self.trait_specific;
        let breath = specific.breath_weapon.as_ref();
        Trait {
            name: self.name.clone(),
            text: self.text(level),
            kind: None,
            usage: breath
                .and_then(BreathWeapon::usage_limit)
                .or_else(|| self.spells.iter().find_map(Spell::usage_limit)),
        }
    }

    fn text(&self, level: Option<i32>) -> String {
        let mut text = self.desc.markdown();
        if let Some(level) = level.filter(|level| *level > 1) {
            text = format!("**{} level.** {text}", ordinal(level));
        }
        let specific = &self.trait_specific;
        let damage = specific.damage_type.iter();
        let damage = damage.map(|d| format!("**Damage Type.** {}", d.name));
        let options = specific.spell_options.iter().map(Choose::words);
        let spells = self.spells.iter().map(|s| &s.spell.name);
        let spells = spells.filter(|name| !text.contains(*name));
        let spells = spells.map(|name| format!("**Spell.** {name}"));
        let breath = specific.breath_weapon.iter().map(BreathWeapon::text);
        let parts: Vec<String> = damage.chain(options).chain(spells).chain(breath).collect();
        std::iter::once(text)
            .chain(parts)
            .collect::<Vec<_>>()
            .join("\n\n")
    }
}

impl BreathWeapon {
    /// The weapon in words: what it is, then its numbers.
    fn text(&self) -> String {
        let area = self.area_of_effect.iter();
        let area = area.map(|a| format!("{} ft. {}", a.size, a.shape));
        let save = self.dc.iter().map(Save::words);
        let damage = self.damage.iter().map(Damage::words);
        let numbers: Vec<String> = area.chain(save).chain(damage).collect();
        let numbers = numbers.join("; ");
        format!("**{}.** {}\n\n{numbers}", self.name, self.desc.markdown())
            .trim_end()
            .to_owned()
    }

    fn usage_limit(&self) -> Option<UsageLimit> {
        let usage = self.usage.as_ref()?;
        Some(UsageLimit {
            kind: usage.kind.to_uppercase().replace(' ', "_"),
            times: usage.times,
            minimum: None,
            rests: rests(&self.desc.markdown()),
        })
    }
}

impl Save {
    fn words(&self) -> String {
        let ability = match ability(&self.dc_type.index) {
            Some(_) => ability_name(&self.dc_type.index),
            None => self.dc_type.name.clone(),
        };
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
        let mut dice: Vec<(i32, &String)> = dice
            .filter_map(|(level, dice)| Some((level.parse().ok()?, dice)))
            .collect();
        dice.sort();
        let dice: Vec<String> = dice
            .into_iter()
            .map(|(level, dice)| format!("{dice} at {} level", ordinal(level)))
            .collect();
        format!("{} damage: {}", self.damage_type.name, dice.join(", "))
    }
}

impl Spell {
    /// A limit that a rest lifts; without one the number of uses is the text's matter.
    fn usage_limit(&self) -> Option<UsageLimit> {
        let rests = rests(self.recovery.as_deref()?);
        Some(UsageLimit {
            kind: "PER_REST".to_owned(),
            times: self.uses.as_deref().and_then(|uses| uses.parse().ok()),
            minimum: None,
            rests,
        })
    }
}

/// The rests that a text speaks of.
fn rests(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let both = text.contains("short or long rest");
    let named = |rest: &str| both || text.contains(&format!("{rest} rest"));
    ["short", "long"]
        .into_iter()
        .filter(|rest| named(rest))
        .map(str::to_owned)
        .collect()
}
