//! Conditions as text: the argument `where` leaves what the same filter leaves, and says where a mistake is.

use crate::filters::left;
use crate::nodes::{entities, list, names, text};
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// What a text leaves of a family, sorted.
async fn left_where(lore: &Reader, field: &str, conditions: &str) -> Vec<String> {
    let query = format!(
        "query($where: String) {{ {field}(where: $where, first: 100) {{ totalCount nodes {{ name document {{ key }} }} }} }}"
    );
    let data = lore.query(&query, json!({"where": conditions})).await;
    let mut found = entities(&data[field]);
    assert_eq!(data[field]["totalCount"], found.len(), "{conditions}");
    found.sort();
    found
}

#[tokio::test]
async fn texts_leave_what_filters_leave() {
    let lore = Reader::shared().await;
    for (field, input, conditions, filter) in [
        ("spells", "SpellFilter", "level:1", json!({"level": {"eq": 1}})),
        (
            "spells",
            "SpellFilter",
            "class:lampwright -ritual level:..3",
            json!({"classes": {"has": "lampwright"}, "not": {"ritual": {"eq": true}}, "level": {"lte": 3}}),
        ),
        (
            "spells",
            "SpellFilter",
            "school:Evocation or (level>=3 not school:evocation)",
            json!({"or": [{"school": {"eq": "evocation"}}, {"level": {"gte": 3}, "school": {"ne": "evocation"}}]}),
        ),
        ("spells", "SpellFilter", "casters:*", json!({"casters": {"some": {}}})),
        ("spells", "SpellFilter", "name:dart", json!({"name": {"contains": "dart"}})),
        (
            "creatures",
            "CreatureFilter",
            "type:dragon ac<18 legendary:*",
            json!({"type": {"eq": "dragon"}, "armorClass": {"lt": 18}}),
        ),
        (
            "creatures",
            "CreatureFilter",
            "spells:(level:3) book:hearth-2014",
            json!({"spells": {"some": {"level": {"eq": 3}}}, "document": {"eq": "hearth-2014"}}),
        ),
        (
            "equipment",
            "EquipmentFilter",
            "kind:weapon,armor -cost>10",
            json!({"kind": {"in": ["WEAPON", "ARMOR"]}, "not": {"cost": {"gt": 10}}}),
        ),
        ("characterOptions", "CharacterOptionFilter", "kind:subclass", json!({"kind": {"eq": "SUBCLASS"}})),
        ("rules", "RuleFilter", "kind:condition", json!({"kind": {"eq": "CONDITION"}})),
    ] {
        let mut expected = left(&lore, field, input, &filter).await;
        expected.sort();
        assert!(!expected.is_empty(), "{filter}");
        assert_eq!(left_where(&lore, field, conditions).await, expected, "{conditions}");
    }
}

#[tokio::test]
async fn books_editions_phrases_and_words() {
    let lore = Reader::shared().await;
    let wards = left_where(&lore, "spells", "\"ember ward\"").await;
    assert!(wards.contains(&"Ember Ward, srd-2014".to_owned()), "{wards:?}");
    // Whole words only, in this order.
    assert_eq!(left_where(&lore, "spells", "\"ember war\"").await, Vec::<String>::new());
    assert_eq!(left_where(&lore, "spells", "\"ward ember\"").await, Vec::<String>::new());
    let all = left_where(&lore, "spells", "").await;
    let others = left_where(&lore, "spells", "-\"ember ward\"").await;
    assert_eq!(wards.len() + others.len(), all.len());
    let of_2014 = left_where(&lore, "spells", "edition:2014").await;
    let of_2024 = left_where(&lore, "spells", "edition:5e-2024").await;
    assert_eq!(of_2014.len() + of_2024.len(), all.len());
    assert!(of_2024.contains(&"Ember Ward, srd-2024".to_owned()), "{of_2024:?}");
    assert_eq!(left_where(&lore, "spells", "school:nonsense").await, Vec::<String>::new());

    // Both `filter` and `where` hold, and words rank what they leave.
    let both = "{ spells(filter: {level: {eq: 1}}, where: \"edition:2024\") { nodes { name } } }";
    assert_eq!(names(&lore.ask(both).await["spells"]["nodes"]), ["Ember Ward"]);
    let ranked = "{ spells(where: \"level:1 ember\") { matchCount edges { score node { name } } } }";
    let ranked = lore.ask(ranked).await;
    assert_eq!(ranked["spells"]["edges"][0]["node"]["name"], "Ember Ward");
    assert!(ranked["spells"]["matchCount"].is_number());
    let plain = "{ spells(where: \"spells\", first: 1) { totalCount } }";
    assert!(lore.ask(plain).await["spells"]["totalCount"].as_i64() > Some(0));
}

#[tokio::test]
async fn all_families_at_once() {
    let lore = Reader::shared().await;
    let found = async |conditions: &str| {
        let query = "query($where: String) { search(where: $where, first: 100) {
            totalCount matchCount
            facets(names: [\"family\"]) { values { value count } }
            edges { score node { name family } }
        } }";
        lore.query(query, json!({"where": conditions})).await["search"].take()
    };
    let families = |found: &Value| -> Vec<String> {
        let mut families: Vec<String> =
            list(&found["edges"]).iter().map(|edge| text(edge, "/node/family").to_owned()).collect();
        families.sort();
        families.dedup();
        families
    };
    let dragons = found("type:dragon").await;
    assert_eq!(families(&dragons), ["CREATURE"]);
    assert_eq!(dragons["totalCount"], 3, "{dragons:#}");
    assert_eq!(dragons["matchCount"], Value::Null);
    assert_eq!(dragons["facets"][0]["values"], json!([{"value": "CREATURE", "count": 3}]));
    assert_eq!(families(&found("level:1").await), ["CHARACTER_OPTION", "SPELL"]);
    assert_eq!(families(&found("family:rule").await), ["RULE"]);
    let either = found("type:dragon or level:1 school:abjuration").await;
    assert_eq!(families(&either), ["CREATURE", "SPELL"]);
    assert_eq!(families(&found("ritual").await), ["SPELL"]);
    let ranked = found("family:spell ember ward").await;
    assert_eq!(ranked["edges"][0]["node"]["name"], "Ember Ward");
    assert_eq!(families(&ranked), ["SPELL"]);
    let query = "{ search { totalCount } }";
    lore.refuses(query, json!({}), "BAD_USER_INPUT", "query is empty").await;
}

#[tokio::test]
async fn mistakes_have_a_place_and_take_no_time() {
    let lore = Reader::shared().await;
    let started = Instant::now();
    for (field, conditions, words) in [
        (
            "spells",
            "ritual lvl:3".to_owned(),
            "at place 8: no filter of the family spell is called `lvl`. Did you mean `level`",
        ),
        ("search", "lvel:3".to_owned(), "Did you mean `level`"),
        ("spells", "a\u{0}".to_owned(), "U+0000"),
        ("creatures", "spells:(level:1) ".repeat(9), "looks through 9 relations"),
    ] {
        let query = format!("query($where: String) {{ {field}(where: $where) {{ totalCount }} }}");
        let answer = lore.refusal(&query, json!({"where": conditions})).await;
        assert!(answer.1.contains(words), "{conditions}: {answer:?}");
    }
    let many = "phrase:a ".repeat(60);
    let query =
        "query($where: String) { a: spells(where: $where) { totalCount } b: rules(where: $where) { totalCount } }";
    lore.refuses(query, json!({"where": many}), "TOO_COMPLEX", "").await;
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[tokio::test]
async fn keys_and_values_are_completed_and_searches_written() {
    let lore = Reader::shared().await;
    let query = "query($text: String!, $cursor: Int, $family: Family) {
        suggestWhere(text: $text, cursor: $cursor, family: $family) { term text count }
    }";
    let offered = async |text: &str, cursor: Option<i32>, family: Option<&str>| {
        let variables = json!({"text": text, "cursor": cursor, "family": family});
        lore.query(query, variables).await["suggestWhere"].take()
    };
    assert_eq!(
        offered("ritual scho", None, Some("SPELL")).await,
        json!([{"term": "school:", "text": "ritual school:", "count": null}])
    );
    let schools = offered("school: ritual", Some(7), Some("SPELL")).await;
    assert!(!text(&schools[0], "/term").is_empty());
    assert!(schools[0]["count"].as_i64() > Some(0));
    assert!(text(&schools[0], "/text").ends_with(" ritual"));
    let kinds = offered("kind:wea", None, None).await;
    assert_eq!(kinds[0]["text"], "kind:weapon");

    let query = "query($text: String!) { spells(search: $text) { meta { understoodWhere } } }";
    let understood = lore.query(query, json!({"text": "level 1 lampwright evocation spells"})).await;
    let conditions = text(&understood, "/spells/meta/understoodWhere").to_owned();
    assert_eq!(conditions, "level:1 class:lampwright school:evocation");
    left_where(&lore, "spells", &conditions).await;
    let understood = lore.query(query, json!({"text": "ritual cantrips"})).await;
    if let Some(conditions) = understood["spells"]["meta"]["understoodWhere"].as_str() {
        left_where(&lore, "spells", conditions).await;
    }
}
