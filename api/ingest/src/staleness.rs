//! Staleness: which listings are due to be fetched.

use crate::Ingest;
use crate::error::Result;
use lorekeeper_content::Family;
use lorekeeper_sources::{Endpoint, Upstream};
use lorekeeper_store::{self as store, EndpointState};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Which listings are due.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Due {
    /// None: rows are made of stored records only.
    Nothing,
    /// Listings that are not fresh and have not just failed.
    Stale,
    /// Listings that are not fresh.
    NotFresh,
    /// All listings.
    All,
}

/// The listings of an upstream that are due, with the state of their last fetch.
pub(super) async fn due_endpoints(
    ingest: &Ingest,
    source: &dyn Upstream,
    due: Due,
    families: &[Family],
) -> Result<Vec<(Endpoint, Option<EndpointState>)>> {
    let mut states = store::endpoint_states(&ingest.store.pool).await?;
    states.retain(|state| state.source == source.name());
    let listings = source
        .endpoints()
        .into_iter()
        .filter(|endpoint| endpoint.family.is_none_or(|family| families.is_empty() || families.contains(&family)));
    let with_state = listings.map(|endpoint| {
        let state = states.iter().find(|state| state.endpoint == endpoint.name);
        let state = state.cloned();
        (endpoint, state)
    });
    Ok(with_state.filter(|(_, state)| is_due(state.as_ref(), due, ingest.settings.cache_ttl)).collect())
}

fn is_due(state: Option<&EndpointState>, due: Due, cache_ttl: Duration) -> bool {
    let Some(state) = state else {
        return due != Due::Nothing;
    };
    match due {
        Due::Nothing => false,
        Due::All => true,
        Due::NotFresh => !state.is_fresh(cache_ttl),
        Due::Stale => !state.is_fresh(cache_ttl) && !state.has_just_failed(),
    }
}
