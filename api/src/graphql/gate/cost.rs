//! What an operation may cost, told before it runs: how many fields it may have to resolve, and what it
//! has to look for. A page counts as often as it may have rows.

use async_graphql::parser::parse_schema;
use async_graphql::parser::types::{
    BaseType, Directive, ExecutableDocument, Field, FieldDefinition, OperationDefinition,
    Selection, SelectionSet, Type, TypeKind, TypeSystemDefinition,
};
use async_graphql::{Name, Positioned, Value, Variables};
use std::collections::HashMap;

/// A search: the query is read, embedded and ranked.
const SEARCH: usize = 5_000;

/// Counting the values of one facet. In a search each is ranked anew.
const FACET: usize = 1_000;

/// How many facets there are, about, where all are asked for.
const ALL_FACETS: usize = 10;

/// Finding what is alike, or what a name may have been meant to be.
const LIKE: usize = 1_000;

/// Counting all results.
const COUNT: usize = 300;

/// A page where nobody says how large.
const PAGE: usize = 20;

/// Largest page; more is refused anyway.
const LARGEST: usize = 100;

/// How many rows a relation leads to where nobody says.
const RELATED: usize = 10;

/// The fields of the schema, as far as what they cost goes.
#[derive(Debug, Default)]
pub struct Costs {
    types: HashMap<String, HashMap<String, Known>>,
    query: String,
}

#[derive(Debug)]
struct Known {
    to: String,
    list: bool,
    /// The page where the request does not say, if there are pages.
    page: Option<usize>,
}

impl Costs {
    /// From a schema in the schema definition language.
    pub fn of(sdl: &str) -> Self {
        let Ok(document) = parse_schema(sdl) else {
            tracing::error!("The schema cannot be read, so that operations are not weighed.");
            return Self::default();
        };
        let mut types = HashMap::new();
        for definition in document.definitions {
            let TypeSystemDefinition::Type(definition) = definition else {
                continue;
            };
            let fields = match definition.node.kind {
                TypeKind::Object(object) => object.fields,
                TypeKind::Interface(interface) => interface.fields,
                _ => continue,
            };
            let fields = fields.into_iter().map(|field| known(field.node)).collect();
            types.insert(definition.node.name.node.to_string(), fields);
        }
        Self {
            types,
            query: "Query".to_owned(),
        }
    }

    /// The cost of an operation. Call it for documents with an outline only: those end.
    pub fn cost(
        &self,
        document: &ExecutableDocument,
        operation: &OperationDefinition,
        variables: &Variables,
    ) -> usize {
        let mut weighing = Weighing {
            costs: self,
            document,
            variables,
            fragments: HashMap::new(),
        };
        weighing.set(
            &operation.selection_set.node,
            &self.query,
            Around {
                page: PAGE,
                search: false,
            },
        )
    }
}

fn known(field: FieldDefinition) -> (String, Known) {
    let (to, list) = named(&field.ty.node);
    let first = field.arguments.iter().find(|a| a.node.name.node == "first");
    let page = first.map(|first| {
        let default = first.node.default_value.as_ref();
        default.and_then(|value| size(&value.node)).unwrap_or(PAGE)
    });
    let known = Known {
        to: to.to_owned(),
        list,
        page,
    };
    (field.name.node.to_string(), known)
}

fn named(ty: &Type) -> (&str, bool) {
    match &ty.base {
        BaseType::Named(name) => (name.as_str(), false),
        BaseType::List(inner) => (named(inner).0, true),
    }
}

fn size(value: &Value) -> Option<usize> {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().and_then(|n| usize::try_from(n).ok());
            Some(number.unwrap_or(LARGEST).min(LARGEST))
        }
        _ => None,
    }
}

/// Where a selection stands: in a connection of so many rows, which may be a search's.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
struct Around {
    page: usize,
    search: bool,
}

struct Weighing<'a> {
    costs: &'a Costs,
    document: &'a ExecutableDocument,
    variables: &'a Variables,
    fragments: HashMap<(&'a str, Around), usize>,
}

impl<'a> Weighing<'a> {
    fn set(&mut self, set: &'a SelectionSet, on: &str, around: Around) -> usize {
        let mut sum = 0usize;
        for item in &set.items {
            if self.is_left_out(item.node.directives()) {
                continue;
            }
            let cost = match &item.node {
                Selection::Field(field) => self.field(&field.node, on, around),
                Selection::InlineFragment(inline) => {
                    let inline = &inline.node;
                    let condition = inline.type_condition.as_ref();
                    let on = condition.map_or(on, |c| c.node.on.node.as_str());
                    self.set(&inline.selection_set.node, on, around)
                }
                Selection::FragmentSpread(spread) => {
                    self.fragment(spread.node.fragment_name.node.as_str(), around)
                }
            };
            sum = sum.saturating_add(cost);
        }
        sum
    }

    /// Whether `@skip` or `@include` leaves a selection out.
    fn is_left_out(&self, directives: &[Positioned<Directive>]) -> bool {
        directives.iter().any(|directive| {
            let included = match directive.node.name.node.as_str() {
                "include" => true,
                "skip" => false,
                _ => return false,
            };
            let condition = directive.node.get_argument("if");
            let condition = condition.map(|value| {
                let value = value.node.clone();
                value.into_const_with(|name| self.variable(&name))
            });
            condition == Some(Ok(Value::Boolean(!included)))
        })
    }

    /// What is given as a variable.
    fn variable(&self, name: &Name) -> Result<Value, ()> {
        self.variables.get(name).cloned().ok_or(())
    }

    fn fragment(&mut self, name: &str, around: Around) -> usize {
        let Some((name, fragment)) = self.document.fragments.get_key_value(name) else {
            return 0;
        };
        if let Some(cost) = self.fragments.get(&(name.as_str(), around)) {
            return *cost;
        }
        let on = fragment.node.type_condition.node.on.node.as_str();
        let cost = self.set(&fragment.node.selection_set.node, on, around);
        self.fragments.insert((name.as_str(), around), cost);
        cost
    }

    fn field(&mut self, field: &'a Field, on: &str, around: Around) -> usize {
        let name = field.name.node.as_str();
        let known = self.costs.types.get(on).and_then(|fields| fields.get(name));
        let Some(known) = known else {
            // Introspection, or nothing that validation lets through.
            return self
                .set(&field.selection_set.node, "", around)
                .saturating_add(1);
        };
        let given = |argument: &str| {
            let value = field.get_argument(argument)?.node.clone();
            let value = value.into_const_with(|name| self.variable(&name)).ok()?;
            (value != Value::Null).then_some(value)
        };
        let page = known.page.map(|default| {
            let said = given("first").or_else(|| given("last"));
            said.as_ref().and_then(size).unwrap_or(default)
        });
        let asks = given("search").or_else(|| given("query"));
        let search = matches!(asks, Some(Value::String(text)) if !text.trim().is_empty());
        let facets = match given("names") {
            Some(Value::List(names)) => names.len(),
            _ => ALL_FACETS,
        };
        let work = match name {
            "totalCount" => COUNT,
            "similar" | "suggest" => LIKE,
            "facets" if around.search => SEARCH.saturating_mul(facets),
            "facets" => FACET.saturating_mul(facets),
            _ if search => SEARCH,
            _ => 0,
        };
        let within = Around {
            page: page.unwrap_or(around.page),
            search: search || (around.search && page.is_none()),
        };
        let times = if known.to.ends_with("Connection") {
            1
        } else if name == "facets" {
            facets
        } else if on.ends_with("Connection") && known.list {
            around.page
        } else if let Some(page) = page {
            page
        } else if known.list && !field.selection_set.node.items.is_empty() {
            if self.is_row(&known.to) { RELATED } else { 2 }
        } else {
            1
        };
        let children = self.set(&field.selection_set.node, &known.to, within);
        children.saturating_mul(times).saturating_add(work + 1)
    }

    /// Whether a type is something with a document of its own, rather than a part of something.
    fn is_row(&self, name: &str) -> bool {
        let fields = self.costs.types.get(name);
        fields.is_some_and(|fields| fields.contains_key("slug") || fields.contains_key("spell"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use async_graphql::parser::parse_query;

    fn cost(text: &str, variables: serde_json::Value) -> usize {
        let costs = Costs::of(&crate::graphql::sdl());
        let document = parse_query(text).unwrap();
        let (_, operation) = document.operations.iter().next().unwrap();
        costs.cost(&document, &operation.node, &Variables::from_json(variables))
    }

    fn plain(text: &str) -> usize {
        cost(text, serde_json::json!({}))
    }

    #[test]
    fn a_page_counts_as_often_as_it_has_rows() {
        let twenty = plain("{ spells { nodes { name level } } }");
        assert_eq!(twenty, 1 + 1 + 20 * 2);
        assert_eq!(
            plain("{ spells(first: 100) { nodes { name level } } }"),
            1 + 1 + 100 * 2
        );
        assert_eq!(
            plain("{ spells(last: 5) { edges { node { name } } } }"),
            1 + 1 + 5 * 2
        );
        let by_variable = "query($n: Int) { spells(first: $n) { nodes { name } } }";
        assert_eq!(cost(by_variable, serde_json::json!({"n": 7})), 1 + 1 + 7);
        // A page too large is refused by the field; until then it counts as the largest.
        assert_eq!(
            plain("{ spells(first: 100000) { nodes { name } } }"),
            1 + 1 + 100
        );
        assert_eq!(
            plain("{ spells(first: -1) { nodes { name } } }"),
            1 + 1 + 100
        );
    }

    #[test]
    fn pages_in_pages_multiply_and_fragments_count_where_they_are_spread() {
        let nested = plain(
            "{ spells(first: 100) { nodes { similar(first: 50) { node { similar(first: 50) { node { name } } } } } } }",
        );
        assert!(nested > 5_000_000, "{nested}");
        let spread =
            plain("{ spells(first: 9) { nodes { ...f } } } fragment f on Spell { name level }");
        assert_eq!(spread, 1 + 1 + 9 * 2);
    }

    #[test]
    fn what_is_left_out_costs_nothing() {
        let text = "query($full: Boolean!) { spells { nodes { name ...f @include(if: $full) level @skip(if: true) } } } fragment f on Spell { text }";
        assert_eq!(cost(text, serde_json::json!({"full": false})), 1 + 1 + 20);
        assert_eq!(
            cost(text, serde_json::json!({"full": true})),
            1 + 1 + 20 * 2
        );
    }

    /// What an assistant may ask for is far from too much.
    #[test]
    fn tools_can_be_asked_for_whole_pages() {
        let catalogue = lorekeeper_mcp::catalogue::Catalogue::load(lorekeeper_mcp::ToolSet::All);
        for tool in catalogue.unwrap().tools {
            let variables = serde_json::json!({
                "limit": 100, "full": true, "search": "fire", "query": "fire", "semantic_query": "fire",
                "ids": vec!["c3BlbGw6MQ"; 100],
            });
            let cost = cost(&tool.operation.text, variables);
            assert!(cost < 100_000, "{} may cost {cost}", tool.name());
        }
    }

    #[test]
    fn what_has_to_be_looked_for_costs_more() {
        let search = plain("{ spells(search: \"fire\") { nodes { name } } }");
        assert_eq!(search, SEARCH + 1 + 1 + 20);
        let blank = plain("{ spells(search: \" \") { nodes { name } } }");
        assert_eq!(blank, 1 + 1 + 20);
        let facets = plain("{ spells { facets(names: [\"level\", \"school\"]) { name } } }");
        assert_eq!(facets, 1 + 2 * FACET + 1 + 2);
        let searched =
            plain("{ spells(search: \"fire\") { facets(names: [\"level\"]) { name } } }");
        assert_eq!(searched, SEARCH + 1 + SEARCH + 1 + 2);
        let all = plain("{ spells { facets { name } } }");
        assert!(all > 5 * FACET, "{all}");
    }
}
