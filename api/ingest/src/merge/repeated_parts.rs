//! Repeated parts: a part that stands in two sections of a stat block, because one source took it for another kind of action, or a
//! passage that stands in two parts.

use super::fields::part_key;
use super::missing_parts::SECTIONS;
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

/// How many letters two passages begin with alike, before their sentences are compared, and how many passages may do so.
const BEGINNING_LETTERS: usize = 60;
const MAX_ALIKE: usize = 24;

/// A passage: the entry that has it, and the letters of its sentences.
struct Passage {
    entry: usize,
    sentences: Vec<String>,
}

impl Passage {
    fn new(entry: usize, text: &str) -> Self {
        let sentences = text.split(". ").map(letters).collect();
        Self { entry, sentences }
    }

    /// Whether another one has each of these sentences, or goes on where one ends.
    fn is_part_of(&self, other: &Self) -> bool {
        let mut pairs = self.sentences.iter().zip(&other.sentences);
        self.sentences.len() <= other.sentences.len() && pairs.all(|(mine, theirs)| theirs.starts_with(mine))
    }
}

/// Leaves out a passage of an entry that another entry has as well, or has more of: a source that sorts its entries has it behind the wrong
/// one.
///
/// Correction (creatures): A passage that stands in two entries of a stat block stands in the one that has more of it.
fn leave_out_passages(row: &mut Map<String, Value>) {
    let mut alike: BTreeMap<String, Vec<Passage>> = BTreeMap::new();
    visit_passages(row, &mut |entry, text| {
        let same = alike.entry(beginning(text)).or_default();
        if same.len() < MAX_ALIKE {
            same.push(Passage::new(entry, text));
        }
        true
    });
    alike.retain(|beginning, same| beginning.len() >= BEGINNING_LETTERS && same.len() > 1);
    if alike.is_empty() {
        return;
    }
    visit_passages(row, &mut |entry, text| {
        let Some(same) = alike.get(&beginning(text)) else {
            return true;
        };
        let own = Passage::new(entry, text);
        let mut others = same.iter().filter(|other| other.entry != entry);
        // Of two that are equal the first stays.
        !others.any(|other| own.is_part_of(other) && (!other.is_part_of(&own) || other.entry < entry))
    });
}

/// The letters that a passage begins with.
fn beginning(passage: &str) -> String {
    let letters = letters(passage);
    letters.chars().take(BEGINNING_LETTERS).collect()
}

/// Calls a function with each passage behind the first of an entry, and the number of the entry. The passage goes where the answer is no.
fn visit_passages(row: &mut Map<String, Value>, is_kept: &mut impl FnMut(usize, &str) -> bool) {
    let mut entry = 0;
    for section in SECTIONS {
        let parts = row.get_mut(section).and_then(Value::as_array_mut);
        for part in parts.into_iter().flatten() {
            entry += 1;
            if let Some(Value::String(text)) = part.get_mut("text")
                && text.contains("\n\n")
            {
                let mut passages = text.split("\n\n");
                let mut kept: Vec<&str> = passages.next().into_iter().collect();
                kept.extend(passages.filter(|passage| is_kept(entry, passage)));
                *text = kept.join("\n\n");
            }
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
    fn a_passage_stands_once() {
        let passage = "Whoever hears the toad croak on a still night of summer sleeps long in the pond";
        let trait_of = |text: &str| json!({"name": "Croak", "text": text});
        let row = json!({"traits": [
            trait_of(&format!("It hops.\n\n{passage}.")),
            trait_of(&format!("It croaks.\n\n{passage} and wakes wet.")),
            trait_of(&format!("It ducks.\n\n{passage} and wakes wet.")),
            trait_of("It dives.\n\nIt swims."),
            trait_of(&format!("It bites.\n\n{passage} of fire.")),
        ]});
        let Value::Object(mut row) = row else { panic!() };
        leave_out_passages(&mut row);
        let texts = row["traits"].as_array().unwrap().iter();
        let texts: Vec<_> = texts.filter_map(|part| part["text"].as_str()).collect();
        let whole = format!("It croaks.\n\n{passage} and wakes wet.");
        assert_eq!(
            texts,
            ["It hops.", &whole, "It ducks.", "It dives.\n\nIt swims.", &format!("It bites.\n\n{passage} of fire.")]
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
        let Value::Object(mut row) = row else { panic!() };
        leave_out(&mut row);
        assert_eq!(row["traits"].as_array().unwrap().len(), 1);
        assert_eq!(row["actions"], json!([part("Hop", "The toad hops.")]));
        assert_eq!(row["bonus_actions"], json!([part("Hop", "It hops higher.")]));
        assert_eq!(row["reactions"].as_array().unwrap().len(), 1);
    }
}
