//! Listings of Open5e: numbered pages of `{count, next, results}`.

use crate::progress::Progress;
use crate::source::gather::gather;
use crate::source::http::{Client, FetchError};
use crate::source::{Fetched, Record};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Records a page. Small listings fit one page, whose order then does not matter; a page of
/// creatures is about 2 MB.
const PAGE: usize = 300;

/// More pages than any listing has: who claims more is not believed.
const MOST_PAGES: usize = 1000;

#[derive(Deserialize)]
struct Page {
    count: usize,
    results: Vec<Value>,
}

/// Fetches every page of an endpoint.
pub(super) async fn listing(
    client: &Client,
    base: &str,
    endpoint: &str,
    progress: &Progress,
) -> Result<Fetched, FetchError> {
    let first = page(client, base, endpoint, 1).await?;
    progress.total(first.count);
    progress.advance(first.results.len());
    // Whoever gives shorter pages than asked for has more of them; whoever gives an empty one has none to give.
    let pages = match first.results.len().min(PAGE) {
        0 => 1,
        length => first.count.div_ceil(length).min(MOST_PAGES),
    };
    let rest = (2..=pages).map(async |number| {
        let page = page(client, base, endpoint, number).await?;
        progress.advance(page.results.len());
        Ok(page.results)
    });
    let rest = gather(rest.collect()).await;

    let missing = rest.missing("pages");
    let mut nameless = 0;
    let mut records: BTreeMap<String, Record> = BTreeMap::new();
    for raw in std::iter::once(first.results).chain(rest.came).flatten() {
        match raw.get("key").and_then(Value::as_str) {
            None => nameless += 1,
            Some(key) => {
                let url = format!("{base}/v2/{endpoint}/{key}/");
                records.entry(key.to_owned()).or_insert(Record {
                    key: key.to_owned(),
                    url,
                    raw,
                });
            }
        }
    }
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
    Ok(Fetched {
        records: records.into_values().collect(),
        incomplete,
    })
}

async fn page(
    client: &Client,
    base: &str,
    endpoint: &str,
    number: usize,
) -> Result<Page, FetchError> {
    let url = format!("{base}/v2/{endpoint}/?limit={PAGE}&page={number}");
    let value = client.json(&url).await?;
    serde_json::from_value(value).map_err(|cause| FetchError::Unexpected {
        url,
        cause: cause.to_string(),
    })
}
