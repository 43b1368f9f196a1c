//! Progress bars of a job: on a terminal one bar a part, elsewhere log lines.

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use lorekeeper_content::printable::printable;
use lorekeeper_ingest::jobs::{Event, LogEntry, Part, Severity};
use std::collections::HashMap;
use std::io::IsTerminal;

/// Bars when standard error is a terminal, log lines otherwise.
pub struct ProgressBars {
    terminal: Option<MultiProgress>,
    parts: HashMap<usize, ProgressBar>,
}

impl Default for ProgressBars {
    fn default() -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        Self { terminal: is_terminal.then(MultiProgress::new), parts: HashMap::new() }
    }
}

impl ProgressBars {
    /// Shows the progress that an event tells of.
    pub fn show(&mut self, event: Event) {
        match event {
            Event::Logged(LogEntry { severity, text }) => match severity {
                Severity::Note => tracing::info!("{text}"),
                Severity::Warning => tracing::warn!("{text}"),
            },
            Event::PartStarted(part) | Event::PartAdvanced(part) => {
                if let Some(terminal) = &self.terminal {
                    let bar = self.parts.entry(part.number);
                    let bar = bar.or_insert_with(|| terminal.add(bar_of(&part)));
                    bar.set_length(part.total.unwrap_or_default() as u64);
                    bar.set_position(part.done as u64);
                }
            }
            Event::PartFinished(part) => {
                if let Some(bar) = self.parts.remove(&part.number) {
                    bar.finish_and_clear();
                }
                if self.terminal.is_none() {
                    tracing::info!("{}: {}", part.name, part.outcome.unwrap_or_default());
                }
            }
            Event::Started
            | Event::Outcome(_)
            | Event::Embedded(_)
            | Event::Done
            | Event::Failed(_)
            | Event::Interrupted => {}
        }
    }
}

fn bar_of(part: &Part) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix:28} {bar:30} {pos}/{len}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(0).with_style(style).with_prefix(printable(&part.name).into_owned())
}
