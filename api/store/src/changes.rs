//! Change counts: how many records of a listing, or rows of a table, were added, changed, removed and kept.

use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// How writing changed what was stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changes {
    /// Items that are new.
    pub added: usize,
    /// Items that differ from what was stored.
    pub changed: usize,
    /// Items that are gone.
    pub removed: usize,
    /// Items as they were.
    pub kept: usize,
}

impl Changes {
    /// Whether anything was written.
    pub fn any(&self) -> bool {
        self.written() > 0
    }

    /// How many items were written or removed.
    pub fn written(&self) -> usize {
        self.added + self.changed + self.removed
    }
}

impl AddAssign for Changes {
    fn add_assign(&mut self, other: Self) {
        self.added += other.added;
        self.changed += other.changed;
        self.removed += other.removed;
        self.kept += other.kept;
    }
}
