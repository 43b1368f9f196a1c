//! Columns of class tables: upstream's keys as the book's headings.

use crate::prose::capitalized;
use lorekeeper_content::character_option::TableCell;
use lorekeeper_content::cr_text;
use serde_json::{Map, Value};

/// The columns in the order of the tables, one a line: upstream's key, the heading, how a number is printed.
const COLUMNS: &str = "\
rage_count | Rages | {}
rage_damage_bonus | Rage Damage | +{}
brutal_critical_dice | Brutal Critical Dice | {}
bardic_inspiration_die | Bardic Inspiration Die | d{}
song_of_rest_die | Song of Rest Die | d{}
magical_secrets_max_5 | Magical Secrets (up to 5th level) | {}
magical_secrets_max_7 | Magical Secrets (up to 7th level) | {}
magical_secrets_max_9 | Magical Secrets (up to 9th level) | {}
additional_magical_secrets_max_lvl | Additional Magical Secrets (highest spell level) | {}
channel_divinity_charges | Channel Divinity | {}
destroy_undead_cr | Destroy Undead (highest CR) | CR
wild_shape_uses | Wild Shape | {}
wild_shape_max_cr | Wild Shape (highest CR) | CR
wild_shape_swim | Wild Shape (swimming speed) | {}
wild_shape_fly | Wild Shape (flying speed) | {}
second_wind_uses | Second Wind | {}
action_surges | Action Surges | {}
indomitable_uses | Indomitable | {}
extra_attacks | Extra Attacks | {}
weapon_mastery | Weapon Mastery | {}
martial_arts | Martial Arts | {}
martial_arts_die | Martial Arts | d{}
ki_points | Ki Points | {}
focus_points | Focus Points | {}
unarmored_movement | Unarmored Movement | {} ft.
unarmored_movement_bonus | Unarmored Movement | {} ft.
aura_range | Aura Range | {} ft.
favored_enemies | Favored Enemies | {}
favored_terrain | Favored Terrains | {}
sneak_attack | Sneak Attack | {}
sorcery_points | Sorcery Points | {}
metamagic_known | Metamagic Known | {}
creating_spell_slots | Creating Spell Slots | {}
invocations_known | Invocations Known | {}
eldritch_invocations | Eldritch Invocations | {}
mystic_arcanum_level_6 | Mystic Arcanum (6th level) | {}
mystic_arcanum_level_7 | Mystic Arcanum (7th level) | {}
mystic_arcanum_level_8 | Mystic Arcanum (8th level) | {}
mystic_arcanum_level_9 | Mystic Arcanum (9th level) | {}
arcane_recovery_levels | Arcane Recovery (spell levels) | {}
";

/// The known columns.
fn columns() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    COLUMNS.lines().filter_map(|line| {
        let mut parts = line.split(" | ");
        Some((parts.next()?, parts.next()?, parts.next()?))
    })
}

/// Upstream's way to write that there is no limit.
const UNLIMITED: f64 = 9999.0;

/// The cells of one level. What is printed as a dash (zero, or not yet) is left out.
///
/// Correction (character options): 9999 means unlimited and 0 means a dash: the cells of a class table are as
/// printed.
pub(super) fn cells(columns: &Map<String, Value>) -> Vec<TableCell> {
    let known = self::columns()
        .filter_map(|(key, heading, print)| Some((heading.to_owned(), printed(columns.get(key)?, print)?)));
    let other = columns
        .iter()
        .filter(|(key, _)| self::columns().all(|(known, ..)| known != *key))
        .filter_map(|(key, value)| Some((heading(key), printed(value, "{}")?)));
    known.chain(other).map(|(name, value)| TableCell { name, value }).collect()
}

/// A value as the table prints it; `None` for a dash.
fn printed(value: &Value, print: &str) -> Option<String> {
    match value {
        Value::Number(number) => number.as_f64().filter(|n| *n != 0.0).map(|n| self::number(n, print)),
        Value::Bool(yes) => yes.then(|| "Yes".to_owned()),
        Value::String(text) => Some(text.trim().to_owned()).filter(|t| !t.is_empty()),
        Value::Object(dice) => Some(format!("{}d{}", dice.get("dice_count")?, dice.get("dice_value")?)),
        Value::Array(slots) => {
            let costs: Vec<String> = slots.iter().filter_map(slot_cost).collect();
            (!costs.is_empty()).then(|| costs.join(", "))
        }
        Value::Null => None,
    }
}

/// The price of a spell slot in sorcery points.
fn slot_cost(slot: &Value) -> Option<String> {
    let level = slot.get("spell_slot_level")?;
    let cost = slot.get("sorcery_point_cost")?;
    Some(format!("level {level}: {cost} points"))
}

/// A heading for a column that is not in the table: `loaf_count` is `Loaf Count`.
fn heading(key: &str) -> String {
    let words: Vec<String> = key.split('_').map(capitalized).collect();
    words.join(" ")
}

fn number(number: f64, print: &str) -> String {
    match print {
        _ if number >= UNLIMITED => "Unlimited".to_owned(),
        "CR" => cr_text(number),
        print => print.replace("{}", &number.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn cells_are_printed_as_in_the_book() {
        let columns = json!({
            "rage_damage_bonus": 2, "rage_count": 9999, "destroy_undead_cr": 0.5,
            "bardic_inspiration_die": 6, "sneak_attack": {"dice_count": 3, "dice_value": 6},
            "unarmored_movement": 10, "wild_shape_fly": true, "wild_shape_swim": false,
            "ki_points": 0, "spoons_known": 4,
            "creating_spell_slots": [{"spell_slot_level": 1, "sorcery_point_cost": 2}]
        });
        let cells: Vec<String> =
            cells(columns.as_object().unwrap()).into_iter().map(|c| format!("{} {}", c.name, c.value)).collect();
        assert_eq!(
            cells,
            [
                "Rages Unlimited", "Rage Damage +2", "Bardic Inspiration Die d6", "Destroy Undead (highest CR) 1/2",
                "Wild Shape (flying speed) Yes", "Unarmored Movement 10 ft.", "Sneak Attack 3d6",
                "Creating Spell Slots level 1: 2 points", "Spoons Known 4",
            ]
        );
    }
}
