//! Query language of filters: `level:3 class:wizard -ritual`, `cr>=10 type:dragon legendary`, `"exact words"`, `or` and
//! brackets, as one text.
//!
//! The keys are the fields of a family's filter, as it declares them: nothing is listed a second time. A text becomes a
//! tree (`syntax`, `tree`), the tree becomes the input of the family's filter and the words that are left to be searched for
//! (`translation`). `completion` says what may come next in a text, `writing` writes a comparison.

mod completion;
mod keys;
mod syntax;
#[cfg(test)]
mod tests;
mod translation;
mod tree;
mod writing;

pub use completion::{Completion, Wanted, completion};
pub use keys::{declared, is_key, keys};
pub use writing::{present, quoted, written};

use super::{Field, Filter};
use crate::{Family, families};
use async_graphql::{InputType, Value};
use sea_orm::sea_query::Condition;
use std::borrow::Cow;
use std::fmt::{Display, Formatter, Result as FmtResult};
use translation::Translator;
use tree::Node;

/// Most characters of a text.
pub const MAX_CHARS: usize = 1_000;

/// Most comparisons, words and exact words of a text.
pub const MAX_TERMS: usize = 64;

/// Most brackets and negations within each other.
pub const MAX_DEPTH: usize = 32;

/// A mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The character that it begins with, from 1.
    pub place: usize,
    /// What is wrong and what to write instead: a sentence without its place.
    pub sentence: Cow<'static, str>,
    /// The key that is unknown, which another family may have.
    unknown_key: Option<String>,
    /// Whether the sentence names what may be meant.
    is_guessed: bool,
}

impl Mistake {
    /// A mistake at a byte; `Text::of` counts the characters before it.
    fn at(byte: usize, sentence: impl Into<Cow<'static, str>>) -> Self {
        Self { place: byte, sentence: sentence.into(), unknown_key: None, is_guessed: false }
    }

    /// Whether it is a key that one of some families has.
    fn is_of(&self, families: &[Family]) -> bool {
        let key = self.unknown_key.as_deref();
        key.is_some_and(|key| keys::is_key(families, key))
    }

    /// The mistake with its byte counted in characters.
    fn counted_in(self, text: &str) -> Self {
        let before = text.get(..self.place).unwrap_or(text);
        Self { place: before.chars().count() + 1, ..self }
    }
}

impl Display for Mistake {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        write!(f, "`where`, at place {}: {}", self.place, self.sentence)
    }
}

/// A text in the language, as a tree.
#[derive(Clone, Debug)]
pub struct Query<'a> {
    text: &'a str,
    root: Node<'a>,
}

/// What a text asks of a family.
#[derive(Clone, Debug, PartialEq)]
pub struct Translation<F> {
    /// What must hold.
    pub filter: Option<F>,
    /// The words without a key, which are searched for.
    pub words: Option<String>,
}

impl<'a> Query<'a> {
    /// Reads a text.
    pub fn parse(text: &'a str) -> Result<Self, Mistake> {
        let root = syntax::parse(text).map_err(|mistake| mistake.counted_in(text))?;
        Ok(Self { text, root })
    }

    /// The text as the input of a family's filter, for one that is searched alone.
    pub fn input(&self, family: Family) -> Result<Translation<Value>, Mistake> {
        self.input_among(family, &[])
    }

    /// The same for a family that is searched beside others: a truth value of one of `others` is none of its words.
    pub fn input_among(&self, family: Family, others: &[Family]) -> Result<Translation<Value>, Mistake> {
        let translator = Translator::new(family, others);
        let translated = translator.translate(&self.root);
        translated.map_err(|mistake| mistake.counted_in(self.text))
    }

    /// The input as the family's filter, of which it is made.
    pub fn filter<F: Filter + InputType>(&self, translation: Translation<Value>) -> Result<Translation<F>, Mistake> {
        let Translation { filter, words } = translation;
        let filter = filter.map(|input| F::parse(Some(input))).transpose();
        let filter = filter.map_err(|_| Mistake {
            place: 1,
            sentence: "this cannot be compared in this way.".into(),
            unknown_key: None,
            is_guessed: false,
        })?;
        Ok(Translation { filter, words })
    }

    /// What a text asks of each of some families that are searched together. Families that lack one of its keys or
    /// values have nothing to show, and nothing in an alternative that has it; where all lack one, that is the mistake.
    pub fn inputs(&self, families: &[Family]) -> Result<Vec<(Family, Translation<Value>)>, Mistake> {
        let mut mistakes = Vec::new();
        let mut found = Vec::new();
        for family in families {
            match self.input_among(*family, families) {
                Ok(translation) => found.push((*family, translation)),
                Err(mistake) => mistakes.push(mistake),
            }
        }
        if !found.is_empty() {
            return Ok(found);
        }
        let most_told = mistakes.into_iter().max_by_key(|m| (m.unknown_key.is_none(), m.is_guessed, m.place));
        match most_told {
            None => Ok(found),
            Some(mistake) => Err(match &mistake.unknown_key {
                Some(key) => Mistake { sentence: keys::unknown_together(families, key).into(), ..mistake },
                None => mistake,
            }),
        }
    }
}

/// A condition on a family's table, and how many relations it looks through.
pub type FollowedCondition = (Condition, usize);

impl Query<'_> {
    /// The conditions that a text becomes for some families that are searched together.
    pub fn conditions(&self, families: &[Family]) -> Result<Vec<(Family, Translation<FollowedCondition>)>, Mistake> {
        let inputs = self.inputs(families)?.into_iter();
        let conditions = inputs.map(|(family, input)| Ok((family, self.condition(family, input)?)));
        conditions.collect()
    }

    fn condition(&self, family: Family, input: Translation<Value>) -> Result<Translation<FollowedCondition>, Mistake> {
        macro_rules! condition {
            ($(($module:ident, $variant:ident, $plural:ident),)*) => {
                match family {
                    $( Family::$variant => {
                        let Translation { filter, words } =
                            self.filter::<crate::$module::Filter>(input)?;
                        let filter =
                            filter.map(|filter| (filter.condition(), filter.relation_count()));
                        Ok(Translation { filter, words })
                    } )*
                }
            };
        }
        families!(condition)
    }
}

/// How the values of a field are written.
#[derive(Clone, Debug)]
pub enum ValueKind {
    /// Words, compared as a whole.
    Text,
    /// Several words.
    List,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// A challenge rating: a number or a fraction.
    Rating,
    /// True or false.
    Truth,
    /// Words that stand together in a text.
    Phrase,
    /// One of a fixed set of words.
    OneOf(Vec<String>),
    /// Related rows, which have a filter of their own, in brackets.
    Related {
        /// The family of the rows.
        family: Family,
        /// Whether the related rows are also named by slug.
        is_list: bool,
    },
}

impl ValueKind {
    /// Whether the values have an order.
    pub fn is_ordered(&self) -> bool {
        matches!(self, Self::Integer | Self::Number | Self::Rating)
    }
}

/// The field of a family's filter that a key names.
pub(super) fn field_of(family: Family, key: &str) -> Option<Field> {
    keys::find(&keys::declared(family), key).cloned()
}
