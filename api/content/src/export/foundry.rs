//! Foundry: actors and items as the data models of its game system dnd5e (5.3) read them. What a model fills in by itself is
//! left out.

mod actor;
mod damage;
mod defence;
mod equipment;
mod feature;
mod spell;

use super::{Credit, inert, known};
use crate::markdown::{self, Layout};
use crate::{Damage, Row, SavingThrowDc, UsageLimit, character_option, creature, equipment as gear};
use crate::{digest::sha256, spell as spells};
use pulldown_cmark::{Options, Parser, html};
use serde_json::{Map, Value, json};
use std::any::Any;

/// The version of the system whose form this is.
const SYSTEM_VERSION: &str = "5.3.3";

/// The actor or item of a row; `None` for a rule, which is neither.
pub(super) fn document<R: Row>(row: &R, credit: &Credit<'_>) -> Option<Value> {
    let any = row as &dyn Any;
    let (kind, mut system) = if let Some(creature) = any.downcast_ref::<creature::Model>() {
        return Some(actor::npc(creature, credit));
    } else if let Some(row) = any.downcast_ref::<spells::Model>() {
        ("spell", spell::system(row, credit))
    } else if let Some(row) = any.downcast_ref::<gear::Model>() {
        equipment::system(row)
    } else {
        option(any.downcast_ref::<character_option::Model>()?, credit)
    };
    merge(&mut system, json!({"identifier": row.slug(), "source": source(credit)}));
    let text = system.get("description").and_then(Value::as_str).unwrap_or_default();
    let text = format!("{}{}", html(text), html(&format!("*{}*", credit.line())));
    merge(&mut system, json!({"description": {"value": text}}));
    Some(item(&row.identity().global_id(), row.name(), kind, system))
}

/// A class, species, background, feat or feature. What it grants is in its text.
fn option(row: &character_option::Model, credit: &Credit<'_>) -> (&'static str, Value) {
    use character_option::Kind;
    let text = markdown::markdown(row, credit.book);
    let text = text.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
    let spellcasting = json!({
        "progression": row.caster_type.as_deref().unwrap_or("none").to_lowercase(),
        "ability": row.spellcasting_ability.as_deref().map_or("", code),
    });
    let (kind, mut system) = match row.kind {
        Kind::Class => {
            let die = row.hit_die.map(|sides| json!({"denomination": format!("d{sides}")}));
            ("class", json!({"hd": die.unwrap_or(json!({})), "spellcasting": spellcasting}))
        }
        Kind::Subclass => {
            let class = row.parent_slug.as_deref().unwrap_or_default();
            ("subclass", json!({"classIdentifier": class, "spellcasting": spellcasting}))
        }
        Kind::Race | Kind::Subrace => {
            let walk = row.speed.map(|feet| feet.to_string());
            let kind = row.creature_type.as_deref().unwrap_or("humanoid");
            ("race", json!({"movement": known(json!({"walk": walk})), "type": {"value": kind}}))
        }
        Kind::Background => ("background", json!({})),
        Kind::Feat | Kind::Feature => {
            let (kind, subtype) = match (row.kind, row.feat_category.as_deref()) {
                (Kind::Feat, Some("fighting-style")) => ("feat", "fightingStyle"),
                (Kind::Feat, Some("epic-boon")) => ("feat", "epicBoon"),
                (Kind::Feat, category) => ("feat", category.unwrap_or_default()),
                _ => ("class", ""),
            };
            let requirements = row.prerequisites.as_deref().unwrap_or_default();
            (
                "feat",
                json!({
                    "type": {"value": kind, "subtype": subtype},
                    "requirements": inert::markdown(requirements),
                    "prerequisites": {"level": row.level, "repeatable": row.repeatable.unwrap_or(false)},
                }),
            )
        }
    };
    merge(&mut system, json!({"description": text}));
    (kind, system)
}

/// An item, or an actor.
fn item(seed: &str, name: &str, kind: &str, system: Value) -> Value {
    json!({
        "_id": id(seed),
        "name": inert::markdown(name),
        "type": kind,
        "system": system,
        "effects": [],
        "_stats": {"systemId": "dnd5e", "systemVersion": SYSTEM_VERSION},
    })
}

/// The book of a document.
fn source(credit: &Credit<'_>) -> Value {
    let rules = match Layout::of(credit.key, credit.book) {
        Layout::Rules2014 => "2014",
        Layout::Rules2024 => "2024",
    };
    json!({
        "rules": rules,
        "book": inert::markdown(credit.name),
        "license": inert::markdown(&credit.licenses),
        "revision": 1,
    })
}

/// The id of a document, which is the same each time: 16 letters and digits.
fn id(seed: &str) -> String {
    sha256(seed).chars().take(16).collect()
}

/// Puts the fields of an object into another.
fn merge(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}

/// The system's code of an ability: `str`.
fn code(ability: &str) -> &str {
    ability.get(..3).unwrap_or(ability)
}

/// Markdown as HTML. Nothing in it is a command of Foundry: `[[/roll]]`, `@UUID[]`, `&Reference[]`.
fn html(markdown: &str) -> String {
    let text = inert::markdown(markdown);
    let mut page = String::with_capacity(text.len() * 2);
    html::push_html(&mut page, Parser::new_ext(&text, Options::ENABLE_TABLES));
    let mut inert = String::with_capacity(page.len());
    for c in page.chars() {
        if c == '[' && (inert.ends_with('[') || ends_with_command(&inert)) {
            inert.push(' ');
        }
        inert.push(c);
    }
    inert
}

/// Whether a text ends with what begins a command before a bracket: `@UUID`, `&amp;Reference`.
fn ends_with_command(text: &str) -> bool {
    let before = text.trim_end_matches(|c: char| c.is_alphanumeric());
    before.len() < text.len() && before.ends_with(['@', '&', ';'])
}

/// An activity of an item: what a click on it does.
fn activity(kind: &str, activation: &Value, mut fields: Value) -> Value {
    merge(&mut fields, json!({"type": kind, "activation": activation}));
    fields
}

/// Activities by their ids.
fn activities(item: &str, list: Vec<Value>) -> Value {
    let numbered = list.into_iter().enumerate().map(|(number, mut activity)| {
        let id = id(&format!("{item}#{number}"));
        merge(&mut activity, json!({"_id": id, "sort": number}));
        (id, activity)
    });
    Value::Object(numbered.collect::<Map<_, _>>())
}

/// An activity in which a target saves. Without a number the DC is that of the caster's spells.
fn save(activation: &Value, save: &SavingThrowDc, parts: Vec<Value>) -> Value {
    let dc = match save.dc {
        Some(dc) => json!({"calculation": "", "formula": dc.to_string()}),
        None => json!({"calculation": "spellcasting", "formula": ""}),
    };
    let on_save = match save.success.as_deref() {
        Some("half") => "half",
        _ => "none",
    };
    let fields = json!({
        "save": {"ability": [code(&save.ability)], "dc": dc},
        "damage": {"onSave": on_save, "parts": parts},
    });
    activity("save", activation, fields)
}

fn parts(damage: &[Damage]) -> Vec<Value> {
    let part = |damage: &Damage| {
        let dice = damage.dice.as_deref().unwrap_or_default();
        part(dice, damage.bonus, damage.damage_type.as_slice(), 0)
    };
    damage.iter().map(part).collect()
}

/// A part of damage or healing, with the dice that each higher level adds. Dice that are no plain ones are a formula.
fn part(dice: &str, bonus: Option<i32>, types: &[String], growth: i32) -> Value {
    let bonus = bonus.filter(|bonus| *bonus != 0).map(|bonus| bonus.to_string());
    let bonus = bonus.unwrap_or_default();
    let scaling = match growth {
        0 => json!({"mode": ""}),
        dice => json!({"mode": "whole", "number": dice}),
    };
    if let Some((number, denomination, own)) = plain_dice(dice) {
        return json!({
            "number": number, "denomination": denomination, "types": types, "scaling": scaling,
            "bonus": if own.is_empty() { bonus } else { own },
        });
    }
    let dice = dice.replace("MOD", "@mod");
    let formula = [dice.as_str(), &bonus].into_iter();
    let formula: Vec<&str> = formula.filter(|part| !part.is_empty()).collect();
    let formula = formula.join(" + ");
    json!({
        "custom": {"enabled": true, "formula": formula}, "types": types, "scaling": scaling,
    })
}

/// Number and sides of dice, and what is added: `1d8 + MOD` is 1, 8 and `@mod`.
fn plain_dice(dice: &str) -> Option<(i32, i32, String)> {
    let (dice, bonus) = dice.split_once('+').unwrap_or((dice, ""));
    let (number, sides) = dice.trim().split_once('d')?;
    let bonus = bonus.trim().replace("MOD", "@mod");
    let sides: i32 = sides.parse().ok()?;
    // Other dice are not in the system's list.
    [4, 6, 8, 10, 12, 20, 100].contains(&sides).then_some(())?;
    Some((number.parse().unwrap_or(1), sides, bonus))
}

/// How often an item can be used, and what gives it back.
fn uses(usage: Option<&UsageLimit>) -> Option<Value> {
    let usage = usage?;
    let times = usage.times.unwrap_or(1);
    let recovery = match usage.kind.as_str() {
        "RECHARGE_ON_ROLL" => {
            let minimum = usage.minimum.unwrap_or(6).to_string();
            json!({"period": "recharge", "formula": minimum, "type": "recoverAll"})
        }
        "PER_DAY" => json!({"period": "day", "type": "recoverAll"}),
        "PER_REST" | "RECHARGE_AFTER_REST" => {
            let is_long = usage.rests.iter().all(|rest| rest == "long") && !usage.rests.is_empty();
            json!({"period": if is_long { "lr" } else { "sr" }, "type": "recoverAll"})
        }
        _ => return None,
    };
    Some(json!({"max": times.to_string(), "spent": 0, "recovery": [recovery]}))
}
