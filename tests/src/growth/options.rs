//! Species, backgrounds and feats; classes have a file of their own.

use super::draw::Draw;
use super::game::{SKILLS, title};
use super::library::Made;
use super::names::Name;
use super::speech::Speech;
use super::words::capital;
use serde_json::{Value, json};

/// The record of a species, or of a subspecies of one of the first.
pub fn species(made: Made<'_>) -> Value {
    let Made {
        key,
        document,
        name,
        mut draw,
        library,
        ..
    } = made;
    let draw = &mut draw;
    let under = draw
        .chance(50.0)
        .then(|| library.named("species", draw.below(20)))
        .flatten();
    let under = under.and_then(|species| species.get("key")?.as_str().map(str::to_owned));
    let under = under.filter(|of| *of != key);
    let length = draw.length(260.0, 0.8);
    let (own, count) = (under.is_none(), draw.between(2, 6));
    let mut traits = Vec::new();
    let mut add = |name: &str, desc: String| {
        traits.push(json!({"name": name, "desc": desc, "type": null, "order": null}));
    };
    let ability = draw.pick(&super::game::ABILITIES);
    add(
        "Ability Score Increase",
        format!("Your {} score increases by 2.", capital(ability)),
    );
    if own {
        add("Age", told(draw, &name, "people", 100.0));
        add(
            "Size",
            format!(
                "Your size is {}.",
                draw.pick(&["Medium", "Small", "Medium"])
            ),
        );
        add(
            "Speed",
            format!(
                "Your base walking speed is {} feet.",
                draw.pick(&[30, 25, 35])
            ),
        );
        add(
            "Languages",
            "You can speak, read, and write Common.".to_owned(),
        );
    }
    for _ in 0..count {
        let called = title(&Speech::of(draw, name.theme, &name.short).fill("{a} {n}"));
        add(&called, told(draw, &name, "feature", 96.0));
    }
    let text = Speech::of(draw, name.theme, &name.short).text("people", length);
    json!({
        "key": key, "is_subspecies": under.is_some(), "document": document, "traits": traits, "name": name.text, "desc": text,
        "subspecies_of": under, "crossreferences": {"to": []},
    })
}

/// The record of a background.
pub fn background(made: Made<'_>) -> Value {
    let Made {
        key,
        document,
        name,
        mut draw,
        ..
    } = made;
    let draw = &mut draw;
    let skills = [draw.pick(&SKILLS).0, draw.pick(&SKILLS).0]
        .map(title)
        .join(", ");
    let length = draw.length(600.0, 0.9);
    let mut speech = Speech::of(draw, name.theme, &name.short);
    let purse = speech.draw.between(5, 25);
    let equipment = speech.fill("A {a} {n}, a {n} of {material}, and a pouch containing ")
        + &format!("{purse} gp");
    let feature = format!("Feature: {}", title(&speech.fill("{a} {n}")));
    let tools = speech.fill("{folk}'s tools");
    let benefits = [
        ("Skill Proficiencies", skills, "skill_proficiency"),
        ("Tool Proficiencies", capital(&tools), "tool_proficiency"),
        ("Languages", "One of your choice".to_owned(), "language"),
        ("Equipment", equipment, "equipment"),
        (feature.as_str(), speech.text("people", 350), "feature"),
        (
            "Suggested Characteristics",
            speech.text("people", 400),
            "suggested_characteristics",
        ),
    ];
    let benefits =
        benefits.map(|(name, desc, kind)| json!({"name": name, "desc": desc, "type": kind}));
    let text = speech.text("people", length);
    json!({"key": key, "benefits": benefits, "document": document, "name": name.text, "desc": text, "crossreferences": {"to": []}})
}

/// The record of a feat.
pub fn feat(made: Made<'_>) -> Value {
    let Made {
        key,
        document,
        name,
        mut draw,
        ..
    } = made;
    let draw = &mut draw;
    let count = draw.weighted(&[(2, 396), (3, 308), (4, 132), (1, 132), (5, 30)]);
    let benefits: Vec<Value> = (0..count)
        .map(|_| json!({"desc": told(draw, &name, "feature", 140.0)}))
        .collect();
    let text = told(draw, &name, "people", 90.0);
    let prerequisite = draw.chance(45.0).then(|| {
        format!(
            "*{} 13 or higher*",
            capital(draw.pick(&super::game::ABILITIES))
        )
    });
    json!({
        "key": key, "has_prerequisite": prerequisite.is_some(), "benefits": benefits, "document": document, "name": name.text,
        "desc": text, "prerequisite": prerequisite, "type": "GENERAL", "crossreferences": {"to": []},
    })
}

fn told(draw: &mut Draw, name: &Name, group: &str, median: f64) -> String {
    let length = draw.length(median, 0.8);
    Speech::of(draw, name.theme, &name.short).text(group, length)
}
