//! Structures within an item: properties of weapons, uses of tools.

use async_graphql::SimpleObject;
use serde::{Deserialize, Serialize};

/// A property of a weapon.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct WeaponProperty {
    /// Its name (`Versatile`).
    pub name: String,
    /// Its slug (`versatile`).
    pub slug: String,
    /// `Mastery` for a mastery property; null for an ordinary one.
    #[graphql(name = "type")]
    pub kind: Option<String>,
    /// The number that goes with it (`1d10`, `range 20/60`).
    pub detail: Option<String>,
    /// What it means, as Markdown.
    pub text: String,
}

/// A use of a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct Utilize {
    /// What is done with it (`Pick a lock`).
    pub name: String,
    /// Ability of the check (`dexterity`).
    pub ability: Option<String>,
    /// Number that the check must reach.
    pub dc: Option<i32>,
}
