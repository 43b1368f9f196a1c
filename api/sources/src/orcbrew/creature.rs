//! Creatures.

mod action;
mod defence;
mod numbers;
mod sense;

use super::item::{Item, number, whole};
use super::{Head, draft, heads, prose};
use crate::stat_block::creature_type::creature_type;
use crate::{Drafts, Records};
use lorekeeper_content::creature::{Model, Speed};
use lorekeeper_content::dice_average;
use lorekeeper_content::{Regex, pattern};
use serde_json::Value;
use std::sync::LazyLock;

/// Draws the creatures.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    for (record, head) in heads(records, "monsters", drafts) {
        let row = row(&head);
        drafts.creatures.push(draft(row, "monsters", record, None));
    }
}

fn row(head: &Head<'_>) -> Model {
    let item = &head.item;
    let (creature_type, swarm) = item
        .words("type")
        .map(|words| creature_type(&prose::lower(&words)))
        .unwrap_or_default();
    let subtypes: Vec<String> = ["subtypes", "subtype"]
        .iter()
        .flat_map(|key| item.flags(key))
        .map(|word| prose::lower(&word))
        .collect();
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
        challenge_rating: ["challenge", "challenge-rating", "cr"]
            .iter()
            .find_map(|key| challenge(item.get(key)?)),
        experience_points: item.int("xp").filter(|xp| *xp > 0),
        environments: item.flags("environments"),
        ..Model::default()
    };
    (row.languages, row.languages_text) = sense::languages(item);
    numbers.fill(&mut row);
    defence::fill(item, &mut row);
    action::fill(item, &mut row);
    row
}

static RATING: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s*(?P<cr>\d+(?:/\d+|\.\d+)?)"));

/// The challenge rating: a number, `1/4`, `1/4 (50 XP)`.
fn challenge(value: &Value) -> Option<f64> {
    let rating = number(value).or_else(|| {
        let found = RATING.captures(value.as_str()?)?;
        lorekeeper_content::parse_fraction(found.name("cr")?.as_str())
    });
    rating.filter(|cr| (0.0..=40.0).contains(cr))
}

static HIT_POINTS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^\s*(?P<mean>\d+)?\s*\(?\s*(?P<dice>\d+d\d+(?:\s*[+−–-]\s*\d+)?)?\s*\)?\s*$")
});

/// Average hit points and their dice.
fn hit_points(item: &Item<'_>) -> (Option<i32>, Option<String>) {
    let Some(parts) = item.child("hit-points") else {
        let printed = item.words("hit-points").unwrap_or_default();
        let Some(found) = HIT_POINTS.captures(&printed) else {
            return (None, None);
        };
        let dice = found.name("dice").map(|dice| dice.as_str().to_owned());
        let mean = found
            .name("mean")
            .and_then(|mean| mean.as_str().parse().ok());
        return (
            mean.or_else(|| dice.as_deref().and_then(dice_average)),
            dice,
        );
    };
    let positive = |key: &str| parts.int(key).filter(|n| *n > 0);
    let dice = positive("die-count")
        .zip(positive("die"))
        .map(
            |(count, die)| match parts.int("modifier").unwrap_or_default() {
                0 => format!("{count}d{die}"),
                bonus if bonus > 0 => format!("{count}d{die} + {bonus}"),
                malus => format!("{count}d{die} - {}", malus.unsigned_abs()),
            },
        );
    let mean = positive("mean").or_else(|| dice.as_deref().and_then(dice_average));
    (mean, dice)
}

static ARMOR: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s*(?P<class>\d+)\s*(?:\((?P<detail>[^)]+)\))?"));

/// The armor class and what it comes from.
fn armor(item: &Item<'_>) -> (Option<i32>, Option<String>) {
    let notes = item.words("armor-notes");
    if let Some(class) = item.int("armor-class") {
        return (Some(class), notes);
    }
    let printed = item.words("armor-class").unwrap_or_default();
    let Some(found) = ARMOR.captures(&printed) else {
        return (None, notes);
    };
    let class = found.name("class").and_then(|c| c.as_str().parse().ok());
    let detail = found.name("detail").map(|d| d.as_str().trim().to_owned());
    (class, notes.or(detail))
}

static SPEED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?P<kind>walk|fly|flying|swim|swimming|climb|climbing|burrow|burrowing)?(?:ing)?(?: speed)?:?\s*(?P<feet>\d+)\s*(?:ft\b\.?|feet\b|foot\b|')?\s*(?P<aside>\([^)]*\))?",
    )
});

/// The speeds, which are printed in one line (`30 ft., fly 60 ft. (hover)`).
fn speed(item: &Item<'_>) -> Speed {
    let mut speed = Speed {
        unit: Some("feet".to_owned()),
        ..Speed::default()
    };
    let mut notes: Vec<String> = Vec::new();
    let printed = match item.get("speed") {
        Some(Value::Object(_)) => {
            let parts = item.entries("speed").into_iter();
            let parts =
                parts.filter_map(|(k, v)| Some(format!("{k} {}", number(v).and_then(whole)?)));
            parts.collect::<Vec<_>>().join(", ")
        }
        _ => item.words("speed").unwrap_or_default(),
    };
    for found in SPEED.captures_iter(&printed) {
        let Some(feet) = found.name("feet").and_then(|f| f.as_str().parse().ok()) else {
            continue;
        };
        let aside = found.name("aside").map_or("", |aside| aside.as_str());
        let kind = found.name("kind").map(|k| k.as_str().to_lowercase());
        let place = match kind.as_deref().map(|kind| kind.get(..3).unwrap_or(kind)) {
            Some("fly") => {
                speed.hover = Some(speed.hover == Some(true) || aside.contains("hover"));
                &mut speed.fly
            }
            Some("swi") => &mut speed.swim,
            Some("cli") => &mut speed.climb,
            Some("bur") => &mut speed.burrow,
            _ => &mut speed.walk,
        };
        // A second speed of a kind is that of another form.
        if place.is_none() {
            *place = Some(feet);
        } else {
            notes.push(
                found
                    .get(0)
                    .map_or("", |all| all.as_str())
                    .trim()
                    .to_owned(),
            );
        }
        let aside = aside.trim_matches(['(', ')']);
        if !aside.is_empty() && aside != "hover" {
            notes.push(aside.to_owned());
        }
    }
    speed.notes = Some(notes.join("; ")).filter(|notes| !notes.is_empty());
    speed
}
