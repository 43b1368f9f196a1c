//! Misfiled parts: actions that the sources have behind the traits of a stat block, as if they were traits.

use lorekeeper_content::{Pattern, Trait};
use lorekeeper_sources::read_actions;
use serde_json::{Map, Value, json};

/// The book whose traits stand in the order of their names, so that what follows the last of them shows.
const BOOK: &str = "tob3";

/// Moves the actions among the traits of a row to its actions.
///
/// Correction (creatures): In the third *Tome of Beasts*, what stands behind the traits and is used like an action (an attack, what recharges,
/// what Multiattack names) is an action, and so is what follows it.
pub(super) fn move_actions(row: &mut Map<String, Value>) {
    if row.get("document_key").and_then(Value::as_str) != Some(BOOK) {
        return;
    }
    let list = |field: &str| row.get(field).cloned().unwrap_or_default();
    let Ok(mut traits) = serde_json::from_value::<Vec<Trait>>(list("traits")) else {
        return;
    };
    let Some(start) = first_action(&traits, &list("actions")) else {
        return;
    };
    let entries = traits.split_off(start);
    let usages: Vec<_> = entries.iter().map(|part| part.usage.clone()).collect();
    let entries = entries.into_iter().map(|part| (part.name, part.text));
    let mut actions = read_actions(entries.collect());
    if actions.len() == usages.len() {
        for (action, usage) in actions.iter_mut().zip(usages) {
            action.usage = action.usage.take().or(usage);
        }
    }
    let mut moved = json!(actions);
    let (Some(Value::Array(actions)), Value::Array(moved)) = (row.get_mut("actions"), &mut moved) else {
        return;
    };
    actions.append(moved);
    for (order, action) in actions.iter_mut().enumerate() {
        if let Some(stated) = action.get_mut("order") {
            *stated = order.into();
        }
    }
    row.insert("traits".to_owned(), json!(traits));
}

/// Where the actions among the traits begin.
fn first_action(traits: &[Trait], actions: &Value) -> Option<usize> {
    static ATTACK: Pattern = Pattern::new(r"^[_*]*(?:melee|ranged)(?: or ranged)? (?:weapon|spell) attack:");
    static USED: Pattern = Pattern::new(r"\brecharge");
    let names: Vec<String> = traits.iter().map(|part| part.name.to_lowercase()).collect();
    let broken = names.iter().zip(names.iter().skip(1)).position(|(one, next)| next < one)? + 1;
    let actions = actions.as_array().into_iter().flatten();
    let texts = actions.filter_map(|action| action.get("text")?.as_str());
    let own = traits.iter().map(|part| part.text.as_str());
    let attacks = texts.chain(own).filter(|text| text.contains(" attack"));
    let attacks: String = attacks.collect::<Vec<_>>().join("\n").to_lowercase();
    let is_attack = |at: usize| traits.get(at).is_some_and(|part| ATTACK.is_match(&part.text));
    let is_action = |at: usize| {
        traits.get(at).zip(names.get(at)).is_some_and(|(part, name)| {
            let usage = part.usage.as_ref();
            name == "multiattack"
                || is_attack(at)
                || USED.is_match(name)
                || usage.is_some_and(|usage| usage.kind.starts_with("RECHARGE"))
                || attacks.contains(&format!("{name} attack"))
        })
    };
    if !is_action(broken) {
        return None;
    }
    (1..=broken).rev().take_while(|at| *at == broken || is_attack(*at)).last()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_behind_the_traits_is_an_action() {
        let part = |name: &str, text: &str| json!({"name": name, "text": text});
        let row = |last: Value| {
            let row = json!({
                "document_key": BOOK,
                "traits": [
                    part("Amphibious", "It breathes water."), part("Wet Skin", "It is wet."),
                    part("Tongue", "_Melee Weapon Attack:_ +8 to hit, reach 5 ft., one target. _Hit:_ 4 (1d4 + 2) piercing damage."),
                    last,
                ],
                "actions": [part("Multiattack", "Two Tongue attacks.")],
            });
            match row {
                Value::Object(row) => row,
                _ => Map::new(),
            }
        };
        let mut toad = row(part("Croak", "It croaks."));
        move_actions(&mut toad);
        let names = |list: &Value| -> Vec<String> {
            let names = list.as_array().unwrap().iter();
            names.map(|part| part["name"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(names(&toad["traits"]), ["Amphibious", "Wet Skin"]);
        assert_eq!(names(&toad["actions"]), ["Multiattack", "Tongue", "Croak"]);
        assert_eq!(toad["actions"][1]["attacks"][0]["to_hit"], 8);
    }
}
