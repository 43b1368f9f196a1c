//! Definitions of a schema as SDL, with as much of their descriptions as there is room for.

use crate::operation::one_line;
use apollo_compiler::ast::{FieldDefinition, InputValueDefinition};
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
    pub const ALL: [Self; 4] = [
        Self::Descriptions,
        Self::Sentences,
        Self::Signatures,
        Self::Names,
    ];

    /// The description as a line of comment.
    fn comment(self, indent: &str, description: Option<&Node<str>>) -> String {
        let description = one_line(description.map_or("", |text| text));
        let text = match self {
            Self::Descriptions => description.as_str(),
            Self::Sentences => first_sentence(&description),
            Self::Signatures | Self::Names => "",
        };
        if text.is_empty() {
            return String::new();
        }
        format!("{indent}# {text}\n")
    }
}

/// The definition of a type, or of one field of it.
pub fn definition(ty: &ExtendedType, only: Option<&str>, detail: Detail) -> String {
    let mut text = match only {
        None => detail.comment("", ty.description()),
        Some(_) => String::new(),
    };
    text += &head(ty);
    let is_wanted = |name: &Name| only.is_none_or(|only| name == only);
    let mut members = String::new();
    let mut add = |description, signature: &str| {
        members += &detail.comment("  ", description);
        members.extend(["  ", signature, "\n"]);
    };
    match ty {
        ExtendedType::Object(_) | ExtendedType::Interface(_) => {
            for field in fields(ty).filter(|field| is_wanted(&field.name)) {
                let signature = match (detail, only) {
                    (Detail::Names, _) => short_signature(field),
                    (_, Some(_)) => long_signature(field, detail),
                    _ => signature(field),
                };
                add(field.description.as_ref(), &signature);
            }
        }
        ExtendedType::InputObject(object) => {
            for (name, field) in &object.fields {
                if is_wanted(name) {
                    add(field.description.as_ref(), &input_signature(field));
                }
            }
        }
        ExtendedType::Enum(choices) => {
            for (name, value) in &choices.values {
                if is_wanted(name) {
                    add(value.description.as_ref(), name);
                }
            }
        }
        ExtendedType::Scalar(_) | ExtendedType::Union(_) => {}
    }
    if !members.is_empty() {
        text.extend([" {\n", &members, "}"]);
    }
    text
}

/// The line that a definition begins with: `type Spell implements Node & Entity`.
pub fn head(ty: &ExtendedType) -> String {
    let keyword = match ty {
        ExtendedType::Scalar(_) => "scalar",
        ExtendedType::Object(_) => "type",
        ExtendedType::Interface(_) => "interface",
        ExtendedType::Union(_) => "union",
        ExtendedType::Enum(_) => "enum",
        ExtendedType::InputObject(_) => "input",
    };
    let interfaces: Vec<&str> = match ty {
        ExtendedType::Object(object) => object
            .implements_interfaces
            .iter()
            .map(|name| name.as_str())
            .collect(),
        _ => Vec::new(),
    };
    let implements = if interfaces.is_empty() {
        ""
    } else {
        " implements "
    };
    format!(
        "{keyword} {}{implements}{}",
        ty.name(),
        interfaces.join(" & ")
    )
}

/// The names of the members of a type.
pub fn members(ty: &ExtendedType) -> Vec<&str> {
    match ty {
        ExtendedType::Object(_) | ExtendedType::Interface(_) => {
            fields(ty).map(|field| field.name.as_str()).collect()
        }
        ExtendedType::InputObject(object) => object.fields.keys().map(Name::as_str).collect(),
        ExtendedType::Enum(choices) => choices.values.keys().map(Name::as_str).collect(),
        ExtendedType::Scalar(_) | ExtendedType::Union(_) => Vec::new(),
    }
}

fn fields(ty: &ExtendedType) -> impl Iterator<Item = &FieldDefinition> {
    let fields = match ty {
        ExtendedType::Object(object) => Some(&object.fields),
        ExtendedType::Interface(interface) => Some(&interface.fields),
        _ => None,
    };
    fields.into_iter().flatten().map(|(_, field)| &***field)
}

/// A field with its arguments on one line.
pub fn signature(field: &FieldDefinition) -> String {
    let arguments = field.arguments.iter();
    let arguments: Vec<String> = arguments.map(|input| input_signature(input)).collect();
    if arguments.is_empty() {
        return short_signature(field);
    }
    format!("{}({}): {}", field.name, arguments.join(", "), field.ty)
}

/// A field without its arguments.
fn short_signature(field: &FieldDefinition) -> String {
    let arguments = if field.arguments.is_empty() {
        ""
    } else {
        "(…)"
    };
    format!("{}{arguments}: {}", field.name, field.ty)
}

/// A field with each argument on a line of its own, and described.
fn long_signature(field: &FieldDefinition, detail: Detail) -> String {
    if field.arguments.is_empty() {
        return short_signature(field);
    }
    let mut text = format!("{}(\n", field.name);
    for argument in &field.arguments {
        text += &detail.comment("    ", argument.description.as_ref());
        text.extend(["    ", &input_signature(argument), "\n"]);
    }
    text + &format!("  ): {}", field.ty)
}

/// An argument, or a field of an input object.
pub fn input_signature(input: &InputValueDefinition) -> String {
    match &input.default_value {
        Some(default) => format!("{}: {} = {default}", input.name, input.ty),
        None => format!("{}: {}", input.name, input.ty),
    }
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
