//! Census of fields: every field that Open5e sends has a typed field, or a reason to be left out. And no thing is there
//! twice when several sources have it.
//!
//! `census/*.txt` say which fields. Held against the rows, they may name only fields that these have.
//! Held against the captured records, where they are at hand, they must name every path that these have,
//! and be true: each field is filled, and moves when the value upstream moves.

#![cfg(test)]

mod all_sources;
mod census;
mod editions;
mod movement;
mod path;
mod rows;
mod specimen;

use census::{Census, Field, Says};
use lorekeeper_sources::open5e_v2;
use lorekeeper_tests::capture::{self, Api, Capture, OPEN5E_V1, OPEN5E_V2};
use movement::Claim;
use path::Path;
use rows::Rows;
use std::collections::{BTreeMap, BTreeSet};

/// The versions of Open5e, of which there is a census.
fn counted() -> [&'static Api; 2] {
    [&OPEN5E_V2, &OPEN5E_V1]
}

fn census(api: &Api) -> Census {
    let text = match api.name {
        open5e_v2::NAME => include_str!("../../census/open5e_v2.txt"),
        _ => include_str!("../../census/open5e_v1.txt"),
    };
    Census::parse(text).expect("the census is well-formed")
}

#[test]
fn every_field_that_the_census_names_exists() {
    for api in counted() {
        let mut missing = BTreeSet::new();
        for field in census(api).fields() {
            let exists = specimen::of(&field.family).is_some_and(|row| field.path.exists_in(&row));
            if !exists {
                missing.insert(field.to_string());
            }
        }
        assert!(missing.is_empty(), "the rows have no field {missing:#?}");
    }
}

#[test]
fn every_endpoint_is_counted() {
    for api in counted() {
        let census = census(api);
        let counted: BTreeSet<&str> = census.endpoints().collect();
        let listed = api.endpoints.iter().map(String::as_str);
        assert_eq!(counted, listed.collect());
    }
}

#[test]
fn every_path_of_the_upstream_is_in_the_census() {
    for api in counted() {
        let Some(shapes) = capture::shapes(api) else {
            eprintln!("skipped: there is no list of the upstream's paths");
            return;
        };
        let census = census(api);
        let mut unused: BTreeSet<&str> = census.lines().collect();
        let mut missing = Vec::new();
        for endpoint in &api.endpoints {
            let paths = shapes.get(endpoint).map_or(&[][..], Vec::as_slice);
            assert!(!paths.is_empty(), "{endpoint} has no shape");
            for path in paths {
                if let Some(entry) = census.find(endpoint, path) {
                    unused.remove(entry.line.as_str());
                } else {
                    missing.push(format!("{endpoint} {path}"));
                }
            }
        }
        assert!(missing.is_empty(), "not in the census: {missing:#?}");
        assert!(unused.is_empty(), "no such path upstream: {unused:#?}");
    }
}

/// The claims of the census about the paths that the upstream has.
fn claims<'a>(census: &'a Census, shapes: &'a BTreeMap<String, Vec<String>>) -> Vec<Claim<'a>> {
    let paths = shapes.iter().flat_map(|(endpoint, paths)| paths.iter().map(move |path| (endpoint, path)));
    paths
        .filter_map(|(endpoint, path)| match &census.find(endpoint, path)?.says {
            Says::Feeds(fields) => Some(Claim { endpoint, path: Path::parse(path), fields: fields.iter().collect() }),
            Says::Excluded => None,
        })
        .collect()
}

#[test]
fn every_field_that_the_census_names_is_filled() {
    for api in counted() {
        let (Some(shapes), Some(capture)) = (capture::shapes(api), Capture::read(api)) else {
            eprintln!("skipped: there are no captured records");
            return;
        };
        let census = census(api);
        let drafts = (api.normalise)(&capture.records());
        let mut drawn: BTreeMap<&str, Rows> = BTreeMap::new();
        let mut empty = BTreeSet::new();
        for claim in claims(&census, &shapes) {
            let silent = capture.listing(claim.endpoint).iter().all(|record| claim.is_silent(record));
            for field in claim.fields.iter().filter(|_| !silent) {
                let family = field.family.as_str();
                let rows = drawn.entry(family).or_insert_with(|| rows::of_family(&drafts, family));
                if !is_filled(field, rows) {
                    empty.insert(field.to_string());
                }
            }
        }
        assert!(empty.is_empty(), "no record fills {empty:#?}");
    }
}

/// Whether any row has more in the field than an empty row has.
fn is_filled(field: &Field, drawn: &Rows) -> bool {
    let specimen = specimen::of(&field.family).unwrap_or_default();
    let nothing = field.path.values(&specimen);
    drawn.iter().any(|(_, row)| {
        let mut values = field.path.values(row).into_iter();
        values.any(|value| !value.is_null() && !nothing.contains(&value))
    })
}

#[test]
fn every_field_moves_with_what_feeds_it() {
    for api in counted() {
        let (Some(shapes), Some(capture)) = (capture::shapes(api), Capture::read(api)) else {
            eprintln!("skipped: there are no captured records");
            return;
        };
        let census = census(api);
        let still = movement::unmoved(capture, &claims(&census, &shapes));
        assert!(still.is_empty(), "these do not move: {still:#?}");
    }
}
