//! Test helpers of the source.

use super::*;
use serde_json::Value;

/// The drafts of one record, whose book version 2 calls `pond`.
pub(super) fn drawn(endpoint: &str, raw: Value) -> Drafts {
    drawn_of(&[(endpoint, raw)])
}

/// The drafts of some records.
pub(super) fn drawn_of(listed: &[(&str, Value)]) -> Drafts {
    let book = serde_json::json!({
        "slug": "pnd", "title": "Book of the Pond", "v2_related_key": "pond"
    });
    let mut records = Records::default();
    for (endpoint, raw) in listed.iter().cloned().chain([("documents", book)]) {
        let key = raw.get("slug").and_then(Value::as_str);
        let record = Record {
            key: key.unwrap_or_default().to_owned(),
            url: String::new(),
            raw,
        };
        let listing = records.0.entry(endpoint.to_owned()).or_default();
        listing.push(record);
    }
    normalise(&records)
}

#[test]
fn a_record_that_does_not_fit_is_skipped_and_named() {
    for (endpoint, _) in ENDPOINTS {
        let raw = serde_json::json!({
            "slug": "newt", "name": null, "title": 7, "document__slug": "pnd"
        });
        let drafts = drawn(endpoint, raw);
        let [skipped] = drafts.skipped.as_slice() else {
            panic!("{endpoint}: {:?}", drafts.skipped);
        };
        assert_eq!(
            (skipped.endpoint.as_str(), skipped.key.as_str()),
            (endpoint, "newt")
        );
    }
}
