//! The cost of filters: trees of comparisons that the store evaluates for each row of a table.

use super::cost::Cost;
use async_graphql::{Name, Value};
use lorekeeper_content::filter::{Field as FilterField, Filter};
use lorekeeper_content::{
    character_option::CharacterOptionFilter, creature::CreatureFilter, equipment::EquipmentFilter, rule::RuleFilter,
    spell::SpellFilter,
};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Comparing a short column.
const COMPARISON_COST: usize = 100;

/// Following a relation: the store computes it for all its rows.
const RELATION_COST: usize = 2_000;

/// Values of a list that cost as much as one comparison: the store looks them up in a hash table.
const VALUES_PER_COMPARISON: usize = 10;

/// Fields of at least this weight are whole texts.
const WHOLE_TEXT_WEIGHT: usize = 20;

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

/// The cost of evaluating a filter, or a list of them, once.
pub fn filter_cost(filter: &Value) -> Cost {
    match filter {
        Value::List(filters) => filters.iter().map(filter_cost).sum(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| match name.as_str() {
                "and" | "or" | "not" => filter_cost(value),
                name => comparisons(name, value),
            })
            .sum(),
        _ => Cost::default(),
    }
}

/// The cost of the comparisons of one field.
fn comparisons(field: &str, value: &Value) -> Cost {
    let weight = WEIGHTS.get(field).copied().unwrap_or(1);
    let Value::Object(operators) = value else {
        return Cost::default();
    };
    let cost = |(operator, value): (&Name, &Value)| {
        if matches!(operator.as_str(), "some" | "none") {
            let within = filter_cost(value);
            return Cost::of_filter(within.complexity.saturating_add(RELATION_COST), within.texts);
        }
        let comparisons = match value {
            Value::Null => 0,
            // Each value is a comparison of its own.
            Value::List(values) if operator == "hasAll" => values.len(),
            Value::List(values) => 1 + values.len() / VALUES_PER_COMPARISON,
            _ => 1,
        };
        let texts = comparisons * usize::from(weight >= WHOLE_TEXT_WEIGHT);
        Cost::of_filter(comparisons.saturating_mul(weight * COMPARISON_COST), texts)
    };
    operators.iter().map(cost).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn cost(filter: serde_json::Value) -> (usize, usize) {
        let cost = filter_cost(&Value::from_json(filter).unwrap());
        assert_eq!(cost.filters, cost.complexity);
        (cost.complexity, cost.texts)
    }

    #[test]
    fn every_comparison_counts_wherever_it_is() {
        assert_eq!(cost(json!({})), (0, 0));
        assert_eq!(cost(json!({"level": {"gte": 1, "lte": 3}})), (200, 0));
        assert_eq!(cost(json!({"level": {"eq": null}})), (0, 0));
        let nested = json!({"or": [{"not": {"level": {"eq": 1}}}, {"and": {"name": {"contains": "a"}}}]});
        assert_eq!(cost(nested), (200, 0));
        let text = json!({"text": {"contains": "fire", "startsWith": "a"}});
        assert_eq!(cost(text), (2 * 20 * COMPARISON_COST, 2));
        let within = json!({"within": {"eq": "a"}});
        assert_eq!(cost(within), (20 * COMPARISON_COST, 1));
        let relations = json!({"casters": {"some": {"spells": {"none": {"level": {"eq": 1}}, "has": "a"}}}});
        assert_eq!(cost(relations), (2 * RELATION_COST + 200, 0));
    }

    #[test]
    fn a_list_of_values_is_one_lookup() {
        let values = vec!["a"; 1000];
        let any = cost(json!({"slug": {"in": values}})).0;
        assert_eq!(any, 101 * COMPARISON_COST);
        let all = cost(json!({"actions": {"hasAll": values}})).0;
        assert_eq!(all, 1000 * 5 * COMPARISON_COST);
    }
}
