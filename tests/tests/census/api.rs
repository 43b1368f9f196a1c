//! The APIs whose records are captured.

use lorekeeper::source::{Normalise, dnd5e, open5e_v1, open5e_v2};
use std::sync::LazyLock;

/// An API: what it lists, and what becomes of it.
pub struct Api {
    /// What its paths begin with (`v2`).
    pub version: &'static str,
    /// The field that is a record's key.
    pub key: &'static str,
    /// Its listings.
    pub endpoints: Vec<String>,
    /// Where the capture of a listing lies.
    pub file: fn(&str) -> String,
    /// What draws rows from its records.
    pub normalise: Normalise,
    /// The census of its paths, where there is one.
    pub census: &'static str,
}

/// Open5e, version 2.
pub static OPEN5E_V2: LazyLock<Api> = LazyLock::new(|| Api {
    version: "v2",
    key: "key",
    endpoints: open5e_v2::ENDPOINTS.map(|(name, _)| name.to_owned()).into(),
    file: |endpoint| format!("open5e/v2_{endpoint}.json.gz"),
    normalise: open5e_v2::normalise,
    census: include_str!("../../census/open5e_v2.txt"),
});

/// Open5e, version 1.
pub static OPEN5E_V1: LazyLock<Api> = LazyLock::new(|| Api {
    version: "v1",
    key: "slug",
    endpoints: open5e_v1::ENDPOINTS.map(|(name, _)| name.to_owned()).into(),
    file: |endpoint| format!("open5e/v1_{endpoint}.json.gz"),
    normalise: open5e_v1::normalise,
    census: include_str!("../../census/open5e_v1.txt"),
});

/// The D&D 5e API, of which there is no census.
pub static DND5E: LazyLock<Api> = LazyLock::new(|| Api {
    version: "api",
    key: "index",
    endpoints: dnd5e::ENDPOINTS
        .iter()
        .flat_map(|(edition, names)| names.iter().map(move |name| format!("{edition}/{name}")))
        .filter(|endpoint| endpoint != "2024/levels")
        .collect(),
    file: |endpoint| format!("dnd5e/{endpoint}.json.gz"),
    normalise: dnd5e::normalise,
    census: "",
});

/// The versions of Open5e, of which there is a census.
pub fn counted() -> [&'static Api; 2] {
    [&OPEN5E_V2, &OPEN5E_V1]
}
