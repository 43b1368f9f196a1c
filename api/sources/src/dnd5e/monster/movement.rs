//! Speeds and senses.

use crate::dnd5e::wire::leading_number;
use lorekeeper_content::creature;
use serde::Deserialize;

/// Speeds as printed (`40 ft.`).
#[derive(Deserialize)]
pub(super) struct Speeds {
    walk: Option<String>,
    fly: Option<String>,
    swim: Option<String>,
    climb: Option<String>,
    burrow: Option<String>,
    hover: Option<bool>,
}

impl Speeds {
    /// The speeds in feet.
    pub fn row(&self) -> creature::Speed {
        let feet = |speed: &Option<String>| speed.as_deref().and_then(leading_number);
        creature::Speed {
            walk: feet(&self.walk),
            fly: feet(&self.fly),
            swim: feet(&self.swim),
            climb: feet(&self.climb),
            burrow: feet(&self.burrow),
            hover: self.hover.or(self.fly.as_ref().map(|_| false)),
            unit: Some("feet".to_owned()),
            ..creature::Speed::default()
        }
    }
}

/// Senses as printed (`60 ft. (blind beyond this radius)`).
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Senses {
    darkvision: Option<String>,
    blindsight: Option<String>,
    tremorsense: Option<String>,
    truesight: Option<String>,
    /// Passive Perception.
    pub passive_perception: Option<i32>,
}

impl Senses {
    /// The senses in one line, as a stat block prints them.
    pub fn printed(&self) -> String {
        let senses = [
            ("darkvision", &self.darkvision),
            ("blindsight", &self.blindsight),
            ("tremorsense", &self.tremorsense),
            ("truesight", &self.truesight),
        ];
        let printed = senses.iter().filter_map(|(name, sense)| Some(format!("{name} {}", sense.as_ref()?)));
        printed.collect::<Vec<_>>().join(", ")
    }
}
