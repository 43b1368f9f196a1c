//! News of the sources: what they have that is not read, and which listings a server does not have.
//!
//! It is kept in the store, by source, until the listings are fetched again.

use crate::error::Result;
use indicatif::HumanCount;
use lorekeeper_sources::{ListingNotes, unread_fields};
use lorekeeper_store as store;
use sea_orm::{ConnectionTrait, DatabaseConnection};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// How many listings a sentence names, and how many fields of each.
const MAX_NAMED: usize = 6;

/// The news of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct News {
    /// Collections that the source has and that are not read.
    collections: BTreeSet<String>,
    /// Fields that most records of a listing have and that are not read, by listing.
    fields: BTreeMap<String, BTreeSet<String>>,
    /// Listings that this server of the source does not have.
    absent: BTreeSet<String>,
}

impl News {
    /// The news that a fetched listing brings.
    pub fn add_listing(&mut self, source: &str, endpoint: &str, notes: &ListingNotes) {
        let fields = unread_fields(source, endpoint, notes);
        self.absent.remove(endpoint);
        if fields.is_empty() {
            self.fields.remove(endpoint);
        } else {
            self.fields.insert(endpoint.to_owned(), fields);
        }
    }

    /// A listing that the server does not have.
    pub fn add_absent(&mut self, endpoint: &str) {
        self.fields.remove(endpoint);
        self.absent.insert(endpoint.to_owned());
    }

    /// The collections that are not read.
    pub fn set_collections(&mut self, collections: Vec<String>) {
        self.collections = collections.into_iter().collect();
    }

    /// The news in a sentence; `None` where there are none.
    fn sentence(&self, source: &str) -> Option<String> {
        let fields = self.fields.iter();
        let fields = fields.map(|(endpoint, fields)| format!("{endpoint} ({})", some(fields)));
        let unread: Vec<String> = self.collections.iter().cloned().chain(fields).collect();
        let absent: Vec<&String> = self.absent.iter().collect();
        let parts: Vec<String> = [
            (!unread.is_empty()).then(|| format!("has what is not read: {}", some(&unread))),
            (!absent.is_empty()).then(|| format!("has no {} here", some(absent))),
        ]
        .into_iter()
        .flatten()
        .collect();
        (!parts.is_empty()).then(|| format!("{source} {}.", parts.join("; it ")))
    }
}

/// The first of some names, and how many more there are.
fn some<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> String {
    let names: Vec<T> = names.into_iter().collect();
    let shown: Vec<&str> = names.iter().take(MAX_NAMED).map(AsRef::as_ref).collect();
    match names.len().saturating_sub(MAX_NAMED) {
        0 => shown.join(", "),
        more => format!("{} and {} more", shown.join(", "), HumanCount(more as u64)),
    }
}

fn fact_key(source: &str) -> String {
    format!("news:{source}")
}

/// The stored news of a source.
pub(super) async fn stored(db: &impl ConnectionTrait, source: &str) -> Result<News> {
    let news = store::fact(db, &fact_key(source)).await?;
    Ok(news.and_then(|news| serde_json::from_str(&news).ok()).unwrap_or_default())
}

/// Stores the news of a source.
pub(super) async fn put(db: &DatabaseConnection, source: &str, news: &News) -> Result<()> {
    // A structure of texts is always JSON.
    let text = serde_json::to_string(news).unwrap_or_default();
    Ok(store::set_fact(db, &fact_key(source), &text).await?)
}

/// The news of sources, a sentence each.
pub async fn sentences(db: &impl ConnectionTrait, sources: &[&str]) -> Result<Vec<String>> {
    let mut sentences = Vec::new();
    for source in sources {
        sentences.extend(stored(db, source).await?.sentence(source));
    }
    Ok(sentences)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(unread: &[(&str, usize)]) -> ListingNotes {
        let unread = unread.iter();
        ListingNotes {
            records: 9,
            unread: unread.map(|(field, count)| ((*field).to_owned(), *count)).collect(),
            ..ListingNotes::default()
        }
    }

    #[test]
    fn news_are_one_sentence() {
        let mut news = News::default();
        assert_eq!(news.sentence("pond"), None);
        news.add_listing("pond", "newts", &notes(&[("gills", 9), ("spots", 4), ("tail", 5)]));
        news.set_collections(vec!["toads".to_owned()]);
        news.add_absent("eels");
        let sentence = "pond has what is not read: toads, newts (gills, tail); it has no eels here.";
        assert_eq!(news.sentence("pond").as_deref(), Some(sentence));
        news.add_listing("pond", "newts", &notes(&[("spots", 4)]));
        news.add_listing("pond", "eels", &notes(&[]));
        news.set_collections((0..20).map(|number| format!("toads{number:02}")).collect());
        let sentence = news.sentence("pond").unwrap();
        assert!(sentence.ends_with("toads05 and 14 more."), "{sentence}");
    }
}
