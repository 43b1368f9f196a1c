//! Which listings are due.

use crate::app::App;
use crate::error::Result;
use crate::family::Family;
use crate::source::{Endpoint, Upstream};
use crate::store::{self, EndpointState};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What is due.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Due {
    /// Nothing: what is stored is all there is to draw from.
    Nothing,
    /// What is not fresh and has not just failed.
    Stale,
    /// What is not fresh.
    NotFresh,
    /// Everything.
    All,
}

/// The listings of an upstream that are due, with how fetching them went so far.
pub(super) async fn endpoints(
    app: &App,
    source: &dyn Upstream,
    due: Due,
    families: &[Family],
) -> Result<Vec<(Endpoint, Option<EndpointState>)>> {
    let mut states = store::endpoint_states(&app.db.pool).await?;
    states.retain(|state| state.source == source.name());
    let listings = source.endpoints().into_iter().filter(|endpoint| {
        endpoint
            .family
            .is_none_or(|family| families.is_empty() || families.contains(&family))
    });
    let with_state = listings.map(|endpoint| {
        let state = states.iter().find(|state| state.endpoint == endpoint.name);
        let state = state.cloned();
        (endpoint, state)
    });
    Ok(with_state
        .filter(|(_, state)| is_due(state.as_ref(), due, app.config.cache_ttl))
        .collect())
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
