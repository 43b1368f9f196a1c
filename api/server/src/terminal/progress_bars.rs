//! Progress bars of a job: on a terminal one bar a part, elsewhere log lines.

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use lorekeeper_content::printable::printable;
use lorekeeper_ingest::progress::{ProgressSink, Step};
use std::collections::HashMap;
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};

/// Bars when standard error is a terminal, log lines otherwise.
#[must_use]
pub fn progress_bars() -> ProgressSink {
    if !std::io::stderr().is_terminal() {
        return ProgressSink::default();
    }
    let terminal = MultiProgress::new();
    let parts: Mutex<HashMap<u64, ProgressBar>> = Mutex::default();
    ProgressSink::new(move |step| {
        let mut parts = parts.lock().unwrap_or_else(PoisonError::into_inner);
        match step {
            Step::Begin { part, name } => {
                parts.insert(*part, terminal.add(bar(name)));
            }
            Step::Total { part, count } => {
                if let Some(bar) = parts.get(part) {
                    bar.set_length(*count as u64);
                }
            }
            Step::Advance { part, count } => {
                if let Some(bar) = parts.get(part) {
                    bar.inc(*count as u64);
                }
            }
            Step::Finish { part, .. } => {
                if let Some(bar) = parts.remove(part) {
                    bar.finish_and_clear();
                }
            }
            Step::Note { text } => tracing::info!("{text}"),
            Step::Warning { text } => tracing::warn!("{text}"),
        }
    })
}

fn bar(name: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix:28} {bar:30} {pos}/{len}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(0)
        .with_style(style)
        .with_prefix(printable(name).into_owned())
}
