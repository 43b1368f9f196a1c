//! Repeated parts: a part that stands in two sections of a stat block, because one source took it for another kind of action, or a
//! passage that stands in two parts.

use super::fields::part_key;
use lorekeeper_content::letters;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// How many letters of the texts must be the same.
const COMPARED_LETTERS: usize = 40;

/// Pairs of sections: a part of the first one that stands in the second, too, goes from the one that is named last.
const PAIRS: [(&str, &str, &str); 7] = [
    ("traits", "bonus_actions", "bonus_actions"),
    ("traits", "actions", "actions"),
    ("traits", "reactions", "reactions"),
    ("actions", "bonus_actions", "bonus_actions"),
    // Who reacts says so in the text, and only the more careful source sets it apart.
    ("actions", "reactions", "actions"),
    ("actions", "legendary_actions", "actions"),
    ("bonus_actions", "legendary_actions", "bonus_actions"),
];

/// Leaves out the parts that are repeated.
///
/// Correction (creatures): A trait or an action that stands in two sections of a stat block stands in one.
pub(super) fn leave_out(row: &mut Map<String, Value>) {
    for (one, other, from) in PAIRS {
        let kept = if from == one { other } else { one };
        let Some(Value::Array(kept)) = row.get(kept) else {
            continue;
        };
        let kept: Vec<(String, String)> = kept.iter().filter_map(print).collect();
        if let Some(Value::Array(parts)) = row.get_mut(from) {
            parts.retain(|part| print(part).is_none_or(|print| !kept.contains(&print)));
        }
    }
    leave_out_passages(row);
}

/// Sections whose entries are joined with the passages behind them.
const JOINED: [&str; 4] = ["traits", "actions", "bonus_actions", "reactions"];

/// How many letters of two passages must be the same.
const COMPARED_IN_PASSAGES: usize = 60;

/// Leaves out a passage of an entry that another entry has as well: a source that sorts its entries has it behind the wrong one.
///
/// Correction (creatures): A passage that stands in two entries of a stat block stands in the one that has more of it.
fn leave_out_passages(row: &mut Map<String, Value>) {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut visit = |visited: &mut dyn FnMut(&mut String)| {
        for section in JOINED {
            let parts = row.get_mut(section).and_then(Value::as_array_mut);
            for part in parts.into_iter().flatten() {
                if let Some(Value::String(text)) = part.get_mut("text")
                    && text.contains("\n\n")
                {
                    visited(text);
                }
            }
        }
    };
    visit(&mut |text| {
        for passage in text.split("\n\n").skip(1) {
            let longest = known.entry(beginning(passage)).or_default();
            *longest = passage.len().max(*longest);
        }
    });
    visit(&mut |text| {
        let mut at = 0..;
        let kept = text.split("\n\n").filter(|passage| {
            let is_first = at.next() == Some(0);
            let beginning = beginning(passage);
            let is_short = beginning.len() < COMPARED_IN_PASSAGES;
            // The first of those that are as long stays.
            let length = Some(passage.len());
            is_first
                || is_short
                || (known.get(&beginning).copied() == length && {
                    known.insert(beginning, usize::MAX);
                    true
                })
        });
        let kept = kept.collect::<Vec<_>>().join("\n\n");
        *text = kept;
    });
}

fn beginning(passage: &str) -> String {
    letters(passage)
        .chars()
        .take(COMPARED_IN_PASSAGES)
        .collect()
}

/// The name of a part, and the letters that its text begins with.
fn print(part: &Value) -> Option<(String, String)> {
    let letters = letters(part.get("text")?.as_str()?);
    let beginning = letters.chars().take(COMPARED_LETTERS).collect();
    Some((part_key(part)?, beginning))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_passage_stands_once() {
        let passage =
            "Whoever hears the toad croak on a still night of summer sleeps long in the pond";
        let trait_of = |text: &str| json!({"name": "Croak", "text": text});
        let row = json!({"traits": [
            trait_of(&format!("It hops.\n\n{passage}.")),
            trait_of(&format!("It croaks.\n\n{passage} and wakes wet.")),
            trait_of(&format!("It ducks.\n\n{passage} and wakes wet.")),
            trait_of("It dives.\n\nIt swims."),
        ]});
        let Value::Object(mut row) = row else {
            panic!()
        };
        leave_out_passages(&mut row);
        let texts = row["traits"].as_array().unwrap().iter();
        let texts: Vec<_> = texts.filter_map(|part| part["text"].as_str()).collect();
        let whole = format!("It croaks.\n\n{passage} and wakes wet.");
        assert_eq!(
            texts,
            ["It hops.", &whole, "It ducks.", "It dives.\n\nIt swims."]
        );
    }

    #[test]
    fn a_part_stands_once() {
        let part = |name: &str, text: &str| json!({"name": name, "text": text});
        let row = json!({
            "traits": [part("Croak", "The toad croaks.")],
            "actions": [part("Hop", "The toad hops."), part("Duck", "The *toad* ducks.")],
            "bonus_actions": [part("Croak", "The toad croaks!"), part("Hop", "It hops higher.")],
            "reactions": [part("Duck", "The toad ducks.")],
        });
        let Value::Object(mut row) = row else {
            panic!()
        };
        leave_out(&mut row);
        assert_eq!(row["traits"].as_array().unwrap().len(), 1);
        assert_eq!(row["actions"], json!([part("Hop", "The toad hops.")]));
        assert_eq!(
            row["bonus_actions"],
            json!([part("Hop", "It hops higher.")])
        );
        assert_eq!(row["reactions"].as_array().unwrap().len(), 1);
    }
}
