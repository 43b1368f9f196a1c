//! Query cost of known operations.

use super::*;
use async_graphql::parser::parse_query;
use serde_json::json;

fn cost(text: &str, variables: serde_json::Value) -> usize {
    full_cost(text, variables).complexity
}

fn full_cost(text: &str, variables: serde_json::Value) -> Cost {
    let schema_index = SchemaIndex::of(&crate::sdl(true));
    let document = parse_query(text).unwrap();
    let (_, operation) = document.operations.iter().next().unwrap();
    super::cost(&schema_index, &document, &operation.node, &Variables::from_json(variables))
}

fn plain(text: &str) -> usize {
    cost(text, json!({}))
}

#[test]
fn a_page_counts_as_often_as_it_has_rows() {
    let twenty = plain("{ spells { nodes { name level } } }");
    assert_eq!(twenty, 1 + 1 + 20 * 2);
    assert_eq!(plain("{ spells(first: 100) { nodes { name level } } }"), 1 + 1 + 100 * 2);
    assert_eq!(plain("{ spells(last: 5) { edges { node { name } } } }"), 1 + 1 + 5 * 2);
    let by_variable = "query($n: Int) { spells(first: $n) { nodes { name } } }";
    assert_eq!(cost(by_variable, json!({"n": 7})), 1 + 1 + 7);
    // A page too large is refused by the field; until then it counts as the largest.
    assert_eq!(plain("{ spells(first: 100000) { nodes { name } } }"), 1 + 1 + 100);
    assert_eq!(plain("{ spells(first: -1) { nodes { name } } }"), 1 + 1 + 100);
}

#[test]
fn entities_of_a_subgraph_count_one_by_one() {
    let text = "query($r: [_Any!]!) { _entities(representations: $r) { ... on Spell { name level } } }";
    let named = |count| json!({"r": vec![json!({"__typename": "Spell", "id": "x"}); count]});
    assert_eq!(cost(text, named(3)), 1 + 3 * 2);
    assert_eq!(cost(text, named(1000)), 1 + 1000 * 2);
}

#[test]
fn pages_in_pages_multiply_and_fragments_count_where_they_are_spread() {
    let nested = plain(
        "{ spells(first: 100) { nodes { similar(first: 50) { node { similar(first: 50) { node { name } } } } } } }",
    );
    assert!(nested > 5_000_000, "{nested}");
    let spread = plain("{ spells(first: 9) { nodes { ...f } } } fragment f on Spell { name level }");
    assert_eq!(spread, 1 + 1 + 9 * 2);
}

#[test]
fn a_row_is_of_one_type() {
    let text = "{ search(query: \"fire\", first: 10) { nodes { id ... on Spell { name level } ...f } } } fragment f on Rule { name }";
    assert_eq!(plain(text), SEARCH_COST + 1 + 1 + 10 * (1 + 2));
}

#[test]
fn skipped_selections_cost_nothing() {
    let text = "query($full: Boolean!) { spells { nodes { name ...f @include(if: $full) level @skip(if: true) } } } fragment f on Spell { text }";
    assert_eq!(cost(text, json!({"full": false})), 1 + 1 + 20);
    assert_eq!(cost(text, json!({"full": true})), 1 + 1 + 20 * 2);
}

/// The largest call of each tool, with every filter and four facets, stays below the default limit.
#[test]
fn tools_may_ask_for_whole_pages() {
    let catalogue = lorekeeper_mcp::catalogue::Catalogue::load(lorekeeper_mcp::ToolSet::All);
    for tool in catalogue.unwrap().tools {
        let mut variables = json!({
            "limit": 100, "full": true, "search": "fire", "query": "fire", "semantic_query": "fire",
            "ids": vec!["c3BlbGw6MQ"; 100], "facets": ["type", "size", "document", "game_system"],
        });
        for variable in &tool.operation.variables {
            // Any value compares with something.
            if variables.get(&variable.name).is_none() {
                variables[&variable.name] = 1.into();
            }
        }
        let cost = cost(&tool.operation.text, variables);
        assert!(cost < 200_000, "{} may cost {cost}", tool.name());
    }
}

#[test]
fn searches_and_facets_cost_more() {
    let search = plain("{ spells(search: \"fire\") { nodes { name } } }");
    assert_eq!(search, SEARCH_COST + 1 + 1 + 20);
    let blank = plain("{ spells(search: \" \") { nodes { name } } }");
    assert_eq!(blank, 1 + 1 + 20);
    let facets = plain("{ spells { facets(names: [\"level\", \"school\"]) { name } } }");
    assert_eq!(facets, 1 + 2 * FACET_COST + 1 + 2);
    let searched = plain("{ spells(search: \"fire\") { facets(names: [\"level\"]) { name } } }");
    assert_eq!(searched, SEARCH_COST + 1 + SEARCH_COST + 1 + 1);
    let all = plain("{ spells { facets { name } } }");
    assert!(all > 5 * FACET_COST, "{all}");
}

#[test]
fn a_filter_counts_as_often_as_it_is_evaluated() {
    let filter = "filter: {text: {contains: \"fire\"}, level: {eq: 3}}";
    let rows = full_cost(&format!("{{ spells({filter}) {{ nodes {{ name }} }} }}"), json!({}));
    assert_eq!((rows.filters, rows.texts), (2100, 1));
    assert_eq!(rows.complexity, 2100 + 1 + 1 + 20);
    let counted = format!("{{ spells({filter}) {{ totalCount facets(names: [\"level\", \"school\"]) {{ name }} }} }}");
    let counted = full_cost(&counted, json!({}));
    assert_eq!((counted.filters, counted.texts), (4 * 2100, 1));
    let twice = format!(
        "{{ a: spells({filter}) {{ ...f }} b: spells {{ ...f }} }} fragment f on SpellConnection {{ totalCount }}"
    );
    let twice = full_cost(&twice, json!({}));
    assert_eq!((twice.filters, twice.texts), (2 * 2100, 1));
    let bomb = json!({"f": {"or": vec![json!({"text": {"contains": "a"}}); 6300]}});
    let bomb = full_cost("query($f: SpellFilter) { spells(filter: $f) { totalCount } }", bomb);
    assert_eq!(bomb.texts, 6300);
    assert!(bomb.complexity > 1_000_000, "{bomb:?}");
}
