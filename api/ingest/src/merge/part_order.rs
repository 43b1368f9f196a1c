//! Order of parts: the traits and actions of a stat block in the order of the book.

mod options;

use super::fields::{STAT_BLOCK_LISTS, part_key};
use serde_json::{Map, Value};

/// The sources that keep the order of the books, the better one first.
const WITNESSES: [&str; 2] = ["dnd5e_api", "open5e_v1"];

/// The book whose stat blocks have what is no attack in the order of the names.
const BY_NAME: &str = "srd-2024";

/// Puts parts that stand in the order of the alphabet into that of the first witness that has all of them.
///
/// Correction (creatures): Parts of a stat block stand in the order of the book, where a source sorts them by their names.
///
/// Correction (creatures): In a stat block of 2024, traits and all actions behind the attacks stand in the order of their names.
pub(super) fn restore(row: &mut Map<String, Value>, statements: &[(String, Map<String, Value>)]) {
    options::order_features(row, statements);
    options::order_race_traits(row);
    let text = |field: &str| row.get(field).and_then(Value::as_str);
    let is_by_name = row.contains_key("challenge_rating") && text("document_key") == Some(BY_NAME);
    for list in STAT_BLOCK_LISTS {
        let Some(Value::Array(mine)) = row.get_mut(list) else {
            continue;
        };
        if is_by_name {
            mine.sort_by_cached_key(place_of_2024);
            number(mine);
            continue;
        }
        if !is_sorted(mine) {
            continue;
        }
        let witnesses = WITNESSES.iter().filter_map(|witness| {
            let of_witness = statements.iter().find(|(source, _)| source == witness);
            of_witness?.1.get(list)?.as_array()
        });
        for theirs in witnesses {
            let order: Vec<Option<String>> = theirs.iter().map(part_key).collect();
            let place = |part: &Value| {
                let key = part_key(part)?;
                order.iter().position(|known| known.as_ref() == Some(&key))
            };
            if mine.iter().all(|part| place(part).is_some()) {
                mine.sort_by_key(place);
                break;
            }
        }
    }
}

/// Multiattack and attacks keep their places before the rest, which has the order of the names.
fn place_of_2024(part: &Value) -> String {
    let name = part.get("name").and_then(Value::as_str).unwrap_or_default();
    let text = part.get("text").and_then(Value::as_str);
    let is_attack = text.is_some_and(|text| text.contains("Attack Roll"));
    if is_attack || name.starts_with("Multiattack") { String::new() } else { name.to_lowercase() }
}

/// Numbers actions in their new order.
fn number(parts: &mut [Value]) {
    for (order, part) in parts.iter_mut().enumerate() {
        if let Some(stated @ Value::Number(_)) = part.get_mut("order") {
            *stated = order.into();
        }
    }
}

/// Whether parts stand in the order of their names.
fn is_sorted(parts: &[Value]) -> bool {
    let name = |part: &Value| part.get("name")?.as_str().map(str::to_lowercase);
    parts.is_sorted_by_key(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn parts_stand_in_the_order_of_the_witness() {
        let named = |names: &[&str]| {
            let parts = names.iter().map(|name| json!({"name": name}));
            let parts: Vec<Value> = parts.collect();
            match json!({"traits": parts}) {
                Value::Object(row) => row,
                _ => Map::new(),
            }
        };
        for (mine, theirs, expected) in [
            (&["Croak", "Hop"][..], &["Hop", "Moult", "Croak"][..], ["Hop", "Croak"]),
            (&["Hop", "Duck"][..], &["Duck"][..], ["Hop", "Duck"]),
        ] {
            let mut row = named(mine);
            restore(&mut row, &[("dnd5e_api".to_owned(), named(theirs))]);
            assert_eq!(row["traits"], named(&expected)["traits"]);
        }
    }

    #[test]
    fn what_is_no_attack_has_the_order_of_names() {
        let action = |name: &str, order: i32| json!({"name": name, "text": "", "order": order});
        let tongue = json!({"name": "Tongue", "text": "_Melee Attack Roll:_ +5, reach 5 ft.", "order": 2});
        let row = json!({
            "document_key": BY_NAME, "slug": "toad", "challenge_rating": 1,
            "actions": [action("Multiattack", 0), action("Moult", 1), tongue, action("Croak", 3)],
        });
        let Value::Object(mut row) = row else {
            panic!("an object");
        };
        restore(&mut row, &[]);
        let actions = row["actions"].as_array().unwrap().iter();
        let names: Vec<_> = actions.map(|a| (a["name"].as_str().unwrap(), a["order"].as_i64())).collect();
        assert_eq!(names, [("Multiattack", Some(0)), ("Tongue", Some(1)), ("Croak", Some(2)), ("Moult", Some(3))]);
    }
}
