//! Projection: only the columns are read that the selected fields are made of, and each field alone says what it says
//! among all.

use crate::nodes::{FAMILIES, list, text};
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Map, Value, json};

const FIELDS: &str = "query($name: String!) { __type(name: $name) { fields { name args { type { kind } defaultValue } type { ...T } } } }
fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }";

/// The name of what is at the bottom of a type, and whether it has fields.
fn bottom(ty: &Value) -> (&str, bool) {
    match ty.get("ofType").filter(|inner| !inner.is_null()) {
        Some(inner) => bottom(inner),
        None => {
            (ty["name"].as_str().unwrap(), ["OBJECT", "INTERFACE", "UNION"].contains(&ty["kind"].as_str().unwrap()))
        }
    }
}

async fn fields(lore: &Lore, name: &str) -> Vec<Value> {
    let data = lore.query(FIELDS, json!({"name": name})).await;
    list(&data["__type"]["fields"]).to_vec()
}

/// What to ask of each field of a type: the leaves of what it leads to.
async fn selections(lore: &Lore, name: &str) -> Map<String, Value> {
    let mut selections = Map::new();
    for field in fields(lore, name).await {
        let asked = field["name"].as_str().unwrap();
        let (to, has_fields) = bottom(&field["type"]);
        let mut selection = match asked {
            "as" => "as(format: JSON)".to_owned(),
            // A heading that a text has must be given.
            "part" => continue,
            asked => asked.to_owned(),
        };
        if has_fields {
            let below = fields(lore, to).await;
            let leaves = below.iter().filter(|leaf| !bottom(&leaf["type"]).1);
            let leaves = leaves.map(|leaf| text(leaf, "/name"));
            // A format or a heading must be given.
            let leaves: Vec<&str> = leaves.filter(|leaf| !["as", "part"].contains(leaf)).collect();
            selection = format!("{asked} {{ __typename {} }}", leaves.join(" "));
        }
        selections.insert(asked.to_owned(), Value::String(selection));
    }
    selections
}

/// Gives every row another version, so that no row that is kept is of use.
async fn write_all(lore: &Lore) {
    for table in ["spell", "creature", "equipment", "character_option", "rule"] {
        lore.run(&format!("UPDATE {table} SET name = name")).await;
    }
}

#[tokio::test]
async fn each_field_alone_says_what_it_says_among_all() {
    let upstream = Upstream::start().await;
    // Bodies of all fields of all rows are long, and a question of all of them is expensive.
    let lore = Lore::filled_with(&upstream, &[("max_complexity", "1000000")]).await;
    let mut seen = 0;
    for (plural, name) in FAMILIES {
        let selections = selections(&lore, name).await;
        assert!(selections.len() > 10, "{name}");
        let ask = async |selected: &str| {
            let query = format!("{{ {plural}(first: 15) {{ nodes {{ {selected} }} }} }}");
            lore.ask(&query).await[plural]["nodes"].take()
        };
        let texts: Vec<&str> = selections.values().map(|s| s.as_str().unwrap()).collect();
        // What takes the whole row: a card is made of everything.
        let whole = ask(&format!("markdown {}", texts.join(" "))).await;
        assert!(list(&whole).len() > 2, "{name}");
        for (field, selection) in &selections {
            write_all(&lore).await;
            let alone = ask(selection.as_str().unwrap()).await;
            for (alone, whole) in list(&alone).iter().zip(list(&whole)) {
                assert_eq!(alone[field], whole[field], "{name}.{field}");
                seen += usize::from(!alone[field].is_null());
            }
        }
        // And in a search, and sorted.
        for arguments in ["search: \"the\"", "orderBy: [{field: NAME, direction: DESC}]"] {
            let ask = async |selected: &str| {
                let query = format!("{{ {plural}(first: 3, {arguments}) {{ edges {{ node {{ id {selected} }} }} }} }}");
                lore.ask(&query).await[plural]["edges"].take()
            };
            let whole = ask("markdown source { key url names }").await;
            write_all(&lore).await;
            let lean = ask("source { key url names }").await;
            for (lean, whole) in list(&lean).iter().zip(list(&whole)) {
                assert_eq!(lean["node"]["id"], whole["node"]["id"]);
                assert_eq!(lean["node"]["source"], whole["node"]["source"]);
            }
        }
    }
    assert!(seen > 500, "{seen} values were compared");
    lore.stop().await;
}

#[tokio::test]
async fn a_row_that_was_written_is_read_again() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled_with(&upstream, &[]).await;
    let texts = async |alias: &str, arguments: &str| {
        // Under an alias of its own, each question is another one: no answer is kept.
        let query = format!("{{ spells({arguments}) {{ nodes {{ {alias}: text name level }} }} }}");
        let nodes = lore.ask(&query).await["spells"]["nodes"].take();
        list(&nodes).iter().map(|node| text(node, &format!("/{alias}")).to_owned()).collect::<Vec<_>>()
    };
    let name = lore.ask("{ spells(first: 1) { nodes { name } } }").await;
    let search = format!("search: \"{}\"", text(&name, "/spells/nodes/0/name"));
    let (listed, found) = (texts("a", "first: 3").await, texts("a", &search).await);
    assert_eq!(texts("b", "first: 3").await, listed);
    assert_eq!(texts("b", &search).await, found);
    lore.run("UPDATE spell SET text = text || ' Written.'").await;
    for (before, after) in [(listed, texts("c", "first: 3").await), (found, texts("c", &search).await)] {
        let written: Vec<String> = before.iter().map(|text| format!("{text} Written.")).collect();
        assert_eq!(after, written);
    }
    lore.stop().await;
}
