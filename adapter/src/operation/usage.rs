//! Usage of variables: the place where each goes, and what the schema says of that place.

use apollo_compiler::ast::{InputValueDefinition, Value};
use apollo_compiler::executable::{Selection, SelectionSet};
use apollo_compiler::{ExecutableDocument, Node, Schema};

/// The inputs that lead to the place of a variable, from the field's argument inwards: name and description.
pub type Path = Vec<(String, String)>;

/// The path to the first place where a variable is used.
pub fn path(schema: &Schema, document: &ExecutableDocument, set: &SelectionSet, variable: &str) -> Option<Path> {
    set.selections.iter().find_map(|selection| match selection {
        Selection::Field(field) => field
            .arguments
            .iter()
            .find_map(|argument| {
                let definition = field.definition.argument_by_name(&argument.name)?;
                inside(schema, definition, &argument.value, variable)
            })
            .or_else(|| path(schema, document, &field.selection_set, variable)),
        Selection::InlineFragment(inline) => path(schema, document, &inline.selection_set, variable),
        Selection::FragmentSpread(spread) => {
            let fragment = spread.fragment_def(document)?;
            path(schema, document, &fragment.selection_set, variable)
        }
    })
}

fn inside(schema: &Schema, definition: &Node<InputValueDefinition>, value: &Value, variable: &str) -> Option<Path> {
    let rest = match value {
        Value::Variable(name) if name == variable => Vec::new(),
        Value::Object(fields) => {
            let object = schema.get_input_object(definition.ty.inner_named_type())?;
            fields.iter().find_map(|(name, value)| inside(schema, &object.fields.get(name)?.node, value, variable))?
        }
        Value::List(items) => {
            // The items of a list are of the same type as the list's.
            let mut found = items.iter().find_map(|item| inside(schema, definition, item, variable))?;
            found.remove(0);
            found
        }
        _ => return None,
    };
    let description = definition.description.as_deref().unwrap_or_default();
    let mut path = vec![(definition.name.to_string(), one_line(description))];
    path.extend(rest);
    Some(path)
}

/// What the schema says of the place: of the argument, or of the filter's fields and what they compare.
pub fn description(path: &Path) -> String {
    let inner = path.get(1..).filter(|inner| !inner.is_empty());
    let sentences: Vec<&str> = inner
        .unwrap_or(path)
        .iter()
        .enumerate()
        // "Equal to this" and the like need not be said.
        .filter(|(depth, (name, _))| *depth == 0 || !matches!(name.as_str(), "eq" | "has" | "hasAny" | "or" | "and"))
        .map(|(_, (_, description))| description.as_str())
        .filter(|description| !description.is_empty())
        .collect();
    sentences.join(" ")
}

/// A description of the schema in one line.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
