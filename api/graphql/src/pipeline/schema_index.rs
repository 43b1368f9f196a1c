//! The schema index: types and page sizes of all fields, looked up by the steps of the pipeline.

use async_graphql::Value;
use async_graphql::parser::parse_schema;
use async_graphql::parser::types::{BaseType, FieldDefinition, Type, TypeKind, TypeSystemDefinition};
use std::collections::HashMap;

/// Rows of a page without `first` and `last`.
pub const DEFAULT_PAGE_SIZE: usize = 20;

/// Most rows of a page; resolvers refuse more.
const MAX_PAGE_SIZE: usize = 100;

/// Fields by type and name.
#[derive(Debug, Default)]
pub struct SchemaIndex(HashMap<String, HashMap<String, Field>>);

/// A field.
#[derive(Debug)]
pub struct Field {
    /// The type.
    pub ty: Type,
    /// The default page size; `None` where the field is not paged.
    pub page_size: Option<usize>,
}

impl SchemaIndex {
    /// The index of a schema in the schema definition language.
    pub fn of(sdl: &str) -> Self {
        let Ok(document) = parse_schema(sdl) else {
            tracing::error!("The schema cannot be parsed: operations have no cost.");
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
            let fields = fields.into_iter().map(|field| index_field(field.node)).collect();
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
    /// The name of the type, lists unwrapped.
    pub fn type_name(&self) -> &str {
        named_type(&self.ty.base)
    }

    /// Whether the type is a list.
    pub fn is_list(&self) -> bool {
        matches!(self.ty.base, BaseType::List(_))
    }
}

/// The name of a type, lists unwrapped.
pub fn named_type(base: &BaseType) -> &str {
    match base {
        BaseType::Named(name) => name,
        BaseType::List(inner) => named_type(&inner.base),
    }
}

/// The page size that `first` or `last` asks for.
pub fn page_size(value: &Value) -> Option<usize> {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().and_then(|n| usize::try_from(n).ok());
            Some(number.unwrap_or(MAX_PAGE_SIZE).min(MAX_PAGE_SIZE))
        }
        _ => None,
    }
}

fn index_field(field: FieldDefinition) -> (String, Field) {
    let first = field.arguments.iter().find(|a| a.node.name.node == "first");
    let page_size = first.map(|first| {
        let default = first.node.default_value.as_ref();
        default.and_then(|value| page_size(&value.node)).unwrap_or(DEFAULT_PAGE_SIZE)
    });
    let ty = field.ty.node;
    (field.name.node.to_string(), Field { ty, page_size })
}
