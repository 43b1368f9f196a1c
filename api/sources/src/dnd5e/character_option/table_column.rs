//! Columns of class tables: upstream's keys as the book's headings.

use lorekeeper_content::character_option::TableCell;
use lorekeeper_content::cr_text;
use serde_json::{Map, Value};

/// How a number is printed.
#[derive(Copy, Clone)]
enum Print {
    Number,
    Bonus,
    Die,
    Feet,
    ChallengeRating,
}

/// The columns in the order of the tables: key, heading, print.
const COLUMNS: &[(&str, &str, Print)] = &[
    ("rage_count", "Rages", Print::Number),
    ("rage_damage_bonus", "Rage Damage", Print::Bonus),
    (
        "brutal_critical_dice",
        "Brutal Critical Dice",
        Print::Number,
    ),
    (
        "bardic_inspiration_die",
        "Bardic Inspiration Die",
        Print::Die,
    ),
    ("song_of_rest_die", "Song of Rest Die", Print::Die),
    (
        "magical_secrets_max_5",
        "Magical Secrets (up to 5th level)",
        Print::Number,
    ),
    (
        "magical_secrets_max_7",
        "Magical Secrets (up to 7th level)",
        Print::Number,
    ),
    (
        "magical_secrets_max_9",
        "Magical Secrets (up to 9th level)",
        Print::Number,
    ),
    (
        "additional_magical_secrets_max_lvl",
        "Additional Magical Secrets (highest spell level)",
        Print::Number,
    ),
    (
        "channel_divinity_charges",
        "Channel Divinity",
        Print::Number,
    ),
    (
        "destroy_undead_cr",
        "Destroy Undead (highest CR)",
        Print::ChallengeRating,
    ),
    ("wild_shape_uses", "Wild Shape", Print::Number),
    (
        "wild_shape_max_cr",
        "Wild Shape (highest CR)",
        Print::ChallengeRating,
    ),
    (
        "wild_shape_swim",
        "Wild Shape (swimming speed)",
        Print::Number,
    ),
    ("wild_shape_fly", "Wild Shape (flying speed)", Print::Number),
    ("second_wind_uses", "Second Wind", Print::Number),
    ("action_surges", "Action Surges", Print::Number),
    ("indomitable_uses", "Indomitable", Print::Number),
    ("extra_attacks", "Extra Attacks", Print::Number),
    ("weapon_mastery", "Weapon Mastery", Print::Number),
    ("martial_arts", "Martial Arts", Print::Number),
    ("martial_arts_die", "Martial Arts", Print::Die),
    ("ki_points", "Ki Points", Print::Number),
    ("focus_points", "Focus Points", Print::Number),
    ("unarmored_movement", "Unarmored Movement", Print::Feet),
    (
        "unarmored_movement_bonus",
        "Unarmored Movement",
        Print::Feet,
    ),
    ("aura_range", "Aura Range", Print::Feet),
    ("favored_enemies", "Favored Enemies", Print::Number),
    ("favored_terrain", "Favored Terrains", Print::Number),
    ("sneak_attack", "Sneak Attack", Print::Number),
    ("sorcery_points", "Sorcery Points", Print::Number),
    ("metamagic_known", "Metamagic Known", Print::Number),
    (
        "creating_spell_slots",
        "Creating Spell Slots",
        Print::Number,
    ),
    ("invocations_known", "Invocations Known", Print::Number),
    (
        "eldritch_invocations",
        "Eldritch Invocations",
        Print::Number,
    ),
    (
        "mystic_arcanum_level_6",
        "Mystic Arcanum (6th level)",
        Print::Number,
    ),
    (
        "mystic_arcanum_level_7",
        "Mystic Arcanum (7th level)",
        Print::Number,
    ),
    (
        "mystic_arcanum_level_8",
        "Mystic Arcanum (8th level)",
        Print::Number,
    ),
    (
        "mystic_arcanum_level_9",
        "Mystic Arcanum (9th level)",
        Print::Number,
    ),
    (
        "arcane_recovery_levels",
        "Arcane Recovery (spell levels)",
        Print::Number,
    ),
];

/// Upstream's way to write that there is no limit.
const UNLIMITED: f64 = 9999.0;

/// The cells of one level. What is printed as a dash (zero, or not yet) is left out.
pub(super) fn cells(columns: &Map<String, Value>) -> Vec<TableCell> {
    let known = COLUMNS.iter().filter_map(|(key, heading, print)| {
        Some(((*heading).to_owned(), printed(columns.get(*key)?, *print)?))
    });
    let other = columns
        .iter()
        .filter(|(key, _)| COLUMNS.iter().all(|(known, ..)| known != key))
        .filter_map(|(key, value)| Some((heading(key), printed(value, Print::Number)?)));
    known
        .chain(other)
        .map(|(name, value)| TableCell { name, value })
        .collect()
}

/// A value as the table prints it; `None` for a dash.
fn printed(value: &Value, print: Print) -> Option<String> {
    match value {
        Value::Number(number) => number
            .as_f64()
            .filter(|n| *n != 0.0)
            .map(|n| print.number(n)),
        Value::Bool(yes) => yes.then(|| "Yes".to_owned()),
        Value::String(text) => Some(text.trim().to_owned()).filter(|t| !t.is_empty()),
        Value::Object(dice) => Some(format!(
            "{}d{}",
            dice.get("dice_count")?,
            dice.get("dice_value")?
        )),
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
    let words: Vec<String> = key
        .split('_')
        .map(|word| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| {
                first.to_uppercase().chain(letters).collect()
            })
        })
        .collect();
    words.join(" ")
}

impl Print {
    fn number(self, number: f64) -> String {
        if number >= UNLIMITED {
            return "Unlimited".to_owned();
        }
        match self {
            Self::Number => number.to_string(),
            Self::Bonus => format!("+{number}"),
            Self::Die => format!("d{number}"),
            Self::Feet => format!("{number} ft."),
            Self::ChallengeRating => cr_text(number),
        }
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
        let cells: Vec<String> = cells(columns.as_object().unwrap())
            .into_iter()
            .map(|c| format!("{} {}", c.name, c.value))
            .collect();
        assert_eq!(
            cells,
            [
                "Rages Unlimited",
                "Rage Damage +2",
                "Bardic Inspiration Die d6",
                "Destroy Undead (highest CR) 1/2",
                "Wild Shape (flying speed) Yes",
                "Unarmored Movement 10 ft.",
                "Sneak Attack 3d6",
                "Creating Spell Slots level 1: 2 points",
                "Spoons Known 4",
            ]
        );
    }
}
