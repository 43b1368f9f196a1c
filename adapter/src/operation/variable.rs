//! The variables of an operation: what a client may give, as a JSON Schema, and what is sent for it.

use super::usage;
use super::words::{Case, folded};
use crate::scalar::{self, Scalar};
use apollo_compiler::ast::{Type, Value as Constant, VariableDefinition};
use apollo_compiler::executable::Operation as Query;
use apollo_compiler::schema::ExtendedType;
use apollo_compiler::validation::Valid;
use apollo_compiler::{ExecutableDocument, Node, Schema};
use serde_json::{Map, Value, json};

/// A variable of an operation.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name; that of the tool's argument, too.
    pub name: String,
    /// Other names under which it is taken.
    pub aliases: Vec<String>,
    /// What it is for.
    pub description: String,
    /// What it takes.
    pub kind: Kind,
    /// Must be given.
    pub required: bool,
    /// What holds when it is not given, as the client would write it.
    pub default: Option<Value>,
    /// Whether clients are told of it.
    pub shown: bool,
    /// The completion that offers values.
    pub complete: Option<String>,
}

/// What a variable takes.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Text; one of these words, if there are any.
    Text(Vec<String>),
    /// A whole number.
    Integer(Range),
    /// A number.
    Number(Range),
    /// A truth value, and the words for true and false.
    Boolean(Option<[String; 2]>),
    /// One of several words.
    Choice(Vec<Word>),
    /// A truth value that stands for one of two enum values.
    Switch([String; 2]),
    /// A scalar of LoreKeeper's own.
    Scalar(&'static Scalar),
    /// Several of these.
    List(Box<Kind>),
    /// Whether whole records are wanted; not an argument itself.
    Detail,
}

/// From where to where.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// The smallest.
    pub minimum: Option<i32>,
    /// The largest.
    pub maximum: Option<i32>,
}

/// A word and the enum value that it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// As the client reads and writes it.
    pub shown: String,
    /// As GraphQL has it.
    pub value: String,
}

/// The variables of a query.
pub fn variables(
    schema: &Valid<Schema>,
    document: &ExecutableDocument,
    query: &Query,
) -> Result<Vec<Variable>, String> {
    query
        .variables
        .iter()
        .map(|definition| variable(schema, document, query, definition))
        .collect()
}

fn variable(
    schema: &Valid<Schema>,
    document: &ExecutableDocument,
    query: &Query,
    definition: &Node<VariableDefinition>,
) -> Result<Variable, String> {
    let name = definition.name.to_string();
    let said = Said { schema, definition };
    let kind = if definition.directives.has("detail") {
        Kind::Detail
    } else {
        said.kind(&definition.ty)
            .map_err(|reason| format!("${name}: {reason}"))?
    };
    let description = said
        .text("description")
        .or_else(|| {
            usage::path(schema, document, &query.selection_set, &name)
                .map(|path| usage::description(&path))
        })
        .unwrap_or_default();
    let shown = !said.flag("hidden") && kind != Kind::Detail;
    if description.is_empty() && kind != Kind::Detail {
        return Err(format!("${name}: neither the schema nor @arg describes it"));
    }
    let default = definition
        .default_value
        .as_ref()
        .filter(|value| !value.is_null());
    Ok(Variable {
        aliases: said.list("aliases"),
        default: default.map(|value| kind.shown(&constant(value))),
        required: definition.ty.is_non_null() && default.is_none() && kind != Kind::Detail,
        complete: said.text("complete"),
        name,
        description,
        kind,
        shown,
    })
}

/// What an operation says of a variable.
struct Said<'a> {
    schema: &'a Valid<Schema>,
    definition: &'a Node<VariableDefinition>,
}

impl Said<'_> {
    fn value(&self, argument: &str) -> Option<&Constant> {
        let value = self
            .definition
            .directives
            .get("arg")?
            .specified_argument_by_name(argument)?;
        Some(value.as_ref())
    }

    fn text(&self, argument: &str) -> Option<String> {
        self.value(argument)?.as_str().map(str::to_owned)
    }

    fn flag(&self, argument: &str) -> bool {
        self.value(argument)
            .and_then(Constant::to_bool)
            .unwrap_or_default()
    }

    fn list(&self, argument: &str) -> Vec<String> {
        let items = self
            .value(argument)
            .and_then(Constant::as_list)
            .unwrap_or_default();
        items
            .iter()
            .filter_map(|item| item.as_str())
            .map(str::to_owned)
            .collect()
    }

    fn range(&self) -> Range {
        Range {
            minimum: self.value("minimum").and_then(Constant::to_i32),
            maximum: self.value("maximum").and_then(Constant::to_i32),
        }
    }

    fn case(&self) -> Case {
        Case::parse(
            self.value("case")
                .and_then(Constant::as_enum)
                .map_or("", |name| name.as_str()),
        )
    }

    fn kind(&self, ty: &Type) -> Result<Kind, String> {
        if ty.is_list() {
            return Ok(Kind::List(Box::new(self.kind(ty.item_type())?)));
        }
        let name = ty.inner_named_type().as_str();
        if let Some(scalar) = scalar::find(name) {
            return Ok(Kind::Scalar(scalar));
        }
        match name {
            "String" | "ID" => Ok(Kind::Text(self.list("words"))),
            "Int" => Ok(Kind::Integer(self.range())),
            "Float" => Ok(Kind::Number(self.range())),
            "Boolean" => Ok(Kind::Boolean(self.list("words").try_into().ok())),
            _ => self.choice(name),
        }
    }

    fn choice(&self, name: &str) -> Result<Kind, String> {
        let Some(ExtendedType::Enum(choices)) = self.schema.types.get(name) else {
            return Err(format!("arguments of type {name} are not supported"));
        };
        if let Some(off) = self.text("otherwise") {
            let on = self
                .definition
                .default_value
                .as_ref()
                .and_then(|value| value.as_enum());
            let on = on.ok_or("@arg(otherwise:) needs a default")?;
            return Ok(Kind::Switch([on.to_string(), off]));
        }
        let case = self.case();
        let words = choices.values.keys().map(|value| Word {
            shown: case.write(value),
            value: value.to_string(),
        });
        Ok(Kind::Choice(words.collect()))
    }
}

impl Kind {
    /// The JSON Schema of what a client may give.
    #[must_use]
    pub fn schema(&self) -> Map<String, Value> {
        let schema = match self {
            Self::Text(words) if words.is_empty() => json!({"type": "string"}),
            Self::Text(words) => json!({"type": "string", "enum": words}),
            Self::Integer(range) => range.schema("integer"),
            Self::Number(range) => range.schema("number"),
            Self::Boolean(Some(words)) => {
                json!({"anyOf": [{"type": "boolean"}, {"type": "string", "enum": words}]})
            }
            Self::Boolean(None) | Self::Switch(_) | Self::Detail => json!({"type": "boolean"}),
            Self::Choice(words) => {
                let words: Vec<&str> = words.iter().map(|w| w.shown.as_str()).collect();
                json!({"type": "string", "enum": words})
            }
            Self::Scalar(scalar) => (scalar.schema)(),
            Self::List(item) => json!({"type": "array", "items": item.schema()}),
        };
        match schema {
            Value::Object(schema) => schema,
            _ => Map::new(),
        }
    }

    /// What is sent for what a client gave, or what would have been right.
    pub fn read(&self, given: &Value) -> Result<Value, String> {
        match (self, given) {
            (Self::Text(words), Value::String(text)) => text_or_word(words, text),
            (Self::Integer(range), Value::Number(number)) => whole(number)
                .filter(|n| range.has(f64::from(*n)))
                .map(Value::from)
                .ok_or_else(|| self.wanted()),
            (Self::Number(range), Value::Number(number)) => number
                .as_f64()
                .filter(|n| range.has(*n))
                .map(Value::from)
                .ok_or_else(|| self.wanted()),
            (Self::Boolean(_), Value::Bool(value)) => Ok(Value::Bool(*value)),
            (Self::Boolean(Some([yes, no])), Value::String(text)) => match folded(text) {
                word if word == folded(yes) => Ok(Value::Bool(true)),
                word if word == folded(no) => Ok(Value::Bool(false)),
                _ => Err(self.wanted()),
            },
            (Self::Switch([on, off]), Value::Bool(value)) => {
                Ok(json!(if *value { on } else { off }))
            }
            (Self::Choice(words), Value::String(text)) => words
                .iter()
                .find(|word| folded(&word.value) == folded(text))
                .map(|word| json!(word.value))
                .ok_or_else(|| self.wanted()),
            (Self::Scalar(scalar), given) => (scalar.read)(given).ok_or_else(|| self.wanted()),
            (Self::List(item), Value::Array(items)) => items
                .iter()
                .map(|given| item.read(given))
                .collect::<Result<_, _>>()
                .map_err(|_| self.wanted()),
            _ => Err(self.wanted()),
        }
    }

    /// The sent value as a client would write it.
    fn shown(&self, value: &Value) -> Value {
        match (self, value) {
            (Self::Choice(words), Value::String(text)) => words
                .iter()
                .find(|w| w.value == *text)
                .map_or(Value::Null, |w| json!(w.shown)),
            (Self::Switch([on, _]), Value::String(text)) => Value::Bool(on == text),
            _ => value.clone(),
        }
    }

    /// What it takes, in words: "a whole number from 0 to 9".
    #[must_use]
    pub fn wanted(&self) -> String {
        match self {
            Self::Text(words) if words.is_empty() => "text".into(),
            Self::Text(words) => format!("one of: {}", words.join(", ")),
            Self::Integer(range) => format!("a whole number{}", range.words()),
            Self::Number(range) => format!("a number{}", range.words()),
            Self::Boolean(Some([yes, no])) => format!("true or false, \"{yes}\" or \"{no}\""),
            Self::Boolean(None) | Self::Switch(_) | Self::Detail => "true or false".into(),
            Self::Choice(words) => {
                let words: Vec<&str> = words.iter().map(|w| w.shown.as_str()).collect();
                format!("one of: {}", words.join(", "))
            }
            Self::Scalar(scalar) => scalar.wanted.into(),
            Self::List(item) => match item.as_ref() {
                Self::Text(words) if words.is_empty() => "a list of texts".into(),
                item => format!("a list, each {}", item.wanted()),
            },
        }
    }
}

impl Range {
    fn has(self, number: f64) -> bool {
        self.minimum.is_none_or(|least| number >= f64::from(least))
            && self.maximum.is_none_or(|most| number <= f64::from(most))
    }

    fn schema(self, ty: &str) -> Value {
        let mut schema = json!({"type": ty});
        for (key, bound) in [("minimum", self.minimum), ("maximum", self.maximum)] {
            if let (Some(bound), Some(schema)) = (bound, schema.as_object_mut()) {
                schema.insert(key.into(), bound.into());
            }
        }
        schema
    }

    fn words(self) -> String {
        match (self.minimum, self.maximum) {
            (Some(least), Some(most)) => format!(" from {least} to {most}"),
            (Some(least), None) => format!(", at least {least}"),
            (None, Some(most)) => format!(", at most {most}"),
            (None, None) => String::new(),
        }
    }
}

fn text_or_word(words: &[String], text: &str) -> Result<Value, String> {
    if text.contains(['\0', '\u{fffd}']) {
        return Err("text without U+0000 and without broken characters".into());
    }
    if words.is_empty() {
        return Ok(json!(text));
    }
    words
        .iter()
        .find(|word| folded(word) == folded(text))
        .map(|word| json!(word))
        .ok_or_else(|| Kind::Text(words.to_vec()).wanted())
}

/// A whole number, also when it is written as `3.0`.
fn whole(number: &serde_json::Number) -> Option<i32> {
    if let Some(number) = number.as_i64() {
        return i32::try_from(number).ok();
    }
    let number = number.as_f64()?;
    let fits =
        number.fract() == 0.0 && number >= f64::from(i32::MIN) && number <= f64::from(i32::MAX);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "it is whole and within the range"
    )]
    fits.then_some(number as i32)
}

/// A constant of a GraphQL document as JSON.
fn constant(value: &Constant) -> Value {
    match value {
        Constant::String(text) => json!(text),
        Constant::Enum(name) => json!(name.as_str()),
        Constant::Boolean(value) => json!(value),
        Constant::Int(_) => value.to_i32().map_or(Value::Null, Value::from),
        Constant::Float(_) => value.to_f64().map_or(Value::Null, Value::from),
        Constant::List(items) => items.iter().map(|item| constant(item)).collect(),
        Constant::Object(fields) => Value::Object(
            fields
                .iter()
                .map(|(name, value)| (name.to_string(), constant(value)))
                .collect(),
        ),
        Constant::Null | Constant::Variable(_) => Value::Null,
    }
}
