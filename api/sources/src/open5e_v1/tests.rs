use super::*;
use serde_json::json;

#[test]
fn a_record_that_does_not_fit_is_skipped_and_named() {
    for (endpoint, _) in ENDPOINTS {
        let record = Record {
            key: "newt".to_owned(),
            url: String::new(),
            raw: json!({"slug": null, "name": null, "title": 7, "document__slug": "pnd"}),
        };
        let drafts = normalise(&Records([(endpoint.to_owned(), vec![record])].into()));
        let [skipped] = drafts.skipped.as_slice() else {
            panic!("{endpoint}: {:?}", drafts.skipped);
        };
        assert_eq!((skipped.endpoint.as_str(), skipped.key.as_str()), (endpoint, "newt"));
    }
}
