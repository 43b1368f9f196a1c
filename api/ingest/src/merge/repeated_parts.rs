//! Repeated parts: a part that stands in two sections of a stat block, because one source took it for another kind of action.

use super::fields::part_key;
use lorekeeper_content::letters;
use serde_json::{Map, Value};

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
