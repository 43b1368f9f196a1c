//! Progress events of long jobs: a job sends [`Step`]s to a [`ProgressSink`].
//!
//! A job that one process does for another sends its steps there; the other passes them on to its own sink with
//! [`ProgressSink::send`].

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// One step of a long job. Parts are identified by numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// A part of the job begins.
    Begin {
        /// The part.
        part: u64,
        /// The name of the part.
        name: String,
    },
    /// The size of a part is known.
    Total {
        /// The part.
        part: u64,
        /// How many items.
        count: usize,
    },
    /// A part advances.
    Advance {
        /// The part.
        part: u64,
        /// How many items.
        count: usize,
    },
    /// A part is done.
    Finish {
        /// The part.
        part: u64,
        /// The name of the part from now on.
        name: String,
        /// The result, in a few words.
        outcome: String,
    },
    /// A message worth knowing.
    Note {
        /// A sentence.
        text: String,
    },
    /// A warning.
    Warning {
        /// A sentence.
        text: String,
    },
}

type Listener = Arc<dyn Fn(&Step) + Send + Sync>;

/// Numbers the parts of all jobs of this process.
static NEXT_PART: AtomicU64 = AtomicU64::new(0);

/// Where the steps of a job go: one or more listeners.
#[derive(Clone)]
pub struct ProgressSink(Vec<Listener>);

impl Default for ProgressSink {
    /// A sink that writes log lines.
    fn default() -> Self {
        Self::new(|step| match step {
            Step::Finish { name, outcome, .. } => tracing::info!("{name}: {outcome}"),
            Step::Note { text } => tracing::info!("{text}"),
            Step::Warning { text } => tracing::warn!("{text}"),
            Step::Begin { .. } | Step::Total { .. } | Step::Advance { .. } => {}
        })
    }
}

impl ProgressSink {
    /// A sink with one listener.
    pub fn new(listener: impl Fn(&Step) + Send + Sync + 'static) -> Self {
        Self(vec![Arc::new(listener)])
    }

    /// A sink with the listeners of both.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// Sends a step to all listeners.
    pub fn send(&self, step: &Step) {
        for listener in &self.0 {
            listener(step);
        }
    }

    /// Begins a part of the job.
    #[must_use]
    pub fn part(&self, name: &str) -> PartProgress {
        let part = NEXT_PART.fetch_add(1, Ordering::Relaxed);
        let name = name.to_owned();
        self.send(&Step::Begin { part, name });
        PartProgress {
            sink: self.clone(),
            part,
        }
    }

    /// Sends a message worth knowing.
    pub fn note(&self, text: &str) {
        self.send(&Step::Note { text: text.into() });
    }

    /// Sends a warning.
    pub fn warn(&self, text: &str) {
        self.send(&Step::Warning { text: text.into() });
    }
}

/// The progress of one part of a job.
#[derive(Clone)]
pub struct PartProgress {
    sink: ProgressSink,
    part: u64,
}

impl PartProgress {
    /// Ends the part, under the name that it has from now on.
    pub fn finish(&self, name: &str, outcome: &str) {
        self.sink.send(&Step::Finish {
            part: self.part,
            name: name.to_owned(),
            outcome: outcome.to_owned(),
        });
    }
}

impl lorekeeper_sources::Progress for PartProgress {
    fn total(&self, count: usize) {
        let part = self.part;
        self.sink.send(&Step::Total { part, count });
    }

    fn advance(&self, count: usize) {
        let part = self.part;
        self.sink.send(&Step::Advance { part, count });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_sources::Progress as _;
    use std::sync::Mutex;

    /// A sink that records its steps, and the steps.
    fn recorded() -> (ProgressSink, Arc<Mutex<Vec<Step>>>) {
        let steps: Arc<Mutex<Vec<Step>>> = Arc::default();
        let recorder = Arc::clone(&steps);
        (
            ProgressSink::new(move |step| recorder.lock().unwrap().push(step.clone())),
            steps,
        )
    }

    #[test]
    fn steps_survive_serialisation() {
        let (sink, steps) = recorded();
        let first = sink.part("spells");
        let second = sink.part("rules");
        first.total(3);
        second.advance(1);
        first.finish("spells", "3 records");
        sink.note("a note");
        sink.warn("a warning");
        let steps = steps.lock().unwrap().clone();
        assert_eq!(steps.len(), 7);

        let (copy, copied) = recorded();
        for step in &steps {
            let line = serde_json::to_string(step).unwrap();
            copy.send(&serde_json::from_str(&line).unwrap());
        }
        assert_eq!(*copied.lock().unwrap(), steps);
    }

    #[test]
    fn a_sink_can_have_several_listeners() {
        let ((one, first), (other, second)) = (recorded(), recorded());
        let sink = one.and(other);
        sink.part("spells").advance(2);
        sink.note("a note");
        assert_eq!(first.lock().unwrap().len(), 3);
        assert_eq!(*first.lock().unwrap(), *second.lock().unwrap());
    }
}
