//! Null propagation: a failed field is null, or its nearest nullable parent is; and fields stand in their requested order.
//!
//! The specification asks for both. The library omits failed fields, and orders fields by the time of their completion.

use super::schema_index::{self, SchemaIndex};
use async_graphql::indexmap::IndexMap;
use async_graphql::parser::types::{
    BaseType, FragmentDefinition, OperationDefinition, OperationType, Selection, SelectionSet, Type,
};
use async_graphql::{Name, PathSegment, Positioned, Response, Value};
use std::collections::HashMap;

/// The fragments of a document, by name.
type Fragments = HashMap<Name, Positioned<FragmentDefinition>>;

/// The fields of a connection that lead to its nodes.
const NODES: [&str; 2] = ["node", "nodes"];

/// The requested keys of an object, in order.
#[derive(Debug, Default)]
pub struct Plan<'a>(IndexMap<&'a str, Requested<'a>>);

/// A requested key: the type of its field, and the keys of the object there.
#[derive(Debug, Default)]
struct Requested<'a> {
    ty: Option<&'a Type>,
    children: Plan<'a>,
    /// Whether nodes of a connection are requested there twice.
    is_merged_node: bool,
}

impl<'a> Plan<'a> {
    /// The plan of an operation.
    pub fn of_operation(
        operation: &'a OperationDefinition,
        fragments: &'a Fragments,
        schema_index: &'a SchemaIndex,
    ) -> Self {
        let root = match operation.ty {
            OperationType::Query => "Query",
            OperationType::Mutation => "Mutation",
            OperationType::Subscription => "Subscription",
        };
        Self::of(&operation.selection_set.node, root, fragments, schema_index)
    }

    /// The plan of a selection on a type.
    pub fn of(set: &'a SelectionSet, on: &'a str, fragments: &'a Fragments, schema_index: &'a SchemaIndex) -> Self {
        let mut plan = Self::default();
        plan.add(set, on, fragments, schema_index);
        plan
    }

    /// Propagates the nulls of a response, and orders its fields.
    pub fn complete(&self, response: &mut Response) {
        for error in &response.errors {
            if !error.path.is_empty() {
                propagate(&mut response.data, None, self, &error.path);
            }
        }
        self.order(&mut response.data);
    }

    /// Whether nodes of a connection are put together from several selections.
    pub fn merges_nodes(&self) -> bool {
        let mut requested = self.0.values();
        requested.any(|key| key.is_merged_node || key.children.merges_nodes())
    }

    /// Adds a selection set. Analysis has refused fragments that spread themselves.
    fn add(&mut self, set: &'a SelectionSet, on: &'a str, fragments: &'a Fragments, schema_index: &'a SchemaIndex) {
        for item in &set.items {
            match &item.node {
                Selection::Field(field) => {
                    let field = &field.node;
                    let known = schema_index.field(on, field.name.node.as_str());
                    let key: &str = &field.response_key().node;
                    let is_node = NODES.contains(&field.name.node.as_str());
                    let is_merged = is_node && self.0.contains_key(key);
                    let requested = self.0.entry(key).or_default();
                    requested.is_merged_node |= is_merged;
                    requested.ty = requested.ty.or(known.map(|known| &known.ty));
                    let to = known.map_or("", schema_index::Field::type_name);
                    requested.children.add(&field.selection_set.node, to, fragments, schema_index);
                }
                Selection::InlineFragment(inline) => {
                    let inline = &inline.node;
                    let condition = inline.type_condition.as_ref();
                    let on = condition.map_or(on, |c| c.node.on.node.as_str());
                    self.add(&inline.selection_set.node, on, fragments, schema_index);
                }
                Selection::FragmentSpread(spread) => {
                    let name = &spread.node.fragment_name.node;
                    if let Some(fragment) = fragments.get(name) {
                        let fragment = &fragment.node;
                        let on = fragment.type_condition.node.on.node.as_str();
                        self.add(&fragment.selection_set.node, on, fragments, schema_index);
                    }
                }
            }
        }
    }

    /// The position of a key. Most keys come in order, so `next` is tried first.
    fn position(&self, key: &str, next: usize) -> Option<usize> {
        match self.0.get_index(next) {
            Some((expected, _)) if *expected == key => Some(next),
            _ => self.0.get_index_of(key),
        }
    }

    /// Orders the fields of a value of the selection.
    pub fn order(&self, value: &mut Value) {
        match value {
            Value::List(items) => items.iter_mut().for_each(|item| self.order(item)),
            // Objects without keys are values of a scalar.
            Value::Object(fields) if !self.0.is_empty() => {
                let last = self.0.len();
                let (mut next, mut in_order) = (0, true);
                for (key, value) in fields.iter_mut() {
                    let at = self.position(key, next);
                    if let Some((_, requested)) = at.and_then(|at| self.0.get_index(at)) {
                        requested.children.order(value);
                    }
                    let at = at.unwrap_or(last);
                    in_order &= at >= next;
                    next = at + 1;
                }
                if !in_order {
                    let position = |key: &str| self.0.get_index_of(key).unwrap_or(last);
                    fields.sort_by_cached_key(|key, _| position(key));
                }
            }
            _ => {}
        }
    }
}

/// Sets null at a path. Returns whether the parent has to be null too, because its field is non-null.
fn propagate(value: &mut Value, ty: Option<&Type>, plan: &Plan<'_>, path: &[PathSegment]) -> bool {
    let fails = match (path.split_first(), &mut *value) {
        (None, _) | (_, Value::Null) => true,
        (Some((PathSegment::Field(key), rest)), Value::Object(fields)) => {
            let name = Name::new(key);
            let child = fields.entry(name).or_insert(Value::Null);
            match plan.0.get(key.as_str()) {
                Some(requested) => propagate(child, requested.ty, &requested.children, rest),
                None => false,
            }
        }
        (Some((PathSegment::Index(index), rest)), Value::List(items)) => {
            let inner = ty.and_then(|ty| match &ty.base {
                BaseType::List(inner) => Some(&**inner),
                BaseType::Named(_) => None,
            });
            items.get_mut(*index).is_some_and(|item| propagate(item, inner, plan, rest))
        }
        _ => false,
    };
    if fails {
        *value = Value::Null;
    }
    fails && ty.is_some_and(|ty| !ty.nullable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use async_graphql::ServerError;
    use async_graphql::parser::parse_query;
    use serde_json::{Value as Json, json};

    const SDL: &str = "type Query { list: [Thing!]! maybe: Thing sure: Thing! } type Thing { name: String! nick: String other: Thing! }";

    fn completed(query: &str, data: Json, failed: &[&[&str]]) -> Json {
        let mut response = Response::new(Value::from_json(data).unwrap());
        for path in failed {
            let mut error = ServerError::new("Failed.", None);
            error.path = path
                .iter()
                .map(|part| match part.parse() {
                    Ok(index) => PathSegment::Index(index),
                    Err(_) => PathSegment::Field((*part).to_owned()),
                })
                .collect();
            response.errors.push(error);
        }
        let document = parse_query(query).unwrap();
        let (_, operation) = document.operations.iter().next().unwrap();
        let schema_index = SchemaIndex::of(SDL);
        Plan::of_operation(&operation.node, &document.fragments, &schema_index).complete(&mut response);
        response.data.into_json().unwrap()
    }

    fn text(value: &Json) -> String {
        value.to_string()
    }

    #[test]
    fn fields_come_in_the_requested_order() {
        let query = "{ sure { ...f nick other { nick name } } list { b: nick a: name } } fragment f on Thing { name other { name } }";
        let data = json!({
            "list": [{"a": "1", "b": "2"}, {"b": "4", "a": "3"}],
            "sure": {"other": {"nick": "x", "name": "y"}, "nick": "z", "name": "w"}
        });
        assert_eq!(
            text(&completed(query, data, &[])),
            r#"{"sure":{"name":"w","other":{"name":"y","nick":"x"},"nick":"z"},"list":[{"b":"2","a":"1"},{"b":"4","a":"3"}]}"#
        );
    }

    #[test]
    fn nodes_of_several_selections_are_known() {
        let merges = |query: &str| {
            let document = parse_query(query).unwrap();
            let (_, operation) = document.operations.iter().next().unwrap();
            let schema_index = SchemaIndex::of(SDL);
            Plan::of_operation(&operation.node, &document.fragments, &schema_index).merges_nodes()
        };
        assert!(!merges("{ a: list { node { name nick } } b: list { node { nick } } }"));
        assert!(merges("{ list { node { name } } list { node { nick } } }"));
        assert!(merges("{ list { ...f node { nick } } } fragment f on Thing { node { name } }"));
        assert!(merges("{ list { one: node { nick } ... on Thing { one: node { name } } } }"));
    }

    #[test]
    fn a_failed_nullable_field_is_null() {
        let query = "{ sure { name nick } }";
        let data = json!({"sure": {"name": "a"}});
        assert_eq!(completed(query, data, &[&["sure", "nick"]]), json!({"sure": {"name": "a", "nick": null}}));
    }

    #[test]
    fn a_failed_non_null_field_nulls_its_parent() {
        let query = "{ maybe { name } sure { nick other { name } } }";
        let whole = json!({"maybe": {}, "sure": {"nick": "a", "other": {"name": "b"}}});
        assert_eq!(
            completed(query, whole.clone(), &[&["maybe", "name"]]),
            json!({"maybe": null, "sure": {"nick": "a", "other": {"name": "b"}}})
        );
        assert_eq!(completed(query, whole.clone(), &[&["sure", "other", "name"]]), Json::Null);
        let list = json!({"list": [{"name": "a"}, {}], "maybe": {"name": "b"}});
        let query = "{ list { name } maybe { name } }";
        assert_eq!(completed(query, list, &[&["list", "1", "name"]]), Json::Null);
        // An object all of whose fields failed is null already.
        let empty = json!({"maybe": null, "sure": {"nick": "a", "other": {"name": "b"}}});
        assert_eq!(completed("{ maybe { name } sure { nick } }", empty, &[&["maybe", "name"]])["maybe"], Json::Null);
        assert_eq!(completed("{ sure { name } }", json!(null), &[&["sure", "name"]]), Json::Null);
    }
}
