//! Enum spelling: in variables the values of enums are taken however they are written (`MAGIC_ITEM`, `magic item`,
//! `Magic-Item`). Literals of a document are spelled as GraphQL demands.

use super::schema_index::named_type;
use async_graphql::parser::parse_schema;
use async_graphql::parser::types::{OperationDefinition, TypeKind, TypeSystemDefinition};
use async_graphql::{Value, Variables};
use lorekeeper_content::character_option::OTHER_KIND_WORDS;
use std::collections::HashMap;

/// The enum whose values have other words in the rules of 2024.
const OPTION_KINDS: &str = "CharacterOptionKind";

/// The enums and the input objects of a schema.
#[derive(Debug, Default)]
pub struct EnumSpelling {
    /// The values of each enum, by their folded spelling.
    enums: HashMap<String, HashMap<String, String>>,
    /// The types of the fields of each input object.
    inputs: HashMap<String, HashMap<String, String>>,
}

impl EnumSpelling {
    /// The enums and input objects of a schema in the schema definition language.
    pub fn of(sdl: &str) -> Self {
        let mut spelling = Self::default();
        let definitions = parse_schema(sdl).map(|document| document.definitions);
        for definition in definitions.unwrap_or_default() {
            let TypeSystemDefinition::Type(definition) = definition else {
                continue;
            };
            let name = definition.node.name.node.to_string();
            match definition.node.kind {
                TypeKind::Enum(listed) => {
                    let values = listed.values.into_iter();
                    let values = values.map(|value| value.node.value.node.to_string());
                    let mut values: HashMap<String, String> = values.map(|value| (folded(&value), value)).collect();
                    if name == OPTION_KINDS {
                        let others = OTHER_KIND_WORDS.map(|(other, kind)| (other.to_owned(), kind.to_owned()));
                        values.extend(others);
                    }
                    spelling.enums.insert(name, values);
                }
                TypeKind::InputObject(object) => {
                    let fields = object.fields.into_iter().map(|field| field.node);
                    let typed = fields.map(|field| {
                        let ty = named_type(&field.ty.node.base).to_owned();
                        (field.name.node.to_string(), ty)
                    });
                    spelling.inputs.insert(name, typed.collect());
                }
                _ => {}
            }
        }
        spelling
    }

    /// Spells the values of enums in an operation's variables as the schema does.
    pub fn correct(&self, operation: &OperationDefinition, variables: &mut Variables) {
        for definition in &operation.variable_definitions {
            let ty = named_type(&definition.node.var_type.node.base);
            if let Some(value) = variables.get_mut(&definition.node.name.node) {
                self.correct_value(ty, value);
            }
        }
    }

    fn correct_value(&self, ty: &str, value: &mut Value) {
        match value {
            Value::List(items) => {
                for item in items {
                    self.correct_value(ty, item);
                }
            }
            Value::String(text) => {
                let values = self.enums.get(ty);
                if let Some(known) = values.and_then(|values| values.get(&folded(text))) {
                    text.clone_from(known);
                }
            }
            Value::Object(fields) => {
                let Some(types) = self.inputs.get(ty) else {
                    return;
                };
                for (name, value) in fields {
                    if let Some(ty) = types.get(name.as_str()) {
                        self.correct_value(ty, value);
                    }
                }
            }
            _ => {}
        }
    }
}

/// What is left of a word where neither case nor spaces, hyphens and underscores matter.
fn folded(word: &str) -> String {
    let letters = word.chars().filter(|c| !matches!(c, ' ' | '-' | '_'));
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use async_graphql::parser::parse_query;
    use serde_json::json;

    #[test]
    fn values_of_enums_are_spelled_wherever_they_are() {
        let spelling = EnumSpelling::of(&crate::sdl(false));
        let query = "query($f: EquipmentFilter, $t: EquipmentType, $all: [Family!], $text: String) { x }";
        let document = parse_query(query).unwrap();
        let (_, operation) = document.operations.iter().next().unwrap();
        let mut variables = Variables::from_json(json!({
            "f": {"or": [{"kind": {"in": ["magic item", "Magic-Item", "soup"]}, "name": {"eq": "gear"}}]},
            "t": "magic_item",
            "all": ["character option", "Spell"],
            "text": "spell",
        }));
        spelling.correct(&operation.node, &mut variables);
        assert_eq!(
            serde_json::to_value(&variables).unwrap(),
            json!({
                "f": {"or": [{"kind": {"in": ["MAGIC_ITEM", "MAGIC_ITEM", "soup"]}, "name": {"eq": "gear"}}]},
                "t": "MAGIC_ITEM",
                "all": ["CHARACTER_OPTION", "SPELL"],
                "text": "spell",
            })
        );
    }
}
