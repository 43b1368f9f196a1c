//! The game's notations: slugs, challenge ratings, dice.

use async_graphql::{InputValueError, InputValueResult, Scalar, ScalarType, Value};
use regex::Regex;
use serde::{Deserialize, Serialize};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The six abilities, in the order of a stat block.
pub const ABILITIES: [&str; 6] = [
    "strength",
    "dexterity",
    "constitution",
    "intelligence",
    "wisdom",
    "charisma",
];

/// The slug of a name: accents and apostrophes dropped, lower case, every run of other characters
/// turned into one hyphen.
#[must_use]
pub fn slugify(name: &str) -> String {
    let mut slug = String::with_capacity(name.len());
    for c in name
        .nfkd()
        .filter(|c| !is_combining_mark(*c) && !matches!(c, '\'' | '’' | '‘' | '`'))
    {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

/// A challenge rating: a decimal (`0.25`, `5`) or, as input, a fraction in a string (`"1/4"`).
#[derive(Copy, Clone, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct ChallengeRating(pub f64);

/// A challenge rating, 0 to 30: a number (`0.25`, `5`) or a fraction in a string (`"1/4"`).
#[Scalar]
impl ScalarType for ChallengeRating {
    fn parse(value: Value) -> InputValueResult<Self> {
        let parsed = match &value {
            Value::Number(n) => n.as_f64(),
            Value::String(s) => parse_cr(s),
            _ => None,
        };
        parsed.filter(|v| v.is_finite()).map(Self).ok_or_else(|| {
            InputValueError::custom(format!(
                "{value} is not a challenge rating: give a number such as 0.25 or 5, or a fraction such as \"1/4\""
            ))
        })
    }

    fn to_value(&self) -> Value {
        serde_json::Number::from_f64(self.0).map_or(Value::Null, Value::Number)
    }
}

/// Reads `5`, `0.25` or `1/4`.
#[must_use]
pub fn parse_cr(text: &str) -> Option<f64> {
    let text = text.trim();
    match text.split_once('/') {
        None => text.parse().ok(),
        Some((top, bottom)) => {
            let (top, bottom): (f64, f64) = (top.trim().parse().ok()?, bottom.trim().parse().ok()?);
            (bottom > 0.0).then(|| top / bottom)
        }
    }
}

/// A challenge rating as players write it: `1/8`, `1/4`, `1/2`, `5`.
#[must_use]
pub fn cr_text(cr: f64) -> String {
    if cr > 0.0 && cr < 1.0 {
        format!("1/{}", (1.0 / cr).round())
    } else {
        format!("{cr}")
    }
}

/// The average of dice such as `18d10 + 36`, rounded down; `None` when it is no dice expression.
#[must_use]
pub fn average(dice: &str) -> Option<i32> {
    let compact: String = dice.chars().filter(|c| !c.is_whitespace()).collect();
    let mut total = 0.0;
    let mut sign = 1.0;
    for (index, term) in split_terms(&compact).into_iter().enumerate() {
        match term {
            "+" => sign = 1.0,
            "-" | "−" | "–" => sign = -1.0,
            _ if term.is_empty() && index == 0 => {}
            _ => {
                total += sign * term_average(term)?;
                sign = 1.0;
            }
        }
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "hit points of dice are far below 2^31"
    )]
    (!compact.is_empty()).then(|| total.floor() as i32)
}

fn split_terms(text: &str) -> Vec<&str> {
    let mut terms = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['+', '-', '−', '–']) {
        let (term, tail) = rest.split_at(at);
        let sign = tail.chars().next().map_or(1, char::len_utf8);
        let (sign, tail) = tail.split_at(sign);
        terms.push(term);
        terms.push(sign);
        rest = tail;
    }
    terms.push(rest);
    terms
}

fn term_average(term: &str) -> Option<f64> {
    match term.split_once(['d', 'D']) {
        None => term.parse().ok(),
        Some((count, sides)) => {
            let count: f64 = if count.is_empty() {
                1.0
            } else {
                count.parse().ok()?
            };
            let sides: f64 = sides.parse().ok()?;
            Some(count * f64::midpoint(sides, 1.0))
        }
    }
}

/// A constant pattern; letters match in either case.
pub(crate) fn pattern(pattern: &str) -> Regex {
    #[expect(
        clippy::expect_used,
        reason = "the patterns are constants, and the tests compile each"
    )]
    Regex::new(&format!("(?i){pattern}")).expect("a constant pattern")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_come_from_names() {
        for (name, slug) in [
            ("Hunter's Mark", "hunters-mark"),
            ("Blindness/Deafness", "blindness-deafness"),
            ("Longsword (+1)", "longsword-1"),
            ("Mûmak’s  Tusk!", "mumaks-tusk"),
            ("", ""),
        ] {
            assert_eq!(slugify(name), slug);
        }
    }

    #[test]
    fn challenge_ratings_read_and_write() {
        assert_eq!(parse_cr("1/4"), Some(0.25));
        assert_eq!(parse_cr(" 12 "), Some(12.0));
        assert_eq!(parse_cr("1/0"), None);
        assert_eq!(parse_cr("many"), None);
        assert_eq!(cr_text(0.125), "1/8");
        assert_eq!(cr_text(0.0), "0");
        assert_eq!(cr_text(17.0), "17");
    }

    #[test]
    fn dice_have_averages() {
        for (dice, expected) in [
            ("18d10 + 36", Some(135)),
            ("1d4-1", Some(1)),
            ("d8", Some(4)),
            ("3d8 − 3", Some(10)),
            ("7", Some(7)),
            ("see text", None),
            ("", None),
        ] {
            assert_eq!(average(dice), expected, "{dice}");
        }
    }
}
