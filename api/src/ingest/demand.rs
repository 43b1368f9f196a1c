//! A query on a family that was never fetched fetches it: once, however many ask at the same moment, and
//! nobody waits longer than a moment for it.

use super::{Due, Options, sync_in_turn};
use crate::app::App;
use crate::db::Turn;
use crate::error::{Error, Result};
use crate::family::Family;
use crate::jobs::{Kind, Origin, Outcome};
use crate::progress::Bars;
use crate::source::configured;
use crate::store::{self, Removals};
use moka::future::Cache;
use sea_orm::DatabaseConnection;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a query waits for what it asks for to be fetched; then it is answered with what there is.
const PATIENCE: Duration = Duration::from_secs(5);

/// What queries wait for, and what is being fetched.
#[derive(Debug)]
pub struct Demand {
    wanted: Mutex<BTreeSet<Family>>,
    under_way: Mutex<BTreeSet<(String, String)>>,
    fetched: Cache<Family, ()>,
}

impl Default for Demand {
    fn default() -> Self {
        Self {
            wanted: Mutex::default(),
            under_way: Mutex::default(),
            fetched: Cache::new(Family::ALL.len() as u64),
        }
    }
}

impl Demand {
    /// Whether a query waits for a family.
    pub(super) fn is_wanted(&self, family: Family) -> bool {
        lock(&self.wanted).contains(&family)
    }

    /// Whether a listing is being fetched, or will be in this sync.
    #[must_use]
    pub fn is_under_way(&self, source: &str, endpoint: &str) -> bool {
        lock(&self.under_way).contains(&(source.to_owned(), endpoint.to_owned()))
    }

    /// Notes that listings of a source are being fetched, until the guard goes.
    pub(super) fn under_way(&self, source: &str, endpoints: &[String]) -> UnderWay<'_> {
        let listings: Vec<_> = endpoints
            .iter()
            .map(|endpoint| (source.to_owned(), endpoint.clone()))
            .collect();
        lock(&self.under_way).extend(listings.iter().cloned());
        UnderWay {
            demand: self,
            listings,
        }
    }
}

/// Listings that are being fetched.
pub(super) struct UnderWay<'a> {
    demand: &'a Demand,
    listings: Vec<(String, String)>,
}

impl UnderWay<'_> {
    /// One of them is stored.
    pub fn done(&self, source: &str, endpoint: &str) {
        lock(&self.demand.under_way).remove(&(source.to_owned(), endpoint.to_owned()));
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        let mut under_way = lock(&self.demand.under_way);
        for listing in &self.listings {
            under_way.remove(listing);
        }
    }
}

/// Sees to it that families have been fetched at least once, as far as that can be done in a moment.
pub async fn ensure(app: &Arc<App>, families: &[Family]) {
    if app.config.offline {
        return;
    }
    let all = families.iter().map(|family| ensure_one(app, *family));
    if tokio::time::timeout(PATIENCE, futures::future::join_all(all))
        .await
        .is_err()
    {
        tracing::info!(
            "A query is answered with what is stored so far; the rest is being fetched."
        );
    }
}

async fn ensure_one(app: &Arc<App>, family: Family) {
    let fetch = async {
        // Where requests are read it need not be by now, nor need the primary answer if it is.
        if is_fetched(app, &app.db.reading(), family).await?
            || is_fetched(app, &app.db.pool, family).await?
        {
            return Ok(());
        }
        if !is_due(app, family).await? {
            return Err(Missing::ForNow);
        }
        // A task of its own: whoever waits may stop waiting.
        let task = tokio::spawn(fetch(Arc::clone(app), family));
        match task.await {
            Ok(outcome) => outcome?,
            Err(cause) => return Err(Error::internal("A fetch broke off.", cause).into()),
        }
        if is_fetched(app, &app.db.pool, family).await? {
            app.caught_up().await;
            Ok(())
        } else {
            Err(Missing::ForNow)
        }
    };
    // Only what has been fetched is remembered here; how it failed is in the store.
    if let Err(missing) = app.demand.fetched.try_get_with(family, fetch).await
        && let Missing::Failed(error) = &*missing
    {
        tracing::warn!("{} could not be fetched: {error}", family.name());
    }
}

/// Why a family is not there.
enum Missing {
    /// Nothing of it could be had, and it is too soon to try again.
    ForNow,
    /// It could not even be tried.
    Failed(Error),
}

impl From<Error> for Missing {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// Fetches a family, unless whoever syncs already does so first.
async fn fetch(app: Arc<App>, family: Family) -> Result<()> {
    let _wanted = Wanted::new(&app.demand, family);
    let mut content = app.watch_content();
    let turn = async {
        let mut turn = std::pin::pin!(app.syncing.turn(&app.db));
        loop {
            tokio::select! {
                turn = &mut turn => return turn.map(Some),
                changed = content.changed() => {
                    if changed.is_err() || is_fetched(&app, &app.db.pool, family).await? {
                        return Ok(None);
                    }
                }
            }
        }
    };
    let turn: Result<Option<Turn<'_>>> = turn.await;
    let Some(turn) = turn? else {
        return Ok(());
    };
    let options = Options {
        sources: Vec::new(),
        families: vec![family],
        due: Due::Stale,
        removals: Removals::Guarded,
    };
    let job = app.jobs.begin(Kind::Sync, Origin::Query);
    let bars = Bars::default().and(job.bars());
    match turn.run(sync_in_turn(&app, &turn, &options, &bars)).await {
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

/// A family that a query waits for.
struct Wanted<'a>(&'a Demand, Family);

impl<'a> Wanted<'a> {
    fn new(demand: &'a Demand, family: Family) -> Self {
        lock(&demand.wanted).insert(family);
        Self(demand, family)
    }
}

impl Drop for Wanted<'_> {
    fn drop(&mut self) {
        lock(&self.0.wanted).remove(&self.1);
    }
}

/// Whether anything that feeds the family was ever stored.
async fn is_fetched(app: &App, db: &DatabaseConnection, family: Family) -> Result<bool> {
    let listings: Vec<(String, String)> = app
        .listings
        .iter()
        .filter(|listing| listing.endpoint.family == Some(family))
        .map(|listing| (listing.source.to_owned(), listing.endpoint.name.clone()))
        .collect();
    let states = store::endpoint_states(db).await?;
    let has_come = states.iter().any(|state| {
        state.last_success.is_some()
            && listings
                .iter()
                .any(|(source, endpoint)| *source == state.source && *endpoint == state.endpoint)
    });
    Ok(has_come || store::has_records(db, &listings).await?)
}

async fn is_due(app: &App, family: Family) -> Result<bool> {
    for source in configured(&app.config) {
        let due = super::due::endpoints(app, source.as_ref(), Due::Stale, &[family]).await?;
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
