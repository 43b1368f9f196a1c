//! Misprinted names of parts: a feature, a trait or an action that another source spells as words.

use super::fields::{NAMED_LISTS, part_key};
use lorekeeper_content::edit_distance::damerau_levenshtein;
use lorekeeper_content::typography::is_english;
use serde_json::{Map, Value};

/// Shortest name, in letters, of which a misprint is told from another name.
const MIN_LETTERS: usize = 8;

/// Most letters in which a misprint differs.
const MAX_DISTANCE: usize = 2;

/// Takes the spelling of another source where the preferred one has a name that is no words, and nothing of the other's name.
///
/// Correction (text): A misprinted name of a feature, a trait or an action (`Unarmoed Hop`) is that of another source.
pub(super) fn mend(row: &mut Map<String, Value>, others: &[(String, Map<String, Value>)]) {
    let mut renamed: Vec<(String, String)> = Vec::new();
    for list in NAMED_LISTS {
        let Some(Value::Array(parts)) = row.get_mut(list) else {
            continue;
        };
        let own: Vec<String> = parts.iter().filter_map(part_key).collect();
        for part in parts {
            let (Some(key), Some(name)) = (part_key(part), name(part)) else {
                continue;
            };
            let is_misprint = key.len() >= MIN_LETTERS && !is_of_words(&name);
            if !is_misprint {
                continue;
            }
            let lists = others
                .iter()
                .filter_map(|(_, other)| other.get(list)?.as_array());
            let spelt = lists.flatten().find_map(|other| {
                let (other_key, other_name) = (part_key(other)?, self::name(other)?);
                let is_alike = damerau_levenshtein(&key, &other_key) <= MAX_DISTANCE;
                (is_alike && !own.contains(&other_key) && is_of_words(&other_name)).then_some(other)
            });
            let (Some(spelt), Some(part)) = (spelt, part.as_object_mut()) else {
                continue;
            };
            renamed.extend(self::name(spelt).map(|spelt| (name, spelt)));
            for field in ["name", "slug"] {
                if let (Some(mine), Some(theirs)) = (part.get_mut(field), spelt.get(field)) {
                    mine.clone_from(theirs);
                }
            }
        }
    }
    take_named_benefits(row, others);
    for (misprint, spelt) in renamed {
        for value in row.values_mut() {
            replace(value, &misprint, &spelt);
        }
    }
}

/// Takes the benefits of another source where the preferred one has lost their names.
///
/// Correction (character options): The benefits of a feat have the names that the book prints.
fn take_named_benefits(row: &mut Map<String, Value>, others: &[(String, Map<String, Value>)]) {
    let benefits = |fields: &Map<String, Value>| fields.get("benefits")?.as_array().cloned();
    let count_names = |benefits: &[Value]| benefits.iter().filter_map(name).count();
    let Some(mine) = benefits(row).filter(|mine| !mine.is_empty() && count_names(mine) == 0) else {
        return;
    };
    let lists = others.iter().filter_map(|(_, other)| benefits(other));
    let mut whole =
        lists.filter(|theirs| count_names(theirs) == theirs.len() && theirs.len() >= mine.len());
    if let Some(theirs) = whole.next() {
        row.insert("benefits".to_owned(), Value::Array(theirs));
    }
}

/// Replaces a misprint wherever else it stands, as in the table of a class.
fn replace(value: &mut Value, misprint: &str, spelt: &str) {
    match value {
        Value::String(text) if text.contains(misprint) => *text = text.replace(misprint, spelt),
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| replace(item, misprint, spelt)),
        Value::Object(fields) => fields
            .values_mut()
            .for_each(|field| replace(field, misprint, spelt)),
        _ => {}
    }
}

fn name(part: &Value) -> Option<String> {
    part.get("name")?.as_str().map(str::to_owned)
}

/// Whether all words of a name are English.
fn is_of_words(name: &str) -> bool {
    let mut words = name.split(|c: char| !c.is_alphabetic() && c != '\'' && c != '’');
    words.all(|word| word.len() < 4 || is_english(&word.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_misprint_gives_way_to_words() {
        let object = |names: &[&str]| {
            let parts: Vec<Value> = names.iter().map(|name| json!({"name": name})).collect();
            match json!({"features": parts, "text": "It has Unarmoed Movement."}) {
                Value::Object(row) => row,
                _ => Map::new(),
            }
        };
        let mut row = object(&["Unarmoed Movement", "Toad Songg", "Hop"]);
        let other = object(&["Unarmored Movement", "Hop"]);
        mend(&mut row, &[("two".to_owned(), other)]);
        let names: Vec<&Value> = row["features"].as_array().unwrap().iter().collect();
        assert_eq!(names[0]["name"], "Unarmored Movement");
        assert_eq!(names[1]["name"], "Toad Songg");
        assert_eq!(row["text"], "It has Unarmored Movement.");
    }
}
