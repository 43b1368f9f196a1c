//! Documents.

use super::NAME;
use crate::attribution::requested;
use crate::open5e::aliases;
use crate::wire::{Named, text};
use crate::{Draft, Drafts, Records, origin};
use lorekeeper_content::{Json, document};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Draws rows from the records.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    let licences: BTreeMap<String, Option<String>> = drafts
        .parse::<Licence>(records, "licenses")
        .into_iter()
        .map(|(_, licence)| (licence.key, words(licence.desc)))
        .collect();
    for (record, wire) in drafts.parse::<DocumentRecord>(records, "documents") {
        drafts.documents.push(Draft::new(row(wire, &licences), origin(NAME, "documents", record)));
    }
}

#[derive(Debug, Deserialize)]
struct DocumentRecord {
    key: String,
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    display_name: Option<String>,
    publisher: Option<Named>,
    gamesystem: Option<Named>,
    #[serde(default)]
    licenses: Vec<Named>,
    desc: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    author: Option<String>,
    publication_date: Option<String>,
    permalink: Option<String>,
    distance_unit: Option<String>,
    weight_unit: Option<String>,
}

/// A licence; the documents repeat its key and name, but not its text.
#[derive(Debug, Deserialize)]
struct Licence {
    key: String,
    desc: Option<String>,
}

/// The row of a document; `licences` has the texts by key.
fn row(wire: DocumentRecord, licences: &BTreeMap<String, Option<String>>) -> document::Model {
    let attribution = attribution(&wire);
    document::Model {
        aliases: aliases::aliases(&wire.key),
        attribution,
        name: wire.name.trim().to_owned(),
        display_name: words(wire.display_name),
        publisher: words(wire.publisher.map(|p| p.name)),
        game_system: wire.gamesystem.as_ref().map(|g| g.key.clone()),
        game_system_name: words(wire.gamesystem.map(|g| g.name)),
        licenses: Json(
            wire.licenses
                .into_iter()
                .map(|l| document::License { text: licences.get(&l.key).cloned().flatten(), key: l.key, name: l.name })
                .collect(),
        ),
        description: words(wire.desc),
        kind: words(wire.kind),
        author: words(wire.author),
        publication_date: words(wire.publication_date).map(day),
        permalink: words(wire.permalink),
        distance_unit: words(wire.distance_unit),
        weight_unit: words(wire.weight_unit),
        source: NAME.to_owned(),
        key: wire.key,
        ..document::Model::default()
    }
}

/// Text with a letter or digit; upstream writes a lone full stop where it has no text.
///
/// Correction (text): A document's description that is a lone full stop counts as no text.
fn words(upstream: Option<String>) -> Option<String> {
    text(&upstream?).filter(|t| t.contains(char::is_alphanumeric))
}

/// The day of a time stamp.
///
/// Correction (text): A publication date that is a time stamp becomes the day.
fn day(stamp: String) -> String {
    match stamp.split_once('T') {
        Some((day, _)) => day.to_owned(),
        None => stamp,
    }
}

/// The credit that a Creative Commons Attribution licence asks for, in the publisher's words where they
/// are known; other licences ask otherwise.
fn attribution(wire: &DocumentRecord) -> Option<String> {
    if let Some(sentence) = requested(&wire.key) {
        return Some(sentence.to_owned());
    }
    if !wire.licenses.iter().any(|l| l.key.starts_with("cc-by")) {
        return None;
    }
    let mut sentence = wire.name.trim().to_owned();
    if let Some(publisher) = &wire.publisher {
        sentence = format!("{sentence} by {}", publisher.name);
    }
    let licences: Vec<&str> = wire.licenses.iter().map(|l| l.name.as_str()).collect();
    sentence = format!("{sentence}, licensed under {}", licences.join(" and "));
    match wire.permalink.as_deref().and_then(text) {
        Some(link) => Some(format!("{sentence}, {link}")),
        None => Some(sentence),
    }
}
