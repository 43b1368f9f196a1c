//! The elements of a schema that can be found: types, fields, arguments, fields of inputs, and values of enums.

use super::definition::{self, first_sentence, head, input_signature, signature};
use super::paths::{Paths, Place, call, fields, selection_of};
use crate::operation::one_line;
use apollo_compiler::ast::{FieldDefinition, InputValueDefinition};
use apollo_compiler::schema::ExtendedType;
use apollo_compiler::{Node, Schema};

/// Longest list of members in the signature of a type, in characters.
const MAX_MEMBERS_CHARS: usize = 200;

/// What an element is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Type,
    Field,
    Argument,
    InputField,
    EnumValue,
}

impl Kind {
    /// As a client reads it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Field => "field",
            Self::Argument => "argument",
            Self::InputField => "input_field",
            Self::EnumValue => "enum_value",
        }
    }
}

/// An element of a schema.
#[derive(Clone, Debug)]
pub struct Element {
    pub kind: Kind,
    /// The type or the field that has it; nothing has a type.
    pub owner: String,
    pub name: String,
    pub signature: String,
    /// The whole description, on one line.
    pub description: String,
    /// The element in a query.
    pub path: String,
    /// How far the element is from the root of a query.
    pub cost: usize,
}

impl Element {
    /// The name with what has it: `Spell.level`, `Query.spells(search:)`.
    pub fn coordinate(&self) -> String {
        match self.kind {
            Kind::Type => self.name.clone(),
            Kind::Argument => format!("{}({}:)", self.owner, self.name),
            _ => format!("{}.{}", self.owner, self.name),
        }
    }

    /// The first sentence of the description.
    pub fn summary(&self) -> &str {
        first_sentence(&self.description)
    }
}

/// All elements that queries reach.
pub fn elements(schema: &Schema, paths: &Paths) -> Vec<Element> {
    let mut found = Vec::new();
    for (name, ty) in &schema.types {
        let (output, input) = (
            paths.outputs.get(name.as_str()),
            paths.inputs.get(name.as_str()),
        );
        let Some((place, blank)) = place(ty, output, input) else {
            continue;
        };
        found.push(Element {
            kind: Kind::Type,
            owner: String::new(),
            name: name.to_string(),
            signature: type_signature(ty),
            description: one_line(ty.description().map_or("", |text| text)),
            path: place.with(blank),
            cost: place.cost,
        });
        if let Some(place) = output {
            for field in fields(schema, name) {
                add_field(&mut found, schema, name, field, place);
            }
        }
        if let (ExtendedType::InputObject(object), Some(place)) = (ty, input) {
            for (field, definition) in &object.fields {
                let inside = place.input_field(ty, field);
                let value = Element::input(Kind::InputField, name.as_str(), definition, &inside);
                found.push(value);
            }
        }
        if let ExtendedType::Enum(choices) = ty {
            found.extend(choices.values.iter().map(|(value, definition)| Element {
                kind: Kind::EnumValue,
                owner: name.to_string(),
                name: value.to_string(),
                signature: value.to_string(),
                description: one_line(description(definition.description.as_ref())),
                path: place.with(if input.is_some() { value } else { blank }),
                cost: place.cost + 1,
            }));
        }
    }
    found
}

/// Where a type is in a query, and what stands there.
pub fn place<'a>(
    ty: &ExtendedType,
    output: Option<&'a Place>,
    input: Option<&'a Place>,
) -> Option<(&'a Place, &'static str)> {
    match ty {
        ExtendedType::InputObject(_) => Some((input?, "{…}")),
        ExtendedType::Scalar(_) | ExtendedType::Enum(_) => {
            let given = input.map(|place| (place, "…"));
            given.or_else(|| Some((output?, "")))
        }
        _ => Some((output?, "…")),
    }
}

impl Element {
    fn input(
        kind: Kind,
        owner: impl Into<String>,
        input: &InputValueDefinition,
        place: &Place,
    ) -> Self {
        Self {
            kind,
            owner: owner.into(),
            name: input.name.to_string(),
            signature: input_signature(input),
            description: one_line(description(input.description.as_ref())),
            path: place.with("…"),
            cost: place.cost,
        }
    }
}

fn add_field(
    found: &mut Vec<Element>,
    schema: &Schema,
    owner: &str,
    field: &FieldDefinition,
    place: &Place,
) {
    found.push(Element {
        kind: Kind::Field,
        owner: owner.to_owned(),
        name: field.name.to_string(),
        signature: signature(field),
        description: one_line(description(field.description.as_ref())),
        path: place.with(&format!("{}{}", call(field), selection_of(schema, field))),
        cost: place.cost + 1,
    });
    found.extend(field.arguments.iter().map(|argument| {
        let owner = format!("{owner}.{}", field.name);
        let place = place.argument(schema, field, &argument.name);
        Element::input(Kind::Argument, owner, argument, &place)
    }));
}

fn description(text: Option<&Node<str>>) -> &str {
    text.map_or("", |text| text)
}

/// The head of a type with the names of its members, as many as there is room for.
fn type_signature(ty: &ExtendedType) -> String {
    let names = definition::members(ty);
    if names.is_empty() {
        return head(ty);
    }
    let mut length = 0;
    let fits = names.iter().take_while(|name| {
        length += name.len() + 1;
        length <= MAX_MEMBERS_CHARS
    });
    let shown: Vec<&str> = fits.copied().collect();
    let more = match names.len() - shown.len() {
        0 => String::new(),
        more => format!(" … {more} more"),
    };
    format!("{} {{ {}{more} }}", head(ty), shown.join(" "))
}
