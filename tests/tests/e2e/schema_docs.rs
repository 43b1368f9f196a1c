//! Schema documentation: nothing in the schema goes without a description.

use lorekeeper_tests::harness::Reader;
use serde_json::Value;

fn items<'a>(of: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    of[name].as_array().map(Vec::as_slice).unwrap_or_default().iter()
}

#[tokio::test]
async fn everything_has_a_description() {
    let lore = Reader::shared().await;
    let schema = lore.ask(include_str!("../../fixtures/introspection.graphql")).await;
    let mut silent = Vec::new();
    let mut look = |place: String, thing: &Value| {
        let text = thing["description"].as_str().unwrap_or_default().trim();
        if text.is_empty() {
            silent.push(place);
        }
    };
    let of_specification = ["Boolean", "Float", "ID", "Int", "String"];
    let mut seen = 0;
    for ty in items(&schema["__schema"], "types") {
        let name = ty["name"].as_str().unwrap();
        if name.starts_with("__") || of_specification.contains(&name) {
            continue;
        }
        seen += 1;
        look(name.to_owned(), ty);
        for part in ["fields", "inputFields", "enumValues"] {
            for field in items(ty, part) {
                let place = format!("{name}.{}", field["name"].as_str().unwrap());
                look(place.clone(), field);
                for argument in items(field, "args") {
                    look(format!("{place}({})", argument["name"].as_str().unwrap()), argument);
                }
            }
        }
    }
    assert!(seen > 100, "{seen}");
    assert_eq!(silent, Vec::<String>::new());
}
