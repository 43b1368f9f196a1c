//! `lorekeeper sync`

use crate::config::{Config, SOURCES, nearest};
use crate::error::{Error, Result};
use crate::ingest::{Due, ListingReport, Options, Report};
use crate::progress::{Bars, Shown};
use crate::share::sync::{Event, Request, Vectors};
use crate::share::{Access, Role};
use crate::store::{Changes, Removals};
use clap::Args;
use std::collections::BTreeMap;

/// How often a sync that is cut off begins again.
const TRIES: usize = 5;

/// What to sync.
#[derive(Debug, Args)]
#[expect(
    clippy::doc_markdown,
    reason = "this is help for a terminal, not Markdown"
)]
pub struct Arguments {
    /// Only this source (open5e_v2, dnd5e_api); may be repeated
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
}

/// Syncs, shows what became of every listing, and embeds what is new.
pub async fn run(config: Config, arguments: Arguments) -> Result<()> {
    for source in &arguments.source {
        if !SOURCES.contains(&source.as_str()) {
            return Err(Error::input(format!(
                "\"{source}\" is not a source. Known sources: {}. Did you mean {}?",
                SOURCES.join(", "),
                nearest(source, SOURCES.into_iter())
            )));
        }
    }
    let options = Options {
        sources: arguments.source,
        families: Vec::new(),
        due: if config.offline {
            Due::Nothing
        } else if arguments.force {
            Due::All
        } else {
            Due::NotFresh
        },
        removals: if arguments.allow_removals {
            Removals::All
        } else {
            Removals::Guarded
        },
    };
    let request = Request {
        options,
        vectors: if arguments.no_embed {
            Vectors::Later
        } else {
            Vectors::Now
        },
    };
    let access = Access::start(config, Role::Visitor);
    let outcome = sync(&access, request).await;
    access.close().await;
    outcome
}

/// Syncs, and begins again when the holder of the store ends meanwhile. Once everything is stored, only the
/// vectors are left to make.
async fn sync(access: &Access, mut request: Request) -> Result<()> {
    let mut stored = false;
    for _ in 0..TRIES {
        let (seat, mut events) = access.sync(&request).await?;
        let mut shown = Shown::on(Bars::for_terminal());
        while let Some(event) = events.recv().await {
            match event {
                Event::Step(step) => shown.show(step),
                Event::Report(report) if !stored => {
                    stored = true;
                    super::say(&summary(&report))?;
                }
                Event::Report(_) => {}
                Event::Embedded(passages) => {
                    super::say(&format!("{passages} passages embedded.\n"))?;
                }
                Event::Done => return Ok(()),
                Event::Failed(error) => return Err(error),
            }
        }
        tracing::warn!(
            "The process that held the store ended before the sync did; it begins again."
        );
        access.lost(&seat);
        if stored {
            request.options.due = Due::Nothing;
        }
    }
    Err(Error::not_found(
        "The sync was cut off again and again, because the process that held the store ended. Run it once more.",
    ))
}

fn summary(report: &Report) -> String {
    if report.listings.is_empty() && !report.drawn.any() {
        return "Everything is fresh; nothing was fetched. Use --force to fetch all the same.\n"
            .to_owned();
    }
    let mut sources: BTreeMap<&str, Changes> = BTreeMap::new();
    for listing in &report.listings {
        *sources.entry(&listing.source).or_default() += listing.changes;
    }
    let mut table = super::table(["source", "added", "changed", "removed", "kept"]);
    for (source, c) in sources {
        table.add_row([
            source.to_owned(),
            c.added.to_string(),
            c.changed.to_string(),
            c.removed.to_string(),
            c.kept.to_string(),
        ]);
    }
    let mut text = format!("{table}\n");
    text.push_str(&super::written(&report.drawn));
    if let Some(problems) = problems(&report.listings) {
        text.push_str(&problems);
    }
    text
}

/// A line for each listing that did not come as it should; `None` when all did.
fn problems(listings: &[ListingReport]) -> Option<String> {
    let mut table = super::table(["source", "listing", "came", "left out", "problem"]);
    let mut any = false;
    for listing in listings {
        let Some(problem) = listing.problem.as_ref().or(listing.notice.as_ref()) else {
            continue;
        };
        any = true;
        let c = listing.changes;
        table.add_row([
            listing.source.clone(),
            listing.endpoint.clone(),
            (c.added + c.changed + c.kept).to_string(),
            listing.skipped.len().to_string(),
            problem.clone(),
        ]);
        for skipped in &listing.skipped {
            table.add_row([
                String::new(),
                String::new(),
                String::new(),
                skipped.key.clone(),
                skipped.reason.clone(),
            ]);
        }
    }
    any.then(|| format!("{table}\n"))
}
