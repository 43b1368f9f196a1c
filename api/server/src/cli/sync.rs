//! `lorekeeper sync`

use super::job::{self, Detail};
use crate::config::{Config, require_source};
use clap::Args;
use lorekeeper_graphql::error::Result;
use lorekeeper_ingest::jobs::{Vectors, Work};
use lorekeeper_ingest::{Due, ListingReport, Options, Report};
use lorekeeper_store::{Changes, Removals};
use std::collections::BTreeMap;

/// What to sync.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Only this source: open5e_v2, dnd5e_api, foundry_srd or open5e_v1; may be repeated
    #[arg(long, value_name = "SOURCE")]
    source: Vec<String>,
    /// Fetch what is still fresh too
    #[arg(long)]
    force: bool,
    /// Let records go even when more than a quarter of a listing is gone upstream
    #[arg(long)]
    allow_removals: bool,
    /// Do not embed what was stored; the next serve does
    #[arg(long)]
    no_embed: bool,
    /// Name the records that are left out, and those with fields that do not fit
    #[arg(long)]
    verbose: bool,
}

/// Syncs, prints the outcome of every listing, and embeds new passages.
pub async fn run(config: Config, arguments: Arguments) -> Result<()> {
    for source in &arguments.source {
        require_source(source)?;
    }
    let options = Options {
        sources: arguments.source,
        families: Vec::new(),
        due: if config.ingest.offline {
            Due::Nothing
        } else if arguments.force {
            Due::All
        } else {
            Due::NotFresh
        },
        removals: if arguments.allow_removals { Removals::All } else { Removals::Guarded },
    };
    let vectors = if arguments.no_embed { Vectors::Later } else { Vectors::Now };
    let detail = if arguments.verbose { Detail::Records } else { Detail::Listings };
    job::run(config, Work::Sync(options), vectors, detail).await
}

/// Report of a sync: changes by source, changes of rows, listings with problems.
pub fn summary(report: &Report, detail: Detail) -> String {
    if report.listings.is_empty() && !report.rows.any() {
        return "Nothing was due, and nothing was fetched. Use --force to fetch all the same.\n".to_owned();
    }
    let mut sources: BTreeMap<&str, Changes> = BTreeMap::new();
    for listing in &report.listings {
        *sources.entry(&listing.source).or_default() += listing.changes;
    }
    sources.retain(|_, changes| *changes != Changes::default());
    let mut table = super::table(["source", "added", "changed", "removed", "kept"]);
    for (source, c) in sources {
        super::add_row(&mut table, &[&source, &c.added, &c.changed, &c.removed, &c.kept]);
    }
    let fetched = if table.is_empty() { "Nothing was fetched.".to_owned() } else { table.to_string() };
    let rows = super::row_changes(&report.rows);
    let problems = problems(&report.listings, detail);
    let news = report.news.iter().map(|sentence| format!("News: {sentence}\n"));
    format!("{fetched}\n{rows}{problems}{}", news.collect::<String>())
}

/// A line for each listing with a problem, and one for all listings of a source that have the same; empty where there is
/// none.
fn problems(listings: &[ListingReport], detail: Detail) -> String {
    let mut table = super::table(["source", "listing", "came", "skipped", "problem"]);
    let of_source = |a: &ListingReport, b: &ListingReport| a.source == b.source;
    for source in listings.chunk_by(of_source) {
        let shared = source.first().and_then(|listing| listing.problem.as_ref());
        let is_shared = source.iter().all(|listing| listing.problem.as_ref() == shared);
        if let (Some(shared), true, 2..) = (shared, is_shared, source.len()) {
            let name = source.first().map_or("", |listing| &listing.source);
            let all = format!("all {}", source.len());
            super::add_row(&mut table, &[&name, &all, &0, &0, shared]);
            continue;
        }
        for listing in source {
            let Some(problem) = listing.problem.as_ref().or(listing.notice.as_ref()) else {
                continue;
            };
            let c = listing.changes;
            let (came, skipped) = (c.added + c.changed + c.kept, listing.skipped.len());
            super::add_row(&mut table, &[&listing.source, &listing.endpoint, &came, &skipped, problem]);
            if detail == Detail::Records {
                for (record, what) in records(listing) {
                    super::add_row(&mut table, &[&"", &"", &"", &record, &what]);
                }
            }
        }
    }
    if table.is_empty() {
        return String::new();
    }
    format!("{}\n", super::narrow(table))
}

/// The records of a listing that are left out, and those with fields that do not fit.
fn records(listing: &ListingReport) -> Vec<(&str, &str)> {
    let skipped = listing.skipped.iter();
    let skipped = skipped.map(|skipped| (skipped.key.as_str(), skipped.reason.as_str()));
    let unfit = listing.notes.unfit.iter().flat_map(|unfit| {
        let records = unfit.records.iter();
        records.map(|record| (record.as_str(), unfit.field.as_str()))
    });
    skipped.chain(unfit).collect()
}
