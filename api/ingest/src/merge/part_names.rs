//! Misprinted names of parts: a feature, a trait or an action that another source spells as words.

use super::fields::{NAMED_LISTS, part_key, visit_texts};
use lorekeeper_content::edit_distance::damerau_levenshtein;
use lorekeeper_content::letters;
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
            let lists = others.iter().filter_map(|(_, other)| other.get(list)?.as_array());
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
            visit_texts(value, &mut |text| {
                if text.contains(&misprint) {
                    *text = text.replace(&misprint, &spelt);
                }
            });
        }
    }
}

/// What stands in brackets behind a name and is kept as a field: how often, at which cost, in which form.
const FIELDS: [&str; 7] = ["recharge", "day", "rest", "cost", "turn", "form", "action"];

/// Takes what stands in brackets behind the name of a part in another source.
///
/// Correction (creatures): The name of a trait or an action has what the book prints behind it in brackets (`Assume Control (While
/// Bloodied)`, `Fire Bolt (Cantrip; V, S)`).
pub(super) fn take_qualifiers(row: &mut Map<String, Value>, statements: &[(String, Map<String, Value>)]) {
    for list in NAMED_LISTS {
        let Some(Value::Array(parts)) = row.get_mut(list) else {
            continue;
        };
        for part in parts {
            let Some(name) = name(part).filter(|name| !name.contains('(')) else {
                continue;
            };
            let stated = statements.iter().filter_map(|(_, other)| other.get(list)?.as_array());
            let qualifier = stated.flatten().find_map(|other| {
                let theirs = other.get("name")?.as_str()?;
                let brackets = theirs.strip_prefix(&name)?.strip_prefix(" (")?;
                // The brackets are not always closed.
                qualifier(brackets.strip_suffix(')').unwrap_or(brackets))
            });
            if let (Some(qualifier), Some(part)) = (qualifier, part.as_object_mut()) {
                let moved = format!("({qualifier}) ");
                if let Some(Value::String(text)) = part.get_mut("text")
                    && let Some(rest) = text.strip_prefix(&moved)
                {
                    *text = rest.to_owned();
                }
                part.insert("name".to_owned(), Value::String(format!("{name} ({qualifier})")));
            }
        }
    }
}

/// What brackets say that no field has; `Shield (1st-Level; V` is a spell's.
fn qualifier(brackets: &str) -> Option<String> {
    let is_field = |part: &str| {
        let lower = part.to_lowercase();
        // A number alone is the cost of a legendary action.
        FIELDS.iter().any(|word| lower.contains(word)) || lower.chars().all(|c| c.is_ascii_digit())
    };
    if brackets.contains(['(', ')']) {
        return None;
    }
    let parts = || brackets.split([',', ';']).map(str::trim);
    let kept: Vec<&str> = parts().filter(|part| !is_field(part)).collect();
    if kept.len() == parts().count() {
        return Some(brackets.to_owned());
    }
    (!kept.is_empty()).then(|| kept.join(", "))
}

/// Takes the benefits of another source where the preferred one has lost all their names, or else the names of those whose texts
/// begin alike.
///
/// Correction (character options): The benefits of a feat have the names that the book prints.
fn take_named_benefits(row: &mut Map<String, Value>, others: &[(String, Map<String, Value>)]) {
    let named: Vec<&Vec<Value>> = others.iter().filter_map(|(_, other)| other.get("benefits")?.as_array()).collect();
    let Some(Value::Array(mine)) = row.get_mut("benefits") else {
        return;
    };
    let count_names = |benefits: &[Value]| benefits.iter().filter_map(name).count();
    if !mine.is_empty() && count_names(mine) == 0 {
        let is_whole = |theirs: &&&Vec<Value>| count_names(theirs) == theirs.len() && theirs.len() >= mine.len();
        if let Some(theirs) = named.iter().find(is_whole) {
            mine.clone_from(theirs);
            return;
        }
    }
    for benefit in mine.iter_mut().filter(|benefit| name(benefit).is_none()) {
        let same = named.iter().flat_map(|theirs| theirs.iter());
        let mut same = same.filter(|other| text_beginning(other) == text_beginning(benefit));
        let found = same.find_map(name);
        if let (Some(name), Some(benefit)) = (found, benefit.as_object_mut()) {
            benefit.insert("name".to_owned(), Value::String(name));
        }
    }
}

/// The letters that the text of a benefit begins with.
fn text_beginning(benefit: &Value) -> String {
    const COMPARED_LETTERS: usize = 25;
    let text = benefit.get("text").and_then(Value::as_str);
    let letters = letters(text.unwrap_or_default());
    letters.chars().take(COMPARED_LETTERS).collect()
}

/// Replaces a misprint wherever else it stands, as in the table of a class.
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

    #[test]
    fn benefits_have_the_names_that_another_source_prints() {
        let object = |benefits: Value| match json!({"benefits": benefits}) {
            Value::Object(row) => row,
            _ => Map::new(),
        };
        let benefit = |name: Option<&str>, text: &str| json!({"name": name, "text": text});
        let text = "You hold your breath for an hour, if need be.";
        let named = object(json!([benefit(Some("Deep Breath"), "You hold it.")]));
        let mut row = object(json!([benefit(None, text)]));
        take_named_benefits(&mut row, &[("two".to_owned(), named.clone())]);
        assert_eq!(row["benefits"], named["benefits"]);
        // One with a name has kept its names, and a shorter list is not the whole.
        for mine in [json!([benefit(Some("Swim"), text)]), json!([benefit(None, text), benefit(None, "You dive.")])] {
            let mut row = object(mine.clone());
            take_named_benefits(&mut row, &[("two".to_owned(), named.clone())]);
            assert_eq!(row["benefits"], mine);
        }
        let alike = object(json!([benefit(Some("Deep Breath"), "You hold your breath for an hour!")]));
        let mut row = object(json!([benefit(None, text), benefit(None, "You dive.")]));
        take_named_benefits(&mut row, &[("two".to_owned(), alike)]);
        let benefits = &row["benefits"];
        assert_eq!((&benefits[0]["name"], &benefits[1]["name"]), (&json!("Deep Breath"), &Value::Null));
    }
}
