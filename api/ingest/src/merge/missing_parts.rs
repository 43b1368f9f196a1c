//! Missing parts: traits and actions of a stat block that the packs have and no other source, and those that a source lost to
//! another part of the same name.

use super::fields::part_key;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The document that the packs have whole.
const DOCUMENT: &str = "srd-2024";

/// The source that has it.
const WITNESS: &str = "foundry_srd";

/// The sections of a stat block.
pub(super) const SECTIONS: [&str; 4] = ["traits", "actions", "bonus_actions", "reactions"];

/// Adds the parts that the packs alone have.
///
/// Correction (creatures): A trait or an action of the SRD of 2024 that only the packs have is added; the one part of its section that the
/// packs do not have was put in its place, and goes.
pub(super) fn add(row: &mut Map<String, Value>, statements: &[(String, Map<String, Value>)]) {
    if row.get("document_key").and_then(Value::as_str) != Some(DOCUMENT) {
        return;
    }
    let mut statements = statements.iter();
    let Some((_, packs)) = statements.find(|(source, _)| source == WITNESS) else {
        return;
    };
    let (known, printed) = (keys(row), keys(packs));
    for section in SECTIONS {
        let theirs = packs.get(section).and_then(Value::as_array);
        let (Some(Value::Array(mine)), Some(theirs)) = (row.get_mut(section), theirs) else {
            continue;
        };
        let is_known = |part: &&Value| part_key(part).is_none_or(|key| known.contains(&key));
        let missing: Vec<Value> = theirs.iter().filter(|part| !is_known(part)).cloned().collect();
        for part in mine.iter_mut() {
            qualify_spells(part, theirs);
        }
        if missing.is_empty() {
            continue;
        }
        let is_strange = |part: &Value| part_key(part).is_some_and(|key| !printed.contains(&key));
        if mine.iter().filter(|part| is_strange(part)).count() == 1 {
            mine.retain(|part| !is_strange(part));
        }
        mine.extend(missing);
    }
}

/// How many of the words of two texts are shared where they are one text, in tenths of all.
const ALIKE_TENTHS: usize = 4;

/// Adds the parts that another source has in a section, where the row has another text under the same name in another section.
///
/// Correction (creatures): An action that a source lost to a legendary action, a bonus action or a reaction of the same name
/// (`The dragon uses its Quake action`) is there again.
pub(super) fn refill(row: &mut Map<String, Value>, statements: &[(String, Map<String, Value>)]) {
    let mut known: BTreeMap<String, Vec<(&str, &Value)>> = BTreeMap::new();
    for (section, part) in parts(row) {
        if let Some(key) = part_key(part) {
            known.entry(key).or_default().push((section, part));
        }
    }
    let mut missing: Vec<(&str, Value)> = Vec::new();
    for (section, part) in statements.iter().flat_map(|(_, stated)| parts(stated)) {
        let Some(own) = part_key(part).and_then(|key| known.get_mut(&key)) else {
            continue;
        };
        let is_another = |(place, own): &(&str, &Value)| *place != section && !are_alike(own, part);
        if own.iter().all(is_another) {
            own.push((section, part));
            missing.push((section, part.clone()));
        }
    }
    for (section, part) in missing {
        if let Some(Value::Array(own)) = row.get_mut(section) {
            own.push(part);
        }
    }
}

/// The parts of a stat block, each with its section, legendary actions last.
fn parts(fields: &Map<String, Value>) -> impl Iterator<Item = (&'static str, &Value)> {
    let sections = SECTIONS.into_iter().chain(["legendary_actions"]);
    sections.flat_map(|section| {
        let parts = fields.get(section).and_then(Value::as_array);
        parts.into_iter().flatten().map(move |part| (section, part))
    })
}

/// Whether two parts have the same text, but for a few words.
fn are_alike(one: &Value, other: &Value) -> bool {
    let words = |part: &Value| -> BTreeSet<String> {
        let text = part.get("text").and_then(Value::as_str).unwrap_or_default();
        let words = text.split(|c: char| !c.is_alphanumeric());
        let words = words.filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let (one, other) = (words(one), words(other));
    let shared = one.intersection(&other).count();
    shared * 10 >= one.union(&other).count() * ALIKE_TENTHS
}

/// Takes the lists of spells with what stands behind each.
///
/// Correction (creatures): Spells that a creature of the SRD of 2024 casts have what is printed behind their names (`level 2 version`).
fn qualify_spells(part: &mut Value, packs: &[Value]) {
    let key = part_key(part);
    if key.as_deref() != Some("spellcasting") {
        return;
    }
    let theirs = packs.iter().find(|other| part_key(other) == key);
    let theirs = theirs.and_then(|theirs| theirs.get("text")?.as_str());
    let (Some(Value::String(mine)), Some(theirs)) = (part.get_mut("text"), theirs) else {
        return;
    };
    let qualified = |line: &str| {
        let (label, _) = line.strip_prefix("- **")?.split_once(":**")?;
        let mut lines = theirs.lines();
        let spells = lines.find_map(|line| line.strip_prefix(&format!("**{label}:**")))?;
        Some(format!("- **{label}:**{}", spells.replace('*', "")))
    };
    let lines = mine.lines().map(|line| match qualified(line) {
        Some(qualified) => qualified,
        None => line.to_owned(),
    });
    *mine = lines.collect::<Vec<_>>().join("\n");
}

/// The keys of all parts.
fn keys(fields: &Map<String, Value>) -> BTreeSet<String> {
    let parts = SECTIONS.iter().filter_map(|section| fields.get(*section)?.as_array());
    parts.flatten().filter_map(part_key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_was_lost_to_a_part_of_the_same_name_is_there_again() {
        let quake = json!({"name": "Quake", "text": "Creatures within 30 feet fall prone and take 12 damage."});
        let uses = json!({"name": "Quake (Costs 2 Actions)", "text": "The toad uses its Quake action."});
        let hop = json!({"name": "Hop", "text": "As a bonus action, the toad hops."});
        let object = |value: Value| value.as_object().cloned().unwrap();
        let mut row = object(json!({"actions": [], "legendary_actions": [uses], "bonus_actions": [hop]}));
        let theirs = object(json!({"actions": [quake, hop], "legendary_actions": [uses]}));
        refill(&mut row, &[("other".to_owned(), theirs)]);
        assert_eq!(row["actions"], json!([quake]));
        assert_eq!(row["legendary_actions"], json!([uses]));
    }

    #[test]
    fn spells_keep_what_stands_behind_them() {
        let mut part =
            json!({"name": "Spellcasting", "text": "It casts:\n\n- **At Will:** Toad Song, Hop\n- **1/Day:** Rain"});
        let packs =
            [json!({"name": "Spellcasting", "text": "It casts:\n\n**At Will:** *Toad Song* (level 2 version), *Hop*"})];
        qualify_spells(&mut part, &packs);
        assert_eq!(part["text"], "It casts:\n\n- **At Will:** Toad Song (level 2 version), Hop\n- **1/Day:** Rain");
    }

    #[test]
    fn what_the_packs_alone_have_is_added() {
        let object = |traits: &[&str], reactions: &[&str]| {
            let parts = |names: &[&str]| -> Vec<Value> { names.iter().map(|name| json!({"name": name})).collect() };
            match json!({
                "document_key": DOCUMENT, "traits": parts(traits), "reactions": parts(reactions),
            }) {
                Value::Object(row) => row,
                _ => Map::new(),
            }
        };
        let mut row = object(&["Hop", "Toad Song (1/Day)"], &["Parry"]);
        let packs = object(&["Hop", "Toad Song", "Pond Magic"], &["Split"]);
        add(&mut row, &[(WITNESS.to_owned(), packs)]);
        let names = |section: &str| -> Vec<String> {
            let parts = row[section].as_array().unwrap().iter();
            parts.map(|part| part["name"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(names("traits"), ["Hop", "Toad Song (1/Day)", "Pond Magic"]);
        assert_eq!(names("reactions"), ["Split"]);
    }
}
