//! Class tables: the column of features, by the source that has a record for each line of the table.

use super::settlement::maker;
use lorekeeper_content::character_option::split_growth;
use lorekeeper_content::vocabulary::spelt_number;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The documents whose tables are known.
const DOCUMENTS: [&str; 2] = ["srd-2014", "srd-2024"];

/// The source that has a record for each line.
const WITNESS: &str = "dnd5e_api";

/// Names of lines of subclasses, which stand in no table of a class.
const OF_SUBCLASSES: [&str; 3] = ["Domain Spells", "Oath Spells", "Circle Spells"];

/// Features whose growth the table calls an improvement, although the witness does not say how they grow.
const IMPROVED: [&str; 1] = ["Unarmored Movement"];

/// The features of the levels before, and whether their growth stands in brackets.
type Known = BTreeMap<String, bool>;

/// What a class gains at each level, as its table prints it.
type Table = BTreeMap<i64, Vec<String>>;

/// Takes the features of the lines, and the levels of the features, from the witness.
///
/// Correction (character options): The table of a class of the SRDs names the features of each level as printed, those of the
/// subclass among them ("Divine Domain feature"), and each feature has the levels that the table has.
pub(super) fn take_features(
    row: &mut Map<String, Value>,
    statements: &[(String, Map<String, Value>)],
) {
    let document = row.get("document_key").and_then(Value::as_str);
    if !document.is_some_and(|document| DOCUMENTS.contains(&document))
        || row.get("kind") != Some(&json!("CLASS"))
    {
        return;
    }
    let mut statements = statements.iter();
    let witness = statements.find(|(source, _)| maker(source) == WITNESS);
    let table = witness
        .map(|(_, stated)| printed_table(stated))
        .unwrap_or_default();
    if table.values().all(Vec::is_empty) {
        return;
    }
    for line in row
        .get_mut("levels")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        let level = line.get("level").and_then(Value::as_i64);
        if let (Some(features), Some(line)) = (
            level.and_then(|level| table.get(&level)),
            line.as_object_mut(),
        ) {
            line.insert("feature_names".to_owned(), json!(features));
        }
    }
    for feature in row
        .get_mut("features")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        let name = feature
            .get("name")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned();
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

/// Whether a name in the table is a feature, or its growth: `Indomitable (two uses)`, `Wild Shape improvement`.
fn is_gain(printed: &str, name: &str) -> bool {
    let rest = printed.strip_prefix(name);
    rest.is_some_and(|rest| {
        rest.is_empty() || rest.starts_with(" (") || rest.eq_ignore_ascii_case(" improvement")
    })
}

fn printed_table(stated: &Map<String, Value>) -> Table {
    let list = |field: &str| {
        stated
            .get(field)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
    };
    let text =
        |value: &Value, field: &str| value.get(field).and_then(Value::as_str).map(str::to_owned);
    let options: Vec<String> = list("features")
        .filter(|feature| feature.get("option_of").is_some_and(|of| !of.is_null()))
        .filter_map(|feature| text(feature, "name"))
        .collect();
    let mut table = Table::new();
    let mut known = Known::new();
    for line in list("levels") {
        let Some(level) = line.get("level").and_then(Value::as_i64) else {
            continue;
        };
        let names = line
            .get("feature_names")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        let names = names.filter_map(Value::as_str);
        let own = names.filter(|name| {
            !name.contains(": ")
                && !OF_SUBCLASSES.contains(name)
                && !options.iter().any(|o| o == name)
        });
        let printed: Vec<String> = own.map(|name| printed_name(name, &mut known)).collect();
        table.insert(level, printed);
    }
    table
}

/// A name as the table prints it. `known` has the features of the levels before.
fn printed_name(name: &str, known: &mut Known) -> String {
    let (base, growth) = split_growth(name);
    let printed = growth.and_then(printed_growth);
    let before = known.get(base).copied();
    known.entry(base.to_owned()).or_insert(printed.is_some());
    match (printed, before) {
        (_, Some(false)) if growth.is_some() || IMPROVED.contains(&base) => {
            format!("{base} improvement")
        }
        (None, Some(_)) if base.ends_with(" Subclass") => "Subclass feature".to_owned(),
        (Some(printed), _) => format!("{base} ({printed})"),
        (None, _) => base.to_owned(),
    }
}

/// What a table prints in brackets; `None` where it speaks of an improvement.
fn printed_growth(growth: &str) -> Option<String> {
    if growth.contains("type") || growth.contains("enemies") || growth.contains("speed") {
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
        let line =
            |level: i64, features: &[&str]| json!({"level": level, "feature_names": features});
        let mut row = object(json!({
            "document_key": "srd-2014", "kind": "CLASS",
            "levels": [line(1, &["Croak"]), line(2, &[]), line(3, &["Croak"])],
            "features": [{"name": "Croak", "levels": [1, 5]}, {"name": "Moult", "levels": [9]}],
        }));
        let witness = object(json!({
            "levels": [
                line(1, &["Croak (1 use)", "Pond Spells", "Croak: Loud", "Still Water"]),
                line(2, &["Toad Circle", "Domain Spells"]),
                line(3, &["Croak (2 uses)", "Toad Circle feature", "Shape (CR 1/2 or below, no flying speed)"]),
            ],
            "features": [{"name": "Still Water", "option_of": "Croak"}],
        }));
        take_features(&mut row, &[("dnd5e_api".to_owned(), witness)]);
        let features: Vec<&Value> = row["levels"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| &line["feature_names"])
            .collect();
        assert_eq!(features[0], &json!(["Croak (one use)", "Pond Spells"]));
        assert_eq!(features[1], &json!(["Toad Circle"]));
        assert_eq!(
            features[2],
            &json!(["Croak (two uses)", "Toad Circle feature", "Shape"])
        );
        assert_eq!(row["features"][0]["levels"], json!([1, 3]));
        assert_eq!(row["features"][1]["levels"], json!([9]));
    }

    #[test]
    fn growth_is_printed_or_called_an_improvement() {
        let known = [
            "Favored Enemy",
            "Rogue Subclass",
            "Wild Shape",
            "Unarmored Movement",
        ];
        let mut known: Known = known.map(|name| (name.to_owned(), false)).into();
        for (name, printed) in [
            ("Favored Enemy (2 types)", "Favored Enemy improvement"),
            (
                "Destroy Undead (CR 1/2 or below)",
                "Destroy Undead (CR 1/2)",
            ),
            ("Rogue Subclass", "Subclass feature"),
            ("Wild Shape (CR 1 or below)", "Wild Shape improvement"),
            ("Unarmored Movement", "Unarmored Movement improvement"),
            ("Action Surge (1 use)", "Action Surge (one use)"),
            ("Brutal Critical (2 dice)", "Brutal Critical (2 dice)"),
        ] {
            assert_eq!(printed_name(name, &mut known), printed);
        }
    }
}
