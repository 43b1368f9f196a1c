//! On-demand fetch: a query on a family that was never fetched fetches it, once for all concurrent queries, and waits for
//! it only briefly.

use super::{Due, Options};
use crate::Ingest;
use crate::error::{Error, Result};
use crate::jobs::{Kind, Origin, Outcome};
use crate::sync::sync_locked;
use lorekeeper_content::Family;
use lorekeeper_sources::configured;
use lorekeeper_store::LockGuard;
use lorekeeper_store::{self as store, Reader, Removals};
use moka::future::Cache;
use parking_lot::Mutex;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// How long a query waits for a fetch; then it is answered from what is stored.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// The sources gave nothing, and it is too soon to try again; any other reason why a family is missing is an error.
const TOO_SOON: Option<Error> = None;

/// The families that queries wait for, and the listings that are being fetched.
#[derive(Debug)]
pub struct OnDemand {
    wanted: Mutex<BTreeSet<Family>>,
    fetching: Mutex<BTreeSet<(String, String)>>,
    fetched: Cache<Family, ()>,
}

impl Default for OnDemand {
    fn default() -> Self {
        Self { wanted: Mutex::default(), fetching: Mutex::default(), fetched: Cache::new(Family::ALL.len() as u64) }
    }
}

impl OnDemand {
    /// Whether a query waits for a family.
    pub(super) fn is_wanted(&self, family: Family) -> bool {
        self.wanted.lock().contains(&family)
    }

    /// Whether a listing is being fetched, or will be in this sync.
    pub fn is_fetching(&self, source: &str, endpoint: &str) -> bool {
        let listing = (source.to_owned(), endpoint.to_owned());
        self.fetching.lock().contains(&listing)
    }

    /// Marks listings, each a source and an endpoint, as being fetched.
    pub(super) fn fetching(&self, listings: Vec<(String, String)>) -> Marks<'_, (String, String)> {
        Marks::new(&self.fetching, listings)
    }
}

/// Marks of a set, which go when this is dropped.
pub(super) struct Marks<'a, T: Ord> {
    set: &'a Mutex<BTreeSet<T>>,
    marked: Vec<T>,
}

impl<'a, T: Ord + Clone> Marks<'a, T> {
    fn new(set: &'a Mutex<BTreeSet<T>>, marked: Vec<T>) -> Self {
        set.lock().extend(marked.iter().cloned());
        Self { set, marked }
    }

    /// Takes one mark away.
    pub fn unmark(&self, item: &T) {
        self.set.lock().remove(item);
    }
}

impl<T: Ord> Drop for Marks<'_, T> {
    fn drop(&mut self) {
        let mut set = self.set.lock();
        for item in &self.marked {
            set.remove(item);
        }
    }
}

/// Fetches those of the families that were never fetched, and waits briefly.
pub async fn ensure_fetched(ingest: &Arc<Ingest>, families: &[Family]) {
    if ingest.settings.offline || ingest.store.is_standby() {
        return;
    }
    let all = families.iter().map(|family| ensure_family(ingest, *family));
    if tokio::time::timeout(MAX_WAIT, futures::future::join_all(all)).await.is_err() {
        tracing::info!("A query is answered with what is stored so far; the rest is being fetched.");
    }
}

async fn ensure_family(ingest: &Arc<Ingest>, family: Family) {
    let fetch = async {
        if is_fetched(ingest, family).await? {
            return Ok(());
        }
        if !is_due(ingest, family).await? {
            return Err(TOO_SOON);
        }
        // A task of its own: a query may stop waiting.
        let task = tokio::spawn(fetch(Arc::clone(ingest), family));
        match task.await {
            Ok(outcome) => outcome?,
            Err(cause) => return Err(Error::internal("A fetch broke off.", cause).into()),
        }
        if is_fetched(ingest, family).await? { Ok(()) } else { Err(TOO_SOON) }
    };
    // Only successes are cached here; failures are in the store.
    if let Err(missing) = ingest.on_demand.fetched.try_get_with(family, fetch).await
        && let Some(error) = &*missing
    {
        tracing::warn!("{} could not be fetched: {error}", family.name());
    }
}

/// Fetches a family, unless a sync that runs already does so first.
async fn fetch(ingest: Arc<Ingest>, family: Family) -> Result<()> {
    let _wanted = Marks::new(&ingest.on_demand.wanted, vec![family]);
    let mut content = ingest.store.watch_content();
    let lock = async {
        let mut lock = std::pin::pin!(ingest.store.syncing.lock(&ingest.store));
        loop {
            tokio::select! {
                lock = &mut lock => return Ok(Some(lock?)),
                changed = content.changed() => {
                    if changed.is_err() || is_fetched(&ingest, family).await? {
                        return Ok(None);
                    }
                }
            }
        }
    };
    let lock: Result<Option<LockGuard<'_>>> = lock.await;
    let Some(lock) = lock? else {
        return Ok(());
    };
    let options = Options { families: vec![family], ..Options::all(Due::Stale, Removals::Guarded) };
    let job = ingest.jobs.begin(Kind::Sync, Origin::Query);
    match lock.run(sync_locked(&ingest, &lock, &options, &job.sink())).await {
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

/// Whether any listing of the family was ever stored.
async fn is_fetched(ingest: &Ingest, family: Family) -> Result<bool> {
    let listings: Vec<(String, String)> = ingest
        .listings
        .iter()
        .filter(|listing| listing.endpoint.family == Some(family))
        .map(|listing| (listing.source.to_owned(), listing.endpoint.name.clone()))
        .collect();
    Ok(store::has_any(&ingest.store.read_as(Reader::Owner), listings).await?)
}

async fn is_due(ingest: &Ingest, family: Family) -> Result<bool> {
    for source in configured(&ingest.settings.upstreams) {
        let due = super::staleness::due_endpoints(ingest, source.as_ref(), Due::Stale, &[family]).await?;
        if due.iter().any(|(endpoint, _)| endpoint.family == Some(family)) {
            return Ok(true);
        }
    }
    Ok(false)
}
