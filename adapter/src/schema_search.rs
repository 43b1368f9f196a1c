//! Search in the GraphQL schema: its types, fields, arguments and enum values by words, and whole definitions by name.
//!
//! The schema is the copy in this program, which its own operations are checked against. So no request is needed, and
//! the search works with every executor, also where introspection is off or the endpoint is away.

mod advice;
mod definition;
mod elements;
mod paths;
mod words;

pub use advice::Advice;

use crate::catalogue::SCHEMA;
use crate::operation::OperationError;
use apollo_compiler::Schema;
use definition::Detail;
use elements::{Element, elements, place};
use paths::Paths;
use serde_json::{Value, json};
use std::collections::HashMap;

/// Most bytes of an answer.
const MAX_BYTES: usize = 8 * 1024;

/// Most bytes of a message, which come on top of what was found.
const MESSAGE_BYTES: usize = 512;

/// Most definitions that are given at once.
const MAX_DEFINITIONS: usize = 8;

/// Most owners that are named of elements that are the same but for their owner.
const MAX_OWNERS: usize = 6;

/// The searchable schema.
#[derive(Clone, Debug)]
pub struct SchemaSearch {
    schema: Schema,
    paths: Paths,
    elements: Vec<Element>,
}

impl SchemaSearch {
    /// Reads the schema of this program.
    pub fn load() -> Result<Self, OperationError> {
        let schema = Schema::parse(SCHEMA, "schema.graphql")
            .map_err(|e| OperationError { file: "../../schema.graphql".into(), reason: e.errors.to_string() })?;
        let paths = Paths::of(&schema);
        let elements = elements(&schema, &paths);
        Ok(Self { schema, paths, elements })
    }

    /// What is found for words, or the definitions of what they name.
    pub fn answer(&self, words: &str, limit: usize) -> Value {
        self.definitions(words).unwrap_or_else(|| self.found(words, limit))
    }

    /// Whether queries reach a type.
    fn has_type(&self, name: &str) -> bool {
        self.paths.outputs.contains_key(name) || self.paths.inputs.contains_key(name)
    }

    /// The definitions, where all words are names of types (`Spell`) or of their fields (`Query.spells`).
    fn definitions(&self, words: &str) -> Option<Value> {
        let names = words.split([' ', ',', '\n', '\t']).filter(|name| !name.is_empty());
        let names: Vec<&str> = names.take(MAX_DEFINITIONS + 1).collect();
        if names.is_empty() || names.len() > MAX_DEFINITIONS {
            return None;
        }
        let room = MAX_BYTES - MESSAGE_BYTES;
        for detail in Detail::ALL {
            let given: Option<Vec<Value>> = names.iter().map(|n| self.definition(n, detail)).collect();
            let given = given?;
            let mut answer = json!({"definitions": given, "count": names.len()});
            let message = match detail {
                Detail::Descriptions => None,
                Detail::Sentences => Some("Of each description the first sentence is given."),
                Detail::Signatures => Some(
                    "Descriptions are left out, for there is no room. One field, as in `Query.spells`, is given with them.",
                ),
                Detail::Names => Some(
                    "Descriptions and arguments are left out, for there is no room. One field, as in `Query.spells`, is given with them.",
                ),
            };
            if let (Some(message), Some(answer)) = (message, answer.as_object_mut()) {
                answer.insert("message".into(), json!(message));
            }
            if answer.to_string().len() <= room {
                return Some(answer);
            }
        }
        let message =
            format!("These {} definitions are longer than {MAX_BYTES} bytes. Ask for fewer at once.", names.len());
        Some(json!({"definitions": [], "count": 0, "message": message}))
    }

    fn definition(&self, name: &str, detail: Detail) -> Option<Value> {
        let (owner, field) = match name.split_once('.') {
            Some((owner, field)) => (owner, Some(field)),
            None => (name, None),
        };
        let ty = self.schema.types.get(owner)?;
        let output = self.paths.outputs.get(owner);
        let (place, blank) = place(ty, output, self.paths.inputs.get(owner))?;
        let path = match field {
            None => place.with(blank),
            Some(field) => {
                let mut elements = self.elements.iter();
                let is_it = |element: &&Element| element.owner == owner && element.name == field;
                elements.find(is_it)?.path.clone()
            }
        };
        let sdl = definition::definition(ty, field, detail);
        Some(json!({"name": name, "path": path, "sdl": sdl}))
    }

    /// The elements that have the words, those that are the same but for their owner as one.
    fn found(&self, words: &str, limit: usize) -> Value {
        let mut groups: Vec<(&Element, Vec<String>)> = Vec::new();
        let mut places: HashMap<(&str, &str, &str), usize> = HashMap::new();
        for element in self.rank(words) {
            // What is said of each is the same, so they differ in nothing but their types.
            let said = if element.description.is_empty() { &element.signature } else { &element.description };
            let key = (element.kind, element.name.as_str(), said.as_str());
            let group = places.get(&key).and_then(|at| groups.get_mut(*at));
            if let Some((_, owners)) = group {
                owners.push(element.owner.clone());
            } else {
                places.insert(key, groups.len());
                groups.push((element, Vec::new()));
            }
        }
        let total = groups.len();
        let mut size = MESSAGE_BYTES;
        let mut results = Vec::new();
        for (element, others) in groups.iter().take(limit) {
            let result = result(element, others);
            size += result.to_string().len() + 1;
            if size > MAX_BYTES && !results.is_empty() {
                break;
            }
            results.push(result);
        }
        let count = results.len();
        let mut answer = json!({"results": results, "count": count, "total": total});
        if let (Some(message), Some(answer)) = (self.message(count, total), answer.as_object_mut()) {
            answer.insert("message".into(), json!(message));
        }
        answer
    }

    /// The elements that have words of a search, best first.
    fn rank(&self, search: &str) -> Vec<&Element> {
        let wanted = words::parse_search(search);
        let score = |element: &Element| {
            // What is far from the root, and what is given rather than asked for, is meant less often.
            let cost = f64::from(u32::try_from(element.cost).unwrap_or(u32::MAX));
            let kind = match element.kind {
                "argument" | "enum_value" => 0.8,
                _ => 1.0,
            };
            element.words.score(&wanted) * kind / (1.0 + cost / 20.0)
        };
        let elements = self.elements.iter();
        let mut scored: Vec<(f64, &Element)> =
            elements.map(|element| (score(element), element)).filter(|(score, _)| *score > 0.0).collect();
        // Equal ones stay in the order of the schema.
        scored.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        scored.into_iter().map(|(_, element)| element).collect()
    }

    fn message(&self, count: usize, total: usize) -> Option<String> {
        if total == 0 {
            let query = self.schema.types.get("Query");
            let roots = query.map(definition::members).unwrap_or_default();
            return Some(format!("Nothing in the schema has these words. Queries begin with: {}.", roots.join(", ")));
        }
        (count < total).then(|| {
            format!(
                "{} more have some of the words. Give words that tell more, or the name of a type for all of it.",
                total - count
            )
        })
    }
}

fn result(element: &Element, others: &[String]) -> Value {
    let mut result = json!({
        "name": element.coordinate(),
        "kind": element.kind,
        "signature": element.signature,
        "path": element.path,
    });
    let Some(fields) = result.as_object_mut() else {
        return result;
    };
    if !element.description.is_empty() {
        fields.insert("description".into(), json!(element.summary()));
    }
    if !others.is_empty() {
        let mut also: Vec<&str> = others.iter().take(MAX_OWNERS).map(String::as_str).collect();
        let more = format!("{} more", others.len().saturating_sub(MAX_OWNERS));
        if others.len() > MAX_OWNERS {
            also.push(&more);
        }
        fields.insert("also_in".into(), json!(also));
    }
    result
}

#[cfg(test)]
mod tests;
