//! Table tests of the sources: invented records, and the rows that are drawn from them.
//!
//! A file in `cases/<source>` holds cases by name. A case has the `records` by endpoint and key (or is `like` an earlier
//! case, with `changes`), the `rows` by family and slug, the endpoint and key of each record that is `skipped`, and the
//! endpoint and path of each field that is `unfit`. A row is given by the fields that its case is about; what is empty within a field is left out.

use crate::{Draft, Drafts, Record, Records, SOURCES};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;

fn read(path: &Path) -> Map<String, Value> {
    let text = fs::read_to_string(path).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The records of a case, by endpoint and key.
fn listings(case: &Value, cases: &Map<String, Value>) -> Value {
    let Some(other) = case.get("like").and_then(Value::as_str) else {
        return case["records"].clone();
    };
    let mut listings = listings(&cases[other], cases);
    for (endpoint, changes) in case["changes"].as_object().unwrap() {
        for (key, fields) in changes.as_object().unwrap() {
            let record = listings[endpoint][key].as_object_mut().unwrap();
            record.extend(fields.as_object().unwrap().clone());
        }
    }
    listings
}

fn records(listings: &Value) -> Records {
    let listings = listings.as_object().unwrap().iter();
    let listings = listings.map(|(endpoint, listing)| {
        let record = |(key, raw): (&String, &Value)| Record { key: key.clone(), url: String::new(), raw: raw.clone() };
        let listing = listing.as_object().unwrap().iter().map(record);
        (endpoint.clone(), listing.collect())
    });
    Records(listings.collect())
}

/// The drafts of a family by slug; the second of a slug has a 2 behind it.
fn by_slug<R: Serialize>(drafts: &[Draft<R>]) -> Map<String, Value> {
    let mut rows = Map::new();
    for draft in drafts {
        let mut row = json!(draft.row);
        row["section"] = json!(draft.section);
        let slug = row.get("slug").unwrap_or(&row["key"]);
        let slug = slug.as_str().unwrap().to_owned();
        let namesakes = rows.keys().filter(|key| key.split(' ').next() == Some(slug.as_str()));
        let key = match namesakes.count() {
            0 => slug,
            before => format!("{slug} {}", before + 1),
        };
        rows.insert(key, row);
    }
    rows
}

/// A value without the parts of it in which nothing stands.
fn filled(value: &Value) -> Value {
    let is_filled = |value: &Value| match value {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        _ => true,
    };
    match value {
        Value::Array(items) => items.iter().map(filled).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| (key.clone(), filled(value)));
            Value::Object(fields.filter(|(_, value)| is_filled(value)).collect())
        }
        other => other.clone(),
    }
}

/// Holds drafts against the rows that a case expects of each family it names.
pub fn check(name: &str, expected: &Value, drafts: &Drafts) {
    for (family, expected) in expected.as_object().unwrap() {
        let found = match family.as_str() {
            "documents" => by_slug(&drafts.documents),
            "spells" => by_slug(&drafts.spells),
            "creatures" => by_slug(&drafts.creatures),
            "equipment" => by_slug(&drafts.equipment),
            "character_options" => by_slug(&drafts.character_options),
            "rules" => by_slug(&drafts.rules),
            other => panic!("{name}: no family is called {other}"),
        };
        let expected = expected.as_object().unwrap();
        let slugs: Vec<_> = found.keys().collect();
        assert_eq!(slugs, expected.keys().collect::<Vec<_>>(), "{name}");
        for (slug, fields) in expected {
            for (field, value) in fields.as_object().unwrap() {
                let found = found[slug].get(field).map(filled);
                assert_eq!(found.as_ref(), Some(value), "{name}: {slug}.{field}");
            }
        }
    }
}

fn check_case(name: &str, case: &Value, records: &Records, drafts: &Drafts) {
    let mut unfit: Vec<Value> = Vec::new();
    for (endpoint, notes) in drafts.notes(records) {
        let fields = notes.unfit.iter();
        unfit.extend(fields.map(|unfit| json!(format!("{endpoint} {}", unfit.field))));
    }
    let expected = case.get("unfit").and_then(Value::as_array);
    assert_eq!(&unfit, expected.unwrap_or(&Vec::new()), "{name}");
    let skipped = drafts.skipped.iter();
    let skipped: Vec<Value> = skipped.map(|skipped| json!(format!("{}/{}", skipped.endpoint, skipped.key))).collect();
    let expected = case.get("skipped").and_then(Value::as_array);
    assert_eq!(&skipped, expected.unwrap_or(&Vec::new()), "{name}: {:?}", drafts.skipped);
    check(name, &case["rows"], drafts);
}

#[test]
fn records_become_the_rows_of_their_cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    for (source, normalise) in SOURCES {
        let files = fs::read_dir(folder.join(source)).unwrap();
        let mut checked = 0;
        for file in files.map(|file| file.unwrap().path()) {
            let cases = read(&file);
            for (name, case) in &cases {
                let records = records(&listings(case, &cases));
                let drafts = normalise(&records);
                let name = format!("{}: {name}", file.display());
                check_case(&name, case, &records, &drafts);
                checked += 1;
            }
        }
        assert!(checked > 0, "{source} has no cases");
    }
}
