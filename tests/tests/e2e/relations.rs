//! The edges of the graph, and anything by its id.

use crate::shown::{entities, names, text};
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
    let nodes = |path: &str| data.pointer(path).and_then(Value::as_array).unwrap();
    let options = nodes("/characterOptions/nodes");
    let mut compared = 0;
    for spell in nodes("/spells/nodes") {
        for (_, classes) in spell.as_object().unwrap() {
            for class in classes.as_array().unwrap() {
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
    let of = "{ name document { key } }";

    let data = lore
        .ask(&format!(
            "{{ spell(slug: \"ember-ward\", document: \"srd-2014\") {{ classes {of} subclasses {of} casters {of} otherVersions {of} }}
               stew: spell(slug: \"watchful-stew\") {{ classes {of} casters {of} otherVersions {of} }} }}"
        ))
        .await;
    let spell = &data["spell"];
    assert_eq!(entities(&spell["classes"]), ["Lampwright, srd-2014"]);
    assert_eq!(entities(&spell["subclasses"]), ["Wickkeeper, srd-2014"]);
    // One says so in a structure, one in the prose of its spellcasting.
    assert_eq!(
        entities(&spell["casters"]),
        ["Chimney Sage, hearth-2014", "Lamp Warden, srd-2014"]
    );
    assert_eq!(entities(&spell["otherVersions"]), ["Ember Ward, srd-2024"]);
    // The class of the same book, else of the same edition.
    assert_eq!(
        entities(&data["stew"]["classes"]),
        ["Hearthwarden, hearth-2014", "Lampwright, srd-2014"]
    );
    assert!(entities(&data["stew"]["casters"]).is_empty());
    assert!(entities(&data["stew"]["otherVersions"]).is_empty());

    let data = lore
        .ask(&format!(
            "{{ creature(slug: \"lamp-warden\") {{ spells {of} otherVersions {of} }}
               drake: creature(slug: \"ash-drake\", document: \"hearth-2024\") {{ otherVersions {of} }} }}"
        ))
        .await;
    assert_eq!(
        entities(&data["creature"]["spells"]),
        ["Ember Ward, srd-2014", "Lamp Dart, srd-2014"]
    );
    assert!(entities(&data["creature"]["otherVersions"]).is_empty());
    assert_eq!(
        entities(&data["drake"]["otherVersions"]),
        ["Ash Drake, hearth-2014"]
    );

    let item = "fragment item on Equipment { name baseWeapon { name document { key } } baseArmor { name document { key } } magicVersions { name document { key } } variants { name document { key } } variantOf { name document { key } } otherVersions { name document { key } } }";
    let data = lore
        .ask(&format!(
            "{{ brand: equipmentItem(slug: \"emberbrand-1\") {{ ...item }} apron: equipmentItem(slug: \"apron-of-the-oven\") {{ ...item }}
               poker: equipmentItem(slug: \"poker\", document: \"hearth-2014\") {{ ...item }}
               ladle: equipmentItem(slug: \"lucky-ladle-1-or-2\") {{ ...item }} ladle1: equipmentItem(slug: \"lucky-ladle-1\") {{ ...item }} }} {item}"
        ))
        .await;
    assert_eq!(text(&data, "/brand/baseWeapon/document/key"), "hearth-2014");
    assert_eq!(text(&data, "/brand/baseWeapon/name"), "Poker");
    assert_eq!(data["brand"]["baseArmor"], Value::Null);
    assert_eq!(text(&data, "/apron/baseArmor/name"), "Oven Mail");
    assert_eq!(
        entities(&data["poker"]["magicVersions"]),
        ["Emberbrand (+1), hearth-2014"]
    );
    assert_eq!(
        entities(&data["poker"]["otherVersions"]),
        ["Poker, hearth-2024"]
    );
    assert_eq!(names(&data["ladle"]["variants"]), ["Lucky Ladle, +1"]);
    assert_eq!(
        text(&data, "/ladle1/variantOf/name"),
        "Lucky Ladle, +1 or +2"
    );

    let data = lore
        .ask(&format!(
            "{{ class: characterOption(slug: \"hearthwarden\", document: \"hearth-2014\", kind: CLASS) {{ subclasses {of} subraces {of} parent {{ name }} spells {of} }}
               subclass: characterOption(slug: \"ember-keeper\") {{ parent {{ name document {{ key }} }} subclasses {of} }}
               race: characterOption(slug: \"Tallowkin\", document: \"srd-2014\", kind: RACE) {{ subraces {of} otherVersions {of} }}
               subrace: characterOption(slug: \"tallow-line-beeswax\") {{ parent {{ name document {{ key }} }} }} }}"
        ))
        .await;
    assert_eq!(
        entities(&data["class"]["subclasses"]),
        ["Ember Keeper, hearth-2014"]
    );
    assert!(entities(&data["class"]["subraces"]).is_empty());
    assert_eq!(data["class"]["parent"], Value::Null);
    assert_eq!(
        entities(&data["class"]["spells"]),
        ["Kettle Burst, hearth-2014", "Watchful Stew, hearth-2014"]
    );
    assert_eq!(text(&data, "/subclass/parent/document/key"), "hearth-2014");
    assert!(
        entities(&data["race"]["subraces"]).contains(&"Beeswax Tallowkin, srd-2014".to_owned())
    );
    assert_eq!(
        entities(&data["race"]["otherVersions"]),
        ["Tallowkin, srd-2024"]
    );
    assert_eq!(text(&data, "/subrace/parent/document/key"), "srd-2024");

    let data = lore
        .ask(&format!(
            "{{ section: rule(slug: \"travel\", kind: SECTION) {{ rules {{ name text }} section {{ name }} }}
               rule: rule(slug: \"foraging\") {{ section {{ name document {{ key }} }} rules {of} }}
               ability: rule(slug: \"dexterity\", document: \"srd\", kind: ABILITY_SCORE) {{ related {of} }}
               skill: rule(slug: \"stealth\", document: \"srd-2014\") {{ otherVersions {of} }}
               part: rule(slug: \"passing-the-salt\") {{ parent {{ name }} }} }}"
        ))
        .await;
    // In the order of the book.
    assert_eq!(
        names(&data["section"]["rules"]),
        ["Resting by the Fire", "Foraging"]
    );
    assert_eq!(
        text(&data, "/section/rules/0/text"),
        "A night by a fire on the road."
    );
    assert_eq!(text(&data, "/rule/section/name"), "Travel");
    assert!(entities(&data["rule"]["rules"]).is_empty());
    assert_eq!(entities(&data["ability"]["related"]), ["Stealth, srd-2014"]);
    assert_eq!(
        entities(&data["skill"]["otherVersions"]),
        ["Stealth, srd-2024"]
    );
    assert_eq!(text(&data, "/part/parent/name"), "Order of the Table");

    // Every node of a page has its own neighbours.
    let data = lore.ask("{ spells(first: 100) { nodes { name classSlugs classes { slug } document { key } source { name raw } } } }").await;
    for spell in data["spells"]["nodes"].as_array().unwrap() {
        let classes: Vec<_> = spell["classes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|c| c["slug"].clone())
            .collect();
        assert_eq!(spell["classSlugs"], json!(classes), "{}", spell["name"]);
        assert_eq!(spell["source"]["raw"]["name"], spell["name"]);
    }
}

#[tokio::test]
async fn by_id_and_by_slug() {
    const NODES: &str = "query($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Entity { name family text document { key } source { name } } ... on Document { key } } }";
    let lore = Reader::shared().await;
    let known = [
        ("spell:hearth-2014:kettle-burst", "Spell"),
        ("creature:srd-2014:soot-gremlin", "Creature"),
        ("equipment:hearth-2014:weapon:poker", "Equipment"),
        (
            "character_option:hearth-2014:race:emberfolk",
            "CharacterOption",
        ),
        ("rule:srd-2014:condition:scorched", "Rule"),
        ("document:srd-2014", "Document"),
    ];
    let ids: Vec<_> = known.iter().map(|(id, _)| *id).collect();
    let data = lore.query(NODES, json!({"ids": ids})).await;
    for (node, (id, name)) in data["nodes"].as_array().unwrap().iter().zip(known) {
        assert_eq!((text(node, "/id"), text(node, "/__typename")), (id, name));
    }
    assert_eq!(data["nodes"][3]["name"], "Emberfolk");
    assert_eq!(data["nodes"][3]["document"]["key"], "hearth-2014");
    assert_eq!(data["nodes"][5]["key"], "srd-2014");

    // What is not there is null in its place, whatever shape its id has; twice is twice.
    let strange = [
        "spell:hearth-2014:nothing",
        "spell:hearth-2014",
        "spell:hearth-2014:weapon:kettle-burst",
        "document:nothing",
        "document:",
        "",
        ":::",
        "::",
        "equipment:hearth-2014:poker",
        "monster:srd-2014:soot-gremlin",
        "spell:a:b:c:d",
        "SPELL:hearth-2014:kettle-burst",
        "' OR 1=1 --",
    ];
    let ids: Vec<_> = strange
        .into_iter()
        .chain([known[0].0, known[0].0])
        .collect();
    let data = lore.query(NODES, json!({"ids": ids})).await;
    let nodes = data["nodes"].as_array().unwrap();
    for (node, id) in nodes.iter().zip(strange) {
        assert_eq!(*node, Value::Null, "{id:?}");
    }
    assert_eq!(nodes.len(), ids.len());
    assert_eq!(nodes[ids.len() - 1], nodes[ids.len() - 2]);
    assert_eq!(
        lore.query(NODES, json!({"ids": []})).await["nodes"],
        json!([])
    );
    let many: Vec<_> = (0..101).map(|n| format!("spell:x:{n}")).collect();
    let (code, message) = lore.refusal(NODES, json!({"ids": many})).await;
    assert_eq!(code, "BAD_USER_INPUT");
    assert!(message.contains("100"), "{message}");
    let data = lore.ask("{ a: node(id: \"spell:hearth-2014:kettle-burst\") { id } b: node(id: \"nothing\") { id } }").await;
    assert_eq!(
        (text(&data, "/a/id"), &data["b"]),
        ("spell:hearth-2014:kettle-burst", &Value::Null)
    );

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
    let keys: Vec<_> = ["a", "b", "c", "d"]
        .iter()
        .map(|n| text(&data[n], "/document/key"))
        .collect();
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
        let (code, message) = lore.refusal(bad, json!({})).await;
        assert_eq!(code, "BAD_USER_INPUT", "{bad}: {message}");
    }
}
