//! The document as it is sent: without the adapter's own directives, and with the names of types where the
//! answer can be of several.

use apollo_compiler::ast::{Definition, DirectiveList, Document, Field, Selection, VariableDefinition};
use apollo_compiler::{Node, name};

/// The directives that every GraphQL server knows.
const STANDARD: [&str; 2] = ["include", "skip"];

/// Takes the variables that are not sent out of a document; returns all of them.
pub fn without_local(document: &mut Document) -> Vec<Node<VariableDefinition>> {
    let mut all = Vec::new();
    for definition in &mut document.definitions {
        if let Definition::OperationDefinition(operation) = definition {
            all.extend(operation.variables.iter().cloned());
            operation.make_mut().variables.retain(|variable| !is_local(variable));
        }
    }
    all
}

/// Whether a variable is not sent.
pub fn is_local(variable: &VariableDefinition) -> bool {
    let arg = variable.directives.get("arg");
    let local = arg.and_then(|arg| arg.specified_argument_by_name("local"));
    local.and_then(|value| value.to_bool()).unwrap_or_default()
}

/// The text to send.
pub fn sent(document: &Document) -> String {
    let mut document = document.clone();
    for definition in &mut document.definitions {
        match definition {
            Definition::OperationDefinition(operation) => {
                let operation = operation.make_mut();
                strip(&mut operation.directives);
                for variable in &mut operation.variables {
                    strip(&mut variable.make_mut().directives);
                }
                selections(&mut operation.selection_set);
            }
            Definition::FragmentDefinition(fragment) => {
                let fragment = fragment.make_mut();
                strip(&mut fragment.directives);
                selections(&mut fragment.selection_set);
            }
            _ => {}
        }
    }
    document.serialize().no_indent().to_string()
}

fn selections(set: &mut Vec<Selection>) {
    if set.iter().any(|selection| selection.as_field().is_none()) {
        set.insert(0, typename());
    }
    for selection in set {
        match selection {
            Selection::Field(field) => {
                let field = field.make_mut();
                strip(&mut field.directives);
                selections(&mut field.selection_set);
            }
            Selection::InlineFragment(inline) => {
                let inline = inline.make_mut();
                strip(&mut inline.directives);
                selections(&mut inline.selection_set);
            }
            Selection::FragmentSpread(spread) => strip(&mut spread.make_mut().directives),
        }
    }
}

fn strip(directives: &mut DirectiveList) {
    directives.retain(|d| STANDARD.contains(&d.name.as_str()));
}

fn typename() -> Selection {
    Selection::Field(Node::new(Field {
        alias: None,
        name: name!("__typename"),
        arguments: Vec::new(),
        directives: DirectiveList::default(),
        selection_set: Vec::new(),
    }))
}
