//! Creatures.

mod action;
mod defence;
mod numbers;
mod sense;

use super::item::{Item, number, whole};
use super::{Head, draft, heads, prose};
use crate::stat_block::creature_type::creature_type;
use crate::stat_block::line;
use crate::{Drafts, Records};
use lorekeeper_content::creature::{Model, Speed};
use lorekeeper_content::dice_average;
use lorekeeper_content::vocabulary::environments;
use serde_json::Value;

/// Draws the creatures.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    for (record, head) in heads(records, "monsters", drafts) {
        let row = row(&head);
        drafts.creatures.push(draft(row, "monsters", record, None));
    }
}

fn row(head: &Head<'_>) -> Model {
    let item = &head.item;
    let (creature_type, swarm) =
        item.words("type").map(|words| creature_type(&prose::lower(&words))).unwrap_or_default();
    let subtypes: Vec<String> =
        ["subtypes", "subtype"].iter().flat_map(|key| item.flags(key)).map(|word| prose::lower(&word)).collect();
    let (hit_points, hit_dice) = hit_points(item);
    let (armor_class, armor_detail) = armor(item);
    let numbers = numbers::numbers(item);
    let senses = sense::Senses::of(item);
    let perception = numbers.skill("perception");
    let mut row = Model {
        document_key: head.book.to_owned(),
        slug: head.slug.clone(),
        name: head.name.clone(),
        text: item.first_text(&["description", "summary"]),
        size: item.keyword("size"),
        creature_type,
        subtype: swarm.or(Some(subtypes.join(", ")).filter(|s| !s.is_empty())),
        alignment: item.words("alignment").map(|a| prose::lower(&a)),
        armor_class,
        armor_detail,
        hit_points,
        hit_dice,
        // In the rules of 2014 initiative is a Dexterity check.
        initiative_bonus: numbers.modifiers.dexterity,
        speed: speed(item).into(),
        passive_perception: senses.passive.or(perception.map(|bonus| 10 + bonus)),
        senses: senses.ranges.into(),
        challenge_rating: ["challenge", "challenge-rating", "cr"].iter().find_map(|key| challenge(item.get(key)?)),
        experience_points: item.int("xp").filter(|xp| *xp > 0),
        environments: environments(item.flags("environments")),
        ..Model::default()
    };
    (row.languages, row.languages_text) = sense::languages(item);
    numbers.fill(&mut row);
    defence::fill(item, &mut row);
    action::fill(item, &mut row);
    row
}

/// The challenge rating: a number, `1/4`, `1/4 (50 XP)`.
fn challenge(value: &Value) -> Option<f64> {
    let rating = number(value).or_else(|| line::challenge(value.as_str()?));
    rating.filter(|cr| (0.0..=40.0).contains(cr))
}

/// Average hit points and their dice.
fn hit_points(item: &Item<'_>) -> (Option<i32>, Option<String>) {
    let Some(parts) = item.child("hit-points") else {
        return line::hit_points(&item.words("hit-points").unwrap_or_default());
    };
    let positive = |key: &str| parts.int(key).filter(|n| *n > 0);
    let dice = positive("die-count").zip(positive("die")).map(|(count, die)| {
        match parts.int("modifier").unwrap_or_default() {
            0 => format!("{count}d{die}"),
            bonus if bonus > 0 => format!("{count}d{die} + {bonus}"),
            malus => format!("{count}d{die} - {}", malus.unsigned_abs()),
        }
    });
    let mean = positive("mean").or_else(|| dice.as_deref().and_then(dice_average));
    (mean, dice)
}

/// The armor class and what it comes from.
fn armor(item: &Item<'_>) -> (Option<i32>, Option<String>) {
    let notes = item.words("armor-notes");
    if let Some(class) = item.int("armor-class") {
        return (Some(class), notes);
    }
    let (class, detail) = line::armor(&item.words("armor-class").unwrap_or_default());
    (class, notes.or(detail))
}

/// The speeds, which are printed in one line (`30 ft., fly 60 ft. (hover)`).
fn speed(item: &Item<'_>) -> Speed {
    line::speed(&match item.get("speed") {
        Some(Value::Object(_)) => {
            let parts = item.entries("speed").into_iter();
            let parts = parts.filter_map(|(k, v)| Some(format!("{k} {}", number(v).and_then(whole)?)));
            parts.collect::<Vec<_>>().join(", ")
        }
        _ => item.words("speed").unwrap_or_default(),
    })
}
