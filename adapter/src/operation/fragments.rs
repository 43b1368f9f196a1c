//! Fragments that operations share.

use super::OperationError;
use super::files::folder;
use apollo_compiler::Node;
use apollo_compiler::ast::{Definition, Document, FragmentDefinition, Selection};
use apollo_compiler::parser::SourceMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The fragments of `operations/fragments/`, by name.
#[derive(Clone, Debug, Default)]
pub struct Fragments {
    fragments: BTreeMap<String, (Node<FragmentDefinition>, SourceMap)>,
}

impl Fragments {
    /// Reads them all.
    pub fn load() -> Result<Self, OperationError> {
        let mut fragments = BTreeMap::new();
        for file in folder("fragments") {
            let document = Document::parse(file.text.as_str(), &file.path)
                .map_err(|e| OperationError { file: file.path.clone(), reason: e.errors.to_string() })?;
            for definition in &document.definitions {
                if let Definition::FragmentDefinition(fragment) = definition {
                    let entry = (fragment.clone(), document.sources.clone());
                    fragments.insert(fragment.name.to_string(), entry);
                }
            }
        }
        Ok(Self { fragments })
    }

    /// Adds the fragments that a document uses, directly or through others, and does not define.
    pub fn complete(&self, document: &mut Document) -> Result<(), String> {
        let mut known = BTreeSet::new();
        let mut wanted = Vec::new();
        for definition in &document.definitions {
            match definition {
                Definition::FragmentDefinition(fragment) => {
                    known.insert(fragment.name.to_string());
                    spreads(&fragment.selection_set, &mut wanted);
                }
                Definition::OperationDefinition(operation) => {
                    spreads(&operation.selection_set, &mut wanted);
                }
                _ => {}
            }
        }
        while let Some(name) = wanted.pop() {
            if !known.insert(name.clone()) {
                continue;
            }
            let Some((fragment, sources)) = self.fragments.get(&name) else {
                return Err(format!("there is no fragment {name} in operations/fragments"));
            };
            spreads(&fragment.selection_set, &mut wanted);
            Arc::make_mut(&mut document.sources).extend(sources.iter().map(|(id, source)| (*id, source.clone())));
            document.definitions.push(Definition::FragmentDefinition(fragment.clone()));
        }
        Ok(())
    }
}

fn spreads(selections: &[Selection], names: &mut Vec<String>) {
    for selection in selections {
        match selection {
            Selection::Field(field) => spreads(&field.selection_set, names),
            Selection::InlineFragment(inline) => spreads(&inline.selection_set, names),
            Selection::FragmentSpread(spread) => names.push(spread.fragment_name.to_string()),
        }
    }
}
