//! On-demand fetch: a query on a family that was never fetched fetches it, once for all concurrent queries, and waits for
//! it only briefly.

use super::{Due, Options};
use crate::Ingest;
use crate::error::{Error, Result};
use crate::jobs::{Kind, Origin, Outcome};
use crate::progress::ProgressSink;
use crate::sync::sync_in_turn;
use lorekeeper_content::Family;
use lorekeeper_sources::configured;
use lorekeeper_store::LockGuard;
use lorekeeper_store::{self as store, Removals};
use moka::future::Cache;
use sea_orm::DatabaseConnection;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a query waits for a fetch; then it is answered from what is stored.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// The families that queries wait for, and the listings that are being fetched.
#[derive(Debug)]
pub struct OnDemand {
    wanted: Mutex<BTreeSet<Family>>,
    fetching: Mutex<BTreeSet<(String, String)>>,
    fetched: Cache<Family, ()>,
}

impl Default for OnDemand {
    fn default() -> Self {
        Self {
            wanted: Mutex::default(),
            fetching: Mutex::default(),
            fetched: Cache::new(Family::ALL.len() as u64),
        }
    }
}

impl OnDemand {
    /// Whether a query waits for a family.
    pub(super) fn is_wanted(&self, family: Family) -> bool {
        lock(&self.wanted).contains(&family)
    }

    /// Whether a listing is being fetched, or will be in this sync.
    #[must_use]
    pub fn is_fetching(&self, source: &str, endpoint: &str) -> bool {
        lock(&self.fetching).contains(&(source.to_owned(), endpoint.to_owned()))
    }

    /// Marks listings of a source as being fetched, until the guard is dropped.
    pub(super) fn fetching(&self, source: &str, endpoints: &[String]) -> Fetching<'_> {
        let listings: Vec<_> = endpoints
            .iter()
            .map(|endpoint| (source.to_owned(), endpoint.clone()))
            .collect();
        lock(&self.fetching).extend(listings.iter().cloned());
        Fetching {
            demand: self,
            listings,
        }
    }
}

/// A guard of listings that are being fetched.
pub(super) struct Fetching<'a> {
    demand: &'a OnDemand,
    listings: Vec<(String, String)>,
}

impl Fetching<'_> {
    /// Unmarks a listing that is stored.
    pub fn done(&self, source: &str, endpoint: &str) {
        lock(&self.demand.fetching).remove(&(source.to_owned(), endpoint.to_owned()));
    }
}

impl Drop for Fetching<'_> {
    fn drop(&mut self) {
        let mut fetching = lock(&self.demand.fetching);
        for listing in &self.listings {
            fetching.remove(listing);
        }
    }
}

/// Fetches those of the families that were never fetched, and waits briefly.
pub async fn ensure_fetched(ingest: &Arc<Ingest>, families: &[Family]) {
    if ingest.settings.offline {
        return;
    }
    let all = families.iter().map(|family| ensure_family(ingest, *family));
    if tokio::time::timeout(MAX_WAIT, futures::future::join_all(all))
        .await
        .is_err()
    {
        tracing::info!(
            "A query is answered with what is stored so far; the rest is being fetched."
        );
    }
}

async fn ensure_family(ingest: &Arc<Ingest>, family: Family) {
    let fetch = async {
        // The replica may lag behind, and the primary need not be asked if it does not.
        if is_fetched(ingest, &ingest.store.reading(), family).await?
            || is_fetched(ingest, &ingest.store.pool, family).await?
        {
            return Ok(());
        }
        if !is_due(ingest, family).await? {
            return Err(Missing::TooSoon);
        }
        // A task of its own: a query may stop waiting.
        let task = tokio::spawn(fetch(Arc::clone(ingest), family));
        match task.await {
            Ok(outcome) => outcome?,
            Err(cause) => return Err(Error::internal("A fetch broke off.", cause).into()),
        }
        if is_fetched(ingest, &ingest.store.pool, family).await? {
            ingest.store.caught_up().await;
            Ok(())
        } else {
            Err(Missing::TooSoon)
        }
    };
    // Only successes are cached here; failures are in the store.
    if let Err(missing) = ingest.on_demand.fetched.try_get_with(family, fetch).await
        && let Missing::Failed(error) = &*missing
    {
        tracing::warn!("{} could not be fetched: {error}", family.name());
    }
}

/// Why a family could not be fetched.
enum Missing {
    /// The sources gave nothing, and it is too soon to try again.
    TooSoon,
    /// The fetch failed before the sources were asked.
    Failed(Error),
}

impl From<Error> for Missing {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// Fetches a family, unless a sync that runs already does so first.
async fn fetch(ingest: Arc<Ingest>, family: Family) -> Result<()> {
    let _wanted = Wanted::new(&ingest.on_demand, family);
    let mut content = ingest.store.watch_content();
    let turn = async {
        let mut turn = std::pin::pin!(ingest.store.syncing.lock(&ingest.store));
        loop {
            tokio::select! {
                turn = &mut turn => return Ok(Some(turn?)),
                changed = content.changed() => {
                    if changed.is_err() || is_fetched(&ingest, &ingest.store.pool, family).await? {
                        return Ok(None);
                    }
                }
            }
        }
    };
    let turn: Result<Option<LockGuard<'_>>> = turn.await;
    let Some(turn) = turn? else {
        return Ok(());
    };
    let options = Options {
        sources: Vec::new(),
        families: vec![family],
        due: Due::Stale,
        removals: Removals::Guarded,
    };
    let job = ingest.jobs.begin(Kind::Sync, Origin::Query);
    let sink = ProgressSink::default().and(job.sink());
    match turn
        .run(sync_in_turn(&ingest, &turn, &options, &sink))
        .await
    {
        Ok(report) => {
            job.stored(Outcome::Synced(report));
            job.done();
            Ok(())
        }
        Err(error) => {
            job.failed(error.clone());
            Err(error)
        }
    }
}

/// A guard of a family that a query waits for.
struct Wanted<'a>(&'a OnDemand, Family);

impl<'a> Wanted<'a> {
    fn new(demand: &'a OnDemand, family: Family) -> Self {
        lock(&demand.wanted).insert(family);
        Self(demand, family)
    }
}

impl Drop for Wanted<'_> {
    fn drop(&mut self) {
        lock(&self.0.wanted).remove(&self.1);
    }
}

/// Whether any listing of the family was ever stored.
async fn is_fetched(ingest: &Ingest, db: &DatabaseConnection, family: Family) -> Result<bool> {
    let listings: Vec<(String, String)> = ingest
        .listings
        .iter()
        .filter(|listing| listing.endpoint.family == Some(family))
        .map(|listing| (listing.source.to_owned(), listing.endpoint.name.clone()))
        .collect();
    let states = store::endpoint_states(db).await?;
    let has_success = states.iter().any(|state| {
        state.last_success.is_some()
            && listings
                .iter()
                .any(|(source, endpoint)| *source == state.source && *endpoint == state.endpoint)
    });
    Ok(has_success || store::has_records(db, &listings).await?)
}

async fn is_due(ingest: &Ingest, family: Family) -> Result<bool> {
    for source in configured(&ingest.settings.upstreams) {
        let due =
            super::staleness::due_endpoints(ingest, source.as_ref(), Due::Stale, &[family]).await?;
        if due
            .iter()
            .any(|(endpoint, _)| endpoint.family == Some(family))
        {
            return Ok(true);
        }
    }
    Ok(false)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
