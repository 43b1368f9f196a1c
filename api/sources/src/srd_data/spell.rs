//! Spells.

mod casting;
mod effect;

use super::index::Index;
use super::prose::{About, markdown};
use super::wire::Activity;
use super::{DOCUMENT, draft};
use crate::{Drafts, Records};
use lorekeeper_content::slugify;
use lorekeeper_content::spell::Model;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct SpellRecord {
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    description: String,
    level: i32,
    school: String,
    components: Vec<String>,
    ritual: bool,
    concentration: bool,
    casting_time: CastingTime,
    range: Range,
    duration: Duration,
    materials: Materials,
    activities: Vec<Activity>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct CastingTime {
    unit: String,
    value: Option<i32>,
    condition: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Range {
    units: String,
    value: Option<f64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Duration {
    units: String,
    value: Option<i32>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Materials {
    value: String,
    consumed: bool,
    cost: Option<f64>,
}

/// Draws the spells.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    let subclasses = granted(records);
    for (record, wire) in drafts.parse::<SpellRecord>(records, "spells") {
        if !(0..=9).contains(&wire.level) {
            drafts.skip("spells", &record.key, "its level is not 0 to 9");
            continue;
        }
        let mut row = row(&wire, index);
        if let Some(slugs) = subclasses.get(record.key.as_str()) {
            row.subclass_slugs = slugs.iter().cloned().collect();
        }
        drafts.spells.push(draft(row, "spells", record));
    }
}

/// Slugs of the subclasses that gain a spell, by its slug.
fn granted(records: &Records) -> BTreeMap<&str, BTreeSet<String>> {
    let mut found: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for record in records.endpoint("subclasses") {
        let name = record
            .raw
            .get("name")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let grants = record.raw.get("granted_features").and_then(Value::as_array);
        for grant in grants.into_iter().flatten() {
            let text = |key| grant.get(key).and_then(Value::as_str);
            if let (Some("spell"), Some(slug)) = (text("ref_type"), text("slug")) {
                found.entry(slug).or_default().insert(slugify(name));
            }
        }
    }
    found
}

fn row(wire: &SpellRecord, index: &Index<'_>) -> Model {
    let name = wire.name.trim();
    let about = About {
        index,
        activities: &wire.activities,
        stats: None,
        name,
    };
    let (text, higher_levels) = higher_levels(&markdown(&wire.description, &about));
    let range = casting::range(&wire.range);
    let code = casting::code(&wire.casting_time);
    let has = |letter: &str| wire.components.iter().any(|component| component == letter);
    let material = wire.materials.value.trim();
    let mut row = Model {
        document_key: DOCUMENT.to_owned(),
        slug: slugify(name),
        name: name.to_owned(),
        level: wire.level,
        school: school(&wire.school),
        casting_time_label: crate::spell_text::casting::casting_time_label(&code),
        reaction_condition: Some(wire.casting_time.condition.trim().to_owned())
            .filter(|words| !words.is_empty() && code == "reaction"),
        casting_time: code,
        range_text: range.text,
        range: range.number,
        range_unit: range.unit,
        verbal: has("V"),
        somatic: has("S"),
        material: has("M"),
        material_cost: wire
            .materials
            .cost
            .filter(|cost| *cost > 0.0)
            .or_else(|| casting::price(material)),
        material_consumed: wire.materials.consumed,
        material_text: Some(material.to_owned()).filter(|text| !text.is_empty() && has("M")),
        duration: casting::duration(&wire.duration),
        concentration: wire.concentration,
        ritual: wire.ritual,
        higher_levels,
        text,
        ..Model::default()
    };
    effect::fill(wire, &mut row);
    row
}

/// Openings of the paragraphs about stronger castings.
const STRONGER: [&str; 3] = [
    "**Using a Higher-Level Spell Slot.** ",
    "**Cantrip Upgrade.** ",
    "**At Higher Levels.** ",
];

/// The text without its paragraph about stronger castings, and that paragraph.
fn higher_levels(text: &str) -> (String, Option<String>) {
    let (mut kept, mut stronger) = (Vec::new(), Vec::new());
    for paragraph in text.split("\n\n") {
        match STRONGER
            .iter()
            .find_map(|heading| paragraph.strip_prefix(heading))
        {
            Some(rest) => stronger.push(rest),
            None => kept.push(paragraph),
        }
    }
    let stronger = Some(stronger.join("\n\n")).filter(|text| !text.is_empty());
    (kept.join("\n\n"), stronger)
}

/// The school of a code.
fn school(code: &str) -> Option<String> {
    let name = match code {
        "abj" => "abjuration",
        "con" => "conjuration",
        "div" => "divination",
        "enc" => "enchantment",
        "evo" => "evocation",
        "ill" => "illusion",
        "nec" => "necromancy",
        "trs" | "tra" => "transmutation",
        _ => return None,
    };
    Some(name.to_owned())
}

#[cfg(test)]
mod tests;
