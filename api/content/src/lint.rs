//! Linter of content: what the fields of a finished row say, held against the row's own text and the game's
//! arithmetic.
//!
//! [`Lint::RULES`] is the table of a family's rules. Each rule is a pure function that makes any number of checks of a
//! row: one for each statement that can be held against another. Where a row says a thing once there is nothing to
//! check. Merging asks the same rules which of two sources is right.

mod character_option;
mod creature;
mod equipment;
mod rule;
mod spell;
mod text;

use serde_json::Value;
use std::fmt::Display;

/// A rule of the linter.
pub struct Rule<R: 'static> {
    /// The name.
    pub name: &'static str,
    /// The columns that the rule judges; a point precedes what lies within one (`speed.walk`).
    pub fields: &'static [&'static str],
    /// What they are held against.
    pub against: Against,
    /// Why the two have to agree.
    pub why: &'static str,
    /// The checks of a row.
    pub check: fn(&R) -> Vec<Finding>,
}

/// A rule, as a row of a table.
const fn rule<R>(
    name: &'static str,
    fields: &'static [&'static str],
    against: Against,
    check: fn(&R) -> Vec<Finding>,
    why: &'static str,
) -> Rule<R> {
    Rule { name, fields, against, why, check }
}

/// What a rule holds fields against, in words. The row's own text outweighs what sources agree on; arithmetic does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// The row's own text or its other fields.
    Text(&'static str),
    /// What the game's rules compute from other fields.
    Arithmetic(&'static str),
}

/// The outcome of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Both say the same.
    Holds,
    /// The two contradict each other.
    Contradiction {
        /// What the field says.
        stated: String,
        /// What the text or the arithmetic says.
        expected: String,
    },
}

/// A family with rules for the linter.
pub trait Lint: Sized + 'static {
    /// The rules.
    const RULES: &'static [Rule<Self>];

    /// The values that the row's own text gives, by column: a witness that outweighs the sources. Only what the text gives
    /// without doubt; null or an empty list where it is certain that there is none.
    fn told(&self) -> Vec<(&'static str, Value)> {
        Vec::new()
    }

    /// The values that the game's arithmetic gives from other fields of the row, by column. Arithmetic is a reason, but no
    /// witness: it knows no more than the sources that it computes from.
    fn computed(&self) -> Vec<(&'static str, Value)> {
        Vec::new()
    }
}

/// All checks of a row, each with the name of its rule.
pub fn lint<R: Lint>(row: &R) -> impl Iterator<Item = (&'static str, Finding)> {
    R::RULES.iter().flat_map(|rule| (rule.check)(row).into_iter().map(|f| (rule.name, f)))
}

impl Finding {
    /// The finding on two values that have to be one.
    fn equal<T: PartialEq + Display>(stated: T, expected: T) -> Self {
        if stated == expected { Self::Holds } else { Self::contradiction(stated, expected) }
    }

    /// The finding on a value that has to be one of several.
    fn among<T: PartialEq + Display>(stated: T, expected: &[T]) -> Self {
        if expected.contains(&stated) { Self::Holds } else { Self::contradiction(stated, list(expected)) }
    }

    fn contradiction(stated: impl Display, expected: impl Display) -> Self {
        Self::Contradiction { stated: stated.to_string(), expected: expected.to_string() }
    }
}

/// Values in words: `a or b`.
fn list<T: Display>(values: &[T]) -> String {
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    if values.is_empty() { "none".to_owned() } else { values.join(" or ") }
}

/// An optional value in words.
fn or_none<T: Display>(value: Option<T>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

#[cfg(test)]
mod tests;
