//! Record reader: reads a record of an upstream field by field, and leaves out what does not fit.
//!
//! Upstreams change. A field of an unexpected shape is read as if it were absent, and noted; so is what stands in a list
//! and does not fit. Only a field that the reader cannot do without, a key or a name, refuses the record.

mod deserializer;
mod notes;
mod pass;
mod shapes;
#[cfg(test)]
mod tests;

pub use notes::{ListingNotes, UnfitField};
pub(crate) use notes::{Notes, described};
pub(crate) use shapes::{ByShape, Shapes, list_of, object_of, read_by_shape};

use deserializer::Reader;
use pass::Pass;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};

/// How many values of a record are left out one by one. Each costs another pass over the record; then whole fields are
/// left out, of which there are few.
const MAX_SINGLE: usize = 64;

/// What was read of a record.
pub(crate) struct Reading<T> {
    /// The record; else the reason why it cannot be read.
    pub value: Result<T, String>,
    /// The fields that do not fit, by path, with what was found there.
    pub unfit: BTreeMap<String, String>,
}

/// Reads a record. `notes` learns which fields readers ask for.
pub(crate) fn read<T: DeserializeOwned>(record: &Value, notes: &mut Notes) -> Reading<T> {
    let mut left_out = HashSet::new();
    let mut unfit: BTreeMap<String, String> = BTreeMap::new();
    loop {
        let pass = Pass::new(&left_out, notes);
        let outcome = T::deserialize(Reader::root(record, &pass));
        let unread = pass.finish();
        let fault = match outcome {
            Ok(value) => {
                notes.add_unread(unread);
                let value = Ok(value);
                return Reading { value, unfit };
            }
            Err(fault) => fault,
        };
        let field = fault.missing.unwrap_or_default();
        let Some(place) = fault.place else {
            let found = unfit.get(field).map(String::as_str);
            let value = Err(match (field, found) {
                ("", _) => format!("it is {}, not a record", described(record)),
                (field, Some(found)) => format!("its {field} is {found}"),
                (field, None) => format!("it has no {field}"),
            });
            return Reading { value, unfit };
        };
        let is_single = left_out.len() < MAX_SINGLE;
        let leaves = if is_single { place.value } else { place.top };
        let path = match field {
            "" => place.path,
            field => format!("{}.{field}", place.path),
        };
        unfit.entry(path).or_insert(place.found);
        if !left_out.insert(leaves) && !left_out.insert(place.top) {
            let value = Err("it cannot be read".to_owned());
            return Reading { value, unfit };
        }
    }
}
