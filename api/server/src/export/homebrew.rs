//! Homebrew files of 5etools: the lists of many files as one, written as they come, with the sources behind them.

use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A homebrew file that is being written.
#[derive(Default)]
pub struct Homebrew {
    /// The name of its list.
    list: Option<String>,
    /// The entities of further lists, which follow: few beside creatures and spells.
    others: BTreeMap<String, Vec<String>>,
    /// What all its sources are, and the rest of what the first file says of itself.
    meta: Map<String, Value>,
    sources: Map<String, Value>,
}

impl Homebrew {
    /// Writes the entities of a file.
    pub fn write(&mut self, part: &mut String, file: Value) {
        let Value::Object(fields) = file else { return };
        for (name, value) in fields {
            match value {
                Value::Object(meta) => self.note(meta),
                Value::Array(entities) => {
                    for entity in entities {
                        let entity = entity.to_string();
                        match &self.list {
                            None => {
                                part.extend(["{\n\"", &name, "\": [\n", &entity]);
                                self.list = Some(name.clone());
                            }
                            Some(list) if *list == name => part.extend([",\n", &entity]),
                            Some(_) => self.others.entry(name.clone()).or_default().push(entity),
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn note(&mut self, mut meta: Map<String, Value>) {
        let sources = meta.remove("sources");
        let sources = sources.as_ref().and_then(Value::as_array);
        for source in sources.into_iter().flatten() {
            let key = source
                .get("json")
                .and_then(Value::as_str)
                .unwrap_or_default();
            self.sources.entry(key).or_insert_with(|| source.clone());
        }
        if self.meta.is_empty() {
            self.meta = meta;
        }
    }

    /// What ends the file.
    pub fn tail(&mut self) -> String {
        let mut meta = std::mem::take(&mut self.meta);
        let sources = std::mem::take(&mut self.sources);
        let sources = sources.into_iter().map(|(_, source)| source);
        meta.insert("sources".to_owned(), sources.collect());
        let meta = Value::Object(meta);
        let others = std::mem::take(&mut self.others).into_iter();
        let others =
            others.map(|(name, entities)| format!("\"{name}\": [\n{}\n],\n", entities.join(",\n")));
        let others: String = others.collect();
        match self.list.take() {
            Some(_) => format!("\n],\n{others}\"_meta\": {meta}\n}}\n"),
            None => format!("{{\"_meta\": {meta}}}\n"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn files_become_one_with_all_sources() {
        let mut homebrew = Homebrew::default();
        let mut text = String::new();
        for (source, name) in [("LK-a", "Boil"), ("LK-b", "Stew"), ("LK-a", "Simmer")] {
            let meta = json!({"sources": [{"json": source}], "edition": "one"});
            homebrew.write(&mut text, json!({"_meta": meta, "spell": [{"name": name}]}));
        }
        text.push_str(&homebrew.tail());
        let expected = json!({
            "spell": [{"name": "Boil"}, {"name": "Stew"}, {"name": "Simmer"}],
            "_meta": {"sources": [{"json": "LK-a"}, {"json": "LK-b"}], "edition": "one"},
        });
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), expected);
        let empty = Homebrew::default().tail();
        assert_eq!(
            serde_json::from_str::<Value>(&empty).unwrap(),
            json!({"_meta": {"sources": []}})
        );
    }
}
