//! Class tables: the column of features, by the source that has the printed table, or a record for each of its lines.

use lorekeeper_content::character_option::split_growth;
use lorekeeper_content::edit_distance::damerau_levenshtein;
use lorekeeper_content::vocabulary::spelt_number;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The documents whose tables are known.
const DOCUMENTS: [&str; 2] = ["srd-2014", NEWEST];

/// The document whose features are called as the table calls them: in the other one "Signature Spell" is *Signature Spells*.
const NEWEST: &str = "srd-2024";

/// Sources that have the column of features: the one that has the printed table, and one with a record for each line.
const PRINTED: &str = "open5e_v1";
const BY_LINE: &str = "dnd5e_api";

/// Names of lines of subclasses, which stand in no table of a class.
const OF_SUBCLASSES: [&str; 3] = ["Domain Spells", "Oath Spells", "Circle Spells"];

/// What a class gains at each level, as its table prints it.
type Table = BTreeMap<i64, Vec<String>>;

/// Takes the features of the lines, and the levels of the features, from the witness.
///
/// Correction (character options): The table of a class of the SRDs names the features of each level as printed, those of the
/// subclass among them ("Divine Domain feature"), and each feature has the levels that the table has.
pub(super) fn take_features(row: &mut Map<String, Value>, statements: &[(String, Map<String, Value>)]) {
    if row.get("kind") == Some(&json!("SUBCLASS")) {
        agree_on_levels(row, statements);
    }
    let document = row.get("document_key").and_then(Value::as_str);
    if !document.is_some_and(|document| DOCUMENTS.contains(&document)) || row.get("kind") != Some(&json!("CLASS")) {
        return;
    }
    let tables = [PRINTED, BY_LINE].into_iter().filter_map(|witness| {
        let (_, stated) = statements.iter().find(|(source, _)| source == witness)?;
        let mut table = table(stated);
        if witness == BY_LINE {
            print_growth(&mut table);
        }
        Some(table)
    });
    let mut tables = tables.filter(|table| !table.values().all(Vec::is_empty));
    let Some(mut table) = tables.next() else {
        return;
    };
    if document == Some(NEWEST) {
        take_names(&table, row);
    }
    complete_names(&mut table, row);
    add_growth(&mut table, row);
    for line in row.get_mut("levels").and_then(Value::as_array_mut).into_iter().flatten() {
        let level = line.get("level").and_then(Value::as_i64);
        if let (Some(features), Some(line)) = (level.and_then(|level| table.get(&level)), line.as_object_mut()) {
            line.insert("feature_names".to_owned(), json!(features));
        }
    }
    for feature in row.get_mut("features").and_then(Value::as_array_mut).into_iter().flatten() {
        let name = feature.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let gained: Vec<i64> = table
            .iter()
            .filter(|(_, names)| names.iter().any(|printed| is_gain(printed, &name)))
            .map(|(level, _)| *level)
            .collect();
        if let (false, Some(feature)) = (gained.is_empty(), feature.as_object_mut()) {
            feature.insert("levels".to_owned(), json!(gained));
        }
    }
}

/// Gives the features of a subclass the level that most sources have.
///
/// Correction (character options): Of three sources of a subclass the level counts that two of them have.
fn agree_on_levels(row: &mut Map<String, Value>, statements: &[(String, Map<String, Value>)]) {
    for feature in row.get_mut("features").and_then(Value::as_array_mut).into_iter().flatten() {
        let (Some(own), Some(name)) = (first_level(feature), feature.get("name").cloned()) else {
            continue;
        };
        let mut stated: BTreeMap<i64, usize> = BTreeMap::new();
        for (_, statement) in statements {
            let features = statement.get("features").and_then(Value::as_array);
            let same = features.into_iter().flatten().find(|other| other.get("name") == Some(&name));
            if let Some(level) = same.and_then(first_level) {
                *stated.entry(level).or_default() += 1;
            }
        }
        let of_own = stated.get(&own).copied().unwrap_or_default();
        let most = stated.into_iter().max_by_key(|(_, sources)| *sources);
        if let (Some((level, _)), Some(feature)) =
            (most.filter(|(_, sources)| *sources > of_own.max(1)), feature.as_object_mut())
        {
            feature.insert("levels".to_owned(), json!([level]));
        }
    }
}

/// The level at which a feature is gained.
fn first_level(feature: &Value) -> Option<i64> {
    feature.get("levels")?.as_array()?.first()?.as_i64()
}

/// Most letters in which a name differs from the one that the table prints.
const MAX_MISPRINT: usize = 2;

/// Gives a feature whose name the table does not have the one that it prints at its level, where few letters differ.
fn take_names(table: &Table, row: &mut Map<String, Value>) {
    let features = row.get_mut("features").and_then(Value::as_array_mut);
    let features: Vec<&mut Value> = features.into_iter().flatten().collect();
    let names: Vec<String> =
        features.iter().filter_map(|feature| feature.get("name")?.as_str().map(str::to_owned)).collect();
    for feature in features {
        let printed = first_level(feature).and_then(|level| table.get(&level)).map_or(&[][..], Vec::as_slice);
        let Some(Value::String(name)) = feature.get_mut("name") else {
            continue;
        };
        let is_printed = table.values().flatten().any(|printed| is_gain(printed, name));
        let is_free = |printed: &&String| !names.contains(printed);
        let near = printed.iter().filter(is_free).find(|printed| damerau_levenshtein(printed, name) <= MAX_MISPRINT);
        if let Some(near) = near.filter(|_| !is_printed) {
            name.clone_from(near);
        }
    }
}

/// Whether a name in the table is a feature, or its growth: `Indomitable (two uses)`, `Wild Shape improvement`.
fn is_gain(printed: &str, name: &str) -> bool {
    let rest = printed.strip_prefix(name);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(" (") || rest.eq_ignore_ascii_case(" improvement"))
}

/// Names growth as a printed table does: `(1 use)` is `(one use)`, and what has no brackets there is an improvement.
fn print_growth(table: &mut Table) {
    // The features of the levels before, and whether their growth stands in brackets.
    let mut known: BTreeMap<String, bool> = BTreeMap::new();
    for name in table.values_mut().flatten() {
        let (base, growth) = split_growth(name);
        let printed = growth.and_then(printed_growth);
        let before = known.get(base).copied();
        known.entry(base.to_owned()).or_insert(printed.is_some());
        *name = match (printed, before) {
            (_, Some(false)) if growth.is_some() || base == UNSTATED_GROWTH => {
                format!("{base} improvement")
            }
            (Some(printed), _) => format!("{base} ({printed})"),
            (None, _) => base.to_owned(),
        };
    }
}

/// A feature whose growth the table calls an improvement, although the source does not say how it grows.
const UNSTATED_GROWTH: &str = "Unarmored Movement";

/// What a table prints in brackets; `None` where it speaks of an improvement.
fn printed_growth(growth: &str) -> Option<String> {
    if ["type", "enemies", "speed"].iter().any(|word| growth.contains(word)) {
        return None;
    }
    let growth = growth.trim_end_matches(" or below");
    match growth.split_once(' ') {
        Some((number, uses)) if uses.starts_with("use") => {
            let word = number.parse().ok().and_then(spelt_number)?;
            Some(format!("{word} {uses}"))
        }
        _ => Some(growth.to_owned()),
    }
}

fn table(stated: &Map<String, Value>) -> Table {
    let list = |field: &str| stated.get(field).and_then(Value::as_array).into_iter().flatten();
    let text = |value: &Value, field: &str| value.get(field).and_then(Value::as_str).map(str::to_owned);
    let options: Vec<String> = list("features")
        .filter(|feature| feature.get("option_of").is_some_and(|of| !of.is_null()))
        .filter_map(|feature| text(feature, "name"))
        .collect();
    let mut table = Table::new();
    let mut has_subclass = false;
    for line in list("levels") {
        let Some(level) = line.get("level").and_then(Value::as_i64) else {
            continue;
        };
        let names = line.get("feature_names").and_then(Value::as_array).into_iter().flatten();
        let names = names.filter_map(Value::as_str);
        let own = names
            .filter(|name| !name.contains(": ") && !OF_SUBCLASSES.contains(name) && !options.iter().any(|o| o == name));
        let printed = own.map(|name| {
            // The table of 2024 names the subclass once.
            let is_subclass = name.ends_with(" Subclass");
            let again = is_subclass && std::mem::replace(&mut has_subclass, true);
            if again { "Subclass feature" } else { name }.to_owned()
        });
        table.insert(level, printed.collect());
    }
    table
}

/// Completes names that the column has no room for: *Relentless* is *Relentless Rage*, which its level gains.
fn complete_names(table: &mut Table, row: &Map<String, Value>) {
    let features = row.get("features").and_then(Value::as_array);
    let name = |feature: &Value| feature.get("name").and_then(Value::as_str).map(str::to_owned);
    let features = features.into_iter().flatten();
    let features: Vec<(String, Option<&Value>)> =
        features.filter_map(|feature| Some((name(feature)?, feature.get("levels")))).collect();
    for (level, printed) in table {
        for short in printed {
            let is_gained = |levels: Option<&Value>| {
                let levels = levels.and_then(Value::as_array);
                levels.is_some_and(|levels| levels.contains(&json!(level)))
            };
            let mut longer = features.iter().filter(|(name, levels)| {
                let rest = name.strip_prefix(short.as_str());
                rest.is_some_and(|rest| rest.starts_with(' ')) && is_gained(*levels)
            });
            let is_known = features.iter().any(|(name, _)| name == short);
            if let (false, Some((name, _)), None) = (is_known, longer.next(), longer.next()) {
                short.clone_from(name);
            }
        }
    }
}

/// Adds what a gain brings where a feature says so in words (`17th level: two uses`) and the name does not.
fn add_growth(table: &mut Table, row: &Map<String, Value>) {
    let features = row.get("features").and_then(Value::as_array);
    for feature in features.into_iter().flatten() {
        let name = feature.get("name").and_then(Value::as_str);
        let details = feature.get("details").and_then(Value::as_array);
        for detail in details.into_iter().flatten() {
            let parts = detail.as_str().and_then(|detail| detail.split_once(": "));
            let in_words = |growth: &str| growth.contains(' ') && growth.starts_with(char::is_lowercase);
            let Some((level, growth)) = parts.filter(|(_, growth)| in_words(growth)) else {
                continue;
            };
            let level = level.trim_end_matches(|c: char| !c.is_ascii_digit());
            let names = level.parse().ok().and_then(|level| table.get_mut(&level));
            for printed in names.into_iter().flatten() {
                if Some(printed.as_str()) == name {
                    *printed = format!("{printed} ({growth})");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(fields) => fields,
            _ => Map::new(),
        }
    }

    #[test]
    fn lines_are_those_of_the_witness() {
        let line = |level: i64, features: &[&str]| json!({"level": level, "feature_names": features});
        let mut row = object(json!({
            "document_key": "srd-2014", "kind": "CLASS",
            "levels": [line(1, &["Croak"]), line(2, &[]), line(3, &["Croak"])],
            "features": [
                {"name": "Croak", "levels": [1, 5], "details": ["1st level: one use", "3rd level: two uses"]},
                {"name": "Moult", "levels": [9]},
                {"name": "Pond Spells of Old", "levels": [1]},
            ],
        }));
        let witness = object(json!({
            "levels": [
                line(1, &["Croak", "Pond Spells", "Croak: Loud", "Still Water", "Foe (1 type)", "Hop (1 use)"]),
                line(2, &["Toad Subclass", "Domain Spells"]),
                line(3, &["Croak",
                    "Hop (2 uses)", "Toad Subclass", "Shape improvement", "Foe (2 types)"]),
            ],
            "features": [{"name": "Still Water", "option_of": "Croak"}],
        }));
        take_features(&mut row, &[("dnd5e_api".to_owned(), witness)]);
        let features: Vec<&Value> =
            row["levels"].as_array().unwrap().iter().map(|line| &line["feature_names"]).collect();
        assert_eq!(features[0], &json!(["Croak (one use)", "Pond Spells of Old", "Foe", "Hop (one use)"]));
        assert_eq!(features[1], &json!(["Toad Subclass"]));
        assert_eq!(
            features[2],
            &json!(["Croak (two uses)", "Hop (two uses)", "Subclass feature", "Shape improvement", "Foe improvement"])
        );
        assert_eq!(row["features"][0]["levels"], json!([1, 3]));
        assert_eq!(row["features"][1]["levels"], json!([9]));
    }

    #[test]
    fn features_have_the_names_of_the_table_and_the_levels_of_most_sources() {
        let mut toad = object(json!({
            "document_key": "srd-2024", "kind": "CLASS", "levels": [{"level": 2, "feature_names": []}],
            "features": [{"name": "Wet Cunning", "levels": [2]}, {"name": "Hop", "levels": [2]}],
        }));
        let witness = object(json!({"levels": [{"level": 2, "feature_names": ["Wetly Cunning", "Hop"]}]}));
        take_features(&mut toad, &[("dnd5e_api".to_owned(), witness)]);
        assert_eq!(toad["features"][0]["name"], "Wetly Cunning");
        let marsh =
            |level: i64| object(json!({"kind": "SUBCLASS", "features": [{"name": "Companion", "levels": [level]}]}));
        let mut subclass = marsh(19);
        let stated = [19, 18, 18].map(|level| ("source".to_owned(), marsh(level)));
        take_features(&mut subclass, &stated);
        assert_eq!(subclass["features"][0]["levels"], json!([18]));
    }
}
