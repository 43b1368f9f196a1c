//! Facts about the schema's types that GraphQL clients with a normalised cache are configured with.

use super::HOW_TO_BLESS;
use apollo_compiler::schema::ExtendedType;
use apollo_compiler::{Name, Schema};
use lorekeeper_tests::book::root;
use serde_json::{Map, Value, json};

fn schema() -> Schema {
    let text = std::fs::read_to_string(root().join("schema.graphql")).unwrap();
    Schema::parse(text, "schema.graphql").unwrap()
}

/// A generated file is this JSON. Blessing writes it.
fn check(path: &str, value: &Value) {
    let file = root().join(path);
    let text = format!("{}\n", serde_json::to_string_pretty(value).unwrap());
    if std::env::var_os("LOREKEEPER_BLESS").is_some() {
        std::fs::write(&file, text).unwrap();
        return;
    }
    let recorded = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(recorded, text, "{path}: {HOW_TO_BLESS}");
}

/// Types of objects that have no `id`, and belong to the object that they were found in.
#[test]
fn types_without_a_key() {
    let schema = schema();
    let roots = ["Query", "Mutation", "Subscription"];
    let keyless: Vec<&str> = schema
        .types
        .iter()
        .filter(|(name, _)| !name.starts_with("__") && !roots.contains(&name.as_str()))
        .filter_map(|(name, ty)| match ty {
            ExtendedType::Object(object) if !object.fields.contains_key("id") => Some(name.as_str()),
            _ => None,
        })
        .collect();
    assert!(keyless.contains(&"PageInfo") && !keyless.contains(&"Spell"));
    let mut keyless = keyless;
    keyless.sort_unstable();
    check("docs/reference/keyless-types.json", &json!(keyless));
}

/// The types that an interface or a union stands for.
#[test]
fn possible_types() {
    let schema = schema();
    let implementers = schema.implementers_map();
    let mut possible = Map::new();
    for (name, ty) in &schema.types {
        let mut objects: Vec<&str> = match ty {
            ExtendedType::Interface(_) => {
                let all = implementers.get(name).into_iter();
                all.flat_map(|all| &all.objects).map(Name::as_str).collect()
            }
            ExtendedType::Union(union) => union.members.iter().map(|member| member.as_str()).collect(),
            _ => continue,
        };
        objects.sort_unstable();
        possible.insert(name.to_string(), json!(objects));
    }
    possible.sort_keys();
    assert_eq!(possible["Node"].as_array().unwrap().len(), 6);
    check("docs/reference/possible-types.json", &possible.into());
}
