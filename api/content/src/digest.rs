//! SHA-256, as lower-case hexadecimal digits.

use serde_json::Value;
use sha2::{Digest, Sha256};

/// The SHA-256 of some bytes.
#[must_use]
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// A JSON value as text with its keys in order, so that equal values give equal text.
#[must_use]
pub fn canonical(mut value: Value) -> String {
    value.sort_all_objects();
    value.to_string()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_order_of_keys_does_not_matter() {
        let text = |json: &str| super::canonical(serde_json::from_str(json).unwrap());
        assert_eq!(
            text(r#"{"b": {"d": 1, "c": 2}, "a": 3}"#),
            r#"{"a":3,"b":{"c":2,"d":1}}"#
        );
    }

    #[test]
    fn the_digest_of_nothing_is_known() {
        assert_eq!(
            super::sha256(""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }
}
