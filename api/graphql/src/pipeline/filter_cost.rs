//! The cost of filters: trees of comparisons that the store evaluates for each row of a table.

use async_graphql::Name;
use async_graphql_value::Value;
use lorekeeper_content::filter::{Field as FilterField, Filter};
use lorekeeper_content::{
    character_option::CharacterOptionFilter, creature::CreatureFilter, equipment::EquipmentFilter,
    rule::RuleFilter, spell::SpellFilter,
};
use std::collections::{BTreeMap, HashMap};
use std::ops::AddAssign;
use std::sync::LazyLock;

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
static WEIGHTS: LazyLock<HashMap<String, usize>> = LazyLock::new(|| {
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
    weights
});

/// The values of variables, as if a document had them.
pub type Values = BTreeMap<Name, Value>;

/// The cost of an argument's filter. `values_left` is how many more values are visited.
pub fn filter_cost(filter: &Value, variables: &Values, values_left: &mut usize) -> FilterCost {
    let mut walk = Walk {
        variables,
        values_left,
    };
    let cost = walk.filter(filter);
    if *values_left == 0 {
        return FilterCost {
            complexity: usize::MAX,
            ..cost
        };
    }
    cost
}

struct Walk<'a, 'l> {
    variables: &'a Values,
    values_left: &'l mut usize,
}

impl<'a> Walk<'a, '_> {
    /// A value with its variable substituted; null where too many values were visited.
    fn visit(&mut self, value: &'a Value) -> &'a Value {
        if *self.values_left == 0 {
            return &Value::Null;
        }
        let value = match value {
            Value::Variable(name) => self.variables.get(name).unwrap_or(&Value::Null),
            value => value,
        };
        let values = match value {
            Value::List(items) => 1 + items.len(),
            _ => 1,
        };
        *self.values_left = self.values_left.saturating_sub(values);
        value
    }

    /// A filter, or a list of them.
    fn filter(&mut self, value: &'a Value) -> FilterCost {
        let mut sum = FilterCost::default();
        match self.visit(value) {
            Value::List(filters) => {
                for filter in filters {
                    sum += self.filter(filter);
                }
            }
            Value::Object(fields) => {
                for (name, value) in fields {
                    sum += match name.as_str() {
                        "and" | "or" | "not" => self.filter(value),
                        name => self.comparisons(name, value),
                    };
                }
            }
            _ => {}
        }
        sum
    }

    /// The comparisons of one field.
    fn comparisons(&mut self, field: &str, value: &'a Value) -> FilterCost {
        let weight = WEIGHTS.get(field).copied().unwrap_or(1);
        let mut sum = FilterCost::default();
        let Value::Object(operators) = self.visit(value) else {
            return sum;
        };
        for (operator, value) in operators {
            if matches!(operator.as_str(), "some" | "none") {
                sum += self.filter(value);
                sum.complexity = sum.complexity.saturating_add(RELATION_COST);
                continue;
            }
            let comparisons = match self.visit(value) {
                Value::Null => 0,
                // Each value is a comparison of its own.
                Value::List(values) if operator == "hasAll" => values.len(),
                Value::List(values) => 1 + values.len() / VALUES_PER_COMPARISON,
                _ => 1,
            };
            let whole_texts = weight >= WHOLE_TEXT_WEIGHT;
            sum += FilterCost {
                complexity: comparisons.saturating_mul(weight * COMPARISON_COST),
                texts: comparisons * usize::from(whole_texts),
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
        let variables = serde_json::from_value::<Values>(variables).unwrap();
        let mut values_left = MAX_VALUES;
        let cost = filter_cost(filter, &variables, &mut values_left);
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
