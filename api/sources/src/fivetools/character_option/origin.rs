//! Races, subraces and backgrounds.

use super::super::creature::speed;
use super::super::index::Index;
use super::super::markdown::{markdown, words};
use super::super::{Head, heads, join_paragraphs};
use super::{grant, prerequisite, row, spells};
use crate::Drafts;
use crate::foundry_text::fields::Fields;
use crate::option_text::background::benefit;
use crate::option_text::starting_gold;
use crate::prose::size_of_letter;
use crate::stat_block::line;
use lorekeeper_content::Trait;
use lorekeeper_content::character_option::{Benefit, Kind, Model};
use lorekeeper_content::slugify;
use serde_json::Value;

/// Draws the races, subraces and backgrounds.
pub(super) fn draw(index: &Index<'_>, drafts: &mut Drafts) {
    for (endpoint, kind) in [("race", Kind::Race), ("subrace", Kind::Subrace)] {
        for head in heads(endpoint, index, drafts) {
            let row = race(kind, &head);
            drafts.character_options.push(head.draft(row, endpoint));
        }
    }
    for head in heads("background", index, drafts) {
        let row = background(&head);
        drafts.character_options.push(head.draft(row, "background"));
    }
}

fn race(kind: Kind, head: &Head<'_>) -> Model {
    let fields = head.fields;
    let raw = &head.record.raw;
    let (named, text) = parts(head);
    let mut traits: Vec<Trait> = named.into_iter().map(|(name, text)| a_trait(&name, text)).collect();
    let has = |traits: &[Trait], name: &str| traits.iter().any(|known| known.name.contains(name));
    if let Some(feet) = fields.positive("darkvision").filter(|_| !has(&traits, "Darkvision")) {
        let text = format!("You can see in darkness within {feet} feet as if it were dim light.");
        traits.push(a_trait("Darkvision", text));
    }
    for (field, name) in [
        ("creatureTypesEntry", "Creature Type"),
        ("sizeEntry", "Size"),
        ("speedEntry", "Speed"),
        ("abilityEntry", "Ability Score Increase"),
    ] {
        let text = markdown(raw.get(field).unwrap_or(&Value::Null), head.index);
        let text = text.trim_start_matches(&format!("**{name}.** ")).to_owned();
        if !text.is_empty() && !has(&traits, name) {
            traits.push(a_trait(name, text));
        }
    }
    let innate = spells::list(raw);
    if !innate.is_empty() {
        traits.push(a_trait("Innate Spells", innate));
    }
    let sizes = fields.words("size").into_iter().map(|code| size_of_letter(code).to_lowercase());
    Model {
        text: join_paragraphs([text, head.fluff("raceFluff")]),
        parent_slug: crate::wire::filled(&slugify(fields.text("raceName"))),
        sizes: sizes.collect(),
        speed: line::speed(&speed(head.value("speed"))).walk,
        creature_type: fields.words("creatureTypes").first().map(|kind| (*kind).to_owned()),
        ability_increases: grant::increases(head.value("ability")).into(),
        languages: grant::languages(raw),
        age: age(fields),
        proficiencies: grant::all(raw).into(),
        starting_equipment: grant::equipment(raw),
        traits: traits.into(),
        ..row(kind, head)
    }
}

fn age(fields: Fields<'_>) -> Option<String> {
    match (fields.int("age.mature"), fields.int("age.max")) {
        (Some(mature), Some(max)) => Some(format!("Mature at {mature}, lives up to {max} years.")),
        (Some(mature), None) => Some(format!("Mature at {mature} years.")),
        (None, Some(max)) => Some(format!("Lives up to {max} years.")),
        (None, None) => None,
    }
}

fn a_trait(name: &str, text: String) -> Trait {
    Trait { name: name.to_owned(), text, kind: None, usage: None }
}

/// The parts of the entries that have names, and the text of the rest.
fn parts(head: &Head<'_>) -> (Vec<(String, String)>, String) {
    let mut named = Vec::new();
    let mut rest = Vec::new();
    for entry in head.value("entries").as_array().into_iter().flatten() {
        let name = words(Fields::of(entry).text("name"));
        let name = name.trim_end_matches([':', '.']).to_owned();
        match entry.get("entries").filter(|entries| !entries.is_null()) {
            Some(entries) if !name.is_empty() => named.push((name, markdown(entries, head.index))),
            _ => rest.push(markdown(entry, head.index)),
        }
    }
    if let Value::String(_) = head.value("entries") {
        rest.push(head.text("entries"));
    }
    (named, join_paragraphs(rest))
}

/// Kinds of the lines of a background, by what they are called.
const LINES: [(&str, &str); 8] = [
    ("skill proficienc", "skill_proficiency"),
    ("tool proficienc", "tool_proficiency"),
    ("language", "language"),
    ("equipment", "equipment"),
    ("ability score", "ability_score"),
    ("feat", "feat"),
    ("feature", "feature"),
    ("suggested characteristics", "suggested_characteristics"),
];

fn background(head: &Head<'_>) -> Model {
    let raw = &head.record.raw;
    let mut benefits: Vec<Benefit> = Vec::new();
    let mut rest = Vec::new();
    for entry in head.value("entries").as_array().into_iter().flatten() {
        let fields = Fields::of(entry);
        if fields.text("type") == "list" && fields.list("items").all(|item| item.at("name").is_there()) {
            let items = entry.get("items").and_then(Value::as_array);
            for item in items.into_iter().flatten() {
                let name = words(Fields::of(item).text("name"));
                let text = ["entry", "entries"].iter().find_map(|field| item.get(*field));
                let text = text.map(|text| markdown(text, head.index));
                benefits.extend(line_of(&name, text));
            }
            continue;
        }
        let name = words(fields.text("name"));
        match entry.get("entries").filter(|entries| !entries.is_null()) {
            Some(entries) if !name.is_empty() => {
                let text = Some(markdown(entries, head.index));
                benefits.extend(line_of(&name, text));
            }
            _ => rest.push(markdown(entry, head.index)),
        }
    }
    let proficiencies = grant::all(raw);
    for (name, kind, words) in [
        ("Skill Proficiencies", "skill_proficiency", &proficiencies.skills),
        ("Tool Proficiencies", "tool_proficiency", &proficiencies.tools),
        ("Languages", "language", &proficiencies.languages),
    ] {
        if !benefits.iter().any(|known| known.kind.as_deref() == Some(kind)) {
            benefits.extend(benefit(name, kind, words.clone()));
        }
    }
    let printed = benefits.iter().find(|known| known.kind.as_deref() == Some("equipment"));
    let equipment = printed.map(|known| known.text.clone()).or_else(|| grant::equipment(raw));
    Model {
        text: join_paragraphs([join_paragraphs(rest), head.fluff("backgroundFluff"), spells::list(raw)]),
        prerequisites: prerequisite::prerequisites(head.value("prerequisite")),
        ability_increases: grant::increases(head.value("ability")).into(),
        languages: grant::languages(raw),
        starting_gold: equipment.as_deref().and_then(starting_gold),
        starting_equipment: equipment,
        proficiencies: proficiencies.into(),
        benefits: benefits.into(),
        ..row(Kind::Background, head)
    }
}

/// A line as a benefit of its kind.
fn line_of(name: &str, text: Option<String>) -> Option<Benefit> {
    let name = name.trim_end_matches([':', '.']).trim();
    let lower = name.to_lowercase();
    let known = LINES.iter().find(|(begin, _)| lower.starts_with(begin));
    let kind = known.map_or("feature", |(_, kind)| kind);
    let name = name.strip_prefix("Feature: ").unwrap_or(name);
    benefit(name, kind, text.filter(|text| !text.is_empty()))
}
