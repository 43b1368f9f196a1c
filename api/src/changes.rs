//! What has changed of what is stored, for whoever waits for that or wants to know what it was.
//!
//! A change counts from when requests can read it. Where they are read from a standby, that is later than when it was
//! made or told of: an answer that is made in between is of what was before, and must not be kept as if it were of now.

use crate::db::Current;
use crate::family::Family;
use crate::store::Change;
use chrono::{DateTime, Utc};
use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// How many changes are remembered. Whoever is further behind is not told which families changed.
const REMEMBERED: usize = 64;

/// The changes that this process knows of.
#[derive(Debug)]
pub struct Changes {
    count: watch::Sender<u64>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    last: VecDeque<Noted>,
    /// The revision that can be read; nothing where that is whatever was written.
    readable: Option<i64>,
    /// Changes that cannot be read yet.
    announced: Vec<Change>,
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
            state: Mutex::default(),
        }
    }
}

impl Changes {
    /// Notes a change that was made, and tells whoever waits: as soon as it can be read.
    pub fn note(&self, change: &Change) {
        let mut state = self.state();
        if state
            .readable
            .is_some_and(|readable| readable < change.revision)
        {
            state.announced.push(change.clone());
        } else {
            self.tell(&mut state, change);
        }
    }

    /// Notes the revision that can be read from now on: of a standby, or nothing for the source that is written to.
    pub fn readable(&self, revision: Option<i64>) {
        let mut state = self.state();
        let before = std::mem::replace(&mut state.readable, revision);
        let announced = std::mem::take(&mut state.announced);
        let reads = |change: &Change| revision.is_none_or(|revision| change.revision <= revision);
        let (now, later): (Vec<_>, Vec<_>) = announced.into_iter().partition(reads);
        state.announced = later;
        for change in &now {
            self.tell(&mut state, change);
        }
        // A change that nobody has told of, such as where nobody can.
        if let Some(revision) = revision.filter(|revision| {
            before != Some(*revision) && now.iter().all(|change| change.revision != *revision)
        }) {
            let families = None;
            self.tell(&mut state, &Change { revision, families });
        }
    }

    /// Waits until all changes that are known of can be read.
    pub async fn caught_up(&self) {
        let mut count = self.watch();
        while !self.state().announced.is_empty() && count.changed().await.is_ok() {}
    }

    /// Goes by what is read from, for as long as it runs.
    pub async fn follow(self: Arc<Self>, mut current: watch::Receiver<Current>) {
        loop {
            let revision = current.borrow_and_update().revision;
            self.readable(revision);
            if current.changed().await.is_err() {
                return;
            }
        }
    }

    fn tell(&self, state: &mut State, change: &Change) {
        let number = *self.count.borrow() + 1;
        state.last.push_back(Noted {
            number,
            revision: change.revision,
            at: Utc::now(),
            families: change.families.clone(),
        });
        if state.last.len() > REMEMBERED {
            state.last.pop_front();
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
        let state = self.state();
        let last = &state.last;
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

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
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

    #[tokio::test]
    async fn a_change_counts_when_it_can_be_read() {
        let known = Changes::default();
        let count = known.watch();
        known.readable(Some(4));
        assert_eq!(*count.borrow(), 1);
        // Told of before the standby has it.
        known.note(&change(5, Some(&[Family::Spell])));
        known.note(&change(6, Some(&[Family::Rule])));
        assert_eq!((*count.borrow(), known.since(1, 4)), (1, None));
        known.readable(Some(5));
        assert_eq!(families(known.since(1, 4)), Some(vec![Family::Spell]));
        // The standby has it before anybody told of it.
        known.readable(Some(7));
        let changed = known.since(2, 5).unwrap();
        assert_eq!((changed.revision, changed.families), (7, None));
        known.note(&change(7, Some(&[])));
        known.caught_up().await;
        // From the source that is written to everything can be read.
        known.note(&change(8, Some(&[Family::Creature])));
        let counted = *count.borrow();
        known.readable(None);
        assert_eq!(*count.borrow(), counted + 1);
        known.note(&change(9, None));
        assert_eq!(*count.borrow(), counted + 2);
        // Nothing new: nothing to tell.
        known.readable(Some(9));
        let counted = *count.borrow();
        known.readable(Some(9));
        assert_eq!(*count.borrow(), counted);
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
