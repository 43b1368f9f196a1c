//! Whole documents of invented rows.

mod character_option;
mod creature;
mod equipment;
mod rule;
mod spell;

use crate::{Json, document};

fn book() -> document::Model {
    document::Model {
        key: "hearth".into(),
        name: "The Hearthside Compendium".into(),
        publisher: Some("Kettle Press".into()),
        licenses: Json(vec![document::License {
            key: "cc-by-40".into(),
            name: "Creative Commons Attribution 4.0".into(),
            text: None,
        }]),
        game_system: Some("5e-2014".into()),
        game_system_name: Some("5th Edition 2014".into()),
        permalink: Some("https://example.org/hearth".into()),
        description: Some("# The Hearthside Compendium\n\nAll about kettles.".into()),
        ..document::Model::default()
    }
}
