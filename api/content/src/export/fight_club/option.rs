//! Character options: races, classes, backgrounds and feats.

use super::source;
use super::xml::Xml;
use crate::character_option::{Feature, Kind, Model};
use crate::export::Credit;
use crate::markdown::notation::{capitalized, titled};
use crate::vocabulary::SKILLS;
use std::fmt::Write as _;

/// Writes an option, and tells its element; `None` for subclasses, subraces and features.
pub(super) fn write(out: &mut Xml, row: &Model, credit: &Credit<'_>) -> Option<&'static str> {
    let (write_parts, element): (fn(&mut Xml, &Model, &Credit<'_>), _) = match row.kind {
        Kind::Feat => (write_feat, "feat"),
        Kind::Race => (write_race, "race"),
        Kind::Background => (write_background, "background"),
        Kind::Class => (write_class, "class"),
        Kind::Subclass | Kind::Subrace | Kind::Feature => return None,
    };
    out.text("name", &row.name);
    write_parts(out, row, credit);
    Some(element)
}

fn write_feat(out: &mut Xml, row: &Model, credit: &Credit<'_>) {
    out.text("prerequisite", row.prerequisites.as_deref().unwrap_or_default());
    let benefits = row.benefits.iter().map(|benefit| match &benefit.name {
        Some(name) => format!("{name}. {}", benefit.text),
        None => benefit.text.clone(),
    });
    for text in [row.text.clone()].into_iter().chain(benefits) {
        out.texts("text", &text);
    }
    out.text("text", &source(credit));
}

fn write_race(out: &mut Xml, row: &Model, credit: &Credit<'_>) {
    let size = row.sizes.first().map(|size| capitalized(size)).unwrap_or_default();
    out.text("size", size.get(..1).unwrap_or_default());
    out.number("speed", row.speed);
    let fixed = row.ability_increases.iter().filter_map(|increase| {
        let ability = increase.ability.as_deref()?.get(..3)?;
        Some(format!("{} {}", capitalized(ability), increase.bonus))
    });
    out.text("ability", &fixed.collect::<Vec<_>>().join(", "));
    let ability = row.spellcasting_ability.as_deref().map(capitalized);
    out.text("spellAbility", &ability.unwrap_or_default());
    out.text("proficiency", &skills(row).join(", "));
    part(out, "trait", "Description", &[&row.text, &source(credit)]);
    for own in row.traits.iter() {
        part(out, "trait", &own.name, &[&own.text]);
    }
}

fn write_background(out: &mut Xml, row: &Model, credit: &Credit<'_>) {
    out.text("proficiency", &skills(row).join(", "));
    part(out, "trait", "Description", &[&row.text, &source(credit)]);
    for benefit in row.benefits.iter() {
        let name = benefit.name.as_deref().unwrap_or("Benefit");
        part(out, "trait", name, &[&benefit.text]);
    }
}

fn write_class(out: &mut Xml, row: &Model, credit: &Credit<'_>) {
    out.number("hd", row.hit_die);
    let saves = row.saving_throws.iter().map(|name| capitalized(name));
    let proficiencies: Vec<String> = saves.chain(skills(row)).collect();
    out.text("proficiency", &proficiencies.join(", "));
    out.number("numSkills", choice(row).map(|choice| choice.choose));
    let held = &row.proficiencies;
    for (name, words) in [("armor", &held.armor), ("weapons", &held.weapons), ("tools", &held.tools)] {
        out.text(name, words.as_deref().unwrap_or_default());
    }
    let ability = row.spellcasting_ability.as_deref().map(capitalized);
    out.text("spellAbility", &ability.unwrap_or_default());
    // A class has features alone. One that is optional is none of the character's.
    let mut about = Xml::default();
    about.text("name", &format!("Starting {}", row.name));
    for text in [&row.text, &source(credit)] {
        about.texts("text", text);
    }
    let _ = writeln!(out.0, "<autolevel level=\"1\">\n<feature optional=\"YES\">\n{}</feature>\n</autolevel>", about.0);
    for level in 1..=20 {
        let of_level = row.levels.iter().find(|known| known.level == level);
        let mut inner = Xml::default();
        if let Some(known) = of_level.filter(|known| !known.spell_slots.is_empty()) {
            let slots = [known.cantrips_known.unwrap_or_default()].into_iter();
            let slots = slots.chain(known.spell_slots.iter().copied());
            let slots: Vec<String> = slots.map(|count| count.to_string()).collect();
            inner.text("slots", &slots.join(","));
        }
        let features = row.features.iter();
        for feature in features.filter(|feature| feature.levels.contains(&level)) {
            part(&mut inner, "feature", &called(feature), &[&feature.text]);
        }
        if !inner.0.is_empty() {
            let _ = writeln!(out.0, "<autolevel level=\"{level}\">\n{}</autolevel>", inner.0);
        }
    }
}

/// A feature's name, with that of the one that it is an option of.
fn called(feature: &Feature) -> String {
    match &feature.option_of {
        Some(of) => format!("{of}: {}", feature.name),
        None => feature.name.clone(),
    }
}

/// The names of the skills that an option gives, or lets choose from.
fn skills(row: &Model) -> Vec<String> {
    let is_skill = |slug: &&String| SKILLS.iter().any(|(known, _)| known == slug);
    let chosen = choice(row).into_iter().flat_map(|choice| &choice.options);
    let all = row.proficiencies.fixed.iter().chain(chosen);
    all.filter(is_skill).map(|slug| titled(slug)).collect()
}

/// The choice of skills.
fn choice(row: &Model) -> Option<&crate::character_option::Choice> {
    let is_skill = |slug: &String| SKILLS.iter().any(|(known, _)| known == slug);
    let mut choices = row.proficiencies.choices.iter();
    choices.find(|choice| !choice.options.is_empty() && choice.options.iter().all(is_skill))
}

/// An element with a name and texts.
fn part(out: &mut Xml, element: &str, name: &str, texts: &[&str]) {
    let mut inner = Xml::default();
    inner.text("name", name);
    for text in texts {
        inner.texts("text", text);
    }
    let _ = writeln!(out.0, "<{element}>\n{}</{element}>", inner.0);
}
