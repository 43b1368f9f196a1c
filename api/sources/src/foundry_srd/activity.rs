//! Activities of an item in the form that texts refer to: a list, with the item's own range and damage in each.

use crate::foundry_text::MELEE_OR_RANGED;
use crate::foundry_text::fields::Fields;
use serde_json::{Map, Value, json};

/// The item with its activities as a list.
pub(super) fn with_activities(item: Fields<'_>) -> Value {
    let system = item.at("system");
    let activities: Vec<Value> = system
        .entries("activities")
        .map(|(id, activity)| (id, activity, activity.object()))
        .filter(|(_, _, own)| !own.is_empty())
        .map(|(id, activity, mut own)| {
            own.insert("id".to_owned(), json!(id));
            own.insert("kind".to_owned(), json!(activity.text("type")));
            inherit(system, activity, &mut own);
            if activity.text("type") == "attack" {
                attack(item, activity, &mut own);
            }
            damage(system, activity, &mut own);
            let saves = activity.text("save.ability");
            if !saves.is_empty() {
                put(&mut own, "save", "ability", json!([saves]));
            }
            Value::Object(own)
        })
        .collect();
    json!({ "activities": activities })
}

/// Range, target and duration are the item's, unless the activity has its own.
fn inherit(system: Fields<'_>, activity: Fields<'_>, own: &mut Map<String, Value>) {
    for name in ["range", "target", "duration", "activation"] {
        let item = system.at(name);
        let is_own = activity.is(&format!("{name}.override"));
        if item.is_there() && !is_own && has_more(item, activity.at(name)) {
            own.insert(name.to_owned(), Value::Object(item.object()));
        }
    }
}

/// Whether an item says more than an activity, which has defaults where it says nothing.
fn has_more(item: Fields<'_>, activity: Fields<'_>) -> bool {
    let says = |fields: Fields<'_>| {
        let paths = ["value", "template.size", "affects.type", "template.type"];
        paths.iter().any(|path| fields.word(path).is_some())
    };
    says(item) || !says(activity)
}

/// How an attack is made: by a weapon's kind and its range.
fn attack(item: Fields<'_>, activity: Fields<'_>, own: &mut Map<String, Value>) {
    let system = item.at("system");
    if item.text("type") != "weapon" {
        return;
    }
    let is_thrown = system.words("properties").contains(&"thr");
    let ranged = system.text("type.value").ends_with('R');
    let kind = match activity.text("attack.type.value") {
        "" if ranged => "ranged",
        "" | "melee" if is_thrown => MELEE_OR_RANGED,
        "" => "melee",
        kind => kind,
    };
    let kind_of_attack = json!({
        "value": kind,
        "classification": activity.filled("attack.type.classification").unwrap_or_else(|| "weapon".to_owned()),
    });
    put(own, "attack", "type", kind_of_attack);
    if let Some(magic) = system.positive("magicalBonus") {
        let bonus = activity.text("attack.bonus");
        put(own, "attack", "bonus", json!(format!("{bonus} + {magic}")));
    }
    let reach = system.word("range.reach").unwrap_or_else(|| "5".to_owned());
    let range = json!({
        "reach": reach,
        "value": system.word("range.value"),
        "long": system.word("range.long").filter(|long| Some(long) != system.word("range.value").as_ref()),
        "units": "ft",
    });
    own.insert("range".to_owned(), range);
}

/// The damage, with the item's own first where the activity includes it.
fn damage(system: Fields<'_>, activity: Fields<'_>, own: &mut Map<String, Value>) {
    let base = system.at("damage.base");
    let with_base = activity.is("damage.includeBase")
        && (base.positive("number").is_some() || base.is("custom.enabled") || base.filled("bonus").is_some());
    let parts = activity.list("damage.parts").map(|part| Value::Object(part.object()));
    let parts: Vec<Value> = with_base.then(|| Value::Object(base.object())).into_iter().chain(parts).collect();
    put(own, "damage", "parts", json!(parts));
    put(own, "damage", "include_base", json!(with_base));
    put(own, "damage", "on_save", json!(activity.text("damage.onSave")));
    let versatile = system.at("damage.versatile");
    let versatile = if versatile.positive("denomination").is_some() { versatile.object() } else { next_die(base) };
    put(own, "damage", "versatile", Value::Object(versatile));
}

/// The damage of a versatile weapon in two hands, where it is not said: the next die.
fn next_die(base: Fields<'_>) -> Map<String, Value> {
    let mut part = base.object();
    if let Some(die) = base.positive("denomination") {
        part.insert("denomination".to_owned(), json!(die + 2));
    }
    part
}

/// Sets a field of a part.
fn put(own: &mut Map<String, Value>, part: &str, field: &str, value: Value) {
    let part = own.entry(part).or_insert_with(|| json!({}));
    if let Value::Object(fields) = part {
        fields.insert(field.to_owned(), value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attack_has_the_range_and_damage_of_its_weapon() {
        let item = json!({"type": "weapon", "system": {
            "type": {"value": "simpleM"}, "properties": ["thr"], "magicalBonus": 1,
            "range": {"value": 20, "long": 60}, "damage": {"base": {"number": 1, "denomination": 4, "types": ["piercing"]}},
            "activities": {"a": {"type": "attack", "range": {"value": "5"}, "damage": {"includeBase": true, "parts": [{"number": 2, "denomination": 6}]},
                "attack": {"ability": "dex"}, "save": {"ability": "con"}}}}});
        let made = with_activities(Fields::of(&item));
        let made = Fields::of(&made).list("activities").next().unwrap();
        assert_eq!((made.text("id"), made.text("kind")), ("a", "attack"));
        assert_eq!(made.text("attack.type.value"), MELEE_OR_RANGED);
        assert_eq!(made.text("attack.bonus").trim(), "+ 1");
        assert_eq!((made.text("range.reach"), made.text("range.long")), ("5", "60"));
        assert_eq!(made.list("damage.parts").count(), 2);
        assert_eq!(made.int("damage.versatile.denomination"), Some(6));
        assert_eq!(made.words("save.ability"), ["con"]);
    }
}
