//! Change log: the latest changes of content, for subscriptions and caches.
//!
//! A change counts from when requests can read it. On a standby that is later than when it was made or announced: a
//! response that is made in between is of the content before, and must not be cached as if it were of the content now.

use crate::Change;
use crate::replicas::ActiveSession;
use chrono::{DateTime, Utc};
use lorekeeper_content::Family;
use parking_lot::Mutex;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use tokio::sync::watch;

/// How many changes are kept. A reader that is further behind does not learn which families changed.
const CAPACITY: usize = 64;

/// The latest changes that this process knows of.
#[derive(Debug)]
pub struct ChangeLog {
    count: watch::Sender<u64>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    last: VecDeque<Entry>,
    /// The revision that a standby has; `None` where the primary is read.
    readable: Option<i64>,
    /// Changes that cannot be read yet.
    unreadable: Vec<Change>,
}

#[derive(Clone, Debug)]
struct Entry {
    number: u64,
    revision: i64,
    at: DateTime<Utc>,
    families: Option<BTreeSet<Family>>,
}

/// All changes since a number, put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeSummary {
    /// The latest revision.
    pub revision: i64,
    /// When this process learned of it.
    pub at: DateTime<Utc>,
    /// The families that changed; `None` where that is not known.
    pub families: Option<BTreeSet<Family>>,
}

impl Default for ChangeLog {
    fn default() -> Self {
        Self {
            count: watch::Sender::new(0),
            state: Mutex::default(),
        }
    }
}

impl ChangeLog {
    /// Adds a change, as soon as it can be read.
    pub(crate) fn note(&self, change: &Change) {
        let mut state = self.state.lock();
        if state
            .readable
            .is_some_and(|readable| readable < change.revision)
        {
            state.unreadable.push(change.clone());
        } else {
            self.push(&mut state, change);
        }
    }

    /// Sets the revision that can be read from now on: that of a standby, or `None` for the primary.
    pub(crate) fn readable(&self, revision: Option<i64>) {
        let mut state = self.state.lock();
        let before = std::mem::replace(&mut state.readable, revision);
        let waiting = std::mem::take(&mut state.unreadable);
        let reads = |change: &Change| revision.is_none_or(|revision| change.revision <= revision);
        let (now, later): (Vec<_>, Vec<_>) = waiting.into_iter().partition(reads);
        state.unreadable = later;
        for change in &now {
            self.push(&mut state, change);
        }
        // A change that no other process has announced.
        if let Some(revision) = revision.filter(|revision| {
            before != Some(*revision) && now.iter().all(|change| change.revision != *revision)
        }) {
            let families = None;
            self.push(&mut state, &Change { revision, families });
        }
    }

    /// Waits until all known changes can be read.
    pub(crate) async fn caught_up(&self) {
        let mut count = self.watch();
        while !self.state.lock().unreadable.is_empty() && count.changed().await.is_ok() {}
    }

    /// Follows the server that requests are read from, for as long as the task runs.
    pub(crate) async fn follow(self: Arc<Self>, mut active: watch::Receiver<ActiveSession>) {
        loop {
            let revision = active.borrow_and_update().revision;
            self.readable(revision);
            if active.changed().await.is_err() {
                return;
            }
        }
    }

    fn push(&self, state: &mut State, change: &Change) {
        let number = *self.count.borrow() + 1;
        state.last.push_back(Entry {
            number,
            revision: change.revision,
            at: Utc::now(),
            families: change.families.clone(),
        });
        if state.last.len() > CAPACITY {
            state.last.pop_front();
        }
        // Under the lock, so that numbers come in order.
        self.count.send_replace(number);
    }

    /// Counts changes, for those who wait for the next.
    #[must_use]
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.count.subscribe()
    }

    /// All changes after the one of that number, beyond that revision; `None` where there is none: a process hears of
    /// some changes twice.
    #[must_use]
    pub fn since(&self, number: u64, revision: i64) -> Option<ChangeSummary> {
        let last = &self.state.lock().last;
        let has_lost = last.front().is_some_and(|first| first.number > number + 1);
        let mut newer = last
            .iter()
            .filter(|entry| entry.number > number && entry.revision > revision);
        let families = newer.clone().try_fold(BTreeSet::new(), |mut all, entry| {
            all.extend(entry.families.as_ref()?);
            Some(all)
        });
        Some(ChangeSummary {
            revision: newer.clone().map(|entry| entry.revision).max()?,
            at: newer.next_back()?.at,
            families: families.filter(|_| !has_lost),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(revision: i64, families: Option<&[Family]>) -> Change {
        Change {
            revision,
            families: families.map(|families| families.iter().copied().collect()),
        }
    }

    fn families(changed: Option<ChangeSummary>) -> Option<Vec<Family>> {
        Some(changed?.families?.into_iter().collect())
    }

    #[test]
    fn changes_are_merged_and_reported_once() {
        let known = ChangeLog::default();
        assert_eq!(known.since(0, 0), None);
        known.note(&change(3, Some(&[Family::Rule])));
        known.note(&change(4, Some(&[Family::Spell])));
        let changed = known.since(0, 2);
        assert_eq!(changed.as_ref().map(|c| c.revision), Some(4));
        assert_eq!(families(changed), Some(vec![Family::Spell, Family::Rule]));
        assert_eq!(families(known.since(1, 3)), Some(vec![Family::Spell]));
        // The echo of a known change is no change.
        known.note(&change(3, None));
        known.note(&change(4, None));
        assert_eq!(known.since(2, 4), None);
        assert_eq!(*known.watch().borrow(), 4);
        // The families of one of them are unknown.
        known.note(&change(5, None));
        known.note(&change(6, Some(&[])));
        let changed = known.since(4, 4).unwrap();
        assert_eq!((changed.revision, changed.families), (6, None));
    }

    #[tokio::test]
    async fn a_change_counts_when_it_can_be_read() {
        let known = ChangeLog::default();
        let count = known.watch();
        known.readable(Some(4));
        assert_eq!(*count.borrow(), 1);
        // Announced before the standby has it.
        known.note(&change(5, Some(&[Family::Spell])));
        known.note(&change(6, Some(&[Family::Rule])));
        assert_eq!((*count.borrow(), known.since(1, 4)), (1, None));
        known.readable(Some(5));
        assert_eq!(families(known.since(1, 4)), Some(vec![Family::Spell]));
        // The standby has it before it is announced.
        known.readable(Some(7));
        let changed = known.since(2, 5).unwrap();
        assert_eq!((changed.revision, changed.families), (7, None));
        known.note(&change(7, Some(&[])));
        known.caught_up().await;
        // From the primary everything can be read.
        known.note(&change(8, Some(&[Family::Creature])));
        let counted = *count.borrow();
        known.readable(None);
        assert_eq!(*count.borrow(), counted + 1);
        known.note(&change(9, None));
        assert_eq!(*count.borrow(), counted + 2);
        // The same revision again is no change.
        known.readable(Some(9));
        let counted = *count.borrow();
        known.readable(Some(9));
        assert_eq!(*count.borrow(), counted);
    }

    #[test]
    fn a_reader_far_behind_learns_the_revision_only() {
        let known = ChangeLog::default();
        for revision in 1..=200 {
            known.note(&change(revision, Some(&[Family::Spell])));
        }
        let changed = known.since(0, 0).unwrap();
        assert_eq!((changed.revision, changed.families), (200, None));
        assert_eq!(families(known.since(190, 190)), Some(vec![Family::Spell]));
    }
}
