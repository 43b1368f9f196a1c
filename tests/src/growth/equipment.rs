//! Weapons, armor, gear, magic items and services.

use super::concepts::{PROPERTIES, text};
use super::draw::Draw;
use super::game::named;
use super::library::{Library, Made};
use super::speech::Speech;
use serde_json::{Value, json};

/// The record of a weapon.
pub fn weapon(made: Made<'_>) -> Value {
    let Made {
        key,
        document,
        name,
        mut draw,
        ..
    } = made;
    let mut weapon = weapon_facts(&mut draw, &key, &name.text);
    add(&mut weapon, "document", document);
    add(&mut weapon, "range", 0.into());
    add(&mut weapon, "long_range", 0.into());
    weapon
}

fn weapon_facts(draw: &mut Draw, key: &str, name: &str) -> Value {
    let mut properties: Vec<Value> = Vec::new();
    for _ in 0..draw.between(0, 3) {
        let (name, kind) = draw.pick(&PROPERTIES);
        let known = properties
            .iter()
            .any(|p| p.pointer("/property/name").and_then(Value::as_str) == Some(name));
        if !known {
            let detail = (name == "Versatile").then_some("1d10");
            properties.push(json!({"property": {"name": name, "type": kind, "desc": text(name, 190)}, "detail": detail}));
        }
    }
    let simple = draw.chance(45.0);
    json!({
        "key": key, "name": name, "properties": properties,
        "damage_type": named(draw.pick(&["slashing", "piercing", "bludgeoning"])), "damage_dice": draw.pick(&["1d4", "1d6", "1d8", "1d10", "1d12", "2d6"]),
        "is_simple": simple, "is_martial": !simple, "is_improvised": false, "distance_unit": "feet",
    })
}

/// The record of a suit of armor.
pub fn armor(made: Made<'_>) -> Value {
    let Made {
        key,
        document,
        name,
        mut draw,
        ..
    } = made;
    let mut armor = armor_facts(&mut draw, &key, &format!("{} Coat", name.text));
    add(&mut armor, "document", document);
    armor
}

fn armor_facts(draw: &mut Draw, key: &str, name: &str) -> Value {
    let (category, base, dexterity, cap) = draw.pick(&[
        ("light", 11, true, None),
        ("medium", 14, true, Some(2)),
        ("heavy", 17, false, None),
    ]);
    json!({
        "key": key, "name": name, "category": category, "ac_base": base, "ac_display": format!("{base}"), "ac_add_dexmod": dexterity,
        "ac_cap_dexmod": cap, "strength_score_required": (category == "heavy").then_some(13),
        "grants_stealth_disadvantage": category == "heavy",
    })
}

/// The record of a mundane item; the first ones are what the weapons are sold as.
pub fn item(made: Made<'_>) -> Value {
    let Made {
        key,
        document,
        name,
        mut draw,
        library,
        ..
    } = made;
    let draw = &mut draw;
    let category = draw.weighted(&[
        ("adventuring-gear", 480),
        ("tools", 230),
        ("trade-good", 90),
        ("poison", 45),
        ("ammunition", 30),
        ("equipment-pack", 25),
        ("mount", 25),
    ]);
    let length = draw.length(60.0, 1.1);
    let cost = f64::from(draw.between(1, 400)) / draw.pick(&[1.0, 4.0, 10.0, 100.0]);
    let weight = f64::from(draw.between(1, 200)) / 10.0;
    let weapon = draw
        .chance(15.0)
        .then(|| base(draw, library, "weapons"))
        .flatten();
    let category = if weapon.is_some() { "weapon" } else { category };
    let text = Speech::of(draw, name.theme, &name.short).text("gear", length);
    json!({
        "key": key, "name": name.text, "desc": text, "category": named(category), "weapon": weapon, "armor": null,
        "size": named("tiny"), "weight": format!("{weight:.3}"), "weight_unit": "lb", "cost": format!("{cost:.2}"),
        "document": document, "crossreferences": {"to": []},
    })
}

/// The record of a magic item.
pub fn magic_item(made: Made<'_>) -> Value {
    let Made {
        key,
        document,
        name,
        mut draw,
        library,
        ..
    } = made;
    let draw = &mut draw;
    let (rarity, rank) = draw.weighted(&[
        (("rare", 3), 371),
        (("uncommon", 2), 268),
        (("very-rare", 4), 195),
        (("legendary", 5), 94),
        (("common", 1), 70),
        (("artifact", 6), 1),
    ]);
    let attuned = draw.chance(42.0);
    let length = draw.length(400.0, 0.83);
    let weapon = (name.sort == "weapon")
        .then(|| base(draw, library, "weapons"))
        .flatten();
    let armor = (name.sort == "armor")
        .then(|| base(draw, library, "armor"))
        .flatten();
    let mut speech = Speech::of(draw, name.theme, &name.short);
    let mut text = speech.text("item", length * 4 / 5);
    text.push_str("\n\n");
    text.push_str(&speech.text("lore", length / 5));
    let detail = attuned.then(|| speech.fill("{requires attunement/requires attunement by a {folk}/requires attunement by a {folk} or {folk}}"));
    json!({
        "key": key, "name": name.text, "desc": text, "category": named(name.sort),
        "rarity": {"name": super::game::title(rarity), "key": rarity, "rank": rank}, "weapon": weapon, "armor": armor,
        "size": named("tiny"), "weight": "0.000", "weight_unit": "lb", "cost": "0.00",
        "requires_attunement": attuned, "attunement_detail": detail, "document": document, "crossreferences": {"to": []},
    })
}

/// The record of a service.
pub fn service(made: Made<'_>) -> Value {
    let Made {
        key,
        document,
        name,
        mut draw,
        ..
    } = made;
    let length = draw.length(45.0, 0.5);
    let cost = f64::from(draw.between(1, 500)) / 10.0;
    let text = Speech::of(&mut draw, name.theme, &name.short).text("gear", length);
    json!({
        "key": key, "name": format!("Hire of a {}", name.text), "desc": text, "cost": format!("{cost:.2}"), "detail": "per day",
        "document": document, "crossreferences": {"to": []},
    })
}

/// A weapon or suit of armor as things made of it repeat it.
fn base(draw: &mut Draw, library: &Library, endpoint: &str) -> Option<Value> {
    let mut base = library.record_of(endpoint, draw.below(library.count(endpoint)))?;
    if let Some(fields) = base.as_object_mut() {
        for listed in ["document", "range", "long_range"] {
            fields.remove(listed);
        }
    }
    Some(base)
}

fn add(record: &mut Value, field: &str, value: Value) {
    if let Some(fields) = record.as_object_mut() {
        fields.insert(field.to_owned(), value);
    }
}
