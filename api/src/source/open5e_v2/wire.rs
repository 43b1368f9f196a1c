//! Shapes that many of the endpoints share.

use serde::Deserialize;

/// A reference by key and name.
#[derive(Clone, Debug, Default, Deserialize)]
pub(in crate::source) struct Named {
    /// Name for display.
    pub name: String,
    /// Key.
    pub key: String,
}

/// The document a record belongs to; its details are read from `/v2/documents/`.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum DocumentRef {
    /// Nested, as most endpoints give it.
    Nested {
        /// The document's key.
        key: String,
    },
    /// The key alone, or the document's address.
    Key(String),
}

impl DocumentRef {
    /// The document's key.
    pub fn key(&self) -> &str {
        match self {
            Self::Nested { key } => key,
            Self::Key(text) => text
                .trim_end_matches('/')
                .rsplit('/')
                .next()
                .unwrap_or(text),
        }
    }
}

/// A concept's text in one book.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Description {
    /// The text.
    pub desc: String,
    /// Key of the book.
    pub document: String,
}

/// Text as Markdown with plain line ends; `None` when there is none.
pub(in crate::source) fn text(upstream: &str) -> Option<String> {
    let text = upstream.replace("\r\n", "\n");
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The last part of a key such as `srd-2024_wizard`: the slug without its book.
pub(in crate::source) fn bare(key: &str) -> &str {
    key.split_once('_').map_or(key, |(_, slug)| slug)
}
