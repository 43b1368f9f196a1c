//! Speeds and senses.

use crate::dnd5e::wire::leading_number;
use crate::wire::filled;
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
    /// The senses in feet, and what limits them.
    pub fn row(&self) -> creature::Senses {
        let feet = |sense: &Option<String>| sense.as_deref().and_then(leading_number);
        creature::Senses {
            darkvision: feet(&self.darkvision),
            blindsight: feet(&self.blindsight),
            tremorsense: feet(&self.tremorsense),
            truesight: feet(&self.truesight),
            notes: self.notes(),
            ..creature::Senses::default()
        }
    }

    fn notes(&self) -> Option<String> {
        let notes: Vec<String> = [
            ("darkvision", &self.darkvision),
            ("blindsight", &self.blindsight),
            ("tremorsense", &self.tremorsense),
            ("truesight", &self.truesight),
        ]
        .into_iter()
        .filter_map(|(name, sense)| {
            let sense = sense.as_deref()?.trim();
            let (_, rest) = sense.split_once("ft.")?;
            filled(rest).map(|_| format!("{name} {sense}"))
        })
        .collect();
        filled(&notes.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_feet() {
        let speeds: Speeds =
            serde_json::from_str(r#"{"walk":"0 ft.","fly":"50 ft.","hover":true}"#).unwrap();
        let speed = speeds.row();
        assert_eq!(
            (speed.walk, speed.fly, speed.swim),
            (Some(0), Some(50), None)
        );
        assert_eq!(speed.hover, Some(true));
    }

    #[test]
    fn senses_keep_their_limits() {
        let senses: Senses = serde_json::from_str(
            r#"{"blindsight":"60 ft. (blind beyond this radius)","darkvision":"30 ft.","passive_perception":12}"#,
        )
        .unwrap();
        let row = senses.row();
        assert_eq!((row.blindsight, row.darkvision), (Some(60), Some(30)));
        assert_eq!(
            row.notes.as_deref(),
            Some("blindsight 60 ft. (blind beyond this radius)")
        );
    }
}
