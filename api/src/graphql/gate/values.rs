//! Arguments within bounds: what is nested too deep, or too much at once, is refused before it is read.

use crate::error::{Error, Result};
use async_graphql::parser::types::{
    ExecutableDocument, OperationDefinition, Selection, SelectionSet,
};
use async_graphql::{Value, Variables};
use std::convert::Infallible;

/// Deepest nesting of an argument: a filter in ten others.
const DEEPEST: usize = 24;

/// Most values of all arguments together.
const MOST: usize = 20_000;

/// Longest list.
const LONGEST: usize = 1_000;

/// Refuses arguments that are too many or too deep.
pub fn check(document: &ExecutableDocument, variables: &Variables) -> Result<()> {
    let mut size = Size::default();
    for value in variables.values() {
        size.add(value);
    }
    for (_, operation) in document.operations.iter() {
        size.add_selections(&operation.node.selection_set.node);
    }
    for fragment in document.fragments.values() {
        size.add_selections(&fragment.node.selection_set.node);
    }
    size.refusal()
        .map_or(Ok(()), |message| Err(Error::too_complex(message)))
}

/// Puts in the defaults of variables that are not given: what is weighed is what runs then, and the library's own
/// `@skip` and `@include` know no defaults.
pub fn fill_in(operation: &OperationDefinition, variables: &mut Variables) {
    for definition in &operation.variable_definitions {
        let name = &definition.node.name.node;
        if let (Some(default), false) =
            (&definition.node.default_value, variables.contains_key(name))
        {
            variables.insert(name.clone(), default.node.clone());
        }
    }
}

/// How much there is, and how deep.
#[derive(Debug, Default)]
struct Size {
    values: usize,
    depth: usize,
    deepest: usize,
    longest: usize,
}

impl Size {
    fn refusal(&self) -> Option<String> {
        if self.deepest > DEEPEST {
            return Some(format!(
                "The arguments are nested {} deep, but at most {DEEPEST} are read. Join what stands in nested `and` or `or`.",
                if self.deepest > 2 * DEEPEST {
                    "far too".to_owned()
                } else {
                    self.deepest.to_string()
                }
            ));
        }
        if self.longest > LONGEST {
            return Some(format!(
                "A list in the arguments has {} values, but at most {LONGEST} are read. Ask for them in several requests.",
                self.longest
            ));
        }
        (self.values > MOST).then(|| {
            format!("The arguments have more than {MOST} values. Ask for them in several requests.")
        })
    }

    /// Goes into a value, unless it is deep or large enough to be refused already.
    fn within(&mut self, look: impl FnOnce(&mut Self)) {
        self.values += 1;
        if self.values > MOST || self.depth > 2 * DEEPEST {
            return;
        }
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        look(self);
        self.depth -= 1;
    }

    fn add(&mut self, value: &Value) {
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

    fn add_selections(&mut self, selections: &SelectionSet) {
        for selection in &selections.items {
            match &selection.node {
                Selection::Field(field) => {
                    for (_, value) in &field.node.arguments {
                        // Variables are looked at on their own.
                        let written = value.node.clone();
                        let known = written.into_const_with(|_| Ok::<_, Infallible>(Value::Null));
                        if let Ok(value) = &known {
                            self.add(value);
                        }
                    }
                    self.add_selections(&field.node.selection_set.node);
                }
                Selection::InlineFragment(fragment) => {
                    self.add_selections(&fragment.node.selection_set.node);
                }
                Selection::FragmentSpread(_) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use async_graphql::parser::parse_query;
    use serde_json::json;

    fn refusal(text: &str, variables: serde_json::Value) -> String {
        let document = parse_query(text).unwrap();
        let variables = Variables::from_json(variables);
        check(&document, &variables).unwrap_err().message
    }

    #[test]
    fn defaults_stand_in_for_what_is_not_given() {
        let document =
            parse_query("query($a: Int = 1, $b: Int = 2, $c: Int = 3, $d: Int) { x }").unwrap();
        let (_, operation) = document.operations.iter().next().unwrap();
        let mut variables = Variables::from_json(json!({"b": 20, "c": null}));
        fill_in(&operation.node, &mut variables);
        let filled = serde_json::to_value(&variables).unwrap();
        assert_eq!(filled, json!({"a": 1, "b": 20, "c": null}));
    }

    #[test]
    fn long_and_deep_arguments_are_refused_wherever_they_are() {
        let numbers: Vec<usize> = (0..1001).collect();
        let sentence = refusal("{ a }", json!({"in": numbers}));
        assert!(
            sentence.contains("1001 values, but at most 1000"),
            "{sentence}"
        );
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
        assert!(check(&fine, &Variables::default()).is_ok());
    }
}
