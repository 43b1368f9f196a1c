//! Documents that are named by their SHA-256 instead of being sent.
//!
//! *Automatic persisted queries* (the `persistedQuery` extension of a request) are remembered when they are sent with
//! their text, and named from then on. *Trusted documents* are those that an operator has put into a file; where there is
//! such a file, nothing else is answered.

use crate::config::Trusted;
use crate::digest::sha256;
use crate::error::{Code, Error, Result};
use async_graphql::{Request, Value};
use moka::sync::Cache;

/// Most bytes of the texts that are remembered.
const KEPT: u64 = 4 << 20;

/// Longest text that is remembered, in bytes.
const LONGEST: usize = 64 << 10;

/// What clients of automatic persisted queries wait for, to the letter: they send the text then.
pub const UNKNOWN: &str = "PersistedQueryNotFound";

/// The documents that can be named.
#[derive(Clone, Debug)]
pub struct Persisted {
    trusted: Option<Trusted>,
    automatic: Cache<String, String>,
}

impl Persisted {
    /// With the documents that are trusted; without, all are.
    pub fn new(trusted: Option<Trusted>) -> Self {
        let weigh = |_: &String, text: &String| u32::try_from(text.len()).unwrap_or(u32::MAX);
        Self {
            trusted,
            automatic: Cache::builder().weigher(weigh).max_capacity(KEPT).build(),
        }
    }

    /// Puts the document that a request names in its place.
    pub fn resolve(&self, request: &mut Request) -> Result<()> {
        let named = named(request)?;
        match &self.trusted {
            Some(trusted) => {
                let hash = named.unwrap_or_else(|| sha256(&request.query));
                let text = trusted.get(&hash).ok_or_else(untrusted)?;
                request.query.clone_from(text);
            }
            None => {
                let Some(hash) = named else { return Ok(()) };
                if request.query.is_empty() {
                    request.query = self.automatic.get(&hash).ok_or_else(unknown)?;
                } else if sha256(&request.query) != hash {
                    return Err(Error::input(
                        "The SHA-256 that `extensions.persistedQuery` gives is not that of the query.",
                    ));
                } else if request.query.len() <= LONGEST {
                    self.automatic.insert(hash, request.query.clone());
                }
            }
        }
        Ok(())
    }
}

/// The SHA-256 that a request names its document by.
fn named(request: &Request) -> Result<Option<String>> {
    let id = match request.extensions.get("documentId") {
        Some(Value::String(id)) => Some(id),
        _ => None,
    };
    let persisted = match request.extensions.get("persistedQuery") {
        None | Some(Value::Null) => None,
        Some(Value::Object(persisted)) => {
            if persisted.get("version") != Some(&Value::from(1)) {
                return Err(Error::input(
                    "`extensions.persistedQuery` is of another version than 1, which is the one that is known.",
                ));
            }
            match persisted.get("sha256Hash") {
                Some(Value::String(hash)) => Some(hash),
                _ => return Err(malformed()),
            }
        }
        Some(_) => return Err(malformed()),
    };
    let named = id.or(persisted);
    Ok(named.map(|id| id.strip_prefix("sha256:").unwrap_or(id).to_lowercase()))
}

fn malformed() -> Error {
    Error::input(
        "`extensions.persistedQuery` must be an object with `version: 1` and `sha256Hash`, the SHA-256 of the query in hexadecimal digits.",
    )
}

fn unknown() -> Error {
    Error {
        code: Code::PersistedQueryNotFound,
        message: UNKNOWN.to_owned(),
    }
}

fn untrusted() -> Error {
    Error::input(
        "This server answers known documents only. Ask whoever runs it to add this one, or name one of them by its id.",
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
        request(
            query,
            json!({"persistedQuery": {"version": 1, "sha256Hash": hash}}),
        )
    }

    #[test]
    fn what_was_sent_once_can_be_named() {
        let persisted = Persisted::new(None);
        let hash = sha256(TEXT);
        let error = persisted.resolve(&mut by_hash("", &hash)).unwrap_err();
        assert_eq!(error.message, "PersistedQueryNotFound");
        persisted.resolve(&mut by_hash(TEXT, &hash)).unwrap();
        let mut named = by_hash("", &hash);
        persisted.resolve(&mut named).unwrap();
        assert_eq!(named.query, TEXT);
        let error = persisted.resolve(&mut by_hash("{ a }", &hash)).unwrap_err();
        assert!(error.message.contains("is not that of the query"));
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
    fn nothing_but_trusted_documents_is_answered_where_there_are_some() {
        let plain = json!({"sha256:abc": TEXT});
        let apollo = json!({
            "format": "apollo-persisted-query-manifest", "version": 1,
            "operations": [{"id": "abc", "name": "A", "type": "query", "body": TEXT}]
        });
        for manifest in [plain, apollo] {
            let persisted = Persisted::new(Trusted::of(&manifest));
            for mut known in [
                by_hash("", "abc"),
                by_hash("", &sha256(TEXT)),
                request(TEXT, json!({})),
                request("", json!({"documentId": "sha256:abc"})),
            ] {
                persisted.resolve(&mut known).unwrap();
                assert_eq!(known.query, TEXT);
            }
            for mut other in [
                request("{ a }", json!({})),
                by_hash("{ a }", &sha256("{ a }")),
            ] {
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
