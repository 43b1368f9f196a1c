//! Classes with their tables, and subclasses of the first of them.

use super::draw::Draw;
use super::game::{ABILITIES, SKILLS, title};
use super::library::Made;
use super::names::Name;
use super::speech::Speech;
use super::words::capital;
use lorekeeper::family::slugify;
use serde_json::{Value, json};

/// So many of the first records are classes at factor 1, and classes again among later ones; the others are theirs.
const CLASSES: usize = 30;

/// Whether a record of this number is a class.
pub fn is_class(number: usize) -> bool {
    number < CLASSES || number.is_multiple_of(10)
}

/// The record of a class or a subclass.
pub fn record(made: Made<'_>) -> Value {
    if is_class(made.number) {
        class(made)
    } else {
        subclass(made)
    }
}

fn class(made: Made<'_>) -> Value {
    let Made {
        key,
        document,
        name,
        mut draw,
        ..
    } = made;
    let draw = &mut draw;
    let die = draw.pick(&[6, 8, 10, 12]);
    let ability = capital(draw.pick(&ABILITIES));
    let caster = draw.weighted(&[("FULL", 35), ("HALF", 20), ("NONE", 45)]);
    let mut features = Vec::new();
    let skills = [
        draw.pick(&SKILLS).0,
        draw.pick(&SKILLS).0,
        draw.pick(&SKILLS).0,
    ]
    .map(title)
    .join(", ");
    let proficiencies = format!(
        "**Armor:** Light armor\n\n**Weapons:** Simple weapons\n\n**Tools:** None\n\n**Saving Throws:** {ability}, Charisma\n\n**Skills:** Choose two from {skills}"
    );
    features.push(feature(
        &key,
        "Proficiencies",
        &proficiencies,
        "PROFICIENCIES",
        &[],
        &[],
    ));
    let equipment = Speech::of(draw, name.theme, &name.short).fill(
        "You start with the following equipment:\n\n* (a) a {a} {n} or (b) a {n}\n* a {folk}'s {n}",
    );
    features.push(feature(
        &key,
        "Equipment",
        &equipment,
        "STARTING_EQUIPMENT",
        &[],
        &[],
    ));
    let bonuses: Vec<(i32, String)> = (1..=20)
        .map(|level| (level, format!("+{}", 2 + (level - 1) / 4)))
        .collect();
    features.push(feature(
        &key,
        "Proficiency Bonus",
        "[Column data]",
        "PROFICIENCY_BONUS",
        &[],
        &bonuses,
    ));
    if caster != "NONE" {
        let spread = if caster == "FULL" { 2 } else { 4 };
        for (slot, ordinal) in (1..=5).zip(["1st", "2nd", "3rd", "4th", "5th"]) {
            let from = 1 + (slot - 1) * spread;
            let cells: Vec<(i32, String)> = (from..=20)
                .map(|level| (level, (2 + i32::from(level > from)).to_string()))
                .collect();
            features.push(feature(
                &key,
                ordinal,
                "[Column data]",
                "SPELL_SLOTS",
                &[],
                &cells,
            ));
        }
        let text = format!(
            "{ability} is your spellcasting ability. {}",
            Speech::of(draw, name.theme, &name.short).text("feature", 600)
        );
        features.push(feature(
            &key,
            "Spellcasting",
            &text,
            "CLASS_LEVEL_FEATURE",
            &[1],
            &[],
        ));
    }
    for level in [1, 2, 3, 5, 6, 7, 9, 11, 13, 15, 18, 20] {
        features.push(told(draw, &key, &name, &[level]));
    }
    let text = lore(draw, &name, 500.0);
    json!({
        "key": key, "features": features,
        "hit_points": {
            "hit_dice": format!("D{die}"), "hit_dice_name": format!("1D{die} per level"),
            "hit_points_at_1st_level": format!("{die} + your Constitution modifier"),
            "hit_points_at_higher_levels": format!("1D{die} (or {}) + your Constitution modifier per level after 1st", die / 2 + 1),
        },
        "document": document, "saving_throws": [], "subclass_of": null, "name": name.text, "desc": text, "hit_dice": format!("D{die}"),
        "caster_type": caster, "primary_abilities": [ability], "crossreferences": {"to": []},
    })
}

fn subclass(made: Made<'_>) -> Value {
    let Made {
        key,
        document,
        name,
        mut draw,
        library,
        ..
    } = made;
    let draw = &mut draw;
    let class = library.named("classes", draw.below(CLASSES.min(library.count("classes"))));
    let features: Vec<Value> = [3, 6, 10, 14]
        .iter()
        .map(|level| told(draw, &key, &name, &[*level]))
        .collect();
    let text = lore(draw, &name, 500.0);
    json!({
        "key": key, "features": features, "hit_points": null, "document": document, "saving_throws": [], "subclass_of": class,
        "name": name.text, "desc": text, "hit_dice": null, "caster_type": "NONE", "primary_abilities": [], "crossreferences": {"to": []},
    })
}

fn told(draw: &mut Draw, key: &str, name: &Name, levels: &[i32]) -> Value {
    let length = draw.length(320.0, 0.9);
    let mut speech = Speech::of(draw, name.theme, &name.short);
    let called = title(&speech.fill("{{a} {n}/{n} of {ns}/{ving} {n}}"));
    let text = speech.text("feature", length);
    feature(key, &called, &text, "CLASS_LEVEL_FEATURE", levels, &[])
}

fn feature(
    class: &str,
    name: &str,
    text: &str,
    kind: &str,
    levels: &[i32],
    cells: &[(i32, String)],
) -> Value {
    let gains: Vec<Value> = levels
        .iter()
        .map(|level| json!({"level": level, "detail": null}))
        .collect();
    let cells: Vec<Value> = cells
        .iter()
        .map(|(level, value)| json!({"level": level, "column_value": value}))
        .collect();
    json!({
        "key": format!("{class}_{}", slugify(name)), "name": name, "desc": text, "feature_type": kind, "gained_at": gains,
        "data_for_class_table": cells,
    })
}

fn lore(draw: &mut Draw, name: &Name, median: f64) -> String {
    let length = draw.length(median, 0.5);
    Speech::of(draw, name.theme, &name.short).text("people", length)
}
