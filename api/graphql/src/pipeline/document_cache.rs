//! The cache of parsed documents: the second request with the same text finds it parsed and analyzed.

use super::analysis::{DocumentAnalysis, analyze};
use super::lexical_limits;
use crate::error::Result;
use async_graphql::ServerError;
use async_graphql::parser::parse_query;
use async_graphql::parser::types::{
    DocumentOperations, ExecutableDocument, OperationDefinition, Selection, SelectionSet,
};
use lorekeeper_search::memory::MemoryUse;
use moka::sync::Cache;
use std::sync::Arc;

/// Capacity of the cache, in bytes of memory.
const CACHE_BYTES: u64 = 16 << 20;

/// Most bytes of memory that a byte of text takes when parsed.
const PARSED_BYTES_PER_BYTE: usize = 150;

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
}

impl Default for DocumentCache {
    fn default() -> Self {
        let weigh = |text: &String, _: &Arc<StoredDocument>| {
            u32::try_from(text.len() * PARSED_BYTES_PER_BYTE).unwrap_or(u32::MAX)
        };
        Self(Cache::builder().weigher(weigh).max_capacity(CACHE_BYTES).build())
    }
}

impl DocumentCache {
    /// What the documents take in memory.
    pub fn memory(&self) -> MemoryUse {
        MemoryUse { part: "operations", bytes: self.0.weighted_size(), limit: Some(CACHE_BYTES) }
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
            crate::telemetry::count_lookup("operation", true);
            return Ok(document);
        }
        crate::telemetry::count_lookup("operation", false);
        lexical_limits::check(text).map_err(Refused::Limit)?;
        let parsed = parse_query(text).map_err(|error| Refused::Syntax(error.into()))?;
        let analysis = analyze(&parsed).map_err(Refused::Limit)?;
        let document = Arc::new(StoredDocument { parsed, analysis });
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

    /// The root field of an operation; `several` where there are several. The client chose it: the schema may not have it.
    pub fn root_field<'a>(&'a self, operation: &'a OperationDefinition) -> &'a str {
        let mut fields = Vec::new();
        self.root_fields(&operation.selection_set.node, &mut fields);
        fields.dedup();
        match fields.as_slice() {
            [] => "none",
            [field] => field,
            _ => "several",
        }
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
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "query A($s: String, $n: Int, $l: [String!]) { __typename } query B { __typename }";

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
            let operation = document.operation(None).unwrap();
            document.root_field(operation).to_owned()
        };
        assert_eq!(root("{ a: spells { id } b: spells { id } }"), "spells");
        assert_eq!(root("mutation A { startSync { id } }"), "startSync");
        let spread = "{ ...f } fragment f on Query { spells { id } rules { id } }";
        assert_eq!(root(spread), "several");
    }
}
