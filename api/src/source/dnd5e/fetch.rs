//! Listings of the D&D 5e API: an index of `{index, name, url}`, and a record behind each url.

use crate::progress::Progress;
use crate::source::http::{Client, FetchError, IN_FLIGHT};
use crate::source::{Fetched, Record};
use futures::{StreamExt, TryStreamExt, stream};
use serde::Deserialize;
use serde_json::Value;

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
    progress: &Progress,
) -> Result<Fetched, FetchError> {
    let (edition, collection) = endpoint.split_once('/').unwrap_or(("2014", endpoint));
    let records = if collection == "levels" {
        let mut levels = below(client, base, edition, "classes", progress).await?;
        levels.extend(below(client, base, edition, "subclasses", progress).await?);
        levels
    } else {
        let entries = index(client, base, edition, collection).await?;
        progress.total(entries.len());
        stream::iter(entries)
            .map(async |entry| {
                let url = format!("{base}/api/{edition}/{collection}/{}", entry.index);
                let raw = client.json(&url).await?;
                progress.advance(1);
                Ok::<_, FetchError>(Record {
                    key: entry.index,
                    url,
                    raw,
                })
            })
            .buffered(IN_FLIGHT)
            .try_collect()
            .await?
    };
    let incomplete = records
        .is_empty()
        .then(|| "the listing is empty".to_owned());
    Ok(Fetched {
        records,
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

/// The levels below each class or subclass.
async fn below(
    client: &Client,
    base: &str,
    edition: &str,
    collection: &str,
    progress: &Progress,
) -> Result<Vec<Record>, FetchError> {
    let owners = index(client, base, edition, collection).await?;
    let lists: Vec<Vec<Record>> = stream::iter(owners)
        .map(async |owner| {
            let url = format!("{base}/api/{edition}/{collection}/{}/levels", owner.index);
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
        })
        .buffered(IN_FLIGHT)
        .try_collect()
        .await?;
    Ok(lists.into_iter().flatten().collect())
}
