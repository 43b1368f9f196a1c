//! What a stat block is made of.

use crate::family::{Damage, SavingThrowDc, UsageLimit};
use async_graphql::SimpleObject;
use serde::{Deserialize, Serialize};

/// Speeds; null where it has none of that kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Speed {
    /// Walking speed.
    pub walk: Option<i32>,
    /// Flying speed.
    pub fly: Option<i32>,
    /// Swimming speed, as listed.
    pub swim: Option<i32>,
    /// Climbing speed, as listed.
    pub climb: Option<i32>,
    /// Burrowing speed.
    pub burrow: Option<i32>,
    /// Crawling speed (half of walking unless listed).
    pub crawl: Option<i32>,
    /// Can hover.
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
    /// How far it sees in good light.
    pub normal_sight: Option<i32>,
    /// Darkvision.
    pub darkvision: Option<i32>,
    /// Blindsight.
    pub blindsight: Option<i32>,
    /// Tremorsense.
    pub tremorsense: Option<i32>,
    /// Truesight.
    pub truesight: Option<i32>,
    /// What limits them, as printed (`blindsight 60 ft. (blind beyond this radius)`).
    pub notes: Option<String>,
}

/// Something a creature does.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Action {
    /// Its name.
    pub name: String,
    /// What happens, as Markdown.
    pub text: String,
    /// Position in the stat block.
    pub order: Option<i32>,
    /// How many legendary actions it costs.
    pub legendary_cost: Option<i32>,
    /// The form it is limited to.
    pub limited_to_form: Option<String>,
    /// How often it can be used.
    pub usage: Option<UsageLimit>,
    /// The saving throw it calls for.
    pub save: Option<SavingThrowDc>,
    /// Its attacks.
    pub attacks: Vec<Attack>,
    /// Damage it deals without an attack roll.
    pub damage: Vec<Damage>,
    /// What a multiattack is made of.
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
    /// Bonus to hit.
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
    /// Level it casts at.
    pub level: Option<i32>,
    /// Its spellcasting ability.
    pub ability: Option<String>,
    /// Save DC of its spells.
    pub dc: Option<i32>,
    /// Bonus to hit with spell attacks.
    pub to_hit: Option<i32>,
    /// Components it needs (`V`, `S`, `M`).
    pub components_required: Vec<String>,
    /// Class whose list it casts from.
    pub school: Option<String>,
    /// Spell slots by spell level (index 0 is level 1).
    pub slots: Vec<i32>,
    /// The spells.
    pub spells: Vec<CreatureSpell>,
}

/// A spell as a creature casts it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct CreatureSpell {
    /// Its name.
    pub name: String,
    /// Its slug.
    pub slug: String,
    /// Level it is cast at.
    pub level: Option<i32>,
    /// What is said of it (`self only`).
    pub notes: Option<String>,
    /// How often.
    pub usage: Option<UsageLimit>,
}
