//! Fetching of listings of the D&D 5e API: an index of `{index, name, url}`, and a record behind each url.

use crate::Progress;
use crate::bounded_join::{Joined, bounded_join};
use crate::http::{Client, FetchError};
use crate::{Fetched, Record};
use serde_json::Value;
use std::collections::BTreeMap;

/// Fetches an endpoint such as `2014/monsters`. Levels have no index of their own: they are found below each class and
/// subclass. A listing that a server does not have, because it is older or newer, is no failure.
pub(super) async fn listing(
    client: &Client,
    base: &str,
    endpoint: &str,
    progress: &dyn Progress,
) -> Result<Fetched, FetchError> {
    let (edition, collection) = endpoint.split_once('/').unwrap_or(("2014", endpoint));
    let joined = match collection {
        "levels" => all_levels(client, base, edition, progress).await,
        _ => records(client, base, edition, collection, progress).await,
    };
    let joined = match joined {
        Ok(joined) => joined,
        Err(error) if is_absent(&error) => {
            let known = collections(client, base, edition).await?;
            return if known.iter().any(|name| name == collection) { Err(error) } else { Ok(Fetched::absent()) };
        }
        Err(error) => return Err(error),
    };
    let missing = joined.missing("records");
    let records: BTreeMap<String, Record> =
        joined.results.into_iter().flatten().map(|record| (record.key.clone(), record)).collect();
    let incomplete = missing.or_else(|| records.is_empty().then(|| "the listing is empty".to_owned()));
    Ok(Fetched { records: records.into_values().collect(), incomplete, ..Fetched::default() })
}

/// Whether there is nothing at an address. A server before September 2026 also says so when it failed.
fn is_absent(error: &FetchError) -> bool {
    matches!(error, FetchError::Status { status: 404, .. })
}

/// The names of an edition's collections.
pub(super) async fn collections(client: &Client, base: &str, edition: &str) -> Result<Vec<String>, FetchError> {
    let url = format!("{base}/api/{edition}");
    let Value::Object(names) = client.json(&url).await? else {
        return Err(unexpected(url, "not the names of the collections"));
    };
    Ok(names.into_iter().map(|(name, _)| name).collect())
}

/// The records of a collection.
async fn records(
    client: &Client,
    base: &str,
    edition: &str,
    collection: &str,
    progress: &dyn Progress,
) -> Result<Joined<Vec<Record>>, FetchError> {
    let keys = index(client, base, edition, collection).await?;
    progress.total(keys.len());
    let records = keys.into_iter().map(async |key| {
        let url = format!("{base}/api/{edition}/{collection}/{key}");
        let raw = client.json(&url).await?;
        progress.advance(1);
        Ok(vec![Record { key, url, raw }])
    });
    gathered(bounded_join(records.collect()).await)
}

/// The levels of all classes and subclasses.
async fn all_levels(
    client: &Client,
    base: &str,
    edition: &str,
    progress: &dyn Progress,
) -> Result<Joined<Vec<Record>>, FetchError> {
    let mut owners = Vec::new();
    for collection in ["classes", "subclasses"] {
        let keys = index(client, base, edition, collection).await?;
        owners.extend(keys.into_iter().map(|owner| (collection, owner)));
    }
    let lists = owners.into_iter().map(async |(collection, owner)| {
        let url = format!("{base}/api/{edition}/{collection}/{owner}/levels");
        levels(client, base, url, progress).await
    });
    gathered(bounded_join(lists.collect()).await)
}

/// What came; the first failure where nothing did.
fn gathered(joined: Joined<Vec<Record>>) -> Result<Joined<Vec<Record>>, FetchError> {
    match joined.nothing() {
        Some(error) => Err(error),
        None => Ok(joined),
    }
}

/// The indexes of a collection's records.
async fn index(client: &Client, base: &str, edition: &str, collection: &str) -> Result<Vec<String>, FetchError> {
    let url = format!("{base}/api/{edition}/{collection}");
    let value = client.json(&url).await?;
    let Some(results) = value.get("results").and_then(Value::as_array) else {
        return Err(unexpected(url, "no list of results"));
    };
    let keys = results.iter().map(|entry| Some(entry.get("index")?.as_str()?.to_owned()));
    let keys: Option<Vec<String>> = keys.collect();
    keys.ok_or_else(|| unexpected(url, "a result without an index"))
}

/// The levels of a class or subclass.
async fn levels(client: &Client, base: &str, url: String, progress: &dyn Progress) -> Result<Vec<Record>, FetchError> {
    let Value::Array(levels) = client.json(&url).await? else {
        return Err(unexpected(url, "not a list"));
    };
    progress.advance(levels.len());
    let records = levels.into_iter().filter_map(|raw| {
        let key = raw.get("index")?.as_str()?.to_owned();
        let url = raw.get("url").and_then(Value::as_str).map_or(url.clone(), |u| format!("{base}{u}"));
        Some(Record { key, url, raw })
    });
    Ok(records.collect())
}

fn unexpected(url: String, cause: &str) -> FetchError {
    FetchError::Unexpected { url, cause: cause.to_owned() }
}
