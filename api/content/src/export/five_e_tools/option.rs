//! Character options: races, classes, backgrounds, feats and features, each with the lists that it is in.

use super::entries::{entries, text};
use super::{extended, named, source, with_credit};
use crate::character_option::{Feature, Kind, Model};
use crate::export::Credit;
use crate::markdown::notation::titled;
use crate::vocabulary::{ABILITIES, SKILLS, ability_of};
use serde_json::{Value, json};

/// The elements of an option, with their lists; none for a feature, which its class has.
pub(super) fn elements(row: &Model, credit: &Credit<'_>) -> Vec<(&'static str, Value)> {
    match row.kind {
        Kind::Feat => vec![("feat", feat(row, credit))],
        Kind::Feature if row.owner_slug.is_some() => Vec::new(),
        Kind::Feature => vec![("optionalfeature", feature(row, credit))],
        Kind::Race => vec![("race", race(row, credit))],
        Kind::Subrace => {
            let of = json!(titled(row.parent_slug.as_deref().unwrap_or_default()));
            let fields = extended(race(row, credit), "raceName", of);
            vec![("subrace", extended(fields, "raceSource", json!(source(credit))))]
        }
        Kind::Background => vec![("background", background(row, credit))],
        Kind::Class | Kind::Subclass => class(row, credit),
    }
}

/// What all of them have.
fn element(row: &Model, body: Vec<Value>, credit: &Credit<'_>) -> Value {
    json!({
        "name": text(&row.name),
        "source": source(credit),
        "entries": with_credit(body, credit),
    })
}

/// Adds a field, where there is a value.
fn put(element: &mut Value, name: &str, value: Option<Value>) {
    if let (Value::Object(fields), Some(value)) = (element, value) {
        fields.insert(name.to_owned(), value);
    }
}

fn required(row: &Model) -> Option<Value> {
    let words = row.prerequisites.as_deref()?;
    Some(json!([{"other": text(words)}]))
}

/// The text and the benefits, under their names.
fn body(row: &Model) -> Vec<Value> {
    let benefits = row.benefits.iter().flat_map(|benefit| match &benefit.name {
        Some(name) => vec![named(name, entries(&benefit.text))],
        None => entries(&benefit.text),
    });
    entries(&row.text).into_iter().chain(benefits).collect()
}

fn feat(row: &Model, credit: &Credit<'_>) -> Value {
    let mut feat = element(row, body(row), credit);
    put(&mut feat, "prerequisite", required(row));
    put(&mut feat, "repeatable", row.repeatable.map(Value::from));
    let category = row.feat_category.as_deref().and_then(|category| match category {
        "general" => Some("G"),
        "origin" => Some("O"),
        "fighting-style" => Some("FS"),
        "epic-boon" => Some("EB"),
        _ => None,
    });
    put(&mut feat, "category", category.map(Value::from));
    feat
}

/// A feature stands among its options, since it is of no class of this file.
fn feature(row: &Model, credit: &Credit<'_>) -> Value {
    let mut feature = element(row, body(row), credit);
    put(&mut feature, "featureType", Some(json!(["OTH"])));
    put(&mut feature, "prerequisite", required(row));
    feature
}

fn race(row: &Model, credit: &Credit<'_>) -> Value {
    let traits = row.traits.iter();
    let traits = traits.map(|part| named(&part.name, entries(&part.text)));
    let body = entries(&row.text).into_iter().chain(traits).collect();
    let mut race = element(row, body, credit);
    let sizes = row.sizes.iter().filter_map(|size| {
        let letter = size.get(..1)?.to_uppercase();
        "TSMLHG".contains(&letter).then_some(letter)
    });
    let sizes: Vec<String> = sizes.collect();
    put(&mut race, "size", (!sizes.is_empty()).then(|| json!(sizes)));
    put(&mut race, "speed", row.speed.map(Value::from));
    put(&mut race, "ability", increases(row));
    race
}

/// The ability scores that increase.
fn increases(row: &Model) -> Option<Value> {
    let mut set = json!({});
    for increase in row.ability_increases.iter() {
        let fixed = increase.ability.as_deref().and_then(|name| name.get(..3));
        if let Some(code) = fixed {
            put(&mut set, code, Some(json!(increase.bonus)));
            continue;
        }
        let among = increase.among.iter().filter_map(|name| name.get(..3));
        let mut among: Vec<&str> = among.collect();
        if among.is_empty() {
            among = ABILITIES.iter().filter_map(|name| name.get(..3)).collect();
        }
        let count = increase.choose.unwrap_or(1);
        let choices = row.ability_increases.iter();
        let bonuses = choices.filter(|other| other.choose.is_some() && other.among == increase.among);
        let bonuses: Vec<i32> = bonuses.map(|other| other.bonus).collect();
        let choice = if bonuses.len() > 1 {
            json!({"weighted": {"from": among, "weights": bonuses}})
        } else {
            json!({"from": among, "count": count, "amount": increase.bonus})
        };
        put(&mut set, "choose", Some(choice));
    }
    set.as_object().is_some_and(|set| !set.is_empty()).then(|| json!([set]))
}

fn background(row: &Model, credit: &Credit<'_>) -> Value {
    let mut background = element(row, body(row), credit);
    put(&mut background, "ability", increases(row));
    background
}

/// A class or a subclass, and its features as elements of their own.
fn class(row: &Model, credit: &Credit<'_>) -> Vec<(&'static str, Value)> {
    let is_class = row.kind == Kind::Class;
    let own = source(credit);
    let name = text(&row.name);
    let of = if is_class { name.clone() } else { titled(row.parent_slug.as_deref().unwrap_or_default()) };
    let (list, features_list) =
        if is_class { ("classFeature", "classFeatures") } else { ("subclassFeature", "subclassFeatures") };
    let address = |feature: &Feature, level: i32| {
        let called = text(&feature.name).replace('|', "/");
        if is_class {
            format!("{called}|{of}|{own}|{level}")
        } else {
            format!("{called}|{of}|{own}|{name}|{own}|{level}")
        }
    };
    let (mut addresses, mut found) = (Vec::new(), Vec::new());
    for feature in row.features.iter() {
        let options = row.features.iter();
        let options = options.filter(|other| other.option_of.as_ref() == Some(&feature.name));
        let field = if is_class { "classFeature" } else { "subclassFeature" };
        let kind = if is_class { "refClassFeature" } else { "refSubclassFeature" };
        let options: Vec<Value> =
            options.map(|other| json!({"type": kind, field: address(other, first(other))})).collect();
        for level in feature.levels.iter().copied().chain(feature.levels.is_empty().then_some(1)) {
            let mut body = entries(&feature.text);
            if !options.is_empty() {
                body.push(json!({"type": "options", "entries": options}));
            }
            let mut element = json!({
                "name": text(&feature.name).replace('|', "/"), "source": own, "className": of, "classSource": own,
                "level": level, "entries": with_credit(body, credit),
            });
            if !is_class {
                put(&mut element, "subclassShortName", Some(json!(name)));
                put(&mut element, "subclassSource", Some(json!(own)));
            }
            if feature.option_of.is_none() {
                addresses.push(address(feature, level));
            }
            found.push((list, element));
        }
    }
    let mut class = json!({"name": name, "source": own, features_list: addresses});
    let mut fluff = entries(&row.text);
    let tells = !fluff.is_empty();
    fluff = with_credit(fluff, credit);
    put(&mut class, "fluff", tells.then(|| json!({"entries": fluff})));
    let caster = row.caster_type.as_deref().and_then(|kind| match kind {
        "FULL" => Some("full"),
        "HALF" => Some("1/2"),
        "THIRD" => Some("1/3"),
        "PACT" => Some("pact"),
        _ => None,
    });
    put(&mut class, "casterProgression", caster.map(Value::from));
    let ability = row.spellcasting_ability.as_deref().and_then(|name| name.get(..3));
    put(&mut class, "spellcastingAbility", ability.map(Value::from));
    if is_class {
        numbers(row, &mut class);
    } else {
        put(&mut class, "shortName", Some(json!(name)));
        put(&mut class, "className", Some(json!(of)));
        put(&mut class, "classSource", Some(json!(own)));
    }
    put(&mut class, if is_class { "classTableGroups" } else { "subclassTableGroups" }, table(row));
    let list = if is_class { "class" } else { "subclass" };
    [(list, class)].into_iter().chain(found).collect()
}

fn first(feature: &Feature) -> i32 {
    feature.levels.first().copied().unwrap_or(1)
}

/// What a class begins with.
fn numbers(row: &Model, class: &mut Value) {
    put(class, "hd", row.hit_die.map(|faces| json!({"number": 1, "faces": faces})));
    let saves = row.saving_throws.iter().filter_map(|name| ability_of(name)?.get(..3));
    let saves: Vec<&str> = saves.collect();
    put(class, "proficiency", Some(json!(saves)));
    let mut starting = json!({});
    let held = &row.proficiencies;
    let armor = held.armor.as_deref().map(|words| {
        let kind = ["heavy", "medium", "light", "shield"].into_iter();
        let kind = kind.into_iter().find(|kind| words.to_lowercase().contains(kind));
        json!([{"proficiency": kind.unwrap_or("light"), "full": text(words)}])
    });
    put(&mut starting, "armor", armor);
    for (field, words) in [("weapons", &held.weapons), ("tools", &held.tools)] {
        put(&mut starting, field, words.as_deref().map(|words| json!([text(words)])));
    }
    let is_skill = |slug: &String| SKILLS.iter().any(|(known, _)| known == slug);
    let mut choices = held.choices.iter();
    let skills = choices.find(|choice| choice.options.len() > 1 && choice.options.iter().all(is_skill));
    let skills = skills.map(|choice| {
        let from: Vec<String> = choice.options.iter().map(|slug| slug.replace('-', " ")).collect();
        json!([{"choose": {"from": from, "count": choice.choose}}])
    });
    put(&mut starting, "skills", skills);
    put(class, "startingProficiencies", Some(starting));
    let equipment = row.starting_equipment.as_deref();
    put(class, "startingEquipment", equipment.map(|words| json!({"default": [text(words)]})));
    let required = row.multiclassing.as_ref().map(|multiclassing| {
        let scores = multiclassing.prerequisites.iter();
        let mut set = json!({});
        for score in scores {
            let code = score.ability.get(..3).unwrap_or_default();
            put(&mut set, code, Some(json!(score.minimum)));
        }
        let set = if multiclassing.any_of { json!({"or": [set]}) } else { set };
        json!({"requirements": set})
    });
    put(class, "multiclassing", required);
}

/// The columns of the table of levels, but the slots of spells, which the kind of caster tells.
fn table(row: &Model) -> Option<Value> {
    let mut labels: Vec<&str> = Vec::new();
    for level in row.levels.iter() {
        for cell in &level.columns {
            if !labels.contains(&cell.name.as_str()) {
                labels.push(&cell.name);
            }
        }
    }
    let rows = (1..=20).map(|number| {
        let level = row.levels.iter().find(|level| level.level == number);
        let cells = labels.iter().map(|label| {
            let cells = level.map_or(&[][..], |level| &level.columns);
            let cell = cells.iter().find(|cell| cell.name == *label);
            cell.map_or_else(|| "—".to_owned(), |cell| text(&cell.value))
        });
        cells.collect::<Vec<_>>()
    });
    let heads: Vec<String> = labels.iter().map(|label| text(label)).collect();
    (!labels.is_empty()).then(|| json!([{"colLabels": heads, "rows": rows.collect::<Vec<_>>()}]))
}
