//! Whether a field moves when what is said to feed it does.
//!
//! At one path, records are given each other's values. If the rows' field stays as it was in every one of
//! them, the path does not feed it, whatever the census says.

use crate::capture::Capture;
use crate::census::Field;
use crate::path::Path;
use crate::rows::{self, Rows};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// That a path of an endpoint feeds some fields.
pub type Claim<'a> = (&'a str, &'a str, &'a [Field]);

/// A listing of up to this many records is used whole.
const WHOLE: usize = 450;

/// Of a longer one, this many records that have a value at a path, for each path.
const EACH: usize = 60;

/// The claims that do not hold.
pub fn unmoved(capture: &Capture, claims: &[Claim]) -> Vec<String> {
    let families: BTreeSet<&str> = claims
        .iter()
        .flat_map(|(_, _, fields)| fields.iter().map(|f| f.family.as_str()))
        .collect();
    let mut still = Vec::new();
    for family in families {
        let of_family: Vec<&Claim> = claims
            .iter()
            .filter(|(_, _, fields)| fields.iter().any(|f| f.family == family))
            .collect();
        still.extend(unmoved_of(&sample(capture, &of_family), &of_family));
    }
    still
}

fn unmoved_of(sample: &Capture, claims: &[&Claim]) -> Vec<String> {
    let before = rows::draw(&sample.records());
    let mut still = Vec::new();
    for (endpoint, path, fields) in claims {
        let listing = sample.listing(endpoint);
        let Some(exchanged) = exchange(listing, &Path::parse(path)) else {
            continue;
        };
        let after = rows::draw(&sample.with(endpoint, exchanged).records());
        let unmoved = fields.iter().filter(|field| !moves(field, &before, &after));
        still.extend(unmoved.map(|field| format!("{endpoint} {path} -> {field}")));
    }
    still
}

/// Whether the field differs in the rows of any record that both have rows of.
fn moves(field: &Field, before: &Rows, after: &Rows) -> bool {
    let values = |rows: &Rows| {
        let mut values: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for (url, row) in rows.get(field.family.as_str()).into_iter().flatten() {
            let found = field.path.values(row).into_iter().cloned();
            values.entry(url.clone()).or_default().extend(found);
        }
        values
    };
    let after = values(after);
    values(before)
        .iter()
        .any(|(url, value)| after.get(url).is_some_and(|other| other != value))
}

/// The listings behind the claims, the long ones cut to what each claim needs.
fn sample(capture: &Capture, claims: &[&Claim]) -> Capture {
    let endpoints: BTreeSet<&str> = claims.iter().map(|(endpoint, ..)| *endpoint).collect();
    let listings = endpoints.into_iter().map(|endpoint| {
        let listing = capture.listing(endpoint);
        if listing.len() <= WHOLE {
            return (endpoint.to_owned(), listing.to_vec());
        }
        let paths = claims.iter().filter(|(e, ..)| *e == endpoint);
        let chosen: BTreeSet<usize> = paths
            .flat_map(|(_, path, _)| having(listing, &Path::parse(path)))
            .collect();
        let listing = listing
            .iter()
            .enumerate()
            .filter(|(at, _)| chosen.contains(at));
        (
            endpoint.to_owned(),
            listing.map(|(_, record)| record.clone()).collect(),
        )
    });
    Capture::of(listings.collect())
}

/// Records that have a value at a path, spread over the listing.
fn having(listing: &[Value], path: &Path) -> Vec<usize> {
    let has = |record: &&Value| path.values(record).into_iter().any(says_something);
    let all: Vec<usize> = (0..listing.len())
        .filter(|at| listing.get(*at).as_ref().is_some_and(has))
        .collect();
    all.iter()
        .copied()
        .step_by(all.len().div_ceil(EACH).max(1))
        .collect()
}

fn says_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(list) => !list.is_empty(),
        _ => true,
    }
}

/// The listing with the values at a path passed on from each to the next; `None` when there is nothing to
/// pass on. Where all have the same value, it becomes another one of its type.
fn exchange(listing: &[Value], path: &Path) -> Option<Vec<Value>> {
    let mut values: Vec<Value> = Vec::new();
    for value in listing.iter().flat_map(|record| path.values(record)) {
        if !value.is_null() && !values.contains(value) {
            values.push(value.clone());
        }
    }
    if values.iter().all(Value::is_array) {
        return None;
    }
    let next = |value: &Value| match values.iter().position(|v| v == value) {
        None => value.clone(),
        Some(_) if values.len() == 1 => other(value),
        Some(at) => values
            .iter()
            .cycle()
            .nth(at + 1)
            .cloned()
            .unwrap_or_default(),
    };
    let mut listing = listing.to_vec();
    for record in &mut listing {
        path.change(record, &next);
    }
    Some(listing)
}

fn other(value: &Value) -> Value {
    match value {
        Value::Bool(is) => Value::from(!is),
        Value::Number(number) => number
            .as_i64()
            .map_or(Value::from(0.5), |n| Value::from(n + 1)),
        _ => Value::from("another"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_passed_on() {
        let listing = [
            json!({"hat": "tall"}),
            json!({"hat": null}),
            json!({"hat": "wide"}),
        ];
        let passed = exchange(&listing, &Path::parse("hat")).unwrap();
        assert_eq!(
            passed,
            [
                json!({"hat": "wide"}),
                json!({"hat": null}),
                json!({"hat": "tall"})
            ]
        );
    }

    #[test]
    fn a_lone_value_becomes_another() {
        let exchanged = |value: Value| exchange(&[json!({"hat": value})], &Path::parse("hat"));
        assert_eq!(exchanged(json!(1)), Some(vec![json!({"hat": 2})]));
        assert_eq!(exchanged(json!(true)), Some(vec![json!({"hat": false})]));
        assert_eq!(exchanged(json!("")), Some(vec![json!({"hat": "another"})]));
        assert_eq!(exchanged(json!([])), None);
    }
}
