//! Property tests of the mapping: an item with any value at any key becomes a row or is reported as skipped.

use super::fixtures::read;
use super::property_settings::{pieces, property_settings};
use super::{fixtures, normalise};
use crate::import::ReadError;
use crate::{Draft, Drafts, Record, Records};
use lorekeeper_content::Origin;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::LazyLock;

/// Items of each content type, as they should be.
static ITEMS: LazyLock<Vec<(String, Value)>> = LazyLock::new(|| {
    let records = read("kitchen.orcbrew", fixtures::FILE.as_bytes()).unwrap().records;
    let items = records.0.into_iter().filter(|(kind, _)| kind != "books");
    items.flat_map(|(kind, records)| records.into_iter().map(move |r| (kind.clone(), r.raw))).collect()
});

/// All keys that any item has anywhere.
static KEYS: LazyLock<Vec<String>> = LazyLock::new(|| {
    fn keys(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(map) => {
                for (key, value) in map {
                    found.insert(key.clone());
                    keys(value, found);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    ITEMS.iter().for_each(|(_, item)| keys(item, &mut found));
    found.into_iter().collect()
});

/// A value of the wrong shape.
fn junk() -> impl Strategy<Value = Value> {
    let words = pieces(concat!(
        "| |any|-|25 ft., fly 999999999999 ft.|999999999d999999999 + 999999999|1d|½ lb.|٣ ft.|1/0|∞|-1|",
        "orcpub.dnd.e5.character/str|str|é/ü|At Higher Levels.|Costs 99999999999 Actions|a.b/|",
        "(Recharge 5-6)|1 reaction, which|Concentration|5,000,000,000 gp|18 (natural|Requires:|srd"
    ));
    let plain = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        prop_oneof![Just(0), -3..40_i64, Just(999_999_999), Just(-999_999_999), any::<i64>()].prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        words.prop_map(Value::from),
        any::<String>().prop_map(|text| Value::from(text.replace('\0', ""))),
    ];
    plain.prop_recursive(3, 16, 4, |inner| {
        let key = prop_oneof![
            prop::sample::select(KEYS.clone()),
            prop::sample::select(vec!["", "0", "1", "20", "99999999999", "-5", "x"]).prop_map(str::to_owned),
        ];
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((key, inner), 0..4).prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

/// A change to a part of an item.
#[derive(Clone, Debug)]
enum Change {
    Put(Value),
    PutUnder(String, Value),
    Remove,
}

fn changes() -> impl Strategy<Value = Vec<(Vec<u8>, Change)>> {
    let change = prop_oneof![
        4 => junk().prop_map(Change::Put),
        2 => (prop::sample::select(KEYS.clone()), junk()).prop_map(|(key, value)| Change::PutUnder(key, value)),
        1 => Just(Change::Remove),
    ];
    vec((vec(any::<u8>(), 1..5), change), 0..6)
}

fn changed(value: &mut Value, path: &[u8], change: &Change) {
    let (Some(step), more) = (path.first(), path.get(1..).unwrap_or_default()) else {
        return;
    };
    match value {
        Value::Object(map) if !map.is_empty() => {
            let key = map.keys().nth(usize::from(*step) % map.len()).unwrap().clone();
            if !more.is_empty() && (map[&key].is_object() || map[&key].is_array()) {
                return changed(&mut map[&key], more, change);
            }
            match change {
                Change::Put(new) => map[&key] = new.clone(),
                Change::PutUnder(key, new) => {
                    map.insert(key.clone(), new.clone());
                }
                Change::Remove => {
                    map.remove(&key);
                }
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let at = usize::from(*step) % items.len();
            match change {
                _ if !more.is_empty() => changed(&mut items[at], more, change),
                Change::Put(new) | Change::PutUnder(_, new) => items[at] = new.clone(),
                Change::Remove => {
                    items.remove(at);
                }
            }
        }
        _ => {}
    }
}

/// One item of each type, some of them changed.
fn shelf() -> impl Strategy<Value = BTreeMap<String, Vec<Value>>> {
    vec((any::<prop::sample::Index>(), changes()), 1..5).prop_map(|chosen| {
        let mut shelf: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for (index, changes) in chosen {
            let (kind, mut item) = index.get(&ITEMS).clone();
            for (path, change) in &changes {
                changed(&mut item, path, change);
            }
            shelf.entry(kind).or_default().push(item);
        }
        shelf
    })
}

fn records(shelf: &BTreeMap<String, Vec<Value>>) -> Records {
    let records = shelf.iter().map(|(kind, items)| {
        let list = items.iter().enumerate().map(|(number, raw)| Record {
            key: format!("kitchen/thing-{number}"),
            url: format!("orcbrew:kitchen.orcbrew#{kind}/{number}"),
            raw: raw.clone(),
        });
        (kind.clone(), list.collect())
    });
    Records(records.collect())
}

fn origins<R>(drafts: &[Draft<R>]) -> impl Iterator<Item = &Origin> {
    drafts.iter().map(|draft| &draft.origin)
}

/// How often each record became a row or was left out, by endpoint and key.
fn outcomes(drafts: &Drafts) -> BTreeMap<(String, String), usize> {
    let mut outcomes = BTreeMap::new();
    let mut count = |endpoint: &str, key: &str| {
        *outcomes.entry((endpoint.to_owned(), key.to_owned())).or_default() += 1;
    };
    let all = origins(&drafts.documents)
        .chain(origins(&drafts.spells))
        .chain(origins(&drafts.creatures))
        .chain(origins(&drafts.equipment))
        .chain(origins(&drafts.character_options))
        .chain(origins(&drafts.rules));
    all.for_each(|origin| count(&origin.endpoint, &origin.key));
    for skipped in &drafts.skipped {
        assert!(!skipped.reason.is_empty());
        count(&skipped.endpoint, &skipped.key);
    }
    outcomes
}

/// The value with its keys in the order in which the store gives them back.
fn stored(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<_> = map.iter().map(|(k, v)| (k.clone(), stored(v))).collect();
            entries.sort_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
            Value::Object(entries.into_iter().collect())
        }
        Value::Array(items) => items.iter().map(stored).collect(),
        other => other.clone(),
    }
}

/// The value with another key of the same name beside each key that has a namespace.
fn with_twins(value: &Value, twin: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let entries = map.iter().flat_map(|(key, value)| {
                let bare = key.rsplit_once('/').map(|(_, bare)| format!("a.b/{bare}"));
                let other = bare.map(|bare| (bare, twin.clone()));
                std::iter::once((key.clone(), with_twins(value, twin))).chain(other)
            });
            Value::Object(entries.collect())
        }
        Value::Array(items) => items.iter().map(|item| with_twins(item, twin)).collect(),
        other => other.clone(),
    }
}

/// A value as it stands in a file.
fn edn(value: &Value, text: &mut String) {
    match value {
        Value::Null => text.push_str("nil"),
        Value::String(words) => quoted(words, text),
        Value::Array(items) => {
            text.push('[');
            for item in items {
                edn(item, text);
                text.push(' ');
            }
            text.push(']');
        }
        Value::Object(map) => {
            text.push('{');
            for (key, item) in map {
                quoted(key, text);
                text.push(' ');
                edn(item, text);
                text.push_str(", ");
            }
            text.push('}');
        }
        other => write!(text, "{other}").unwrap(),
    }
}

fn quoted(words: &str, text: &mut String) {
    let escaped = words.replace('\\', "\\\\").replace('"', "\\\"");
    write!(text, "\"{escaped}\"").unwrap();
}

/// Tokens of the notation and of the files, whole and torn.
const TOKENS: &str = concat!(
    "{|}|[|(|)|#{|#|#_|##NaN|#:orcpub.dnd.e5{|#inst |\"|\\|\\u|\\ud83d|:|::|:_/a |:orcpub.dnd.e5/spells |",
    ":name |:level |:option-pack |nil nil |true |1/2 |99999999999999999999 |1e999 |2.5M |36rZZ |\u{feff}|\0|;"
);

/// Damage to a file: where, how many bytes are cut out, and what takes their place.
fn damage() -> impl Strategy<Value = Vec<(prop::sample::Index, usize, Vec<u8>)>> {
    let piece = prop_oneof![
        vec(any::<u8>(), 0..3),
        (pieces(TOKENS), prop_oneof![1..4_usize, 1..500_usize])
            .prop_map(|(token, times)| token.repeat(times).into_bytes()),
    ];
    vec((any::<prop::sample::Index>(), 0..64_usize, piece), 1..4)
}

proptest! {
    #![proptest_config(property_settings(400))]

    #[test]
    fn a_damaged_file_is_read_or_refused_with_a_place(damage in damage()) {
        let mut file = fixtures::FILE.as_bytes().to_vec();
        for (at, cut, piece) in damage {
            let start = at.index(file.len());
            let end = (start + cut).min(file.len());
            file.splice(start..end, piece);
        }
        match read("kitchen.orcbrew", &file) {
            Ok(reading) => {
                prop_assert!(reading.skipped.iter().all(|skipped| !skipped.reason.is_empty()));
                outcomes(&normalise(&reading.records));
            }
            Err(ReadError::Syntax { line, column, problem, .. }) => {
                prop_assert!(line > 0 && column > 0 && !problem.is_empty(), "{}:{} {}", line, column, problem);
            }
            Err(ReadError::Unknown { .. }) => {}
        }
    }

    #[test]
    fn every_item_is_a_row_or_left_out(shelf in shelf()) {
        let records = records(&shelf);
        let drafts = normalise(&records);
        let outcomes = outcomes(&drafts);
        for (endpoint, list) in &records.0 {
            for record in list {
                let times = outcomes.get(&(endpoint.clone(), record.key.clone()));
                prop_assert_eq!(times, Some(&1), "{} {}", endpoint, record.raw);
            }
        }
        prop_assert_eq!(outcomes.len(), records.0.values().map(Vec::len).sum::<usize>());
    }

    #[test]
    fn the_order_of_keys_does_not_matter(mut shelf in shelf(), twin in junk()) {
        for item in shelf.values_mut().flatten() {
            *item = with_twins(item, &twin);
        }
        let mut other = records(&shelf);
        for record in other.0.values_mut().flatten() {
            record.raw = stored(&record.raw);
        }
        let (one, other) = (normalise(&records(&shelf)), normalise(&other));
        prop_assert_eq!(format!("{one:#?}"), format!("{other:#?}"));
    }

    #[test]
    fn a_file_says_the_same_again(shelf in shelf(), options in junk()) {
        let mut book = Map::new();
        let mut items = 0;
        for (kind, list) in &shelf {
            let mut named = Map::new();
            for (number, item) in list.iter().enumerate() {
                let mut item = item.clone();
                if let (Some(map), 0) = (item.as_object_mut(), number) {
                    map.insert("option-pack".to_owned(), options.clone());
                }
                named.insert(format!("thing-{number}"), item);
            }
            items += named.len();
            book.insert(format!("orcpub.dnd.e5/{kind}"), Value::Object(named));
        }
        let mut text = String::new();
        edn(&json!({"The Book": book}), &mut text);
        let reading = read("a.orcbrew", text.as_bytes()).unwrap();
        let read_items = reading.records.0.iter().filter(|(kind, _)| *kind != "books");
        let rows: usize = read_items.map(|(_, list)| list.len()).sum();
        let nothing = shelf.values().flatten().filter(|item| item.is_null() || **item == false).count();
        prop_assert_eq!(rows + reading.skipped.len() + nothing, items, "{:?}", reading.notes);
        for skipped in &reading.skipped {
            prop_assert!(skipped.key.starts_with("The Book/orcpub.dnd.e5/"), "{skipped:?}");
        }
        let again = read("a.orcbrew", text.as_bytes()).unwrap();
        prop_assert_eq!(&reading.records, &again.records);
        let books = reading.records.endpoint("books");
        let drafts = normalise(&reading.records);
        prop_assert_eq!(drafts.documents.len(), books.len());
        prop_assert_eq!(format!("{drafts:?}"), format!("{:?}", normalise(&again.records)));
    }
}
