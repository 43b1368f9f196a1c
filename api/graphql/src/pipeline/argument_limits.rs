//! Limits of arguments: their nesting, the number of their values, the length of their lists.

use super::analysis::DocumentAnalysis;
use crate::error::{Error, Result};
use async_graphql::parser::types::OperationDefinition;
use async_graphql::{Value, Variables};

/// Deepest nesting of an argument: a filter in ten others.
const MAX_DEPTH: usize = 24;

/// Most values of all arguments together.
const MAX_VALUES: usize = 20_000;

/// Most values of a list.
const MAX_LIST_LENGTH: usize = 1_000;

/// Refuses arguments that are too many or too deep, each variable counted as often as the document uses it.
pub fn check(document: &DocumentAnalysis, variables: &Variables) -> Result<()> {
    let mut size = document.arguments;
    for (name, value) in variables.iter() {
        let mut own = ArgumentSize::default();
        own.add(value);
        let uses = document.variables.get(name).copied().unwrap_or(1);
        size.values = size.values.saturating_add(own.values.saturating_mul(uses));
        size.deepest = size.deepest.max(own.deepest);
        size.longest = size.longest.max(own.longest);
    }
    size.refusal().map_or(Ok(()), |message| Err(Error::too_complex(message)))
}

/// Sets the defaults of absent variables: the cost is then that of the execution, and the library's own `@skip` and
/// `@include` know no defaults.
pub fn apply_defaults(operation: &OperationDefinition, variables: &mut Variables) {
    for definition in &operation.variable_definitions {
        let name = &definition.node.name.node;
        if let (Some(default), false) = (&definition.node.default_value, variables.contains_key(name)) {
            variables.insert(name.clone(), default.node.clone());
        }
    }
}

/// The measures of arguments.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct ArgumentSize {
    values: usize,
    depth: usize,
    deepest: usize,
    longest: usize,
}

impl ArgumentSize {
    fn refusal(&self) -> Option<String> {
        if self.deepest > MAX_DEPTH {
            return Some(format!(
                "The arguments are nested {} deep, but at most {MAX_DEPTH} are read. Join what stands in nested `and` or `or`.",
                if self.deepest > 2 * MAX_DEPTH { "far too".to_owned() } else { self.deepest.to_string() }
            ));
        }
        if self.longest > MAX_LIST_LENGTH {
            return Some(format!(
                "A list in the arguments has {} values, but at most {MAX_LIST_LENGTH} are read. Ask for them in several requests.",
                self.longest
            ));
        }
        (self.values > MAX_VALUES)
            .then(|| format!("The arguments have more than {MAX_VALUES} values. Ask for them in several requests."))
    }

    /// Descends into a value, unless a limit is exceeded already.
    fn within(&mut self, visit: impl FnOnce(&mut Self)) {
        self.values += 1;
        if self.values > MAX_VALUES || self.depth > 2 * MAX_DEPTH {
            return;
        }
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        visit(self);
        self.depth -= 1;
    }

    /// Counts a value.
    pub fn add(&mut self, value: &Value) {
        self.within(|size| match value {
            Value::List(values) => {
                size.longest = size.longest.max(values.len());
                for value in values {
                    size.add(value);
                }
            }
            Value::Object(fields) => fields.values().for_each(|value| size.add(value)),
            _ => {}
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::analysis::analyze;
    use async_graphql::parser::parse_query;
    use serde_json::json;

    fn refusal(text: &str, variables: serde_json::Value) -> String {
        let document = analyze(&parse_query(text).unwrap()).unwrap();
        let variables = Variables::from_json(variables);
        check(&document, &variables).unwrap_err().message
    }

    #[test]
    fn absent_variables_get_their_defaults() {
        let document = parse_query("query($a: Int = 1, $b: Int = 2, $c: Int = 3, $d: Int) { x }").unwrap();
        let (_, operation) = document.operations.iter().next().unwrap();
        let mut variables = Variables::from_json(json!({"b": 20, "c": null}));
        apply_defaults(&operation.node, &mut variables);
        let filled = serde_json::to_value(&variables).unwrap();
        assert_eq!(filled, json!({"a": 1, "b": 20, "c": null}));
    }

    #[test]
    fn long_and_deep_arguments_are_refused_wherever_they_are() {
        let numbers: Vec<usize> = (0..1001).collect();
        let sentence = refusal("{ a }", json!({"in": numbers}));
        assert!(sentence.contains("1001 values, but at most 1000"), "{sentence}");
        let sentence = refusal(&format!("{{ a(in: {numbers:?}) }}"), json!({}));
        assert!(sentence.contains("1001 values"), "{sentence}");
        let mut deep = json!(1);
        for _ in 0..25 {
            deep = json!({ "not": deep });
        }
        let sentence = refusal("{ a }", json!({"filter": deep}));
        assert!(sentence.contains("nested 26 deep"), "{sentence}");
        let wide: Vec<_> = (0..1000).map(|_| json!(vec![0; 21])).collect();
        let sentence = refusal("{ a }", json!({"filter": wide}));
        assert!(sentence.contains("more than 20000 values"), "{sentence}");
        let fine = parse_query("{ a(filter: {or: [{level: {in: [1, 2, 3]}}]}) }").unwrap();
        assert!(check(&analyze(&fine).unwrap(), &Variables::default()).is_ok());
    }

    #[test]
    fn a_variable_counts_as_often_as_it_is_used() {
        let many = format!("{{ a(filter: {{or: [{}]}}) }}", "{or: $g},".repeat(900));
        let fragments = "{ x: a { ...f } y: a { ...f } } fragment f on A { b(in: [$g, $g]) }";
        for (text, values) in [(many.as_str(), 100), (fragments, 6_000)] {
            let variables = json!({"g": vec![vec![0; 9]; values / 10]});
            let sentence = refusal(text, variables);
            assert!(sentence.contains("more than 20000 values"), "{sentence}");
        }
    }
}
