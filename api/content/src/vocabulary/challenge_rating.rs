//! Challenge ratings, and the numbers that the rules derive from them.

use async_graphql::{InputValueError, InputValueResult, Scalar, ScalarType, Value};
use serde::{Deserialize, Serialize};

/// Experience points by challenge rating 0 to 30.
const EXPERIENCE_POINTS: [i32; 31] = [
    10, 200, 450, 700, 1100, 1800, 2300, 2900, 3900, 5000, 5900, 7200, 8400, 10_000, 11_500, 13_000, 15_000, 18_000,
    20_000, 22_000, 25_000, 33_000, 41_000, 50_000, 62_000, 75_000, 90_000, 105_000, 120_000, 135_000, 155_000,
];

/// A challenge rating: a decimal (`0.25`, `5`) or, as input, a fraction in a string (`"1/4"`).
#[derive(Copy, Clone, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct ChallengeRating(pub f64);

/// A challenge rating, 0 to 30: a number (`0.25`, `5`) or a fraction in a string (`"1/4"`).
#[Scalar]
impl ScalarType for ChallengeRating {
    fn parse(value: Value) -> InputValueResult<Self> {
        let parsed = match &value {
            Value::Number(n) => n.as_f64(),
            Value::String(s) => parse_fraction(s),
            _ => None,
        };
        let known = parsed.filter(|cr| experience_points(*cr).is_some());
        known.map(Self).ok_or_else(|| {
            InputValueError::custom(format!(
                "{value} is not a challenge rating: give 0, 0.125, 0.25, 0.5 or a whole number up to 30, or a text such as \"1/4\""
            ))
        })
    }

    fn to_value(&self) -> Value {
        serde_json::Number::from_f64(self.0).map_or(Value::Null, Value::Number)
    }
}

/// The finite number that `5`, `0.25` or `1/4` stands for.
pub fn parse_fraction(text: &str) -> Option<f64> {
    let finite = |text: &str| text.trim().parse().ok().filter(|n: &f64| n.is_finite());
    match text.split_once('/') {
        None => finite(text),
        Some((numerator, denominator)) => {
            let (numerator, denominator) = (finite(numerator)?, finite(denominator)?);
            let number = numerator / denominator;
            (denominator > 0.0 && number.is_finite()).then_some(number)
        }
    }
}

/// A challenge rating as players write it: `1/8`, `1/4`, `1/2`, `5`.
pub fn cr_text(cr: f64) -> String {
    if cr > 0.0 && cr < 1.0 { format!("1/{}", (1.0 / cr).round()) } else { format!("{cr}") }
}

/// The proficiency bonus of a challenge rating, or of a character level: +2 up to 4, and one more for every four.
pub fn proficiency_bonus(cr: f64) -> Option<i32> {
    #[expect(clippy::cast_possible_truncation, reason = "checked to be 0 to 30")]
    (0.0..=30.0).contains(&cr).then(|| ((cr.ceil() as i32 - 1).max(0)) / 4 + 2)
}

/// The experience points of a challenge rating; `None` for a number that the game does not have as one (it has 0, 1/8,
/// 1/4, 1/2, and 1 to 30).
pub fn experience_points(cr: f64) -> Option<i32> {
    for (fraction, worth) in [(0.125, 25), (0.25, 50), (0.5, 100)] {
        if (cr - fraction).abs() < f64::EPSILON {
            return Some(worth);
        }
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be a whole 0 to 30")]
    let index = (cr.fract().abs() < f64::EPSILON && (0.0..=30.0).contains(&cr)).then_some(cr as usize)?;
    EXPERIENCE_POINTS.get(index).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn challenge_ratings_read_and_write() {
        assert_eq!(parse_fraction("1/4"), Some(0.25));
        assert_eq!(parse_fraction(" 12 "), Some(12.0));
        assert_eq!(parse_fraction("1/0"), None);
        for wrong in ["many", "inf", "1/inf", "inf/inf", "nan", "1e999", "1/1e-320"] {
            assert_eq!(parse_fraction(wrong), None, "{wrong}");
        }
        assert_eq!(cr_text(0.125), "1/8");
        assert_eq!(cr_text(0.0), "0");
        assert_eq!(cr_text(17.0), "17");
    }

    #[test]
    fn a_client_gives_challenge_ratings_that_the_game_has() {
        let read = |value: Value| ChallengeRating::parse(value).ok().map(|cr| cr.0);
        for (text, cr) in [("0", 0.0), (" 1 / 8 ", 0.125), ("0.5", 0.5), ("30", 30.0)] {
            assert_eq!(read(Value::from(text)), Some(cr), "{text}");
        }
        assert_eq!(read(Value::from(0.25)), Some(0.25));
        for wrong in ["1/inf", "1/0", "nan", "inf", "1e999", "-1", "1/3", "31", ""] {
            assert_eq!(read(Value::from(wrong)), None, "{wrong}");
        }
        for wrong in [0.3, -1.0, 31.0] {
            assert_eq!(read(Value::from(wrong)), None, "{wrong}");
        }
    }

    #[test]
    fn proficiency_follows_the_challenge_rating() {
        for (cr, bonus) in
            [(0.0, 2), (0.25, 2), (4.0, 2), (5.0, 3), (8.0, 3), (9.0, 4), (17.0, 6), (29.0, 9), (30.0, 9)]
        {
            assert_eq!(proficiency_bonus(cr), Some(bonus), "CR {cr}");
        }
        assert_eq!(proficiency_bonus(31.0), None);
    }

    #[test]
    fn experience_follows_the_challenge_rating() {
        for (cr, xp) in [(0.125, 25), (0.25, 50), (0.5, 100), (1.0, 200), (10.0, 5900), (30.0, 155_000)] {
            assert_eq!(experience_points(cr), Some(xp), "CR {cr}");
        }
        assert_eq!(experience_points(0.3), None);
    }
}
