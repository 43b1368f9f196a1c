//! Traits of races, species and their lineages.

use super::super::wire::Reference;
use super::breath_weapon::{BreathWeapon, rests};
use super::choice::Choose;
use super::proficiency::slugs;
use crate::dnd5e::wire::{Prose, filled};
use crate::prose::ordinal;
use crate::{Drafts, Records};
use lorekeeper_content::character_option::Proficiencies;
use lorekeeper_content::{Trait, UsageLimit};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The traits of an edition, by index.
pub(super) struct Traits(BTreeMap<String, TraitRecord>);

/// A trait of a race; a lineage gains some at later levels.
#[derive(Deserialize)]
pub(super) struct TraitReference {
    index: String,
    level: Option<i32>,
}

/// The fields of a row that a race's traits fill.
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
        let traits = drafts.parse::<TraitRecord>(records, &format!("{edition}/traits"));
        Self(traits.into_iter().map(|(_, t)| (t.index.clone(), t)).collect())
    }

    /// The traits in full, each followed by its options.
    pub fn sum(&self, references: &[TraitReference]) -> Sum {
        let mut sum = Sum::default();
        for reference in references {
            let Some(wire) = self.0.get(&reference.index) else {
                continue;
            };
            sum.traits.push(wire.row(reference.level));
            let options = wire.trait_specific.subtrait_options.iter();
            let options = options.flat_map(|o| o.from.references());
            sum.traits.extend(options.filter_map(|o| Some(self.0.get(&o.index)?.row(None))));
            sum.proficiencies.fixed.extend(slugs(&wire.proficiencies));
            let choices = wire.proficiency_choices.iter().chain(&wire.language_options);
            sum.proficiencies.choices.extend(choices.map(Choose::to_choice));
            sum.speed = wire.speed.or(sum.speed);
        }
        sum
    }
}

#[derive(Deserialize)]
struct TraitRecord {
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

/// A spell that a trait brings.
#[derive(Deserialize)]
struct Spell {
    #[serde(rename = "spell")]
    gained: Reference,
    uses: Option<String>,
    recovery: Option<String>,
}

impl TraitRecord {
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
        let spells = self.spells.iter().map(|s| &s.gained.name);
        let spells = spells.filter(|name| !text.contains(*name));
        let spells = spells.map(|name| format!("**Spell.** {name}"));
        let breath = specific.breath_weapon.iter().map(BreathWeapon::text);
        let parts: Vec<String> = damage.chain(options).chain(spells).chain(breath).collect();
        std::iter::once(text).chain(parts).collect::<Vec<_>>().join("\n\n")
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
            ..UsageLimit::default()
        })
    }
}
