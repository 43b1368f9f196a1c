//! How far a long job is: bars on a terminal, plain log lines elsewhere.

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::io::IsTerminal;

/// The bars of one command.
#[derive(Clone, Debug, Default)]
pub struct Bars(Option<MultiProgress>);

impl Bars {
    /// Bars when standard error is a terminal, log lines otherwise.
    #[must_use]
    pub fn for_terminal() -> Self {
        Self(std::io::stderr().is_terminal().then(MultiProgress::new))
    }

    /// A bar for one part of the job.
    #[must_use]
    pub fn part(&self, name: &str) -> Progress {
        let bar = self.0.as_ref().map(|bars| {
            let style = ProgressStyle::with_template("{prefix:28} {bar:30} {pos}/{len}")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            bars.add(
                ProgressBar::new(0)
                    .with_style(style)
                    .with_prefix(name.to_owned()),
            )
        });
        Progress { bar }
    }
}

/// How far one part of a job is.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    /// How much there is to do.
    pub fn total(&self, count: usize) {
        if let Some(bar) = &self.bar {
            bar.set_length(count as u64);
        }
    }

    /// That much more is done.
    pub fn advance(&self, count: usize) {
        if let Some(bar) = &self.bar {
            bar.inc(count as u64);
        }
    }

    /// This part is done: on a terminal its bar goes, elsewhere the log says so.
    pub fn finish(&self, name: &str, outcome: &str) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        } else {
            tracing::info!("{name}: {outcome}");
        }
    }
}
