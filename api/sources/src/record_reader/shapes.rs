//! Values that come in several shapes: a text or a list, an object or its key.
//!
//! Each shape is read by its own method. (Serde's untagged and flattened values are kept in a buffer that reads structures
//! out of lists by position; they are not used here.)

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserialize, Error, MapAccess, SeqAccess, Unexpected, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// A type that is read by the shape of its value.
pub(crate) trait Shapes<'de>: Sized {
    /// The shapes in words.
    const EXPECTED: &'static str;

    /// Reads a text.
    fn text<E: Error>(text: &str) -> Result<Self, E> {
        Err(E::invalid_type(Unexpected::Str(text), &Self::EXPECTED))
    }

    /// Reads a number.
    fn number<E: Error>(number: f64) -> Result<Self, E> {
        Err(E::invalid_type(Unexpected::Float(number), &Self::EXPECTED))
    }

    /// Reads a list.
    fn list<A: SeqAccess<'de>>(_: A) -> Result<Self, A::Error> {
        Err(A::Error::invalid_type(Unexpected::Seq, &Self::EXPECTED))
    }

    /// Reads an object.
    fn object<A: MapAccess<'de>>(_: A) -> Result<Self, A::Error> {
        Err(A::Error::invalid_type(Unexpected::Map, &Self::EXPECTED))
    }
}

/// The elements of a list.
pub(crate) fn list_of<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(items: A) -> Result<Vec<T>, A::Error> {
    Vec::deserialize(SeqAccessDeserializer::new(items))
}

/// The structure that an object is.
pub(crate) fn object_of<'de, T: Deserialize<'de>, A: MapAccess<'de>>(fields: A) -> Result<T, A::Error> {
    T::deserialize(MapAccessDeserializer::new(fields))
}

/// Makes a type with [`Shapes`] one that can be deserialised.
macro_rules! read_by_shape {
    ($type:ty) => {
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any($crate::record_reader::ByShape::new())
            }
        }
    };
}
pub(crate) use read_by_shape;

/// The visitor of a type with [`Shapes`].
pub(crate) struct ByShape<T>(PhantomData<T>);

impl<T> ByShape<T> {
    pub fn new() -> Self {
        Self(PhantomData)
    }
}

impl<'de, T: Shapes<'de>> Visitor<'de> for ByShape<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::text(text)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
        T::number(number)
    }

    #[expect(clippy::cast_precision_loss, reason = "no field holds numbers of such a size")]
    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        T::number(number as f64)
    }

    #[expect(clippy::cast_precision_loss, reason = "no field holds numbers of such a size")]
    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        T::number(number as f64)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<T, A::Error> {
        T::list(items)
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
        T::object(fields)
    }
}
