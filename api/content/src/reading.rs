//! Cost of reading: how many bytes and words the readers of texts have looked at, for the tests that hold them to linear time.

use std::cell::Cell;

thread_local! {
    static READ: Cell<usize> = const { Cell::new(0) };
}

/// Adds bytes or words that a reader of this thread looks at.
pub fn count(read: usize) {
    READ.set(READ.get().wrapping_add(read));
}

/// What work on this thread reads, beside its outcome.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = READ.get();
    let outcome = work();
    (outcome, READ.get().wrapping_sub(before))
}
