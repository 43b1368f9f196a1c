//! Definitions of a schema as SDL, with as much of their descriptions as there is room for.

use crate::operation::one_line;
use apollo_compiler::ast::FieldDefinition;
use apollo_compiler::schema::ExtendedType;
use apollo_compiler::{Name, Node, Schema};

/// How much of a definition is written, from the most to the least.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The descriptions.
    Descriptions,
    /// The first sentence of each.
    Sentences,
    /// No description.
    Signatures,
    /// No description and no arguments.
    Names,
}

impl Detail {
    pub const ALL: [Self; 4] = [Self::Descriptions, Self::Sentences, Self::Signatures, Self::Names];

    fn shorten(self, description: &mut Option<Node<str>>) {
        *description = match self {
            Self::Descriptions => return,
            Self::Sentences => description.as_deref().map(|text| first_sentence(&one_line(text)).into()),
            Self::Signatures | Self::Names => None,
        };
    }

    fn shorten_field(self, field: &mut FieldDefinition) {
        self.shorten(&mut field.description);
        if self == Self::Names {
            field.arguments.clear();
        }
        for argument in &mut field.arguments {
            self.shorten(&mut argument.make_mut().description);
        }
    }
}

/// The definition of a type, or of one field of it.
pub fn definition(ty: &ExtendedType, only: Option<&str>, detail: Detail) -> String {
    shortened(ty, only, detail).to_string()
}

/// The definition of a type on one line.
pub fn type_signature(ty: &ExtendedType) -> String {
    let ty = shortened(ty, None, Detail::Names);
    ty.serialize().no_indent().to_string()
}

/// A field with its arguments on one line.
pub fn signature(field: &FieldDefinition) -> String {
    let mut field = field.clone();
    Detail::Signatures.shorten_field(&mut field);
    field.serialize().no_indent().to_string()
}

fn shortened(ty: &ExtendedType, only: Option<&str>, detail: Detail) -> ExtendedType {
    let mut ty = ty.clone();
    let is_wanted = |name: &Name| only.is_none_or(|only| name == only);
    // One field is asked for without its type's description.
    let own = if only.is_none() { detail } else { Detail::Names };
    match &mut ty {
        ExtendedType::Object(object) => {
            let object = object.make_mut();
            own.shorten(&mut object.description);
            object.fields.retain(|name, _| is_wanted(name));
            let fields = object.fields.values_mut();
            fields.for_each(|field| detail.shorten_field(field.make_mut()));
        }
        ExtendedType::Interface(interface) => {
            let interface = interface.make_mut();
            own.shorten(&mut interface.description);
            interface.fields.retain(|name, _| is_wanted(name));
            let fields = interface.fields.values_mut();
            fields.for_each(|field| detail.shorten_field(field.make_mut()));
        }
        ExtendedType::InputObject(input) => {
            let input = input.make_mut();
            own.shorten(&mut input.description);
            input.fields.retain(|name, _| is_wanted(name));
            let fields = input.fields.values_mut();
            fields.for_each(|field| detail.shorten(&mut field.make_mut().description));
        }
        ExtendedType::Enum(choices) => {
            let choices = choices.make_mut();
            own.shorten(&mut choices.description);
            choices.values.retain(|name, _| is_wanted(name));
            let values = choices.values.values_mut();
            values.for_each(|value| detail.shorten(&mut value.make_mut().description));
        }
        ExtendedType::Scalar(scalar) => own.shorten(&mut scalar.make_mut().description),
        ExtendedType::Union(union) => own.shorten(&mut union.make_mut().description),
    }
    ty
}

/// The names of the members of a type.
pub fn members(ty: &ExtendedType) -> Vec<&str> {
    match ty {
        ExtendedType::InputObject(object) => object.fields.keys().map(Name::as_str).collect(),
        ExtendedType::Enum(choices) => choices.values.keys().map(Name::as_str).collect(),
        _ => fields(ty).map(|field| field.name.as_str()).collect(),
    }
}

/// The fields of an object or an interface.
pub fn fields(ty: &ExtendedType) -> impl Iterator<Item = &FieldDefinition> {
    let fields = match ty {
        ExtendedType::Object(object) => Some(&object.fields),
        ExtendedType::Interface(interface) => Some(&interface.fields),
        _ => None,
    };
    fields.into_iter().flatten().map(|(_, field)| &***field)
}

/// Whether a type has fields that are selected.
pub fn is_composite(schema: &Schema, name: &str) -> bool {
    let ty = schema.types.get(name);
    ty.is_some_and(|ty| ty.is_object() || ty.is_interface() || ty.is_union())
}

/// The first sentence of a text.
pub fn first_sentence(text: &str) -> &str {
    let ends = text.match_indices(". ").map(|(at, _)| at + 1);
    let mut ends = ends.filter(|end| {
        let next = text.get(end + 1..).and_then(|rest| rest.chars().next());
        next.is_some_and(|c| c.is_uppercase() || c == '`')
    });
    let end = ends.next().unwrap_or(text.len());
    text.get(..end).unwrap_or(text)
}
