//! How far a long job is: bars on a terminal, plain log lines elsewhere, steps for whoever listens; or several of
//! these at once.
//!
//! A job that one process does for another tells its [`Step`]s; the other shows them with [`Shown`] as if it
//! did the job itself.

use crate::terminal::printable;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The bars of one job, wherever they are shown.
#[derive(Clone, Debug)]
pub struct Bars(Vec<To>);

#[derive(Clone, Debug)]
enum To {
    Log,
    Terminal(MultiProgress),
    Listener(Listener),
}

/// One step of a long job. Parts are known by a number of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// A part of the job begins.
    Begin {
        /// The part.
        part: u64,
        /// What it is called.
        name: String,
    },
    /// How much there is to do.
    Total {
        /// The part.
        part: u64,
        /// How much.
        count: usize,
    },
    /// That much more is done.
    Advance {
        /// The part.
        part: u64,
        /// How much.
        count: usize,
    },
    /// A part is done.
    Finish {
        /// The part.
        part: u64,
        /// What it is called now.
        name: String,
        /// What became of it.
        outcome: String,
    },
    /// Something worth knowing.
    Note {
        /// In a sentence.
        text: String,
    },
    /// Something that is not as it should be.
    Warning {
        /// In a sentence.
        text: String,
    },
}

impl Default for Bars {
    /// Log lines.
    fn default() -> Self {
        Self(vec![To::Log])
    }
}

impl Bars {
    /// Bars when standard error is a terminal, log lines otherwise.
    #[must_use]
    pub fn for_terminal() -> Self {
        if std::io::stderr().is_terminal() {
            Self(vec![To::Terminal(MultiProgress::new())])
        } else {
            Self::default()
        }
    }

    /// No bars here: every step is told.
    pub fn told(tell: impl Fn(Step) + Send + Sync + 'static) -> Self {
        Self(vec![To::Listener(Listener {
            tell: Arc::new(tell),
            parts: Arc::default(),
        })])
    }

    /// These bars, and others beside them.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// A bar for one part of the job.
    #[must_use]
    pub fn part(&self, name: &str) -> Progress {
        Progress(self.0.iter().map(|to| to.part(name)).collect())
    }

    /// Something worth knowing.
    pub fn note(&self, text: &str) {
        for to in &self.0 {
            match to {
                To::Listener(listener) => (listener.tell)(Step::Note { text: text.into() }),
                To::Log | To::Terminal(_) => tracing::info!("{text}"),
            }
        }
    }

    /// Something that is not as it should be.
    pub fn warn(&self, text: &str) {
        for to in &self.0 {
            match to {
                To::Listener(listener) => (listener.tell)(Step::Warning { text: text.into() }),
                To::Log | To::Terminal(_) => tracing::warn!("{text}"),
            }
        }
    }
}

impl To {
    fn part(&self, name: &str) -> Part {
        match self {
            Self::Log => Part::Log,
            Self::Terminal(bars) => {
                let style = ProgressStyle::with_template("{prefix:28} {bar:30} {pos}/{len}")
                    .unwrap_or_else(|_| ProgressStyle::default_bar());
                Part::Bar(
                    bars.add(
                        ProgressBar::new(0)
                            .with_style(style)
                            .with_prefix(printable(name).into_owned()),
                    ),
                )
            }
            Self::Listener(listener) => {
                let part = listener.parts.fetch_add(1, Ordering::Relaxed);
                let name = name.to_owned();
                (listener.tell)(Step::Begin { part, name });
                Part::Told(listener.clone(), part)
            }
        }
    }
}

/// How far one part of a job is; by default nobody is shown it.
#[derive(Clone, Debug, Default)]
pub struct Progress(Vec<Part>);

#[derive(Clone, Debug)]
enum Part {
    Log,
    Bar(ProgressBar),
    Told(Listener, u64),
}

impl Progress {
    /// How much there is to do.
    pub fn total(&self, count: usize) {
        for part in &self.0 {
            match part {
                Part::Log => {}
                Part::Bar(bar) => bar.set_length(count as u64),
                Part::Told(listener, part) => (listener.tell)(Step::Total { part: *part, count }),
            }
        }
    }

    /// That much more is done.
    pub fn advance(&self, count: usize) {
        for part in &self.0 {
            match part {
                Part::Log => {}
                Part::Bar(bar) => bar.inc(count as u64),
                Part::Told(listener, part) => (listener.tell)(Step::Advance { part: *part, count }),
            }
        }
    }

    /// This part is done: on a terminal its bar goes, elsewhere the log says so.
    pub fn finish(&self, name: &str, outcome: &str) {
        for part in &self.0 {
            match part {
                Part::Log => tracing::info!("{name}: {outcome}"),
                Part::Bar(bar) => bar.finish_and_clear(),
                Part::Told(listener, part) => (listener.tell)(Step::Finish {
                    part: *part,
                    name: name.to_owned(),
                    outcome: outcome.to_owned(),
                }),
            }
        }
    }
}

/// Shows the steps of a job that is done elsewhere.
#[derive(Debug)]
pub struct Shown {
    bars: Bars,
    parts: HashMap<u64, Progress>,
}

impl Shown {
    /// Shows them as `bars` does.
    #[must_use]
    pub fn on(bars: Bars) -> Self {
        Self {
            bars,
            parts: HashMap::new(),
        }
    }

    /// Shows one step. Steps of parts that never began show nothing.
    pub fn show(&mut self, step: Step) {
        match step {
            Step::Begin { part, name } => {
                self.parts.insert(part, self.bars.part(&name));
            }
            Step::Total { part, count } => {
                if let Some(progress) = self.parts.get(&part) {
                    progress.total(count);
                }
            }
            Step::Advance { part, count } => {
                if let Some(progress) = self.parts.get(&part) {
                    progress.advance(count);
                }
            }
            Step::Finish {
                part,
                name,
                outcome,
            } => {
                if let Some(progress) = self.parts.remove(&part) {
                    progress.finish(&name, &outcome);
                }
            }
            Step::Note { text } => self.bars.note(&text),
            Step::Warning { text } => self.bars.warn(&text),
        }
    }
}

#[derive(Clone)]
struct Listener {
    tell: Arc<dyn Fn(Step) + Send + Sync>,
    parts: Arc<AtomicU64>,
}

impl std::fmt::Debug for Listener {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Listener")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// Bars that note their steps, and the notes.
    fn noted() -> (Bars, Arc<Mutex<Vec<Step>>>) {
        let notes: Arc<Mutex<Vec<Step>>> = Arc::default();
        let mine = Arc::clone(&notes);
        (
            Bars::told(move |step| mine.lock().unwrap().push(step)),
            notes,
        )
    }

    #[test]
    fn steps_that_are_shown_are_the_steps_that_were_told() {
        let (bars, told) = noted();
        let first = bars.part("spells");
        let second = bars.part("rules");
        first.total(3);
        second.advance(1);
        first.finish("spells", "3 records");
        bars.note("a note");
        bars.warn("a warning");
        let told = told.lock().unwrap().clone();
        assert_eq!(told.len(), 7);

        let (again, shown) = noted();
        let mut player = Shown::on(again);
        for step in &told {
            let line = serde_json::to_string(step).unwrap();
            player.show(serde_json::from_str(&line).unwrap());
        }
        // A part that never began.
        player.show(Step::Advance { part: 9, count: 1 });
        assert_eq!(*shown.lock().unwrap(), told);
    }

    #[test]
    fn bars_are_shown_in_several_places() {
        let ((one, first), (other, second)) = (noted(), noted());
        let bars = one.and(other);
        bars.part("spells").advance(2);
        bars.note("a note");
        assert_eq!(first.lock().unwrap().len(), 3);
        assert_eq!(*first.lock().unwrap(), *second.lock().unwrap());
    }
}
