//! The cost of filters: trees of comparisons that the store evaluates for each row of a table.

use async_graphql::{Value, Variables};
use async_graphql_value::Value as Written;
use lorekeeper_content::filter::{Field as FilterField, Filter};
use lorekeeper_content::{
    character_option::CharacterOptionFilter, creature::CreatureFilter, equipment::EquipmentFilter,
    rule::RuleFilter, spell::SpellFilter,
};
use std::collections::HashMap;
use std::ops::AddAssign;

/// Comparing a short column.
const COMPARISON_COST: usize = 100;

/// Following a relation: the store computes it for all its rows.
const RELATION_COST: usize = 2_000;

/// Values of a list that cost as much as one comparison: the store looks them up in a hash table.
const VALUES_PER_COMPARISON: usize = 10;

/// Most values in all filters of an operation, its variables substituted. Beyond that the cost is `usize::MAX`.
pub const MAX_VALUES: usize = 100_000;

/// Fields of at least this weight are whole texts.
const WHOLE_TEXT_WEIGHT: usize = 20;

/// The cost of one evaluation of a filter.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct FilterCost {
    /// In the unit of an operation's cost.
    pub complexity: usize,
    /// The number of comparisons with whole texts.
    pub texts: usize,
}

impl AddAssign for FilterCost {
    fn add_assign(&mut self, other: Self) {
        self.complexity = self.complexity.saturating_add(other.complexity);
        self.texts = self.texts.saturating_add(other.texts);
    }
}

/// Weights of the filters' fields, by name.
#[derive(Clone, Debug)]
pub struct FilterWeights(HashMap<String, usize>);

impl Default for FilterWeights {
    fn default() -> Self {
        let families = [
            SpellFilter::fields(),
            CreatureFilter::fields(),
            EquipmentFilter::fields(),
            CharacterOptionFilter::fields(),
            RuleFilter::fields(),
        ];
        let mut weights = HashMap::new();
        for FilterField { name, weight, .. } in families.into_iter().flatten() {
            let known = weights.entry(name).or_insert(weight);
            *known = weight.max(*known);
        }
        Self(weights)
    }
}

impl FilterWeights {
    /// The cost of an argument's filter. `values_left` is how many more values are visited.
    pub fn cost(
        &self,
        filter: &Written,
        variables: &Variables,
        values_left: &mut usize,
    ) -> FilterCost {
        let mut walk = Walk {
            weights: self,
            variables,
            values_left,
        };
        let cost = walk.filter(Node::Written(filter));
        if *values_left == 0 {
            return FilterCost {
                complexity: usize::MAX,
                ..cost
            };
        }
        cost
    }
}

/// A value: a literal of the document, or the value of a variable.
#[derive(Copy, Clone)]
enum Node<'a> {
    Written(&'a Written),
    Given(&'a Value),
}

/// A value with its variable substituted.
enum Kind<'a> {
    Null,
    List(Vec<Node<'a>>),
    Object(Vec<(&'a str, Node<'a>)>),
    Single,
}

impl<'a> Node<'a> {
    fn kind(self, variables: &'a Variables) -> Kind<'a> {
        match self {
            Self::Written(Written::Variable(name)) => match variables.get(name) {
                Some(value) => Self::Given(value).kind(variables),
                None => Kind::Null,
            },
            Self::Written(Written::Null) | Self::Given(Value::Null) => Kind::Null,
            Self::Written(Written::List(items)) => {
                Kind::List(items.iter().map(Self::Written).collect())
            }
            Self::Given(Value::List(items)) => Kind::List(items.iter().map(Self::Given).collect()),
            Self::Written(Written::Object(fields)) => {
                let fields = fields.iter();
                Kind::Object(
                    fields
                        .map(|(n, v)| (n.as_str(), Self::Written(v)))
                        .collect(),
                )
            }
            Self::Given(Value::Object(fields)) => {
                let fields = fields.iter();
                Kind::Object(fields.map(|(n, v)| (n.as_str(), Self::Given(v))).collect())
            }
            Self::Written(_) | Self::Given(_) => Kind::Single,
        }
    }
}

struct Walk<'a, 'l> {
    weights: &'a FilterWeights,
    variables: &'a Variables,
    values_left: &'l mut usize,
}

impl<'a> Walk<'a, '_> {
    /// Visits a value, unless too many were visited.
    fn visit(&mut self, node: Node<'a>) -> Kind<'a> {
        if *self.values_left == 0 {
            return Kind::Null;
        }
        let kind = node.kind(self.variables);
        let values = match &kind {
            Kind::List(items) => 1 + items.len(),
            _ => 1,
        };
        *self.values_left = self.values_left.saturating_sub(values);
        kind
    }

    /// A filter, or a list of them.
    fn filter(&mut self, node: Node<'a>) -> FilterCost {
        let mut sum = FilterCost::default();
        match self.visit(node) {
            Kind::List(filters) => {
                for filter in filters {
                    sum += self.filter(filter);
                }
            }
            Kind::Object(fields) => {
                for (name, value) in fields {
                    sum += match name {
                        "and" | "or" | "not" => self.filter(value),
                        _ => self.comparisons(name, value),
                    };
                }
            }
            Kind::Null | Kind::Single => {}
        }
        sum
    }

    /// The comparisons of one field.
    fn comparisons(&mut self, field: &str, node: Node<'a>) -> FilterCost {
        let weight = self.weights.0.get(field).copied().unwrap_or(1);
        let mut sum = FilterCost::default();
        let Kind::Object(operators) = self.visit(node) else {
            return sum;
        };
        for (operator, value) in operators {
            if matches!(operator, "some" | "none") {
                let related = self.filter(value);
                sum += related;
                sum.complexity = sum.complexity.saturating_add(RELATION_COST);
                continue;
            }
            let comparisons = match self.visit(value) {
                Kind::Null => 0,
                // Each value is a comparison of its own.
                Kind::List(values) if operator == "hasAll" => values.len(),
                Kind::List(values) => 1 + values.len() / VALUES_PER_COMPARISON,
                Kind::Object(_) | Kind::Single => 1,
            };
            sum += FilterCost {
                complexity: comparisons.saturating_mul(weight * COMPARISON_COST),
                texts: if weight >= WHOLE_TEXT_WEIGHT {
                    comparisons
                } else {
                    0
                },
            };
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use async_graphql::parser::parse_query;
    use async_graphql::parser::types::Selection;
    use serde_json::json;

    fn cost(filter: &str, variables: serde_json::Value) -> (usize, usize) {
        let document = parse_query(format!("{{ a(filter: {filter}) }}")).unwrap();
        let (_, operation) = document.operations.iter().next().unwrap();
        let Selection::Field(field) = &operation.node.selection_set.node.items[0].node else {
            panic!("a field")
        };
        let filter = &field.node.get_argument("filter").unwrap().node;
        let (variables, mut values_left) = (Variables::from_json(variables), MAX_VALUES);
        let cost = FilterWeights::default().cost(filter, &variables, &mut values_left);
        (cost.complexity, cost.texts)
    }

    #[test]
    fn every_comparison_counts_wherever_it_is() {
        assert_eq!(cost("{}", json!({})), (0, 0));
        assert_eq!(cost("{level: {gte: 1, lte: 3}}", json!({})), (200, 0));
        assert_eq!(cost("{level: {eq: null}}", json!({})), (0, 0));
        let nested = "{or: [{not: {level: {eq: 1}}}, {and: {name: {contains: \"a\"}}}]}";
        assert_eq!(cost(nested, json!({})), (200, 0));
        let text = "{text: {contains: \"fire\", startsWith: \"a\"}}";
        assert_eq!(cost(text, json!({})), (2 * 20 * COMPARISON_COST, 2));
        assert_eq!(
            cost("{within: {eq: \"a\"}}", json!({})),
            (20 * COMPARISON_COST, 1)
        );
        let relations = "{casters: {some: {spells: {none: {level: {eq: 1}}, has: \"a\"}}}}";
        assert_eq!(cost(relations, json!({})), (2 * RELATION_COST + 200, 0));
    }

    #[test]
    fn variables_count_as_what_they_are() {
        let text = json!({"text": {"contains": "fire"}});
        let given = json!({"f": {"or": vec![text.clone(); 300]}});
        assert_eq!(cost("$f", given.clone()).1, 300);
        assert_eq!(cost("{and: [$f, $f]}", given).1, 600);
        assert_eq!(cost("{text: {contains: $t}}", json!({"t": "fire"})).1, 1);
        // An absent variable hides none of the others.
        let beside = "{level: {eq: $nothing}, text: {contains: \"fire\"}}";
        assert_eq!(cost(beside, json!({})).1, 1);
        assert_eq!(cost("$nothing", json!({})), (0, 0));
    }

    #[test]
    fn a_list_of_values_is_one_lookup() {
        let values = json!({"v": vec!["a"; 1000]});
        assert_eq!(
            cost("{slug: {in: $v}}", values.clone()).0,
            101 * COMPARISON_COST
        );
        let all = cost("{actions: {hasAll: $v}}", values).0;
        assert_eq!(all, 1000 * 5 * COMPARISON_COST);
    }

    #[test]
    fn the_visited_values_are_bounded() {
        let many = format!("{{or: [{}]}}", "{or: $g},".repeat(2_000));
        let empty = json!({"g": vec![json!({}); 1000]});
        assert_eq!(cost(&many, empty).0, usize::MAX);
    }
}
