//! Wire shapes of many endpoints.

use serde::Deserialize;

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

/// A decimal, which upstream writes as a string.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Decimal {
    /// `15`
    Number(f64),
    /// `"15.00"`
    Text(String),
}

impl Decimal {
    /// The number; `None` when the text is no number, or no quantity.
    pub fn value(&self) -> Option<f64> {
        let value = match self {
            Self::Number(number) => *number,
            Self::Text(text) => text.trim().parse().ok()?,
        };
        (value.is_finite() && value >= 0.0).then_some(value)
    }
}
