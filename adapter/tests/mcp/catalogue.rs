//! The catalogue: every operation file fits the schema, and what clients see of it is whole.

use lorekeeper_mcp::ToolSet;
use lorekeeper_mcp::catalogue::Catalogue;
use rmcp::model::Tool;
use serde_json::Value;
use std::path::Path;

/// Largest answer of `tools/list` for the default set, in bytes.
const MAX_LISTING_BYTES: usize = 32_000;

fn descriptors(set: ToolSet) -> Vec<Tool> {
    let catalogue = Catalogue::load(set).unwrap_or_else(|error| panic!("{error}"));
    catalogue.descriptors().cloned().collect()
}

fn names(set: ToolSet) -> Vec<String> {
    descriptors(set).into_iter().map(|tool| tool.name.to_string()).collect()
}

#[test]
fn the_sets_have_the_tools_of_the_contract() {
    let search = [
        "get", "list_documents", "plan_encounter", "search_all", "search_character_option", "search_creature",
        "search_equipment", "search_rule", "search_spell",
    ];
    let lookup = [
        "lookup_character_option", "lookup_creature", "lookup_equipment", "lookup_rule", "lookup_spell",
        "search_dnd_content",
    ];
    let graphql = ["query_graphql", "search_schema"];
    let table = ["compare", "odds", "roll", "roll_table"];
    assert_eq!(names(ToolSet::Search), search);
    assert_eq!(names(ToolSet::Graphql), [search.as_slice(), &graphql].concat());
    assert_eq!(names(ToolSet::Lookup), lookup);
    assert_eq!(names(ToolSet::All), [search.as_slice(), &lookup, &table, &graphql].concat());
    assert_eq!(names(ToolSet::Table), [search.as_slice(), &table].concat());
}

#[test]
fn every_argument_is_described() {
    for tool in descriptors(ToolSet::All) {
        let schema = tool.schema_as_json_value();
        let properties = schema["properties"].as_object().unwrap();
        for (name, property) in properties {
            let description = property["description"].as_str().unwrap_or_default();
            assert!(description.len() > 5, "{} {name}: {property}", tool.name);
        }
        for name in schema["required"].as_array().into_iter().flatten() {
            assert!(properties.contains_key(name.as_str().unwrap()), "{} {name}", tool.name);
        }
        let annotations = tool.annotations.unwrap();
        assert_eq!(annotations.read_only_hint, Some(true));
        assert_eq!(annotations.open_world_hint, Some(false));
    }
}

/// What clients see of the tools is recorded, so that a description or a default that is lost shows. After a
/// change that is meant: `cargo xtask bless tools`.
#[test]
fn the_tools_are_as_recorded() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mcp/tools.json");
    let now = serde_json::to_string_pretty(&descriptors(ToolSet::All)).unwrap() + "\n";
    if std::env::var_os("LOREKEEPER_BLESS").is_some() {
        std::fs::write(&file, &now).unwrap();
    }
    let recorded = std::fs::read_to_string(&file).unwrap();
    let parse = |text: &str| serde_json::from_str::<Vec<Value>>(text).unwrap();
    let (tools, known) = (parse(&now), parse(&recorded));
    let missing = |tools: &[Value], others: &[Value]| -> Vec<String> {
        let differs = |tool: &&Value| !others.contains(tool);
        let names = tools.iter().filter(differs).map(|tool| &tool["name"]);
        names.map(ToString::to_string).collect()
    };
    assert_eq!(
        (missing(&tools, &known), missing(&known, &tools)),
        (vec![], vec![]),
        "tools that are not as recorded, and what is recorded in their place; `cargo xtask bless tools` records them"
    );
    assert_eq!(now, recorded, "`cargo xtask bless tools` records the order");
}

#[test]
fn what_is_said_of_detail_is_what_answers_do() {
    for tool in descriptors(ToolSet::All) {
        let schema = tool.schema_as_json_value();
        let detail = schema["properties"]["detail"]["description"].as_str();
        let Some(detail) = detail else { continue };
        // A list is never summarised; what the summaries of a page have alike is taken out of them.
        let is_list = tool.name == "get";
        assert_eq!(detail.contains("summaries"), !is_list, "{}", tool.name);
    }
    let instructions = include_str!("../../src/instructions.md");
    assert!(instructions.contains("`shared`"), "{instructions}");
}

/// What the strictest of clients take, by their reports: one type for each property and no reference, items for a list,
/// properties for an object, and no alternatives.
#[test]
fn input_schemas_are_plain() {
    fn faults(path: &str, schema: &Value, found: &mut Vec<String>) {
        let ty = schema["type"].as_str();
        let keys: Vec<&str> = schema.as_object().unwrap().keys().map(String::as_str).collect();
        if ty.is_none() || keys.iter().any(|key| ["$ref", "anyOf", "oneOf", "allOf", "not"].contains(key)) {
            found.push(format!("{path}: {schema}"));
        }
        let properties = schema["properties"].as_object();
        match ty {
            Some("array") if schema["items"].is_object() => {
                faults(&format!("{path}[]"), &schema["items"], found);
            }
            Some("object") if properties.is_some_and(|some| !some.is_empty()) => {}
            Some("array" | "object") => found.push(format!("{path}: {schema}")),
            _ => {}
        }
        if schema.get("enum").is_some() && ty != Some("string") {
            found.push(format!("{path}: {schema}"));
        }
        for (name, property) in properties.into_iter().flatten() {
            faults(&format!("{path}.{name}"), property, found);
        }
    }
    let mut found = Vec::new();
    for tool in descriptors(ToolSet::All) {
        faults(&tool.name, &tool.schema_as_json_value(), &mut found);
    }
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn the_default_set_is_small_enough_to_be_listed() {
    let bytes = |tool: &Tool| serde_json::to_string(tool).unwrap().len();
    let size = |set| serde_json::to_string(&descriptors(set)).unwrap().len();
    let default = size(ToolSet::Search);
    let tools = descriptors(ToolSet::Search);
    let tools = tools.iter().map(|tool| (tool.name.as_ref(), bytes(tool)));
    assert!(
        default <= MAX_LISTING_BYTES,
        "tools/list of the default set has {default} bytes, {} too many: {:?}",
        default - MAX_LISTING_BYTES,
        tools.collect::<Vec<_>>()
    );
    let more = size(ToolSet::Graphql) - default;
    assert!(more < 4 * 1024, "the GraphQL tools have {more} bytes, of 4096");
}

#[test]
fn resources_prompts_and_completions_fit_each_other() {
    let catalogue = Catalogue::load(ToolSet::Search).unwrap();
    let operations =
        catalogue.resources.iter().map(|r| &r.operation).chain(catalogue.prompts.iter().map(|p| &p.operation));
    let mut offered = 0;
    for operation in operations {
        for variable in operation.variables.iter().filter_map(|v| v.complete.as_ref()) {
            offered += 1;
            assert!(
                catalogue.completions.iter().any(|c| c.operation.name == *variable),
                "{}: no completion {variable}",
                operation.file
            );
        }
    }
    assert!(offered >= 8, "{offered}");
    assert_eq!(catalogue.resources.len(), 6);
    assert_eq!(catalogue.prompts.len(), 3);
}
