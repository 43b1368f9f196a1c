//! Arguments within bounds: what is nested too deep, or too much at once, is refused before it is read.

use crate::error::Error;
use async_graphql::extensions::{Extension, ExtensionContext, ExtensionFactory, NextParseQuery};
use async_graphql::parser::types::{ExecutableDocument, Selection, SelectionSet};
use async_graphql::{Pos, ServerError, ServerResult, Value, Variables};
use std::convert::Infallible;
use std::sync::Arc;

/// Deepest nesting of an argument: a filter in ten others.
const DEEPEST: usize = 24;

/// Most values of all arguments together.
const MOST: usize = 20_000;

/// Looks at arguments.
pub struct Inputs;

impl ExtensionFactory for Inputs {
    fn create(&self) -> Arc<dyn Extension> {
        Arc::new(Self)
    }
}

#[async_trait::async_trait]
impl Extension for Inputs {
    async fn parse_query(
        &self,
        ctx: &ExtensionContext<'_>,
        query: &str,
        variables: &Variables,
        next: NextParseQuery<'_>,
    ) -> ServerResult<ExecutableDocument> {
        let document = next.run(ctx, query, variables).await?;
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
        match size.refusal() {
            Some(message) => Err(refused(message)),
            None => Ok(document),
        }
    }
}

fn refused(message: String) -> ServerError {
    async_graphql::Error::from(Error::too_complex(message)).into_server_error(Pos::default())
}

/// How much there is, and how deep.
#[derive(Debug, Default)]
struct Size {
    values: usize,
    depth: usize,
    deepest: usize,
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
            Value::List(values) => values.iter().for_each(|value| size.add(value)),
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
