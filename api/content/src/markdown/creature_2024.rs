//! Stat blocks as the books of 2024 lay them out.

use super::creature::{armor_class, hit_points, listed, senses, size, skills, speeds};
use super::notation::{capitalized, grouped, joined, names, signed, table, titled};
use crate::cr_text;
use crate::creature::Model;

/// `Huge Dragon (Chromatic), Chaotic Evil`, `Medium or Small Humanoid, Neutral`.
pub(crate) fn subtitle(creature: &Model) -> String {
    let kind = creature.creature_type.as_deref().unwrap_or_default();
    let swarm = creature.subtype.as_deref();
    let kind = match swarm.and_then(|subtype| subtype.strip_prefix("swarm of ")) {
        Some(members) => format!("Swarm of {}", title(members)),
        None => title(kind),
    };
    let tags = joined(creature.tags.iter().map(|tag| title(tag)));
    let tags = tags.map(|tags| format!(" ({tags})")).unwrap_or_default();
    let what = format!("{} {kind}{tags}", size(creature));
    let alignment = creature.alignment.as_deref().map(title);
    joined([Some(what.trim().to_owned()), alignment].into_iter().flatten()).unwrap_or_default()
}

/// Words with capitals, but for small ones.
fn title(words: &str) -> String {
    titled(&words.replace('-', "\u{1}")).replace('\u{1}', "-")
}

/// The lines above the ability scores.
pub(crate) fn defence(creature: &Model) -> Vec<String> {
    let initiative = creature.initiative_bonus.map(|bonus| {
        let score = 10 + bonus;
        format!("  **Initiative** {} ({score})", signed(bonus))
    });
    let ac = armor_class(creature).map(|ac| {
        let initiative = initiative.clone().unwrap_or_default();
        format!("**AC** {ac}{initiative}")
    });
    let alone = initiative.filter(|_| ac.is_none());
    let alone = alone.map(|initiative| initiative.trim().to_owned());
    let speeds: Vec<String> = speeds(creature).iter().map(|speed| capitalized(speed)).collect();
    [ac.or(alone), line("HP", hit_points(creature)), line("Speed", joined(speeds))].into_iter().flatten().collect()
}

/// The six abilities with their scores, modifiers and saving throws, as a table.
pub(crate) fn abilities(creature: &Model) -> String {
    let (scores, modifiers) = (listed(&creature.ability_scores), listed(&creature.modifiers));
    let saves = listed(&creature.all_saving_throws);
    let rows = scores.iter().zip(modifiers.iter().zip(&saves));
    let rows = rows.filter_map(|((name, score), ((_, modifier), (_, save)))| {
        let score = (*score)?;
        let modifier = modifier.unwrap_or((score - 10).div_euclid(2));
        let save = save.unwrap_or(modifier);
        let cells = [score.to_string(), signed(modifier), signed(save)];
        Some(std::iter::once((*name).to_owned()).chain(cells).collect())
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let head = ["Ability", "Score", "MOD", "SAVE"].map(str::to_owned);
    table(&head, &rows)
}

/// The lines below the ability scores.
pub(crate) fn properties(creature: &Model) -> Vec<String> {
    let skills = skills(creature).into_iter();
    let skills = joined(skills.map(|(skill, bonus)| format!("{skill} {}", signed(bonus))));
    let types = |text: Option<&str>, list: &[String]| {
        let text = text.filter(|text| !text.trim().is_empty());
        let words = text.map(str::to_owned).or_else(|| names(list));
        words.map(|words| titled_words(&words))
    };
    let damage = types(creature.damage_immunities_text.as_deref(), &creature.damage_immunities);
    let conditions = types(creature.condition_immunities_text.as_deref(), &creature.condition_immunities);
    let immunities: Vec<String> = [damage, conditions].into_iter().flatten().collect();
    let senses = senses(creature).into_iter();
    let (passive, ranges): (Vec<String>, Vec<String>) = senses.partition(|sense| sense.starts_with("passive"));
    let ranges = joined(ranges.iter().map(|sense| capitalized(sense)));
    let passive = passive.iter().map(|sense| capitalized(sense));
    let senses: Vec<String> = ranges.into_iter().chain(passive).collect();
    let languages = creature.languages_text.clone();
    [
        line("Skills", skills),
        line(
            "Vulnerabilities",
            types(creature.damage_vulnerabilities_text.as_deref(), &creature.damage_vulnerabilities),
        ),
        line("Resistances", types(creature.damage_resistances_text.as_deref(), &creature.damage_resistances)),
        line("Immunities", Some(immunities.join("; "))),
        line("Gear", joined(creature.gear.iter().cloned())),
        line("Senses", Some(senses.join("; "))),
        line("Languages", languages.or_else(|| names(&creature.languages)).or_else(|| Some("None".to_owned()))),
        line("CR", challenge(creature)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A line of types of damage or conditions, each with a capital letter as the book prints them.
fn titled_words(text: &str) -> String {
    const SMALL: [&str; 12] =
        ["and", "or", "from", "while", "in", "the", "that", "nonmagical", "attacks", "by", "of", "damage"];
    let words = text.split(' ');
    let words = words.map(|word| {
        let bare = word.trim_end_matches([',', ';']);
        if SMALL.contains(&bare) { word.to_owned() } else { capitalized(word) }
    });
    words.collect::<Vec<_>>().join(" ")
}

fn line(label: &str, value: Option<String>) -> Option<String> {
    let value = value.filter(|value| !value.trim().is_empty())?;
    Some(format!("**{label}** {value}"))
}

/// `17 (XP 18,000, or 20,000 in lair; PB +6)`.
fn challenge(creature: &Model) -> Option<String> {
    let lair = creature
        .experience_points_in_lair
        .map(|points| format!(", or {} in lair", grouped(points.into())))
        .unwrap_or_default();
    let experience = creature.experience_points;
    let experience = experience.map(|points| format!("XP {}{lair}", grouped(points.into())));
    let bonus = creature.proficiency_bonus;
    let bonus = bonus.map(|bonus| format!("PB {}", signed(bonus)));
    let details: Vec<String> = [experience, bonus].into_iter().flatten().collect();
    let rating = cr_text(creature.challenge_rating?);
    Some(if details.is_empty() { rating } else { format!("{rating} ({})", details.join("; ")) })
}
