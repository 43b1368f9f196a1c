//! Wire shapes of activities and their parts.

use serde::Deserialize;

/// Something that can be done with a thing: an attack, a save it calls for, a spell it casts.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Activity {
    pub id: String,
    pub kind: String,
    pub name: String,
    pub activation: Activation,
    pub range: Range,
    pub target: Target,
    pub duration: Duration,
    pub damage: Damage,
    pub healing: Option<Part>,
    pub save: Save,
    pub check: Check,
    pub attack: Attack,
    pub spell: CastSpell,
    pub uses: Uses,
    pub roll: Roll,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Activation {
    #[serde(rename = "type")]
    pub kind: String,
    pub condition: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Range {
    pub value: Option<String>,
    pub units: String,
    pub special: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Target {
    pub template: Template,
    pub affects: Affects,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Template {
    #[serde(rename = "type")]
    pub kind: String,
    pub size: String,
    pub width: String,
    pub height: String,
    pub units: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Affects {
    pub count: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub special: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Duration {
    pub value: Option<String>,
    pub units: String,
    pub special: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Damage {
    pub on_save: String,
    pub include_base: bool,
    pub parts: Vec<Part>,
}

/// Dice of one sort.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Part {
    pub number: Option<i32>,
    pub denomination: Option<i32>,
    pub bonus: String,
    pub types: Vec<String>,
    pub custom: Custom,
    pub scaling: Scaling,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Custom {
    pub enabled: bool,
    pub formula: String,
}

/// How dice grow: with every level (`whole`) or every other (`half`).
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Scaling {
    pub mode: String,
    pub number: Option<i32>,
    pub formula: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Save {
    pub ability: Vec<String>,
    pub dc: Dc,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Dc {
    pub calculation: String,
    pub formula: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Check {
    pub ability: String,
    pub associated: Vec<String>,
    pub dc: Dc,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Attack {
    pub ability: String,
    pub bonus: String,
    pub flat: bool,
    #[serde(rename = "type")]
    pub kind: AttackKind,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct AttackKind {
    pub value: String,
    pub classification: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CastSpell {
    pub uuid: String,
    pub level: Option<i32>,
    pub ability: String,
    pub properties: Vec<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Uses {
    pub max: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Roll {
    pub formula: String,
}

/// The speeds of a creature, in feet.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Movement {
    pub walk: Option<i32>,
    pub fly: Option<i32>,
    pub swim: Option<i32>,
    pub climb: Option<i32>,
    pub burrow: Option<i32>,
    pub hover: bool,
}

/// The senses of a creature, in feet.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Senses {
    pub darkvision: Option<i32>,
    pub blindsight: Option<i32>,
    pub tremorsense: Option<i32>,
    pub truesight: Option<i32>,
    pub passive_perception: Option<i32>,
}
