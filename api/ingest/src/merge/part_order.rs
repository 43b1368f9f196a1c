//! Order of parts: the traits and actions of a stat block in the order of the book.

use super::fields::part_key;
use serde_json::{Map, Value};

/// The document, the source that keeps its order, and the sections.
const DOCUMENT: &str = "srd-2014";
const WITNESS: &str = "dnd5e_api";
const SECTIONS: [&str; 4] = ["traits", "actions", "reactions", "legendary_actions"];

/// Puts the parts into the order of the witness, where it has all of them.
///
/// Correction (creatures): Traits and actions of the SRD of 2014 stand in the order of the book, where a source sorts them by
/// their names.
pub(super) fn restore(row: &mut Map<String, Value>, statements: &[(String, Map<String, Value>)]) {
    if row.get("document_key").and_then(Value::as_str) != Some(DOCUMENT) {
        return;
    }
    let mut statements = statements.iter();
    let Some((_, witness)) = statements.find(|(source, _)| source == WITNESS) else {
        return;
    };
    for section in SECTIONS {
        let theirs = witness.get(section).and_then(Value::as_array);
        let (Some(Value::Array(mine)), Some(theirs)) = (row.get_mut(section), theirs) else {
            continue;
        };
        let order: Vec<Option<String>> = theirs.iter().map(part_key).collect();
        let place = |part: &Value| {
            let key = part_key(part)?;
            order.iter().position(|known| known.as_ref() == Some(&key))
        };
        if mine.iter().all(|part| place(part).is_some()) {
            mine.sort_by_key(place);
        }
    }
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
            match json!({"document_key": "srd-2014", "traits": parts}) {
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
