//! All sources together, as they are captured: what the later ones fill and add, and that nothing doubles.

use crate::api::{self, Api};
use crate::capture::Capture;
use lorekeeper::family::{Row, character_option, creature, equipment, rule, spell};
use lorekeeper::ingest::merge::{self, Times};
use lorekeeper::ingest::recognise::Parts;
use lorekeeper::source::{Drafts, open5e_v1};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The rows of all sources.
struct All {
    documents: Vec<lorekeeper::family::document::Model>,
    spells: Vec<spell::Model>,
    creatures: Vec<creature::Model>,
    equipment: Vec<equipment::Model>,
    options: Vec<character_option::Model>,
    rules: Vec<rule::Model>,
}

/// Draws them, in the order of preference; `None` when there is no capture.
fn all() -> Option<All> {
    let apis: [&'static LazyLock<Api>; 3] = [&api::OPEN5E_V2, &api::DND5E, &api::OPEN5E_V1];
    let mut sources = Vec::new();
    for api in apis {
        let capture = Capture::read(api)?;
        sources.push((capture.api.normalise)(&capture.records()));
    }
    let documents = take(&mut sources, |drafts| &mut drafts.documents);
    let documents = merge::documents(documents, &Times::new());
    let parts = Parts::of(&documents);
    Some(All {
        spells: rows(take(&mut sources, |drafts| &mut drafts.spells), &parts),
        creatures: rows(take(&mut sources, |drafts| &mut drafts.creatures), &parts),
        equipment: rows(take(&mut sources, |drafts| &mut drafts.equipment), &parts),
        options: rows(take(&mut sources, |drafts| &mut drafts.character_options), &parts),
        rules: rows(take(&mut sources, |drafts| &mut drafts.rules), &parts),
        documents,
    })
}

fn take<T>(sources: &mut [Drafts], of: fn(&mut Drafts) -> &mut Vec<T>) -> Vec<Vec<T>> {
    sources.iter_mut().map(|drafts| std::mem::take(of(drafts))).collect()
}

fn rows<R: Row>(sources: Vec<Vec<lorekeeper::source::Draft<R>>>, parts: &Parts) -> Vec<R> {
    let (rows, faults) = merge::rows(sources, parts, &Times::new());
    assert!(faults.is_empty(), "{faults:?}");
    rows
}

/// Whether version 1 alone has a row.
fn is_added<R: Row>(row: &R) -> bool {
    row.origins().iter().all(|origin| origin.source == open5e_v1::NAME)
}

fn filled<R: Row>(rows: &[R], field: &str) -> usize {
    let by_v1 = |row: &&R| row.field_sources().get(field).is_some_and(|s| s == open5e_v1::NAME);
    rows.iter().filter(by_v1).count()
}

fn added<R: Row>(rows: &[R]) -> BTreeMap<(String, String), Vec<&str>> {
    let mut added: BTreeMap<(String, String), Vec<&str>> = BTreeMap::new();
    for row in rows.iter().filter(|row| is_added(*row)) {
        let place = (row.document_key().to_owned(), row.kind_name());
        added.entry(place).or_default().push(row.name());
    }
    added
}

#[test]
#[ignore = "prints what is filled and added"]
fn report() {
    let Some(all) = all() else { return };
    fn family<R: Row>(name: &str, rows: &[R]) {
        let mut fields: BTreeMap<&str, usize> = BTreeMap::new();
        for row in rows {
            for (field, source) in row.field_sources() {
                if source == open5e_v1::NAME {
                    *fields.entry(field).or_default() += 1;
                }
            }
        }
        eprintln!("== {name}: {} rows; filled {fields:?}", rows.len());
        for (place, names) in added(rows) {
            eprintln!("   added {place:?} {}: {names:?}", names.len());
        }
        for row in rows {
            let mut slugs: Vec<String> = row.origins().iter().map(|o| format!("{}:{}", o.source, o.key)).collect();
            slugs.dedup();
            let odd = row.origins().iter().any(|o| {
                let key = o.key.split_once('_').map_or(o.key.as_str(), |(_, k)| k);
                let key = key.strip_suffix("-a5e").unwrap_or(key);
                key != row.slug()
            });
            if odd && row.origins().len() > 1 { eprintln!("   met {} {} {}: {slugs:?}", row.document_key(), row.kind_name(), row.slug()); }
        }
    }
    family("spells", &all.spells);
    family("creatures", &all.creatures);
    family("equipment", &all.equipment);
    family("options", &all.options);
    family("rules", &all.rules);
    for d in &all.documents { eprintln!("{} {} {} {:?}", d.key, d.name, d.source, d.aliases); }
}
