//! Structures of a stat block.

use crate::{Damage, SavingThrowDc, UsageLimit};
use async_graphql::SimpleObject;
use serde::{Deserialize, Serialize};

/// How far a creature moves in a turn; null where it has no speed of that kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Speed {
    /// Walking speed, in `unit`.
    pub walk: Option<i32>,
    /// Flying speed, in `unit`.
    pub fly: Option<i32>,
    /// Swimming speed as listed, in `unit`; null where it swims at half its walking speed.
    pub swim: Option<i32>,
    /// Climbing speed as listed, in `unit`; null where it climbs at half its walking speed.
    pub climb: Option<i32>,
    /// Burrowing speed, in `unit`.
    pub burrow: Option<i32>,
    /// Crawling speed as listed, in `unit`; null where it crawls at half its walking speed.
    pub crawl: Option<i32>,
    /// Whether it stays in the air without moving.
    pub hover: Option<bool>,
    /// Unit of all of them: `feet`.
    pub unit: Option<String>,
    /// The lesser speeds a source lists for other forms or places.
    pub notes: Option<String>,
}

/// A number for each ability; null where it is not given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Abilities {
    /// Strength.
    pub strength: Option<i32>,
    /// Dexterity.
    pub dexterity: Option<i32>,
    /// Constitution.
    pub constitution: Option<i32>,
    /// Intelligence.
    pub intelligence: Option<i32>,
    /// Wisdom.
    pub wisdom: Option<i32>,
    /// Charisma.
    pub charisma: Option<i32>,
}

/// A skill and its bonus.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct SkillBonus {
    /// Slug of the skill (`sleight-of-hand`).
    pub skill: String,
    /// Bonus to its checks.
    pub bonus: i32,
}

/// Special senses, as ranges in feet; null where it lacks one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Senses {
    /// Darkvision: how far it sees in darkness, in feet.
    pub darkvision: Option<i32>,
    /// Blindsight: how far it perceives without sight, in feet.
    pub blindsight: Option<i32>,
    /// Tremorsense: how far it feels what touches the ground, in feet.
    pub tremorsense: Option<i32>,
    /// Truesight: how far it sees things as they are, in feet.
    pub truesight: Option<i32>,
    /// Keensense of the Black Flag rules: how far it perceives by smell and hearing, in feet.
    pub keensense: Option<i32>,
    /// What limits them, as printed (`blindsight 60 ft. (blind beyond this radius)`).
    pub notes: Option<String>,
}

/// Something a creature does.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Action {
    /// Its name (`Multiattack`).
    pub name: String,
    /// What happens, as Markdown.
    pub text: String,
    /// Position in the stat block, where the source numbers it.
    pub order: Option<i32>,
    /// How many legendary actions it costs.
    pub legendary_cost: Option<i32>,
    /// The form it is limited to (`Wolf or Hybrid Form Only`).
    pub limited_to_form: Option<String>,
    /// How often it can be used; null when it is not limited.
    pub usage: Option<UsageLimit>,
    /// The saving throw it calls for.
    pub save: Option<SavingThrowDc>,
    /// The attack rolls it makes.
    pub attacks: Vec<Attack>,
    /// Damage it deals without an attack roll.
    pub damage: Vec<Damage>,
    /// What a multiattack is made of; empty for other actions.
    pub multiattack: Vec<MultiattackPart>,
}

/// One attack of an action.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Attack {
    /// Its name.
    pub name: String,
    /// `WEAPON` or `SPELL`.
    pub attack_type: Option<String>,
    /// Bonus to the attack roll.
    pub to_hit: Option<i32>,
    /// Reach, in `unit`.
    pub reach: Option<i32>,
    /// Normal range, in `unit`.
    pub range: Option<i32>,
    /// Long range, in `unit`.
    pub long_range: Option<i32>,
    /// Unit of reach and ranges: `feet`.
    pub unit: Option<String>,
    /// Whether only creatures can be its target.
    pub creature_only: Option<bool>,
    /// The saving throw that this one calls for, where an action has several effects.
    pub save: Option<SavingThrowDc>,
    /// What a hit deals.
    pub damage: Vec<Damage>,
}

/// One part of a multiattack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct MultiattackPart {
    /// Name of the action it repeats.
    pub action: String,
    /// How often: a number, or dice.
    pub count: String,
    /// `melee`, `ranged`, `ability` or `magic`, where the source says.
    #[graphql(name = "type")]
    pub kind: Option<String>,
    /// Number of the alternative it belongs to, where there is a choice; null when it is always made.
    pub alternative: Option<i32>,
    /// When it is made (`If in Oni form`).
    pub notes: Option<String>,
}

/// How a creature casts spells.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Spellcasting {
    /// Caster level, 1 to 20.
    pub level: Option<i32>,
    /// Its spellcasting ability (`charisma`).
    pub ability: Option<String>,
    /// What a saving throw against its spells must reach.
    pub dc: Option<i32>,
    /// Bonus to its spell attack rolls.
    pub to_hit: Option<i32>,
    /// Components it needs (`V`, `S`, `M`).
    pub components_required: Vec<String>,
    /// Slug of the class whose list it casts from (`wizard`).
    pub school: Option<String>,
    /// Spell slots by spell level (index 0 is level 1).
    pub slots: Vec<i32>,
    /// The spells it casts, with how often.
    pub spells: Vec<CreatureSpell>,
}

/// A spell as a creature casts it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct CreatureSpell {
    /// Name of the spell.
    pub name: String,
    /// Slug of the spell, by which `spell(slug:)` finds it.
    pub slug: String,
    /// Level it is cast at, 0 (cantrip) to 9.
    pub level: Option<i32>,
    /// What is said of it (`self only`).
    pub notes: Option<String>,
    /// How often it can be cast; null when that is not limited.
    pub usage: Option<UsageLimit>,
}
