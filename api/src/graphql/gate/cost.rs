//! Query cost of an operation, told before it runs: how many fields it may have to resolve, what it has to look for, and
//! what its filters compare. A page counts as often as it may have rows, a filter as often as it is evaluated.

use super::filters::{FilterCost, MAX_VALUES, Weights};
use super::shape::{PAGE, Shape, size};
use async_graphql::parser::types::{
    Directive, ExecutableDocument, Field, OperationDefinition, Selection, SelectionSet,
};
use async_graphql::{Name, Positioned, Value, Variables};
use std::collections::HashMap;
use std::iter::Sum;

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

/// How many rows a relation leads to where nobody says, about.
fn related(on: &str, name: &str) -> usize {
    match (on, name) {
        // A class knows hundreds.
        ("CharacterOption", "spells") => 100,
        (_, "casters") => 50,
        _ => 10,
    }
}

/// Writing down a whole entity as a card.
const CARD: usize = 10;

/// What an operation costs.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// All of it, in fields.
    pub complexity: usize,
    /// How much of that is for filters, which the store cannot share between requests.
    pub filters: usize,
    /// How many comparisons with whole texts there are.
    pub texts: usize,
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::default(), |sum, cost| Self {
            complexity: sum.complexity.saturating_add(cost.complexity),
            filters: sum.filters.saturating_add(cost.filters),
            texts: sum.texts.saturating_add(cost.texts),
        })
    }
}

/// The cost of an operation. Call it for documents with an outline only: those end.
pub fn cost(
    shape: &Shape,
    weights: &Weights,
    document: &ExecutableDocument,
    operation: &OperationDefinition,
    variables: &Variables,
) -> Cost {
    let mut weighing = Weighing {
        shape,
        weights,
        document,
        variables,
        fragments: HashMap::new(),
        filters: FilterCost::default(),
        left: MAX_VALUES,
    };
    let around = Around {
        page: PAGE,
        search: false,
        filter: 0,
    };
    let complexity = weighing.set(&operation.selection_set.node, "Query", around);
    Cost {
        complexity,
        filters: weighing.filters.complexity,
        texts: weighing.filters.texts,
    }
}

/// Where a selection stands: in a connection of so many rows, which may be a search's, and which a filter narrows that
/// costs so much.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
struct Around {
    page: usize,
    search: bool,
    filter: usize,
}

struct Weighing<'a> {
    shape: &'a Shape,
    weights: &'a Weights,
    document: &'a ExecutableDocument,
    variables: &'a Variables,
    fragments: HashMap<(&'a str, Around), usize>,
    /// All filters so far. Only fields of the root have one, so no fragment's is counted once for several places.
    filters: FilterCost,
    /// How many more values of filters are looked at.
    left: usize,
}

impl<'a> Weighing<'a> {
    fn set(&mut self, set: &'a SelectionSet, on: &str, around: Around) -> usize {
        let mut sum = 0usize;
        // What is for one type or another: a row is of one of them.
        let mut either: HashMap<&str, usize> = HashMap::new();
        for item in &set.items {
            if self.is_left_out(item.node.directives()) {
                continue;
            }
            let (condition, cost) = match &item.node {
                Selection::Field(field) => (None, self.field(&field.node, on, around)),
                Selection::InlineFragment(inline) => {
                    let inline = &inline.node;
                    let condition = inline.type_condition.as_ref();
                    let condition = condition.map(|c| c.node.on.node.as_str());
                    let within = &inline.selection_set.node;
                    (condition, self.set(within, condition.unwrap_or(on), around))
                }
                Selection::FragmentSpread(spread) => {
                    self.fragment(spread.node.fragment_name.node.as_str(), around)
                }
            };
            let sum = match condition {
                Some(other) if other != on => either.entry(other).or_default(),
                _ => &mut sum,
            };
            *sum = sum.saturating_add(cost);
        }
        sum.saturating_add(either.into_values().max().unwrap_or_default())
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

    /// What is given as a variable, defaults among them.
    fn variable(&self, name: &Name) -> Result<Value, ()> {
        self.variables.get(name).cloned().ok_or(())
    }

    /// What a fragment is for, and its cost.
    fn fragment(&mut self, name: &str, around: Around) -> (Option<&'a str>, usize) {
        let Some((name, fragment)) = self.document.fragments.get_key_value(name) else {
            return (None, 0);
        };
        let on = fragment.node.type_condition.node.on.node.as_str();
        if let Some(cost) = self.fragments.get(&(name.as_str(), around)) {
            return (Some(on), *cost);
        }
        let cost = self.set(&fragment.node.selection_set.node, on, around);
        self.fragments.insert((name.as_str(), around), cost);
        (Some(on), cost)
    }

    /// What one evaluation of the filter costs that a field has.
    fn filter(&mut self, field: &Field) -> usize {
        let Some(filter) = field.get_argument("filter") else {
            return 0;
        };
        let cost = self
            .weights
            .cost(&filter.node, self.variables, &mut self.left);
        self.filters += cost;
        cost.complexity
    }

    /// What it costs to evaluate the filter around a field again.
    fn again(&mut self, around: Around, times: usize) -> usize {
        let complexity = around.filter.saturating_mul(times);
        self.filters += FilterCost {
            complexity,
            texts: 0,
        };
        complexity
    }

    fn field(&mut self, field: &'a Field, on: &str, around: Around) -> usize {
        let name = field.name.node.as_str();
        let known = self.shape.field(on, name);
        let Some(known) = known else {
            // Introspection, or nothing that validation lets through.
            return self
                .set(&field.selection_set.node, "", around)
                .saturating_add(1);
        };
        let variables = self.variables;
        let given = |argument: &str| {
            let value = field.get_argument(argument)?.node.clone();
            let variable = |name: Name| variables.get(&name).cloned().ok_or(());
            let value = value.into_const_with(variable).ok()?;
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
        let filter = self.filter(field);
        let work = match name {
            "totalCount" => COUNT.saturating_add(self.again(around, 1)),
            "similar" | "suggest" => LIKE,
            "markdown" => CARD,
            "facets" => {
                let each = if around.search { SEARCH } else { FACET };
                let counting = each.saturating_mul(facets);
                counting.saturating_add(self.again(around, facets))
            }
            _ if search => SEARCH.saturating_add(filter),
            _ => filter,
        };
        let within = Around {
            page: page.unwrap_or(around.page),
            search: search || (around.search && page.is_none()),
            filter: if page.is_some() {
                filter
            } else {
                around.filter
            },
        };
        let times = if known.to().ends_with("Connection") {
            1
        } else if name == "facets" {
            facets
        } else if known.is_list() && known.to() == "Node" {
            match given("ids") {
                Some(Value::List(ids)) => ids.len(),
                _ => PAGE,
            }
        } else if on.ends_with("Connection") && known.is_list() {
            around.page
        } else if let Some(page) = page {
            page
        } else if known.is_list() && !field.selection_set.node.items.is_empty() {
            if self.is_row(known.to()) {
                related(on, name)
            } else {
                2
            }
        } else {
            1
        };
        let children = self.set(&field.selection_set.node, known.to(), within);
        let own = work.saturating_add(1);
        children.saturating_mul(times).saturating_add(own)
    }

    /// Whether a type is something with a document of its own, rather than a part of something.
    fn is_row(&self, name: &str) -> bool {
        self.shape.field(name, "slug").is_some() || self.shape.field(name, "spell").is_some()
    }
}

#[cfg(test)]
mod tests;
