//! Creatures.

mod cut;
mod sense;
mod wire;

use super::NAME;
use crate::stat_block::{action, attack::distance_unit, creature_type::whole_alignment, defence, entries, usage};
use crate::wire::{Named, bare, text};
use crate::{Draft, Drafts, Records, origin};
use creature::{Abilities, SkillBonus, Speed};
use lorekeeper_content::vocabulary::{ABILITIES, SKILLS, environments, languages_in};
use lorekeeper_content::{Image, Json, Trait, creature, slugify};
use std::collections::{BTreeMap, BTreeSet};
use wire::CreatureRecord;

/// Draws rows from the records.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    let sets: BTreeMap<String, String> =
        drafts.parse::<Named>(records, "creaturesets").into_iter().map(|(_, set)| (set.key, set.name)).collect();
    let wires = drafts.parse::<CreatureRecord>(records, "creatures");
    let placeholders = placeholders(wires.iter().map(|(_, wire)| wire));
    for (record, mut wire) in wires.into_iter().filter(|(_, wire)| !is_shell(wire)) {
        if placeholders.contains(wire.document.key()) {
            wire.alignment = None;
        }
        drafts.creatures.push(Draft::new(row(wire, &sets), origin(NAME, "creatures", record)));
    }
}

/// So many creatures of a book differ in alignment.
const MANY: usize = 50;

/// The books where very many creatures have one alignment and none another: upstream put it in where it had none.
///
/// Correction (creatures): One alignment for all creatures of a book that has fifty or more is a placeholder and
/// becomes null.
fn placeholders<'a>(wires: impl Iterator<Item = &'a CreatureRecord>) -> BTreeSet<String> {
    let mut books: BTreeMap<&str, BTreeMap<Option<&str>, usize>> = BTreeMap::new();
    for wire in wires {
        let alignments = books.entry(wire.document.key()).or_default();
        *alignments.entry(wire.alignment.as_deref()).or_default() += 1;
    }
    books.retain(|_, alignments| alignments.len() == 1 && alignments.values().sum::<usize>() >= MANY);
    books.into_keys().map(str::to_owned).collect()
}

/// A creature that lives in so many environments has all that upstream knows: it was given none.
const EVERYWHERE: usize = 25;

/// The environments.
///
/// Correction (creatures): A list of all environments says nothing of where a creature lives, and is left out.
fn habitats(named: &[Named]) -> Vec<String> {
    if named.len() >= EVERYWHERE {
        return Vec::new();
    }
    environments(defence::slugs(named))
}

/// Whether a record has no stat block: no hit dice, and no speed at all. Races and beasts of burden stand among the creatures of
/// one book as such.
///
/// Correction (creatures): Records of the SRD of 2014 without hit dice and without any speed, which are no stat blocks, are left out.
fn is_shell(wire: &CreatureRecord) -> bool {
    let stands_still = wire.speed.walk.is_none_or(|feet| feet == 0) && !moves(&wire.speed);
    let has_dice = wire.hit_dice.as_deref().is_some_and(|dice| !dice.trim().is_empty());
    wire.document.key() == "srd-2014" && !has_dice && stands_still
}

fn row(mut wire: CreatureRecord, sets: &BTreeMap<String, String>) -> creature::Model {
    let senses = sense::senses(&wire);
    let speed = speed(&wire);
    let (saves, all_saves) = saves(&wire);
    let (skills, all_skills) = skills(&wire);
    let name = wire.name.trim().to_owned();
    // Where this source has no actions, another one has all of them.
    let actions = &mut wire.actions;
    let has_actions = actions.iter().any(|action| action.kind == "ACTION");
    wire.traits.retain(|entry| {
        let action = action::among_traits(&entry.name, &entry.desc);
        let action = action.filter(|action| has_actions || action.kind == "LAIR_ACTION");
        let is_trait = action.is_none();
        actions.extend(action);
        is_trait
    });
    action::restore_commas(wire.document.key(), &mut wire.actions);
    cut::restore_hit_labels(wire.document.key(), &mut wire.actions);
    let sections = action::sections(wire.actions);
    let mut row = creature::Model {
        document_key: wire.document.key().to_owned(),
        slug: slugify(&name),
        name,
        size: some_slug(&wire.size),
        creature_type: some_slug(&wire.kind),
        category: optional(wire.category),
        group: optional(wire.subcategory),
        alignment: optional(wire.alignment).and_then(|text| whole_alignment(&text)),
        armor_class: wire.armor_class,
        armor_detail: optional(wire.armor_detail).map(|detail| defence::armor_detail(&detail)),
        // Nothing lives with no hit points: 0 is upstream's way to leave them out.
        hit_points: wire.hit_points.filter(|hp| *hp > 0),
        hit_dice: optional(wire.hit_dice),
        initiative_bonus: wire.initiative_bonus,
        speed: Json(speed),
        ability_scores: Json(wire.ability_scores),
        modifiers: Json(wire.modifiers),
        saving_throws: Json(saves),
        all_saving_throws: Json(all_saves),
        skills: Json(skills),
        all_skills: Json(all_skills),
        proficiency_bonus: wire.proficiency_bonus,
        senses: Json(senses),
        passive_perception: wire.passive_perception,
        languages: languages(&wire.languages),
        languages_text: languages_text(&wire.languages.as_string),
        challenge_rating: wire.challenge_rating,
        experience_points: experience(wire.experience_points),
        traits: entries::join_passages(wire.traits.iter().map(named_trait).collect()).into(),
        environments: habitats(&wire.environments),
        sets: set_names(&wire.creaturesets, sets),
        illustration: wire.illustration.and_then(image).map(Json),
        ..creature::Model::default()
    };
    cut::restore_sizes(&mut row);
    sections.fill(&mut row);
    defence::fill(&mut row, &wire.resistances_and_immunities);
    row
}

fn optional(upstream: Option<String>) -> Option<String> {
    text(&upstream?)
}

fn some_slug(named: &Named) -> Option<String> {
    Some(slugify(bare(&named.key))).filter(|slug| !slug.is_empty())
}

/// Experience of 0 is upstream's way to leave it out: it even has it for most of challenge rating 0,
/// where the books give some 0 and most 10.
///
/// Correction (creatures): Experience points of 0 mean that upstream left them out. Those of the challenge rating
/// count.
fn experience(points: Option<i32>) -> Option<i32> {
    points.filter(|points| *points > 0)
}

/// Languages as printed; a dash says that there are none.
///
/// Correction (creatures): A dash as languages means none.
fn languages_text(upstream: &str) -> Option<String> {
    text(upstream).filter(|t| t.contains(char::is_alphanumeric))
}

/// `speed` has what the stat block lists; the speeds of `speed_all` are derived, and those of no stat block.
///
/// Correction (creatures): Swimming and climbing speeds that are half the walking speed, or zero, are left out
/// unless the stat block lists them.
fn speed(wire: &CreatureRecord) -> Speed {
    let (listed, all) = (&wire.speed, &wire.speed_all);
    Speed {
        // What stands still is told by another source too: here a zero is also a blank.
        walk: listed.walk.filter(|feet| *feet > 0 || moves(listed)),
        hover: listed.hover.or(all.hover),
        unit: Some(distance_unit(listed.unit.as_deref().or(all.unit.as_deref()))),
        notes: None,
        ..listed.clone()
    }
}

/// Whether a creature moves otherwise than by walking.
fn moves(speed: &Speed) -> bool {
    let others = [speed.fly, speed.swim, speed.climb, speed.burrow];
    others.iter().any(Option::is_some)
}

/// The saving throws that are listed, and all. Six zeros are upstream's blank.
///
/// Correction (creatures): Zeros for every saving throw mean that none are listed.
fn saves(wire: &CreatureRecord) -> (Abilities, Abilities) {
    let listed = &wire.saving_throws;
    if ABILITIES.iter().all(|name| listed.get(name) == Some(0)) {
        (Abilities::default(), wire.modifiers.clone())
    } else {
        (listed.clone(), wire.saving_throws_all.clone())
    }
}

/// The languages that are listed, and those that the line names.
fn languages(wire: &wire::Languages) -> Vec<String> {
    let mut languages = defence::slugs(&wire.data);
    languages.extend(languages_in(&wire.as_string));
    languages.sort();
    languages.dedup();
    languages
}

/// The skills that are listed, and all. Zeros for every skill of the game are upstream's blank.
///
/// Correction (creatures): Zeros for every skill mean that none are listed.
fn skills(wire: &CreatureRecord) -> (Vec<SkillBonus>, Vec<SkillBonus>) {
    let listed = &wire.skill_bonuses;
    if listed.len() < SKILLS.len() || listed.values().any(|bonus| *bonus != 0) {
        return (bonuses(listed), bonuses(&wire.skill_bonuses_all));
    }
    let bonus = |(skill, ability): (&str, &str)| {
        Some(SkillBonus { skill: skill.to_owned(), bonus: wire.modifiers.get(ability)? })
    };
    (Vec::new(), SKILLS.into_iter().filter_map(bonus).collect())
}

fn bonuses(wire: &BTreeMap<String, i32>) -> Vec<SkillBonus> {
    wire.iter().map(|(skill, bonus)| SkillBonus { skill: slugify(skill), bonus: *bonus }).collect()
}

fn named_trait(wire: &wire::Heading) -> Trait {
    Trait {
        name: wire.name.trim().to_owned(),
        text: text(&wire.desc).unwrap_or_default(),
        kind: None,
        usage: usage::printed(&wire.name),
    }
}

/// Names of the sets; the key where the set itself is not known, or its address.
fn set_names(keys: &[String], sets: &BTreeMap<String, String>) -> Vec<String> {
    keys.iter()
        .map(|key| key.trim_end_matches('/').rsplit('/').next().unwrap_or(key))
        .map(|key| sets.get(key).map_or(key, String::as_str).to_owned())
        .collect()
}

fn image(wire: wire::Illustration) -> Option<Image> {
    Some(Image {
        url: text(&wire.file_url)?,
        alt_text: optional(wire.alt_text),
        attribution: optional(wire.attribution),
    })
}
