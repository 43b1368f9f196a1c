//! Sources to rows: fetch, keep what was said, draw rows from all of it, write what differs.
//!
//! What the sources said is stored as it was received; rows are drawn from it by pure functions. So
//! a source that fails takes nothing away, a record that cannot be understood keeps its last good
//! version, and a crash between the two is made good by drawing again.

mod draw;
mod merge;

pub use draw::{Drawn, draw};

use crate::app::App;
use crate::error::{Error, Result};
use crate::progress::Bars;
use crate::source::http::{Client, FetchError};
use crate::source::{Fetched, Records, Skipped, Upstream, configured, dnd5e, normaliser, pack};
use crate::store::{self, Changes, Removals};
use chrono::{DateTime, Utc};
use futures::{StreamExt, stream};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How many listings of one source are fetched side by side.
const LISTINGS: usize = 4;

/// What to sync, and how.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Options {
    /// Only these sources; all configured ones when empty.
    pub sources: Vec<String>,
    /// What is due.
    pub due: Due,
    /// Whether records that are gone upstream may go here.
    pub removals: Removals,
}

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

/// What a sync did.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// Listing by listing.
    pub listings: Vec<ListingReport>,
    /// What the rows became.
    pub drawn: Drawn,
    /// The starter pack was loaded, because nothing could be reached and nothing was stored.
    pub starter_pack: bool,
}

/// What became of one listing.
#[derive(Debug, Serialize, Deserialize)]
pub struct ListingReport {
    /// The source.
    pub source: String,
    /// The endpoint.
    pub endpoint: String,
    /// What was stored.
    pub changes: Changes,
    /// Records that could not be understood.
    pub skipped: Vec<Skipped>,
    /// Why nothing, or not everything, came.
    pub problem: Option<String>,
}

/// Fetches what is due, stores it, and draws the rows anew where anything changed.
pub async fn sync(app: &App, options: &Options, bars: &Bars) -> Result<Report> {
    let _only_one = app.sync_lock.lock().await;
    let db = &app.db.pool;
    let mut report = Report::default();
    if app.config.offline {
        bars.note("Offline: nothing is fetched.");
    } else {
        for source in configured(&app.config) {
            if options.sources.is_empty() || options.sources.iter().any(|s| s == source.name()) {
                fetch_source(app, source.as_ref(), options, bars, &mut report).await?;
                report.drawn += draw_if_pending(app).await?;
            }
        }
    }
    report.drawn += draw_if_pending(app).await?;
    if app.config.starter_pack && store::is_empty(db).await? {
        report.starter_pack = load_starter_pack(app, &mut report).await?;
        report.drawn += draw_if_pending(app).await?;
    }
    Ok(report)
}

async fn draw_if_pending(app: &App) -> Result<Drawn> {
    if !draw::is_pending(&app.db.pool).await? {
        return Ok(Drawn::default());
    }
    let drawn = draw(&app.db.pool).await?;
    if drawn.any() {
        app.content_changed();
    }
    Ok(drawn)
}

async fn fetch_source(
    app: &App,
    source: &dyn Upstream,
    options: &Options,
    bars: &Bars,
    report: &mut Report,
) -> Result<()> {
    let db = &app.db.pool;
    let due = due_endpoints(app, source, options).await?;
    if due.is_empty() {
        return Ok(());
    }
    let no_client =
        |cause| Error::internal("No HTTP client could be made. The log says why.", cause);
    let patient = Client::patient().map_err(no_client)?;
    let brisk = Client::brisk().map_err(no_client)?;
    let fetch = async |client: &Client, endpoint: String| {
        let name = format!("{} {endpoint}", source.name());
        let progress = bars.part(&name);
        let outcome = source.fetch(client, &endpoint, &progress).await;
        let said = match &outcome {
            Ok(fetched) => format!("{} records", fetched.records.len()),
            Err(error) => error.to_string(),
        };
        progress.finish(&name, &said);
        (endpoint, outcome)
    };

    // The first listing shows whether the source can be reached at all: without long patience, since on a
    // first start the starter pack waits for the answer.
    let mut due = due.into_iter();
    let Some(first) = due.next() else {
        return Ok(());
    };
    let mut first = fetch(&brisk, first).await;
    if let Err(error @ FetchError::Unreachable { .. }) = &first.1 {
        let problem = error.to_string();
        for endpoint in std::iter::once(first.0.clone()).chain(due) {
            store::note_failure(db, source.name(), &endpoint, &problem).await?;
            report.listings.push(ListingReport {
                source: source.name().to_owned(),
                endpoint,
                changes: Changes::default(),
                skipped: Vec::new(),
                problem: Some(problem.clone()),
            });
        }
        tracing::warn!("{} is not synced now: {problem}.", source.name());
        return Ok(());
    }
    if first.1.is_err() {
        first = fetch(&patient, first.0).await;
    }
    let rest: Vec<_> = stream::iter(due)
        .map(|endpoint| fetch(&patient, endpoint))
        .buffer_unordered(LISTINGS)
        .collect()
        .await;

    let outcomes: BTreeMap<String, Result<Fetched, FetchError>> =
        std::iter::once(first).chain(rest).collect();
    let mut skipped = misfits(source.name(), &outcomes);
    for (endpoint, outcome) in outcomes {
        let skipped = skipped.remove(&endpoint).unwrap_or_default();
        report
            .listings
            .push(store_listing(app, source, endpoint, outcome, skipped, options.removals).await?);
    }
    Ok(())
}

/// The records that cannot be understood, by endpoint. They are not stored, so that the last version
/// that could be understood stays.
fn misfits(
    source: &str,
    outcomes: &BTreeMap<String, Result<Fetched, FetchError>>,
) -> HashMap<String, Vec<Skipped>> {
    let records = outcomes
        .iter()
        .filter_map(|(endpoint, o)| Some((endpoint.clone(), o.as_ref().ok()?.records.clone())))
        .collect();
    let mut by_endpoint: HashMap<String, Vec<Skipped>> = HashMap::new();
    let drafts = normaliser(source).map(|normalise| normalise(&Records(records)));
    for skipped in drafts.into_iter().flat_map(|drafts| drafts.skipped) {
        by_endpoint
            .entry(skipped.endpoint.clone())
            .or_default()
            .push(skipped);
    }
    by_endpoint
}

async fn store_listing(
    app: &App,
    source: &dyn Upstream,
    endpoint: String,
    outcome: Result<Fetched, FetchError>,
    skipped: Vec<Skipped>,
    removals: Removals,
) -> Result<ListingReport> {
    let db = &app.db.pool;
    let name = source.name();
    let (changes, problem) = match outcome {
        Err(error) => (Changes::default(), Some(error.to_string())),
        Ok(fetched) => {
            let bad: BTreeSet<&str> = skipped.iter().map(|s| s.key.as_str()).collect();
            let listed = fetched.records.len();
            let good: Vec<_> = fetched
                .records
                .into_iter()
                .filter(|r| !bad.contains(r.key.as_str()))
                .collect();
            // A misfit is still listed: its last good version must not go as if it were gone.
            let whole = fetched.incomplete.is_none() && good.len() == listed;
            let removals = if whole { removals } else { Removals::None };
            let changes = store::put_records(db, name, &endpoint, &good, removals).await?;
            let problem = fetched.incomplete.or_else(|| {
                (changes.withheld > 0).then(|| {
                    format!(
                        "{} records are gone upstream, more than half: they are kept until a sync with --allow-removals",
                        changes.withheld
                    )
                })
            });
            (changes, problem)
        }
    };
    for skipped in &skipped {
        tracing::warn!(
            "{name} {endpoint}: {} is left out: {}.",
            skipped.key,
            skipped.reason
        );
    }
    match &problem {
        None => {
            store::note_success(
                db,
                name,
                &endpoint,
                changes.added + changes.changed + changes.kept,
            )
            .await?;
        }
        Some(problem) => {
            tracing::warn!("{name} {endpoint}: {problem}.");
            store::note_failure(db, name, &endpoint, problem).await?;
        }
    }
    Ok(ListingReport {
        source: name.to_owned(),
        endpoint,
        changes,
        skipped,
        problem,
    })
}

async fn due_endpoints(app: &App, source: &dyn Upstream, options: &Options) -> Result<Vec<String>> {
    let states: HashMap<(String, String), store::EndpointState> =
        store::endpoint_states(&app.db.pool)
            .await?
            .into_iter()
            .map(|s| ((s.source.clone(), s.endpoint.clone()), s))
            .collect();
    let within = |at: Option<DateTime<Utc>>, ttl: std::time::Duration| {
        at.is_some_and(|at| (Utc::now() - at).to_std().unwrap_or_default() < ttl)
    };
    let is_due = |endpoint: &String| {
        let Some(state) = states.get(&(source.name().to_owned(), endpoint.clone())) else {
            return options.due != Due::Nothing;
        };
        let fresh = within(state.last_success, app.config.cache_ttl) && state.error.is_none();
        let just_failed = state.error.is_some() && within(state.last_failure, app.config.error_ttl);
        match options.due {
            Due::Nothing => false,
            Due::All => true,
            Due::NotFresh => !fresh,
            Due::Stale => !fresh && !just_failed,
        }
    };
    Ok(source
        .endpoints()
        .into_iter()
        .map(|endpoint| endpoint.name)
        .filter(is_due)
        .collect())
}

async fn load_starter_pack(app: &App, report: &mut Report) -> Result<bool> {
    tracing::info!("Nothing is stored and no source can be reached: loading the starter pack.");
    let read = async {
        let path = app.assets.starter_pack().await.map_err(|e| e.to_string())?;
        pack::read(&path).await.map_err(|e| e.to_string())
    };
    let records = match read.await {
        Ok(records) => records,
        Err(problem) => {
            tracing::warn!(
                "The store is empty: {problem} Connect this machine to the internet or to a Python package index, then run \"lorekeeper sync\"."
            );
            return Ok(false);
        }
    };
    for (endpoint, records) in &records.0 {
        let changes =
            store::put_records(&app.db.pool, dnd5e::NAME, endpoint, records, Removals::None)
                .await?;
        report.listings.push(ListingReport {
            source: format!("{} (starter pack)", dnd5e::NAME),
            endpoint: endpoint.clone(),
            changes,
            skipped: Vec::new(),
            problem: None,
        });
    }
    Ok(true)
}
