//! Freshness: how old the stored content is.

use async_graphql::Enum;
use lorekeeper_content::Family;
use lorekeeper_ingest::Ingest;
use lorekeeper_sources::Listing;
use lorekeeper_store::EndpointState;

/// Freshness of the stored content.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
pub enum CacheStatus {
    /// Everything was fetched within the time that counts as fresh.
    Fresh,
    /// Something is older than that, or its last fetch failed.
    Stale,
    /// Something is being fetched now; results are of the content stored before.
    Refreshing,
    /// The server is configured to stay offline.
    Offline,
}

/// Freshness of a family's content, or of all content.
pub fn cache_status(ingest: &Ingest, states: &[EndpointState], family: Option<Family>) -> CacheStatus {
    if ingest.settings.offline {
        return CacheStatus::Offline;
    }
    let feeds = |listing: &&Listing| listing.feeds(family);
    let listings: Vec<&Listing> = ingest.listings.iter().filter(feeds).collect();
    let is_fetching = |l: &&Listing| ingest.on_demand.is_fetching(l.source, &l.endpoint.name);
    let is_fresh = |l: &&Listing| {
        states.iter().any(|state| {
            state.source == l.source && state.endpoint == l.endpoint.name && state.is_fresh(ingest.settings.cache_ttl)
        })
    };
    if listings.iter().any(is_fetching) {
        CacheStatus::Refreshing
    } else if !listings.is_empty() && listings.iter().all(is_fresh) {
        CacheStatus::Fresh
    } else {
        CacheStatus::Stale
    }
}
