//! Relations: the edges of the graph, and anything by its id.

use crate::cases::cases;
use crate::nodes::{entities, list, text, texts};
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

/// Of neighbours only what is asked for is read, and each place in a document asks for something else.
#[tokio::test]
async fn neighbours_say_what_they_say_by_themselves() {
    let lore = Reader::shared().await;
    let data = lore
        .ask(
            "{ characterOptions(first: 100) { nodes { id name kind text excerpt hitDie document { key } subclasses { name } } }
               spells(first: 100) { nodes {
                   named: classes { id name } told: classes { id kind text hitDie }
                   classes { id excerpt } classes { document { key } subclasses { name } } } } }",
        )
        .await;
    let options = list(&data["characterOptions"]["nodes"]);
    let mut compared = 0;
    for spell in list(&data["spells"]["nodes"]) {
        for (_, classes) in spell.as_object().unwrap() {
            for class in list(classes) {
                let itself = options.iter().find(|o| o["id"] == class["id"]).unwrap();
                for (field, value) in class.as_object().unwrap() {
                    assert_eq!(*value, itself[field], "{field} of {}", class["id"]);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 50, "{compared}");
}

#[tokio::test]
async fn edges() {
    let lore = Reader::shared().await;
    for case in cases(include_str!("relations.txt")) {
        let (entity, edge) = (case.heading, case.given);
        let query = format!("{{ from: {entity} {{ to: {edge} {{ name document {{ key }} }} }} }}");
        let to = lore.ask(&query).await["from"]["to"].take();
        // An edge leads to many, to one or to none.
        case.check(&entities(&match to {
            Value::Array(many) => Value::Array(many),
            Value::Null => json!([]),
            one => json!([one]),
        }));
    }
    let query = "{ rule(slug: \"travel\", kind: SECTION) { rules { text } } }";
    let rules = lore.ask(query).await["rule"]["rules"].take();
    assert_eq!(rules[0]["text"], "A night by a fire on the road.");

    // Every node of a page has its own neighbours.
    let data = lore.ask("{ spells(first: 100) { nodes { name classSlugs classes { slug } document { key } source { name raw } } } }").await;
    for spell in list(&data["spells"]["nodes"]) {
        let classes = texts(&spell["classes"], "/slug");
        assert_eq!(spell["classSlugs"], json!(classes), "{}", spell["name"]);
        assert_eq!(spell["source"]["raw"]["name"], spell["name"]);
    }
}

/// What a starting item can be chosen from is found with its filter; its equipment is that of its book's edition.
#[tokio::test]
async fn starting_items_lead_to_equipment() {
    let lore = Reader::shared().await;
    let data = lore
        .ask(
            "{ characterOption(slug: \"lampwright\", document: \"srd-2014\") { startingItems {
                items { equipment { name document { key } } }
                choices { options { items { filter equipment { name document { key } } } } } } } }",
        )
        .await;
    let items = &data["characterOption"]["startingItems"];
    let named = |item: &Value| entities(&json!([item["equipment"]]));
    assert_eq!(named(&items["items"][0]), ["Copper Kettle, srd-2014"]);
    let options = list(&items["choices"][0]["options"]);
    assert_eq!(named(&options[0]["items"][0]), ["Skillet, srd-2014"]);
    let filter = &options[1]["items"][0]["filter"];
    let query = "query($filter: EquipmentFilter) { equipment(filter: $filter, gameSystem: \"5e-2014\") {
        nodes { category } } }";
    let tools = lore.query(query, json!({"filter": filter})).await["equipment"]["nodes"].take();
    assert!(!list(&tools).is_empty());
    assert!(texts(&tools, "/category").iter().all(|category| category == "tools"));
}

#[tokio::test]
async fn by_id_and_by_slug() {
    const NODES: &str = "query($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Entity { name family text document { key } source { name } } ... on Document { key } } }";
    let lore = Reader::shared().await;
    let known = [
        ("spell:hearth-2014:kettle-burst", "Spell"),
        ("creature:srd-2014:soot-gremlin", "Creature"),
        ("equipment:hearth-2014:weapon:poker", "Equipment"),
        ("character_option:hearth-2014:race:emberfolk", "CharacterOption"),
        ("rule:srd-2014:condition:scorched", "Rule"),
        ("document:srd-2014", "Document"),
    ];
    let ids: Vec<_> = known.iter().map(|(id, _)| *id).collect();
    let data = lore.query(NODES, json!({"ids": ids})).await;
    for (node, (id, name)) in list(&data["nodes"]).iter().zip(known) {
        assert_eq!((text(node, "/id"), text(node, "/__typename")), (id, name));
    }
    assert_eq!(data["nodes"][3]["name"], "Emberfolk");
    // An id without its kind stands for what has the slug in the book.
    let short = json!({"ids": ["character_option:hearth-2014:emberfolk"]});
    let short = lore.query(NODES, short).await;
    assert_eq!(text(&short["nodes"][0], "/id"), known[3].0);
    assert_eq!(data["nodes"][3]["document"]["key"], "hearth-2014");
    assert_eq!(data["nodes"][5]["key"], "srd-2014");

    // What is not there is null in its place, whatever shape its id has; twice is twice.
    let strange = [
        "spell:hearth-2014:nothing", "spell:hearth-2014", "spell:hearth-2014:weapon:kettle-burst", "document:nothing",
        "document:", "", ":::", "::", "monster:srd-2014:soot-gremlin", "spell:a:b:c:d",
        "SPELL:hearth-2014:kettle-burst", "' OR 1=1 --",
    ];
    let ids: Vec<_> = strange.into_iter().chain([known[0].0, known[0].0]).collect();
    let data = lore.query(NODES, json!({"ids": ids})).await;
    let nodes = list(&data["nodes"]);
    for (node, id) in nodes.iter().zip(strange) {
        assert_eq!(*node, Value::Null, "{id:?}");
    }
    assert_eq!(nodes.len(), ids.len());
    assert_eq!(nodes[ids.len() - 1], nodes[ids.len() - 2]);
    let none = lore.query(NODES, json!({"ids": []})).await;
    assert_eq!(none["nodes"], json!([]));
    let many: Vec<_> = (0..101).map(|n| format!("spell:x:{n}")).collect();
    lore.refuses(NODES, json!({"ids": many}), "BAD_USER_INPUT", "100").await;
    let data =
        lore.ask("{ a: node(id: \"spell:hearth-2014:kettle-burst\") { id } b: node(id: \"nothing\") { id } }").await;
    assert_eq!(data, json!({"a": {"id": "spell:hearth-2014:kettle-burst"}, "b": null}));

    // One by its slug or its name: of the document that is named, else the 2024 SRD's, else the 2014
    // SRD's, else the first by document.
    let data = lore
        .ask(
            "{ a: spell(slug: \"ember-ward\") { document { key } }
               b: spell(slug: \"Ember Ward\", document: \"SRD 5.1\") { document { key } }
               c: spell(slug: \"broth-of-mending\") { document { key } }
               d: spell(slug: \"kettle-burst\") { document { key } }
               e: spell(slug: \"kettle-burst\", document: \"srd-2014\") { name }
               f: spell(slug: \"nothing\") { name }
               g: spell(slug: \"ember-ward\", document: \"nowhere\") { name }
               h: rule(slug: \"wick-trimmer\", kind: PROFICIENCY) { kind }
               i: equipmentItem(slug: \"skillet\", kind: GEAR) { kind } }",
        )
        .await;
    let keys: Vec<_> = ["a", "b", "c", "d"].iter().map(|n| text(&data[n], "/document/key")).collect();
    assert_eq!(keys, ["srd-2024", "srd-2014", "srd-2014", "hearth-2014"]);
    for missing in ["e", "f", "g", "i"] {
        assert_eq!(data[missing], Value::Null, "{missing}");
    }
    assert_eq!(data["h"]["kind"], "PROFICIENCY");
    for bad in [
        "{ spell { name } }",
        "{ spell(id: \"a\", slug: \"b\") { name } }",
        "{ spell(id: \"nothing\") { name } }",
        "{ spell(id: \"creature:srd-2014:soot-gremlin\") { name } }",
    ] {
        lore.refuses(bad, json!({}), "BAD_USER_INPUT", "").await;
    }
}
