//! Inputs of the snapshots: the records of every source, as a store has them.

use lorekeeper_content::record::{Record, Records};
use lorekeeper_embed::assets::{Assets, Choice};
use lorekeeper_sources::import::{self, Reading};
use lorekeeper_tests::assets;
use lorekeeper_tests::capture::{self, Capture};
use lorekeeper_tests::upstream::{BASE, foundry};
use serde_json::Value;
use std::collections::BTreeMap;

/// Records by source.
pub type Stored = BTreeMap<&'static str, Records>;

/// Files as people import them, in our own words.
const FILES: [(&str, &str); 2] = [
    ("kitchen.orcbrew", include_str!("../../fixtures/orcbrew/kitchen.orcbrew")),
    ("owls.json", include_str!("../../fixtures/srd_data/owls.json")),
];

/// The fixtures of all sources.
pub async fn fixtures() -> Stored {
    let mut stored = Stored::new();
    for api in capture::all() {
        let records = Capture::of_fixtures(api).addressed();
        stored.insert(api.name, as_stored(records, api.base));
    }
    for (file, text) in FILES {
        let readings = import::read_bytes(file, text.into());
        add(&mut stored, readings.await.unwrap());
    }
    let packs = import::read_bytes("packs.tar.gz", foundry::archive()).await;
    add(&mut stored, packs.unwrap());
    stored
}

/// The starter pack, where the machine has it.
pub async fn starter_pack() -> Option<Stored> {
    let assets = Assets::new(assets::folder(), Choice::default(), true);
    let mut stored = Stored::new();
    for folder in assets.starter_pack().await {
        let readings = import::read(&folder.ok()?).await;
        add(&mut stored, readings.unwrap());
    }
    Some(stored)
}

/// The captured records of all APIs, and the archive of packs, where they are at hand.
pub async fn capture() -> Option<Stored> {
    let mut stored = Stored::new();
    for api in capture::all() {
        let records = Capture::read(api)?.addressed();
        stored.insert(api.name, as_stored(records, api.base));
    }
    add(&mut stored, import::read(&capture::packs()?).await.ok()?);
    Some(stored)
}

fn add(stored: &mut Stored, readings: Vec<Reading>) {
    for reading in readings {
        let mut known = lorekeeper_sources::SOURCES.into_iter().map(|(name, _)| name);
        let source = known.find(|name| *name == reading.source).unwrap();
        assert!(!stored.contains_key(source), "{source} is read twice");
        stored.insert(source, as_stored(reading.records, ""));
    }
}

/// Records as the store gives them back: each listing by key.
fn as_stored(records: Records, base: &str) -> Records {
    let listings = records.0.into_iter().map(|(endpoint, listing)| {
        let stored = |record: Record| Record { raw: as_jsonb(record.raw, base), ..record };
        let mut listing: Vec<Record> = listing.into_iter().map(stored).collect();
        listing.sort_by(|a, b| a.key.cmp(&b.key));
        (endpoint, listing)
    });
    Records(listings.collect())
}

/// A value as `jsonb` gives it back, where of two keys the shorter comes first. Its links lead to `base`.
fn as_jsonb(value: Value, base: &str) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.into_iter();
            let mut fields: Vec<_> = fields.map(|(k, v)| (k, as_jsonb(v, base))).collect();
            fields.sort_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
            Value::Object(fields.into_iter().collect())
        }
        Value::Array(items) => {
            let items = items.into_iter().map(|item| as_jsonb(item, base));
            Value::Array(items.collect())
        }
        Value::String(text) => Value::String(text.replace(BASE, base)),
        other => other,
    }
}
