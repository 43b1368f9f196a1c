//! Filters over what creatures cast and over the conditions that they inflict.

use crate::filters::left;
use crate::nodes::{entities, list, text, texts};
use lorekeeper_tests::harness::{Lore, Reader};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};
use std::collections::BTreeSet;

async fn creatures(lore: &Reader, filter: Value) -> Vec<String> {
    left(lore, "creatures", "CreatureFilter", &filter).await
}

async fn spells(lore: &Reader, filter: Value) -> Vec<String> {
    left(lore, "spells", "SpellFilter", &filter).await
}

#[tokio::test]
async fn spells_that_creatures_cast() {
    let lore = Reader::shared().await;
    let ward =
        |document: &str| json!({"spells": {"some": {"slug": {"eq": "ember-ward"}, "document": {"eq": document}}}});

    let both = ["Chimney Sage, hearth-2014", "Lamp Warden, srd-2014"];
    let all = creatures(&lore, json!({})).await;
    let without: Vec<&str> = all.iter().map(String::as_str).filter(|c| !both.contains(c)).collect();
    for (filter, expected) in [
        // A book of the 2014 rules means the spell of the 2014 SRD.
        (ward("srd-2014"), &both[..]),
        (ward("srd-2024"), &[]),
        // By name or key; a creature counts once, however many spells or editions match.
        (json!({"spells": {"has": "ember-ward"}}), &both),
        (json!({"spells": {"has": "Ember Ward"}}), &both),
        (json!({"spells": {"has": "srd_ember-ward"}}), &both),
        (json!({"spells": {"some": {"level": {"lte": 9}}}}), &both),
        (json!({"spells": {"some": {"level": {"eq": 3}}}, "document": {"eq": "hearth-2014"}}), &both[..1]),
        // None, and any at all.
        (json!({"spells": {"none": {}}}), &without),
        (json!({"spells": {"some": {}}}), &both),
        (json!({"not": {"spells": {"some": {}}}}), &without),
        (json!({"spells": {"some": {"level": {"eq": 1}}, "none": {"level": {"eq": 3}}}}), &both[1..]),
    ] {
        assert_eq!(creatures(&lore, filter.clone()).await, expected, "{filter}");
    }
    // What only says null says nothing.
    for nothing in
        [json!({"spells": {"some": {"level": {"eq": null}}}}), json!({"spells": {"none": {"level": {"eq": null}}}})]
    {
        assert_eq!(creatures(&lore, nothing.clone()).await, all, "{nothing}");
    }

    // The same from the other end, and there again.
    let cast = json!({"casters": {"some": {"name": {"eq": "Lamp Warden"}}}});
    assert_eq!(spells(&lore, cast.clone()).await, ["Ember Ward, srd-2014", "Lamp Dart, srd-2014"]);
    let uncast = spells(&lore, json!({"casters": {"none": {}}})).await;
    let newer = "Ember Ward, srd-2024".to_owned();
    assert!(uncast.contains(&newer), "{uncast:?}");
    let again = creatures(&lore, json!({"spells": {"some": cast}})).await;
    assert_eq!(again, both);

    // A search looks among what the filter leaves.
    let searched = lore
        .ask("{ creatures(search: \"chimney\", filter: {spells: {some: {level: {eq: 3}}}}) { nodes { name document { key } } } }")
        .await;
    assert_eq!(entities(&searched["creatures"]), both[..1]);

    // Each relation costs; too many are refused.
    let many = json!({"filter": {"or": vec![json!({"spells": {"some": {}}}); 9]}});
    let query = "query($filter: CreatureFilter) { creatures(filter: $filter) { totalCount } }";
    let message = lore.refuses(query, many, "TOO_COMPLEX", "9 relations").await;
    assert!(message.contains('8'), "{message}");
}

#[tokio::test]
async fn filters_find_what_the_edges_show() {
    let lore = Reader::shared().await;
    let data = lore
        .ask("{ creatures(first: 100) { nodes { id spells { id } } } spells(first: 100) { nodes { id slug casters { id } document { key } } } }")
        .await;
    let id = |node: &Value| text(node, "/id").to_owned();
    let ids = |nodes: &Value| -> BTreeSet<String> { texts(nodes, "/id").into_iter().collect() };
    let mut cast = 0;
    for spell in list(&data["spells"]["nodes"]) {
        let creatures = list(&data["creatures"]["nodes"]).iter();
        let casts = creatures.filter(|c| ids(&c["spells"]).contains(&id(spell)));
        let casters: BTreeSet<String> = casts.map(id).collect();
        assert_eq!(ids(&spell["casters"]), casters, "{}", spell["id"]);
        let filter =
            json!({"spells": {"some": {"slug": {"eq": spell["slug"]}, "document": {"eq": spell["document"]["key"]}}}});
        let query = "query($filter: CreatureFilter) { creatures(filter: $filter, first: 100) { nodes { id } } }";
        let found = lore.query(query, json!({"filter": filter})).await;
        assert_eq!(ids(&found["creatures"]), casters, "{}", spell["id"]);
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
            "srd_soot-gremlin" => "The target is poisoned for an hour, and falls prone if it sneezes.",
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
            record["desc"] = json!("Each creature must save or be Blinded until the kettle is empty.");
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
        (json!({"hasAny": ["poisoned", "prone"]}), vec!["Ash Drake, hearth-2014", "Soot Gremlin, srd-2014"]),
        (json!({"hasAll": ["charmed"]}), vec![]),
    ] {
        assert_eq!(creatures(&lore, json!({"conditionsInflicted": filter})).await, expected, "{filter}");
    }
    let blinding = json!({"conditionsInflicted": {"has": "blinded"}});
    assert_eq!(spells(&lore, blinding).await, ["Kettle Burst, hearth-2014"]);
    lore.stop().await;
}
