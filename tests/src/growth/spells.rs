//! Spells.

use super::draw::Draw;
use super::game::{SCHOOLS, named};
use super::library::{Library, Made};
use super::speech::Speech;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What a spell does in numbers.
struct Effect {
    damage: Option<(i32, &'static str, &'static str)>,
    save: &'static str,
    attack: bool,
    heals: bool,
}

/// The record of a spell.
pub fn record(made: Made<'_>) -> Value {
    let Made {
        key,
        document,
        name,
        mut draw,
        library,
        ..
    } = made;
    let draw = &mut draw;
    let level = draw.weighted(&[
        (2, 174),
        (1, 162),
        (3, 151),
        (4, 112),
        (5, 108),
        (6, 78),
        (0, 71),
        (7, 60),
        (8, 44),
        (9, 39),
    ]);
    let school = draw.weighted(&SCHOOLS);
    let effect = effect(draw, level, name.theme.name);
    let length = draw.length(430.0, 0.65);
    let range = draw.weighted(&[
        ("Self", 226),
        ("Touch", 200),
        ("60 feet", 181),
        ("30 feet", 153),
        ("120 feet", 93),
        ("90 feet", 32),
        ("10 feet", 17),
        ("150 feet", 14),
        ("100 feet", 12),
        ("300 feet", 11),
        ("1 mile", 7),
        ("Sight", 4),
        ("Special", 3),
    ]);
    let time = draw.weighted(&[
        ("action", 758),
        ("1minute", 86),
        ("bonus-action", 59),
        ("reaction", 30),
        ("10minutes", 30),
        ("1hour", 29),
        ("8hours", 2),
    ]);
    let duration = draw.weighted(&[
        ("instantaneous", 276),
        ("1 minute", 268),
        ("1 hour", 145),
        ("10 minutes", 107),
        ("8 hours", 39),
        ("24 hours", 39),
        ("1 round", 34),
        ("until dispelled", 18),
        ("permanent", 11),
        ("10 days", 9),
        ("special", 8),
    ]);
    let concentration =
        !matches!(duration, "instantaneous" | "permanent" | "special") && draw.chance(55.0);
    let shape = draw.weighted(&[
        (None, 896),
        (Some("sphere"), 41),
        (Some("cube"), 36),
        (Some("cone"), 16),
        (Some("cylinder"), 7),
        (Some("line"), 4),
    ]);
    let classes = classes(draw, library);
    let material = draw.chance(55.0);
    let higher = level > 0 && draw.chance(45.0);
    let feet = range
        .split_once(' ')
        .and_then(|(n, unit)| n.parse::<i32>().ok().filter(|_| unit == "feet"));
    let (ritual, somatic, target) = (
        draw.chance(8.0),
        draw.chance(85.0),
        draw.weighted(&[
            ("creature", 727),
            ("point", 122),
            ("area", 74),
            ("object", 66),
        ]),
    );
    let options = options(level, &effect, higher);
    let mut speech = Speech::of(draw, name.theme, &name.short);
    let text = text(&mut speech, &effect, length);
    let higher_level = if higher {
        match effect.damage {
            Some((_, die, _)) => format!("When you cast this spell using a spell slot of level {} or higher, the damage increases by 1{die} for each slot level above {level}.", level + 1),
            None => speech.fill("When you cast this spell with a higher slot, it {vs} {few} more {ns} for each level above its own."),
        }
    } else {
        String::new()
    };
    let component = material
        .then(|| speech.fill("{a/a bit of/two} {a} {n} and {material}{/ worth {gold} gp/}"));
    let reaction = (time == "reaction")
        .then(|| speech.fill("which you take when {who} {vs} within 60 feet of you"));
    json!({
        "key": key,
        "document": document,
        "casting_options": options,
        "school": named(school),
        "classes": classes,
        "range_unit": "feet",
        "shape_size_unit": "feet",
        "name": name.text,
        "desc": text,
        "level": level,
        "higher_level": higher_level,
        "target_type": target,
        "range_text": range,
        "range": feet.unwrap_or_default(),
        "ritual": ritual,
        "casting_time": time,
        "reaction_condition": reaction,
        "verbal": true,
        "somatic": somatic,
        "material": material,
        "material_specified": component,
        "material_cost": null,
        "material_consumed": false,
        "target_count": 1,
        "saving_throw_ability": effect.save,
        "attack_roll": effect.attack,
        "damage_roll": effect.damage.map(|(count, die, _)| format!("{count}{die}")).unwrap_or_default(),
        "damage_types": effect.damage.map(|(_, _, kind)| vec![kind]).unwrap_or_default(),
        "duration": duration,
        "shape_type": shape,
        "shape_size": shape.map(|_| speech.draw.pick(&[5, 10, 15, 20, 30, 60])),
        "concentration": concentration,
        "crossreferences": {"to": []},
    })
}

fn effect(draw: &mut Draw, level: i32, theme: &'static str) -> Effect {
    let harms = draw.chance(24.0);
    let kind = super::words::DAMAGE.into_iter().find(|kind| *kind == theme);
    let kind = kind.unwrap_or_else(|| {
        draw.common(&[
            "necrotic",
            "fire",
            "psychic",
            "bludgeoning",
            "force",
            "radiant",
            "cold",
            "thunder",
        ])
    });
    let count = draw.between(1, 3) + level;
    let die = draw.common(&["d6", "d8", "d10", "d4", "d12"]);
    let save = if draw.chance(if harms { 65.0 } else { 34.0 }) {
        draw.weighted(&[
            ("wisdom", 107),
            ("constitution", 103),
            ("dexterity", 102),
            ("charisma", 46),
            ("strength", 40),
            ("intelligence", 17),
        ])
    } else {
        ""
    };
    Effect {
        damage: harms.then_some((count, die, kind)),
        save,
        attack: harms && save.is_empty(),
        heals: !harms && draw.chance(5.0),
    }
}

fn text(speech: &mut Speech<'_>, effect: &Effect, length: usize) -> String {
    let mut parts = vec![speech.sentence("spell")];
    let save = super::words::capital(effect.save);
    match (effect.damage, effect.save) {
        (Some((count, die, kind)), "") => {
            let way = speech.draw.pick(&["melee", "ranged"]);
            parts.push(format!(
                "Make a {way} spell attack. On a hit, the target takes {count}{die} {kind} damage."
            ));
        }
        (Some((count, die, kind)), _) => {
            let who = speech.fill("{Who}");
            parts.push(format!("{who} must make a {save} saving throw. It takes {count}{die} {kind} damage on a failed save, or half as much damage on a successful one."));
        }
        (None, "") if effect.heals => parts.push(
            "The target regains hit points equal to 2d8 + your spellcasting ability modifier."
                .to_owned(),
        ),
        (None, "") => {}
        (None, _) => {
            let condition = speech.fill("{cond}");
            parts.push(format!("The target must succeed on a {save} saving throw or be {condition} for the duration."));
        }
    }
    let said: usize = parts.iter().map(String::len).sum();
    if length > said {
        parts.push(speech.text("spell", length - said));
    }
    parts.join(" ")
}

/// The classes that have it on their lists: any of the first, which all books know.
fn classes(draw: &mut Draw, library: &Library) -> Vec<Value> {
    const KNOWN: usize = 12;
    let count = draw.weighted(&[(0, 505), (3, 142), (2, 137), (1, 103), (4, 78), (5, 26)]);
    let places: BTreeSet<usize> = (0..count).map(|_| draw.below(KNOWN)).collect();
    let named = places
        .into_iter()
        .filter_map(|place| library.named("classes", place));
    named.collect()
}

fn options(level: i32, effect: &Effect, higher: bool) -> Vec<Value> {
    let option = |kind: String, damage: Option<String>| {
        json!({
            "type": kind, "damage_roll": damage, "target_count": null, "duration": null, "range": null,
            "concentration": null, "shape_size": null, "desc": null,
        })
    };
    let mut options = vec![option("default".to_owned(), None)];
    if let (true, Some((count, die, _))) = (higher, effect.damage) {
        let more = (level + 1..=9).map(|slot| {
            option(
                format!("slot_level_{slot}"),
                Some(format!("{}{die}", count + slot - level)),
            )
        });
        options.extend(more);
    }
    options
}
