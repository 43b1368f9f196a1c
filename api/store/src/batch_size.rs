//! Adaptive batch size: long work is cut into transactions of a few milliseconds. The embedded store has one
//! connection, for which readers queue fairly, so that a reader never waits for more than one short batch.

use std::time::{Duration, Instant};

/// How long a batch should take at most.
const MAX_DURATION: Duration = Duration::from_millis(6);

/// How long a batch should take at most where readers have nothing to read yet. A batch costs a commit.
const MAX_DURATION_OF_FIRST: Duration = Duration::from_millis(100);

/// The number of items in a batch, which grows while batches are quick and shrinks when they are slow.
#[derive(Debug)]
pub(crate) struct BatchSize {
    size: usize,
    max: usize,
    max_duration: Duration,
}

impl BatchSize {
    /// Starts with `size` items, and never exceeds `max`.
    pub fn new(size: usize, max: usize) -> Self {
        Self { size, max, max_duration: MAX_DURATION }
    }

    /// The same for what is written into an empty table.
    pub fn of_first(self) -> Self {
        Self { max_duration: MAX_DURATION_OF_FIRST, ..self }
    }

    /// The number of items in the next batch.
    pub fn get(&self) -> usize {
        self.size
    }

    /// Adapts to a batch that began at `start`, and lets other tasks run.
    pub async fn adapt(&mut self, start: Instant) {
        let took = start.elapsed();
        if took > self.max_duration {
            self.size = (self.size / 2).max(1);
        } else if took < self.max_duration / 2 {
            self.size = (self.size * 3 / 2 + 1).min(self.max);
        }
        tokio::task::yield_now().await;
    }
}

/// Most bytes that one statement writes. A message of 128 MiB ends the embedded store.
pub(crate) const MAX_BATCH_BYTES: usize = 8 << 20;

/// Largest row, as JSON.
pub(crate) const MAX_ROW_BYTES: usize = MAX_BATCH_BYTES;

/// How many of the first items, of these sizes in bytes, one statement may write: at most `max`, and at least one.
pub(crate) fn fitting(sizes: impl Iterator<Item = usize>, max: usize) -> usize {
    let mut bytes: usize = 0;
    let fitting = sizes.take(max).take_while(|size| {
        bytes = bytes.saturating_add(*size);
        bytes <= MAX_BATCH_BYTES
    });
    fitting.count().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_bounded_by_number_and_size() {
        let batch = |sizes: &[usize], max| fitting(sizes.iter().copied(), max);
        assert_eq!(batch(&[1; 9], 4), 4);
        assert_eq!(batch(&[1; 3], 4), 3);
        assert_eq!(batch(&[MAX_BATCH_BYTES / 2; 9], 4), 2);
        assert_eq!(batch(&[MAX_BATCH_BYTES + 1; 9], 4), 1);
    }
}
