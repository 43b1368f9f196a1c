//! Translation: a tree becomes the input of a family's filter, as a client would have written it, and the words that
//! are left to be searched for.

mod comparing;

use super::keys::{self, FAMILY};
use super::syntax::shown;
use super::tree::{Compared, Given, Node, Operator, Piece};
use super::{Mistake, Translation, ValueKind};
use crate::Family;
use crate::filter::Field;
use async_graphql::{Name, Value};
use comparing::{Comparing, unknown_value};

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
        Self { family, fields: keys::declared(family), others }
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

    fn gather(&self, node: &Node<'_>, words: &mut Vec<String>, parts: &mut Vec<Object>) -> Result<(), Mistake> {
        match node {
            Node::All(nodes) => nodes.iter().try_for_each(|node| self.gather(node, words, parts)),
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
            Node::Any(nodes) => self.any(nodes),
            Node::Not(node) => self.node(node).map(not),
            Node::Word(word) => Ok(match self.truth(word)? {
                Some(field) => comparison(&field.name, "eq", true.into()),
                None => phrase(word.text),
            }),
            Node::Compared(compared) => self.compared(compared),
        }
    }

    /// Alternatives, without those that ask for what other families have.
    fn any(&self, nodes: &[Node<'_>]) -> Translated {
        let mut parts = Vec::new();
        let mut elsewhere = None;
        for node in nodes {
            match self.node(node) {
                Ok(part) => parts.push(part),
                Err(mistake) if mistake.is_of(self.others) => elsewhere = Some(mistake),
                Err(mistake) => return Err(mistake),
            }
        }
        match elsewhere {
            Some(mistake) if parts.is_empty() => Err(mistake),
            _ => Ok(any_of(parts)),
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
            unknown_key: Some(key.text.to_owned()),
            ..Mistake::at(key.start, keys::unknown(self.family, &self.fields, key.text))
        }
    }

    fn compared(&self, compared: &Compared<'_>) -> Translated {
        let Compared { key, operator, given } = compared;
        if keys::folded(key.text) == FAMILY {
            return self.of_family(compared);
        }
        let field = keys::find(&self.fields, key.text).ok_or_else(|| self.unknown_key(key))?;
        let comparing = Comparing { field, key: *key };
        if *operator == Operator::Differs {
            let equal = Compared { operator: Operator::Equals, ..compared.clone() };
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
            nodes.iter().map(|node| self.distributed(compared, node)).collect()
        };
        match node {
            Node::All(nodes) => each(nodes).map(all_of),
            Node::Any(nodes) => each(nodes).map(any_of),
            Node::Not(node) => self.distributed(compared, node).map(not),
            Node::Word(word) => self.compared(&Compared { given: Given::Values(vec![*word]), ..compared.clone() }),
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
        Ok(if is_it == is_equal { Object::new() } else { any_of(Vec::new()) })
    }
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
    one("or", Value::List(parts.into_iter().map(Value::Object).collect()))
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
