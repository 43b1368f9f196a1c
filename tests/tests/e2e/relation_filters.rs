//! Filters over what creatures cast and over the conditions that they inflict.

use crate::shown::entities;
use lorekeeper_tests::harness::{Lore, Reader};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const CREATURES: &str = "query($filter: CreatureFilter) { creatures(filter: $filter, first: 100) { totalCount nodes { name document { key } } } }";
const SPELLS: &str = "query($filter: SpellFilter) { spells(filter: $filter, first: 100) { totalCount nodes { name document { key } } } }";

async fn creatures(lore: &Reader, filter: Value) -> Vec<String> {
    let data = lore.query(CREATURES, json!({"filter": filter})).await;
    let found = entities(&data["creatures"]);
    assert_eq!(data["creatures"]["totalCount"], found.len());
    found
}

async fn spells(lore: &Reader, filter: Value) -> Vec<String> {
    entities(&lore.query(SPELLS, json!({"filter": filter})).await["spells"])
}

#[tokio::test]
async fn spells_that_creatures_cast() {
    let lore = Reader::shared().await;
    let ward = |document: &str| json!({"spells": {"some": {"slug": {"eq": "ember-ward"}, "document": {"eq": document}}}});

    // A book of the 2014 rules means the spell of the 2014 SRD.
    let both = ["Chimney Sage, hearth-2014", "Lamp Warden, srd-2014"];
    assert_eq!(creatures(&lore, ward("srd-2014")).await, both);
    assert!(creatures(&lore, ward("srd-2024")).await.is_empty());
    // By name or key; a creature counts once, however many spells or editions match.
    for slug in ["ember-ward", "Ember Ward", "srd_ember-ward"] {
        assert_eq!(
            creatures(&lore, json!({"spells": {"has": slug}})).await,
            both,
            "{slug}"
        );
    }
    assert_eq!(
        creatures(&lore, json!({"spells": {"some": {"level": {"lte": 9}}}})).await,
        both
    );
    let fiery =
        json!({"spells": {"some": {"level": {"eq": 3}}}, "document": {"eq": "hearth-2014"}});
    assert_eq!(creatures(&lore, fiery).await, both[..1]);

    // None, and any at all.
    let all = creatures(&lore, json!({})).await.len();
    let without = creatures(&lore, json!({"spells": {"none": {}}})).await;
    assert_eq!(without.len(), all - both.len());
    assert_eq!(
        creatures(&lore, json!({"spells": {"some": {}}})).await,
        both
    );
    assert_eq!(
        creatures(&lore, json!({"not": {"spells": {"some": {}}}})).await,
        without
    );
    let neither = json!({"spells": {"some": {"level": {"eq": 1}}, "none": {"level": {"eq": 3}}}});
    assert_eq!(creatures(&lore, neither).await, both[1..]);
    // What only says null says nothing.
    for nothing in [
        json!({"spells": {"some": {"level": {"eq": null}}}}),
        json!({"spells": {"none": {"level": {"eq": null}}}}),
    ] {
        assert_eq!(
            creatures(&lore, nothing.clone()).await.len(),
            all,
            "{nothing}"
        );
    }

    // The same from the other end, and there again.
    let cast = json!({"casters": {"some": {"name": {"eq": "Lamp Warden"}}}});
    assert_eq!(
        spells(&lore, cast.clone()).await,
        ["Ember Ward, srd-2014", "Lamp Dart, srd-2014"]
    );
    let uncast = spells(&lore, json!({"casters": {"none": {}}})).await;
    assert!(
        uncast.contains(&"Ember Ward, srd-2024".to_owned()),
        "{uncast:?}"
    );
    assert_eq!(
        creatures(&lore, json!({"spells": {"some": cast}})).await,
        both
    );

    // A search looks among what the filter leaves.
    let searched = lore
        .ask("{ creatures(search: \"chimney\", filter: {spells: {some: {level: {eq: 3}}}}) { nodes { name document { key } } } }")
        .await;
    assert_eq!(entities(&searched["creatures"]), both[..1]);

    // Each relation costs; too many are refused.
    let some = json!({"spells": {"some": {}}});
    let (code, message) = lore
        .refusal(CREATURES, json!({"filter": {"or": vec![some; 9]}}))
        .await;
    assert_eq!(code, "TOO_COMPLEX");
    assert!(
        message.contains("9 relations") && message.contains('8'),
        "{message}"
    );
}

#[tokio::test]
async fn filters_find_what_the_edges_show() {
    let lore = Reader::shared().await;
    let data = lore
        .ask("{ creatures(first: 100) { nodes { id spells { id } } } spells(first: 100) { nodes { id slug casters { id } document { key } } } }")
        .await;
    let id = |node: &Value| node["id"].as_str().unwrap().to_owned();
    let ids =
        |nodes: &Value| -> BTreeSet<String> { nodes.as_array().unwrap().iter().map(id).collect() };
    let mut cast = 0;
    for spell in data["spells"]["nodes"].as_array().unwrap() {
        let creatures = data["creatures"]["nodes"].as_array().unwrap().iter();
        let casters: BTreeSet<String> = creatures
            .filter(|c| ids(&c["spells"]).contains(&id(spell)))
            .map(id)
            .collect();
        assert_eq!(ids(&spell["casters"]), casters, "{}", spell["id"]);
        let filter = json!({"spells": {"some": {"slug": {"eq": spell["slug"]}, "document": {"eq": spell["document"]["key"]}}}});
        let query = "query($filter: CreatureFilter) { creatures(filter: $filter, first: 100) { nodes { id } } }";
        let found = lore.query(query, json!({"filter": filter})).await;
        assert_eq!(
            ids(&found["creatures"]["nodes"]),
            casters,
            "{}",
            spell["id"]
        );
        cast += casters.len();
    }
    assert!(cast > 2, "{cast}");
}

#[tokio::test]
async fn conditions() {
    let upstream = Upstream::start().await;
    // A condition of the game, as a book tells it, and those who inflict it.
    let mut conditions = upstream.records("conditions");
    let mut poisoned = conditions[0].clone();
    poisoned["key"] = json!("poisoned");
    poisoned["name"] = json!("Poisoned");
    conditions.push(poisoned);
    upstream.replace("conditions", conditions);
    let mut records = upstream.records("creatures");
    for record in &mut records {
        let text = match record["key"].as_str().unwrap() {
            "srd_soot-gremlin" => {
                "The target is poisoned for an hour, and falls prone if it sneezes."
            }
            "hearth-2014_ash-drake" => "The drake can't be charmed. Any target is knocked prone.",
            "hearth-2014_lantern-moth" => "If the target is poisoned, the moth hums to it.",
            _ => continue,
        };
        let actions = record["actions"].as_array_mut().unwrap();
        actions.last_mut().unwrap()["desc"] = json!(text);
    }
    upstream.replace("creatures", records);
    let mut records = upstream.records("spells");
    for record in &mut records {
        if record["key"] == "hearth-2014_kettle-burst" {
            record["desc"] =
                json!("Each creature must save or be Blinded until the kettle is empty.");
        }
    }
    upstream.replace("spells", records);
    let lore = Lore::filled(&upstream).await;

    let data = lore
        .ask("{ creature(slug: \"soot-gremlin\") { conditionsInflicted inflictedConditions { name kind document { key } } } }")
        .await;
    assert_eq!(
        data["creature"],
        json!({
            "conditionsInflicted": ["poisoned", "prone"],
            // Those that have a rule, in the words of its book.
            "inflictedConditions": [{"name": "Poisoned", "kind": "CONDITION", "document": {"key": "srd-2014"}}],
        })
    );
    for (filter, expected) in [
        (json!({"has": "POISONED"}), vec!["Soot Gremlin, srd-2014"]),
        (
            json!({"hasAny": ["poisoned", "prone"]}),
            vec!["Ash Drake, hearth-2014", "Soot Gremlin, srd-2014"],
        ),
        (json!({"hasAll": ["charmed"]}), vec![]),
    ] {
        assert_eq!(
            creatures(&lore, json!({"conditionsInflicted": filter})).await,
            expected,
            "{filter}"
        );
    }
    let blinding = json!({"conditionsInflicted": {"has": "blinded"}});
    assert_eq!(spells(&lore, blinding).await, ["Kettle Burst, hearth-2014"]);
    lore.stop().await;
}
