//! Fetching of the archive of the pinned release, whose content is verified.

use super::{ENDPOINT, FoundrySrd, NAME, RELEASE, REPOSITORY, endpoint, read_archive};
use crate::http::{Client, FetchError};
use crate::import::Allowance;
use crate::{Endpoint, Fetched, Progress, Upstream};
use async_trait::async_trait;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[async_trait]
impl Upstream for FoundrySrd {
    fn name(&self) -> &'static str {
        NAME
    }

    fn base(&self) -> &str {
        &self.base
    }

    fn endpoints(&self) -> Vec<Endpoint> {
        vec![endpoint()]
    }

    async fn fetch(&self, client: &Client, _endpoint: &str, progress: &dyn Progress) -> Result<Fetched, FetchError> {
        let url = format!("{}/{REPOSITORY}/archive/refs/tags/{RELEASE}.tar.gz", self.base);
        let arrived = Arc::new(AtomicUsize::new(0));
        let (counted, place) = (Arc::clone(&arrived), url.clone());
        let read = move |stream| {
            read_archive(stream, &mut Allowance::default(), || {
                counted.fetch_add(1, Ordering::Relaxed);
            })
            .map_err(|problem| FetchError::Unexpected { url: place.clone(), cause: format!("the archive {problem}") })
        };
        let advance = || progress.advance(arrived.swap(0, Ordering::Relaxed));
        let mut packs = client.stream(&url, read, advance).await?;
        if packs.content != self.content {
            return Err(FetchError::Unverified { url, found: packs.content });
        }
        let records = packs.records.0.remove(ENDPOINT).unwrap_or_default();
        progress.total(records.len());
        Ok(Fetched { records, ..Fetched::default() })
    }

    /// The release is pinned: it has no more than what was looked at when it was.
    async fn unread_collections(&self, _: &Client) -> Result<Vec<String>, FetchError> {
        Ok(Vec::new())
    }
}
