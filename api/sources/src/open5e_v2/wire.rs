//! Wire shapes of many endpoints.

use crate::record_reader::{Shapes, object_of, read_by_shape};
use crate::wire::Named;
use serde::Deserialize;
use serde::de::{Error, MapAccess};

/// The document a record belongs to; its details are read from `/v2/documents/`.
///
/// Most endpoints nest it; others have the key alone, or the document's address.
#[derive(Clone, Debug, Default)]
pub(super) struct DocumentRef(String);

read_by_shape!(DocumentRef);

impl<'de> Shapes<'de> for DocumentRef {
    const EXPECTED: &'static str = "a document, its key, or its address";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        let key = text.trim_end_matches('/').rsplit('/').next();
        Ok(Self(key.unwrap_or(text).to_owned()))
    }

    fn object<A: MapAccess<'de>>(fields: A) -> Result<Self, A::Error> {
        object_of(fields).map(|document: Named| Self(document.key))
    }
}

impl DocumentRef {
    /// The document's key; empty where the record does not say it.
    pub fn key(&self) -> &str {
        &self.0
    }
}

/// A concept's text in one book.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Description {
    /// The text.
    #[serde(default)]
    pub desc: String,
    /// Key of the book.
    #[serde(default)]
    pub document: String,
}

/// A decimal, which upstream writes as a string.
#[derive(Clone, Debug)]
pub(super) enum Decimal {
    /// `15`
    Number(f64),
    /// `"15.00"`
    Text(String),
}

read_by_shape!(Decimal);

impl Shapes<'_> for Decimal {
    const EXPECTED: &'static str = "a number, or its digits";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        Ok(Self::Text(text.to_owned()))
    }

    fn number<E: Error>(number: f64) -> Result<Self, E> {
        Ok(Self::Number(number))
    }
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
