//! Short fields: lines of stat blocks, names of parts and lists in words, without what a converter left at their ends.

use super::fields::NAMED_LISTS;
use serde_json::{Map, Value};

/// Lines that are words without markup.
const LINES: [&str; 5] = [
    "damage_vulnerabilities_text", "damage_resistances_text", "damage_immunities_text", "condition_immunities_text",
    "languages_text",
];

/// Lists of proficiencies in words.
const PROFICIENCIES: [&str; 5] = ["armor", "weapons", "tools", "skills", "languages"];

/// Mends the short fields that a source states.
pub(super) fn mend(stated: &mut Map<String, Value>) {
    if let Some(Value::String(name)) = stated.get_mut("name") {
        lower_small_words(name);
    }
    for field in LINES {
        if let Some(Value::String(line)) = stated.get_mut(field) {
            mend_line(line);
        }
    }
    if let Some(Value::String(line)) = stated.get_mut("condition_immunities_text") {
        name_conditions(line);
    }
    if let Some(Value::String(armor)) = stated.get_mut("armor_detail") {
        complete_armor(armor);
    }
    if let Some(Value::String(material)) = stated.get_mut("material_text") {
        mend_material(material);
    }
    for list in NAMED_LISTS {
        let parts = stated.get_mut(list).and_then(Value::as_array_mut);
        for part in parts.into_iter().flatten() {
            if let Some(Value::String(name)) = part.get_mut("name") {
                lower_small_words(name);
                mend_name(name);
            }
        }
    }
    if let Some(Value::Object(lists)) = stated.get_mut("proficiencies") {
        for list in PROFICIENCIES {
            if let Some(Value::String(list)) = lists.get_mut(list) {
                drop_last_point(list);
            }
        }
    }
}

/// Correction (text): Within a name, *of*, *the*, *in* and *and* have small letters (`Child of the Briar`), and *NPC* has capital
/// ones.
fn lower_small_words(name: &mut String) {
    for (capital, small) in [(" Of ", " of "), (" The ", " the "), (" In ", " in "), (" And ", " and ")] {
        if name.contains(capital) {
            *name = name.replace(capital, small);
        }
    }
    if name.starts_with("Npc: ") {
        name.replace_range(..3, "NPC");
    }
}

/// Correction (creatures): A line of damage types, conditions or languages has no marks of emphasis, and no comma at its end.
fn mend_line(line: &mut String) {
    if line.contains(['_', '*']) {
        *line = line.replace(['_', '*'], "");
    }
    let whole = line.trim_end_matches([',', ';', ' ']).len();
    line.truncate(whole);
}

/// Correction (creatures): A line of conditions calls exhaustion by its name, and each condition once.
fn name_conditions(line: &mut String) {
    if line.contains(';') {
        return;
    }
    let mut conditions: Vec<&str> = Vec::new();
    for condition in line.split(", ") {
        let condition = if condition == "exhausted" { "exhaustion" } else { condition };
        if !conditions.contains(&condition) {
            conditions.push(condition);
        }
    }
    *line = conditions.join(", ");
}

/// Correction (creatures): An armor that is only called *natural* is natural armor.
fn complete_armor(armor: &mut String) {
    if armor == "natural" {
        armor.push_str(" armor");
    }
}

/// Correction (spells): Material components stand in brackets, so they begin with a small letter and end without a point, as the
/// books print them.
fn mend_material(material: &mut String) {
    drop_last_point(material);
    let mut letters = material.chars();
    let (first, second) = (letters.next(), letters.next());
    let is_word = second.is_none_or(|second| second.is_lowercase() || second == ' ');
    if let Some(first) = first.filter(|first| first.is_uppercase() && is_word) {
        let small: String = first.to_lowercase().collect();
        material.replace_range(..first.len_utf8(), &small);
    }
}

/// Correction (text): The name of a trait, an action or a feature has no point at its end.
fn mend_name(name: &mut String) {
    let is_abbreviated = name.matches('.').count() > 1;
    if !is_abbreviated && name.ends_with('.') {
        name.pop();
    }
}

/// Correction (character options): A list of proficiencies that is one phrase ends without a point.
fn drop_last_point(text: &mut String) {
    if text.ends_with('.') && text.matches('.').count() == 1 {
        text.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn short_fields_end_as_printed() {
        let Value::Object(mut stated) = json!({
            "name": "Npc: Toad Of The Briar",
            "damage_immunities_text": "poison, psychic;",
            "condition_immunities_text": "_charmed_, exhausted, charmed, _poisoned",
            "languages_text": "Toad, telepathy 60 ft.",
            "material_text": "A pinch of pond scum.",
            "actions": [{"name": "Multiattack."}, {"name": "Hop (D.C. 12.)"}],
            "proficiencies": {"tools": "Toad kit.", "languages": "You speak Toad. Toad is damp."},
        }) else {
            panic!("an object");
        };
        mend(&mut stated);
        assert_eq!(
            Value::Object(stated),
            json!({
                "name": "NPC: Toad of the Briar",
                "damage_immunities_text": "poison, psychic",
                "condition_immunities_text": "charmed, exhaustion, poisoned",
                "languages_text": "Toad, telepathy 60 ft.",
                "material_text": "a pinch of pond scum",
                "actions": [{"name": "Multiattack"}, {"name": "Hop (D.C. 12.)"}],
                "proficiencies": {"tools": "Toad kit", "languages": "You speak Toad. Toad is damp."},
            })
        );
    }
}
