//! The elements of a schema that can be found: types, fields, arguments, fields of inputs, and values of enums.

use super::definition::{fields, first_sentence, signature, type_signature};
use super::paths::{Paths, Place, call, selection_of};
use super::words::{Words, split_words};
use crate::operation::one_line;
use apollo_compiler::ast::{FieldDefinition, InputValueDefinition};
use apollo_compiler::schema::ExtendedType;
use apollo_compiler::{Node, Schema};

/// Longest signature of a type, in characters.
const MAX_TYPE_CHARS: usize = 240;

/// An element of a schema.
#[derive(Clone, Debug)]
pub struct Element {
    /// `type`, `field`, `argument`, `input_field` or `enum_value`.
    pub kind: &'static str,
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
    /// What searches find it by.
    pub words: Words,
}

impl Element {
    fn new(
        kind: &'static str,
        (owner, name): (&str, &str),
        signature: String,
        description: Option<&Node<str>>,
        (path, cost): (String, usize),
    ) -> Self {
        let description = one_line(description.map_or("", |text| text));
        Self {
            kind,
            owner: owner.to_owned(),
            name: name.to_owned(),
            signature,
            path,
            cost,
            words: Words { name: split_words(name), owner: split_words(owner), description: split_words(&description) },
            description,
        }
    }

    fn input(kind: &'static str, owner: &str, input: &InputValueDefinition, place: &Place) -> Self {
        let mut bare = input.clone();
        bare.description = None;
        let signature = bare.serialize().no_indent().to_string();
        let names = (owner, input.name.as_str());
        let description = input.description.as_ref();
        Self::new(kind, names, signature, description, (place.with("…"), place.cost))
    }

    /// The name with what has it: `Spell.level`, `Query.spells(search:)`.
    pub fn coordinate(&self) -> String {
        match self.kind {
            "type" => self.name.clone(),
            "argument" => format!("{}({}:)", self.owner, self.name),
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
        let name = name.as_str();
        let (output, input) = (paths.outputs.get(name), paths.inputs.get(name));
        let Some((place, blank)) = place(ty, output, input) else {
            continue;
        };
        let at = (place.with(blank), place.cost);
        let mut head = type_signature(ty);
        if let Some((end, _)) = head.char_indices().nth(MAX_TYPE_CHARS) {
            head.truncate(end);
            head += "…";
        }
        found.push(Element::new("type", ("", name), head, ty.description(), at));
        if let Some(place) = output {
            fields(ty).for_each(|field| add_field(&mut found, schema, name, field, place));
        }
        if let (ExtendedType::InputObject(object), Some(place)) = (ty, input) {
            let fields = object.fields.iter().map(|(field, definition)| {
                Element::input("input_field", name, definition, &place.input_field(ty, field))
            });
            found.extend(fields);
        }
        if let ExtendedType::Enum(choices) = ty {
            let values = choices.values.iter().map(|(value, definition)| {
                let at = place.with(if input.is_some() { value } else { blank });
                let description = definition.description.as_ref();
                let names = (name, value.as_str());
                Element::new("enum_value", names, value.to_string(), description, (at, place.cost + 1))
            });
            found.extend(values);
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

fn add_field(found: &mut Vec<Element>, schema: &Schema, owner: &str, field: &FieldDefinition, place: &Place) {
    let path = place.with(&format!("{}{}", call(field), selection_of(schema, field)));
    let names = (owner, field.name.as_str());
    let description = field.description.as_ref();
    found.push(Element::new("field", names, signature(field), description, (path, place.cost + 1)));
    found.extend(field.arguments.iter().map(|argument| {
        let owner = format!("{owner}.{}", field.name);
        let place = place.argument(schema, field, &argument.name);
        Element::input("argument", &owner, argument, &place)
    }));
}
