//! The cache of parsed documents: the second request with the same text finds it parsed, analyzed and validated.

use super::analysis::{DocumentAnalysis, analyze};
use super::lexical_limits;
use super::schema_index::named_type;
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

/// Capacity of the cache, in bytes of memory.
const CACHE_BYTES: u64 = 64 << 20;

/// Most bytes of memory that a byte of text takes when parsed.
const PARSED_BYTES_PER_BYTE: usize = 150;

/// Most variable signatures whose validation a document remembers.
const MAX_SIGNATURES: usize = 64;

/// The parsed documents, by text.
#[derive(Clone, Debug)]
pub struct DocumentCache(Cache<String, Arc<StoredDocument>>);

/// A parsed document within the limits.
#[derive(Debug)]
pub struct StoredDocument {
    /// The syntax tree.
    pub parsed: ExecutableDocument,
    /// The result of the analysis.
    pub analysis: DocumentAnalysis,
    /// Results of validation, by signature.
    valid: Mutex<HashMap<u64, ValidationResult>>,
}

/// The key of a cached validation, kept in the data of its request.
#[derive(Clone, Debug)]
pub struct ValidationKey {
    /// The document.
    pub document: Arc<StoredDocument>,
    /// The signature of the operation's variables.
    pub signature: u64,
}

impl Default for DocumentCache {
    fn default() -> Self {
        let weigh = |text: &String, _: &Arc<StoredDocument>| {
            u32::try_from(text.len() * PARSED_BYTES_PER_BYTE).unwrap_or(u32::MAX)
        };
        Self(
            Cache::builder()
                .weigher(weigh)
                .max_capacity(CACHE_BYTES)
                .build(),
        )
    }
}

/// The reason why a document is refused.
#[derive(Debug)]
pub enum Refused {
    /// A syntax error.
    Syntax(ServerError),
    /// A limit is exceeded, or a fragment spreads itself.
    Limit(crate::error::Error),
}

impl DocumentCache {
    /// The document of a text.
    pub fn read(&self, text: &str) -> Result<Arc<StoredDocument>, Refused> {
        if let Some(document) = self.0.get(text) {
            super::count_lookup("operation", true);
            return Ok(document);
        }
        super::count_lookup("operation", false);
        lexical_limits::check(text).map_err(Refused::Limit)?;
        let parsed = parse_query(text).map_err(|error| Refused::Syntax(error.into()))?;
        let analysis = analyze(&parsed).map_err(Refused::Limit)?;
        let document = Arc::new(StoredDocument {
            parsed,
            analysis,
            valid: Mutex::default(),
        });
        self.0.insert(text.to_owned(), Arc::clone(&document));
        Ok(document)
    }
}

impl StoredDocument {
    /// The operation of a name; without a name the only one.
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

    /// The type of an operation and its root field; `several` where there are several. Call it for valid documents
    /// only: all their fields are the schema's.
    pub fn root_field(&self, name: Option<&str>) -> Option<(OperationType, &str)> {
        let operation = self.operation(name)?;
        let mut fields = Vec::new();
        self.root_fields(&operation.selection_set.node, &mut fields);
        fields.dedup();
        let field = match fields.as_slice() {
            [] => "none",
            [field] => *field,
            _ => "several",
        };
        Some((operation.ty, field))
    }

    fn root_fields<'a>(&'a self, set: &'a SelectionSet, fields: &mut Vec<&'a str>) {
        for item in &set.items {
            match &item.node {
                Selection::Field(field) => fields.push(&field.node.name.node),
                Selection::InlineFragment(inline) => {
                    self.root_fields(&inline.node.selection_set.node, fields);
                }
                Selection::FragmentSpread(spread) => {
                    let name = &spread.node.fragment_name.node;
                    if let Some(fragment) = self.parsed.fragments.get(name) {
                        self.root_fields(&fragment.node.selection_set.node, fields);
                    }
                }
            }
        }
    }

    /// The validation of a signature: the remembered one, else the one that `validate` finds.
    pub async fn validated<E>(
        &self,
        signature: u64,
        validate: impl Future<Output = Result<ValidationResult, E>>,
    ) -> Result<ValidationResult, E> {
        let valid = || self.valid.lock().unwrap_or_else(PoisonError::into_inner);
        let known = valid().get(&signature).copied();
        if let Some(known) = known {
            return Ok(known);
        }
        let result = validate.await?;
        let mut valid = valid();
        if valid.len() >= MAX_SIGNATURES {
            valid.clear();
        }
        valid.insert(signature, result);
        Ok(result)
    }

    /// The signature of an operation's variables: variables with the same signature are valid together. Of free texts
    /// the type counts, of all others the value.
    pub fn signature(&self, operation: Option<&str>, variables: &Variables) -> u64 {
        let mut hasher = DefaultHasher::new();
        operation.hash(&mut hasher);
        let Some(definition) = self.operation(operation) else {
            return hasher.finish();
        };
        for variable in &definition.variable_definitions {
            let name = &variable.node.name.node;
            let free = matches!(
                named_type(&variable.node.var_type.node.base),
                "String" | "ID" | "Boolean"
            );
            match variables.get(name) {
                None => false.hash(&mut hasher),
                Some(value) => hash_value(value, free, &mut hasher),
            }
        }
        hasher.finish()
    }
}

fn hash_value(value: &Value, free: bool, hasher: &mut DefaultHasher) {
    std::mem::discriminant(value).hash(hasher);
    match value {
        Value::List(items) if free => {
            // Lists of texts have one signature, however long they are.
            let mut types: Vec<_> = items.iter().map(std::mem::discriminant).collect();
            types.dedup();
            types.hash(hasher);
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
    fn a_text_is_parsed_once() {
        let documents = DocumentCache::default();
        let first = documents.read(TEXT).unwrap();
        assert!(Arc::ptr_eq(&first, &documents.read(TEXT).unwrap()));
        assert!(matches!(documents.read("{"), Err(Refused::Syntax(_))));
        let deep = "{a".repeat(99) + &"}".repeat(99);
        assert!(matches!(documents.read(&deep), Err(Refused::Limit(_))));
    }

    #[test]
    fn the_operation_is_the_one_that_is_named_or_the_only_one() {
        let documents = DocumentCache::default();
        let two = documents.read(TEXT).unwrap();
        assert!(two.operation(Some("A")).is_some() && two.operation(Some("C")).is_none());
        assert!(two.operation(None).is_none());
        let one = documents.read("{ __typename }").unwrap();
        assert!(one.operation(None).is_some() && one.operation(Some("A")).is_none());
    }

    #[test]
    fn an_operation_is_known_by_its_root_field() {
        let root = |text: &str| {
            let document = DocumentCache::default().read(text).unwrap();
            let (kind, field) = document.root_field(None).unwrap();
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
    fn free_texts_share_a_signature_and_numbers_do_not() {
        let document = DocumentCache::default().read(TEXT).unwrap();
        let signature = |json| document.signature(Some("A"), &Variables::from_json(json));
        assert_eq!(
            signature(json!({"s": "fire"})),
            signature(json!({"s": "ice"}))
        );
        assert_eq!(
            signature(json!({"l": ["a", "b"]})),
            signature(json!({"l": ["c"]}))
        );
        assert_ne!(
            signature(json!({"l": ["a", 1]})),
            signature(json!({"l": ["a"]}))
        );
        assert_ne!(
            signature(json!({"s": "fire"})),
            signature(json!({"s": null}))
        );
        assert_ne!(signature(json!({"s": "fire"})), signature(json!({"s": 1})));
        assert_ne!(signature(json!({"n": 1})), signature(json!({"n": 2})));
        assert_ne!(
            document.signature(Some("B"), &Variables::default()),
            signature(json!({}))
        );
    }
}
