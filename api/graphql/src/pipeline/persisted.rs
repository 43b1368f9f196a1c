//! Persisted queries: documents that clients name by their SHA-256 instead of sending the text.
//!
//! *Automatic persisted queries* (the `persistedQuery` extension of a request) are cached when they come with their text.
//! *Trusted documents* are read from an operator's file; with such a file, no other document is answered.

use crate::TrustedDocuments;
use crate::error::{Code, Error, Result};
use async_graphql::{Request, Value, from_value};
use lorekeeper_content::digest::sha256;
use moka::sync::Cache;
use serde::Deserialize;

/// Capacity of the cache of automatic persisted queries, in bytes of text.
const CACHE_BYTES: u64 = 4 << 20;

/// Most bytes of a cached text.
const MAX_CACHED_BYTES: usize = 64 << 10;

/// The message of the protocol: clients of automatic persisted queries compare it, and then send the text.
const NOT_FOUND_MESSAGE: &str = "PersistedQueryNotFound";

/// The texts by SHA-256.
#[derive(Clone, Debug)]
pub struct Persisted {
    trusted: Option<TrustedDocuments>,
    automatic: Cache<String, String>,
}

impl Persisted {
    /// With a list of trusted documents, only those; without, any document.
    pub fn new(trusted: Option<TrustedDocuments>) -> Self {
        let weigh = |_: &String, text: &String| u32::try_from(text.len()).unwrap_or(u32::MAX);
        Self { trusted, automatic: Cache::builder().weigher(weigh).max_capacity(CACHE_BYTES).build() }
    }

    /// Sets the text of a request that names its document.
    pub fn resolve(&self, request: &mut Request) -> Result<()> {
        let hash = requested_hash(request)?;
        if let Some(trusted) = &self.trusted {
            let hash = hash.unwrap_or_else(|| sha256(&request.query));
            let text = trusted.get(&hash).ok_or_else(untrusted)?;
            request.query.clone_from(text);
            return Ok(());
        }
        let Some(hash) = hash else { return Ok(()) };
        if request.query.is_empty() {
            request.query = self.automatic.get(&hash).ok_or_else(unknown)?;
        } else if sha256(&request.query) != hash {
            return Err(Error::input("The SHA-256 that the request gives is not that of its query."));
        } else if request.query.len() <= MAX_CACHED_BYTES {
            self.automatic.insert(hash, request.query.clone());
        }
        Ok(())
    }
}

/// The extension `persistedQuery` of a request.
#[derive(Deserialize)]
struct PersistedQuery {
    version: i64,
    #[serde(rename = "sha256Hash")]
    sha256_hash: Option<String>,
}

/// The SHA-256 or id by which a request names its document.
fn requested_hash(request: &Request) -> Result<Option<String>> {
    let persisted = match request.extensions.get("persistedQuery") {
        None | Some(Value::Null) => None,
        Some(value) => {
            let persisted: PersistedQuery = from_value(value.clone()).map_err(|_| malformed())?;
            if persisted.version != 1 {
                return Err(Error::input(
                    "`extensions.persistedQuery` is of another version than 1, which is the one that is known.",
                ));
            }
            Some(persisted.sha256_hash.ok_or_else(malformed)?)
        }
    };
    let hash = match request.extensions.get("documentId") {
        Some(Value::String(id)) => Some(id.clone()),
        _ => persisted,
    };
    Ok(hash.map(|id| id.strip_prefix("sha256:").unwrap_or(&id).to_lowercase()))
}

fn malformed() -> Error {
    Error::input(
        "`extensions.persistedQuery` must be an object with `version: 1` and `sha256Hash`, the SHA-256 of the query in hexadecimal digits.",
    )
}

fn unknown() -> Error {
    Error::new(Code::PersistedQueryNotFound, NOT_FOUND_MESSAGE)
}

fn untrusted() -> Error {
    Error::input(
        "This server answers known documents only. Ask the operator to add this one, or name one of them by its id.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value as Json, json};

    const TEXT: &str = "{ __typename }";

    fn request(query: &str, extensions: Json) -> Request {
        let body = json!({"query": query, "extensions": extensions});
        serde_json::from_value(body).unwrap()
    }

    fn by_hash(query: &str, hash: &str) -> Request {
        request(query, json!({"persistedQuery": {"version": 1, "sha256Hash": hash}}))
    }

    #[test]
    fn a_query_that_was_sent_once_can_be_named() {
        let persisted = Persisted::new(None);
        let hash = sha256(TEXT);
        let error = persisted.resolve(&mut by_hash("", &hash)).unwrap_err();
        assert_eq!(error.message, "PersistedQueryNotFound");
        persisted.resolve(&mut by_hash(TEXT, &hash)).unwrap();
        let mut named = by_hash("", &hash);
        persisted.resolve(&mut named).unwrap();
        assert_eq!(named.query, TEXT);
        let error = persisted.resolve(&mut by_hash("{ a }", &hash)).unwrap_err();
        assert!(error.message.contains("is not that of its query"));
        for bad in [
            json!({"persistedQuery": {"version": 2, "sha256Hash": hash}}),
            json!({"persistedQuery": {"version": 1}}),
            json!({"persistedQuery": "hash"}),
        ] {
            let error = persisted.resolve(&mut request("", bad)).unwrap_err();
            assert_eq!(error.code, Code::BadUserInput);
        }
    }

    #[test]
    fn only_trusted_documents_are_answered_where_there_are_some() {
        let plain = json!({"sha256:abc": TEXT});
        let apollo = json!({
            "format": "apollo-persisted-query-manifest", "version": 1,
            "operations": [{"id": "abc", "name": "A", "type": "query", "body": TEXT}]
        });
        for manifest in [plain, apollo] {
            let persisted = Persisted::new(TrustedDocuments::of(&manifest));
            for mut known in [
                by_hash("", "abc"),
                by_hash("", &sha256(TEXT)),
                request(TEXT, json!({})),
                request("", json!({"documentId": "sha256:abc"})),
            ] {
                persisted.resolve(&mut known).unwrap();
                assert_eq!(known.query, TEXT);
            }
            for mut other in [request("{ a }", json!({})), by_hash("{ a }", &sha256("{ a }"))] {
                let error = persisted.resolve(&mut other).unwrap_err();
                assert!(error.message.contains("known documents only"), "{error}");
            }
            // A trusted name with another text is the trusted text.
            let mut disguised = by_hash("{ a }", "abc");
            persisted.resolve(&mut disguised).unwrap();
            assert_eq!(disguised.query, TEXT);
        }
    }
}
