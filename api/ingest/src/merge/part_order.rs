//! Order of parts: the traits and actions of a stat block in the order of the book.

use super::fields::part_key;
use serde_json::{Map, Value};

/// The sources that keep the order of the books, the better one first, and the lists.
const WITNESSES: [&str; 2] = ["dnd5e_api", "open5e_v1"];
const LISTS: [&str; 6] = [
    "traits",
    "actions",
    "bonus_actions",
    "reactions",
    "legendary_actions",
    "features",
];

/// Puts parts that stand in the order of the alphabet into that of the first witness that has all of them.
///
/// Correction (creatures): Parts of a stat block stand in the order of the book, where a source sorts them by their names.
///
/// Correction (character options): Features of a level stand in the order of the book, where a source sorts them by their names.
pub(super) fn restore(row: &mut Map<String, Value>, statements: &[(String, Map<String, Value>)]) {
    for list in LISTS {
        let Some(Value::Array(mine)) = row.get_mut(list) else {
            continue;
        };
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
                mine.sort_by_key(|part| (level(part), place(part)));
                break;
            }
        }
    }
}

/// Whether parts stand in the order of their names, features of each level.
fn is_sorted(parts: &[Value]) -> bool {
    let name = |part: &Value| part.get("name")?.as_str().map(str::to_lowercase);
    parts.is_sorted_by_key(|part| (level(part), name(part)))
}

/// The level at which one gains a feature; none of other parts.
fn level(part: &Value) -> Option<i64> {
    let levels = part.get("levels")?.as_array()?;
    levels.iter().filter_map(Value::as_i64).min()
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
            (
                &["Croak", "Hop"][..],
                &["Hop", "Moult", "Croak"][..],
                ["Hop", "Croak"],
            ),
            (&["Hop", "Duck"][..], &["Duck"][..], ["Hop", "Duck"]),
        ] {
            let mut row = named(mine);
            restore(&mut row, &[("dnd5e_api".to_owned(), named(theirs))]);
            assert_eq!(row["traits"], named(&expected)["traits"]);
        }
    }
}
