//! Sources to rows: fetch, keep what was said, draw rows from all of it, write what differs.
//!
//! What the sources said is stored as it was received; rows are drawn from it by pure functions. So
//! a source that fails takes nothing away, a record that cannot be understood keeps its last good
//! version, and a crash between the two is made good by drawing again.

mod apart;
mod bounds;
pub mod demand;
mod draw;
mod due;
pub mod import;
mod listing;
pub mod merge;
pub mod recognise;

pub use demand::Demand;
pub use draw::{Drawn, draw};
pub use due::Due;
pub use import::{ImportReport, import, remove};

use crate::app::App;
use crate::db::Turn;
use crate::error::Result;
use crate::family::Family;
use crate::progress::Bars;
use crate::source::import::{self as files, Reading};
use crate::source::{Skipped, configured};
use crate::store::{self, Changes, Removals, Staging};
use serde::{Deserialize, Serialize};

/// What to sync, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Only these sources; all configured ones when empty.
    pub sources: Vec<String>,
    /// Only what feeds these families; everything when empty.
    pub families: Vec<Family>,
    /// What is due.
    pub due: Due,
    /// Whether records that are gone upstream may go here.
    pub removals: Removals,
}

/// What a sync did.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// Listing by listing.
    pub listings: Vec<ListingReport>,
    /// What the rows became.
    pub drawn: Drawn,
    /// The starter pack was loaded, because nothing could be reached and nothing was stored.
    pub starter_pack: bool,
}

/// What became of one listing.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
    /// What there is to say of what came: records that were left out, or kept although they are gone upstream.
    pub notice: Option<String>,
}

/// Fetches what is due, stores it, and draws the rows anew where anything changed. One at a time does so, also
/// of several processes on one Postgres: whoever comes second finds nothing left to fetch.
pub async fn sync(app: &App, options: &Options, bars: &Bars) -> Result<Report> {
    let turn = app.syncing.turn(&app.db).await?;
    turn.run(sync_in_turn(app, &turn, options, bars)).await
}

async fn sync_in_turn(
    app: &App,
    turn: &Turn<'_>,
    options: &Options,
    bars: &Bars,
) -> Result<Report> {
    let db = &app.db.pool;
    let mut report = Report::default();
    // What an import left that broke off.
    store::clear_staged(db).await?;
    if app.config.offline {
        bars.note("Offline: nothing is fetched.");
    } else {
        for source in configured(&app.config) {
            if options.sources.is_empty() || options.sources.iter().any(|s| s == source.name()) {
                listing::fetch_source(app, turn, source.as_ref(), options, bars, &mut report)
                    .await?;
                report.drawn += draw_if_pending(app, turn).await?;
            }
        }
    }
    report.drawn += draw_if_pending(app, turn).await?;
    if app.config.starter_pack && store::is_empty(db).await? {
        report.starter_pack = load_starter_pack(app, turn, &mut report).await?;
        report.drawn += draw_if_pending(app, turn).await?;
    }
    Ok(report)
}

async fn draw_if_pending(app: &App, turn: &Turn<'_>) -> Result<Drawn> {
    let db = &app.db.pool;
    if !draw::is_pending(db).await? {
        return Ok(Drawn::default());
    }
    if draw::is_left_to_newer(db).await? {
        tracing::warn!(
            "The content of this store is kept by a newer version of LoreKeeper: this one only reads it. Update it."
        );
        return Ok(Drawn::default());
    }
    let drawn = draw(&app.db, turn).await?;
    if let Some(change) = &drawn.change {
        app.content_changed(change);
    }
    Ok(drawn)
}

/// Loads what there is of the starter pack; each of its parts does without the others. It is stored whole, since
/// only a store without content loads it.
async fn load_starter_pack(app: &App, turn: &Turn<'_>, report: &mut Report) -> Result<bool> {
    tracing::info!("Nothing is stored and no source can be reached: loading the starter pack.");
    let mut problems = Vec::new();
    let mut readings = Vec::new();
    for part in app.assets.starter_pack().await {
        let read = match part {
            Ok(folder) => files::read(&folder).await.map_err(|e| format!("{e}.")),
            Err(problem) => Err(problem.to_string()),
        };
        match read {
            Ok(read) => readings.extend(read),
            Err(problem) => problems.push(problem),
        }
    }
    let loaded = readings.iter().any(|reading| !reading.records.0.is_empty());
    if loaded {
        store_starter_pack(app, turn, &readings, report).await?;
    }
    match (loaded, problems.join(" ")) {
        (true, problem) if problem.is_empty() => {}
        (true, problem) => {
            tracing::warn!("A part of the starter pack could not be loaded: {problem}");
        }
        (false, problem) => tracing::warn!(
            "The store is empty: {problem} Connect this machine to the internet or to a Python package index, then run \"lorekeeper sync\"."
        ),
    }
    Ok(loaded)
}

async fn store_starter_pack(
    app: &App,
    turn: &Turn<'_>,
    readings: &[Reading],
    report: &mut Report,
) -> Result<()> {
    let mut staging = Staging::begin(&app.db.pool).await?;
    let stored = async {
        for reading in readings {
            let source = &reading.source;
            for (endpoint, records) in &reading.records.0 {
                let stored = staging.put(source, endpoint, records).await?;
                report.listings.push(ListingReport {
                    source: format!("{source} (starter pack)"),
                    endpoint: endpoint.clone(),
                    changes: stored.changes,
                    skipped: stored.left_out,
                    problem: None,
                    notice: None,
                });
            }
        }
        staging.commit(turn).await
    };
    let stored = stored.await;
    if stored.is_err() {
        staging.discard().await;
    }
    stored
}
