//! Round trips: what a game program gets of a creature or a spell comes back, in the fields that its format has.

use super::goldens::{files, reading};
use lorekeeper_content::Row;
use lorekeeper_content::document::{License, Model as Book};
use lorekeeper_content::export::{Format, export};
use serde_json::{Value, json};

/// What all of the formats have of a creature.
const CREATURE: [&str; 24] = [
    "name", "text", "size", "creature_type", "alignment", "armor_class", "hit_points", "hit_dice", "ability_scores",
    "saving_throws", "skills", "passive_perception", "challenge_rating", "experience_points", "languages_text",
    "damage_vulnerabilities", "damage_resistances", "damage_immunities", "condition_immunities", "environments",
    "bonus_actions", "reactions", "actions", "traits",
];

/// What all of them have of a spell.
const SPELL: [&str; 16] = [
    "name", "text", "higher_levels", "level", "school", "casting_time", "reaction_condition", "range", "verbal",
    "somatic", "material", "material_text", "duration", "concentration", "ritual", "conditions_inflicted",
];

fn book() -> Book {
    Book {
        key: "hearth".into(),
        name: "The Hearthside Compendium".into(),
        licenses: lorekeeper_content::Json(vec![License {
            key: "cc-by-40".into(),
            name: "Creative Commons Attribution 4.0".into(),
            text: None,
        }]),
        attribution: Some("Tales by Kettle Press.".into()),
        game_system: Some("5e-2014".into()),
        ..Book::default()
    }
}

/// Texts by their words, and of lists of traits and actions what they are called and say.
fn told(value: &Value) -> Value {
    match value {
        Value::String(text) => {
            let words = text.split(|c: char| !c.is_alphanumeric() && c != '+');
            let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
            json!(words.join(" ").to_lowercase())
        }
        Value::Array(items) => {
            let mut items: Vec<Value> = items.iter().map(told).collect();
            // Lists of words have no order.
            if items.iter().all(Value::is_string) {
                items.sort_by_key(ToString::to_string);
            }
            items.into()
        }
        Value::Object(fields) if fields.contains_key("text") => {
            // Limits stand in brackets behind a name, or apart.
            let name = fields["name"].as_str().unwrap_or_default();
            let name = name.split(" (").next().unwrap_or_default();
            json!([told(&json!(name)), told(&fields["text"])])
        }
        Value::Null => json!([]),
        value => value.clone(),
    }
}

/// What programs have no place for: numbers that are unknown, parts without a name, schools of one's own, and casting times in rounds.
const LOST: [&str; 29] = [
    "Foundry, Rafter Crow: bonus_actions",
    "Foundry, Rafter Crow: reactions",
    "Foundry, Rafter Crow: actions",
    "Foundry, Ash Crow: bonus_actions",
    "Foundry, Ash Crow: reactions",
    "Foundry, Ash Crow: actions",
    "Foundry, Call Cobweb: casting_time",
    "Foundry, Call Webs: casting_time",
    "FightClub, Rafter Crow: bonus_actions",
    "FightClub, Rafter Crow: actions",
    "FightClub, Ash Crow: bonus_actions",
    "FightClub, Ash Crow: actions",
    "FiveETools, Inn Soup: duration",
    "Foundry, Peat Wisp: size",
    "Foundry, Vine Lord: passive_perception",
    "Foundry, Nameless list entry: size",
    "Foundry, Nameless list entry: armor_class",
    "Foundry, Nameless list entry: hit_points",
    "Foundry, Nameless list entry: ability_scores",
    "Foundry, Nameless list entry: passive_perception",
    "Foundry, Froth: school",
    "FightClub, Froth: school",
    "Foundry, Cellar Wyrm: bonus_actions",
    "Foundry, Cellar Wyrm: reactions",
    "Foundry, Cellar Wyrm: actions",
    "Foundry, Mug Mimic: ability_scores",
    "FiveETools, Cellar Wyrm: text",
    "FightClub, Cellar Wyrm: bonus_actions",
    "FightClub, Cellar Wyrm: actions",
];

/// Notes the fields that do not come back.
fn compare<R: Row>(row: &R, back: &R, fields: &[&str], format: Format, lost: &mut Vec<String>) {
    let (before, after) = (json!(row), json!(back));
    for field in fields {
        if told(&before[*field]) != told(&after[*field]) {
            lost.push(format!("{format:?}, {}: {field}", row.name()));
        }
    }
}

/// An export as a file that the program reads.
fn file<R: Row>(row: &R, format: Format) -> Vec<u8> {
    let made = export(row, Some(&book()), format).unwrap();
    match format {
        Format::FightClub => format!("<compendium version=\"5\">{made}</compendium>"),
        _ => made,
    }
    .into_bytes()
}

#[tokio::test]
async fn what_a_game_program_gets_comes_back() {
    let (mut checked, mut lost) = (0, Vec::new());
    for (name, bytes) in files() {
        let (_, drafts) = reading(&name, bytes).await;
        for (format, name) in
            [(Format::Foundry, "kettle.json"), (Format::FiveETools, "kettle.json"), (Format::FightClub, "kettle.xml")]
        {
            for draft in &drafts.creatures {
                let mut row = draft.row.clone();
                row.apply_rules();
                let (read, mut back) = reading(name, file(&row, format)).await;
                assert!(read.skipped.is_empty(), "{:?}", read.skipped);
                let mut back = back.creatures.remove(0).row;
                back.apply_rules();
                // 5etools gets lair actions with the text, since they are no part of its stat block.
                let has_lair = !row.lair_actions.is_empty();
                let fields = CREATURE.into_iter();
                let fields: Vec<&str> = fields.filter(|field| *field != "text" || !has_lair).collect();
                compare(&row, &back, &fields, format, &mut lost);
                checked += 1;
            }
            for draft in &drafts.spells {
                let mut row = draft.row.clone();
                row.apply_rules();
                let (read, mut back) = reading(name, file(&row, format)).await;
                assert!(read.skipped.is_empty(), "{:?}", read.skipped);
                let mut back = back.spells.remove(0).row;
                back.apply_rules();
                compare(&row, &back, &SPELL, format, &mut lost);
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "{checked}");
    assert_eq!(lost, LOST);
}
