//! The cost of filters: what the store compares for every row, told before it runs.
//!
//! A filter is a tree of comparisons that a client writes; the store evaluates all of them for each row of a table.

use crate::family::filter::{Field as FilterField, Filter};
use crate::family::{
    character_option::CharacterOptionFilter, creature::CreatureFilter, equipment::EquipmentFilter,
    rule::RuleFilter, spell::SpellFilter,
};
use async_graphql::{Value, Variables};
use async_graphql_value::Value as Written;
use std::collections::HashMap;
use std::ops::AddAssign;

/// Comparing a short column.
const COMPARISON: usize = 100;

/// Following a relation: it is worked out for the whole store.
const RELATION: usize = 2_000;

/// Values of a list that cost as much as one comparison: they are looked up in a table.
const VALUES: usize = 10;

/// Most values of all filters of an operation, variables put in wherever they stand. What is beyond is not looked at.
pub const MAX_VALUES: usize = 100_000;

/// From this weight on a field is a whole text.
const WHOLE_TEXT: usize = 20;

/// What a filter costs.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct FilterCost {
    /// In the unit of fields.
    pub complexity: usize,
    /// How many comparisons with whole texts there are.
    pub texts: usize,
}

impl AddAssign for FilterCost {
    fn add_assign(&mut self, other: Self) {
        self.complexity = self.complexity.saturating_add(other.complexity);
        self.texts = self.texts.saturating_add(other.texts);
    }
}

/// What the fields of all filters weigh.
#[derive(Clone, Debug)]
pub struct Weights(HashMap<String, usize>);

impl Default for Weights {
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

impl Weights {
    /// What a filter costs that an argument has. `left` is how many more values are looked at.
    pub fn cost(&self, filter: &Written, variables: &Variables, left: &mut usize) -> FilterCost {
        let mut walk = Walk {
            weights: self,
            variables,
            left,
        };
        let cost = walk.filter(Node::of(filter));
        if *left == 0 {
            return FilterCost {
                complexity: usize::MAX,
                ..cost
            };
        }
        cost
    }
}

/// A value as it is written in a document, or as it is given in a variable.
#[derive(Copy, Clone)]
enum Node<'a> {
    Written(&'a Written),
    Given(&'a Value),
}

/// What a value is, wherever it stands.
enum Kind<'a> {
    Null,
    List(Vec<Node<'a>>),
    Object(Vec<(&'a str, Node<'a>)>),
    Single,
}

impl<'a> Node<'a> {
    fn of(value: &'a Written) -> Self {
        Self::Written(value)
    }

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
    weights: &'a Weights,
    variables: &'a Variables,
    left: &'l mut usize,
}

impl<'a> Walk<'a, '_> {
    /// What a value is, if there are not too many.
    fn look(&mut self, node: Node<'a>) -> Kind<'a> {
        if *self.left == 0 {
            return Kind::Null;
        }
        let kind = node.kind(self.variables);
        let values = match &kind {
            Kind::List(items) => 1 + items.len(),
            _ => 1,
        };
        *self.left = self.left.saturating_sub(values);
        kind
    }

    /// A filter, or a list of them.
    fn filter(&mut self, node: Node<'a>) -> FilterCost {
        let mut sum = FilterCost::default();
        match self.look(node) {
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

    /// What one field of a filter is held against.
    fn comparisons(&mut self, field: &str, node: Node<'a>) -> FilterCost {
        let weight = self.weights.0.get(field).copied().unwrap_or(1);
        let mut sum = FilterCost::default();
        let Kind::Object(operators) = self.look(node) else {
            return sum;
        };
        for (operator, value) in operators {
            if matches!(operator, "some" | "none") {
                let related = self.filter(value);
                sum += related;
                sum.complexity = sum.complexity.saturating_add(RELATION);
                continue;
            }
            let comparisons = match self.look(value) {
                Kind::Null => 0,
                // Each is looked for by itself.
                Kind::List(values) if operator == "hasAll" => values.len(),
                Kind::List(values) => 1 + values.len() / VALUES,
                Kind::Object(_) | Kind::Single => 1,
            };
            sum += FilterCost {
                complexity: comparisons.saturating_mul(weight * COMPARISON),
                texts: if weight >= WHOLE_TEXT { comparisons } else { 0 },
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
        let (variables, mut left) = (Variables::from_json(variables), MAX_VALUES);
        let cost = Weights::default().cost(filter, &variables, &mut left);
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
        assert_eq!(cost(text, json!({})), (2 * 20 * COMPARISON, 2));
        assert_eq!(
            cost("{within: {eq: \"a\"}}", json!({})),
            (20 * COMPARISON, 1)
        );
        let relations = "{castBy: {some: {spells: {none: {level: {eq: 1}}, has: \"a\"}}}}";
        assert_eq!(cost(relations, json!({})), (2 * RELATION + 200, 0));
    }

    #[test]
    fn variables_count_as_what_they_are() {
        let text = json!({"text": {"contains": "fire"}});
        let given = json!({"f": {"or": vec![text.clone(); 300]}});
        assert_eq!(cost("$f", given.clone()).1, 300);
        assert_eq!(cost("{and: [$f, $f]}", given).1, 600);
        assert_eq!(cost("{text: {contains: $t}}", json!({"t": "fire"})).1, 1);
        // One that is not given hides nothing of the others.
        let beside = "{level: {eq: $nothing}, text: {contains: \"fire\"}}";
        assert_eq!(cost(beside, json!({})).1, 1);
        assert_eq!(cost("$nothing", json!({})), (0, 0));
    }

    #[test]
    fn a_list_of_values_is_one_look_up() {
        let values = json!({"v": vec!["a"; 1000]});
        assert_eq!(cost("{slug: {in: $v}}", values.clone()).0, 101 * COMPARISON);
        let all = cost("{actions: {hasAll: $v}}", values).0;
        assert_eq!(all, 1000 * 5 * COMPARISON);
    }

    #[test]
    fn variables_in_many_places_are_not_looked_at_for_ever() {
        let many = format!("{{or: [{}]}}", "{or: $g},".repeat(2_000));
        let empty = json!({"g": vec![json!({}); 1000]});
        assert_eq!(cost(&many, empty).0, usize::MAX);
    }
}
