//! The reference documents of the game, of which several sources have the records but no facts.

use crate::attribution::requested;
use lorekeeper_content::document::{License, Model};

/// The System Reference Document of an edition (`2014`, `2024`).
pub fn reference_book(edition: &str, source: &str) -> Model {
    let (version, aliases, permalink): (_, &[&str], _) = if edition == "2014" {
        (
            "5.1",
            &["srd-5e", "srd", "wotc-srd", "5esrd", "srd-5.1"],
            "https://dnd.wizards.com/resources/systems-reference-document",
        )
    } else {
        ("5.2", &["srd-5.2", "srd-5e-2024", "SRD 5.2", "SRD 5.2.1"], "https://www.dndbeyond.com/srd")
    };
    let key = format!("srd-{edition}");
    Model {
        attribution: requested(&key).map(str::to_owned),
        key,
        name: format!("System Reference Document {version}"),
        display_name: Some(format!("5e {edition} Rules")),
        publisher: Some("Wizards of the Coast".to_owned()),
        game_system: Some(format!("5e-{edition}")),
        game_system_name: Some(format!("5th Edition {edition}")),
        licenses: vec![License {
            key: "cc-by-40".to_owned(),
            name: "Creative Commons Attribution 4.0".to_owned(),
            text: None,
        }]
        .into(),
        aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
        kind: Some("SOURCE".to_owned()),
        permalink: Some(permalink.to_owned()),
        distance_unit: Some("feet".to_owned()),
        weight_unit: Some("lb".to_owned()),
        source: source.to_owned(),
        ..Model::default()
    }
}
