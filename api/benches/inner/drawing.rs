//! From records to rows.

use criterion::{BenchmarkId, Criterion};
use lorekeeper::source::{Drafts, Record, Records, open5e_v2};
use serde_json::Value;
use std::collections::BTreeMap;
use std::hint::black_box;

const SPELLS: &str = include_str!("../../../tests/fixtures/open5e/spells.json");
const CREATURES: &str = include_str!("../../../tests/fixtures/open5e/creatures.json");

pub fn measure(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("drawing");
    for (endpoint, json) in [("spells", SPELLS), ("creatures", CREATURES)] {
        let records = records(endpoint, json);
        let many = records.of(endpoint).len();
        group.bench_function(BenchmarkId::new(endpoint, many), |bencher| {
            bencher.iter(|| open5e_v2::normalise(black_box(&records)));
        });
    }
    group.finish();
}

/// The drafts of the creatures.
pub fn creatures() -> Drafts {
    open5e_v2::normalise(&records("creatures", CREATURES))
}

/// The records of a file.
fn records(endpoint: &str, json: &str) -> Records {
    let all: Vec<Value> = serde_json::from_str(json).expect("a list of records");
    let record = |raw: Value| {
        let key = raw
            .get("key")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned();
        Record {
            url: format!("https://books.example/v2/{endpoint}/{key}/"),
            key,
            raw,
        }
    };
    let records = all.into_iter().map(record).collect();
    Records(BTreeMap::from([(endpoint.to_owned(), records)]))
}
