//! Advancement: what a document of people's own grants beside features. That of the books stands in their texts.

use crate::foundry_text::fields::Fields;
use crate::foundry_text::notation::skill;
use crate::option_text::class_table::{ClassTable, Column};
use crate::option_text::species_trait::fixed;
use crate::option_text::{proficiency, spell_slots};
use crate::prose::{capitalized, heading};
use lorekeeper_content::character_option::{AbilityIncrease, Model};
use lorekeeper_content::proficiency_bonus;
use lorekeeper_content::vocabulary::ability_of;

/// Puts the table, the proficiencies and the increases of a class, a species or a background on its row.
pub(super) fn fill(wire: Fields<'_>, row: &mut Model) {
    let entries: Vec<Fields<'_>> = wire.values("advancement").collect();
    let of = |kind: &'static str| {
        let entries = entries.iter().copied();
        entries.filter(move |entry| entry.text("type") == kind)
    };
    let stated = row.proficiencies.clone();
    for entry in of("Trait").filter(|entry| entry.text("classRestriction") != "secondary") {
        proficiencies(entry.at("configuration"), row);
    }
    // What the text says is not said again.
    let found = &mut row.proficiencies;
    found.skills = stated.skills.clone().or(found.skills.take());
    found.tools = stated.tools.clone().or(found.tools.take());
    found.languages = stated.languages.clone().or(found.languages.take());
    proficiency::complete(found);
    let sizes = of("Size").flat_map(|entry| entry.words("configuration.sizes"));
    let sizes: Vec<String> = sizes.filter_map(size).map(str::to_owned).collect();
    if row.sizes.is_empty() {
        row.sizes = sizes;
    }
    let mut increases: Vec<AbilityIncrease> = Vec::new();
    for entry in of("AbilityScoreImprovement") {
        let fixed_ones = entry
            .entries("configuration.fixed")
            .filter_map(|(code, bonus)| Some(fixed(ability_of(code)?, bonus.whole().filter(|bonus| *bonus != 0)?)));
        increases.extend(fixed_ones);
    }
    if row.ability_increases.is_empty() {
        row.ability_increases = increases.into();
    }
    if row.hit_die.is_some() {
        row.levels = table(of("ScaleValue"), row).into();
    }
}

fn size(code: &str) -> Option<&'static str> {
    Some(match code {
        "tiny" => "tiny",
        "sm" => "small",
        "med" => "medium",
        "lg" => "large",
        _ => return None,
    })
}

/// The words of grants and choices: `armor:lgt`, `skills:ath`.
fn proficiencies(configuration: Fields<'_>, row: &mut Model) {
    let mut put = |kind: &str, words: String| {
        let field = match kind {
            "armor" => &mut row.proficiencies.armor,
            "weapon" => &mut row.proficiencies.weapons,
            "tool" => &mut row.proficiencies.tools,
            "saves" => &mut row.proficiencies.saving_throws,
            "skills" => &mut row.proficiencies.skills,
            "languages" => &mut row.proficiencies.languages,
            _ => return,
        };
        *field = Some(field.take().map_or(words.clone(), |before| format!("{before}, {words}")));
    };
    for grant in configuration.words("grants") {
        let (kind, name) = name_grant(grant);
        put(kind, name);
    }
    for choice in configuration.list("choices") {
        let pool: Vec<(&str, String)> = choice.words("pool").into_iter().map(name_grant).collect();
        let Some((kind, _)) = pool.first() else {
            continue;
        };
        let names: Vec<&str> = pool.iter().map(|(_, name)| name.as_str()).collect();
        let count = choice.int("count").unwrap_or(1);
        put(kind, format!("Choose {count} from {}", names.join(", ")));
    }
}

/// The kind of a grant, and its name.
fn name_grant(grant: &str) -> (&str, String) {
    let (kind, rest) = grant.split_once(':').unwrap_or((grant, ""));
    let code = rest.rsplit(':').next().unwrap_or(rest);
    let name = match (kind, code) {
        (_, "*") => "any".to_owned(),
        ("saves", code) => ability_of(code).map_or_else(|| heading(code), capitalized),
        ("skills", code) => heading(skill(code).unwrap_or(code)),
        ("armor", "lgt") => "light armor".to_owned(),
        ("armor", "med") => "medium armor".to_owned(),
        ("armor", "hvy") => "heavy armor".to_owned(),
        ("armor", "shl") => "shields".to_owned(),
        ("weapon", "sim") => "simple weapons".to_owned(),
        ("weapon", "mar") => "martial weapons".to_owned(),
        (_, code) => heading(code),
    };
    (kind, name)
}

/// The table of a class: its features, its scales, and its slots by the kind of caster.
fn table<'a>(
    scales: impl Iterator<Item = Fields<'a>>,
    row: &Model,
) -> Vec<lorekeeper_content::character_option::ClassLevel> {
    let mut table = ClassTable::default();
    for level in 1..=20 {
        let of_level = table.row(level);
        of_level.proficiency_bonus = proficiency_bonus(f64::from(level));
        of_level.spell_slots = spell_slots(row.caster_type.as_deref().unwrap_or_default(), level);
    }
    for feature in row.features.iter().filter(|feature| feature.option_of.is_none()) {
        for level in feature.levels.iter().filter(|level| (1..=20).contains(*level)) {
            table.row(*level).feature_names.push(feature.name.clone());
        }
    }
    for scale in scales {
        let name = scale.filled("title").unwrap_or_else(|| heading(scale.text("configuration.identifier")));
        let mut value = String::new();
        for level in 1..=20 {
            let at = scale.at("configuration.scale").at(&level.to_string());
            let number = at.whole_amount("number");
            let faces = at.int("faces");
            value = match (number, faces) {
                (number, Some(faces)) => format!("{}d{faces}", number.unwrap_or(1)),
                _ => at.word("value").unwrap_or(value),
            };
            if !value.is_empty() {
                table.write(level, &Column::Other(name.clone()), &value);
            }
        }
    }
    table.finish()
}
