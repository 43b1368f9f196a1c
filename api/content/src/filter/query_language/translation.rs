//! Translation: a tree becomes the input of a family's filter, as a client would have written it, and the words that
//! are left to be searched for.

use super::keys::{self, FAMILY};
use super::syntax::{Compared, Given, Node, Operator, Piece, shown};
use super::{Mistake, Translation, ValueKind};
use crate::Family;
use crate::filter::Field;
use crate::vocabulary::{ChallengeRating, parse_fraction};
use async_graphql::{Name, Number, ScalarType, Value, value};

/// The fields of an input object.
type Object = async_graphql::indexmap::IndexMap<Name, Value>;

/// Translates trees for one family.
pub struct Translator<'a> {
    family: Family,
    fields: Vec<Field>,
    /// The families that are searched beside it.
    others: &'a [Family],
}

type Translated = Result<Object, Mistake>;

impl<'a> Translator<'a> {
    pub fn new(family: Family, others: &'a [Family]) -> Self {
        Self {
            family,
            fields: keys::declared(family),
            others,
        }
    }

    /// What a whole text asks. The words that stand in no alternative and no negation are searched for: they rank, all
    /// else holds exactly.
    pub fn translate(&self, root: &Node<'_>) -> Result<Translation<Value>, Mistake> {
        let mut words = Vec::new();
        let mut parts = Vec::new();
        self.gather(root, &mut words, &mut parts)?;
        let all = all_of(parts);
        Ok(Translation {
            filter: (!all.is_empty()).then_some(Value::Object(all)),
            words: (!words.is_empty()).then(|| words.join(" ")),
        })
    }

    fn gather(
        &self,
        node: &Node<'_>,
        words: &mut Vec<String>,
        parts: &mut Vec<Object>,
    ) -> Result<(), Mistake> {
        match node {
            Node::All(nodes) => nodes
                .iter()
                .try_for_each(|node| self.gather(node, words, parts)),
            Node::Word(word) if !word.is_quoted && self.truth(word)?.is_none() => {
                words.push(word.text.to_owned());
                Ok(())
            }
            node => {
                parts.push(self.node(node)?);
                Ok(())
            }
        }
    }

    /// A part of the tree that must hold exactly.
    fn node(&self, node: &Node<'_>) -> Translated {
        match node {
            Node::All(nodes) => {
                let parts = nodes.iter().map(|node| self.node(node));
                parts.collect::<Result<_, _>>().map(all_of)
            }
            Node::Any(nodes) => {
                let parts = nodes.iter().map(|node| self.node(node));
                parts.collect::<Result<_, _>>().map(any_of)
            }
            Node::Not(node) => self.node(node).map(not),
            Node::Word(word) => Ok(match self.truth(word)? {
                Some(field) => comparison(&field.name, "eq", true.into()),
                None => phrase(word.text),
            }),
            Node::Compared(compared) => self.compared(compared),
        }
    }

    /// The truth value that a word alone says to hold.
    fn truth(&self, word: &Piece<'_>) -> Result<Option<&Field>, Mistake> {
        if word.is_quoted {
            return Ok(None);
        }
        let field = keys::find(&self.fields, word.text);
        let truth = field.filter(|field| matches!(field.kind, ValueKind::Truth));
        let mut others = self.others.iter();
        if truth.is_none() && others.any(|other| keys::is_truth(*other, word.text)) {
            return Err(self.unknown_key(word));
        }
        Ok(truth)
    }

    fn unknown_key(&self, key: &Piece<'_>) -> Mistake {
        Mistake {
            is_unknown_key: true,
            ..Mistake::at(
                key.start,
                keys::unknown(self.family, &self.fields, key.text),
            )
        }
    }

    fn compared(&self, compared: &Compared<'_>) -> Translated {
        let Compared {
            key,
            operator,
            given,
        } = compared;
        if keys::folded(key.text) == FAMILY {
            return self.of_family(compared);
        }
        let field = keys::find(&self.fields, key.text).ok_or_else(|| self.unknown_key(key))?;
        let comparing = Comparing { field, key: *key };
        if *operator == Operator::Differs {
            let equal = Compared {
                operator: Operator::Equals,
                ..compared.clone()
            };
            return self.compared(&equal).map(not);
        }
        match given {
            Given::Within(node) => match field.kind {
                ValueKind::Related { family, .. } => {
                    comparing.only_equal(*operator)?;
                    let related = Translator::new(family, &[]).node(node)?;
                    Ok(comparison(&field.name, "some", Value::Object(related)))
                }
                _ => self.distributed(compared, node),
            },
            Given::Anything(_) => comparing.anything(*operator),
            Given::Range(low, high) => {
                comparing.only_equal(*operator)?;
                comparing.range(low.as_ref(), high.as_ref())
            }
            Given::Values(values) => comparing.values(*operator, values),
        }
    }

    /// Words in brackets behind a key are values of it: `class:(bard or wizard)`.
    fn distributed(&self, compared: &Compared<'_>, node: &Node<'_>) -> Translated {
        let each = |nodes: &[Node<'_>]| -> Result<Vec<Object>, Mistake> {
            nodes
                .iter()
                .map(|node| self.distributed(compared, node))
                .collect()
        };
        match node {
            Node::All(nodes) => each(nodes).map(all_of),
            Node::Any(nodes) => each(nodes).map(any_of),
            Node::Not(node) => self.distributed(compared, node).map(not),
            Node::Word(word) => self.compared(&Compared {
                given: Given::Values(vec![*word]),
                ..compared.clone()
            }),
            Node::Compared(within) => Err(Mistake::at(
                within.key.start,
                format!(
                    "in the brackets behind `{}` there may be values only. Close them before this key.",
                    shown(compared.key.text)
                ),
            )),
        }
    }

    fn of_family(&self, compared: &Compared<'_>) -> Translated {
        let Given::Values(values) = &compared.given else {
            return Ok(Object::new());
        };
        let is_equal = match compared.operator {
            Operator::Is | Operator::Equals => true,
            Operator::Differs => false,
            _ => {
                let sentence = "families have no order: use `:`.";
                return Err(Mistake::at(compared.key.start, sentence));
            }
        };
        let names = Family::ALL.map(Family::name);
        let mut is_it = false;
        for value in values {
            let Some(family) = Family::parse(value.text) else {
                return Err(unknown_value(compared.key, *value, &names));
            };
            is_it |= family == self.family;
        }
        Ok(if is_it == is_equal {
            Object::new()
        } else {
            any_of(Vec::new())
        })
    }
}

/// The comparison of one field.
struct Comparing<'a> {
    field: &'a Field,
    key: Piece<'a>,
}

impl Comparing<'_> {
    fn with(&self, operator: &str, value: Value) -> Object {
        comparison(&self.field.name, operator, value)
    }

    /// Refuses operators of order.
    fn only_equal(&self, operator: Operator) -> Result<(), Mistake> {
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
    fn anything(&self, operator: Operator) -> Translated {
        self.only_equal(operator)?;
        Ok(match &self.field.kind {
            ValueKind::List | ValueKind::Related { is_list: true, .. } => {
                self.with("isEmpty", false.into())
            }
            ValueKind::Related { is_list: false, .. } => self.with("some", value!({})),
            ValueKind::OneOf(_) | ValueKind::Phrase => Object::new(),
            ValueKind::Text
            | ValueKind::Integer
            | ValueKind::Number
            | ValueKind::Rating
            | ValueKind::Truth => self.with("isNull", false.into()),
        })
    }

    fn range(&self, low: Option<&Piece<'_>>, high: Option<&Piece<'_>>) -> Translated {
        if !self.field.kind.is_ordered() {
            let key = shown(self.key.text);
            let sentence = format!(
                "`{key}` has no order, so a range says nothing. Name the values: `{key}:a,b`."
            );
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

    fn values(&self, operator: Operator, pieces: &[Piece<'_>]) -> Translated {
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
            values.push(self.value(piece)?);
        }
        let each = |operator: &str, values: Vec<Value>| {
            let mut parts: Vec<Object> = values
                .into_iter()
                .map(|value| self.with(operator, value))
                .collect();
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
                let sentence = format!(
                    "`{key}` takes what its rows are like, in brackets: `{key}:(type:dragon)`."
                );
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
            let sentence = format!(
                "`{}` takes {what}, and `{}` is none.",
                shown(self.key.text),
                shown(text)
            );
            Mistake::at(piece.start, sentence)
        };
        match &self.field.kind {
            ValueKind::Text | ValueKind::List | ValueKind::Phrase | ValueKind::Related { .. } => {
                Ok(text.into())
            }
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
                rating.map(|rating| rating.to_value()).map_err(|_| {
                    wrong("a challenge rating (0, 1/8, 1/4, 1/2 or a whole number up to 30)")
                })
            }
            ValueKind::Truth => match text.to_lowercase().as_str() {
                "true" | "yes" => Ok(true.into()),
                "false" | "no" => Ok(false.into()),
                _ => Err(wrong("`true` or `false`")),
            },
            ValueKind::OneOf(words) => {
                let folded = keys::folded(text);
                let word = words.iter().find(|word| keys::folded(word) == folded);
                let known: Vec<&str> = words.iter().map(String::as_str).collect();
                word.map(|word| Value::Enum(Name::new(word)))
                    .ok_or_else(|| unknown_value(self.key, *piece, &known))
            }
        }
    }
}

/// What to say of a value that a closed list lacks.
fn unknown_value(key: Piece<'_>, value: Piece<'_>, known: &[&str]) -> Mistake {
    let known: Vec<String> = known.iter().map(|word| word.to_lowercase()).collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let near = keys::named(&keys::nearest(value.text, &known));
    let help = match near {
        Some(near) => format!("Did you mean {near}?"),
        None => format!("There are: {}.", known.join(", ")),
    };
    let sentence = format!(
        "`{}` is no `{}`. {help}",
        shown(value.text),
        shown(key.text)
    );
    Mistake::at(value.start, sentence)
}

fn one(name: &str, value: Value) -> Object {
    Object::from_iter([(Name::new(name), value)])
}

fn comparison(field: &str, operator: &str, value: Value) -> Object {
    one(field, Value::Object(one(operator, value)))
}

fn phrase(text: &str) -> Object {
    comparison("phrase", "contains", text.into())
}

fn not(part: Object) -> Object {
    one("not", Value::Object(part))
}

fn any_of(parts: Vec<Object>) -> Object {
    one(
        "or",
        Value::List(parts.into_iter().map(Value::Object).collect()),
    )
}

/// The parts side by side, as far as they compare different fields, so that a facet can leave out its own.
fn all_of(parts: Vec<Object>) -> Object {
    let mut all = Object::new();
    let mut rest = Vec::new();
    for part in parts {
        if part.keys().any(|name| all.contains_key(name)) {
            rest.push(Value::Object(part));
        } else {
            all.extend(part);
        }
    }
    match all.get_mut("and") {
        Some(Value::List(and)) => and.extend(rest),
        _ if rest.is_empty() => {}
        _ => {
            all.insert(Name::new("and"), Value::List(rest));
        }
    }
    all
}
