//! Homebrew files of 5etools: the lists of many files as one, written as they come, with the sources behind them.

use lorekeeper_content::Identity;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashSet};

/// The lists whose entities may have equal names in a book. The site finds an entity by its name and source alone.
const NAMED_ALIKE: [&str; 2] = ["item", "variantrule"];

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
    /// Schools of magic of its books' own.
    schools: Map<String, Value>,
    /// Names that entities have, with their sources.
    taken: HashSet<(String, String)>,
}

impl Homebrew {
    /// Writes the entities of the file of an entity.
    pub fn write(&mut self, part: &mut String, id: &str, file: Value) {
        let Value::Object(fields) = file else { return };
        for (name, value) in fields {
            match value {
                Value::Object(meta) => self.note(meta),
                Value::Array(entities) => {
                    for mut entity in entities {
                        if NAMED_ALIKE.contains(&name.as_str()) {
                            self.tell_apart(&mut entity, id);
                        }
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

    /// Puts the kind, else a number, behind a name that another entity of its source has.
    fn tell_apart(&mut self, entity: &mut Value, id: &str) {
        let text = |field: &str| entity.get(field).and_then(Value::as_str);
        let name = text("name").unwrap_or_default().to_owned();
        let source = text("source").unwrap_or_default().to_owned();
        let kind = Identity::parse(id).map(|identity| identity.kind.replace('_', " "));
        let kind = kind.into_iter().map(|kind| format!("{name} ({kind})"));
        let numbers = (2_u32..).map(|number| format!("{name} ({number})"));
        let mut names = [name.clone()].into_iter().chain(kind).chain(numbers);
        let free = names.find(|name| self.taken.insert((name.to_lowercase(), source.to_lowercase())));
        if let (Value::Object(fields), Some(free)) = (entity, free) {
            fields.insert("name".to_owned(), Value::String(free));
        }
    }

    fn note(&mut self, mut meta: Map<String, Value>) {
        if let Some(Value::Object(schools)) = meta.remove("spellSchools") {
            self.schools.extend(schools);
        }
        let sources = meta.remove("sources");
        let sources = sources.as_ref().and_then(Value::as_array);
        for source in sources.into_iter().flatten() {
            let key = source.get("json").and_then(Value::as_str).unwrap_or_default();
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
        let schools = std::mem::take(&mut self.schools);
        if !schools.is_empty() {
            meta.insert("spellSchools".to_owned(), schools.into());
        }
        let meta = Value::Object(meta);
        let others = std::mem::take(&mut self.others).into_iter();
        let others = others.map(|(name, entities)| format!("\"{name}\": [\n{}\n],\n", entities.join(",\n")));
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
            let schools = json!({name: {"full": name}});
            let meta = json!({"sources": [{"json": source}], "edition": "one", "spellSchools": schools});
            let file = json!({"_meta": meta, "spell": [{"name": name}]});
            homebrew.write(&mut text, "spell:a:b", file);
        }
        text.push_str(&homebrew.tail());
        let expected = json!({
            "spell": [{"name": "Boil"}, {"name": "Stew"}, {"name": "Simmer"}],
            "_meta": {
                "sources": [{"json": "LK-a"}, {"json": "LK-b"}], "edition": "one",
                "spellSchools": {"Boil": {"full": "Boil"}, "Stew": {"full": "Stew"}, "Simmer": {"full": "Simmer"}},
            },
        });
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), expected);
        let empty = Homebrew::default().tail();
        assert_eq!(serde_json::from_str::<Value>(&empty).unwrap(), json!({"_meta": {"sources": []}}));
    }

    #[test]
    fn entities_of_one_name_are_told_apart() {
        let mut homebrew = Homebrew::default();
        let mut text = String::new();
        for (source, id) in [
            ("LK-a", "rule:a:rule:range"),
            ("LK-a", "rule:a:weapon_property:range"),
            ("LK-a", "rule:a:weapon_property:range-2"),
            ("LK-b", "rule:b:rule:range"),
        ] {
            let rule = json!({"name": "Range", "source": source});
            homebrew.write(&mut text, id, json!({"variantrule": [rule]}));
        }
        text.push_str(&homebrew.tail());
        let made = serde_json::from_str::<Value>(&text).unwrap();
        let names = made["variantrule"].as_array().unwrap().iter();
        let names: Vec<_> = names.map(|rule| rule["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["Range", "Range (weapon property)", "Range (2)", "Range"]);
    }
}
