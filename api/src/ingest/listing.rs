//! Fetching what is due of an upstream, and storing it, listing by listing.
//!
//! Whatever goes wrong takes nothing away: a listing that fails is noted and tried again later, one that is
//! not whole brings what it has and removes nothing, a record that cannot be understood keeps its last good
//! version.

use super::bounds;
use super::demand::UnderWay;
use super::due;
use super::{ListingReport, Options, Report, draw_if_pending};
use crate::app::App;
use crate::db::Turn;
use crate::error::{Error, Result};
use crate::family::Family;
use crate::progress::Bars;
use crate::source::http::{Client, FetchError};
use crate::source::{Endpoint, Fetched, Records, Skipped, Upstream, normaliser};
use crate::store::{self, Came, Changes, EndpointState, Removals, Stored};
use futures::{StreamExt, stream};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

/// How many listings of one source are fetched side by side.
const LISTINGS: usize = 4;

/// Longest time for which a source is left alone because it asks for that.
const LONGEST_PAUSE: Duration = Duration::from_hours(24);

/// How many records that were left out are named in a notice.
const NAMED: usize = 3;

type DueListing = (Endpoint, Option<EndpointState>);
type Outcome = std::result::Result<Fetched, FetchError>;

/// Fetches what is due of a source, family by family; one that a query waits for comes first, and its rows are
/// drawn at once.
pub(super) async fn fetch_source(
    app: &App,
    turn: &Turn<'_>,
    source: &dyn Upstream,
    options: &Options,
    bars: &Bars,
    report: &mut Report,
) -> Result<()> {
    let mut due = due::endpoints(app, source, options.due, &options.families).await?;
    if due.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = due.iter().map(|(e, _)| e.name.clone()).collect();
    let under_way = app.demand.under_way(source.name(), &names);
    let job = Job {
        app,
        source,
        removals: options.removals,
        bars,
        under_way,
    };
    let no_client =
        |cause| Error::internal("No HTTP client could be made. The log says why.", cause);
    let patient = Client::patient().map_err(no_client)?;
    let brisk = Client::brisk().map_err(no_client)?;

    // The first listing shows whether the source can be reached at all: without long patience, since on a
    // first start the starter pack waits for the answer.
    let mut group = next_group(app, &mut due);
    let Some(probed) = group.pop() else {
        return Ok(());
    };
    let mut first = job.fetch(&brisk, probed).await;
    if let Err(error @ FetchError::Unreachable { .. }) = &first.1 {
        let error = error.clone();
        tracing::warn!("{} is not synced now: {error}.", source.name());
        for listing in std::iter::once(first.0).chain(group).chain(due) {
            report
                .listings
                .push(job.unreached(listing.0, &error).await?);
        }
        return Ok(());
    }
    if first.1.is_err() {
        first = job.fetch(&patient, first.0).await;
    }
    let mut family = first.0.0.family;
    let mut done = vec![first];
    loop {
        let rest: Vec<_> = stream::iter(std::mem::take(&mut group))
            .map(|listing| job.fetch(&patient, listing))
            .buffer_unordered(LISTINGS)
            .collect()
            .await;
        done.extend(rest);
        report
            .listings
            .extend(job.store_all(std::mem::take(&mut done)).await?);
        if family.is_some_and(|family| app.demand.is_wanted(family)) {
            report.drawn += draw_if_pending(app, turn).await?;
        }
        group = next_group(app, &mut due);
        let Some((next, _)) = group.first() else {
            return Ok(());
        };
        family = next.family;
    }
}

/// Takes the listings out of `due` that are fetched next: those that all families need, then a family that a
/// query waits for, then the others in their order.
fn next_group(app: &App, due: &mut Vec<DueListing>) -> Vec<DueListing> {
    let families: BTreeSet<Option<Family>> = due.iter().map(|(e, _)| e.family).collect();
    let next = families
        .iter()
        .find(|family| family.is_none_or(|family| app.demand.is_wanted(family)))
        .or_else(|| families.first())
        .copied();
    let (group, rest) = std::mem::take(due)
        .into_iter()
        .partition(|(e, _)| Some(e.family) == next);
    *due = rest;
    group
}

/// What the fetching of one source shares.
struct Job<'a> {
    app: &'a App,
    source: &'a dyn Upstream,
    removals: Removals,
    bars: &'a Bars,
    under_way: UnderWay<'a>,
}

impl Job<'_> {
    async fn fetch(&self, client: &Client, listing: DueListing) -> (DueListing, Outcome) {
        let name = format!("{} {}", self.source.name(), listing.0.name);
        let progress = self.bars.part(&name);
        let outcome = self.source.fetch(client, &listing.0.name, &progress).await;
        let said = match &outcome {
            Ok(fetched) => format!("{} records", fetched.records.len()),
            Err(error) => error.to_string(),
        };
        progress.finish(&name, &said);
        (listing, outcome)
    }

    async fn store_all(&self, done: Vec<(DueListing, Outcome)>) -> Result<Vec<ListingReport>> {
        let mut skipped = self.misfits(&done).await?;
        let mut reports = Vec::new();
        for (listing, outcome) in done {
            let skipped = skipped.remove(&listing.0.name).unwrap_or_default();
            reports.push(self.store(listing, outcome, skipped).await?);
        }
        Ok(reports)
    }

    /// The records that cannot be understood, by endpoint. They are not stored, so that the last version
    /// that could be understood stays.
    async fn misfits(
        &self,
        done: &[(DueListing, Outcome)],
    ) -> Result<HashMap<String, Vec<Skipped>>> {
        let records: BTreeMap<_, _> = done
            .iter()
            .filter_map(|((e, _), o)| Some((e.name.clone(), o.as_ref().ok()?.records.clone())))
            .collect();
        let mut by_endpoint: HashMap<String, Vec<Skipped>> = HashMap::new();
        let Some(normalise) = normaliser(self.source.name()) else {
            return Ok(by_endpoint);
        };
        let work = move || bounds::drafts(normalise, &Records(records));
        let drafts = tokio::task::spawn_blocking(work).await.map_err(|cause| {
            Error::internal("The records could not be read. The log says why.", cause)
        })?;
        for skipped in drafts.skipped {
            by_endpoint
                .entry(skipped.endpoint.clone())
                .or_default()
                .push(skipped);
        }
        Ok(by_endpoint)
    }

    /// Notes that the source cannot be reached; one line in the log says so for all its listings.
    async fn unreached(&self, endpoint: Endpoint, error: &FetchError) -> Result<ListingReport> {
        let (source, endpoint) = (self.source.name(), endpoint.name);
        let (db, problem) = (&self.app.db.pool, error.to_string());
        store::note_failure(db, source, &endpoint, &problem, self.app.config.error_ttl).await?;
        self.under_way.done(source, &endpoint);
        Ok(ListingReport {
            source: source.to_owned(),
            endpoint,
            changes: Changes::default(),
            skipped: Vec::new(),
            problem: Some(problem),
            notice: None,
        })
    }

    async fn store(
        &self,
        (endpoint, state): DueListing,
        outcome: Outcome,
        mut skipped: Vec<Skipped>,
    ) -> Result<ListingReport> {
        let (source, endpoint) = (self.source.name(), endpoint.name);
        let (db, config) = (&self.app.db.pool, &self.app.config);
        let (changes, problem, notice) = match outcome {
            Err(error) => (
                Changes::default(),
                Some((error.to_string(), error.retry_after())),
                None,
            ),
            Ok(fetched) => {
                let incomplete = fetched.incomplete.clone();
                let (changes, came) = self.put(&endpoint, state, fetched, &mut skipped).await?;
                if incomplete.is_none() {
                    store::note_success(db, source, &endpoint, &came, config.cache_ttl).await?;
                }
                (changes, incomplete.map(|p| (p, None)), came.notice)
            }
        };
        for skipped in &skipped {
            let Skipped { key, reason, .. } = skipped;
            tracing::warn!("{source} {endpoint}: {key} is left out: {reason}.");
        }
        if let Some((problem, retry_after)) = &problem {
            tracing::warn!("{source} {endpoint}: {problem}.");
            let retry_after = retry_after.unwrap_or(Duration::ZERO).min(LONGEST_PAUSE);
            let pause = config.error_ttl.max(retry_after);
            store::note_failure(db, source, &endpoint, problem, pause).await?;
        } else if let Some(notice) = &notice {
            tracing::warn!("{source} {endpoint}: {notice}.");
        }
        self.under_way.done(source, &endpoint);
        Ok(ListingReport {
            source: source.to_owned(),
            endpoint,
            changes,
            skipped,
            problem: problem.map(|(problem, _)| problem),
            notice,
        })
    }

    /// Stores the records that can be understood.
    async fn put(
        &self,
        endpoint: &str,
        state: Option<EndpointState>,
        fetched: Fetched,
        skipped: &mut Vec<Skipped>,
    ) -> Result<(Changes, Came)> {
        let listed = fetched.records.len();
        let content_hash = store::content_hash(&fetched.records);
        let bad: BTreeSet<&str> = skipped.iter().map(|s| s.key.as_str()).collect();
        let good: Vec<_> = fetched
            .records
            .into_iter()
            .filter(|r| !bad.contains(r.key.as_str()))
            .collect();
        // A misfit is still listed: its last good version must not go as if it were gone.
        let whole = fetched.incomplete.is_none() && good.len() == listed;
        // The same as last time, when nothing was amiss, is the same as what is stored.
        let as_before = state.is_some_and(|state| {
            state.error.is_none()
                && state.notice.is_none()
                && state.content_hash.as_ref() == Some(&content_hash)
        });
        let changes = if whole && as_before {
            Changes {
                kept: listed,
                ..Changes::default()
            }
        } else {
            let removals = if whole { self.removals } else { Removals::None };
            let db = &self.app.db.pool;
            let stored = store::put_records(db, self.source.name(), endpoint, &good, removals);
            let Stored { changes, left_out } = stored.await?;
            skipped.extend(left_out);
            changes
        };
        let came = Came {
            records: listed,
            skipped: skipped.len(),
            notice: notice(skipped, changes.withheld),
            content_hash,
        };
        Ok((changes, came))
    }
}

/// What there is to say of a listing that came: who was left out, and who stays although gone.
fn notice(skipped: &[Skipped], withheld: usize) -> Option<String> {
    let mut said = Vec::new();
    if !skipped.is_empty() {
        let mut names: Vec<&str> = skipped.iter().map(|s| s.key.as_str()).collect();
        names.dedup();
        let count = names.len();
        let more = count.saturating_sub(NAMED);
        names.truncate(NAMED);
        let names = names.join(", ");
        said.push(if more > 0 {
            format!("{count} records were left out: {names} and {more} more")
        } else {
            format!("{count} records were left out: {names}")
        });
    }
    if withheld > 0 {
        said.push(format!(
            "{withheld} records are gone upstream, more than a quarter within a month: they are kept until a sync with --allow-removals"
        ));
    }
    (!said.is_empty()).then(|| said.join("; "))
}
