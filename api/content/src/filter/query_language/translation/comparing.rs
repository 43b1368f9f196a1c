//! The comparison of one field: operators and values, by the kind of value.

use super::super::syntax::shown;
use super::super::tree::{Operator, Piece};
use super::super::{Mistake, ValueKind, keys};
use super::{Object, Translated, any_of, comparison, one};
use crate::character_option::OTHER_KIND_WORDS;
use crate::filter::Field;
use crate::vocabulary::{ChallengeRating, parse_fraction};
use async_graphql::{Name, Number, ScalarType, Value, value};

/// The comparison of one field.
pub struct Comparing<'a> {
    /// The field.
    pub field: &'a Field,
    /// The key, as it is written.
    pub key: Piece<'a>,
}

impl Comparing<'_> {
    fn with(&self, operator: &str, value: Value) -> Object {
        comparison(&self.field.name, operator, value)
    }

    /// Refuses operators of order.
    pub fn only_equal(&self, operator: Operator) -> Result<(), Mistake> {
        if matches!(operator, Operator::Is | Operator::Equals) {
            return Ok(());
        }
        let key = shown(self.key.text);
        let sentence = if self.field.kind.is_ordered() {
            format!("behind this sign `{key}` takes one number, as in `{key}>=2`.")
        } else {
            format!("`{key}` has no order: use `{key}:` instead of this sign.")
        };
        Err(Mistake::at(self.key.start, sentence))
    }

    /// The field has a value.
    pub fn anything(&self, operator: Operator) -> Translated {
        self.only_equal(operator)?;
        Ok(match &self.field.kind {
            ValueKind::List | ValueKind::Related { is_list: true, .. } => self.with("isEmpty", false.into()),
            ValueKind::Related { is_list: false, .. } => self.with("some", value!({})),
            ValueKind::OneOf(_) | ValueKind::Phrase => Object::new(),
            ValueKind::Text | ValueKind::Integer | ValueKind::Number | ValueKind::Rating | ValueKind::Truth => {
                self.with("isNull", false.into())
            }
        })
    }

    /// The field is between two values.
    pub fn range(&self, low: Option<&Piece<'_>>, high: Option<&Piece<'_>>) -> Translated {
        if !self.field.kind.is_ordered() {
            let key = shown(self.key.text);
            let sentence = format!("`{key}` has no order, so a range says nothing. Name the values: `{key}:a,b`.");
            return Err(Mistake::at(self.key.start, sentence));
        }
        let mut bounds = Object::new();
        for (operator, bound) in [("gte", low), ("lte", high)] {
            if let Some(bound) = bound {
                bounds.insert(Name::new(operator), self.value(bound)?);
            }
        }
        Ok(one(&self.field.name, Value::Object(bounds)))
    }

    /// The field is compared with one value, or with any of several.
    pub fn values(&self, operator: Operator, pieces: &[Piece<'_>]) -> Translated {
        let ordered = match operator {
            Operator::AtLeast => Some("gte"),
            Operator::AtMost => Some("lte"),
            Operator::Over => Some("gt"),
            Operator::Under => Some("lt"),
            Operator::Is | Operator::Equals | Operator::Differs => None,
        };
        if let Some(name) = ordered {
            let [piece] = pieces else {
                self.only_equal(operator)?;
                return Ok(Object::new());
            };
            if !self.field.kind.is_ordered() {
                self.only_equal(operator)?;
            }
            return Ok(self.with(name, self.value(piece)?));
        }
        let is_read = self.field.is_prose && operator == Operator::Is;
        let mut values = Vec::new();
        for piece in pieces {
            // A text is read for the word wherever it stands, also without the wildcards around it.
            let text = if is_read { piece.text.trim_matches('*') } else { piece.text };
            values.push(self.value(&Piece { text, ..*piece })?);
        }
        let each = |operator: &str, values: Vec<Value>| {
            let mut parts: Vec<Object> = values.into_iter().map(|value| self.with(operator, value)).collect();
            match parts.len() {
                1 => parts.remove(0),
                _ => any_of(parts),
            }
        };
        Ok(match &self.field.kind {
            ValueKind::Phrase => each("contains", values),
            ValueKind::Text if is_read => each("contains", values),
            ValueKind::Truth => each("eq", values),
            ValueKind::List | ValueKind::Related { is_list: true, .. } => match values.len() {
                1 => self.with("has", values.remove(0)),
                _ => self.with("hasAny", Value::List(values)),
            },
            ValueKind::Related { .. } => {
                let key = shown(self.key.text);
                let sentence = format!("`{key}` takes what its rows are like, in brackets: `{key}:(type:dragon)`.");
                return Err(Mistake::at(self.key.start, sentence));
            }
            _ => match values.len() {
                1 => self.with("eq", values.remove(0)),
                _ => self.with("in", Value::List(values)),
            },
        })
    }

    /// A value as clients write it.
    fn value(&self, piece: &Piece<'_>) -> Result<Value, Mistake> {
        let text = piece.text;
        let wrong = |what: &str| {
            let sentence = format!("`{}` takes {what}, and `{}` is none.", shown(self.key.text), shown(text));
            Mistake::at(piece.start, sentence)
        };
        match &self.field.kind {
            ValueKind::Text | ValueKind::List | ValueKind::Phrase | ValueKind::Related { .. } => Ok(text.into()),
            ValueKind::Integer => {
                let number = text.trim_start_matches('+').parse::<i32>();
                number.map(Value::from).map_err(|_| wrong("a whole number"))
            }
            ValueKind::Number => {
                let number = parse_fraction(text).and_then(Number::from_f64);
                number.map(Value::Number).ok_or_else(|| wrong("a number"))
            }
            ValueKind::Rating => {
                let rating = ChallengeRating::parse(text.into());
                rating
                    .map(|rating| rating.to_value())
                    .map_err(|_| wrong("a challenge rating (0, 1/8, 1/4, 1/2 or a whole number up to 30)"))
            }
            ValueKind::Truth => match text.to_lowercase().as_str() {
                "true" | "yes" => Ok(true.into()),
                "false" | "no" => Ok(false.into()),
                _ => Err(wrong("`true` or `false`")),
            },
            ValueKind::OneOf(words) => {
                let folded = keys::folded(text);
                let other = OTHER_KIND_WORDS.iter().find(|(other, _)| *other == folded);
                let word = words
                    .iter()
                    .find(|word| keys::folded(word) == folded || other.is_some_and(|(_, kind)| kind == word));
                let known: Vec<&str> = words.iter().map(String::as_str).collect();
                word.map(|word| Value::Enum(Name::new(word))).ok_or_else(|| unknown_value(self.key, *piece, &known))
            }
        }
    }
}

/// What to say of a value that a closed list lacks.
pub fn unknown_value(key: Piece<'_>, value: Piece<'_>, known: &[&str]) -> Mistake {
    let known: Vec<String> = known.iter().map(|word| word.to_lowercase()).collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let near = keys::named(&keys::nearest(value.text, &known));
    let is_guessed = near.is_some();
    let help = match near {
        Some(near) => format!("Did you mean {near}?"),
        None => format!("There are: {}.", known.join(", ")),
    };
    let sentence = format!("`{}` is no `{}`. {help}", shown(value.text), shown(key.text));
    Mistake { is_guessed, ..Mistake::at(value.start, sentence) }
}
