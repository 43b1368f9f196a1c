//! Challenge ratings: what a client may write for the scalar of that name.

use serde_json::Value;

/// What is read, in words.
pub const WANTED: &str = "a challenge rating: 0, 0.125, 0.25, 0.5 or a whole number up to 30, or text such as \"1/4\"";

/// The number that is sent for what was given, if it is a challenge rating.
pub fn read(given: &Value) -> Option<f64> {
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
    let known = [0.125, 0.25, 0.5].contains(&number) || (number.fract() == 0.0 && (0.0..=30.0).contains(&number));
    known.then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_challenge_rating_is_a_number_or_a_fraction() {
        assert_eq!(read(&json!("1/4")), Some(0.25));
        assert_eq!(read(&json!(" 1 / 8 ")), Some(0.125));
        assert_eq!(read(&json!(5)), Some(5.0));
        assert_eq!(read(&json!("21")), Some(21.0));
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
            assert_eq!(read(&wrong), None, "{wrong}");
        }
    }
}
