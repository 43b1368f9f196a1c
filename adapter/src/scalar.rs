//! The scalars of LoreKeeper's schema that no plain mapping covers: what a client may write for them.

use serde_json::{Value, json};

/// A scalar.
#[derive(Debug)]
pub struct Scalar {
    /// Its name in the schema.
    pub name: &'static str,
    /// What it takes, in words.
    pub wanted: &'static str,
    /// The JSON Schema of what a client may give.
    pub schema: fn() -> Value,
    /// What is sent for what was given, if it fits.
    pub read: fn(&Value) -> Option<Value>,
}

impl PartialEq for Scalar {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// The table of them.
static SCALARS: [Scalar; 1] = [Scalar {
    name: "ChallengeRating",
    wanted: "a challenge rating: 0, 0.125, 0.25, 0.5 or a whole number up to 30, or text such as \"1/4\"",
    schema: || json!({"anyOf": [{"type": "integer", "minimum": 0, "maximum": 30}, {"type": "number", "enum": [0.125, 0.25, 0.5]}, {"type": "string", "pattern": "^(1/[248]|0\\.(125|25|5)|[12]?[0-9]|30)$"}]}),
    read: challenge_rating,
}];

/// The scalar of that name.
pub fn find(name: &str) -> Option<&'static Scalar> {
    SCALARS.iter().find(|scalar| scalar.name == name)
}

fn challenge_rating(given: &Value) -> Option<Value> {
    let number = match given {
        Value::Number(number) => number.as_f64()?,
        Value::String(text) => match text.trim().split_once('/') {
            Some((above, below)) => {
                let below: f64 = below.trim().parse().ok()?;
                if below.is_infinite() {
                    // 1/inf would be 0.
                    return None;
                }
                above.trim().parse::<f64>().ok()? / below
            }
            None => text.trim().parse().ok()?,
        },
        _ => return None,
    };
    let known = [0.125, 0.25, 0.5].contains(&number)
        || (number.fract() == 0.0 && (0.0..=30.0).contains(&number));
    known.then(|| json!(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_rating_is_a_number_or_a_fraction() {
        assert_eq!(challenge_rating(&json!("1/4")), Some(json!(0.25)));
        assert_eq!(challenge_rating(&json!(" 1 / 8 ")), Some(json!(0.125)));
        assert_eq!(challenge_rating(&json!(5)), Some(json!(5.0)));
        assert_eq!(challenge_rating(&json!("21")), Some(json!(21.0)));
        for wrong in [
            json!("1/0"),
            json!("1/inf"),
            json!("1e999"),
            json!("many"),
            json!(-1),
            json!(31),
            json!(0.3),
            json!("NaN"),
            json!(true),
        ] {
            assert_eq!(challenge_rating(&wrong), None, "{wrong}");
        }
    }
}
