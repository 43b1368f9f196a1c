//! Open5e API client, for both versions: paginated listings of `{count, next, results}`.

pub(crate) mod aliases;

use super::bounded_join::bounded_join;
use super::http::{Client, FetchError};
use super::{Endpoint, Fetched, Record, Upstream};
use crate::Progress;
use async_trait::async_trait;
use lorekeeper_content::Family;
use serde_json::Value;
use std::collections::BTreeMap;

/// Records a page. Small listings fit one page, whose order then does not matter; a page of
/// creatures is about 2 MB.
const PAGE_SIZE: usize = 300;

/// More pages than any listing has: a larger count is not believed.
const MAX_PAGES: usize = 1000;

/// A version of the API.
#[derive(Copy, Clone, Debug)]
pub struct Api {
    /// The source's name.
    pub name: &'static str,
    /// The version's listings, with the family that each feeds.
    pub endpoints: &'static [(&'static str, Option<Family>)],
    /// The listings that are left out on purpose, divided by blanks.
    pub unread: &'static str,
    /// The first segment of its paths (`v2`).
    pub version: &'static str,
    /// The field that is a record's key.
    pub key: &'static str,
}

/// A version, at an address.
#[derive(Clone, Debug)]
pub struct Open5e {
    /// The version.
    pub api: Api,
    /// Address without a final slash, the same for all versions.
    pub base: String,
}

#[async_trait]
impl Upstream for Open5e {
    fn name(&self) -> &'static str {
        self.api.name
    }

    fn base(&self) -> &str {
        &self.base
    }

    fn endpoints(&self) -> Vec<Endpoint> {
        let endpoint = |(name, family): &(&str, Option<Family>)| Endpoint { name: (*name).to_owned(), family: *family };
        self.api.endpoints.iter().map(endpoint).collect()
    }

    async fn fetch(&self, client: &Client, endpoint: &str, progress: &dyn Progress) -> Result<Fetched, FetchError> {
        let listing = self.api.listing(client, &self.base, endpoint, progress);
        listing.await
    }

    async fn unread_collections(&self, client: &Client) -> Result<Vec<String>, FetchError> {
        let url = format!("{}/{}/", self.base, self.api.version);
        let Value::Object(names) = client.json(&url).await? else {
            return Err(FetchError::Unexpected { url, cause: "not the names of the listings".to_owned() });
        };
        let is_read = |name: &str| self.api.endpoints.iter().any(|(known, _)| *known == name);
        let is_known = |name: &str| self.api.unread.split(' ').any(|known| known == name);
        let names = names.into_iter().map(|(name, _)| name);
        Ok(names.filter(|name| !is_read(name) && !is_known(name)).collect())
    }
}

/// A page of a listing.
struct Page {
    count: usize,
    results: Vec<Value>,
}

impl Api {
    /// Fetches every page of an endpoint.
    async fn listing(
        self,
        client: &Client,
        base: &str,
        endpoint: &str,
        progress: &dyn Progress,
    ) -> Result<Fetched, FetchError> {
        let address = format!("{base}/{}/{endpoint}/", self.version);
        let first = fetch_page(client, &address, 1).await?;
        progress.total(first.count);
        progress.advance(first.results.len());
        // Pages that are shorter than requested are more numerous; after an empty first page there are none.
        let pages = match first.results.len().min(PAGE_SIZE) {
            0 => 1,
            length => first.count.div_ceil(length).min(MAX_PAGES),
        };
        let rest = (2..=pages).map(async |number| {
            let page = fetch_page(client, &address, number).await?;
            progress.advance(page.results.len());
            Ok(page.results)
        });
        let rest = bounded_join(rest.collect()).await;

        let missing = rest.missing("pages");
        let all = std::iter::once(first.results).chain(rest.results).flatten();
        let (records, nameless) = self.keyed(&address, all);
        let incomplete = if first.count == 0 {
            Some("the listing is empty".to_owned())
        } else if missing.is_some() {
            missing
        } else if nameless > 0 {
            Some(format!("{nameless} records have no key"))
        } else if records.len() < first.count {
            Some(format!("{} of {} records came", records.len(), first.count))
        } else {
            None
        };
        Ok(Fetched { records, incomplete, ..Fetched::default() })
    }

    /// The records by their keys, without duplicates, and the number of records without a key. Version 1 makes keys of
    /// names: where two books have a record of one name, the book is put before the key.
    fn keyed(self, address: &str, all: impl Iterator<Item = Value>) -> (Vec<Record>, usize) {
        let mut nameless = 0;
        let mut namesakes: BTreeMap<String, BTreeMap<String, Value>> = BTreeMap::new();
        for raw in all {
            let text = |field: &str| raw.get(field).and_then(Value::as_str).map(str::to_owned);
            match text(self.key) {
                None => nameless += 1,
                Some(key) => {
                    let book = text("document__slug").unwrap_or_default();
                    let books = namesakes.entry(key).or_default();
                    books.entry(book).or_insert(raw);
                }
            }
        }
        let records = namesakes.into_iter().flat_map(|(key, books)| {
            let alone = books.len() == 1;
            let url = format!("{address}{key}/");
            books.into_iter().map(move |(book, raw)| Record {
                key: if alone { key.clone() } else { format!("{book}_{key}") },
                url: url.clone(),
                raw,
            })
        });
        let mut records: Vec<Record> = records.collect();
        records.sort_by(|a, b| a.key.cmp(&b.key));
        (records, nameless)
    }
}

/// The listings of version 2 that have pages on the site, by the path of these.
const PAGES: [(&str, &str); 7] = [
    ("backgrounds", "backgrounds"),
    ("classes", "classes"),
    ("conditions", "conditions"),
    ("creatures", "monsters"),
    ("feats", "feats"),
    ("magicitems", "magic-items"),
    ("spells", "spells"),
];

/// The page of a record: on the site where that has one, else what the API shows in a browser.
pub(super) fn page(api: &Api, endpoint: &str, record: &Record) -> String {
    let own = record.raw.get(api.key).and_then(Value::as_str);
    let key = own.unwrap_or(&record.key);
    let mut pages = PAGES.iter().filter(|_| api.version == "v2");
    match pages.find(|(name, _)| *name == endpoint) {
        Some((_, path)) => format!("https://open5e.com/{path}/{key}"),
        None => format!("https://api.open5e.com/{}/{endpoint}/{key}/", api.version),
    }
}

async fn fetch_page(client: &Client, address: &str, number: usize) -> Result<Page, FetchError> {
    let url = format!("{address}?limit={PAGE_SIZE}&page={number}");
    let mut value = client.json(&url).await?;
    let count = value.get("count").and_then(Value::as_u64);
    let count = count.and_then(|count| usize::try_from(count).ok());
    match (count, value.get_mut("results").map(Value::take)) {
        (Some(count), Some(Value::Array(results))) => Ok(Page { count, results }),
        _ => Err(FetchError::Unexpected { url, cause: "not a page with a count and results".to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_record_has_a_key_of_its_own() {
        let api = Api { name: "open5e_v0", endpoints: &[], unread: "", version: "v1", key: "slug" };
        let record = |slug: &str, book: &str| json!({"slug": slug, "document__slug": book});
        let all = vec![
            record("newt", "pond"),
            record("toad", "pond"),
            record("newt", "lake"),
            record("toad", "pond"),
            json!({"name": "Frog"}),
        ];
        let (records, nameless) = api.keyed("http://here/v1/pets/", all.into_iter());
        let keys: Vec<&str> = records.iter().map(|r| r.key.as_str()).collect();
        assert_eq!(keys, ["lake_newt", "pond_newt", "toad"]);
        assert_eq!(records[0].url, "http://here/v1/pets/newt/");
        assert_eq!(nameless, 1);
    }
}
