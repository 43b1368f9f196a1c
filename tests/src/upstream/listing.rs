//! What a listing has.

use serde_json::Value;
use std::ops::Range;

/// The records of an endpoint.
pub enum Listing {
    /// These.
    Kept(Vec<Value>),
    /// So many, each made from its number when it is asked for.
    Made(usize, Box<dyn Fn(usize) -> Value + Send + Sync>),
}

impl Listing {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Kept(records) => records.len(),
            Self::Made(count, _) => *count,
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The records at these places, as far as there are so many.
    pub fn part(&self, places: Range<usize>) -> impl Iterator<Item = Value> {
        let end = places.end.min(self.len());
        (places.start..end).filter_map(move |place| match self {
            Self::Kept(records) => records.get(place).cloned(),
            Self::Made(_, make) => Some(make(place)),
        })
    }
}
