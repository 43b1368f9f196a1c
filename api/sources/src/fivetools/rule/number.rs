//! Numbers of what has no family of its own (objects, vehicles, facilities), as lines of the text.

use super::super::creature::speed;
use super::super::markdown::{line, markdown, words};
use super::super::{Head, join_paragraphs};
use crate::foundry_text::fields::Fields;
use crate::prose::{capitalized, heading};
use lorekeeper_content::vocabulary::ABILITIES;
use serde_json::Value;

/// The lines of what a record states beside its entries.
pub(super) fn lines(head: &Head<'_>) -> String {
    let fields = head.fields;
    let mut lines = Vec::new();
    let mut put = |called: &str, text: String| {
        if !text.is_empty() {
            lines.push(format!("**{called}.** {text}"));
        }
    };
    if !fields.text("speed").is_empty() || fields.at("speed").is_there() {
        put("Speed", speed(head.value("speed")));
    }
    let scores = ABILITIES.iter().filter_map(|name| {
        let code = name.get(..3)?;
        let score = fields.int(code).filter(|score| *score > 0)?;
        Some(format!("{} {score}", capitalized(name)))
    });
    put("Abilities", scores.collect::<Vec<_>>().join(", "));
    for (field, called) in [("hull", "Hull"), ("hp", "Hit Points"), ("pace", "Pace")] {
        if head.value(field).is_object() {
            put(called, parts(head.value(field)));
        }
    }
    let turns = fields.entries("actionThresholds");
    let turns = turns.filter_map(|(crew, actions)| Some(format!("{} with a crew of {crew}", actions.whole()?)));
    put("Actions", turns.collect::<Vec<_>>().join(", "));
    let tiers = fields.list("rating").map(|rating| {
        let tier = rating.int("tier").map(|tier| format!("tier {tier}"));
        let threat = rating.filled("threat");
        tier.into_iter().chain(threat).collect::<Vec<_>>().join(", ")
    });
    put("Severity", tiers.collect::<Vec<_>>().join("; "));
    let hirelings = fields.list("hirelings").filter_map(|set| {
        let most = || Some(format!("{}–{}", set.int("min")?, set.int("max")?));
        set.word("exact").or_else(most)
    });
    put("Hirelings", hirelings.collect::<Vec<_>>().join(" or "));
    join_paragraphs(lines)
}

/// The numbers of a map: `Armor Class 15 (wood), Hit Points 250, Damage Threshold 10`.
fn parts(value: &Value) -> String {
    let fields = Fields::of(value);
    let named = fields.entries("").filter_map(|(name, part)| {
        let called = match name {
            "ac" => "Armor Class",
            "hp" => "Hit Points",
            "dt" => "Damage Threshold",
            "mt" => "Mishap Threshold",
            "acFrom" | "canHover" => return None,
            name => name,
        };
        let from: Vec<String> = fields.words("acFrom").into_iter().map(words).collect();
        let from = match name {
            "ac" if !from.is_empty() => format!(" ({})", from.join(", ")),
            _ => String::new(),
        };
        Some(format!("{called} {}{from}", part.word("")?))
    });
    named.collect::<Vec<_>>().join(", ")
}

/// A part of a vehicle, or a mode of a discipline, with its numbers.
pub(super) fn part(head: &Head<'_>, value: &Value) -> String {
    let fields = Fields::of(value);
    let name = words(fields.text("name"));
    let count = fields.positive("count").filter(|count| *count > 1);
    let mut numbers = Vec::new();
    for (field, called) in [("ac", "Armor Class"), ("hp", "Hit Points"), ("crew", "Crew")] {
        numbers.extend(fields.word(field).map(|number| format!("{called} {number}")));
    }
    numbers.extend(fields.filled("hpNote").map(|note| words(&note)));
    let points = match (fields.int("cost.min"), fields.int("cost.max")) {
        (Some(least), Some(most)) if least < most => Some(format!("{least}–{most} psi")),
        (Some(least), _) => Some(format!("{least} psi")),
        _ => None,
    };
    numbers.extend(points);
    let concentration = fields.int("concentration.duration");
    let unit = fields.text("concentration.unit");
    numbers.extend(concentration.map(|number| format!("concentration, {number} {unit}.")));
    let title = match (name.as_str(), count) {
        ("", _) => String::new(),
        (name, Some(count)) => format!("{count} {name}"),
        (name, None) => name.to_owned(),
    };
    let title = match numbers.as_slice() {
        [] => title,
        numbers => format!("{title} ({})", numbers.join(", ")),
    };
    let texts = ["entries", "locomotion", "speed", "action", "submodes"].map(|field| {
        let parts = value.get(field).and_then(Value::as_array);
        let parts = parts.into_iter().flatten().map(|inner| match inner {
            inner if inner.get("name").is_some() => part(head, inner),
            // How a part moves: a mode with entries.
            inner => markdown(inner, head.index),
        });
        join_paragraphs(parts)
    });
    let text = join_paragraphs(texts);
    match (title.trim(), text.as_str()) {
        ("", text) => text.to_owned(),
        (title, "") => format!("**{title}.**"),
        (title, text) => format!("**{title}.** {text}"),
    }
}

/// Tables of encounters, by levels.
pub(super) fn encounters(value: &Value) -> String {
    let table = |table: &Value| {
        let fields = Fields::of(table);
        let levels = fields.int("minlvl").zip(fields.int("maxlvl"));
        let caption = fields.filled("caption");
        let caption = caption.or_else(|| levels.map(|(least, most)| format!("Levels {least}–{most}")));
        let mut rows = vec![format!("| {} | Encounter |", fields.text("diceExpression")), "| --- | --- |".to_owned()];
        let cells = table.get("table").and_then(Value::as_array);
        for row in cells.into_iter().flatten() {
            let cell = Fields::of(row);
            let (least, most) = (cell.int("min"), cell.int("max"));
            let range = match (least, most) {
                (Some(least), Some(most)) if least < most => format!("{least}–{most}"),
                (number, other) => number.or(other).map(|n| n.to_string()).unwrap_or_default(),
            };
            rows.push(format!("| {range} | {} |", line(row.get("result").unwrap_or(&Value::Null))));
        }
        let rows = rows.join("\n");
        caption.map_or(rows.clone(), |caption| format!("**{}**\n\n{rows}", words(&caption)))
    };
    join_paragraphs(value.as_array().into_iter().flatten().map(table))
}

/// The word for a type of a trap or hazard.
pub(super) fn hazard_type(code: &str) -> String {
    match code {
        "MECH" => "Mechanical trap",
        "MAG" => "Magical trap",
        "SMPL" => "Simple trap",
        "CMPX" => "Complex trap",
        "TRP" => "Trap",
        "HAZ" => "Hazard",
        "WTH" => "Weather",
        "ENV" => "Environmental hazard",
        "WLD" => "Wilderness hazard",
        "GEN" => "Generic",
        "EST" => "Eldritch storm",
        "HAUNT" => "Haunted trap",
        other => return heading(other),
    }
    .to_owned()
}
