//! Creatures: whole stat blocks.

use super::draw::Draw;
use super::game::{ABILITIES, CONDITIONS, SKILLS, named, title};
use super::library::Made;
use super::speech::Speech;
use super::words::DAMAGE;
use super::{actions, concepts};
use serde_json::{Map, Value, json};

/// How strong a creature is, in the numbers that everything else follows from.
#[derive(Clone, Copy)]
pub struct Strength {
    /// Challenge rating.
    pub rating: f64,
    /// Proficiency bonus.
    pub proficiency: i32,
    /// Its best ability's modifier.
    pub best: i32,
}

impl Strength {
    fn of(draw: &mut Draw) -> Self {
        let eighths = draw.weighted(&[
            (16, 101),
            (40, 89),
            (24, 86),
            (4, 73),
            (32, 72),
            (8, 71),
            (2, 65),
            (48, 65),
            (56, 47),
            (64, 43),
            (72, 40),
            (0, 34),
            (88, 31),
            (80, 28),
            (1, 27),
            (96, 22),
            (104, 18),
            (128, 12),
            (112, 12),
            (120, 12),
            (136, 10),
            (168, 8),
            (152, 6),
            (184, 5),
            (160, 5),
            (176, 5),
            (144, 5),
            (192, 5),
            (200, 2),
            (240, 1),
        ]);
        let rating = f64::from(eighths) / 8.0;
        let whole = eighths / 8;
        Self {
            rating,
            proficiency: 2 + (whole - 1).max(0) / 4,
            best: 1 + whole / 4 + draw.between(0, 3),
        }
    }

    /// The number that a save against it must reach.
    pub fn difficulty(self) -> i32 {
        8 + self.proficiency + self.best
    }
}

/// The record of a creature.
pub fn record(made: Made<'_>) -> Value {
    let Made {
        key,
        document,
        name,
        mut draw,
        ..
    } = made;
    let draw = &mut draw;
    let strength = Strength::of(draw);
    let size = draw.weighted(&[
        ("medium", 379),
        ("large", 279),
        ("small", 125),
        ("huge", 108),
        ("tiny", 61),
        ("gargantuan", 48),
    ]);
    let alignment = draw.weighted(&[
        ("chaotic evil", 380),
        ("unaligned", 205),
        ("neutral evil", 118),
        ("neutral", 87),
        ("lawful evil", 51),
        ("chaotic neutral", 36),
        ("lawful neutral", 22),
        ("lawful good", 16),
        ("neutral good", 16),
        ("chaotic good", 14),
    ]);
    let modifiers: Vec<i32> = ABILITIES
        .iter()
        .map(|_| draw.between(-3, strength.best))
        .collect();
    let six = |of: &dyn Fn(i32) -> i32| -> Map<String, Value> {
        let pairs = ABILITIES.iter().zip(&modifiers);
        pairs
            .map(|(ability, modifier)| ((*ability).to_owned(), of(*modifier).into()))
            .collect()
    };
    let modifier_of = |ability: &str| {
        let mut pairs = ABILITIES.iter().zip(&modifiers);
        pairs
            .find(|(name, _)| **name == ability)
            .map_or(0, |(_, modifier)| *modifier)
    };
    let all_skills: Map<String, Value> = SKILLS
        .iter()
        .map(|(skill, ability)| ((*skill).to_owned(), modifier_of(ability).into()))
        .collect();
    let mut skills = Map::new();
    for _ in 0..draw.weighted(&[(0, 25), (1, 30), (2, 25), (3, 15), (4, 5)]) {
        let (skill, ability) = draw.pick(&SKILLS);
        skills.insert(
            skill.to_owned(),
            (modifier_of(ability) + strength.proficiency).into(),
        );
    }
    let mut saves = Map::new();
    for _ in 0..draw.weighted(&[(0, 60), (2, 20), (3, 15), (4, 5)]) {
        let ability = draw.pick(&ABILITIES);
        saves.insert(
            ability.to_owned(),
            (modifier_of(ability) + strength.proficiency).into(),
        );
    }
    #[expect(clippy::cast_possible_truncation, reason = "a number of dice")]
    let dice = (strength.rating * 1.4) as i32 + draw.between(1, 6);
    let sides = draw.pick(&[6, 8, 10, 12]);
    let constitution = modifier_of("constitution").max(0);
    let hit_points = dice * (sides + 1) / 2 + dice * constitution;
    let speed = speed(draw);
    let languages: Vec<Value> =
        (0..draw.weighted(&[(0, 513), (2, 195), (1, 192), (3, 69), (4, 23)]))
            .map(|_| {
                let place = draw.below(18);
                let (key, name) = concepts::language(place);
                json!({"key": key, "name": name, "desc": ""})
            })
            .collect();
    let spoken: Vec<&str> = languages
        .iter()
        .filter_map(|l| l.get("name")?.as_str())
        .collect();
    let environments: Vec<Value> =
        (0..draw.weighted(&[(0, 809), (1, 60), (2, 50), (3, 40), (6, 30)]))
            .map(|_| named(concepts::environment(draw.below(30))))
            .collect();
    let sight = draw.weighted(&[
        (Some(60), 424),
        (None, 372),
        (Some(120), 164),
        (Some(30), 22),
        (Some(90), 10),
    ]);
    let blindsight = draw.weighted(&[
        (None, 802),
        (Some(60), 88),
        (Some(30), 41),
        (Some(10), 40),
        (Some(120), 21),
    ]);
    let defences = defences(draw);
    let trait_count = draw.weighted(&[
        (2, 256),
        (3, 205),
        (1, 204),
        (4, 135),
        (0, 101),
        (5, 58),
        (6, 26),
        (7, 9),
    ]);
    let mut traits = Vec::new();
    for _ in 0..trait_count {
        let length = draw.length(117.0, 0.78);
        let mut speech = Speech::of(draw, name.theme, &name.short);
        traits.push(
            json!({"name": title(&speech.fill("{a} {n}")), "desc": speech.text("trait", length)}),
        );
    }
    let actions = actions::of(draw, &name, strength);
    json!({
        "key": key, "name": name.text, "document": document,
        "type": named(name.sort), "size": named(size),
        "challenge_rating": strength.rating, "proficiency_bonus": null,
        "speed": speed, "speed_all": speed,
        "category": if name.sort == "beast" { "Animals" } else { "Monsters" }, "subcategory": null,
        "alignment": alignment,
        "languages": {"as_string": spoken.join(", "), "data": languages},
        "armor_class": 11 + strength.proficiency + draw.between(0, 4), "armor_detail": "",
        "hit_points": hit_points, "hit_dice": format!("{dice}d{sides} + {}", dice * constitution),
        "experience_points": null,
        "ability_scores": six(&|modifier| 10 + modifier * 2), "modifiers": six(&|modifier| modifier),
        "initiative_bonus": modifier_of("dexterity"),
        "saving_throws": saves, "saving_throws_all": six(&|modifier| modifier),
        "skill_bonuses": skills, "skill_bonuses_all": all_skills,
        "passive_perception": 10 + modifier_of("wisdom"),
        "resistances_and_immunities": defences,
        "normal_sight_range": 10560, "darkvision_range": sight, "blindsight_range": blindsight,
        "tremorsense_range": null, "truesight_range": null,
        "actions": actions, "traits": traits, "creaturesets": [], "environments": environments, "illustration": null,
        "crossreferences": {"to": []},
    })
}

fn speed(draw: &mut Draw) -> Value {
    let mut speed = json!({"unit": "feet", "walk": draw.pick(&[30, 30, 40, 20, 25, 50, 10])});
    if let Some(fields) = speed.as_object_mut() {
        for (way, percent) in [
            ("fly", 28.0),
            ("swim", 20.0),
            ("climb", 18.0),
            ("burrow", 8.0),
        ] {
            if draw.chance(percent) {
                fields.insert(way.to_owned(), draw.pick(&[20, 30, 40, 60, 80]).into());
            }
        }
    }
    speed
}

fn defences(draw: &mut Draw) -> Value {
    let mut some = |list: &[&'static str], counts: &[(usize, u32)]| -> Vec<Value> {
        let count = draw.weighted(counts);
        (0..count).map(|_| named(draw.common(list))).collect()
    };
    let shown = |list: &[Value]| {
        let names: Vec<&str> = list.iter().filter_map(|n| n.get("key")?.as_str()).collect();
        names.join(", ")
    };
    let immune = some(&DAMAGE, &[(0, 550), (1, 250), (2, 127), (3, 55)]);
    let resistant = some(&DAMAGE, &[(0, 650), (1, 150), (2, 120), (3, 80)]);
    let vulnerable = some(&DAMAGE, &[(0, 930), (1, 70)]);
    let conditions = some(
        &CONDITIONS,
        &[(0, 600), (1, 150), (2, 120), (3, 80), (4, 50)],
    );
    json!({
        "damage_immunities_display": shown(&immune), "damage_immunities": immune,
        "damage_resistances_display": shown(&resistant), "damage_resistances": resistant,
        "damage_vulnerabilities_display": shown(&vulnerable), "damage_vulnerabilities": vulnerable,
        "condition_immunities_display": shown(&conditions), "condition_immunities": conditions,
    })
}
