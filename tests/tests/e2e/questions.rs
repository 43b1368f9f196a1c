//! Subjects of questions: the name that a question is about comes first.

use crate::nodes::list;
use lorekeeper_tests::harness::Reader;
use serde_json::json;

/// A question about a name, among everything: other words only ask, and the edition that is named comes first.
#[tokio::test]
async fn a_question_finds_the_name_that_it_is_about() {
    let lore = Reader::shared().await;
    let query = "query($text: String!) { search(query: $text, first: 2) { edges {
        score explain { exactName askedName } node { name document { key } } } } }";
    for (text, documents) in [
        ("what is the range of ember ward", ["srd-2024", "srd-2014"]),
        ("Ember ward damage at 5th level", ["srd-2024", "srd-2014"]),
        ("ember ward casting time 2014", ["srd-2014", "srd-2024"]),
    ] {
        let found = lore.query(query, json!({"text": text})).await;
        assert_eq!(list(&found["search"]["edges"]).len(), 2, "{text}");
        for (edge, document) in list(&found["search"]["edges"]).iter().zip(documents) {
            assert_eq!(edge["node"]["name"], "Ember Ward", "{text}");
            assert_eq!(edge["node"]["document"]["key"], document, "{text}");
            let explained = json!({"exactName": false, "askedName": true});
            assert_eq!(edge["explain"], explained, "{text}");
            assert!(edge["score"].as_f64().unwrap() >= 0.8, "{text}");
        }
    }
}
