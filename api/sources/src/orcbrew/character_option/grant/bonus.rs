//! Bonuses with conditions: `{:ac-bonus {:bonus 1 :armor? true}}`, `{:attack-bonus {:bonus 2 :ranged? true}}`.
//! A condition that is `false` asks for the opposite.

use super::{Grant, new_grant};
use crate::orcbrew::character_option::ability::ability_of;
use crate::orcbrew::item::{Item, number, whole};
use crate::orcbrew::prose;
use serde_json::Value;

/// The grant of a bonus with conditions; `None` for other properties.
pub(super) fn grant(key: &str, value: &Value) -> Option<Grant> {
    let parts = Item::of(value)?;
    match key {
        "ac" => armor_class(&parts),
        "ac-bonus" => {
            let bonus = parts.int("bonus").or_else(|| parts.int("ac-bonus"))?;
            let text = format!("You gain a {bonus:+} bonus to AC{}.", worn(&parts));
            Some(new_grant("Armor Class", "feature", text))
        }
        "attack-bonus" => weapon_bonus(&parts, "Attack Bonus", "attack rolls"),
        "damage-bonus" => weapon_bonus(&parts, "Damage Bonus", "damage rolls"),
        "armor-dex-cap" => dexterity_cap(&parts),
        _ => None,
    }
}

fn armor_class(parts: &Item<'_>) -> Option<Grant> {
    let base = parts.int("ac").unwrap_or_default();
    let mut terms: Vec<String> = (base != 0).then(|| base.to_string()).into_iter().collect();
    let abilities = parts.get("abilities").and_then(Value::as_array);
    let abilities = abilities.into_iter().flatten().filter_map(Value::as_str);
    terms.extend(abilities.filter_map(ability_of).map(|name| format!("your {} modifier", prose::sentence(name))));
    if terms.is_empty() {
        return None;
    }
    let text = format!("Your AC can be {}{}.", terms.join(" + "), worn(parts));
    Some(new_grant("Armor Class", "feature", text))
}

/// ` while you wear armor and hold no shield`.
fn worn(parts: &Item<'_>) -> String {
    let armor = parts.switch("armor").map(|worn| if worn { "wear armor" } else { "wear no armor" });
    let shield = parts.switch("shield").map(|held| if held { "hold a shield" } else { "hold no shield" });
    let conditions: Vec<&str> = armor.into_iter().chain(shield).collect();
    if conditions.is_empty() { String::new() } else { format!(" while you {}", prose::listed(&conditions)) }
}

fn weapon_bonus(parts: &Item<'_>, name: &str, to: &str) -> Option<Grant> {
    const TAGS: [&str; 11] = [
        "melee", "ranged", "heavy", "light", "thrown", "finesse", "versatile", "reach", "two-handed", "loading",
        "special",
    ];
    let bonus = parts.int("bonus").filter(|bonus| *bonus != 0)?;
    let tags: Vec<String> = TAGS
        .iter()
        .filter_map(|tag| Some(if parts.switch(tag)? { (*tag).to_owned() } else { format!("not {tag}") }))
        .collect();
    let weapons = match tags.as_slice() {
        [] => String::new(),
        tags => format!(" with weapons that are {}", prose::listed(tags)),
    };
    let text = format!("You gain a {bonus:+} bonus to {to}{weapons}.");
    Some(new_grant(name, "feature", text))
}

fn dexterity_cap(parts: &Item<'_>) -> Option<Grant> {
    let entries = parts.all().into_iter();
    let sentences: Vec<String> = entries
        .filter_map(|(armor, cap)| {
            let cap = number(cap).and_then(whole)?;
            let armor = prose::lower(armor);
            Some(format!("In {armor} armor you can add up to {cap} from your Dexterity modifier to your AC."))
        })
        .collect();
    let says = !sentences.is_empty();
    says.then(|| new_grant("Armor and Dexterity", "feature", sentences.join(" ")))
}
