//! What creatures do: attacks, breaths, bonus actions, reactions, legendary actions.

use super::creatures::Strength;
use super::draw::Draw;
use super::game::title;
use super::names::Name;
use super::speech::Speech;
use super::words::capital;
use serde_json::{Value, json};

/// The actions of a creature.
pub fn of(draw: &mut Draw, name: &Name, strength: Strength) -> Vec<Value> {
    let count = draw.weighted(&[
        (3, 194),
        (4, 192),
        (1, 162),
        (2, 159),
        (5, 107),
        (0, 57),
        (6, 42),
        (7, 21),
        (9, 30),
        (11, 20),
    ]);
    let mut actions = Vec::new();
    for order in 0..count {
        // What has many actions has legendary ones, at the end of its turn's.
        let kind = match order {
            0..3 => "ACTION",
            3..6 => draw.weighted(&[("ACTION", 60), ("BONUS_ACTION", 25), ("REACTION", 15)]),
            _ => "LEGENDARY_ACTION",
        };
        let attack = kind == "ACTION" && (order == 0 || draw.chance(45.0));
        actions.push(if attack {
            self::attack(draw, name, strength, order)
        } else {
            other(draw, name, strength, kind, order)
        });
    }
    actions
}

fn attack(draw: &mut Draw, name: &Name, strength: Strength, order: usize) -> Value {
    let dice = draw.between(1, 2 + strength.proficiency / 2);
    let sides = draw.pick(&[4, 6, 8, 10, 12]);
    let (to_hit, bonus) = (strength.best + strength.proficiency, strength.best);
    let ranged = draw.chance(20.0);
    let kind = draw.weighted(&[("slashing", 35), ("piercing", 40), ("bludgeoning", 25)]);
    let extra = draw.chance(20.0);
    let (reach, range) = (draw.pick(&[5, 5, 5, 10, 15]), draw.pick(&[30, 60, 80, 120]));
    let length = draw.length(40.0, 0.9);
    let mut speech = Speech::of(draw, name.theme, &name.short);
    let called = title(&speech.fill("{{a} {n}/{n}/{v}/bite/claw/slam/tail/gore}"));
    let average = dice * (sides + 1) / 2 + bonus;
    let way = if ranged {
        format!(
            "Ranged Weapon Attack: +{to_hit} to hit, range {range}/{} ft.",
            range * 3
        )
    } else {
        format!("Melee Weapon Attack: +{to_hit} to hit, reach {reach} ft.")
    };
    let mut text =
        format!("{way}, one target. Hit: {average} ({dice}d{sides} + {bonus}) {kind} damage");
    let second = speech.damage();
    if extra {
        text.extend([" plus 7 (2d6) ", second, " damage"]);
    }
    text.push('.');
    if length > 50 {
        let (ability, condition) = (
            speech
                .draw
                .pick(&["Strength", "Constitution", "Dexterity", "Wisdom"]),
            speech.fill("{cond}"),
        );
        let difficulty = strength.difficulty();
        let save = format!(
            " The target must succeed on a DC {difficulty} {ability} saving throw or be {condition}."
        );
        text.push_str(&save);
        text.push(' ');
        text.push_str(&speech.text("action", length / 2));
    }
    json!({
        "name": called, "desc": text, "action_type": "ACTION", "order_in_statblock": order,
        "legendary_action_cost": null, "limited_to_form": null, "usage_limits": null,
        "attacks": [{
            "name": format!("{called} attack"), "attack_type": "WEAPON", "to_hit_mod": to_hit,
            "reach": (!ranged).then_some(reach), "range": ranged.then_some(range), "long_range": ranged.then_some(range * 3),
            "target_creature_only": false, "damage_die_count": dice, "damage_die_type": format!("D{sides}"),
            "damage_bonus": bonus, "damage_type": super::game::named(kind),
            "extra_damage_die_count": extra.then_some(2), "extra_damage_die_type": extra.then_some("D6"),
            "extra_damage_bonus": null, "extra_damage_type": extra.then(|| super::game::named(second)),
            "distance_unit": "feet",
        }],
    })
}

fn other(draw: &mut Draw, name: &Name, strength: Strength, kind: &str, order: usize) -> Value {
    let length = draw.length(150.0, 0.75);
    let harms = draw.chance(40.0);
    let usage = draw.weighted(&[
        (None, 70),
        (Some(("RECHARGE_ON_ROLL", 5)), 20),
        (Some(("PER_DAY", 3)), 10),
    ]);
    let dice = 1 + strength.proficiency + draw.between(0, 4);
    let mut speech = Speech::of(draw, name.theme, &name.short);
    let called = title(&speech.fill("{{a} {n}/{n} {n}/{v} {n}/{ving} {n}}"));
    let mut text = speech.sentence("action");
    if harms {
        let (ability, damage) = (
            speech
                .draw
                .pick(&["Dexterity", "Constitution", "Wisdom", "Strength"]),
            speech.damage(),
        );
        let shape = speech.fill("{each creature in a {ft}-foot cone/each creature within {ft} feet of it/one creature that it can see}");
        text = format!(
            "{text} {} must make a DC {} {ability} saving throw, taking {} ({dice}d6) {damage} damage on a failed save, or half as much damage on a successful one.",
            capital(&shape),
            strength.difficulty(),
            dice * 7 / 2
        );
    }
    if length > text.len() {
        text.push(' ');
        text.push_str(&speech.text("action", length - text.len()));
    }
    json!({
        "name": called, "desc": text, "attacks": [], "action_type": kind, "order_in_statblock": order,
        "legendary_action_cost": (kind == "LEGENDARY_ACTION").then_some(1), "limited_to_form": null,
        "usage_limits": usage.map(|(kind, param)| json!({"type": kind, "param": param})),
    })
}
