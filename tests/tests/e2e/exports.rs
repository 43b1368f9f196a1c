//! Exports: lists as files, single entities, and what a broken-off one costs.

use crate::nodes::{FAMILIES, list, text};
use lorekeeper_tests::harness::{Reader, Reply};
use serde_json::{Map, Value, json};

const CREATURES: &str = "{ creatures(first: 100) { nodes { id } } }";

async fn get(lore: &Reader, path: &str) -> Reply {
    lore.send(path, &[], None).await
}

/// The selection that has what an object has; `null` and empty lists say nothing of what they would hold.
fn selection(object: &Map<String, Value>) -> String {
    let known = object.iter().filter_map(|(name, value)| {
        let sample = match value {
            Value::Array(items) => items.iter().find(|item| !item.is_null())?,
            value => value,
        };
        match sample {
            Value::Null => None,
            Value::Object(inner) if selection(inner).is_empty() => None,
            Value::Object(inner) => Some(format!("{name} {{ {} }}", selection(inner))),
            _ => Some(name.clone()),
        }
    });
    known.collect::<Vec<_>>().join(" ")
}

/// Whether an answer has all that a record has, unknown things aside.
fn agrees(record: &Value, answer: &Value) -> bool {
    match (record, answer) {
        (Value::Object(record), Value::Object(answer)) => {
            record.iter().all(|(name, value)| answer.get(name).is_none_or(|other| agrees(value, other)))
        }
        (Value::Array(record), Value::Array(answer)) => {
            record.len() == answer.len() && record.iter().zip(answer).all(|(a, b)| agrees(a, b))
        }
        _ => record == answer,
    }
}

#[tokio::test]
async fn a_record_has_the_fields_of_the_schema_under_their_names() {
    let lore = Reader::shared().await;
    for (plural, name) in FAMILIES {
        let file = match plural {
            "characterOptions" => "character_options",
            plural => plural,
        };
        let reply = get(&lore, &format!("/export/{file}.ndjson")).await;
        assert_eq!(reply.status, 200, "{plural}: {}", reply.body);
        let mut seen = 0;
        for line in reply.body.lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            let asked = selection(record.as_object().unwrap());
            let query = format!("query($id: ID!) {{ node(id: $id) {{ ... on {name} {{ {asked} }} }} }}");
            let answer = lore.query(&query, json!({"id": record["id"]})).await;
            assert!(agrees(&record, &answer["node"]), "{record}\n{answer}");
            seen += 1;
        }
        assert!(seen > 3, "{plural}: {seen}");
    }
}

#[tokio::test]
async fn an_export_has_what_the_list_has() {
    let lore = Reader::shared().await;
    let all = lore.ask("{ equipment(collapse: NONE, first: 100) { nodes { id } } }").await;
    let ids: Vec<&str> = list(&all["equipment"]["nodes"]).iter().map(|node| text(node, "/id")).collect();
    // More than one page.
    assert!(ids.len() > 25, "{}", ids.len());
    let reply = get(&lore, "/export/equipment.ndjson").await;
    let exported = reply.body.lines().map(|line| {
        let record: Value = serde_json::from_str(line).unwrap();
        text(&record, "/id").to_owned()
    });
    assert_eq!(exported.collect::<Vec<_>>(), ids);
    assert_eq!(reply.header("content-type"), "application/x-ndjson");
    let disposition = reply.header("content-disposition");
    assert_eq!(disposition, "attachment; filename=\"equipment.ndjson\"");
    let table = get(&lore, "/export/equipment.csv").await;
    // The mark before it is not part of the text.
    let head = "id,family,name,";
    assert!(table.body.starts_with(head), "{}", table.body);
}

#[tokio::test]
async fn a_search_is_exported_as_far_as_it_matches() {
    let lore = Reader::shared().await;
    let query = "{ creatures(search: \"dragon\", first: 100) { totalCount matchCount edges { isMatch node { id } } } }";
    let found = lore.ask(query).await;
    let edges = list(&found["creatures"]["edges"]).iter();
    let matching: Vec<&str> = edges.filter(|edge| edge["isMatch"] == true).map(|edge| text(edge, "/node/id")).collect();
    let found = &found["creatures"];
    assert_eq!(json!(matching.len()), found["matchCount"]);
    assert!(found["matchCount"].as_u64() < found["totalCount"].as_u64(), "{found}");
    let reply = get(&lore, "/export/creatures.ndjson?search=dragon").await;
    let exported = reply.body.lines().map(|line| {
        let record: Value = serde_json::from_str(line).unwrap();
        text(&record, "/id").to_owned()
    });
    assert_eq!(exported.collect::<Vec<_>>(), matching);
}

#[tokio::test]
async fn an_empty_list_is_an_empty_file_with_a_warning() {
    let lore = Reader::shared().await;
    let reply = get(&lore, "/export/spells.csv?name=nobody").await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert_eq!(reply.body.lines().count(), 1, "{}", reply.body);
    assert!(reply.header("x-warning").contains("nobody"));
    let since = "/export/creatures.improved-initiative.json?changedSince=2999-01-01T00:00:00Z";
    let reply = get(&lore, since).await;
    assert_eq!((reply.status, reply.json()), (200, json!({})));
}

#[tokio::test]
async fn stat_blocks_are_files_of_other_programs() {
    let lore = Reader::shared().await;
    let all = lore.ask(CREATURES).await;
    let count = list(&all["creatures"]["nodes"]).len();
    let stat_blocks = get(&lore, "/export/creatures.improved-initiative.json").await;
    let stat_blocks = stat_blocks.json();
    let stat_blocks = stat_blocks.as_object().unwrap();
    assert_eq!(stat_blocks.len(), count);
    for (key, stat_block) in stat_blocks {
        assert_eq!(key, &format!("Creatures.{}", text(stat_block, "/Id")));
    }
    let blocks = get(&lore, "/export/creatures.fantasy-statblocks.md").await;
    assert_eq!(blocks.body.matches("```statblock\n").count(), count);
    let actors = get(&lore, "/export/creatures.foundry.json").await.json();
    assert_eq!(list(&actors).len(), count);
    let monsters = get(&lore, "/export/creatures.5etools.json").await.json();
    assert_eq!(list(&monsters["monster"]).len(), count);
    let sources = list(&monsters["_meta"]["sources"]).iter();
    let sources: Vec<&str> = sources.map(|source| text(source, "/json")).collect();
    for monster in list(&monsters["monster"]) {
        assert!(sources.contains(&text(monster, "/source")), "{monster}");
    }
    let compendium = get(&lore, "/export/creatures.fight-club.xml").await.body;
    assert_eq!(compendium.matches("<monster>").count(), count);
    assert!(compendium.ends_with("</compendium>\n"), "{compendium}");
    let frames = get(&lore, "/export/creatures.homebrewery.md").await;
    assert_eq!(frames.body.matches("{{monster,frame").count(), count);
}

#[tokio::test]
async fn the_arguments_of_the_list_narrow_an_export() {
    let lore = Reader::shared().await;
    let filter = "%7B%22level%22%3A%7B%22eq%22%3A3%7D%7D";
    let reply = get(&lore, &format!("/export/spells.ndjson?filter={filter}&orderBy=%5B%7B%22field%22%3A%22NAME%22%2C%22direction%22%3A%22DESC%22%7D%5D")).await;
    let records: Vec<Value> = reply.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(records.len() > 1, "{}", reply.body);
    assert!(records.iter().all(|record| record["level"] == 3));
    let names: Vec<&str> = records.iter().map(|record| text(record, "/name")).collect();
    assert!(names.is_sorted_by(|a, b| a >= b), "{names:?}");
    for (path, status, words) in [
        ("/export/spells.ndjson?filter=%7B", 400, "`filter` must be JSON"),
        ("/export/spells.ndjson?filter=%7B%22levle%22%3A1%7D", 400, "levle"),
        ("/export/spells.ndjson?colour=red", 400, "\"colour\" is not a parameter"),
        ("/export/spells.improved-initiative.json", 400, "It has: creature"),
        ("/export/soups.csv", 404, "\"soups\" is not a family"),
        ("/export/spells.csv?documents=nowhere", 404, "nowhere"),
        ("/export/spells.csv?documents=hearth-2014,nowhere", 404, "nowhere"),
    ] {
        let reply = get(&lore, path).await;
        assert_eq!(reply.status, status, "{path}: {}", reply.body);
        assert!(reply.body.contains(words), "{path}: {}", reply.body);
    }
}

#[tokio::test]
async fn an_entity_is_a_file_in_each_format() {
    let lore = Reader::shared().await;
    let spell = "/entity/spell:hearth-2014:kettle-burst";
    let markdown = get(&lore, &format!("{spell}.md")).await;
    assert!(markdown.body.starts_with("# Kettle Burst\n"), "{}", markdown.body);
    assert_eq!(markdown.header("content-type"), "text/markdown; charset=utf-8");
    let record = get(&lore, &format!("{spell}.json")).await.json();
    assert_eq!(record["id"], "spell:hearth-2014:kettle-burst");
    assert!(record["document"]["license"].is_string(), "{record}");
    for (path, words) in [
        (format!("{spell}.improved-initiative.json"), "There is no improved-initiative.json of spell:"),
        ("/entity/spell:hearth-2014:nothing.md".to_owned(), "Nothing has the id"),
        (spell.to_owned(), "Names end in: json, md"),
    ] {
        let reply = get(&lore, &path).await;
        assert_eq!(reply.status, 404, "{path}: {}", reply.body);
        assert!(reply.body.contains(words), "{path}: {}", reply.body);
    }
    let data = lore.ask(CREATURES).await;
    let id = text(&data, "/creatures/nodes/0/id");
    let yaml = get(&lore, &format!("/entity/{id}.fantasy-statblocks.yaml")).await;
    assert!(yaml.body.starts_with("layout: \"Basic 5e Layout\"\nname: "), "{}", yaml.body);
    // The importer of Improved Initiative takes an object with a key for each creature, of one creature too.
    let imported = get(&lore, &format!("/entity/{id}.improved-initiative.json")).await;
    let imported = imported.json();
    let keys: Vec<&String> = imported.as_object().unwrap().keys().collect();
    assert_eq!(keys, [&format!("Creatures.{id}")]);
    assert_eq!(imported[keys[0]]["Id"], id);
    let frame = get(&lore, &format!("/entity/{id}.homebrewery.md")).await;
    assert!(frame.body.starts_with("{{monster,frame"), "{}", frame.body);
}

#[tokio::test]
async fn a_client_that_has_the_file_is_told_so() {
    let lore = Reader::shared().await;
    for path in ["/export/rules.csv", "/entity/spell:hearth-2014:kettle-burst.md"] {
        let reply = get(&lore, path).await;
        let tag = reply.header("etag").to_owned();
        assert!(tag.starts_with('"') && tag.len() > 20, "{tag}");
        let again = lore.send(path, &[("if-none-match", &tag)], None).await;
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{path}");
    }
}
