//! Answers as the specification has them: fields in the order in which they were asked for, and null where a field
//! failed, or around it where null cannot be. (The library leaves failed fields out, and puts fields in the order in
//! which they came to be.)

use super::shape::{self, Shape};
use async_graphql::parser::types::{
    BaseType, ExecutableDocument, OperationDefinition, OperationType, Selection, SelectionSet, Type,
};
use async_graphql::{Name, PathSegment, Response, Value};
use std::collections::HashMap;

/// Completes the response to an operation.
pub fn complete(
    response: &mut Response,
    document: &ExecutableDocument,
    operation: &OperationDefinition,
    shape: &Shape,
) {
    let root = match operation.ty {
        OperationType::Query => "Query",
        OperationType::Mutation => "Mutation",
        OperationType::Subscription => "Subscription",
    };
    let mut plan = Plan::default();
    plan.add(&operation.selection_set.node, root, document, shape);
    for error in &response.errors {
        if !error.path.is_empty() {
            void(&mut response.data, None, &plan, &error.path);
        }
    }
    plan.order(&mut response.data);
}

/// What is asked for of an object, in order.
#[derive(Debug, Default)]
struct Plan<'a> {
    keys: Vec<(&'a str, Asked<'a>)>,
    positions: HashMap<&'a str, usize>,
}

/// What is asked for under a key.
#[derive(Debug, Default)]
struct Asked<'a> {
    ty: Option<&'a Type>,
    within: Plan<'a>,
}

impl<'a> Plan<'a> {
    /// Adds a selection. Those of the gate's documents end.
    fn add(
        &mut self,
        set: &'a SelectionSet,
        on: &'a str,
        document: &'a ExecutableDocument,
        shape: &'a Shape,
    ) {
        for item in &set.items {
            match &item.node {
                Selection::Field(field) => {
                    let field = &field.node;
                    let known = shape.field(on, field.name.node.as_str());
                    let asked = self.entry(field.response_key().node.as_str());
                    asked.ty = asked.ty.or(known.map(|known| &known.ty));
                    let to = known.map_or("", shape::Field::to);
                    asked
                        .within
                        .add(&field.selection_set.node, to, document, shape);
                }
                Selection::InlineFragment(inline) => {
                    let inline = &inline.node;
                    let condition = inline.type_condition.as_ref();
                    let on = condition.map_or(on, |c| c.node.on.node.as_str());
                    self.add(&inline.selection_set.node, on, document, shape);
                }
                Selection::FragmentSpread(spread) => {
                    let name = &spread.node.fragment_name.node;
                    if let Some(fragment) = document.fragments.get(name) {
                        let fragment = &fragment.node;
                        let on = fragment.type_condition.node.on.node.as_str();
                        self.add(&fragment.selection_set.node, on, document, shape);
                    }
                }
            }
        }
    }

    fn entry(&mut self, key: &'a str) -> &mut Asked<'a> {
        let position = *self.positions.entry(key).or_insert(self.keys.len());
        if position == self.keys.len() {
            self.keys.push((key, Asked::default()));
        }
        #[expect(clippy::indexing_slicing, reason = "positions are of what was pushed")]
        &mut self.keys[position].1
    }

    fn get(&self, key: &str) -> Option<&Asked<'a>> {
        let position = *self.positions.get(key)?;
        self.keys.get(position).map(|(_, asked)| asked)
    }

    /// Where a key belongs. Most come in their order, so it is looked for at `next` first.
    fn position(&self, key: &str, next: usize) -> Option<usize> {
        match self.keys.get(next) {
            Some((expected, _)) if *expected == key => Some(next),
            _ => self.positions.get(key).copied(),
        }
    }

    fn order(&self, value: &mut Value) {
        match value {
            Value::List(items) => items.iter_mut().for_each(|item| self.order(item)),
            // What is a leaf is as its scalar made it.
            Value::Object(fields) if !self.keys.is_empty() => {
                let last = self.keys.len();
                let (mut next, mut in_order) = (0, true);
                for (key, value) in fields.iter_mut() {
                    let at = self.position(key, next);
                    if let Some((_, asked)) = at.and_then(|at| self.keys.get(at)) {
                        asked.within.order(value);
                    }
                    let at = at.unwrap_or(last);
                    in_order &= at >= next;
                    next = at + 1;
                }
                if !in_order {
                    let position = |key: &str| self.positions.get(key).copied().unwrap_or(last);
                    fields.sort_by_cached_key(|key, _| position(key));
                }
            }
            _ => {}
        }
    }
}

/// Puts null at a path. Whether what is around it has to be null because of that.
fn void(value: &mut Value, ty: Option<&Type>, plan: &Plan<'_>, path: &[PathSegment]) -> bool {
    let fails = match (path.split_first(), &mut *value) {
        (None, _) | (_, Value::Null) => true,
        (Some((PathSegment::Field(key), rest)), Value::Object(fields)) => {
            let name = Name::new(key);
            let child = fields.entry(name).or_insert(Value::Null);
            match plan.get(key) {
                Some(asked) => void(child, asked.ty, &asked.within, rest),
                None => false,
            }
        }
        (Some((PathSegment::Index(index), rest)), Value::List(items)) => {
            let inner = ty.and_then(|ty| match &ty.base {
                BaseType::List(inner) => Some(&**inner),
                BaseType::Named(_) => None,
            });
            items
                .get_mut(*index)
                .is_some_and(|item| void(item, inner, plan, rest))
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
        complete(&mut response, &document, &operation.node, &Shape::of(SDL));
        response.data.into_json().unwrap()
    }

    fn text(value: &Json) -> String {
        value.to_string()
    }

    #[test]
    fn fields_come_in_the_order_in_which_they_were_asked_for() {
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
    fn a_field_that_failed_is_null_where_it_may_be() {
        let query = "{ sure { name nick } }";
        let data = json!({"sure": {"name": "a"}});
        assert_eq!(
            completed(query, data, &[&["sure", "nick"]]),
            json!({"sure": {"name": "a", "nick": null}})
        );
    }

    #[test]
    fn where_it_may_not_be_what_is_around_it_is() {
        let query = "{ maybe { name } sure { nick other { name } } }";
        let whole = json!({"maybe": {}, "sure": {"nick": "a", "other": {"name": "b"}}});
        assert_eq!(
            completed(query, whole.clone(), &[&["maybe", "name"]]),
            json!({"maybe": null, "sure": {"nick": "a", "other": {"name": "b"}}})
        );
        assert_eq!(
            completed(query, whole.clone(), &[&["sure", "other", "name"]]),
            Json::Null
        );
        let list = json!({"list": [{"name": "a"}, {}], "maybe": {"name": "b"}});
        let query = "{ list { name } maybe { name } }";
        assert_eq!(
            completed(query, list, &[&["list", "1", "name"]]),
            Json::Null
        );
        // An object of which everything failed has become null on the way.
        let empty = json!({"maybe": null, "sure": {"nick": "a", "other": {"name": "b"}}});
        assert_eq!(
            completed(
                "{ maybe { name } sure { nick } }",
                empty,
                &[&["maybe", "name"]]
            )["maybe"],
            Json::Null
        );
        assert_eq!(
            completed("{ sure { name } }", json!(null), &[&["sure", "name"]]),
            Json::Null
        );
    }
}
