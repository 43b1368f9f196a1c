//! SHA-256, as lower-case hexadecimal digits.

use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The SHA-256 of some bytes.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// A JSON value as text with its keys in order, so that equal values give equal text.
pub fn canonical(value: &Value) -> String {
    let mut text = String::new();
    write_canonical(value, &mut text);
    text
}

fn write_canonical(value: &Value, text: &mut String) {
    match value {
        Value::Array(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write_canonical(item, text);
            }
            text.push(']');
        }
        Value::Object(fields) => {
            let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
            fields.sort_unstable_by_key(|(name, _)| *name);
            text.push('{');
            for (at, (name, field)) in fields.into_iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write_scalar(name, text);
                text.push(':');
                write_canonical(field, text);
            }
            text.push('}');
        }
        scalar => write_scalar(scalar, text),
    }
}

fn write_scalar(scalar: &impl Serialize, text: &mut String) {
    text.push_str(&serde_json::to_string(scalar).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_order_of_keys_does_not_matter() {
        let text = |json: &str| super::canonical(&serde_json::from_str(json).unwrap());
        assert_eq!(text(r#"{"b": {"d": 1, "c": 2}, "a": 3}"#), r#"{"a":3,"b":{"c":2,"d":1}}"#);
        let sorted = r#"{"a \"ü\"\n":[1.5,-0.0,[],{},null,true,{"b":"\u0001","c":2.25}]}"#;
        assert_eq!(text(sorted), sorted);
        let value: serde_json::Value = serde_json::from_str(sorted).unwrap();
        assert_eq!(text(sorted), value.to_string());
    }

    #[test]
    fn the_digest_of_nothing_is_known() {
        assert_eq!(super::sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
