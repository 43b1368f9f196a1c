//! Open5e, version 2 of its API: the preferred source.

mod character_option;
mod creature;
mod document;
mod equipment;
mod fetch;
mod prose;
mod rule;
mod spell;
mod wire;

use super::http::{Client, FetchError};
use super::{Drafts, Fetched, Records, Source};
use crate::progress::Progress;
use async_trait::async_trait;

/// The source's name.
pub const NAME: &str = "open5e_v2";

/// The listings behind the families and the documents, below `/v2/`.
pub const ENDPOINTS: [&str; 30] = [
    "documents",
    "gamesystems",
    "publishers",
    "licenses",
    "spells",
    "creatures",
    "creaturesets",
    "creaturetypes",
    "weapons",
    "armor",
    "items",
    "itemsets",
    "itemcategories",
    "magicitems",
    "services",
    "classes",
    "species",
    "backgrounds",
    "feats",
    "rulesets",
    "rules",
    "conditions",
    "damagetypes",
    "weaponproperties",
    "skills",
    "abilities",
    "spellschools",
    "languages",
    "alignments",
    "environments",
];

/// The source, at an address.
#[derive(Clone, Debug)]
pub struct Open5e {
    /// Address without a final slash.
    pub base: String,
}

#[async_trait]
impl Source for Open5e {
    fn name(&self) -> &'static str {
        NAME
    }

    fn endpoints(&self) -> Vec<String> {
        ENDPOINTS.map(str::to_owned).to_vec()
    }

    async fn fetch(
        &self,
        client: &Client,
        endpoint: &str,
        progress: &Progress,
    ) -> Result<Fetched, FetchError> {
        fetch::listing(client, &self.base, endpoint, progress).await
    }

    fn normalise(&self, records: &Records) -> Drafts {
        normalise(records)
    }
}

/// Draws rows from the records.
#[must_use]
pub fn normalise(records: &Records) -> Drafts {
    let mut drafts = Drafts::default();
    document::draw(records, &mut drafts);
    spell::draw(records, &mut drafts);
    creature::draw(records, &mut drafts);
    equipment::draw(records, &mut drafts);
    character_option::draw(records, &mut drafts);
    rule::draw(records, &mut drafts);
    drafts
}
