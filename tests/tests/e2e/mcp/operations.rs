//! Operations of the adapter: each is answered by the real schema, with every argument that it takes.

use super::filled;
use crate::nodes::text;
use lorekeeper::in_process::InProcessExecutor;
use lorekeeper_graphql::RequestPipeline;
use lorekeeper_mcp::answer::answer;
use lorekeeper_mcp::arguments::read;
use lorekeeper_mcp::catalogue::Catalogue;
use lorekeeper_mcp::conformance::misfits;
use lorekeeper_mcp::operation::{Operation, Variable};
use lorekeeper_mcp::tool::Tool;
use lorekeeper_mcp::{GraphqlRequest, ToolSet};
use lorekeeper_store::Reader;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Map, Value, json};

/// What each argument is tried with; those with a vocabulary are tried with all of it. An argument that is new
/// needs a line here.
fn samples() -> Value {
    json!({
        "search": "ember", "semantic_query": "ember", "query": "ember", "name": "*e*",
        "level": 1, "level_min": 0, "level_max": 9, "class_key": "lampwright",
        "concentration": false, "ritual": false, "casting_time": "1 action", "damage_type": "fire",
        "cr": "1/4", "cr_min": 0, "cr_max": 30, "armor_class_min": 10, "hit_points_min": 5,
        "damage_dice": "1d4", "is_simple": true, "requires_attunement": "no", "cost_min": 0.1, "cost_max": 100,
        "weight_max": 5.5, "is_finesse": false, "is_light": true, "is_magic": false, "section": "travel", "owner": "hearthwarden",
        "saving_throw": "DEX", "attack_roll": false, "heals": false, "effect": "several targets", "area_shape": "sphere", "range_min": 60,
        "material_cost_max": 100, "subclass": "order-of-the-kettle", "alignment": "evil", "damage_immunity": "fire",
        "damage_resistance": "cold", "damage_vulnerability": "cold", "condition_immunity": "prone",
        "inflicts": "poisoned", "forces_save": "DEX", "deals": "fire", "casts": "ember-ward", "trait": "Keen Smell", "legendary": false, "flies": true,
        "swims": false, "burrows": false, "language": "draconic", "properties": ["light"], "mastery": "vex",
        "category": "weapon", "base_item": "dagger", "facets": ["document", "gameSystem"], "order_by": "name desc",
        "semantic": true, "enable_fuzzy": false,
        "party": [3, 3, 4, 5], "creatures": [{"name": "Soot Gremlin", "count": 2}], "count": 1, "type": "dragon",
        "environment": "volcano",
        "game_system": "5e-2014", "documents": ["srd", "hearth-2014"], "limit": 7,
        "ids": ["spell:srd-2014:ember-ward", "creature:hearth-2014:ash-drake"],
        "names": ["Ember Ward", "creature:hearth-2014:ash-drake"], "skill": "stealth", "where": "name:ember",
    })
}

/// The values to try for an argument.
fn values(variable: &Variable) -> Vec<Value> {
    let schema = Value::Object(variable.kind.schema());
    if let Some(words) = schema["enum"].as_array() {
        return words.clone();
    }
    if let Some(words) = schema["items"]["enum"].as_array() {
        return words.iter().map(|word| json!([word])).collect();
    }
    let sample = samples()[&variable.name].take();
    assert!(!sample.is_null(), "no sample for {}", variable.name);
    vec![sample]
}

/// The argument sets to try a tool with: none but what it must have, each alone, all together.
fn calls(tool: &Tool) -> Vec<Map<String, Value>> {
    let variables: Vec<&Variable> = tool
        .operation
        .variables
        .iter()
        // A heading is one text's own.
        .filter(|v| !v.kind.is_set_by_adapter() && !matches!(&*v.name, "cursor" | "heading"))
        .collect();
    let first = |v: &&Variable| (v.name.clone(), values(v).remove(0));
    let least: Map<String, Value> = variables.iter().copied().filter(|v| v.required).map(|v| first(&v)).collect();
    let mut calls = vec![least.clone(), variables.iter().copied().map(|v| first(&v)).collect()];
    for variable in &variables {
        for value in values(variable) {
            let mut call = least.clone();
            call.insert(variable.name.clone(), value);
            calls.push(call);
        }
    }
    for alias in variables.iter().flat_map(|v| v.aliases.iter().map(move |alias| (v, alias))) {
        let mut call = least.clone();
        call.remove(&alias.0.name);
        call.insert(alias.1.clone(), values(alias.0).remove(0));
        calls.push(call);
    }
    if tool.has_detail() {
        for detail in ["full", "summary", "names"] {
            let mut call = least.clone();
            call.insert("detail".into(), json!(detail));
            calls.push(call);
        }
    }
    calls
}

/// The data of an answer, which has no errors.
async fn data(local: &InProcessExecutor, operation: &Operation, variables: Map<String, Value>) -> Value {
    let shown = json!(variables);
    let query = operation.text.clone();
    let mut answer = local.answer(GraphqlRequest::new(query, variables)).await;
    assert_eq!(answer.get("errors"), None, "{} {shown}", operation.file);
    answer["data"].take()
}

#[tokio::test]
async fn every_tool_with_every_argument() {
    let upstream = Upstream::start().await;
    let (lore, _) = filled(&upstream).await;
    let local = InProcessExecutor::new(RequestPipeline::new(&lore.app.backend()), Reader::Everyone);
    let catalogue = Catalogue::load(ToolSet::All).expect("operations that fit the schema");
    let mut tried = 0;
    // What the tools of the game table take depends on each other.
    let on_content = |tool: &&Tool| !tool.operation.file.starts_with("table/");
    for tool in catalogue.tools.iter().filter(on_content) {
        let schema = json!(tool.descriptor.output_schema);
        for (number, arguments) in calls(tool).into_iter().enumerate() {
            tried += 1;
            let shown = json!(arguments);
            let call = read(tool, &arguments).unwrap_or_else(|e| panic!("{}: {e}", tool.name()));
            let data = data(&local, &tool.operation, call.variables.clone()).await;
            let answer = answer(tool, &call, data, "2026-01-01T00:00:00Z");
            assert_eq!(misfits(&schema, &answer.structured), [""; 0], "{} {shown}", tool.name());
            let empty = answer.structured["results"] == json!([]);
            assert!(number > 0 || !empty, "{} finds nothing", tool.name());
            assert_eq!(
                empty,
                answer.structured.get("message").is_some(),
                "{} {shown}: {}",
                tool.name(),
                answer.structured
            );
        }
    }
    assert!(tried > 200, "{tried}");
    drop(local);
    lore.stop().await;
}

#[tokio::test]
async fn resources_prompts_completions_and_the_rest() {
    let upstream = Upstream::start().await;
    let (lore, _) = filled(&upstream).await;
    let local = InProcessExecutor::new(RequestPipeline::new(&lore.app.backend()), Reader::Everyone);
    let catalogue = Catalogue::load(ToolSet::All).expect("operations that fit the schema");

    let addresses = [
        ("character_option", "lore://character_option/hearthwarden", "# Hearthwarden\n"),
        ("creature", "lore://creature/ash-drake", "# Ash Drake\n"),
        ("document", "lore://document/srd-2014", "# System Reference Document 5.1\n"),
        ("equipment", "lore://equipment/skillet", "# Skillet\n"),
        ("rule", "lore://rule/peckish", "# Peckish\n"),
        ("spell", "lore://spell/ember-ward", "# Ember Ward\n"),
    ];
    let names: Vec<&str> = catalogue.resources.iter().map(|r| r.operation.name.as_str()).collect();
    assert_eq!(names, addresses.map(|(name, ..)| name));
    for (resource, (_, address, title)) in catalogue.resources.iter().zip(addresses) {
        let variables = resource.template.read(address).expect(address);
        let data = data(&local, &resource.operation, variables).await;
        let thing = data.as_object().and_then(|o| o.values().next()).expect(address);
        assert!(text(thing, "/markdown").starts_with(title), "{thing}");
    }
    for listing in &catalogue.listings {
        let (listed, next) = listing.read(&data(&local, &listing.operation, Map::new()).await);
        assert_eq!((listed.len(), next), (5, None));
    }

    let arguments = [
        (
            "draft_encounter",
            json!({"party": "5, 5 5,6", "theme": "smoke", "difficulty": "Deadly", "game_system": "5e-2014"}),
            "| Ash Drake | large dragon | 5 | 1800 | 2 | 17 | 85 | creature:hearth-2014:ash-drake |",
        ),
        ("explain_stat_block", json!({"creature": "Ash Drake", "document": "hearth-2024"}), "# Ash Drake"),
        ("settle_rule", json!({"question": "Who takes a seat first?"}), "the highest sits first"),
    ];
    let names: Vec<&str> = catalogue.prompts.iter().map(|p| p.operation.name.as_str()).collect();
    assert_eq!(names, arguments.clone().map(|(name, ..)| name));
    for (prompt, (name, given, said)) in catalogue.prompts.iter().zip(arguments) {
        let variables = prompt.variables(given.as_object().expect("arguments")).expect(name);
        let data = data(&local, &prompt.operation, prompt.sent(&variables)).await;
        let filled = json!(prompt.fill(&variables, &data).expect(name)).to_string();
        assert!(filled.contains(said), "{name}: {filled}");
    }

    let typed = [
        ("character_option_slugs", "emb", "emberfolk"),
        ("creature_names", "ash", "Ash Drake"),
        ("creature_slugs", "ash", "ash-drake"),
        ("document_keys", "hear", "hearth-2014"),
        ("equipment_slugs", "skil", "skillet"),
        ("rule_names", "peck", "Peckish"),
        ("rule_slugs", "peck", "peckish"),
        ("spell_slugs", "embr", "ember-ward"),
    ];
    let names: Vec<&str> = catalogue.completions.iter().map(|c| c.operation.name.as_str()).collect();
    assert_eq!(names, typed.map(|(name, ..)| name));
    for (completion, (name, typed, first)) in catalogue.completions.iter().zip(typed) {
        let data = data(&local, &completion.operation, completion.variables(typed)).await;
        let values = completion.read(&data);
        assert_eq!(values.first().map(String::as_str), Some(first), "{name}: {values:?}");
    }

    let loading = data(&local, &catalogue.loading, Map::new()).await;
    assert_eq!(loading, json!({"status": {"loading": false, "entities": 169, "searchable": true}}));
    drop(local);
    lore.stop().await;
}
