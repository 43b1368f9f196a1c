//! Shortest paths from `Query` to every type of a schema: the text of a query around the place of interest.
//!
//! An element without a path, such as the input of a mutation, is not part of the schema that queries see.

use super::definition::{fields, is_composite};
use apollo_compiler::Schema;
use apollo_compiler::ast::{FieldDefinition, InputValueDefinition};
use apollo_compiler::schema::ExtendedType;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// A place in a query: what stands before it and behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// How far the place is from the root.
    pub cost: usize,
    before: String,
    after: String,
}

impl Place {
    /// The query with a text at the place.
    pub fn with(&self, text: &str) -> String {
        format!("{}{text}{}", self.before, self.after)
    }

    fn inside(&self, cost: usize, before: &str, after: &str) -> Self {
        Self {
            cost: self.cost + cost,
            before: format!("{}{before}", self.before),
            after: format!("{after}{}", self.after),
        }
    }

    /// The place of an argument's value in a field that is selected here.
    pub fn argument(&self, schema: &Schema, field: &FieldDefinition, name: &str) -> Self {
        let others = required(field.arguments.iter().map(AsRef::as_ref), name);
        let selection = selection_of(schema, field);
        let before = format!("{}({name}: ", field.name);
        self.inside(1, &before, &format!("{others}){selection}"))
    }

    /// The place of a value in an input object that is given here.
    pub fn input_field(&self, object: &ExtendedType, name: &str) -> Self {
        let fields = object.as_input_object().map(|object| &object.fields);
        let fields = fields.into_iter().flat_map(|fields| fields.values());
        let others = required(fields.map(|field| &***field), name);
        self.inside(1, &format!("{{{name}: "), &format!("{others}}}"))
    }
}

/// The places of the types that queries reach: of selections on them, and of values of them.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// Where fields of a type are selected.
    pub outputs: BTreeMap<String, Place>,
    /// Where a value of a type is given.
    pub inputs: BTreeMap<String, Place>,
}

impl Paths {
    /// The shortest paths in a schema.
    pub fn of(schema: &Schema) -> Self {
        let mut paths = Self::default();
        paths.reach_outputs(schema);
        paths.reach_inputs(schema);
        paths
    }

    /// Dijkstra's algorithm over the types that fields lead to.
    fn reach_outputs(&mut self, schema: &Schema) {
        let mut queue = BinaryHeap::from([Reverse((Place::default(), "Query".to_owned()))]);
        while let Some(Reverse((place, name))) = queue.pop() {
            if self.outputs.contains_key(&name) {
                continue;
            }
            for field in schema.types.get(name.as_str()).into_iter().flat_map(fields) {
                let to = field.ty.inner_named_type().to_string();
                let next = if is_composite(schema, &to) {
                    let before = format!("{} {{ ", call(field));
                    place.inside(step_cost(field, &to), &before, " }")
                } else {
                    place.inside(step_cost(field, &to), &call(field), "")
                };
                queue.push(Reverse((next, to)));
            }
            let implementers = schema
                .types
                .iter()
                .filter(|(object, ty)| ty.is_object() && object.as_str() != name && schema.is_subtype(&name, object));
            for (object, _) in implementers {
                let next = place.inside(3, &format!("... on {object} {{ "), " }");
                queue.push(Reverse((next, object.to_string())));
            }
            self.outputs.insert(name, place);
        }
    }

    /// The same over the types of arguments, and of the fields of input objects.
    fn reach_inputs(&mut self, schema: &Schema) {
        let mut queue = BinaryHeap::new();
        for (name, place) in &self.outputs {
            for field in schema.types.get(name.as_str()).into_iter().flat_map(fields) {
                for argument in &field.arguments {
                    let next = place.argument(schema, field, &argument.name);
                    queue.push(Reverse((next, argument.ty.inner_named_type().to_string())));
                }
            }
        }
        while let Some(Reverse((place, name))) = queue.pop() {
            if self.inputs.contains_key(&name) {
                continue;
            }
            if let Some(object) = schema.types.get(name.as_str())
                && let Some(input) = object.as_input_object()
            {
                for (field, definition) in &input.fields {
                    let next = place.input_field(object, field);
                    let to = definition.ty.inner_named_type().to_string();
                    queue.push(Reverse((next, to)));
                }
            }
            self.inputs.insert(name, place);
        }
    }
}

/// A field as it is selected: with its required arguments.
pub fn call(field: &FieldDefinition) -> String {
    let arguments = required(field.arguments.iter().map(AsRef::as_ref), "");
    match arguments.strip_prefix(", ") {
        Some(arguments) => format!("{}({arguments})", field.name),
        None => field.name.to_string(),
    }
}

/// The selection behind a field: none behind a scalar.
pub fn selection_of(schema: &Schema, field: &FieldDefinition) -> &'static str {
    if is_composite(schema, field.ty.inner_named_type()) { " { … }" } else { "" }
}

/// The required inputs but for one, each behind a comma.
fn required<'a>(inputs: impl Iterator<Item = &'a InputValueDefinition>, but: &str) -> String {
    let inputs = inputs.filter(|input| input.is_required() && input.name != but);
    inputs.flat_map(|input| [", ", input.name.as_str(), ": …"]).collect()
}

/// How far a field leads. A list of entities is nearer than one entity, which asks for an id.
fn step_cost(field: &FieldDefinition, to: &str) -> usize {
    let inputs = field.arguments.iter();
    let required = inputs.filter(|input| input.is_required()).count();
    let own = match field.name.as_str() {
        "nodes" => 0,
        _ if to.ends_with("Connection") => 1,
        _ => 2,
    };
    own + required
}
