//! Captured APIs: where their records are from, and what becomes of them.

use super::Capture;
use lorekeeper_sources::{Normalise, dnd5e, open5e_v1, open5e_v2};
use std::sync::{LazyLock, OnceLock};

/// An API: what it lists, and what becomes of it.
pub struct Api {
    /// The source's name.
    pub name: &'static str,
    /// Its address, without a final slash.
    pub base: &'static str,
    /// What its paths begin with (`v2`).
    pub version: &'static str,
    /// The field that is a record's key.
    pub key: &'static str,
    /// Its listings.
    pub endpoints: Vec<String>,
    /// What [`fixtures`](crate::upstream::fixtures) begin the names of its listings with.
    pub prefix: &'static str,
    /// Where the capture of a listing lies.
    pub file: fn(&str) -> String,
    /// What draws rows from its records.
    pub normalise: Normalise,
    /// The capture, once it was read.
    pub(super) capture: OnceLock<Option<Capture>>,
}

/// Open5e, version 2.
pub static OPEN5E_V2: LazyLock<Api> = LazyLock::new(|| Api {
    name: open5e_v2::NAME,
    base: "https://api.open5e.com",
    version: "v2",
    key: "key",
    endpoints: open5e_v2::ENDPOINTS.map(|(name, _)| name.to_owned()).into(),
    prefix: "",
    file: |endpoint| format!("open5e/v2_{endpoint}.json.gz"),
    normalise: open5e_v2::normalise,
    capture: OnceLock::new(),
});

/// Open5e, version 1.
pub static OPEN5E_V1: LazyLock<Api> = LazyLock::new(|| Api {
    name: open5e_v1::NAME,
    base: "https://api.open5e.com",
    version: "v1",
    key: "slug",
    endpoints: open5e_v1::ENDPOINTS.map(|(name, _)| name.to_owned()).into(),
    prefix: "v1/",
    file: |endpoint| format!("open5e/v1_{endpoint}.json.gz"),
    normalise: open5e_v1::normalise,
    capture: OnceLock::new(),
});

/// The D&D 5e API.
pub static DND5E: LazyLock<Api> = LazyLock::new(|| Api {
    name: dnd5e::NAME,
    base: "https://www.dnd5eapi.co",
    version: "api",
    key: "index",
    endpoints: dnd5e_endpoints().filter(|endpoint| !SINCE_OCTOBER.contains(&endpoint.as_str())).collect(),
    prefix: "",
    file: |endpoint| format!("dnd5e/{endpoint}.json.gz"),
    normalise: dnd5e::normalise,
    capture: OnceLock::new(),
});

/// The listings of the D&D 5e API that are read, of any time.
fn dnd5e_endpoints() -> impl Iterator<Item = String> {
    let editions = dnd5e::ENDPOINTS.iter();
    editions.flat_map(|(edition, names)| {
        let names = names.split(' ');
        names.map(move |name| format!("{edition}/{name}"))
    })
}

/// The listings that the D&D 5e API has since October 2026.
const SINCE_OCTOBER: [&str; 2] = ["2024/levels", "2024/spells"];

/// The listing that it had until then.
const UNTIL_OCTOBER: &str = "2014/rule-sections";

/// The listings whose records changed then.
const CHANGED_IN_OCTOBER: [&str; 9] = [
    "2014/equipment", "2014/equipment-categories", "2014/monsters", "2014/rules", "2014/spells", "2024/levels",
    "2024/magic-items", "2024/monsters", "2024/spells",
];

/// The D&D 5e API as it is since October 2026.
pub static DND5E_OCTOBER: LazyLock<Api> = LazyLock::new(|| Api {
    name: dnd5e::NAME,
    base: "https://www.dnd5eapi.co",
    version: "api",
    key: "index",
    endpoints: dnd5e_endpoints().filter(|endpoint| endpoint != UNTIL_OCTOBER).collect(),
    prefix: "",
    file: |endpoint| {
        let is_new = CHANGED_IN_OCTOBER.contains(&endpoint);
        let folder = if is_new { "dnd5e-2026-10" } else { "dnd5e" };
        format!("{folder}/{endpoint}.json.gz")
    },
    normalise: dnd5e::normalise,
    capture: OnceLock::new(),
});

/// All of them, the preferred one first.
pub fn all() -> [&'static Api; 3] {
    [&OPEN5E_V2, &DND5E, &OPEN5E_V1]
}
