//! Syncs: due listings are fetched and stored, and rows are rebuilt from the records.
//!
//! Records are stored as they were received; rows are made of them by pure functions. So a source that fails removes
//! nothing, a record that cannot be understood keeps its last good version, and after a crash between the two rows are
//! rebuilt.

use crate::error::{Error, Result};
use crate::progress::ProgressSink;
use crate::{Due, Ingest, Materialised, listing, materialise, news};
use futures::future;
use indicatif::{HumanCount, HumanDuration};
use lorekeeper_content::Family;
use lorekeeper_content::record::Skipped;
use lorekeeper_sources::import as files;
use lorekeeper_sources::{ListingNotes, Upstream, configured};
use lorekeeper_store::LockGuard;
use lorekeeper_store::{self as store, Changes, Rebuild, Removals, Staging};
use serde::{Deserialize, Serialize};
use std::pin::pin;
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, Notify};

/// The options of a sync.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Only these sources; all configured ones when empty.
    pub sources: Vec<String>,
    /// Only the listings of these families; all when empty.
    pub families: Vec<Family>,
    /// Which listings are due.
    pub due: Due,
    /// Whether records that are gone upstream may be removed.
    pub removals: Removals,
}

impl Options {
    /// All sources and families.
    pub fn all(due: Due, removals: Removals) -> Self {
        Self { sources: Vec::new(), families: Vec::new(), due, removals }
    }
}

/// The report of a sync.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// The listings that were fetched.
    pub listings: Vec<ListingReport>,
    /// How the rows changed.
    pub rows: Materialised,
    /// Whether the starter pack was loaded, because no source could be reached and nothing was stored.
    pub starter_pack: bool,
    /// What the sources have that is not read, a sentence a source.
    pub news: Vec<String>,
}

/// The report of one listing.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ListingReport {
    /// The source.
    pub source: String,
    /// The endpoint.
    pub endpoint: String,
    /// How the stored records changed.
    pub changes: Changes,
    /// How many records are gone upstream, but are kept because they are too many.
    pub withheld: usize,
    /// Records that could not be understood.
    pub skipped: Vec<Skipped>,
    /// Why the fetch failed, or was incomplete.
    pub problem: Option<String>,
    /// Which records were left out, which fields did not fit, or which records are kept although they are gone upstream.
    pub notice: Option<String>,
    /// Whether the server has no such listing.
    pub is_absent: bool,
    /// What readers noted of the records.
    pub notes: ListingNotes,
}

/// Fetches due listings, stores them, and rebuilds the rows if anything changed. Syncs run one at a time, also those of
/// several processes on one Postgres: the second one finds nothing left to fetch.
pub async fn sync(ingest: &Ingest, options: &Options, sink: &ProgressSink) -> Result<Report> {
    let lock = ingest.store.syncing.lock(&ingest.store).await?;
    lock.run(sync_locked(ingest, &lock, options, sink)).await
}

/// Rebuilds what is derived from the stored records: rows, search text and passages; vectors too, where `rebuild` says
/// so. An interrupted rebuild is finished by the next sync.
pub async fn reindex(ingest: &Ingest, rebuild: Rebuild) -> Result<Materialised> {
    let lock = ingest.store.syncing.lock(&ingest.store).await?;
    let work = async {
        store::mark_stale(&ingest.store.pool, rebuild).await?;
        materialise_if_pending(ingest, &lock).await
    };
    lock.run(work).await
}

/// The same, for a caller that holds the lock of syncing.
pub(crate) async fn sync_locked(
    ingest: &Ingest,
    lock: &LockGuard<'_>,
    options: &Options,
    sink: &ProgressSink,
) -> Result<Report> {
    let db = &ingest.store.pool;
    let mut report = Report::default();
    // An interrupted import leaves staged records.
    store::clear_staged(db).await?;
    if ingest.settings.offline {
        // The background looks every minute.
        if options.due != Due::Stale {
            sink.note("Offline: nothing is fetched.");
        }
    } else {
        let unreached = fetch_sources(ingest, lock, options, sink, &mut report).await?;
        if !unreached.is_empty() {
            tracing::warn!(
                "Out of reach now: {}. They are tried again every {}; `lorekeeper status` says why.",
                unreached.join(", "),
                HumanDuration(ingest.settings.error_ttl)
            );
        }
    }
    let mut fetched: Vec<&str> = report.listings.iter().map(|l| l.source.as_str()).collect();
    fetched.dedup();
    report.news = news::sentences(db, &fetched).await?;
    report.rows += materialise_if_pending(ingest, lock).await?;
    if ingest.settings.starter_pack && store::is_empty(db).await? {
        let start = Instant::now();
        report.starter_pack = load_starter_pack(ingest, lock, &mut report).await?;
        let rows = materialise_if_pending(ingest, lock).await?;
        if report.starter_pack {
            let tables = rows.tables.iter().filter(|(table, _)| table != "document");
            let entries: usize = tables.map(|(_, written)| written.added).sum();
            sink.note(&format!(
                "The starter pack is loaded: {} entries in {}.",
                HumanCount(entries as u64),
                HumanDuration(start.elapsed())
            ));
        }
        report.rows += rows;
    }
    Ok(report)
}

/// How long the other sources of an empty store are waited for, once the first one is read. After that its content can be
/// queried while they are read on.
const FIRST_ROWS_AFTER: Duration = Duration::from_secs(15);

/// Fetches the due listings of all sources, those of different servers at the same time. Returns the sources that have gone
/// out of reach.
async fn fetch_sources(
    ingest: &Ingest,
    lock: &LockGuard<'_>,
    options: &Options,
    sink: &ProgressSink,
    report: &mut Report,
) -> Result<Vec<&'static str>> {
    let is_empty = store::is_empty(&ingest.store.pool).await?;
    if is_empty {
        sink.note("The store is empty: content is read now.");
    }
    let sources = configured(&ingest.settings.upstreams).into_iter();
    let sources: Vec<_> = sources
        .filter(|source| options.sources.is_empty() || options.sources.iter().any(|s| s == source.name()))
        .collect();
    let rows = RowsOfSync { ingest, lock, made: Mutex::default() };
    let first_read = Notify::new();
    let fetching = group_by_server(&sources).into_iter().map(|of_server| async {
        let mut done = Vec::new();
        for source in of_server {
            let fetched = listing::fetch_source(ingest, &rows, source, options, sink).await?;
            first_read.notify_one();
            done.push((source.name(), fetched));
        }
        Ok::<_, Error>(done)
    });
    let fetched = {
        let mut fetching = pin!(future::try_join_all(fetching));
        let waiting = async {
            first_read.notified().await;
            tokio::time::sleep(FIRST_ROWS_AFTER).await;
        };
        tokio::select! {
            fetched = &mut fetching => fetched?,
            () = waiting, if is_empty => {
                let (fetched, made) = future::join(fetching, rows.make()).await;
                made?;
                fetched?
            }
        }
    };
    let mut unreached = Vec::new();
    let mut fetched: Vec<_> = fetched.into_iter().flatten().collect();
    // In the order of the settings.
    let place = |name: &str| sources.iter().position(|source| source.name() == name);
    fetched.sort_by_key(|(name, _)| place(name));
    for (source, mut fetched) in fetched {
        report.listings.append(&mut fetched.listings);
        if fetched.is_lost {
            unreached.push(source);
        }
    }
    report.rows += rows.made.into_inner();
    Ok(unreached)
}

/// Groups sources by their servers: those of one server are fetched one after another.
fn group_by_server(sources: &[Box<dyn Upstream>]) -> Vec<Vec<&dyn Upstream>> {
    let mut servers: Vec<Vec<&dyn Upstream>> = Vec::new();
    for source in sources {
        let source = source.as_ref();
        let is_of =
            |server: &&mut Vec<&dyn Upstream>| server.first().is_some_and(|first| first.base() == source.base());
        match servers.iter_mut().find(is_of) {
            Some(server) => server.push(source),
            None => servers.push(vec![source]),
        }
    }
    servers
}

/// The rows that a sync makes while sources are still read, one rebuild at a time.
pub(crate) struct RowsOfSync<'a> {
    ingest: &'a Ingest,
    lock: &'a LockGuard<'a>,
    made: Mutex<Materialised>,
}

impl RowsOfSync<'_> {
    /// Rebuilds the rows if they are out of date.
    pub(crate) async fn make(&self) -> Result<()> {
        let mut made = self.made.lock().await;
        *made += materialise_if_pending(self.ingest, self.lock).await?;
        Ok(())
    }
}

/// Rebuilds the rows if they are out of date, and announces what changed.
pub(crate) async fn materialise_if_pending(ingest: &Ingest, lock: &LockGuard<'_>) -> Result<Materialised> {
    let db = &ingest.store.pool;
    if !materialise::is_pending(db).await? {
        return Ok(Materialised::default());
    }
    if materialise::is_newer_version(db).await? {
        tracing::warn!(
            "The content of this store is kept by a newer version of LoreKeeper: this one only reads it. Update it."
        );
        return Ok(Materialised::default());
    }
    let _writing = ingest.models.writers.begin();
    let changes = materialise::materialise(&ingest.store, lock).await?;
    if let Some(change) = &changes.change {
        ingest.store.changes.note(change);
    }
    Ok(changes)
}

/// Loads the parts of the starter pack that are available. They are stored in one transaction, since only a store
/// without content loads them.
async fn load_starter_pack(ingest: &Ingest, lock: &LockGuard<'_>, report: &mut Report) -> Result<bool> {
    let is_offline = ingest.settings.offline;
    if !is_offline {
        tracing::info!("No source can be reached: the starter pack is read, which has the two SRDs.");
    }
    let mut problems: Vec<String> = Vec::new();
    let mut readings = Vec::new();
    for part in ingest.models.assets.starter_pack().await {
        let read = match part {
            Ok(folder) => files::read(&folder).await.map_err(|e| format!("{e}.")),
            Err(problem) => Err(format!("{problem}.")),
        };
        match read {
            Ok(read) => readings.extend(read),
            Err(problem) if problems.contains(&problem) => {}
            Err(problem) => problems.push(problem),
        }
    }
    let loaded = readings.iter().any(|reading| !reading.records.0.is_empty());
    let mut staging = Staging::begin(&ingest.store.pool).await?;
    for reading in readings {
        for (endpoint, records) in reading.records.0 {
            let stored = staging.put(&reading.source, &endpoint, &records).await?;
            report.listings.push(ListingReport {
                source: format!("{} (starter pack)", reading.source),
                endpoint,
                changes: stored.changes,
                skipped: stored.skipped,
                ..ListingReport::default()
            });
        }
    }
    staging.commit(lock).await?;
    match (loaded, problems.join(" ")) {
        (true, problem) if problem.is_empty() => {}
        (true, problem) => {
            tracing::warn!("A part of the starter pack could not be loaded: {problem}");
        }
        (false, problem) if is_offline => tracing::warn!("The store is empty: {problem}"),
        (false, problem) => tracing::warn!(
            "The store is empty: {problem} Connect this machine to the internet or to a Python package index, then run \"lorekeeper sync\"."
        ),
    }
    Ok(loaded)
}
