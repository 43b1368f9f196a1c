//! Trusted documents: an operator's list of the only documents that the server answers.

use crate::error::{Error, Result};
use lorekeeper_content::digest::sha256;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

/// Documents by their SHA-256 in lower-case hexadecimal digits, and by the ids of their manifest.
#[derive(Clone, Debug, Default)]
pub struct TrustedDocuments(Arc<HashMap<String, String>>);

/// A manifest of trusted documents.
#[derive(Deserialize)]
#[serde(untagged)]
enum Manifest {
    /// Apollo's persisted query manifest.
    Apollo { operations: Vec<Operation> },
    /// Documents by id, as GraphQL Code Generator and Relay write them.
    Plain(BTreeMap<String, String>),
}

#[derive(Deserialize)]
struct Operation {
    id: String,
    body: String,
}

impl TrustedDocuments {
    /// Reads a manifest: an object of ids and documents, or Apollo's persisted query manifest.
    pub fn of(manifest: &Value) -> Option<Self> {
        let documents: Vec<(String, String)> = match Manifest::deserialize(manifest).ok()? {
            Manifest::Apollo { operations } => operations.into_iter().map(|o| (o.id, o.body)).collect(),
            Manifest::Plain(documents) => documents.into_iter().collect(),
        };
        let named = documents.into_iter().flat_map(|(id, text)| {
            let id = id.strip_prefix("sha256:").unwrap_or(&id).to_lowercase();
            [(id, text.clone()), (sha256(&text), text)]
        });
        Some(Self(Arc::new(named.collect())))
    }

    /// The document of an id or SHA-256.
    pub fn get(&self, id: &str) -> Option<&String> {
        self.0.get(id)
    }
}

/// Reads the manifest in a file.
pub fn read(path: &Path) -> Result<TrustedDocuments> {
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|cause| Error::input(format!("The trusted documents {shown} cannot be read: {cause}.")))?;
    let manifest = serde_json::from_str(&text).ok();
    manifest.as_ref().and_then(TrustedDocuments::of).ok_or_else(|| {
        Error::input(format!(
            "The trusted documents {shown} are no manifest: an object of ids and documents, or an Apollo persisted query manifest."
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_document_goes_by_its_id_and_by_its_hash() {
        let trusted = TrustedDocuments::of(&json!({"sha256:ABC": "{ a }"})).unwrap();
        assert_eq!(trusted.get("abc"), trusted.get(&sha256("{ a }")));
        assert!(trusted.get("abc").is_some() && trusted.get("abd").is_none());
        assert!(TrustedDocuments::of(&json!([1])).is_none());
        assert!(TrustedDocuments::of(&json!({"abc": 1})).is_none());
        assert!(TrustedDocuments::of(&json!({"operations": [{"id": "a"}]})).is_none());
    }
}
