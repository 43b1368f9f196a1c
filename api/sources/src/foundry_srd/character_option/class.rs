//! Classes and subclasses.

use super::advancement;
use super::feature::features;
use super::{row, text};
use crate::foundry_srd::Document;
use crate::foundry_srd::index::Index;
use crate::foundry_text::Edition;
use crate::foundry_text::fields::Fields;
use crate::option_text::{hit_die, hit_points};
use lorekeeper_content::character_option::{Kind, Model};
use lorekeeper_content::vocabulary::{ABILITIES, ability_of};

/// The row of a class: its numbers and its features, and how a character becomes one, or what stands behind its table. The
/// rest of the text is a summary of the tabletop's own.
pub(super) fn class(class: &Document<'_>, index: &Index<'_>) -> Option<Model> {
    let wire = class.fields.at("system");
    let mut row = row(class, Kind::Class, class.name);
    let die = wire.filled("hd.denomination");
    let die = die.or_else(|| wire.filled("hitDice"))?;
    hit_points(&mut row, hit_die(&die));
    row.saving_throws = abilities(&granted(wire, "saves:"));
    row.primary_abilities = abilities(&wire.words("primaryAbility.value"));
    fill_spellcasting(wire, &mut row);
    row.features = features(class, index).into();
    let text = text(class, index);
    row.text = match class.imported {
        Some(_) => text,
        None if class.edition() == Edition::Of2014 => behind_table(&text),
        None => becoming(&text).unwrap_or_default(),
    };
    if class.imported.is_some() {
        advancement::fill(wire, &mut row);
    }
    let mut known = row.features.iter();
    let known = known.find(|feature| ["spellcasting", "pact-magic"].contains(&&*feature.slug));
    row.spellcasting_text = known.and_then(|feature| crate::wire::filled(&feature.text));
    Some(row)
}

/// The section on becoming a member of the class, at first level and as a multiclass character.
fn becoming(text: &str) -> Option<String> {
    let at = text.match_indices("Becoming a").map(|(at, _)| at);
    let mut headings = at.filter(|at| {
        let line = text.get(..*at).and_then(|before| before.rsplit('\n').next());
        line.is_some_and(|line| line.starts_with('#'))
    });
    let begin = headings.next()?;
    let begin = text.get(..begin)?.rfind('\n').map_or(0, |end| end + 1);
    text.get(begin..).map(|section| section.trim().to_owned())
}

/// The sections behind the table of levels: on the choice of a subclass, and those beside the features. A heading with nothing
/// but links below it is left out.
fn behind_table(text: &str) -> String {
    let last_row = text.rmatch_indices("\n|").next();
    let behind = last_row.and_then(|(at, _)| text.get(at..)?.trim_start().split_once('\n'));
    let mut kept = Vec::new();
    let mut heading = None;
    for paragraph in behind.map_or("", |(_, behind)| behind).split("\n\n") {
        let paragraph = paragraph.trim();
        let plain = paragraph.trim_start_matches(['>', ' ']);
        if plain.starts_with('#') {
            heading = Some(format!("## {}", plain.trim_start_matches('#').trim()));
        } else if plain.contains('.') {
            kept.extend(heading.take());
            kept.push(paragraph.to_owned());
        }
    }
    kept.join("\n\n")
}

/// The row of a subclass.
pub(super) fn subclass(subclass: &Document<'_>, index: &Index<'_>) -> Model {
    let wire = subclass.fields.at("system");
    let mut row = row(subclass, Kind::Subclass, subclass.name);
    row.text = text(subclass, index);
    row.parent_slug = wire.filled("classIdentifier");
    fill_spellcasting(wire, &mut row);
    row.caster_type = row.caster_type.filter(|kind| kind != "NONE");
    row.features = features(subclass, index).into();
    // The text of 2024 opens with the summary.
    if let Some((summary, rest)) = row.text.split_once("\n\n")
        && !summary.ends_with('.')
    {
        row.summary = Some(summary.to_owned());
        row.text = rest.to_owned();
    }
    row
}

fn fill_spellcasting(wire: Fields<'_>, row: &mut Model) {
    let progression = wire.filled("spellcasting.progression");
    row.caster_type = progression.as_ref().map(|kind| kind.to_uppercase());
    // Who casts no spells has no ability for it, whatever its items roll with.
    let ability = ability_of(wire.text("spellcasting.ability"));
    let casts = progression.is_some_and(|kind| kind != "none");
    row.spellcasting_ability = ability.filter(|_| casts).map(str::to_owned);
}

/// What a class is proficient in at first level, by the kind of proficiency.
fn granted<'a>(wire: Fields<'a>, kind: &'static str) -> Vec<&'a str> {
    let traits = wire
        .values("advancement")
        .filter(|entry| entry.text("type") == "Trait" && entry.text("classRestriction") != "secondary");
    traits
        .filter(|entry| entry.int("level") == Some(1))
        .flat_map(|entry| entry.words("configuration.grants"))
        .filter_map(|grant| grant.strip_prefix(kind))
        .collect()
}

/// The abilities of codes, in the order of the stat block.
fn abilities(codes: &[&str]) -> Vec<String> {
    let named = ABILITIES.into_iter();
    let named = named.filter(|name| codes.iter().any(|code| ability_of(code) == Some(name)));
    named.map(str::to_owned).collect()
}
