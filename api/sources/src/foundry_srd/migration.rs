//! Migration of documents of older releases of the game system to the form of the one that is read, as far as rows need it.

use lorekeeper_content::Pattern;
use serde_json::{Map, Value, json};

/// The document, and the items within it, in the form of today.
pub(super) fn migrate(mut document: Value) -> Value {
    let Some(fields) = document.as_object_mut() else {
        return document;
    };
    if let Some(data) = fields.remove("data") {
        // So it was called before version 10.
        fields.entry("system").or_insert(data);
    }
    if let (Some(Value::String(html)), false) = (fields.get("content"), fields.contains_key("pages")) {
        // A journal was one text before version 10.
        let page = json!({"name": fields.get("name"), "type": "text", "text": {"content": html}});
        fields.insert("pages".to_owned(), json!([page]));
    }
    if let Some(Value::Array(items)) = fields.get_mut("items") {
        for item in items.iter_mut() {
            *item = migrate(item.take());
        }
        name_spells(items);
    }
    let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default();
    let is_spell = kind == "spell";
    if let Some(Value::Object(system)) = fields.get_mut("system") {
        migrate_item(system, is_spell);
        spell_out_physical_damage(system);
        if let Some(Value::String(html)) = system.get_mut("description").and_then(|text| text.get_mut("value")) {
            *html = TO_HIT.replace_all(html, "+$bonus to hit").into_owned();
        }
    }
    document
}

/// Gives activities that cast a spell its name, by the copies of the spells that an actor has.
fn name_spells(items: &mut [Value]) {
    let copies = items.iter().filter_map(|item| {
        let of = item.pointer("/flags/dnd5e/cachedFor")?.as_str()?;
        let (item_id, activity) = of.strip_prefix(".Item.")?.split_once(".Activity.")?;
        Some((item_id.to_owned(), activity.to_owned(), item.get("name")?.clone()))
    });
    for (item_id, activity, name) in copies.collect::<Vec<_>>() {
        let caster = items.iter_mut().find(|item| item.get("_id") == Some(&json!(item_id)));
        let path = format!("/system/activities/{activity}/spell");
        let spell = caster.and_then(|item| item.pointer_mut(&path)?.as_object_mut());
        if let Some(spell) = spell {
            spell.insert("name".to_owned(), name);
        }
    }
}

/// A roll to hit, which a stat block prints as a bonus.
static TO_HIT: Pattern = Pattern::new(r"\[\[/r(?:oll)? 1d20 ?\+ ?(?P<bonus>\d+)\]\] to hit");

/// Damage of nonmagical attacks had a code of its own.
fn spell_out_physical_damage(system: &mut Map<String, Value>) {
    let Some(Value::Object(traits)) = system.get_mut("traits") else {
        return;
    };
    for name in ["dr", "di", "dv"] {
        let Some(Value::Object(defence)) = traits.get_mut(name) else {
            continue;
        };
        let Some(Value::Array(types)) = defence.get_mut("value") else {
            continue;
        };
        let count = types.len();
        types.retain(|kind| kind != "physical");
        if types.len() < count {
            types.extend(["bludgeoning", "piercing", "slashing"].map(Value::from));
            defence.insert("bypasses".to_owned(), json!(["mgc"]));
        }
    }
}

/// Fields that name a type, before version 3.
const TYPES: [&str; 4] = ["weaponType", "consumableType", "toolType", "armor.type"];

fn migrate_item(system: &mut Map<String, Value>, is_spell: bool) {
    let typed = TYPES.iter().find_map(|path| value_at(system, path).cloned());
    if let Some(kind) = typed.filter(|_| !system.contains_key("type")) {
        system.insert("type".to_owned(), json!({"value": kind, "baseItem": system.get("baseItem")}));
    }
    for (field, unit) in [("weight", "units"), ("price", "denomination")] {
        let value = system.get(field).filter(|value| value.is_number() || value.is_string()).cloned();
        if let Some(value) = value {
            let of = if field == "price" { "gp" } else { "lb" };
            system.insert(field.to_owned(), json!({"value": value, unit: of}));
        }
    }
    if let Some(Value::Number(attuned)) = system.get("attunement") {
        let attuned = if attuned.as_i64() == Some(0) { "" } else { "required" };
        system.insert("attunement".to_owned(), json!(attuned));
    }
    list_properties(system);
    migrate_damage(system);
    migrate_uses(system);
    migrate_activation(system, is_spell);
}

/// Properties and components were maps.
fn list_properties(system: &mut Map<String, Value>) {
    let maps = ["properties", "components"].iter().filter_map(|name| system.get(*name)?.as_object());
    let marked = maps.flatten().filter(|(_, is)| is.as_bool() == Some(true));
    let named: Vec<Value> = marked.map(|(name, _)| json!(name)).collect();
    if !named.is_empty() {
        system.insert("properties".to_owned(), Value::Array(named));
    }
}

/// The damage of an item was a list of formulas with their types.
fn migrate_damage(system: &mut Map<String, Value>) {
    let first = value_at(system, "damage.parts").and_then(|parts| parts.get(0)?.as_array());
    let Some([Value::String(formula), kind, ..]) = first.map(Vec::as_slice) else {
        return;
    };
    let Some((number, rest)) = formula.trim().split_once('d') else {
        return;
    };
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let die = rest.get(..end).and_then(|die| die.parse::<i32>().ok());
    let base = json!({"number": number.parse::<i32>().ok(), "denomination": die, "types": [kind]});
    system.insert("damage".to_owned(), json!({"base": base}));
}

/// How often an item can be used: its uses had a period, and a recharge stood apart.
fn migrate_uses(system: &mut Map<String, Value>) {
    let from = value_at(system, "recharge.value").and_then(Value::as_i64);
    let recovery = value_at(system, "uses.per").and_then(Value::as_str).map(|per| json!([{"period": per}]));
    if let Some(from) = from {
        let recovery = json!([{"period": "recharge", "formula": from.to_string()}]);
        system.insert("uses".to_owned(), json!({"max": "1", "recovery": recovery}));
    } else if let (Some(recovery), Some(Value::Object(uses))) = (recovery, system.get_mut("uses")) {
        uses.entry("recovery").or_insert(recovery);
    }
}

/// Items were used in one way before version 4, which is an activity now.
fn migrate_activation(system: &mut Map<String, Value>, is_spell: bool) {
    let Some(Value::Object(activation)) = system.get_mut("activation") else {
        return;
    };
    if let Some(cost) = activation.get("cost").cloned() {
        activation.entry("value").or_insert(cost);
    }
    let has_activities = system.get("activities").and_then(Value::as_object).is_some_and(|all| !all.is_empty());
    if let (false, false, Some(activation)) = (is_spell, has_activities, system.get("activation")) {
        let activity = json!({"use": {"type": "utility", "activation": activation}});
        system.insert("activities".to_owned(), activity);
    }
}

fn value_at<'a>(system: &'a Map<String, Value>, path: &str) -> Option<&'a Value> {
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let value = system.get(first)?;
    rest.map_or(Some(value), |rest| value.get(rest)).filter(|value| !value.is_null())
}
