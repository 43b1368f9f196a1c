//! Named sets of items (`Arcane Focuses`).

use crate::{Drafts, Records};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Deserialize)]
struct Set {
    name: String,
    #[serde(default)]
    items: Vec<Member>,
}

#[derive(Deserialize)]
struct Member {
    key: String,
}

/// The names of the sets that an item belongs to, by its key.
pub(super) fn by_item(records: &Records, drafts: &mut Drafts) -> BTreeMap<String, Vec<String>> {
    let mut sets: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (_, set) in drafts.parse::<Set>(records, "itemsets") {
        for item in set.items {
            sets.entry(item.key).or_default().insert(set.name.trim().to_owned());
        }
    }
    sets.into_iter().map(|(key, names)| (key, names.into_iter().collect())).collect()
}
