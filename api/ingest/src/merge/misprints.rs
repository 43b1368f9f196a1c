//! Misprints: passages that the sources have in other words than the book, replaced one by one. `misprints.json` has them, each
//! with its evidence in a sentence.

use super::fields::visit_texts;
use lorekeeper_content::Pattern;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::sync::LazyLock;

/// A passage, and what the book prints.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Misprint {
    /// The key of the document.
    book: String,
    /// What the entity's name begins with; empty for all entities of the book.
    entity: String,
    wrong: String,
    right: String,
    #[cfg_attr(not(test), expect(dead_code, reason = "readers of the file want it"))]
    evidence: String,
}

static MISPRINTS: LazyLock<Vec<Misprint>> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the file is a constant, and a test reads it")]
    serde_json::from_str(include_str!("misprints.json")).expect("misprints")
});

/// Replaces the misprints in all texts of a row.
///
/// Correction (text): Single passages that all sources misprint are as the SRDs print them.
pub(super) fn replace(row: &mut Map<String, Value>) {
    let text = |field: &str| row.get(field).and_then(Value::as_str).unwrap_or_default();
    let (book, name) = (text("document_key"), text("name"));
    let of_row: Vec<&Misprint> =
        MISPRINTS.iter().filter(|misprint| misprint.book == book && name.starts_with(&misprint.entity)).collect();
    if !of_row.is_empty() {
        for (_, value) in row.iter_mut().filter(|(field, _)| *field != "name") {
            visit_texts(value, &mut |text| replace_in(text, &of_row));
        }
        for misprint in of_row {
            for list in ["actions", "legendary_actions"] {
                let actions = row.get_mut(list).and_then(Value::as_array_mut);
                for action in actions.into_iter().flatten() {
                    take_number(action, misprint);
                }
            }
        }
    }
}

/// Takes the number of a replaced passage (`+17 to hit`, `DC 21 Dexterity`) over into the attack or the saving throw.
fn take_number(action: &mut Value, misprint: &Misprint) {
    static NUMBER: Pattern = Pattern::new(r"\+(?P<hit>\d+) to hit|\bDC (?P<dc>\d+) ");
    let Some(found) = NUMBER.captures(&misprint.right) else {
        return;
    };
    let text = action.get("text").and_then(Value::as_str);
    if !text.is_some_and(|text| text.contains(&misprint.right)) {
        return;
    }
    let number = |name: &str| found.name(name)?.as_str().parse::<i32>().ok();
    if let (Some(dc), Some(save)) = (number("dc"), action.get_mut("save"))
        && let Some(stated) = save.get_mut("dc")
    {
        *stated = dc.into();
    }
    let attacks = action.get_mut("attacks").and_then(Value::as_array_mut);
    for attack in attacks.into_iter().flatten() {
        if let (Some(hit), Some(stated)) = (number("hit"), attack.get_mut("to_hit")) {
            *stated = hit.into();
        }
    }
}

fn replace_in(text: &mut String, misprints: &[&Misprint]) {
    for misprint in misprints {
        // What is right may have what is wrong in it.
        let is_right = misprint.right.contains(&misprint.wrong) && text.contains(&misprint.right);
        if !is_right && text.contains(&misprint.wrong) {
            *text = text.replace(&misprint.wrong, &misprint.right);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_misprint_has_its_evidence() {
        for misprint in MISPRINTS.iter() {
            assert!(misprint.evidence.ends_with('.'), "{misprint:?}");
            assert_ne!(misprint.wrong, misprint.right);
        }
    }

    #[test]
    fn a_number_is_taken_over() {
        let misprint = Misprint {
            book: "pond".to_owned(),
            entity: "Toad".to_owned(),
            wrong: "+7 to hit".to_owned(),
            right: "+17 to hit".to_owned(),
            evidence: "It is strong.".to_owned(),
        };
        let mut bite = json!({"text": "Bite: +17 to hit", "attacks": [{"to_hit": 7}]});
        take_number(&mut bite, &misprint);
        assert_eq!(bite["attacks"][0]["to_hit"], 17);
    }

    #[test]
    fn misprints_of_the_book_are_replaced() {
        let text = "It has at least 1 hit. point.";
        for (book, name, is_replaced) in
            [("srd-2014", "Shield Guardian", true), ("srd-2014", "Toad", false), ("pond", "Shield Guardian", false)]
        {
            let row = json!({"document_key": book, "name": name, "traits": [{"text": text}]});
            let Value::Object(mut row) = row else {
                panic!("an object");
            };
            replace(&mut row);
            assert_eq!(row["traits"][0]["text"] != text, is_replaced, "{book} {name}");
        }
    }
}
