//! The rows of records, drawn without a store.

use lorekeeper_content::record::Records;
use lorekeeper_ingest::{Rows, Times};
use lorekeeper_sources::SOURCES;
use std::collections::BTreeMap;

/// The rows of records, by source, that were fetched at `times`.
pub fn rows(records: &BTreeMap<&str, Records>, times: &Times) -> Rows {
    let none = Records::default();
    let drafts =
        SOURCES.map(|(source, normalise)| lorekeeper_ingest::drafts(normalise, records.get(source).unwrap_or(&none)));
    lorekeeper_ingest::rows(drafts.into(), times)
}
