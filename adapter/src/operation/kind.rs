//! Kinds of variables: their JSON Schema, and their description in words.

mod reading;

pub(crate) use reading::is_nothing;

use crate::challenge_rating;
use serde_json::{Map, Value, json};

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
    /// A challenge rating.
    ChallengeRating(Range),
    /// What to sort by: one of these fields, and the direction.
    Order(Vec<Word>),
    /// Several of these.
    List(Box<Kind>),
    /// An object with some of these properties.
    Object(Vec<Property>),
    /// An object with any properties, or the same as JSON in a text.
    Json,
    /// Whether whole records are wanted; not an argument itself.
    Detail(Choice),
    /// Whether the argument of this name is not given; not an argument itself.
    Without(String),
}

/// A property of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// The name, as the client and as GraphQL has it.
    pub name: Word,
    /// What the property is.
    pub description: String,
    /// What the property takes.
    pub kind: Kind,
}

/// Whether the client has a say in how much it gets.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// It has: the tool takes the argument `detail`.
    Free,
    /// It has not: it gets whole records.
    None,
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

impl Kind {
    /// The JSON Schema of what a client may give.
    pub fn schema(&self) -> Map<String, Value> {
        let schema = match self {
            // Of several types many clients refuse to choose, and some refuse an object without properties. What these read
            // besides texts is taken as well.
            Self::Order(_) | Self::ChallengeRating(_) | Self::Json => json!({"type": "string"}),
            Self::Text(words) if words.is_empty() => json!({"type": "string"}),
            Self::Text(words) => json!({"type": "string", "enum": words}),
            Self::Integer(range) => range.schema("integer"),
            Self::Number(range) => range.schema("number"),
            Self::Boolean(_) | Self::Switch(_) | Self::Detail(_) | Self::Without(_) => {
                json!({"type": "boolean"})
            }
            Self::Choice(words) => json!({"type": "string", "enum": shown(words)}),
            Self::List(item) => json!({"type": "array", "items": item.schema()}),
            Self::Object(properties) => {
                let described = |property: &Property| {
                    let mut schema = property.kind.schema();
                    schema.insert("description".into(), json!(property.description));
                    (property.name.shown.clone(), Value::Object(schema))
                };
                let properties: Map<String, Value> = properties.iter().map(described).collect();
                json!({"type": "object", "properties": properties})
            }
        };
        object(schema)
    }

    /// What an order is, in words; `None` for another kind.
    pub(super) fn order_description(&self) -> Option<String> {
        let Self::Order(words) = self else {
            return None;
        };
        let words = shown(words).join(", ");
        Some(format!("Sort: {words}; ` desc` behind: greatest first."))
    }

    /// Whether the adapter sets the value itself.
    pub fn is_set_by_adapter(&self) -> bool {
        matches!(self, Self::Detail(_) | Self::Without(_))
    }

    /// The sent value as a client would write it.
    pub(super) fn shown(&self, value: &Value) -> Value {
        match (self, value) {
            (Self::Choice(words), Value::String(text)) => {
                words.iter().find(|w| w.value == *text).map_or(Value::Null, |w| json!(w.shown))
            }
            (Self::Switch([on, _]), Value::String(text)) => Value::Bool(on == text),
            _ => value.clone(),
        }
    }

    /// A value that it takes.
    pub fn example(&self) -> Value {
        match self {
            Self::Text(words) => json!(words.first().map_or("...", String::as_str)),
            Self::Integer(range) | Self::Number(range) | Self::ChallengeRating(range) => {
                let number = range.minimum.map_or(3, |least| least.max(3));
                json!(range.maximum.map_or(number, |most| most.min(number)))
            }
            Self::Boolean(_) | Self::Switch(_) | Self::Detail(_) | Self::Without(_) => json!(true),
            Self::Choice(words) | Self::Order(words) => json!(shown(words).first()),
            Self::List(item) => match item.as_ref() {
                Self::Integer(_) | Self::Number(_) => {
                    json!([item.example(), item.example(), item.example()])
                }
                item => json!([item.example()]),
            },
            Self::Object(properties) => {
                let some = properties.iter().take(2);
                some.map(|property| (property.name.shown.clone(), property.kind.example()))
                    .collect::<Map<_, _>>()
                    .into()
            }
            Self::Json => json!({"level": 3}),
        }
    }

    /// What it takes, in words: "a whole number from 0 to 9".
    pub fn wanted(&self) -> String {
        match self {
            Self::Text(words) if words.is_empty() => "text".into(),
            Self::Text(words) => format!("one of: {}", words.join(", ")),
            Self::Integer(range) => format!("a whole number{}", range.words()),
            Self::Number(range) => format!("a number{}", range.words()),
            Self::Boolean(Some([yes, no])) => format!("true or false, \"{yes}\" or \"{no}\""),
            Self::Boolean(None) | Self::Switch(_) | Self::Detail(_) | Self::Without(_) => "true or false".into(),
            Self::Choice(words) => format!("one of: {}", shown(words).join(", ")),
            Self::Order(words) => {
                format!("one of: {}; with ` desc` behind it for the greatest first", shown(words).join(", "))
            }
            Self::ChallengeRating(range) if *range == Range::default() => challenge_rating::WANTED.into(),
            Self::ChallengeRating(range) => Self::Integer(*range).wanted(),
            Self::List(item) => match item.as_ref() {
                Self::Text(words) if words.is_empty() => "a list of texts".into(),
                item => format!("a list, each {}", item.wanted()),
            },
            Self::Json => "an object, such as {\"level\": 3}".into(),
            Self::Object(properties) => {
                let names: Vec<&str> = properties.iter().map(|p| p.name.shown.as_str()).collect();
                format!("an object with some of: {}", names.join(", "))
            }
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

fn shown(words: &[Word]) -> Vec<&str> {
    words.iter().map(|word| word.shown.as_str()).collect()
}

/// The fields of an object.
pub(crate) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}
