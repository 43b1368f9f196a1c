//! Creatures as monsters of 5etools.

use super::entries::{entries, text};
use super::extended;
use crate::cr_text;
use crate::creature::Model;
use crate::export::{known, swarm_size};
use crate::markdown::creature::{armor_class, listed, senses, skills};
use crate::markdown::notation::signed;
use crate::markdown::stat_block::{self, Section, sections};
use crate::vocabulary::{CONDITIONS, DAMAGE_TYPES, SKILLS};
use serde_json::{Map, Value, json};

/// The fields for the sections of a stat block; that of lair actions is a text beside it.
const SECTIONS: [(&str, &str); 5] = [
    ("Traits", "trait"),
    ("Actions", "action"),
    ("Bonus Actions", "bonus"),
    ("Reactions", "reaction"),
    ("Legendary Actions", "legendary"),
];

/// The fields of a creature, its name and its book aside.
pub(super) fn fields(creature: &Model) -> Value {
    let abilities = listed(&creature.ability_scores);
    let saves = listed(&creature.saving_throws).into_iter();
    let saves = saves.filter_map(|(name, bonus)| Some((name.to_lowercase(), json!(signed(bonus?)))));
    let senses = senses(creature).into_iter().filter(|sense| !sense.starts_with("passive"));
    let sizes = if creature.sizes.is_empty() { creature.size.as_slice() } else { &creature.sizes };
    let mut fields = json!({
        "size": sizes.iter().filter_map(|size| letter(size)).collect::<Vec<_>>(),
        "type": kind(creature),
        "alignment": creature.alignment.as_deref().map(alignment),
        "ac": armor(creature),
        "hp": hit_points(creature),
        "speed": speed(creature),
        "initiative": creature.initiative_bonus.map(|bonus| json!({"initiative": bonus})),
        "save": object(saves),
        "skill": skill_bonuses(creature),
        "gear": creature.gear.iter().map(|item| text(item)).collect::<Vec<_>>(),
        "senses": senses.map(|sense| text(&sense)).collect::<Vec<_>>(),
        "passive": creature.passive_perception,
        "languages": languages(creature),
        "cr": rating(creature),
        "vulnerable": list(&creature.damage_vulnerabilities, creature.damage_vulnerabilities_text.as_deref(), &DAMAGE_TYPES),
        "resist": list(&creature.damage_resistances, creature.damage_resistances_text.as_deref(), &DAMAGE_TYPES),
        "immune": list(&creature.damage_immunities, creature.damage_immunities_text.as_deref(), &DAMAGE_TYPES),
        "conditionImmune": list(&creature.condition_immunities, creature.condition_immunities_text.as_deref(), &CONDITIONS),
        "environment": creature.environments,
        "legendaryHeader": creature.legendary_preamble.as_deref().map(entries),
        "legendaryActions": creature.legendary_uses.filter(|uses| *uses > 0),
        "legendaryActionsLair": creature.legendary_uses_in_lair.filter(|uses| *uses > 0),
    });
    for (name, score) in abilities {
        fields = extended(fields, &name.to_lowercase(), json!(score));
    }
    for section in sections(creature) {
        let field = SECTIONS.iter().find(|(name, _)| *name == section.name);
        if let Some((_, field)) = field {
            fields = extended(fields, field, json!(parts(&section)));
        }
    }
    known(fields)
}

/// The text of a creature, and its lair actions.
pub(super) fn description(creature: &Model) -> Vec<Value> {
    let mut description = entries(&stat_block::description(creature));
    let lair = sections(creature).find(|section| section.name == "Lair Actions");
    let lair = lair.map(|section| section.blocks().join("\n\n"));
    if let Some(lair) = lair.or_else(|| creature.lair_preamble.clone()) {
        description.push(super::named("Lair Actions", entries(&lair)));
    }
    description
}

fn parts(section: &Section) -> Vec<Value> {
    let parts = section.entries.iter();
    let parts = parts.map(|part| json!({"name": text(&part.name()), "entries": entries(&part.text())}));
    parts.collect()
}

/// Skills with their bonuses; those that only some books have, as they are printed.
fn skill_bonuses(creature: &Model) -> Value {
    let is_known = |name: &str| SKILLS.iter().any(|(slug, _)| *slug == crate::slugify(name));
    let (known, others): (Vec<_>, Vec<_>) = skills(creature).into_iter().partition(|(name, _)| is_known(name));
    let known = known.into_iter();
    let known = known.map(|(name, bonus)| (name.to_lowercase(), json!(signed(bonus))));
    let others: Vec<String> = others.iter().map(|(name, bonus)| text(&format!("{name} {}", signed(*bonus)))).collect();
    let others = (!others.is_empty()).then(|| ("special".to_owned(), json!(others.join(", "))));
    object(known.chain(others))
}

/// An object of fields; null for none.
fn object(fields: impl Iterator<Item = (String, Value)>) -> Value {
    let fields: Map<String, Value> = fields.collect();
    if fields.is_empty() { Value::Null } else { Value::Object(fields) }
}

fn letter(size: &str) -> Option<String> {
    let first = size.chars().next()?;
    Some(first.to_ascii_uppercase().to_string())
}

fn kind(creature: &Model) -> Option<Value> {
    let kind = creature.creature_type.as_deref().map(text)?;
    let tags = if creature.tags.is_empty() { creature.subtype.as_slice() } else { &creature.tags };
    let swarm = swarm_size(creature);
    let tags = tags.iter().filter(|tag| swarm.is_none() || creature.subtype.as_ref() != Some(*tag));
    let mut tags: Vec<String> = tags.map(|tag| text(tag)).collect();
    tags.dedup();
    Some(if tags.is_empty() && swarm.is_none() {
        json!(kind)
    } else {
        known(json!({"type": kind, "swarmSize": swarm.and_then(letter), "tags": tags}))
    })
}

/// Letters of an alignment; another phrase as it is.
fn alignment(words: &str) -> Vec<Value> {
    let letters = words.split_whitespace().map(|word| match word {
        "lawful" => Some("L"),
        "neutral" => Some("N"),
        "chaotic" => Some("C"),
        "good" => Some("G"),
        "evil" => Some("E"),
        "unaligned" => Some("U"),
        _ => None,
    });
    match letters.collect::<Option<Vec<&str>>>() {
        Some(letters) => letters.into_iter().map(Value::from).collect(),
        None if words == "any alignment" => vec![json!("A")],
        None => vec![json!({"special": text(words)})],
    }
}

fn armor(creature: &Model) -> Option<Vec<Value>> {
    let printed = armor_class(creature)?;
    let plain = creature.armor_class.filter(|number| number.to_string() == printed);
    let detailed = creature.armor_class.zip(creature.armor_detail.as_deref());
    Some(vec![match (plain, detailed) {
        (Some(number), _) => json!(number),
        (None, Some((number, detail))) if printed == format!("{number} ({detail})") => {
            json!({"ac": number, "from": [text(detail)]})
        }
        _ => json!({"special": text(&printed)}),
    }])
}

fn hit_points(creature: &Model) -> Option<Value> {
    if creature.hit_points_detail.is_some() {
        let printed = crate::markdown::creature::hit_points(creature)?;
        return Some(json!({"special": text(&printed)}));
    }
    match (creature.hit_points, creature.hit_dice.as_deref()) {
        (Some(average), Some(formula)) => Some(json!({"average": average, "formula": text(formula)})),
        (Some(average), None) => Some(json!({"special": average.to_string()})),
        (None, dice) => dice.map(|dice| json!({"special": text(dice)})),
    }
}

fn speed(creature: &Model) -> Value {
    let speed = &creature.speed;
    let hovers = speed.hover == Some(true);
    let fly = speed.fly.map(|feet| if hovers { json!({"number": feet, "condition": "(hover)"}) } else { json!(feet) });
    // What is said of the speeds stands behind the first of them, as the book prints it.
    let walk = match (speed.walk, speed.notes.as_deref()) {
        (Some(feet), Some(notes)) => {
            json!({"number": feet, "condition": format!("({})", text(notes))})
        }
        (feet, _) => json!(feet),
    };
    known(json!({
        "walk": walk,
        "burrow": speed.burrow,
        "climb": speed.climb,
        "fly": fly,
        "swim": speed.swim,
        "canHover": (hovers && speed.fly.is_some()).then_some(true),
    }))
}

fn languages(creature: &Model) -> Vec<String> {
    match creature.languages_text.as_deref().map(str::trim) {
        Some(printed) if !printed.is_empty() => vec![text(printed)],
        _ => creature.languages.iter().map(|slug| crate::name_of_slug(slug)).collect(),
    }
}

/// The challenge rating, with the experience points that are not those of the table.
fn rating(creature: &Model) -> Option<Value> {
    let number = creature.challenge_rating?;
    let usual = crate::experience_points(number);
    let points = creature.experience_points.filter(|points| Some(*points) != usual);
    let rating = json!({"cr": cr_text(number), "xp": points, "xpLair": creature.experience_points_in_lair});
    let rating = known(rating);
    match rating.as_object().map(Map::len) {
        Some(1) => Some(json!(cr_text(number))),
        _ => Some(rating),
    }
}

/// Types or conditions; as printed where more is said of them than their names.
fn list(list: &[String], printed: Option<&str>, all: &[&str]) -> Vec<Value> {
    let words = printed.unwrap_or_default().to_lowercase();
    let mut words = words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_plain = words.all(|word| list.iter().any(|name| name == word) || word == "and");
    if !is_plain && let Some(printed) = printed {
        return vec![json!({"special": text(printed)})];
    }
    let mut known: Vec<&String> = list.iter().filter(|name| all.contains(&name.as_str())).collect();
    known.sort_unstable();
    known.dedup();
    known.into_iter().map(|name| json!(name)).collect()
}
