//! Rules, and the sections that they stand in.

use super::library::Made;
use super::speech::Speech;
use serde_json::{Value, json};

/// The record of a rule.
pub fn rule(made: Made<'_>) -> Value {
    let Made {
        key,
        document,
        name,
        mut draw,
        library,
        number,
    } = made;
    let draw = &mut draw;
    let section = library.named("rulesets", draw.below(library.count("rulesets")));
    let section = section.and_then(|section| section.get("key").cloned());
    let length = draw.length(690.0, 0.88);
    let text = Speech::of(draw, name.theme, &name.short).text("rule", length);
    json!({
        "key": key, "name": name.text, "desc": text, "index": number, "initialHeaderLevel": draw.between(1, 4),
        "document": document.get("key"), "ruleset": section, "crossreferences": {"to": []},
    })
}

/// The record of a section.
pub fn ruleset(made: Made<'_>) -> Value {
    let Made {
        key,
        document,
        name,
        mut draw,
        ..
    } = made;
    let length = draw.length(800.0, 0.9);
    let text = Speech::of(&mut draw, name.theme, &name.short).text("rule", length);
    json!({"name": name.text, "key": key, "document": document, "desc": text, "rules": [], "crossreferences": {"to": []}})
}
