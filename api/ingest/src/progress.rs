//! Progress of long work: it goes to the job that the work belongs to, and to the log where nobody follows the job.

use crate::jobs::{Job, Jobs, Origin, Part, Severity};

/// Where the progress of long work goes.
#[derive(Clone, Debug)]
pub struct ProgressSink {
    /// The job and its number; `None` for work outside of jobs.
    job: Option<(Jobs, u64)>,
    is_logged: bool,
}

impl Default for ProgressSink {
    /// A sink that writes log lines.
    fn default() -> Self {
        Self { job: None, is_logged: true }
    }
}

impl ProgressSink {
    /// The sink of a job. Whoever asked for a job follows it; the others are logged.
    pub(crate) fn of_job(jobs: Jobs, number: u64, origin: Origin) -> Self {
        Self { job: Some((jobs, number)), is_logged: matches!(origin, Origin::Background | Origin::Query) }
    }

    /// Begins a part of the work.
    pub fn part(&self, name: &str) -> PartProgress {
        let number = self.change(|job| job.begin_part(name));
        PartProgress { sink: self.clone(), number: number.unwrap_or_default() }
    }

    /// Reports a message worth knowing.
    pub fn note(&self, text: &str) {
        if self.is_logged {
            tracing::info!("{text}");
        }
        self.change(|job| job.add_entry(Severity::Note, text));
    }

    /// Reports a warning.
    pub fn warn(&self, text: &str) {
        if self.is_logged {
            tracing::warn!("{text}");
        }
        self.change(|job| job.add_entry(Severity::Warning, text));
    }

    fn change<T>(&self, change: impl FnOnce(&mut Job) -> T) -> Option<T> {
        let (jobs, number) = self.job.as_ref()?;
        jobs.change(*number, change)
    }
}

/// The progress of one part of the work.
#[derive(Clone)]
pub struct PartProgress {
    sink: ProgressSink,
    number: usize,
}

impl PartProgress {
    /// Ends the part, under the name that it has from now on.
    pub fn finish(&self, name: &str, outcome: &str) {
        if self.sink.is_logged {
            tracing::debug!("{name}: {outcome}");
        }
        self.change(|part| {
            name.clone_into(&mut part.name);
            part.outcome = Some(outcome.to_owned());
        });
    }

    fn change(&self, change: impl FnOnce(&mut Part)) {
        self.sink.change(|job| job.parts.get_mut(self.number).map(change));
    }
}

impl lorekeeper_sources::Progress for PartProgress {
    fn total(&self, count: usize) {
        self.change(|part| part.total = Some(count));
    }

    fn advance(&self, count: usize) {
        self.change(|part| part.done += count);
    }
}
