use super::Library;
use super::draw::Draw;
use super::multiply::Vary;
use super::speech::Speech;
use super::words::{self, past, plural, present, third};
use serde_json::{Value, json};
use std::collections::HashSet;

/// The endpoints that grow.
const GROWING: [&str; 13] = [
    "spells",
    "creatures",
    "weapons",
    "armor",
    "items",
    "magicitems",
    "services",
    "classes",
    "species",
    "backgrounds",
    "feats",
    "rules",
    "rulesets",
];

#[test]
fn the_same_number_is_the_same_record() {
    let (one, two) = (Library::new(0.02), Library::new(0.02));
    for endpoint in GROWING {
        let count = one.count(endpoint);
        assert!(count > 0, "{endpoint}");
        for number in 0..count {
            let record = one.record_of(endpoint, number);
            assert!(record.is_some());
            assert_eq!(
                record,
                two.record_of(endpoint, number),
                "{endpoint} {number}"
            );
        }
        assert_eq!(one.record_of(endpoint, count), None);
    }
}

#[test]
fn keys_are_unique_and_no_slot_is_left() {
    let library = Library::new(0.1);
    for endpoint in GROWING {
        let mut keys = HashSet::new();
        for number in 0..library.count(endpoint) {
            let record = library.record_of(endpoint, number).unwrap();
            let key = record["key"].as_str().unwrap().to_owned();
            assert!(keys.insert(key), "{endpoint}: {}", record["key"]);
            for text in texts(&record) {
                assert!(!text.contains(['{', '}']), "{text}");
            }
        }
    }
}

fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        Value::Object(fields) => fields.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn there_is_as_much_as_was_asked_for() {
    let (tenth, double) = (Library::new(0.1), Library::new(2.0));
    assert_eq!(tenth.count("creatures"), 354);
    assert_eq!(double.count("creatures"), 7080);
    assert_eq!(double.listings()["documents"].len(), 49);
}

#[test]
fn texts_are_as_long_as_they_should_be() {
    let mut draw = Draw::of(1, "lengths", 0, 0);
    let mut lengths: Vec<usize> = (0..1001).map(|_| draw.length(400.0, 0.7)).collect();
    lengths.sort_unstable();
    assert!((330..480).contains(&lengths[500]), "{}", lengths[500]);
    assert!(lengths[900] > 700, "{}", lengths[900]);
    let text = Speech::of(&mut draw, words::theme("fire"), "kettle").text("item", 600);
    assert!((600..1000).contains(&text.len()), "{text}");
}

#[test]
fn words_have_endings() {
    assert_eq!(
        [plural("torch"), plural("body"), plural("key")],
        ["torches", "bodies", "keys"]
    );
    assert_eq!([third("scorch"), third("carry")], ["scorches", "carries"]);
    assert_eq!(
        [present("drop"), present("blaze"), present("howl")],
        ["dropping", "blazing", "howling"]
    );
    assert_eq!(
        [past("drop"), past("carry"), past("howl")],
        ["dropped", "carried", "howled"]
    );
}

#[test]
fn a_copy_says_it_otherwise_and_the_same_each_time() {
    let text = "The wolf takes 14 (4d6) fire damage from the ember, and the lantern is poisoned.";
    let row = |copy: usize| {
        let mut row =
            json!({"text": text, "slug": "ember", "actions": [{"name": "Ember", "text": text}]});
        Vary::of(copy).fields(row.as_object_mut().unwrap());
        row
    };
    let said: HashSet<String> = (2..30).map(|copy| row(copy)["text"].to_string()).collect();
    assert!(said.len() > 10, "{said:?}");
    assert_eq!(row(7), row(7));
    for copy in 2..30 {
        let row = row(copy);
        assert_eq!(row["slug"], "ember");
        assert_eq!(row["text"], row["actions"][0]["text"]);
        // What the game's rules are told by stays.
        let text = row["text"].as_str().unwrap();
        assert!(
            text.contains("takes 14 (4d6) fire damage") && text.contains("is poisoned"),
            "{text}"
        );
    }
    let mut names = Vary::of(5);
    assert_ne!(names.name("Xyzzy"), "Xyzzy");
}
