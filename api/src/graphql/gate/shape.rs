//! The fields of the schema, as the gate needs to know them.

use async_graphql::Value;
use async_graphql::parser::parse_schema;
use async_graphql::parser::types::{
    BaseType, FieldDefinition, Type, TypeKind, TypeSystemDefinition,
};
use std::collections::HashMap;

/// A page where nobody says how large.
pub const PAGE: usize = 20;

/// Largest page; more is refused anyway.
const LARGEST: usize = 100;

/// The types that have fields.
#[derive(Debug, Default)]
pub struct Shape(HashMap<String, HashMap<String, Field>>);

/// A field.
#[derive(Debug)]
pub struct Field {
    /// Its type.
    pub ty: Type,
    /// The page where the request does not say, if there are pages.
    pub page: Option<usize>,
}

impl Shape {
    /// Of a schema in the schema definition language.
    pub fn of(sdl: &str) -> Self {
        let Ok(document) = parse_schema(sdl) else {
            tracing::error!("The schema cannot be read: operations are not weighed.");
            return Self::default();
        };
        let types = document.definitions.into_iter().filter_map(|definition| {
            let TypeSystemDefinition::Type(definition) = definition else {
                return None;
            };
            let fields = match definition.node.kind {
                TypeKind::Object(object) => object.fields,
                TypeKind::Interface(interface) => interface.fields,
                _ => return None,
            };
            let fields = fields.into_iter().map(|field| known(field.node)).collect();
            Some((definition.node.name.node.to_string(), fields))
        });
        Self(types.collect())
    }

    /// A field of a type.
    pub fn field(&self, on: &str, name: &str) -> Option<&Field> {
        self.0.get(on)?.get(name)
    }
}

impl Field {
    /// The name of what it leads to, be it one or a list.
    pub fn to(&self) -> &str {
        innermost(&self.ty.base)
    }

    /// Whether it is a list.
    pub fn is_list(&self) -> bool {
        matches!(self.ty.base, BaseType::List(_))
    }
}

/// The name of a type, be it in a list or not.
pub fn innermost(base: &BaseType) -> &str {
    match base {
        BaseType::Named(name) => name,
        BaseType::List(inner) => innermost(&inner.base),
    }
}

/// The size of a page that a value asks for.
pub fn size(value: &Value) -> Option<usize> {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().and_then(|n| usize::try_from(n).ok());
            Some(number.unwrap_or(LARGEST).min(LARGEST))
        }
        _ => None,
    }
}

fn known(field: FieldDefinition) -> (String, Field) {
    let first = field.arguments.iter().find(|a| a.node.name.node == "first");
    let page = first.map(|first| {
        let default = first.node.default_value.as_ref();
        default.and_then(|value| size(&value.node)).unwrap_or(PAGE)
    });
    let ty = field.ty.node;
    (field.name.node.to_string(), Field { ty, page })
}
