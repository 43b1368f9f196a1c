//! Creatures as actors.

use super::defence::defence;
use super::feature::items;
use super::{Credit, code, html, item, merge, source};
use crate::RowCore;
use crate::creature::{Model, Spellcasting};
use crate::export::{image, inert, known, swarm_size};
use crate::markdown::notation::capitalized;
use crate::markdown::stat_block::description;
use crate::vocabulary::{ABILITIES, SKILLS};
use serde_json::{Map, Value, json};

/// The system's codes of sizes, and the squares of their tokens.
const SIZES: [(&str, &str, f64); 6] = [
    ("tiny", "tiny", 0.5),
    ("small", "sm", 1.0),
    ("medium", "med", 1.0),
    ("large", "lg", 2.0),
    ("huge", "huge", 3.0),
    ("gargantuan", "grg", 4.0),
];

/// The system's codes of the skills whose first three letters are not theirs.
const SKILL_CODES: [(&str, &str); 6] = [
    ("intimidation", "itm"),
    ("perception", "prc"),
    ("performance", "prf"),
    ("persuasion", "per"),
    ("sleight-of-hand", "slt"),
    ("animal-handling", "ani"),
];

/// The creature types of the system.
const TYPES: [&str; 14] = [
    "aberration", "beast", "celestial", "construct", "dragon", "elemental", "fey", "fiend", "giant", "humanoid",
    "monstrosity", "ooze", "plant", "undead",
];

/// The habitats of the system; others are words of one's own.
const HABITATS: [&str; 12] = [
    "arctic", "coastal", "desert", "forest", "grassland", "hill", "mountain", "planar", "swamp", "underdark",
    "underwater", "urban",
];

/// The actor of a creature.
pub(super) fn npc(creature: &Model, credit: &Credit<'_>) -> Value {
    let size = SIZES.iter().find(|(name, ..)| Some(*name) == creature.size.as_deref());
    let (_, size, squares) = size.copied().unwrap_or(("medium", "med", 1.0));
    let mut system = json!({
        "abilities": abilities(creature),
        "skills": skills(creature),
        "attributes": attributes(creature),
        "details": details(creature, credit),
        "resources": resources(creature),
        "traits": traits(creature, size),
        "spells": slots(creature.spellcasting.as_deref()),
    });
    merge(&mut system, json!({"source": source(credit)}));
    let seed = creature.identity().global_id();
    let mut actor = item(&seed, &creature.name, "npc", system);
    let picture = image(creature);
    let name = actor.get("name").cloned();
    merge(
        &mut actor,
        json!({
            "items": items(creature, &seed, credit),
            "prototypeToken": {"name": name, "width": squares, "height": squares, "disposition": -1},
        }),
    );
    if let Some(picture) = picture {
        merge(&mut actor, json!({"img": picture}));
    }
    actor
}

/// Scores and saving throws: proficient where that makes the listed bonus, with the rest of it. Stat blocks of 2024 list
/// all six.
fn abilities(creature: &Model) -> Value {
    let scores = ABILITIES.into_iter().map(|ability| {
        let modifier = creature.modifiers.get(ability).unwrap_or_default();
        let listed = creature.saving_throws.get(ability);
        let over = listed.map_or(0, |bonus| bonus - modifier);
        let (proficient, rest) = made_of(creature, over, 1);
        let ability_of = json!({
            "value": creature.ability_scores.get(ability).unwrap_or(10),
            "proficient": proficient,
            "bonuses": {"check": "", "save": rest},
        });
        (code(ability).to_owned(), ability_of)
    });
    Value::Object(scores.collect::<Map<_, _>>())
}

fn proficiency(creature: &Model) -> i32 {
    creature.proficiency_bonus.unwrap_or(2)
}

/// How often the proficiency bonus is in what a bonus has over its ability's modifier, up to a most, and the rest.
fn made_of(creature: &Model, over: i32, most: i32) -> (i32, String) {
    let proficiency = proficiency(creature);
    let level = (0..=most).rfind(|level| over >= level * proficiency);
    let level = level.unwrap_or(0);
    (level, bonus(Some(over - level * proficiency)))
}

/// A bonus in the system's form; empty where it is nothing.
fn bonus(number: Option<i32>) -> String {
    let number = number.filter(|number| *number != 0);
    number.map(|number| number.to_string()).unwrap_or_default()
}

/// The listed skills: proficient or expert where that makes the bonus, with the rest of it.
fn skills(creature: &Model) -> Value {
    let skills = creature.skills.iter().filter_map(|listed| {
        let (_, ability) = SKILLS.iter().find(|(slug, _)| *slug == listed.skill)?;
        let own = SKILL_CODES.iter().find(|(slug, _)| *slug == listed.skill);
        let key = own.map_or(code(&listed.skill), |(_, code)| code);
        let over = listed.bonus - creature.modifiers.get(ability).unwrap_or_default();
        let (level, rest) = made_of(creature, over, 2);
        Some((key.to_owned(), json!({"value": level, "bonuses": {"check": rest}})))
    });
    Value::Object(skills.collect::<Map<_, _>>())
}

fn attributes(creature: &Model) -> Value {
    let (speed, senses) = (&creature.speed, &creature.senses);
    let feet = |speed: Option<i32>| speed.map(|feet| feet.to_string());
    let initiative = creature.initiative_bonus.map(|own| own - creature.modifiers.dexterity.unwrap_or_default());
    let casting = creature.spellcasting.as_deref();
    let is_natural = creature.armor_detail.as_deref() == Some("natural armor");
    json!({
        "ac": {"flat": creature.armor_class, "calc": if is_natural { "natural" } else { "flat" }},
        "hp": {
            "value": creature.hit_points.unwrap_or(1), "max": creature.hit_points.unwrap_or(1),
            "formula": creature.hit_dice.as_deref().unwrap_or_default(),
        },
        "init": {"bonus": bonus(initiative)},
        "movement": known(json!({
            "walk": feet(speed.walk), "fly": feet(speed.fly), "swim": feet(speed.swim), "climb": feet(speed.climb),
            "burrow": feet(speed.burrow), "hover": speed.hover.unwrap_or(false), "units": "ft",
            "special": speed.notes.as_deref().map(inert::markdown),
        })),
        "senses": {
            "ranges": {
                "darkvision": senses.darkvision, "blindsight": senses.blindsight,
                "tremorsense": senses.tremorsense, "truesight": senses.truesight,
            },
            "units": "ft",
            "special": inert::markdown(special_sense(creature)),
        },
        "spellcasting": casting.and_then(|casting| casting.ability.as_deref()).map_or("", code),
        "spell": {"level": casting.and_then(|casting| casting.level).unwrap_or(0)},
    })
}

/// What is said of a sense; of blindsight, what stands in brackets behind its distance.
fn special_sense(creature: &Model) -> &str {
    let notes = creature.senses.notes.as_deref().unwrap_or_default();
    let distance = creature.senses.blindsight.unwrap_or_default();
    let rest = notes.strip_prefix(&format!("blindsight {distance} ft. ("));
    rest.and_then(|rest| rest.strip_suffix(')')).unwrap_or(notes)
}

fn details(creature: &Model, credit: &Credit<'_>) -> Value {
    let kind = creature.creature_type.as_deref().unwrap_or_default();
    let (value, custom) = if TYPES.contains(&kind) { (kind, "") } else { ("custom", kind) };
    let (habitats, others): (Vec<&String>, Vec<&String>) =
        creature.environments.iter().partition(|name| HABITATS.contains(&name.as_str()));
    let habitats: Vec<Value> = habitats.iter().map(|name| json!({"type": name})).collect();
    let others: Vec<String> = others.iter().map(|slug| crate::name_of_slug(slug)).collect();
    let swarm = swarm_size(creature);
    let swarm = swarm.and_then(|size| SIZES.iter().find(|(name, ..)| *name == size));
    let subtype = creature.subtype.as_deref().filter(|_| swarm.is_none());
    let text = html(&description(creature));
    let credit = html(&format!("*{}*", credit.line()));
    json!({
        "type": {
            "value": value, "custom": inert::markdown(custom),
            "subtype": inert::markdown(subtype.unwrap_or_default()),
            "swarm": swarm.map_or("", |(_, code, _)| code),
        },
        "alignment": inert::markdown(&capitalized(creature.alignment.as_deref().unwrap_or_default())),
        "cr": creature.challenge_rating,
        "habitat": {"value": habitats, "custom": others.join(", ")},
        "biography": {"value": format!("{text}{credit}")},
    })
}

fn resources(creature: &Model) -> Value {
    let resistance = creature.traits.iter().find(|own| own.name.starts_with("Legendary Resistance"));
    let resistance = resistance.and_then(|own| own.usage.as_ref()?.times);
    json!({
        "legact": {"max": creature.legendary_uses.unwrap_or(0), "spent": 0},
        "legres": {"max": resistance.unwrap_or(0), "spent": 0},
        "lair": {"value": creature.has_lair},
    })
}

fn traits(creature: &Model, size: &str) -> Value {
    let languages = creature.languages_text.as_deref().unwrap_or_default();
    json!({
        "size": size,
        "dv": defence(&creature.damage_vulnerabilities, creature.damage_vulnerabilities_text.as_deref()),
        "dr": defence(&creature.damage_resistances, creature.damage_resistances_text.as_deref()),
        "di": defence(&creature.damage_immunities, creature.damage_immunities_text.as_deref()),
        "ci": {"value": creature.condition_immunities, "custom": ""},
        // As printed: the system's list has not all languages, nor what goes with them.
        "languages": {"value": [], "custom": inert::markdown(languages)},
    })
}

/// Spell slots by level.
fn slots(casting: Option<&Spellcasting>) -> Value {
    let slots = casting.map_or(&[][..], |casting| &casting.slots).iter().enumerate();
    let slots = slots.map(|(index, count)| (format!("spell{}", index + 1), json!({"value": count, "override": count})));
    Value::Object(slots.collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_skill_has_a_code_of_its_own() {
        let code_of = |slug: &str| {
            let own = SKILL_CODES.iter().find(|(name, _)| *name == slug);
            own.map_or(code(slug), |(_, code)| code).to_owned()
        };
        let mut codes: Vec<String> = SKILLS.iter().map(|(slug, _)| code_of(slug)).collect();
        codes.sort_unstable();
        let all = "acr ani arc ath dec his ins inv itm med nat per prc prf rel slt ste sur";
        assert_eq!(codes.join(" "), all);
    }
}
