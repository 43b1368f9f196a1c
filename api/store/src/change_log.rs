//! Change log: the latest changes of content, for subscriptions and caches.

use crate::Change;
use chrono::{DateTime, Utc};
use lorekeeper_content::Family;
use parking_lot::Mutex;
use std::collections::{BTreeSet, VecDeque};
use tokio::sync::watch;

/// How many changes are kept. A reader that is further behind does not learn which families changed.
const CAPACITY: usize = 64;

/// The latest changes that this process knows of.
#[derive(Debug)]
pub struct ChangeLog {
    count: watch::Sender<u64>,
    last: Mutex<VecDeque<Entry>>,
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
        Self { count: watch::Sender::new(0), last: Mutex::default() }
    }
}

impl ChangeLog {
    /// Adds a change, which requests can read by now.
    pub fn note(&self, change: &Change) {
        let mut last = self.last.lock();
        let number = *self.count.borrow() + 1;
        last.push_back(Entry { number, revision: change.revision, at: Utc::now(), families: change.families.clone() });
        if last.len() > CAPACITY {
            last.pop_front();
        }
        // Under the lock, so that numbers come in order.
        self.count.send_replace(number);
    }

    /// Counts changes, for those who wait for the next.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.count.subscribe()
    }

    /// All changes after the one of that number, beyond that revision; `None` where there is none: a process hears of
    /// some changes twice.
    pub fn since(&self, number: u64, revision: i64) -> Option<ChangeSummary> {
        let last = self.last.lock();
        let has_lost = last.front().is_some_and(|first| first.number > number + 1);
        let mut newer = last.iter().filter(|entry| entry.number > number && entry.revision > revision);
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
        Change { revision, families: families.map(|families| families.iter().copied().collect()) }
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
