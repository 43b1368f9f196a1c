//! Order of what a character gains: the features of classes and subclasses, and the traits of races, in the order of the book.

use super::super::fields::{is_empty, part_key};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap};

/// The books of Wizards of the Coast, and the sources that have the features in the order of a book.
const SRD_2014: &str = "srd-2014";
const SRD_2024: &str = "srd-2024";
const WITNESS: &str = "open5e_v1";
const WITNESS_2024: &str = "foundry_srd";

/// What a table prints for the features of a subclass: the last of its level.
const OF_SUBCLASS: &str = "Subclass feature";

/// The feature by which a subclass casts spells, and what the names of its parts begin with.
const SPELLCASTING: &str = "Spellcasting";
const CASTING_PARTS: [&str; 4] = ["Cantrips", "Spell Slots", "Spells Known", "Spellcasting Ability"];

/// The traits that the races of 2014 begin with, in their order. *Languages* is the last one.
const FIRST_TRAITS: [&str; 6] = ["Ability Score Increase", "Age", "Alignment", "Size", "Speed", "Darkvision"];
const LAST_TRAIT: &str = "Languages";

/// Orders the features of a class or subclass.
///
/// Correction (character options): Features stand in the order of the book, also in the lines of subclasses and of the tables of 2024. A
/// feature that the witness of the order does not list, as the choice of a subclass is, stands by its name among those of its level.
pub(super) fn order_features(row: &mut Map<String, Value>, statements: &[(String, Map<String, Value>)]) {
    let book = row.get("document_key").and_then(Value::as_str);
    let is_2024 = book == Some(SRD_2024);
    let witness = if is_2024 { WITNESS_2024 } else { WITNESS };
    let stated = statements.iter().find(|(source, _)| source == witness);
    let stated = stated.and_then(|(_, row)| row.get("features")?.as_array());
    let keys = stated.into_iter().flatten().filter_map(part_key);
    let mut known: HashMap<String, usize> = HashMap::new();
    for (place, key) in keys.enumerate() {
        known.entry(key).or_insert(place);
    }
    let Some(Value::Array(features)) = row.get_mut("features") else {
        return;
    };
    // What no witness lists has the order of its own source.
    if known.is_empty() {
        return;
    }
    let (own, rest): (Vec<Value>, Vec<Value>) =
        std::mem::take(features).into_iter().partition(|feature| is_own(feature, &known));
    let place = |feature: &Value| known.get(&part_key(feature)?).copied();
    let (mut ordered, others): (Vec<Value>, Vec<Value>) = own.into_iter().partition(|feature| place(feature).is_some());
    ordered.sort_by_cached_key(place);
    for feature in others {
        let at = place_by_name(&ordered, &feature);
        ordered.insert(at, feature);
    }
    if is_2024 {
        order_tables(&ordered, row);
    }
    if row.get("kind") == Some(&json!("SUBCLASS")) {
        complete_levels(&mut ordered);
        name_features(&ordered, row);
    }
    ordered.extend(rest);
    row.insert("features".to_owned(), Value::Array(ordered));
}

/// Whether a feature is one that the owner gains, rather than an option of one or a list of spells.
fn is_own(feature: &Value, known: &HashMap<String, usize>) -> bool {
    let is_option = feature.get("option_of").is_some_and(|of| !of.is_null());
    let is_known = || part_key(feature).is_some_and(|key| known.contains_key(&key));
    !is_option && (level(feature).is_some() || is_known())
}

/// Where a feature stands by its name among the ordered ones of its level, or behind those of the levels before.
fn place_by_name(ordered: &[Value], feature: &Value) -> usize {
    let (gained, key) = (level(feature), name(feature));
    let same = |other: &Value| level(other) == gained;
    let next = ordered.iter().position(|other| same(other) && name(other) > key);
    let before = |other: &Value| level(other).is_some_and(|level| Some(level) <= gained);
    next.or_else(|| ordered.iter().rposition(before).map(|last| last + 1)).unwrap_or_default()
}

/// Gives features of a subclass that state no level that of the one before, and the parts of *Spellcasting* its level.
///
/// Correction (character options): A feature of a subclass without a level of its own has that of the feature that the book prints
/// before it (`Oath Spells`), and what *Spellcasting* consists of has its level, whatever levels it speaks of.
fn complete_levels(ordered: &mut [Value]) {
    let casting = ordered.iter().find(|feature| name(feature) == SPELLCASTING);
    let casting = casting.and_then(level);
    let mut last = ordered.iter().find_map(level);
    for feature in ordered {
        let is_part = CASTING_PARTS.iter().any(|part| name(feature).starts_with(part));
        let gained = match level(feature) {
            Some(stated) => casting.filter(|_| is_part).unwrap_or(stated),
            None => match last {
                Some(last) => last,
                None => continue,
            },
        };
        if level(feature) != Some(gained)
            && let Some(feature) = feature.as_object_mut()
        {
            feature.insert("levels".to_owned(), json!([gained]));
        }
        last = Some(gained);
    }
}

/// Names the features in the lines of a subclass anew, and leaves out a line that has nothing else.
fn name_features(ordered: &[Value], row: &mut Map<String, Value>) {
    let mut named: BTreeMap<i64, Vec<&str>> = BTreeMap::new();
    for feature in ordered {
        let levels = feature.get("levels").and_then(Value::as_array);
        for level in levels.into_iter().flatten().filter_map(Value::as_i64) {
            named.entry(level).or_default().push(name(feature));
        }
    }
    let Some(Value::Array(lines)) = row.get_mut("levels") else {
        return;
    };
    lines.retain_mut(|line| {
        let level = line.get("level").and_then(Value::as_i64);
        let own = level.and_then(|level| named.get(&level));
        let Some(line) = line.as_object_mut() else {
            return true;
        };
        line.insert("feature_names".to_owned(), json!(own.cloned().unwrap_or_default()));
        let mut others = line.iter().filter(|(field, _)| field.as_str() != "level");
        others.any(|(_, value)| !is_empty(value))
    });
}

/// Orders the names in the lines of a table of 2024 as the features are.
fn order_tables(ordered: &[Value], row: &mut Map<String, Value>) {
    let places: BTreeMap<&str, usize> = ordered.iter().map(name).zip(0..).collect();
    let lines = row.get_mut("levels").and_then(Value::as_array_mut);
    for line in lines.into_iter().flatten() {
        if let Some(Value::Array(names)) = line.get_mut("feature_names") {
            names.sort_by_key(|name| {
                let name = name.as_str().unwrap_or_default();
                let place = places.get(name).copied().unwrap_or(usize::MAX);
                (name == OF_SUBCLASS, place)
            });
        }
    }
}

fn name(part: &Value) -> &str {
    part.get("name").and_then(Value::as_str).unwrap_or_default()
}

/// The level at which one gains a feature.
fn level(feature: &Value) -> Option<i64> {
    let levels = feature.get("levels")?.as_array()?;
    levels.iter().filter_map(Value::as_i64).min()
}

/// Orders the traits of a race of 2014, and puts the table that a trait refers to behind its text.
///
/// Correction (character options): Traits of the races of the SRD of 2014 stand in the order of the book, where sources have those of
/// all races first. A table that is named as a trait is (`Draconic Ancestry`) belongs to it.
pub(super) fn order_race_traits(row: &mut Map<String, Value>) {
    let is_race = matches!(row.get("kind").and_then(Value::as_str), Some("RACE" | "SUBRACE"));
    if !is_race || row.get("document_key") != Some(&json!(SRD_2014)) {
        return;
    }
    let Some(Value::Array(traits)) = row.get_mut("traits") else {
        return;
    };
    join_tables(traits);
    traits.sort_by_key(|part| {
        let place = FIRST_TRAITS.iter().position(|first| *first == name(part));
        let is_last = name(part) == LAST_TRAIT;
        (is_last, place.unwrap_or(FIRST_TRAITS.len()))
    });
}

/// Puts a table that stands as a trait of its own, or behind another trait's text, behind that of the trait with its name.
fn join_tables(traits: &mut Vec<Value>) {
    let tables: Vec<(String, String)> = traits
        .iter()
        .filter_map(|part| {
            let of = name(part).strip_suffix(" table")?;
            Some((of.to_owned(), part.get("text")?.as_str()?.to_owned()))
        })
        .collect();
    for (of, table) in tables {
        traits.retain(|part| name(part).strip_suffix(" table") != Some(&of));
        let caption = format!("\n\n**{of}**\n\n|");
        for part in traits.iter_mut() {
            let is_owner = name(part) == of;
            let Some(Value::String(text)) = part.get_mut("text") else {
                continue;
            };
            if let Some((before, _)) = text.split_once(&caption) {
                *text = before.to_owned();
            }
            if is_owner {
                text.push_str("\n\n");
                text.push_str(&table);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(row) => row,
            _ => panic!("an object"),
        }
    }

    fn names(row: &Map<String, Value>, list: &str) -> Vec<String> {
        let parts = row[list].as_array().unwrap().iter();
        parts.map(|part| name(part).to_owned()).collect()
    }

    #[test]
    fn features_have_the_order_of_the_book_and_so_does_the_table() {
        let feature = |name: &str, level: i64| json!({"name": name, "levels": [level]});
        let mut toad = row(json!({
            "document_key": SRD_2024,
            "features": [
                feature("Croak", 1), feature("Toad Subclass", 3), feature("Spellcasting", 1), feature("Moult", 3),
                {"name": "Long Tongue", "option_of": "Croak"},
            ],
            "levels": [
                {"level": 1, "feature_names": ["Croak", "Spellcasting"]},
                {"level": 3, "feature_names": ["Subclass feature", "Toad Subclass", "Moult"]},
            ],
        }));
        let theirs = row(json!({
            "features": [feature("Spellcasting", 1), feature("Croak", 1), feature("Moult", 3)],
        }));
        order_features(&mut toad, &[(WITNESS_2024.to_owned(), theirs)]);
        let expected = ["Spellcasting", "Croak", "Moult", "Toad Subclass", "Long Tongue"];
        assert_eq!(names(&toad, "features"), expected);
        assert_eq!(toad["levels"][0]["feature_names"], json!(["Spellcasting", "Croak"]));
        let third = json!(["Moult", "Toad Subclass", "Subclass feature"]);
        assert_eq!(toad["levels"][1]["feature_names"], third);
    }

    #[test]
    fn features_without_a_level_have_that_of_the_one_before() {
        let feature = |name: &str, levels: &[i64]| json!({"name": name, "levels": levels});
        let mut features = [
            feature("Oath Spells", &[]),
            feature(SPELLCASTING, &[3]),
            feature("Cantrips", &[10]),
            feature("Moult", &[7]),
            feature("Croak", &[]),
        ];
        complete_levels(&mut features);
        assert_eq!(features.map(|feature| level(&feature)), [3, 3, 3, 7, 7].map(Some));
    }

    #[test]
    fn traits_of_a_race_have_the_order_of_the_book_and_tables_stand_with_their_trait() {
        let part = |name: &str, text: &str| json!({"name": name, "text": text});
        let mut race = row(json!({
            "document_key": SRD_2014, "kind": "RACE",
            "traits": [
                part("Speed", "You hop.\n\n**Toad Ancestry**\n\n| Toad |\n|---|\n| Wet |"), part("Age", "Old."),
                part("Languages", "Croaking."), part("Toad Ancestry table", "| Toad |\n|---|\n| Wet |"),
                part("Toad Ancestry", "Choose a toad."), part("Leap", "You leap."),
            ],
        }));
        order_race_traits(&mut race);
        assert_eq!(names(&race, "traits"), ["Age", "Speed", "Toad Ancestry", "Leap", "Languages"]);
        assert_eq!(race["traits"][1]["text"], "You hop.");
        assert_eq!(race["traits"][2]["text"], "Choose a toad.\n\n| Toad |\n|---|\n| Wet |");
    }
}
