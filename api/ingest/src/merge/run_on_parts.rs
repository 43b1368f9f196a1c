//! Run-on parts of a stat block: a sentence or a line of a table that a converter took for the heading of a trait or an
//! action goes back to the entry that it belongs to.

use lorekeeper_content::Pattern;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

const LISTS: [&str; 5] = [
    "traits",
    "actions",
    "bonus_actions",
    "reactions",
    "legendary_actions",
];

/// A heading that is a line of a table (`1-4: Arm`), or the beginning of a sentence.
static RUN_ON: Pattern = Pattern::new(
    r"(?-i)^(?:\d{1,3}[-–]\d{1,3}\b|If (?:a|an|the) |When (?:a|an|the) |As an? (?:action|bonus action|reaction)$|The (?:target|creature) \p{Ll}+)",
);

/// Most run-on parts of a list: each is held against all entries.
const MAX_RUN_ON: usize = 24;

/// Shortest word that tells entries apart.
const MIN_WORD_CHARS: usize = 5;

/// Puts the run-on parts of a row back to their entries.
///
/// Correction (creatures): A sentence, or a line of a table, that stands as a trait or an action of its own is part of the
/// entry that it belongs to.
///
/// Correction (character options): A benefit whose text is only announced (*Coming soon!*) is left out.
pub(super) fn rejoin(row: &mut Map<String, Value>) {
    if let Some(Value::Array(benefits)) = row.get_mut("benefits") {
        benefits.retain(|benefit| text_at(benefit, "text").trim() != "Coming soon!");
    }
    for list in LISTS {
        if let Some(Value::Array(parts)) = row.get_mut(list) {
            rejoin_parts(parts);
        }
    }
}

fn rejoin_parts(parts: &mut Vec<Value>) {
    if parts.len() < 2 || !parts.iter().any(is_run_on) {
        return;
    }
    let (run_on, mut owners): (Vec<Value>, Vec<Value>) =
        std::mem::take(parts).into_iter().partition(is_run_on);
    if run_on.len() > MAX_RUN_ON {
        parts.extend(run_on);
        parts.append(&mut owners);
        return;
    }
    for part in run_on {
        let words = words_of(&part);
        let owner = owners.iter_mut().max_by_key(|owner| score(owner, &words));
        match owner {
            Some(Value::Object(owner)) => {
                let text = owner
                    .get("text")
                    .and_then(Value::as_str)
                    .unwrap_or_default();
                let (name, more) = (text_at(&part, "name"), text_at(&part, "text"));
                let name = name.trim_end_matches(['.', ':']);
                let joined = format!("{text}\n\n{}. {more}", with_dash(name));
                owner.insert("text".to_owned(), Value::String(joined));
            }
            _ => parts.push(part),
        }
    }
    parts.append(&mut owners);
}

/// A range of numbers with the dash of books.
fn with_dash(name: &str) -> String {
    let is_range = name.starts_with(|c: char| c.is_ascii_digit());
    let dashed = if is_range {
        name.replacen('-', "–", 1)
    } else {
        name.to_owned()
    };
    dashed.trim().to_owned()
}

fn is_run_on(part: &Value) -> bool {
    RUN_ON.is_match(text_at(part, "name"))
}

/// How well an entry fits: the words that it shares, and whether it announces what follows.
fn score(owner: &Value, words: &BTreeSet<String>) -> usize {
    const ANNOUNCED: usize = 3;
    let text = text_at(owner, "text").to_lowercase();
    let announces = text.trim_end().ends_with(':')
        || text.contains("following")
        || text.contains("determined by")
        || text.contains("1d6");
    let shared = words_of(owner).intersection(words).count();
    shared + if announces { ANNOUNCED } else { 0 }
}

fn words_of(part: &Value) -> BTreeSet<String> {
    let text = format!("{} {}", text_at(part, "name"), text_at(part, "text")).to_lowercase();
    let words = text.split(|c: char| !c.is_alphanumeric());
    let long = words.filter(|word| word.len() >= MIN_WORD_CHARS);
    long.map(str::to_owned).collect()
}

fn text_at<'a>(part: &'a Value, field: &str) -> &'a str {
    part.get(field).and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn sentences_go_back_to_their_entries() {
        let mut row = json!({"traits": [
            {"name": "1-4: Leg", "text": "The toad loses a limb."},
            {"name": "Damp", "text": "The toad is wet."},
            {"name": "Severed Limbs", "text": "The limb that is severed is determined by 1d6."},
        ], "actions": [
            {"name": "Croak", "text": "It croaks at a target. The target makes a save."},
            {"name": "The target is frightened", "text": "This ends if the target is far from the croak."},
        ]});
        rejoin(row.as_object_mut().unwrap());
        assert_eq!(row["traits"].as_array().unwrap().len(), 2);
        assert_eq!(
            row["traits"][1]["text"],
            "The limb that is severed is determined by 1d6.\n\n1–4: Leg. The toad loses a limb."
        );
        assert_eq!(row["actions"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn names_stay() {
        let mut row = json!({"traits": [{"name": "The Toad's Due", "text": "a"}, {"name": "Hop", "text": "b"}]});
        rejoin(row.as_object_mut().unwrap());
        assert_eq!(row["traits"].as_array().unwrap().len(), 2);
    }
}
