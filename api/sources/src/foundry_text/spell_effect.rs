//! Effect of a spell: targets, area, attack, save, dice, and their growth.

use crate::foundry_text::fields::Fields;
use crate::foundry_text::notation::{bonus, dice, sum};
use crate::spell_text::dice::{healing, with_modifier_of};
use crate::spell_text::effect::attack_type;
use lorekeeper_content::spell::{CastingOption, Model};
use lorekeeper_content::vocabulary::ability_of;

/// The levels at which a cantrip grows.
const CANTRIP: [i32; 3] = [5, 11, 17];

/// Fills in the fields from the activities. The first one with a value speaks for the spell: the others are what
/// happens later, or in another use of it.
pub fn fill(wire: Fields<'_>, row: &mut Model) {
    let activities = || wire.list("activities");
    let first = activities().next().unwrap_or(Fields::NOTHING);
    let count = first.text("target.affects.count");
    row.target_type = target(first.at("target")).map(str::to_owned);
    row.target_count = count.parse().ok();
    if let Some((shape, size)) = activities().find_map(|activity| area(activity.at("target.template"))) {
        row.area_shape = Some(shape.to_owned());
        row.area_size = Some(size);
        row.area_unit = Some("feet".to_owned());
    }
    row.attack_roll = row.text.to_lowercase().contains("spell attack");
    row.attack_type = attack_type(&row.text);
    let mut saves = activities().filter(|activity| activity.text("kind") == "save");
    if let Some((save, ability)) = saves.find_map(|save| Some((save, *save.words("save.ability").first()?))) {
        row.saving_throw = ability_of(ability).map(str::to_owned);
        let damages = save.list("damage.parts").next().is_some();
        row.saving_throw_success = damages.then(|| match save.text("damage.on_save") {
            success @ ("half" | "none") => success.to_owned(),
            _ => "other".to_owned(),
        });
    }
    row.healing = healing(&row.text).or_else(|| activities().find_map(restored));
    let dealt: Vec<Fields<'_>> = activities()
        .find(|activity| deals(*activity))
        .map(|activity| activity.list("damage.parts").collect())
        .unwrap_or_default();
    row.damage_roll = roll(&dealt, 0);
    row.damage_types = dealt.iter().flat_map(|part| part.words("types")).map(str::to_owned).collect();
    row.damage_types.sort();
    row.damage_types.dedup();
    let healed = activities().map(|activity| activity.at("healing"));
    let healed = healed.filter(|_| row.healing.is_some()).find(|part| part.is_there());
    let ways: Vec<(String, i32, i32)> = if row.level == 0 {
        let levels = (1..).zip(CANTRIP);
        levels.map(|(step, level)| (format!("player_level_{level}"), step, level)).collect()
    } else {
        let levels = row.level + 1..=9;
        levels.map(|level| (format!("slot_level_{level}"), level - row.level, level)).collect()
    };
    let options = ways.into_iter().filter_map(|(kind, steps, level)| {
        let plain = CastingOption { kind, ..CastingOption::default() };
        let healed = healed.filter(|part| grows(*part)).and_then(|part| grown(part, steps));
        let counted = Some(count).filter(|count| count.contains("@item.level"));
        let option = CastingOption {
            damage_roll: dealt.iter().any(|part| grows(*part)).then(|| roll(&dealt, steps)).flatten(),
            healing: healed.map(|dice| with_modifier_of(row.healing.as_deref().unwrap_or_default(), dice)),
            target_count: counted.and_then(|formula| sum(formula, |name| (name == "item.level").then_some(level))),
            ..plain.clone()
        };
        (option != plain).then_some(option)
    });
    row.casting_options = options.collect::<Vec<_>>().into();
}

fn deals(activity: Fields<'_>) -> bool {
    let harms = |part: Fields<'_>| !part.words("types").iter().any(|kind| ["healing", "temphp"].contains(kind));
    ["attack", "save", "damage"].contains(&activity.text("kind")) && activity.list("damage.parts").any(harms)
}

fn target(target: Fields<'_>) -> Option<&'static str> {
    match target.text("affects.type") {
        "creature" | "willing" | "enemy" | "ally" | "creatureOrObject" => Some("creature"),
        "object" => Some("object"),
        "space" => Some("point"),
        _ if !target.text("template.type").is_empty() => Some("area"),
        _ => None,
    }
}

/// Shape and size of an area of the rules.
fn area(template: Fields<'_>) -> Option<(&str, i32)> {
    let size = template.text("size").trim().parse().ok().filter(|size: &i32| *size > 0)?;
    let shape = match template.text("type") {
        // An emanation.
        "radius" => "sphere",
        shape => shape,
    };
    ["cone", "cube", "cylinder", "line", "sphere"].contains(&shape).then_some((shape, size))
}

fn grows(part: Fields<'_>) -> bool {
    part.text("scaling.mode") == "whole"
}

/// The dice of all parts, grown by so many steps.
fn roll(parts: &[Fields<'_>], steps: i32) -> Option<String> {
    let dice: Vec<String> = parts.iter().filter_map(|part| grown(*part, steps)).collect();
    Some(dice.join(" + ")).filter(|roll| !roll.is_empty())
}

fn grown(part: Fields<'_>, steps: i32) -> Option<String> {
    if part.is("custom.enabled") {
        let formula = part.filled("custom.formula").filter(|_| steps == 0);
        return formula.filter(|formula| !formula.contains('@'));
    }
    let by = if grows(part) { part.int("scaling.number").unwrap_or(1) } else { 0 };
    let flat = sum(part.text("bonus"), |_| None);
    dice(part, by * steps).map(|dice| format!("{dice}{}", bonus(flat.unwrap_or_default())))
}

/// The hit points that an activity restores, where the text does not say it in so many words.
fn restored(activity: Fields<'_>) -> Option<String> {
    let part = activity.at("healing");
    if activity.text("kind") != "heal" || !part.words("types").contains(&"healing") || part.is("custom.enabled") {
        return None;
    }
    let flat = sum(part.text("bonus"), |_| None);
    match dice(part, 0) {
        Some(dice) if part.text("bonus").trim() == "@mod" => Some(format!("{dice} + MOD")),
        Some(dice) => Some(format!("{dice}{}", bonus(flat.unwrap_or_default()))),
        None => flat.filter(|flat| *flat > 1).map(|flat| flat.to_string()),
    }
}
