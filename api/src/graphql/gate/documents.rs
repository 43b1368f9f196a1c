//! Documents, read once: the second request with the same text finds it parsed, outlined and validated.

use super::outline::{Outline, outline};
use super::shape::innermost;
use super::tokens;
use crate::error::Result;
use async_graphql::parser::parse_query;
use async_graphql::parser::types::{
    DocumentOperations, ExecutableDocument, OperationDefinition, OperationType, Selection,
    SelectionSet,
};
use async_graphql::{ServerError, ValidationResult, Value, Variables};
use moka::sync::Cache;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// Most bytes of documents that are kept.
const KEPT: u64 = 64 << 20;

/// What a byte of a document's text takes when it is parsed, at the most.
const PARSED: usize = 150;

/// Most sorts of variables for which a document is known to be valid.
const SORTS: usize = 64;

/// The documents that were read.
#[derive(Clone, Debug)]
pub struct Documents(Cache<String, Arc<Document>>);

/// A document that is not too large.
#[derive(Debug)]
pub struct Document {
    /// What it says.
    pub parsed: ExecutableDocument,
    /// How large it is.
    pub outline: Outline,
    /// What validation said, by operation and sort of variables.
    valid: Mutex<HashMap<u64, ValidationResult>>,
}

impl Default for Documents {
    fn default() -> Self {
        let weigh = |text: &String, _: &Arc<Document>| {
            u32::try_from(text.len() * PARSED).unwrap_or(u32::MAX)
        };
        Self(Cache::builder().weigher(weigh).max_capacity(KEPT).build())
    }
}

/// Why a document is not read.
#[derive(Debug)]
pub enum Unread {
    /// It is no GraphQL.
    Syntax(ServerError),
    /// It is too large, or never ends.
    Refused(crate::error::Error),
}

impl Documents {
    /// A document of that text.
    pub fn read(&self, text: &str) -> Result<Arc<Document>, Unread> {
        if let Some(document) = self.0.get(text) {
            super::count("operation", true);
            return Ok(document);
        }
        super::count("operation", false);
        tokens::check(text).map_err(Unread::Refused)?;
        let parsed = parse_query(text).map_err(|error| Unread::Syntax(error.into()))?;
        let outline = outline(&parsed).map_err(Unread::Refused)?;
        let document = Arc::new(Document {
            parsed,
            outline,
            valid: Mutex::default(),
        });
        self.0.insert(text.to_owned(), Arc::clone(&document));
        Ok(document)
    }
}

impl Document {
    /// The operation of a name, or the only one.
    pub fn operation(&self, name: Option<&str>) -> Option<&OperationDefinition> {
        let mut operations = self.parsed.operations.iter();
        match (name, &self.parsed.operations) {
            (Some(name), DocumentOperations::Multiple(operations)) => {
                operations.get(name).map(|operation| &operation.node)
            }
            (None, operations) if operations.iter().count() > 1 => None,
            (Some(_), DocumentOperations::Single(_)) => None,
            (None, _) => operations.next().map(|(_, operation)| &operation.node),
        }
    }

    /// What an operation does and with which of the schema's fields; `several` where there are several. Call it for
    /// valid documents only: those have no fields but the schema's.
    pub fn root(&self, name: Option<&str>) -> Option<(OperationType, &str)> {
        let operation = self.operation(name)?;
        let mut fields = Vec::new();
        self.roots(&operation.selection_set.node, &mut fields);
        fields.dedup();
        let field = match fields.as_slice() {
            [] => "none",
            [field] => *field,
            _ => "several",
        };
        Some((operation.ty, field))
    }

    fn roots<'a>(&'a self, set: &'a SelectionSet, fields: &mut Vec<&'a str>) {
        for item in &set.items {
            match &item.node {
                Selection::Field(field) => fields.push(&field.node.name.node),
                Selection::InlineFragment(inline) => {
                    self.roots(&inline.node.selection_set.node, fields);
                }
                Selection::FragmentSpread(spread) => {
                    let name = &spread.node.fragment_name.node;
                    if let Some(fragment) = self.parsed.fragments.get(name) {
                        self.roots(&fragment.node.selection_set.node, fields);
                    }
                }
            }
        }
    }

    /// What validation said of the operation with such variables before.
    pub fn validated(&self, sort: u64) -> Option<ValidationResult> {
        self.valid().get(&sort).copied()
    }

    /// Notes what validation said.
    pub fn note(&self, sort: u64, result: ValidationResult) {
        let mut valid = self.valid();
        if valid.len() >= SORTS {
            valid.clear();
        }
        valid.insert(sort, result);
    }

    fn valid(&self) -> std::sync::MutexGuard<'_, HashMap<u64, ValidationResult>> {
        self.valid.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The sort of some variables: those of one sort are valid together. Of free texts only that they are texts
    /// counts, of everything else the value, too.
    pub fn sort(&self, operation: Option<&str>, variables: &Variables) -> u64 {
        let mut hasher = DefaultHasher::new();
        operation.hash(&mut hasher);
        let Some(definition) = self.operation(operation) else {
            return hasher.finish();
        };
        for variable in &definition.variable_definitions {
            let name = &variable.node.name.node;
            let free = matches!(
                innermost(&variable.node.var_type.node.base),
                "String" | "ID" | "Boolean"
            );
            match variables.get(name) {
                None => false.hash(&mut hasher),
                Some(value) => add(value, free, &mut hasher),
            }
        }
        hasher.finish()
    }
}

fn add(value: &Value, free: bool, hasher: &mut DefaultHasher) {
    std::mem::discriminant(value).hash(hasher);
    match value {
        Value::List(items) if free => {
            // As many as there are sorts of them: a list of texts is a list of texts.
            let mut sorts: Vec<_> = items.iter().map(std::mem::discriminant).collect();
            sorts.dedup();
            sorts.hash(hasher);
        }
        _ if free => {}
        _ => value.to_string().hash(hasher),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const TEXT: &str =
        "query A($s: String, $n: Int, $l: [String!]) { __typename } query B { __typename }";

    #[test]
    fn a_text_is_read_once() {
        let documents = Documents::default();
        let first = documents.read(TEXT).unwrap();
        assert!(Arc::ptr_eq(&first, &documents.read(TEXT).unwrap()));
        assert!(matches!(documents.read("{"), Err(Unread::Syntax(_))));
        let deep = "{a".repeat(99) + &"}".repeat(99);
        assert!(matches!(documents.read(&deep), Err(Unread::Refused(_))));
    }

    #[test]
    fn the_operation_is_the_one_that_is_named_or_the_only_one() {
        let documents = Documents::default();
        let two = documents.read(TEXT).unwrap();
        assert!(two.operation(Some("A")).is_some() && two.operation(Some("C")).is_none());
        assert!(two.operation(None).is_none());
        let one = documents.read("{ __typename }").unwrap();
        assert!(one.operation(None).is_some() && one.operation(Some("A")).is_none());
    }

    #[test]
    fn an_operation_is_known_by_its_root_field() {
        let root = |text: &str| {
            let document = Documents::default().read(text).unwrap();
            let (kind, field) = document.root(None).unwrap();
            (kind, field.to_owned())
        };
        let (query, mutation) = (OperationType::Query, OperationType::Mutation);
        assert_eq!(
            root("{ a: spells { id } b: spells { id } }"),
            (query, "spells".to_owned())
        );
        assert_eq!(
            root("mutation A { startSync { id } }"),
            (mutation, "startSync".to_owned())
        );
        let spread = "{ ...f } fragment f on Query { spells { id } rules { id } }";
        assert_eq!(root(spread), (query, "several".to_owned()));
    }

    #[test]
    fn texts_are_of_one_sort_and_numbers_are_not() {
        let document = Documents::default().read(TEXT).unwrap();
        let sort = |json| document.sort(Some("A"), &Variables::from_json(json));
        assert_eq!(sort(json!({"s": "fire"})), sort(json!({"s": "ice"})));
        assert_eq!(sort(json!({"l": ["a", "b"]})), sort(json!({"l": ["c"]})));
        assert_ne!(sort(json!({"l": ["a", 1]})), sort(json!({"l": ["a"]})));
        assert_ne!(sort(json!({"s": "fire"})), sort(json!({"s": null})));
        assert_ne!(sort(json!({"s": "fire"})), sort(json!({"s": 1})));
        assert_ne!(sort(json!({"n": 1})), sort(json!({"n": 2})));
        assert_ne!(
            document.sort(Some("B"), &Variables::default()),
            sort(json!({}))
        );
    }
}
