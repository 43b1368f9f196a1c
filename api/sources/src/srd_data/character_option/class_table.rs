//! Class table: the columns of the rules, and the scales of the class.

use super::super::Named;
use super::super::index::Index;
use crate::foundry_text::fields::Fields;
use crate::option_text::spell_slots;
use lorekeeper_content::character_option::{ClassLevel, TableCell};
use lorekeeper_content::{cr_text, proficiency_bonus};

/// The table of a class, level by level.
pub(super) fn levels(wire: &Named<'_>, index: &Index<'_>) -> Vec<ClassLevel> {
    let progression = wire.fields.text("spellcasting.progression").to_uppercase();
    let level = |level| {
        let mut row = ClassLevel {
            level,
            proficiency_bonus: proficiency_bonus(f64::from(level)),
            feature_names: gained(wire, level, index),
            spell_slots: spell_slots(&progression, level),
            ..ClassLevel::default()
        };
        let entries = wire.fields.list("advancement");
        for entry in entries.filter(|entry| entry.text("type") == "ScaleValue") {
            let Some(value) = value_at(entry.at("configuration"), level) else {
                continue;
            };
            match entry.text("title").trim() {
                "Cantrips Known" => row.cantrips_known = value.parse().ok(),
                "Max Prepared Spells" | "Max Pact Magic Spells" => {
                    row.spells_known = value.parse().ok();
                }
                title => row.columns.push(TableCell { name: title.to_owned(), value }),
            }
        }
        row
    };
    (1..=20).map(level).collect()
}

fn gained(wire: &Named<'_>, level: i32, index: &Index<'_>) -> Vec<String> {
    let at_level = |entry: &Fields<'_>| entry.int("level") == Some(level);
    let grants = wire.fields.list("granted_features").filter(at_level);
    let features = grants.filter(|grant| grant.text("ref_type") == "feature");
    let mut names: Vec<String> =
        features.filter_map(|grant| index.name("features", grant.text("slug")).map(str::to_owned)).collect();
    for entry in wire.fields.list("advancement").filter(at_level) {
        match (entry.text("type"), level) {
            ("Subclass", _) => names.push(format!("{} Subclass", wire.name)),
            ("AbilityScoreImprovement", 19) => names.push("Epic Boon".to_owned()),
            ("AbilityScoreImprovement", _) => names.push("Ability Score Improvement".to_owned()),
            _ => {}
        }
    }
    names.dedup();
    names
}

/// The value of a scale at a level: the last step up to it.
fn value_at(scale: Fields<'_>, level: i32) -> Option<String> {
    let steps = scale.entries("scale");
    let steps = steps.filter_map(|(from, step)| Some((from.parse::<i32>().ok()?, step)));
    let reached = steps.filter(|(from, _)| *from <= level);
    let (_, step) = reached.max_by_key(|(from, _)| *from)?;
    if let Some(faces) = step.int("faces") {
        return Some(format!("{}d{faces}", step.word("number").unwrap_or_default()));
    }
    match (step.number("value"), scale.text("type")) {
        (Some(rating), "cr") => Some(cr_text(rating)),
        (Some(number), "distance") => Some(format!("{number} ft.")),
        (Some(number), _) => Some(number.to_string()),
        (None, _) => step.filled("value"),
    }
}
