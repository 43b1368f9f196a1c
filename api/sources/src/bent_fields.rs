//! Property tests of record reading, over all sources: whatever stands in a field of a record, the record is drawn, and the report says
//! which field did not fit.
//!
//! Each field of each record, also those within, is replaced by values of every shape, and removed; a field that many records of a
//! listing have with one type of value, in the first of them. What does not fit counts as absent: the rows are those of the record without that field.

use crate::{Drafts, Normalise, Record, Records, SOURCES};
use flate2::read::GzDecoder;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::fs::{self, File};
use std::mem::{Discriminant, discriminant};
use std::path::{Path, PathBuf};

/// The fields by which a record is known: they alone may refuse it.
const IDENTITY: [&str; 8] = ["index", "key", "name", "Name", "slug", "title", "full_name", "raceName"];

/// How many records of a captured listing are bent, and in how many records of a listing a field of one type, unless
/// `LOREKEEPER_BEND_ALL` is set.
const SAMPLE: usize = 2;

fn sample() -> usize {
    std::env::var_os("LOREKEEPER_BEND_ALL").map_or(SAMPLE, |_| usize::MAX)
}

/// How often a field was bent, by listing, path and type.
type Bent = HashMap<(String, String, Discriminant<Value>), usize>;

/// One step to a value within a record.
#[derive(Clone, Debug)]
enum Step {
    Key(String),
    Place(usize),
}

/// The ways to the fields of a record, those within included; of a list, the first two elements are taken.
fn ways(value: &Value, way: &[Step], ways_found: &mut Vec<Vec<Step>>) {
    let mut visit = |step: Step, below: &Value| {
        let way = [way, &[step]].concat();
        ways_found.push(way.clone());
        ways(below, &way, ways_found);
    };
    match value {
        Value::Object(fields) => {
            for (key, below) in fields {
                visit(Step::Key(key.clone()), below);
            }
        }
        Value::Array(items) => {
            for (place, below) in items.iter().enumerate().take(2) {
                visit(Step::Place(place), below);
            }
        }
        _ => {}
    }
}

/// The path of a way as reports have it.
fn path(way: &[Step]) -> String {
    let keys = way.iter().filter_map(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        Step::Place(_) => None,
    });
    keys.collect::<Vec<_>>().join(".")
}

/// The record with another value at the end of a way; without it where there is none.
fn bent(record: &Value, way: &[Step], value: Option<&Value>) -> Value {
    let mut record = record.clone();
    let (last, before) = way.split_last().unwrap();
    let mut at = &mut record;
    for step in before {
        at = match step {
            Step::Key(key) => at.get_mut(key).unwrap(),
            Step::Place(place) => at.get_mut(place).unwrap(),
        };
    }
    match (last, value) {
        (Step::Key(key), Some(value)) => at[key] = value.clone(),
        (Step::Key(key), None) => drop(at.as_object_mut().unwrap().shift_remove(key)),
        (Step::Place(place), Some(value)) => at[*place] = value.clone(),
        (Step::Place(place), None) => drop(at.as_array_mut().unwrap().remove(*place)),
    }
    record
}

fn value_at<'a>(record: &'a Value, way: &[Step]) -> &'a Value {
    way.iter().fold(record, |at, step| match step {
        Step::Key(key) => &at[key],
        Step::Place(place) => &at[*place],
    })
}

/// What a single record is drawn as.
struct Drawn {
    rows: Value,
    count: usize,
    skipped: Vec<String>,
    unfit: Vec<String>,
}

fn draw(normalise: Normalise, endpoint: &str, key: &str, raw: Value) -> Drawn {
    let record = Record { key: key.to_owned(), url: String::new(), raw };
    let records = Records([(endpoint.to_owned(), vec![record])].into());
    let drafts: Drafts = normalise(&records);
    let notes = drafts.notes(&records);
    let unfit = notes.values().flat_map(|notes| &notes.unfit);
    macro_rules! rows {
        ($($family:ident)*) => {
            (
                json!([$(drafts.$family.iter().map(|draft| (&draft.row, &draft.section)).collect::<Vec<_>>()),*]),
                [$(drafts.$family.len()),*].iter().sum(),
            )
        };
    }
    let (rows, count) = rows!(documents spells creatures equipment character_options rules);
    Drawn {
        rows,
        count,
        unfit: unfit.map(|unfit| unfit.field.clone()).collect(),
        skipped: drafts.skipped.into_iter().map(|skipped| skipped.reason).collect(),
    }
}

/// Bends the fields of a record that were not bent often enough, and gives the number of variants.
fn bend(normalise: Normalise, (endpoint, key): (&str, &str), raw: &Value, bent_before: &mut Bent) -> usize {
    let straight = draw(normalise, endpoint, key, raw.clone());
    if !straight.skipped.is_empty() || !straight.unfit.is_empty() {
        return 0;
    }
    let mut found = Vec::new();
    ways(raw, &[], &mut found);
    let mut count = 0;
    for way in found {
        let field = path(&way);
        let is_identity = way.len() == 1 && IDENTITY.contains(&field.as_str());
        let old = value_at(raw, &way);
        let kind = (endpoint.to_owned(), field.clone(), discriminant(old));
        let times = bent_before.entry(kind).or_default();
        if *times >= sample() {
            continue;
        }
        *times += 1;
        let without = draw(normalise, endpoint, key, bent(raw, &way, None));
        let about = |what: &str| format!("{endpoint}/{key} {field}, {what}");
        assert!(is_identity || without.skipped.is_empty(), "{}: {:?}", about("removed"), without.skipped);
        assert!(is_identity || without.count > 0 || straight.count == 0, "{} draws nothing", about("removed"));
        for value in [
            Value::Null,
            json!(""),
            json!([]),
            json!({}),
            json!([old]),
            json!([7, "wet"]),
            json!({"wet": true}),
            json!(-1.5),
            json!(7),
            json!("wet"),
            json!(true),
        ] {
            count += 1;
            let other = draw(normalise, endpoint, key, bent(raw, &way, Some(&value)));
            let about = about(&value.to_string());
            assert!(is_identity || other.skipped.is_empty(), "{about}: {:?}", other.skipped);
            for unfit in &other.unfit {
                let is_named = unfit.starts_with(&field) || field.starts_with(unfit.as_str());
                assert!(is_named, "{about}: the report has {unfit}");
            }
            // Of a list, elements may fit.
            let is_whole = value.as_array().is_none_or(Vec::is_empty);
            let is_unfit = is_whole && other.unfit.contains(&field);
            if value.is_null() || (is_unfit && other.unfit.len() == 1) {
                assert_eq!(other.rows, without.rows, "{about}");
            }
        }
    }
    count
}

fn read(path: &Path) -> Option<Value> {
    serde_json::from_str(&fs::read_to_string(path).ok()?).ok()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The records of the cases of a source, by endpoint and key.
fn case_records(source: &str) -> Vec<(String, String, Value)> {
    let mut found = Vec::new();
    for file in fs::read_dir(root().join("api/sources/cases").join(source)).unwrap() {
        let cases: Map<String, Value> = serde_json::from_value(read(&file.unwrap().path()).unwrap()).unwrap();
        for listings in cases.values().filter_map(|case| case.get("records")?.as_object()) {
            for (endpoint, listing) in listings {
                let records = listing.as_object().unwrap();
                let records = records.iter().map(|(key, raw)| (endpoint.clone(), key.clone(), raw.clone()));
                found.extend(records);
            }
        }
    }
    found
}

/// The records of the fixtures of a source.
fn fixture_records(source: &str) -> Vec<(String, String, Value)> {
    let (folders, key): (&[(&str, &str)], _) = match source {
        "open5e_v2" => (&[("open5e", "")], "key"),
        "open5e_v1" => (&[("open5e_v1", "")], "slug"),
        "dnd5e_api" => (
            &[
                ("dnd5e/2014", "2014/"),
                ("dnd5e/2024", "2024/"),
                ("dnd5e-2026-10/2014", "2014/"),
                ("dnd5e-2026-10/2024", "2024/"),
            ],
            "index",
        ),
        _ => return imported_records(source),
    };
    let mut found = Vec::new();
    for (folder, prefix) in folders {
        for file in fs::read_dir(root().join("tests/fixtures").join(folder)).unwrap() {
            let file = file.unwrap().path();
            let name = file.file_stem().unwrap().to_str().unwrap();
            let Some(Value::Array(records)) = read(&file) else {
                continue;
            };
            found.extend(records.into_iter().map(|raw| {
                let key = raw[key].as_str().unwrap_or_default().to_owned();
                (format!("{prefix}{name}"), key, raw)
            }));
        }
    }
    found
}

/// The records of the files that are imports of a source.
fn imported_records(source: &str) -> Vec<(String, String, Value)> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut found = Vec::new();
    for file in fs::read_dir(root().join("api/sources/cases/imports")).unwrap() {
        let path = file.unwrap().path();
        if path.is_file() {
            let readings = runtime.block_on(crate::import::read(&path)).unwrap();
            let own = readings.into_iter().filter(|reading| reading.source == source);
            for (endpoint, records) in own.flat_map(|reading| reading.records.0) {
                let records = records.into_iter();
                found.extend(records.map(|record| (endpoint.clone(), record.key, record.raw)));
            }
        }
    }
    found
}

#[test]
fn a_record_of_the_cases_and_fixtures_bends() {
    // The packs and the package of the SRD share a reader that takes what it understands, and tells nothing of the rest.
    let told = SOURCES
        .into_iter()
        .filter(|(source, _)| ![crate::foundry_srd::NAME, crate::foundry_srd::IMPORT_NAME].contains(source));
    for (source, normalise) in told {
        let mut count = 0;
        let mut bent = Bent::new();
        for (endpoint, key, raw) in case_records(source).into_iter().chain(fixture_records(source)) {
            count += bend(normalise, (&endpoint, &key), &raw, &mut bent);
        }
        assert!(count > 500, "{source}: {count} variants");
    }
}

/// The folder of the captured records, where it is at hand.
fn capture() -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut above = here.ancestors().map(|above| above.join("shared/replay/data"));
    above.find(|folder| folder.is_dir())
}

#[test]
fn a_captured_record_bends() {
    let Some(folder) = capture() else {
        println!("skipped: there is no capture");
        return;
    };
    let sample = sample();
    let mut listings: Vec<(Normalise, &str, String, PathBuf)> = Vec::new();
    for edition in ["dnd5e", "dnd5e-2026-10"] {
        for year in ["2014", "2024"] {
            for file in fs::read_dir(folder.join(edition).join(year)).into_iter().flatten() {
                let file = file.unwrap().path();
                let name = file.file_name().unwrap().to_str().unwrap().replace(".json.gz", "");
                listings.push((crate::dnd5e::normalise, "index", format!("{year}/{name}"), file));
            }
        }
    }
    let v2 = crate::open5e_v2::ENDPOINTS.map(|(name, _)| name);
    let v1 = crate::open5e_v1::ENDPOINTS.map(|(name, _)| name);
    for name in v2 {
        let file = folder.join(format!("open5e/v2_{name}.json.gz"));
        listings.push((crate::open5e_v2::normalise, "key", name.to_owned(), file));
    }
    for name in v1 {
        let file = folder.join(format!("open5e/v1_{name}.json.gz"));
        listings.push((crate::open5e_v1::normalise, "slug", name.to_owned(), file));
    }
    let mut count = 0;
    for (normalise, key, endpoint, file) in listings {
        let mut bent = Bent::new();
        let Ok(file) = File::open(file) else {
            continue;
        };
        let records: Vec<Value> = serde_json::from_reader(GzDecoder::new(file)).unwrap();
        let step = (records.len() / sample).max(1);
        for raw in records.iter().step_by(step) {
            // Long texts are slow to read, and bend no further than short ones.
            if raw.to_string().len() > 8_000 && sample != usize::MAX {
                continue;
            }
            let key = raw[key].as_str().unwrap_or_default();
            count += bend(normalise, (&endpoint, key), raw, &mut bent);
        }
    }
    println!("{count} variants");
    assert!(count > 5_000, "{count} variants");
}
