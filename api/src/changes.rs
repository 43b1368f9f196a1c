//! What has changed of what is stored, for whoever waits for that or wants to know what it was.

use crate::family::Family;
use crate::store::Change;
use chrono::{DateTime, Utc};
use std::collections::{BTreeSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// How many changes are remembered. Whoever is further behind is not told which families changed.
const REMEMBERED: usize = 64;

/// The changes that this process knows of.
#[derive(Debug)]
pub struct Changes {
    count: watch::Sender<u64>,
    last: Mutex<VecDeque<Noted>>,
}

#[derive(Clone, Debug)]
struct Noted {
    number: u64,
    revision: i64,
    at: DateTime<Utc>,
    families: Option<BTreeSet<Family>>,
}

/// What has changed since somebody last asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The revision now.
    pub revision: i64,
    /// When this process came to know of it.
    pub at: DateTime<Utc>,
    /// The families that changed; `None` where that is not known.
    pub families: Option<BTreeSet<Family>>,
}

impl Default for Changes {
    fn default() -> Self {
        Self {
            count: watch::Sender::new(0),
            last: Mutex::default(),
        }
    }
}

impl Changes {
    /// Notes a change, and tells whoever waits.
    pub fn note(&self, change: &Change) {
        let mut last = self.last();
        let number = *self.count.borrow() + 1;
        last.push_back(Noted {
            number,
            revision: change.revision,
            at: Utc::now(),
            families: change.families.clone(),
        });
        if last.len() > REMEMBERED {
            last.pop_front();
        }
        // Under the lock, so that numbers come in order.
        self.count.send_replace(number);
    }

    /// A way to wait for changes; it counts them.
    #[must_use]
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.count.subscribe()
    }

    /// What changed after the change of that number, beyond that revision. `None` where nothing did: a process
    /// hears of some changes twice.
    #[must_use]
    pub fn since(&self, number: u64, revision: i64) -> Option<Changed> {
        let last = self.last();
        let outrun = last.front().is_some_and(|first| first.number > number + 1);
        let mut changed: Option<Changed> = None;
        for noted in last
            .iter()
            .filter(|noted| noted.number > number && noted.revision > revision)
        {
            changed = Some(match changed.take() {
                None => Changed {
                    revision: noted.revision,
                    at: noted.at,
                    families: if outrun { None } else { noted.families.clone() },
                },
                Some(before) => Changed {
                    revision: noted.revision.max(before.revision),
                    at: noted.at,
                    families: before.families.zip(noted.families.as_ref()).map(
                        |(mut all, more)| {
                            all.extend(more);
                            all
                        },
                    ),
                },
            });
        }
        changed
    }

    fn last(&self) -> MutexGuard<'_, VecDeque<Noted>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
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

    fn families(changed: Option<Changed>) -> Option<Vec<Family>> {
        Some(changed?.families?.into_iter().collect())
    }

    #[test]
    fn changes_are_put_together_and_told_once() {
        let known = Changes::default();
        assert_eq!(known.since(0, 0), None);
        known.note(&change(3, Some(&[Family::Rule])));
        known.note(&change(4, Some(&[Family::Spell])));
        let changed = known.since(0, 2);
        assert_eq!(changed.as_ref().map(|c| c.revision), Some(4));
        assert_eq!(families(changed), Some(vec![Family::Spell, Family::Rule]));
        assert_eq!(families(known.since(1, 3)), Some(vec![Family::Spell]));
        // The echo of what was told before is no change.
        known.note(&change(3, None));
        known.note(&change(4, None));
        assert_eq!(known.since(2, 4), None);
        assert_eq!(*known.watch().borrow(), 4);
        // Of one among them nothing is known.
        known.note(&change(5, None));
        known.note(&change(6, Some(&[])));
        let changed = known.since(4, 4).unwrap();
        assert_eq!((changed.revision, changed.families), (6, None));
    }

    #[test]
    fn whoever_is_far_behind_learns_the_revision_only() {
        let known = Changes::default();
        for revision in 1..=200 {
            known.note(&change(revision, Some(&[Family::Spell])));
        }
        let changed = known.since(0, 0).unwrap();
        assert_eq!((changed.revision, changed.families), (200, None));
        assert_eq!(families(known.since(190, 190)), Some(vec![Family::Spell]));
    }
}
