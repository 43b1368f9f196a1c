//! Run-on parts of a stat block: a sentence or a line of a table that a converter took for the heading of a trait or an
//! action goes back to the entry that it belongs to.

use super::fields::STAT_BLOCK_LISTS;
use lorekeeper_content::Pattern;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// A heading that is a line of a table (`1-4: Arm`), or the beginning of a sentence.
static RUN_ON: Pattern = Pattern::new(
    r"(?-i)^(?:\d{1,3}[-–]\d{1,3}\b|At [Ww]ill$|\d+/[Dd]ay(?: each)?$|If (?:a|an|the) |When (?:a|an|the) |As an? (?:action|bonus action|reaction)$|The (?:target|creature) \p{Ll}+)",
);

/// Most run-on parts of a list: each is held against all entries.
const MAX_RUN_ON: usize = 24;

/// Most parts of a list whose texts are held against each other.
const MAX_PARTS: usize = 100;

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
    for list in STAT_BLOCK_LISTS {
        if let Some(Value::Array(parts)) = row.get_mut(list) {
            rejoin_parts(parts);
        }
    }
}

/// Words that end no sentence.
const UNENDING: [&str; 11] = [" a", " an", " and", " by", " from", " of", " on", " only one", " or", " the", " with"];

fn rejoin_parts(parts: &mut Vec<Value>) {
    if parts.len() < 2 || !parts.iter().any(is_run_on) {
        return;
    }
    let is_cast = parts.iter().any(casts);
    let is_run_on = |part: &Value| is_run_on(part) && (is_cast || !is_line_of_spells(part));
    let (mut run_on, mut owners): (Vec<Value>, Vec<Value>) = std::mem::take(parts).into_iter().partition(is_run_on);
    run_on.sort_by_key(place);
    if run_on.len() > MAX_RUN_ON {
        parts.extend(run_on);
        parts.append(&mut owners);
        return;
    }
    // The rows of a table have one owner.
    let mut rows: BTreeSet<String> = BTreeSet::new();
    rows.extend(run_on.iter().filter(|part| is_row(part)).flat_map(words_of));
    for part in run_on {
        let words = if is_row(&part) { rows.clone() } else { words_of(&part) };
        let of_caster = is_line_of_spells(&part);
        let owner = owners
            .iter_mut()
            .filter(|owner| !of_caster || casts(owner))
            .max_by_key(|owner| (is_row(&part) && rolls(owner), score(owner, &words)));
        match owner {
            Some(Value::Object(owner)) => {
                let text = owner.get("text").and_then(Value::as_str).unwrap_or_default();
                let (name, more) = (text_at(&part, "name"), text_at(&part, "text"));
                let name = name.trim_end_matches(['.', ':']);
                let mark = if of_caster { ':' } else { '.' };
                let joined = format!("{text}\n\n{}{mark} {more}", with_dash(name));
                owner.insert("text".to_owned(), Value::String(joined));
            }
            _ => parts.push(part),
        }
    }
    parts.append(&mut owners);
}

/// Joins a part whose text breaks off with the part behind it, whose name is the rest of the sentence.
///
/// Correction (creatures): A sentence of a trait or an action that a source cut at a word in bold letters is whole again
/// (`it enters the Plane of`, and a trait `Shadow from the Material Plane`).
pub(super) fn join_cut(row: &mut Map<String, Value>) {
    for list in STAT_BLOCK_LISTS {
        let Some(Value::Array(parts)) = row.get_mut(list) else {
            continue;
        };
        if parts.len() > MAX_PARTS {
            continue;
        }
        let mut joined: Vec<Value> = Vec::with_capacity(parts.len());
        for part in parts.iter() {
            let is_rest = joined.last().is_some_and(|last| is_cut_before(text_at(last, "text"), part, parts));
            match joined.last_mut() {
                Some(Value::Object(last)) if is_rest => {
                    let text = last.get("text").and_then(Value::as_str);
                    let text = text.unwrap_or_default();
                    let (name, more) = (text_at(part, "name"), text_at(part, "text"));
                    let mark = if name.ends_with("Attack") { ':' } else { '.' };
                    let whole = format!("{text} {name}{mark} {more}");
                    last.insert("text".to_owned(), Value::String(whole));
                }
                _ => joined.push(part.clone()),
            }
        }
        *parts = joined;
    }
}

/// Whether a text breaks off before the name of a part: its last word ends no sentence, or the two stand together elsewhere.
fn is_cut_before(text: &str, part: &Value, parts: &[Value]) -> bool {
    if UNENDING.iter().any(|end| text.ends_with(end)) {
        return true;
    }
    let Some(last) = text.rsplit(' ').next() else {
        return false;
    };
    let next = text_at(part, "name").split(' ').next().unwrap_or_default();
    let phrase = format!("{last} {next}");
    let has_phrase =
        |other: &Value| text_at(other, "name").contains(&phrase) || text_at(other, "text").contains(&phrase);
    let is_name = last.starts_with(char::is_uppercase) && last.ends_with(char::is_alphabetic);
    is_name && parts.iter().any(has_phrase)
}

/// A range of numbers with the dash of books.
fn with_dash(name: &str) -> String {
    let is_range = name.starts_with(|c: char| c.is_ascii_digit());
    let dashed = if is_range { name.replacen('-', "–", 1) } else { name.to_owned() };
    dashed.trim().to_owned()
}

fn is_run_on(part: &Value) -> bool {
    RUN_ON.is_match(text_at(part, "name"))
}

/// Whether a part is a row of a table of results: `1-4: Arm`.
fn is_row(part: &Value) -> bool {
    let name = text_at(part, "name");
    name.starts_with(|c: char| c.is_ascii_digit()) && !is_line_of_spells(part)
}

/// Whether a part is a line of a list of spells: `At will`, `1/day each`.
fn is_line_of_spells(part: &Value) -> bool {
    let name = text_at(part, "name").to_lowercase();
    name == "at will" || name.contains("/day")
}

/// Whether a part has a table or dice whose results stand elsewhere.
fn rolls(part: &Value) -> bool {
    let text = text_at(part, "text");
    text.contains(" table") || text.contains("d100") || text.contains("by 1d")
}

fn casts(part: &Value) -> bool {
    text_at(part, "name").contains("pellcasting")
}

/// The rows of a table in the order of their numbers, and what is cast at will before what is not.
fn place(part: &Value) -> u32 {
    let number = text_at(part, "name").split(|c: char| !c.is_ascii_digit()).next();
    let number = number.and_then(|number| number.parse().ok());
    number.filter(|_| is_row(part)).unwrap_or(u32::from(text_at(part, "name") != "At will"))
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
    fn lines_of_spells_go_back_to_their_caster() {
        let mut row = json!({"traits": [
            {"name": "1/day each", "text": "rain, mud"},
            {"name": "At will", "text": "croak"},
            {"name": "Innate Spellcasting", "text": "The toad casts without a pond:"},
            {"name": "Leap", "text": "It casts rain, mud and croak, all in the following."},
        ]});
        rejoin(row.as_object_mut().unwrap());
        assert_eq!(
            row["traits"][0]["text"],
            "The toad casts without a pond:\n\nAt will: croak\n\n1/day each: rain, mud"
        );
        let mut alone = json!({"traits": [{"name": "At will", "text": "croak"}, {"name": "Hop", "text": "b"}]});
        rejoin(alone.as_object_mut().unwrap());
        assert_eq!(alone["traits"].as_array().unwrap().len(), 2);
    }

    #[test]
    fn a_cut_sentence_is_whole_again() {
        let mut row = json!({"traits": [
            {"name": "Wet Leap", "text": "Once per rain, the toad leaps to the Plane of"},
            {"name": "Mud from the Green Pond", "text": "It sits there. It hears all of the Green"},
            {"name": "Pond", "text": "No one hears it."},
            {"name": "Slime", "text": "It is wet"},
            {"name": "Tongue", "text": "The tongue is long."},
        ]});
        join_cut(row.as_object_mut().unwrap());
        assert_eq!(
            row["traits"][0]["text"],
            "Once per rain, the toad leaps to the Plane of Mud from the Green Pond. It sits there. It hears all of the Green Pond. No one hears it."
        );
        assert_eq!(row["traits"].as_array().unwrap().len(), 3);
    }

    #[test]
    fn names_stay() {
        let mut row = json!({"traits": [{"name": "The Toad's Due", "text": "a"}, {"name": "Hop", "text": "b"}]});
        rejoin(row.as_object_mut().unwrap());
        assert_eq!(row["traits"].as_array().unwrap().len(), 2);
    }
}
