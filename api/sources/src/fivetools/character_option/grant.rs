//! Grants of an option in words: abilities, proficiencies, languages, equipment.

use super::super::markdown::{line, words};
use crate::foundry_text::fields::Fields;
use crate::prose::join_words;
use crate::prose::{self, capitalized};
use lorekeeper_content::character_option::{AbilityIncrease, Proficiencies};
use lorekeeper_content::slugify;
use lorekeeper_content::vocabulary::ability_of;
use serde_json::Value;

/// `Arcana, History`, `choose two from Arcana, History, and Nature`, `any one`.
pub(super) fn proficiencies(value: &Value) -> Option<String> {
    let one = std::slice::from_ref(value);
    let sets = value.as_array().map_or(one, Vec::as_slice);
    let sets = sets.iter().map(set).filter(|set| !set.is_empty());
    crate::wire::filled(&sets.collect::<Vec<_>>().join(" or "))
}

fn set(value: &Value) -> String {
    if let Value::String(text) = value {
        return named(text);
    }
    let fields = Fields::of(value);
    let parts = fields.entries("").filter_map(|(name, value)| {
        if name == "choose" {
            return Some(chosen(value));
        }
        match (value.truth(), value.whole()) {
            (Some(true), _) => Some(named(name)),
            (_, Some(count)) => Some(format!("{} {}", spelt(count), any(name))),
            _ => None,
        }
    });
    parts.collect::<Vec<_>>().join(", ")
}

fn chosen(choice: Fields<'_>) -> String {
    let among: Vec<String> = choice.words("from").into_iter().map(named).collect();
    let weighted = choice.words("weighted.from");
    let count = choice.int("count").or_else(|| choice.int("amount")).unwrap_or(1);
    let among = if among.is_empty() { weighted.into_iter().map(named).collect() } else { among };
    let among = Some(join_words(&among)).filter(|among| !among.is_empty());
    format!("choose {} from {}", spelt(count), among.as_deref().unwrap_or("any"))
}

/// What a count is a choice of: `any`, `anyStandard`, `anyArtisansTool`.
fn any(name: &str) -> String {
    let rest = name.strip_prefix("any").unwrap_or(name);
    let mut out = String::new();
    for c in rest.chars() {
        if c.is_uppercase() {
            out.push(' ');
        }
        out.extend(c.to_lowercase());
    }
    format!("of your choice{}", if out.trim().is_empty() { String::new() } else { format!(" ({})", out.trim()) })
}

fn spelt(count: i32) -> String {
    match count {
        1 => "one".to_owned(),
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        count => count.to_string(),
    }
}

/// A name as a title, without its source.
fn named(name: &str) -> String {
    let name = words(name.split('|').next().unwrap_or(name));
    let parts = name.split(' ').map(|word| match word {
        "of" | "the" | "and" => word.to_owned(),
        word => capitalized(word),
    });
    parts.collect::<Vec<_>>().join(" ")
}

/// Puts the proficiencies of an option on it, in words and as slugs.
pub(super) fn all(raw: &Value) -> Proficiencies {
    let of = |fields: &[&str]| {
        let values = fields.iter().filter_map(|field| raw.get(*field));
        let all: Vec<String> = values.filter_map(proficiencies).collect();
        crate::wire::filled(&all.join("; "))
    };
    let mut found = Proficiencies {
        armor: of(&["armorProficiencies"]),
        weapons: of(&["weaponProficiencies"]),
        tools: of(&["toolProficiencies"]),
        saving_throws: of(&["savingThrowProficiencies"]),
        skills: of(&["skillProficiencies", "skillToolLanguageProficiencies"]),
        languages: of(&["languageProficiencies"]),
        ..Proficiencies::default()
    };
    crate::option_text::proficiency::complete(&mut found);
    found
}

/// The languages that come without a choice.
pub(super) fn languages(raw: &Value) -> Vec<String> {
    let sets = raw.get("languageProficiencies").and_then(Value::as_array);
    let Some(first) = sets.and_then(|sets| sets.first()) else {
        return Vec::new();
    };
    let known = Fields::of(first).entries("").filter(|(_, value)| value.truth() == Some(true));
    let mut slugs: Vec<String> = known.map(|(name, _)| slugify(name)).collect();
    slugs.retain(|slug| slug != "other" && !slug.is_empty());
    slugs.sort();
    slugs
}

/// The increases of abilities; of several alternatives the first.
pub(super) fn increases(value: &Value) -> Vec<AbilityIncrease> {
    let first = value.as_array().and_then(|sets| sets.first());
    let Some(first) = first else {
        return Vec::new();
    };
    let fields = Fields::of(first);
    let mut found = Vec::new();
    for (code, bonus) in fields.entries("") {
        if let (Some(ability), Some(bonus)) = (ability_of(code), bonus.whole()) {
            found.push(crate::option_text::species_trait::fixed(ability, bonus));
        }
    }
    let abilities =
        |words: Vec<&str>| -> Vec<String> { words.into_iter().filter_map(ability_of).map(str::to_owned).collect() };
    let choice = fields.at("choose");
    let mut choose = |bonus: i32, count: i32, among: Vec<String>| {
        let is_any = among.len() == 6;
        found.push(AbilityIncrease {
            ability: None,
            bonus,
            choose: Some(count),
            among: if is_any { Vec::new() } else { among },
        });
    };
    if choice.at("from").is_there() {
        let count = choice.int("count").unwrap_or(1);
        choose(choice.int("amount").unwrap_or(1), count, abilities(choice.words("from")));
    }
    for weight in choice.list("weighted.weights") {
        if let Some(bonus) = weight.whole() {
            choose(bonus, 1, abilities(choice.words("weighted.from")));
        }
    }
    found
}

/// Starting equipment: its entries, or its packages in words.
pub(super) fn equipment(raw: &Value) -> Option<String> {
    let equipment = raw.get("startingEquipment")?;
    let fields = Fields::of(equipment);
    if let Some(entries) = equipment.get("entries") {
        return crate::wire::filled(&line(entries));
    }
    let printed = fields.words("default");
    if !printed.is_empty() {
        let lines: Vec<String> = printed.into_iter().map(|text| format!("- {}", words(text))).collect();
        let gold = fields.filled("goldAlternative");
        let gold = gold.map(|gold| format!("Instead, you may start with {} gp.", words(&gold)));
        return Some(super::join_paragraphs(std::iter::once(lines.join("\n")).chain(gold)));
    }
    let packages = equipment.as_array().into_iter().flatten().map(package);
    crate::wire::filled(&packages.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("; "))
}

/// A package: what comes in any case, or one of several.
fn package(value: &Value) -> String {
    let fields = Fields::of(value);
    let lists = fields.entries("").filter_map(|(label, _)| {
        let things = value.get(label)?.as_array()?.iter().filter_map(thing);
        let things = join_words(&things.collect::<Vec<_>>());
        Some(if label == "_" { things } else { format!("({}) {things}", label.to_uppercase()) })
    });
    lists.collect::<Vec<_>>().join(" or ")
}

fn thing(value: &Value) -> Option<String> {
    let fields = Fields::of(value);
    let coins = fields.number("value").map(|coppers| format!("{} gp", coppers / 100.0));
    let name = value.as_str().map(str::to_owned);
    let name = name
        .or_else(|| fields.filled("displayName"))
        .or_else(|| fields.filled("item"))
        .or_else(|| fields.filled("special"))
        .or_else(|| Some(any(fields.text("equipmentType"))).filter(|_| fields.at("equipmentType").is_there()));
    let Some(name) = name else { return coins };
    let name = words(name.split('|').next().unwrap_or_default());
    let with = coins.map(|coins| format!(" with {coins}")).unwrap_or_default();
    Some(match fields.positive("quantity").filter(|count| *count > 1) {
        Some(count) => format!("{count} × {name}{with}"),
        None => format!("{name}{with}"),
    })
}

/// The abilities that codes name, in the order given.
pub(super) fn abilities(codes: &[&str]) -> Vec<String> {
    let named = codes.iter().filter_map(|code| prose::ability(code));
    named.map(str::to_owned).collect()
}
