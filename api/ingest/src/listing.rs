//! Fetching of due listings: each listing of an upstream is fetched and stored on its own.
//!
//! A fault removes nothing: a listing that fails is noted and tried again later, an incomplete one stores what it has,
//! and a record that cannot be understood keeps its last good version.

mod notice;

use super::bounds;
use super::on_demand::Marks;
use super::staleness;
use super::{ListingReport, Options, news};
use crate::Ingest;
use crate::error::{Error, Result};
use crate::progress::ProgressSink;
use crate::sync::RowsOfSync;
use futures::{StreamExt, stream};
use indicatif::{HumanCount, HumanDuration};
use lorekeeper_content::Family;
use lorekeeper_content::record::{Records, Skipped};
use lorekeeper_sources::http::{Client, FetchError};
use lorekeeper_sources::{Endpoint, Fetched, ListingNotes, UnfitField, Upstream, normaliser};
use lorekeeper_store::{self as store, EndpointState, FetchSuccess, Removals, WriteOutcome};
use notice::notice_of;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// How many listings of one source are fetched concurrently.
const MAX_CONCURRENT_LISTINGS: usize = 4;

/// The longest pause that a source can ask for.
const MAX_PAUSE: Duration = Duration::from_hours(24);

type DueListing = (Endpoint, Option<EndpointState>);
type Outcome = std::result::Result<Fetched, FetchError>;

/// What came of the due listings of a source.
#[derive(Default)]
pub(super) struct FetchedSource {
    pub(super) listings: Vec<ListingReport>,
    /// Whether the source has gone out of reach.
    pub(super) is_lost: bool,
}

/// Fetches the due listings of a source, family by family. A family that a query waits for comes first, and its rows are
/// made at once.
pub(super) async fn fetch_source(
    ingest: &Ingest,
    rows: &RowsOfSync<'_>,
    source: &dyn Upstream,
    options: &Options,
    sink: &ProgressSink,
) -> Result<FetchedSource> {
    let mut fetched = FetchedSource::default();
    let mut due = staleness::due_endpoints(ingest, source, options.due, &options.families).await?;
    if due.is_empty() {
        return Ok(fetched);
    }
    let listings = due.iter().map(|(endpoint, _)| (source.name().to_owned(), endpoint.name.clone()));
    let fetching = ingest.on_demand.fetching(listings.collect());
    let fetch = SourceFetch { ingest, source, removals: options.removals, sink, fetching };
    let no_client = |cause| Error::internal("No HTTP client could be made. The log says why.", cause);
    let retrying = Client::with_retries(ingest.settings.retry_pause).map_err(no_client)?;
    let fail_fast = Client::fail_fast().map_err(no_client)?;

    // The first listing shows whether the source can be reached at all. It fails fast, since on a first start the
    // starter pack waits for the answer.
    let mut group = next_group(ingest, &mut due);
    let Some(probed) = group.pop() else {
        return Ok(fetched);
    };
    let start = Instant::now();
    let before = probed.1.as_ref().and_then(|state| state.error.clone());
    let mut first = fetch.fetch(&fail_fast, probed).await;
    if let Err(error @ FetchError::Unreachable { .. }) = &first.1 {
        let error = error.clone();
        tracing::debug!("{} is not read now: {error}.", source.name());
        // A source that stays out of reach is not told of with every try.
        fetched.is_lost = before != Some(error.to_string());
        let nothing_read = Read::default();
        for listing in std::iter::once(first.0).chain(group).chain(due) {
            let unreached = fetch.store(listing, Err(error.clone()), &nothing_read);
            fetched.listings.push(unreached.await?);
        }
        return Ok(fetched);
    }
    if first.1.is_err() {
        first = fetch.fetch(&retrying, first.0).await;
    }
    let mut family = first.0.0.family;
    let mut done = vec![first];
    loop {
        let rest: Vec<_> = stream::iter(std::mem::take(&mut group))
            .map(|listing| fetch.fetch(&retrying, listing))
            .buffer_unordered(MAX_CONCURRENT_LISTINGS)
            .collect()
            .await;
        done.extend(rest);
        let stored = fetch.store_all(std::mem::take(&mut done)).await?;
        fetched.listings.extend(stored);
        if family.is_some_and(|family| ingest.on_demand.is_wanted(family)) {
            rows.make().await?;
        }
        group = next_group(ingest, &mut due);
        let Some((next, _)) = group.first() else {
            sink.note(&summarize(source.name(), &fetched.listings, start.elapsed()));
            note_news(ingest, source, &fail_fast, &fetched.listings).await?;
            return Ok(fetched);
        };
        family = next.family;
    }
}

/// Takes the listings that are fetched next out of `due`: those that all families need, then a family that a query waits
/// for, then the others in their order.
fn next_group(ingest: &Ingest, due: &mut Vec<DueListing>) -> Vec<DueListing> {
    let families: BTreeSet<Option<Family>> = due.iter().map(|(e, _)| e.family).collect();
    let next = families
        .iter()
        .find(|family| family.is_none_or(|family| ingest.on_demand.is_wanted(family)))
        .or_else(|| families.first())
        .copied();
    let (group, rest) = std::mem::take(due).into_iter().partition(|(e, _)| Some(e.family) == next);
    *due = rest;
    group
}

/// The state that the listings of one source share.
struct SourceFetch<'a> {
    ingest: &'a Ingest,
    source: &'a dyn Upstream,
    removals: Removals,
    sink: &'a ProgressSink,
    fetching: Marks<'a, (String, String)>,
}

impl SourceFetch<'_> {
    async fn fetch(&self, client: &Client, listing: DueListing) -> (DueListing, Outcome) {
        let name = format!("{} {}", self.source.name(), listing.0.name);
        let progress = self.sink.part(&name);
        let outcome = self.source.fetch(client, &listing.0.name, &progress).await;
        let result = match &outcome {
            Ok(fetched) => format!("{} records", fetched.records.len()),
            Err(error) => error.to_string(),
        };
        progress.finish(&name, &result);
        (listing, outcome)
    }

    async fn store_all(&self, mut done: Vec<(DueListing, Outcome)>) -> Result<Vec<ListingReport>> {
        let read = self.read(&mut done).await?;
        let mut reports = Vec::new();
        for (listing, outcome) in done {
            let report = self.store(listing, outcome, &read).await?;
            log(&report);
            reports.push(report);
        }
        Ok(reports)
    }

    /// What the normaliser finds in the fetched records. Those that cannot be understood are not stored, so that their
    /// last good version stays.
    async fn read(&self, done: &mut [(DueListing, Outcome)]) -> Result<Read> {
        let Some(normalise) = normaliser(self.source.name()) else {
            return Ok(Read::default());
        };
        let fetched = done.iter_mut().filter_map(|((endpoint, _), outcome)| {
            let records = &mut outcome.as_mut().ok()?.records;
            Some((endpoint.name.clone(), std::mem::take(records)))
        });
        let records = Records(fetched.collect());
        let work = move || {
            let drafts = bounds::drafts(normalise, &records);
            let read = Read { notes: drafts.notes(&records), skipped: drafts.skipped };
            (records, read)
        };
        let (mut records, read) = tokio::task::spawn_blocking(work)
            .await
            .map_err(|cause| Error::internal("The records could not be read. The log says why.", cause))?;
        for ((endpoint, _), outcome) in done {
            if let (Ok(fetched), Some(own)) = (outcome, records.0.remove(&endpoint.name)) {
                fetched.records = own;
            }
        }
        Ok(read)
    }

    async fn store(&self, (endpoint, state): DueListing, outcome: Outcome, read: &Read) -> Result<ListingReport> {
        let (source, endpoint) = (self.source.name(), endpoint.name);
        let mut skipped = read.skipped_of(&endpoint);
        let notes = read.notes.get(&endpoint).cloned().unwrap_or_default();
        let config = &self.ingest.settings;
        let mut written = WriteOutcome::default();
        let mut notice = None;
        let mut is_absent = false;
        let problem = match outcome {
            Err(error) => Some((error.to_string(), error.retry_after())),
            Ok(fetched) => {
                let listed = fetched.records.len();
                let content_hash = store::content_hash(&fetched.records);
                let incomplete = fetched.incomplete.clone();
                is_absent = fetched.is_absent;
                if !is_absent {
                    written = self.put(&endpoint, state, fetched, &content_hash, &skipped).await?;
                }
                skipped.append(&mut written.skipped);
                notice = notice_of(&skipped, &notes, written.withheld);
                if incomplete.is_none() {
                    let success =
                        FetchSuccess { records: listed, skipped: skipped.len(), notice: notice.clone(), content_hash };
                    store::note_success(&self.ingest.store, source, &endpoint, &success, config.cache_ttl).await?;
                }
                incomplete.map(|problem| (problem, None))
            }
        };
        if let Some((problem, retry_after)) = &problem {
            let retry_after = retry_after.unwrap_or(Duration::ZERO).min(MAX_PAUSE);
            let pause = config.error_ttl.max(retry_after);
            store::note_failure(&self.ingest.store, source, &endpoint, problem, pause).await?;
        }
        self.fetching.unmark(&(source.to_owned(), endpoint.clone()));
        Ok(ListingReport {
            source: source.to_owned(),
            endpoint,
            changes: written.changes,
            withheld: written.withheld,
            skipped,
            problem: problem.map(|(problem, _)| problem),
            notice,
            is_absent,
            notes,
        })
    }

    /// Stores the records that can be understood.
    async fn put(
        &self,
        endpoint: &str,
        state: Option<EndpointState>,
        fetched: Fetched,
        content_hash: &str,
        skipped: &[Skipped],
    ) -> Result<WriteOutcome> {
        let listed = fetched.records.len();
        let bad: BTreeSet<&str> = skipped.iter().map(|s| s.key.as_str()).collect();
        let good: Vec<_> = fetched.records.into_iter().filter(|r| !bad.contains(r.key.as_str())).collect();
        // A rejected record is still listed: its last good version must not be removed.
        let is_complete = fetched.incomplete.is_none() && good.len() == listed;
        // After a fetch without faults the stored records are the same, if the hash is.
        let is_unchanged = state.is_some_and(|state| {
            state.error.is_none() && state.notice.is_none() && state.content_hash.as_deref() == Some(content_hash)
        });
        if is_complete && is_unchanged {
            let mut unchanged = WriteOutcome::default();
            unchanged.changes.kept = listed;
            return Ok(unchanged);
        }
        let removals = if is_complete { self.removals } else { Removals::None };
        let db = &self.ingest.store.pool;
        Ok(store::put_records(db, self.source.name(), endpoint, &good, removals).await?)
    }
}

/// What the normaliser found in fetched records.
#[derive(Default)]
struct Read {
    skipped: Vec<Skipped>,
    /// By listing.
    notes: BTreeMap<String, ListingNotes>,
}

impl Read {
    fn skipped_of(&self, endpoint: &str) -> Vec<Skipped> {
        let skipped = self.skipped.iter().filter(|s| s.endpoint == endpoint);
        skipped.cloned().collect()
    }
}

/// Keeps what a source has that is not read. Where its index does not come, that of the last time counts.
async fn note_news(ingest: &Ingest, source: &dyn Upstream, client: &Client, listings: &[ListingReport]) -> Result<()> {
    let db = &ingest.store.pool;
    let mut news = news::stored(db, source.name()).await?;
    for listing in listings.iter().filter(|listing| listing.problem.is_none()) {
        if listing.is_absent {
            news.add_absent(&listing.endpoint);
        } else {
            news.add_listing(source.name(), &listing.endpoint, &listing.notes);
        }
    }
    match source.unread_collections(client).await {
        Ok(collections) => news.set_collections(collections),
        Err(error) => tracing::debug!("{}: {error}.", source.name()),
    }
    news::put(db, source.name(), &news).await
}

/// Says in a sentence what was read of a source.
fn summarize(source: &str, listings: &[ListingReport], took: Duration) -> String {
    let records: usize = listings.iter().map(|l| l.changes.added + l.changes.changed + l.changes.kept).sum();
    let failed = listings.iter().filter(|l| l.problem.is_some()).count();
    let mut sentence = format!(
        "{source}: {} records of {} listings are read, in {}",
        HumanCount(records as u64),
        listings.len(),
        HumanDuration(took)
    );
    if failed > 0 {
        let _ = write!(sentence, "; {failed} of the listings failed");
    }
    sentence + "."
}

/// Logs what is wrong with a listing.
fn log(report: &ListingReport) {
    let (source, endpoint) = (&report.source, &report.endpoint);
    for Skipped { key, reason, .. } in &report.skipped {
        tracing::debug!("{source} {endpoint}: {key} is left out: {reason}.");
    }
    for UnfitField { field, records, .. } in &report.notes.unfit {
        let keys: Vec<&str> = records.iter().map(String::as_str).collect();
        tracing::debug!("{source} {endpoint}: {field} does not fit in {}.", keys.join(", "));
    }
    if let Some(problem) = report.problem.as_ref().or(report.notice.as_ref()) {
        tracing::warn!("{source} {endpoint}: {problem}.");
    }
}
