//! Fetching of listings of the D&D 5e API: an index of `{index, name, url}`, and a record behind each url.

use crate::Progress;
use crate::bounded_join::bounded_join;
use crate::http::{Client, FetchError};
use crate::{Fetched, Record};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Index {
    results: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    index: String,
}

/// Fetches an endpoint such as `2014/monsters`. Levels have no index of their own: they are found
/// below each class and subclass.
pub(super) async fn listing(
    client: &Client,
    base: &str,
    endpoint: &str,
    progress: &dyn Progress,
) -> Result<Fetched, FetchError> {
    let (edition, collection) = endpoint.split_once('/').unwrap_or(("2014", endpoint));
    let joined = if collection == "levels" {
        let mut owners = Vec::new();
        for collection in ["classes", "subclasses"] {
            let entries = index(client, base, edition, collection).await?;
            owners.extend(entries.into_iter().map(|owner| (collection, owner.index)));
        }
        let lists = owners.into_iter().map(async |(collection, owner)| {
            let url = format!("{base}/api/{edition}/{collection}/{owner}/levels");
            levels(client, base, url, progress).await
        });
        bounded_join(lists.collect()).await
    } else {
        let entries = index(client, base, edition, collection).await?;
        progress.total(entries.len());
        let records = entries.into_iter().map(async |entry| {
            let url = format!("{base}/api/{edition}/{collection}/{}", entry.index);
            let raw = client.json(&url).await?;
            progress.advance(1);
            let key = entry.index;
            Ok(vec![Record { key, url, raw }])
        });
        bounded_join(records.collect()).await
    };
    if let Some(error) = joined.nothing() {
        return Err(error);
    }
    let missing = joined.missing("records");
    let records: BTreeMap<String, Record> = joined
        .results
        .into_iter()
        .flatten()
        .map(|record| (record.key.clone(), record))
        .collect();
    let incomplete = missing.or_else(|| {
        records
            .is_empty()
            .then(|| "the listing is empty".to_owned())
    });
    Ok(Fetched {
        records: records.into_values().collect(),
        incomplete,
    })
}

async fn index(
    client: &Client,
    base: &str,
    edition: &str,
    collection: &str,
) -> Result<Vec<Entry>, FetchError> {
    let url = format!("{base}/api/{edition}/{collection}");
    let value = client.json(&url).await?;
    let index: Index = serde_json::from_value(value).map_err(|cause| FetchError::Unexpected {
        url,
        cause: cause.to_string(),
    })?;
    Ok(index.results)
}

/// The levels of a class or subclass.
async fn levels(
    client: &Client,
    base: &str,
    url: String,
    progress: &dyn Progress,
) -> Result<Vec<Record>, FetchError> {
    let Value::Array(levels) = client.json(&url).await? else {
        return Err(FetchError::Unexpected {
            url,
            cause: "not a list".to_owned(),
        });
    };
    progress.advance(levels.len());
    let records = levels.into_iter().filter_map(|raw| {
        let key = raw.get("index")?.as_str()?.to_owned();
        let url = raw
            .get("url")
            .and_then(Value::as_str)
            .map_or(url.clone(), |u| format!("{base}{u}"));
        Some(Record { key, url, raw })
    });
    Ok(records.collect())
}
