//! Parameters of an export: the arguments of a list, as an address or a command line gives them.

use lorekeeper_content::Family;
use lorekeeper_graphql::error::{Error, Result};
use serde_json::{Map, Value, json};

/// The field of a family's list, and the arguments that an export passes on, with their types.
pub fn of(family: Family) -> (&'static str, Vec<(&'static str, String)>) {
    let text = || "String".to_owned();
    let mut arguments = vec![
        ("filter", format!("{family:?}Filter")),
        ("gameSystem", text()),
        ("documents", "[String!]".to_owned()),
        ("name", text()),
        ("where", text()),
        ("search", text()),
        ("understand", "Boolean".to_owned()),
        ("changedSince", "DateTime".to_owned()),
        ("mode", "SearchMode".to_owned()),
        ("minSimilarity", "Float".to_owned()),
        ("orderBy", format!("[{family:?}Order!]")),
    ];
    let field = family.field();
    if matches!(family, Family::Equipment | Family::CharacterOption | Family::Rule) {
        arguments.push(("type", format!("{family:?}Type")));
    }
    (field, arguments)
}

/// What an address gives, with documents one by one: it has commas between them.
pub fn of_address(given: Vec<(String, String)>) -> Vec<(String, String)> {
    let each = |(name, text): (String, String)| {
        let parts: Vec<&str> = if name == "documents" { text.split(',').map(str::trim).collect() } else { vec![&text] };
        let pair = |part: &str| (name.clone(), part.to_owned());
        parts.into_iter().map(pair).collect::<Vec<_>>()
    };
    given.into_iter().flat_map(each).collect()
}

/// The variables for what was given: names with their values as text. `filter` and `orderBy` are JSON; `documents` is
/// given once for each.
pub fn read(family: Family, given: &[(String, String)]) -> Result<Map<String, Value>> {
    let (_, arguments) = of(family);
    let mut variables = Map::new();
    for (name, text) in given {
        let folded = |name: &str| name.replace(['_', '-'], "").to_lowercase();
        let mut known = arguments.iter();
        let known = known.find(|(argument, _)| folded(argument) == folded(name));
        let (argument, _) = known.ok_or_else(|| unknown(name, &arguments))?;
        let value = value(argument, text)?;
        match (variables.get_mut(*argument), value) {
            (Some(Value::Array(documents)), Value::Array(more)) if *argument == "documents" => {
                documents.extend(more);
            }
            (Some(_), _) => {
                return Err(Error::input(format!("`{argument}` is given twice. Give it once.")));
            }
            (None, value) => {
                variables.insert((*argument).to_owned(), value);
            }
        }
    }
    Ok(variables)
}

fn value(argument: &str, text: &str) -> Result<Value> {
    match argument {
        "filter" | "orderBy" => serde_json::from_str(text).map_err(|_| {
            let example = match argument {
                "filter" => r#"{"level": {"eq": 3}}"#,
                _ => r#"[{"field": "NAME"}]"#,
            };
            Error::input(format!("`{argument}` must be JSON, such as {example}."))
        }),
        "documents" => Ok(json!([text])),
        "understand" => {
            text.parse::<bool>().map(Value::from).map_err(|_| Error::input("`understand` must be true or false."))
        }
        "minSimilarity" => text
            .parse::<f64>()
            .map(Value::from)
            .map_err(|_| Error::input("`minSimilarity` must be a number from 0 to 1.")),
        _ => Ok(json!(text)),
    }
}

fn unknown(name: &str, arguments: &[(&str, String)]) -> Error {
    let known: Vec<&str> = arguments.iter().map(|(name, _)| *name).collect();
    Error::input(format!("\"{name}\" is not a parameter. There are: {}.", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(pairs: &[(&str, &str)]) -> Result<Map<String, Value>> {
        let pairs: Vec<(String, String)> =
            pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        read(Family::Equipment, &pairs)
    }

    #[test]
    fn parameters_become_variables() {
        let variables = given(&[
            ("filter", r#"{"cost": {"lte": 5}}"#),
            ("documents", "a, b"),
            ("documents", "c"),
            ("game_system", "5e-2024"),
            ("type", "weapon"),
            ("minSimilarity", "0.5"),
            ("where", "cost<5"),
            ("understand", "false"),
        ]);
        let expected = json!({
            "filter": {"cost": {"lte": 5}}, "documents": ["a, b", "c"], "gameSystem": "5e-2024", "type": "weapon",
            "minSimilarity": 0.5, "where": "cost<5", "understand": false,
        });
        assert_eq!(Value::Object(variables.unwrap()), expected);
    }

    #[test]
    fn an_address_has_commas_between_documents() {
        let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
            pairs.iter().map(owned).collect()
        };
        let given = pairs(&[("documents", "a, b"), ("name", "c, d"), ("documents", "e")]);
        let expected = pairs(&[("documents", "a"), ("documents", "b"), ("name", "c, d"), ("documents", "e")]);
        assert_eq!(of_address(given), expected);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (pairs, words) in [
            (vec![("filter", "{")], "`filter` must be JSON"),
            (vec![("colour", "red")], "There are: filter, gameSystem,"),
            (vec![("name", "a"), ("name", "b")], "`name` is given twice"),
            (vec![("minSimilarity", "much")], "from 0 to 1"),
            (vec![("understand", "much")], "true or false"),
        ] {
            let error = given(&pairs).unwrap_err();
            assert!(error.message.contains(words), "{error}");
        }
    }
}
