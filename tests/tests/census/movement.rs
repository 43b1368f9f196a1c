//! Sensitivity of fields: each moves when what is said to feed it does.
//!
//! At one path, records are given each other's values. If the rows' field stays as it was in every one of
//! them, the path does not feed it, whatever the census says.

use crate::census::Field;
use crate::path::Path;
use crate::rows::{self, Rows};
use lorekeeper_tests::capture::Capture;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// That a path of an endpoint feeds some fields.
#[derive(Clone, Debug)]
pub struct Claim<'a> {
    /// The endpoint.
    pub endpoint: &'a str,
    /// The path in its records.
    pub path: Path,
    /// The fields.
    pub fields: Vec<&'a Field>,
}

/// A claim is tried on this many records that have a value at its path, beside as many of each other listing; where that
/// does not move the field, on the records of all claims, then on all that have a value.
const SAMPLE: usize = 8;

/// The claims that do not hold.
pub fn unmoved(capture: &Capture, claims: &[Claim]) -> Vec<String> {
    let fields = claims.iter().flat_map(|claim| &claim.fields);
    let families: BTreeSet<&str> = fields.map(|field| field.family.as_str()).collect();
    std::thread::scope(|scope| {
        let of_family = |family| claims.iter().filter_map(move |claim| claim.within(family)).collect();
        let threads: Vec<_> = families
            .iter()
            .map(|family| -> Vec<Claim> { of_family(*family) })
            .map(|claims| scope.spawn(move || unmoved_of_family(capture, claims)))
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    })
}

fn unmoved_of_family(capture: &Capture, claims: Vec<Claim>) -> Vec<String> {
    let sample = sample(capture, &claims);
    let few = few_of_each(&sample, &claims);
    let mut still = Vec::new();
    for mut claim in claims {
        let all = capture.listing(claim.endpoint).iter();
        let all: Vec<Value> = all.filter(|r| !claim.is_silent(r)).cloned().collect();
        if values(&all, &claim.path).iter().all(Value::is_array) {
            // Nothing but empty lists: there is nothing to move.
            continue;
        }
        claim.test(&few, &spread(&all));
        if !claim.fields.is_empty() {
            claim.test(&sample, sample.listing(claim.endpoint));
        }
        if !claim.fields.is_empty() {
            claim.test(&sample, &all);
        }
        let Claim { endpoint, path, fields } = claim;
        still.extend(fields.into_iter().map(|field| format!("{endpoint} {path} -> {field}")));
    }
    still
}

impl Claim<'_> {
    /// Whether a record says nothing at the path.
    pub fn is_silent(&self, record: &Value) -> bool {
        !self.path.values(record).into_iter().any(says_something)
    }

    /// What it claims of a family.
    fn within(&self, family: &str) -> Option<Self> {
        let mut claim = self.clone();
        claim.fields.retain(|field| field.family == family);
        (!claim.fields.is_empty()).then_some(claim)
    }

    /// Changes a listing in every way, and keeps the fields that do not move.
    fn test(&mut self, sample: &Capture, listing: &[Value]) {
        let family = self.fields.first().map_or("", |field| field.family.as_str());
        let values = values(listing, &self.path);
        let before = rows::draw(&sample.with(self.endpoint, listing.to_vec()), family);
        for change in [pass_on as Change, alter] {
            let mut changed = listing.to_vec();
            for record in &mut changed {
                self.path.change(record, &|value| change(value, &values));
            }
            let after = rows::draw(&sample.with(self.endpoint, changed), family);
            self.fields.retain(|field| !moves(field, &before, &after));
        }
    }
}

/// Whether the field differs in the rows of any record that both have rows of. A record with another key has another
/// address: then its place tells it.
fn moves(field: &Field, before: &Rows, after: &Rows) -> bool {
    let mut pairs = before.iter().zip(after);
    let has_moved = pairs
        .any(|((url, row), (other_url, other))| url != other_url && field.path.values(row) != field.path.values(other));
    if before.len() == after.len() && has_moved {
        return true;
    }
    let values = |rows: &Rows| {
        let mut values: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for (url, row) in rows {
            let found = field.path.values(row).into_iter().cloned();
            values.entry(url.clone()).or_default().extend(found);
        }
        values
    };
    let after = values(after);
    values(before).iter().any(|(url, value)| after.get(url).is_some_and(|other| other != value))
}

/// A few records from all over a listing.
fn spread(listing: &[Value]) -> Vec<Value> {
    let step = listing.len().div_ceil(SAMPLE).max(1);
    listing.iter().step_by(step).cloned().collect()
}

/// A few records of each listing behind the claims.
fn few_of_each(sample: &Capture, claims: &[Claim]) -> Capture {
    let endpoints: BTreeSet<&str> = claims.iter().map(|claim| claim.endpoint).collect();
    let few = |endpoint: &str| (endpoint.to_owned(), spread(sample.listing(endpoint)));
    Capture::of(sample.api, endpoints.into_iter().map(few).collect())
}

/// The listings behind the claims, cut to what each claim needs.
fn sample(capture: &Capture, claims: &[Claim]) -> Capture {
    let endpoints: BTreeSet<&str> = claims.iter().map(|claim| claim.endpoint).collect();
    let listings = endpoints.into_iter().map(|endpoint| {
        let listing = capture.listing(endpoint);
        let claims = claims.iter().filter(|claim| claim.endpoint == endpoint);
        let chosen: BTreeSet<usize> = claims
            .flat_map(|claim| {
                let records = listing.iter().enumerate();
                let having = records.filter(|(_, record)| !claim.is_silent(record));
                let all: Vec<usize> = having.map(|(at, _)| at).collect();
                let step = all.len().div_ceil(SAMPLE).max(1);
                all.into_iter().step_by(step)
            })
            .collect();
        let listing = listing.iter().enumerate().filter(|(at, _)| chosen.contains(at));
        (endpoint.to_owned(), listing.map(|(_, record)| record.clone()).collect())
    });
    Capture::of(capture.api, listings.collect())
}

fn says_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(list) => !list.is_empty(),
        _ => true,
    }
}

/// The values at a path, each once.
fn values(listing: &[Value], path: &Path) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    for value in listing.iter().flat_map(|record| path.values(record)) {
        if !value.is_null() && !values.contains(value) {
            values.push(value.clone());
        }
    }
    values
}

/// How a value changes, given all that there are at its path.
type Change = fn(&Value, &[Value]) -> Value;

/// Each becomes the next.
fn pass_on(value: &Value, values: &[Value]) -> Value {
    let at = values.iter().position(|v| v == value);
    at.and_then(|at| values.iter().cycle().nth(at + 1)).unwrap_or(value).clone()
}

/// Each becomes another one of its type.
fn alter(value: &Value, _: &[Value]) -> Value {
    match value {
        Value::Bool(is) => Value::from(!is),
        Value::Number(number) => number.as_i64().map_or(Value::from(0.5), |n| Value::from(n + 1)),
        Value::String(text) if text.parse::<f64>().is_ok() => Value::from("7.00"),
        Value::String(_) => Value::from("another"),
        value => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_passed_on() {
        let listing = [json!({"hat": "tall"}), json!({"hat": null}), json!({"hat": "wide"})];
        let values = values(&listing, &Path::parse("hat"));
        assert_eq!(values, [json!("tall"), json!("wide")]);
        assert_eq!(pass_on(&json!("tall"), &values), json!("wide"));
        assert_eq!(pass_on(&json!("wide"), &values), json!("tall"));
        assert_eq!(pass_on(&json!(null), &values), json!(null));
    }

    #[test]
    fn values_become_others_of_their_type() {
        let cases = [(json!(1), json!(2)), (json!(true), json!(false)), (json!("0.00"), json!("7.00"))];
        for (value, expected) in cases {
            assert_eq!(alter(&value, &[]), expected);
        }
        assert_eq!(alter(&json!(""), &[]), json!("another"));
        assert_eq!(alter(&json!(null), &[]), json!(null));
    }
}
