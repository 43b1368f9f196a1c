//! Source: the D&D 5e API, and the starter pack that is made of the same records.
//!
//! Endpoints are named by edition and collection: `2014/monsters`, `2024/feats`.

mod character_option;
mod document;
mod equipment;
mod fetch;
mod monster;
pub(super) mod pack;
mod rule;
mod spell;
mod wire;

use super::http::{Client, FetchError};
use super::{Draft, Drafts, Endpoint, Fetched, Record, Records, Upstream, origin};
use crate::Progress;
use async_trait::async_trait;
use lorekeeper_content::Family;
use serde_json::Value;

/// The source's name.
pub const NAME: &str = "dnd5e_api";

/// The names of the collections, divided by blanks, by edition.
pub const ENDPOINTS: [(&str, &str); 2] = [
    (
        "2014",
        "ability-scores alignments backgrounds classes conditions damage-types equipment equipment-categories feats \
         features languages levels magic-items magic-schools monsters proficiencies races rule-sections rules skills \
         spells subclasses subraces traits weapon-properties",
    ),
    (
        "2024",
        "ability-scores alignments backgrounds classes conditions damage-types equipment equipment-categories feats \
         features languages levels magic-items magic-schools monsters poisons proficiencies skills species spells \
         subclasses subspecies traits weapon-mastery-properties weapon-properties",
    ),
];

/// The source, at an address.
#[derive(Clone, Debug)]
pub struct Dnd5e {
    /// Address without a final slash.
    pub base: String,
}

#[async_trait]
impl Upstream for Dnd5e {
    fn name(&self) -> &'static str {
        NAME
    }

    fn base(&self) -> &str {
        &self.base
    }

    fn endpoints(&self) -> Vec<Endpoint> {
        ENDPOINTS
            .iter()
            .flat_map(|(edition, names)| {
                names
                    .split(' ')
                    .map(move |name| Endpoint { name: format!("{edition}/{name}"), family: Some(family(name)) })
            })
            .collect()
    }

    async fn fetch(&self, client: &Client, endpoint: &str, progress: &dyn Progress) -> Result<Fetched, FetchError> {
        fetch::listing(client, &self.base, endpoint, progress).await
    }

    async fn unread_collections(&self, client: &Client) -> Result<Vec<String>, FetchError> {
        let mut unread = Vec::new();
        for (edition, known) in ENDPOINTS {
            let names = fetch::collections(client, &self.base, edition).await?;
            let known: Vec<&str> = known.split(' ').chain(["locales"]).collect();
            let new = names.iter().filter(|name| !known.contains(&name.as_str()));
            unread.extend(new.map(|name| format!("{edition}/{name}")));
        }
        Ok(unread)
    }
}

/// The family that a collection feeds.
fn family(collection: &str) -> Family {
    match collection {
        "spells" => Family::Spell,
        "monsters" => Family::Creature,
        "equipment" | "equipment-categories" | "magic-items" | "poisons" => Family::Equipment,
        "backgrounds" | "classes" | "feats" | "features" | "levels" | "races" | "species" | "subclasses"
        | "subraces" | "subspecies" | "traits" => Family::CharacterOption,
        _ => Family::Rule,
    }
}

/// Draws rows from the records.
pub fn normalise(records: &Records) -> Drafts {
    let mut drafts = Drafts::default();
    document::draw(records, &mut drafts);
    for edition in ["2014", "2024"] {
        spell::draw(edition, records, &mut drafts);
        monster::draw(edition, records, &mut drafts);
        equipment::draw(edition, records, &mut drafts);
        character_option::draw(edition, records, &mut drafts);
        rule::draw(edition, records, &mut drafts);
    }
    drafts
}

/// The service's own address.
const SITE: &str = "https://www.dnd5eapi.co";

/// The page of a record on the service itself. That of a level is below its class, as the record says.
pub(super) fn page(endpoint: &str, record: &Record) -> String {
    let own = record.raw.get("url").and_then(Value::as_str);
    match own.filter(|path| endpoint.ends_with("/levels") && path.starts_with("/api/")) {
        Some(path) => format!("{SITE}{path}"),
        None => format!("{SITE}/api/{endpoint}/{}", record.key),
    }
}

/// A row with the record that it was made of.
fn draft<R>(row: R, endpoint: &str, record: &Record) -> Draft<R> {
    Draft::new(row, origin(NAME, endpoint, record))
}
