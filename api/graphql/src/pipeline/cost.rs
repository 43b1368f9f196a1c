//! Query cost analysis: an upper estimate of an operation's work, before it runs.
//!
//! The unit is one resolved field. A page counts as often as it may have rows, a filter as often as it is evaluated.

use super::filter_cost::filter_cost;
use super::schema_index::{DEFAULT_PAGE_SIZE, SchemaIndex, page_size};
use crate::error::{Error, Result};
use crate::where_argument;
use async_graphql::parser::types::{
    Directive, ExecutableDocument, Field, OperationDefinition, Selection, SelectionSet,
};
use async_graphql::{Name, Positioned, Value, Variables};
use async_graphql_value::Value as Written;
use std::collections::HashMap;
use std::convert::Infallible;
use std::iter::Sum;
use std::ops::AddAssign;

/// Most comparisons with whole texts in a request or a batch: for each of them the store reads all texts.
const MAX_TEXT_COMPARISONS: usize = 100;

/// A search: analyzing, embedding and ranking.
const SEARCH_COST: usize = 5_000;

/// Counting the values of one facet. In a search each facet is ranked anew and costs [`SEARCH_COST`].
const FACET_COST: usize = 1_000;

/// Approximate number of facets where all are requested.
const FACET_COUNT: usize = 10;

/// Finding similar entities, suggestions for a name, or the chances of dice.
const SIMILARITY_COST: usize = 1_000;

/// Counting all results.
const TOTAL_COUNT_COST: usize = 300;

/// Approximate number of rows that a relation leads to.
fn relation_size(on: &str, name: &str) -> usize {
    match (on, name) {
        // A class has hundreds of spells.
        ("CharacterOption", "spells") => 100,
        (_, "casters") => 50,
        _ => 10,
    }
}

/// Approximate number of parts in a list that is not of rows.
fn part_count(on: &str, name: &str) -> usize {
    match (on, name) {
        // Each leads to a creature.
        ("Encounter", "creatures") => 20,
        _ => 2,
    }
}

/// Rendering a whole entity as Markdown or in another format.
const MARKDOWN_COST: usize = 10;

/// The cost of an operation.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The whole cost, in fields.
    pub complexity: usize,
    /// The part of `complexity` that is for filters, whose work requests cannot share.
    pub filters: usize,
    /// The number of comparisons with whole texts.
    pub texts: usize,
}

impl Cost {
    /// The cost of a filter.
    pub fn of_filter(complexity: usize, texts: usize) -> Self {
        Self { complexity, filters: complexity, texts }
    }

    /// Refuses an operation or a batch that costs more than `max`.
    pub fn check(self, what: &str, max: usize) -> Result<()> {
        let Self { complexity, filters, texts } = self;
        if texts > MAX_TEXT_COMPARISONS {
            return Err(Error::too_complex(format!(
                "The {what} compares {texts} times with whole texts (`text`, `within`), but at most {MAX_TEXT_COMPARISONS} times is answered. Search for the words instead, or ask in several requests."
            )));
        }
        if complexity <= max {
            return Ok(());
        }
        let share = if filters > complexity / 2 { ", most of it for what its filters compare" } else { "" };
        Err(Error::too_complex(format!(
            "The {what} has a complexity of {}{share}, but at most {max} is answered: each field counts as often as its page may have rows. Ask for smaller pages, fewer fields and comparisons, or in several requests.",
            shown(complexity)
        )))
    }
}

/// A count in a sentence; one that ran over is `usize::MAX`.
pub fn shown(count: usize) -> String {
    if count == usize::MAX {
        return "far more than a million".to_owned();
    }
    count.to_string()
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        self.complexity = self.complexity.saturating_add(other.complexity);
        self.filters = self.filters.saturating_add(other.filters);
        self.texts = self.texts.saturating_add(other.texts);
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::default(), |mut sum, cost| {
            sum += cost;
            sum
        })
    }
}

/// The cost of an operation of an analyzed document: its fragments do not spread themselves.
pub fn cost(
    schema_index: &SchemaIndex,
    document: &ExecutableDocument,
    operation: &OperationDefinition,
    variables: &Variables,
) -> Cost {
    let mut walk = CostWalk { schema_index, document, variables, fragments: HashMap::new(), filters: Cost::default() };
    let parent = Parent { page_size: DEFAULT_PAGE_SIZE, search: false, filter: 0 };
    let complexity = walk.set(&operation.selection_set.node, "Query", parent);
    Cost { complexity, ..walk.filters }
}

/// The connection that a selection belongs to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
struct Parent {
    /// Most rows of its page.
    page_size: usize,
    /// Whether its rows are the results of a search.
    search: bool,
    /// The cost of evaluating its filter once.
    filter: usize,
}

struct CostWalk<'a> {
    schema_index: &'a SchemaIndex,
    document: &'a ExecutableDocument,
    variables: &'a Variables,
    fragments: HashMap<(&'a str, Parent), usize>,
    /// The cost of all filters so far. Only root fields have filters, so a cached fragment hides none.
    filters: Cost,
}

impl<'a> CostWalk<'a> {
    fn set(&mut self, set: &'a SelectionSet, on: &str, parent: Parent) -> usize {
        let mut sum = 0usize;
        // Costs by type condition: a row is of one type.
        let mut by_type: HashMap<&str, usize> = HashMap::new();
        for item in &set.items {
            if self.is_skipped(item.node.directives()) {
                continue;
            }
            let (condition, cost) = match &item.node {
                Selection::Field(field) => (None, self.field(&field.node, on, parent)),
                Selection::InlineFragment(inline) => {
                    let inline = &inline.node;
                    let condition = inline.type_condition.as_ref();
                    let condition = condition.map(|c| c.node.on.node.as_str());
                    let within = &inline.selection_set.node;
                    (condition, self.set(within, condition.unwrap_or(on), parent))
                }
                Selection::FragmentSpread(spread) => self.fragment(spread.node.fragment_name.node.as_str(), parent),
            };
            let sum = match condition {
                Some(other) if other != on => by_type.entry(other).or_default(),
                _ => &mut sum,
            };
            *sum = sum.saturating_add(cost);
        }
        sum.saturating_add(by_type.into_values().max().unwrap_or_default())
    }

    /// Whether `@skip` or `@include` removes a selection.
    fn is_skipped(&self, directives: &[Positioned<Directive>]) -> bool {
        directives.iter().any(|directive| {
            let included = match directive.node.name.node.as_str() {
                "include" => true,
                "skip" => false,
                _ => return false,
            };
            let condition = directive.node.get_argument("if");
            condition.is_some_and(|value| self.value(value) == Value::Boolean(!included))
        })
    }

    /// The value of an argument, its variables substituted: their defaults are set already, and how often they are used
    /// is limited. An absent one is null.
    fn value(&self, written: &Positioned<Written>) -> Value {
        let Ok(value) = written
            .node
            .clone()
            .into_const_with(|name: Name| Ok::<_, Infallible>(self.variables.get(&name).cloned().unwrap_or_default()));
        value
    }

    /// The type condition of a fragment, and its cost.
    fn fragment(&mut self, name: &str, parent: Parent) -> (Option<&'a str>, usize) {
        let Some((name, fragment)) = self.document.fragments.get_key_value(name) else {
            return (None, 0);
        };
        let on = fragment.node.type_condition.node.on.node.as_str();
        if let Some(cost) = self.fragments.get(&(name.as_str(), parent)) {
            return (Some(on), *cost);
        }
        let cost = self.set(&fragment.node.selection_set.node, on, parent);
        self.fragments.insert((name.as_str(), parent), cost);
        (Some(on), cost)
    }

    /// The cost of evaluating a field's conditions once.
    fn filter(&mut self, field: &Field, exact: Vec<Value>) -> usize {
        let filter = field.get_argument("filter");
        let filter = filter.map(|filter| self.value(filter));
        let cost: Cost = filter.iter().chain(&exact).map(filter_cost).sum();
        self.filters += cost;
        cost.complexity
    }

    /// The cost of evaluating the parent's filter `times` more.
    fn reevaluate_filter(&mut self, parent: Parent, times: usize) -> usize {
        let complexity = parent.filter.saturating_mul(times);
        self.filters += Cost::of_filter(complexity, 0);
        complexity
    }

    fn field(&mut self, field: &'a Field, on: &str, parent: Parent) -> usize {
        let name = field.name.node.as_str();
        let Some(known) = self.schema_index.field(on, name) else {
            // Introspection, or a field that validation refuses.
            return self.set(&field.selection_set.node, "", parent).saturating_add(1);
        };
        let given = |argument: &str| {
            let value = self.value(field.get_argument(argument)?);
            (value != Value::Null).then_some(value)
        };
        let page = known.page_size.map(|default| {
            let size = given("first").or_else(|| given("last"));
            size.as_ref().and_then(page_size).unwrap_or(default)
        });
        let (exact, has_words) = match given("where") {
            Some(Value::String(text)) => where_argument::inputs(name, &text),
            _ => (Vec::new(), false),
        };
        let query = given("search").or_else(|| given("query"));
        let query = matches!(query, Some(Value::String(text)) if !text.trim().is_empty());
        let search = query || has_words;
        let facets = match given("names") {
            Some(Value::List(names)) => names.len(),
            _ => FACET_COUNT,
        };
        let ids = match given("ids").or_else(|| given("representations")) {
            Some(Value::List(ids)) => ids.len(),
            _ => DEFAULT_PAGE_SIZE,
        };
        let filter = self.filter(field, exact);
        let work = match name {
            "totalCount" => TOTAL_COUNT_COST.saturating_add(self.reevaluate_filter(parent, 1)),
            "similar" | "suggest" | "suggestWhere" | "mentionedBy" | "odds" | "rollDice" | "_service" => {
                SIMILARITY_COST
            }
            "markdown" | "part" | "mentions" | "tables" | "rollTable" | "as" => MARKDOWN_COST,
            "facets" => {
                let each = if parent.search { SEARCH_COST } else { FACET_COST };
                let counting = each.saturating_mul(facets);
                counting.saturating_add(self.reevaluate_filter(parent, facets))
            }
            _ if search => SEARCH_COST.saturating_add(filter),
            _ => filter,
        };
        let child = Parent {
            page_size: page.unwrap_or(parent.page_size),
            search: search || (parent.search && page.is_none()),
            filter: if page.is_some() { filter } else { parent.filter },
        };
        let times = if known.type_name().ends_with("Connection") {
            1
        } else if name == "facets" {
            facets
        } else if known.is_list() && matches!(known.type_name(), "Node" | "_Entity") {
            ids
        } else if on.ends_with("Connection") && known.is_list() {
            parent.page_size
        } else if let Some(page) = page {
            page
        } else if known.is_list() && !field.selection_set.node.items.is_empty() {
            if self.is_row(known.type_name()) { relation_size(on, name) } else { part_count(on, name) }
        } else {
            1
        };
        let children = self.set(&field.selection_set.node, known.type_name(), child);
        let own = work.saturating_add(1);
        children.saturating_mul(times).saturating_add(own)
    }

    /// Whether a type is an entity or a search result, rather than a part of one.
    fn is_row(&self, name: &str) -> bool {
        self.schema_index.field(name, "slug").is_some() || self.schema_index.field(name, "spell").is_some()
    }
}

#[cfg(test)]
mod tests;
