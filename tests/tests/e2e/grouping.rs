//! Groups of kinds: the `type` argument, `types` of a search, and what the filters add for those who ask through tools.

use crate::filters::left;
use crate::nodes::{entities, names, text, texts};
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The kinds of what is left, and its names with their documents.
async fn found(lore: &Reader, field: &str, arguments: &str) -> (BTreeSet<String>, Vec<String>) {
    let query =
        format!("{{ {field}({arguments}, first: 100) {{ totalCount nodes {{ kind name document {{ key }} }} }} }}");
    let data = lore.ask(&query).await;
    let kinds = texts(&data[field], "/kind").into_iter().collect();
    let entities = entities(&data[field]);
    assert_eq!(data[field]["totalCount"], entities.len(), "{arguments}");
    (kinds, entities)
}

fn set(words: &[&str]) -> BTreeSet<String> {
    words.iter().map(|w| (*w).to_owned()).collect()
}

#[tokio::test]
async fn kinds_as_people_group_them() {
    let lore = Reader::shared().await;
    for (field, group, kinds) in [
        ("equipment", "WEAPON", &["WEAPON"][..]),
        ("equipment", "ARMOR", &["ARMOR"]),
        ("equipment", "GEAR", &["GEAR"]),
        ("equipment", "MAGIC_ITEM", &["MAGIC_ITEM"]),
        ("equipment", "ALL", &["WEAPON", "ARMOR", "GEAR", "MAGIC_ITEM"]),
        ("characterOptions", "CLASS", &["CLASS"]),
        ("characterOptions", "SUBCLASS", &["SUBCLASS"]),
        ("characterOptions", "RACE", &["RACE", "SUBRACE"]),
        ("characterOptions", "SPECIES", &["RACE", "SUBRACE"]),
        ("characterOptions", "SUBRACE", &["SUBRACE"]),
        ("characterOptions", "BACKGROUND", &["BACKGROUND"]),
        ("characterOptions", "FEAT", &["FEAT"]),
        ("characterOptions", "FEATURE", &["FEATURE"]),
        ("rules", "RULE", &["RULE", "SECTION"]),
        ("rules", "SECTION", &["SECTION"]),
        ("rules", "CONDITION", &["CONDITION"]),
        ("rules", "SKILL", &["SKILL"]),
    ] {
        let (shown, _) = found(&lore, field, &format!("type: {group}")).await;
        assert_eq!(shown, set(kinds), "{field} {group}");
    }
    let both = found(&lore, "rules", "type: RULE, filter: {kind: {eq: SECTION}}").await;
    assert_eq!(both.0, set(&["SECTION"]));
}

#[tokio::test]
async fn magic_weapons_and_armor() {
    let lore = Reader::shared().await;
    let brand = "Emberbrand (+1), hearth-2014".to_owned();
    let apron = "Apron of the Oven, hearth-2024".to_owned();

    let (_, weapons) = found(&lore, "equipment", "type: WEAPON").await;
    assert!(!weapons.contains(&brand));
    for (group, is_brand) in [("WEAPON", true), ("ARMOR", false)] {
        let arguments = format!("type: {group}, filter: {{magic: {{eq: true}}}}");
        let (kinds, magic) = found(&lore, "equipment", &arguments).await;
        assert_eq!(kinds, set(&["MAGIC_ITEM"]));
        assert_eq!(magic.contains(&brand), is_brand, "{group}: {magic:?}");
        assert_eq!(magic.contains(&apron), !is_brand, "{group}: {magic:?}");
    }
    let mundane = "type: WEAPON, filter: {magic: {eq: false}}";
    assert_eq!(found(&lore, "equipment", mundane).await.1, weapons);

    // A search looks for magic weapons too; a blank one is none.
    let (kinds, found_by_search) = found(&lore, "equipment", "type: WEAPON, search: \"emberbrand\"").await;
    assert!(kinds.is_subset(&set(&["WEAPON", "MAGIC_ITEM"])));
    assert!(found_by_search.contains(&brand), "{found_by_search:?}");
    assert!(!found_by_search.contains(&apron), "{found_by_search:?}");
    let blank = found(&lore, "equipment", "type: WEAPON, search: \"  \"").await;
    assert_eq!(blank.1, weapons);

    // Properties of weapons: what is no weapon neither has them nor lacks them.
    let (_, light) = found(&lore, "equipment", "filter: {light: {eq: true}}").await;
    let (_, listed) = found(&lore, "equipment", "filter: {properties: {has: \"light\"}}").await;
    assert_eq!(light, listed);
    assert!(!light.is_empty());
    let (kinds, other) = found(&lore, "equipment", "filter: {light: {eq: false}}").await;
    assert!(!kinds.contains("GEAR") && !kinds.contains("ARMOR"), "{kinds:?}");
    assert!(!other.is_empty() && other.iter().all(|o| !light.contains(o)));
    let (_, finesse) = found(&lore, "equipment", "filter: {finesse: {eq: true}}").await;
    assert!(finesse.is_empty());

    // What helps is said where a weapon must be magic to match.
    let query = "{ equipment(type: WEAPON, filter: {rarity: {eq: \"uncommon\"}}) { totalCount meta { message } } }";
    let data = lore.ask(query).await;
    assert_eq!(data["equipment"]["totalCount"], 0);
    let message = text(&data, "/equipment/meta/message");
    assert!(message.contains("`filter.magic` is true"), "{message}");
}

#[tokio::test]
async fn types_of_a_search() {
    let lore = Reader::shared().await;
    let ids = async |types: &str| -> Vec<String> {
        let query = format!("{{ search(query: \"ember\", types: {types}, first: 100) {{ nodes {{ id }} }} }}");
        texts(&lore.ask(&query).await["search"], "/id")
    };
    for (types, prefixes) in [
        ("[SPELL]", &["spell:"][..]),
        ("[ITEM]", &["equipment:"]),
        ("[EQUIPMENT]", &["equipment:"]),
        ("[SPELL, EQUIPMENT]", &["spell:", "equipment:"]),
    ] {
        let found = ids(types).await;
        for prefix in prefixes {
            assert!(found.iter().any(|id| id.starts_with(prefix)), "{types}");
        }
        let fits = |id: &String| prefixes.iter().any(|p| id.starts_with(p));
        assert!(found.iter().all(fits), "{types} {found:?}");
    }
    let of_kind = |id: &String, kinds: &[&str]| {
        id.starts_with("character_option:") && kinds.iter().any(|k| id.contains(&format!(":{k}:")))
    };
    for (types, kinds) in [
        ("[RACE]", &["race", "subrace"][..]),
        ("[CLASS]", &["class", "subclass"]),
        ("[BACKGROUND]", &["background"]),
        ("[FEAT]", &["feat"]),
    ] {
        let found = ids(types).await;
        assert!(found.iter().all(|id| of_kind(id, kinds)), "{types} {found:?}");
    }
    assert!(!ids("[BACKGROUND, RACE]").await.is_empty());
    assert!(ids("[]").await.is_empty());
    let everything = ids("null").await;
    for family in ["spell:", "creature:", "equipment:", "character_option:"] {
        assert!(everything.iter().any(|id| id.starts_with(family)), "{family}");
    }
}

#[tokio::test]
async fn words_as_people_write_them() {
    let lore = Reader::shared().await;
    let spells = async |filter: Value| left(&lore, "spells", "SpellFilter", &filter).await;
    for (times, expected) in [
        (&["reaction", "1 reaction", "1 Reaction", "REACTION"][..], 3),
        (&["10minutes", "10 minutes", "10 Minutes", "10-minutes"], 1),
        (&["1minute", "1 minute", "minute"], 1),
        (&["action", "1 Action", "1action"], 5),
    ] {
        let first = spells(json!({"castingTime": {"eq": times[0]}})).await;
        for time in times {
            let found = spells(json!({"castingTime": {"eq": time}})).await;
            assert_eq!(found, first, "{time}");
            let other = spells(json!({"castingTime": {"ne": time}})).await;
            assert_eq!(found.len() + other.len(), 9, "{time}");
        }
        // One reaction is in two sources: one row.
        assert!(first.len() <= expected && !first.is_empty(), "{first:?}");
    }
    let lampwright = spells(json!({"classes": {"has": "lampwright"}})).await;
    assert!(!lampwright.is_empty());
    for class in ["Lampwright", "srd_lampwright", "srd-2024_lampwright", "LAMPWRIGHT"] {
        let found = spells(json!({"classes": {"has": class}})).await;
        assert_eq!(found, lampwright, "{class}");
    }

    let within = async |place: &str| {
        let filter = json!({"within": {"eq": place}});
        left(&lore, "rules", "RuleFilter", &filter).await
    };
    let table = within("order-of-the-table").await;
    for rule in ["Order of the Table, srd-2014", "Taking a Seat, srd-2014", "Passing the Salt, srd-2014"] {
        assert!(table.contains(&rule.to_owned()), "{rule}: {table:?}");
    }
    for place in ["Order of the Table", "ORDER-OF-THE TABLE", "srd_order-of-the-table"] {
        assert_eq!(within(place).await, table, "{place}");
    }
    let travel = "Foraging, hearth-2014; Resting by the Fire, hearth-2014; Travel, hearth-2014";
    assert_eq!(within("Travel").await.join("; "), travel);
    assert!(within("?").await.is_empty());
}

#[tokio::test]
async fn nulls_are_absent() {
    let lore = Reader::shared().await;
    let query = "query($word: String, $words: [String!], $is: Boolean, $system: String, $documents: [String!], $first: Int, $type: RuleType, $kind: RuleKind) {
        rules(
            type: $type, gameSystem: $system, documents: $documents, first: $first,
            filter: {
                kind: {eq: $kind}, classes: {has: $word, hasAny: $words}, exotic: {eq: $is}, text: {in: $words},
                or: [{section: {eq: $word}}, {chapter: {eq: $word}}],
                and: [{or: [{within: {eq: $word}}, {name: {eq: \"nothing\"}}]}],
                not: {section: {eq: $word}}
            }
        ) { totalCount meta { message } }
    }";
    let variables = "word words is system documents first type kind".split(' ');
    let nulls: Value = variables.map(|name| (name, Value::Null)).collect();
    let everything = lore.ask("{ rules { totalCount } }").await["rules"]["totalCount"].take();
    for variables in [nulls, json!({})] {
        let data = lore.query(query, variables).await;
        assert_eq!(data["rules"]["totalCount"], everything);
        assert_eq!(data["rules"]["meta"]["message"], Value::Null);
    }
    // An alternative that says something still counts.
    let data = lore.query(query, json!({"word": "travel"})).await;
    assert_eq!(data["rules"]["totalCount"], 0);

    let query = "query($types: [ContentType!], $documents: [String!], $system: String, $first: Int) {
        suggest(text: \"ember\", types: $types, documents: $documents, gameSystem: $system, first: $first) { name }
    }";
    let nulls = json!({"types": null, "documents": null, "system": null, "first": null});
    let found = lore.query(query, nulls).await["suggest"].take();
    assert_eq!(found, lore.query(query, json!({})).await["suggest"]);
    assert!(!names(&found).is_empty());
}
