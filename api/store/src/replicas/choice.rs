//! Replica selection: the health of each server, and the choice of the one to read from.

use super::PRIMARY;
use super::probe::Observation;
use std::time::{Duration, Instant};

/// A standby is switched to only after so many good probes in a row.
const MIN_GOOD_PROBES: u32 = 3;

/// The health of a server.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Health {
    /// Whether it answers, and is of this store.
    pub up: bool,
    /// The revision that it had last.
    pub revision: i64,
    /// How far behind it is at most; `None` where that is not known.
    pub lag: Option<Duration>,
    /// Why it cannot be read from.
    pub problem: Option<String>,
    /// How many probes in a row were good.
    good: u32,
    /// When it was last known to have everything.
    level_at: Option<Instant>,
}

impl Health {
    /// Records an answer of the primary, which is never behind.
    pub fn primary(&mut self, revision: i64) {
        self.answered(revision);
        self.lag = Some(Duration::ZERO);
    }

    /// Records an answer of a standby, when `primary` was the last revision known of the primary.
    ///
    /// A standby is behind by no more than the time since it last had everything, whatever clocks say; and by no more than
    /// the age of what it replayed last, which is long where little is written. It cannot know what it has not
    /// received: the revisions show that.
    pub fn standby(&mut self, observed: &Observation, primary: i64, now: Instant) {
        self.answered(observed.revision);
        let has_replayed = observed.level.unwrap_or(true);
        let has_revision = observed.revision >= primary;
        if has_replayed && has_revision {
            self.level_at = Some(now);
            self.lag = Some(Duration::ZERO);
            return;
        }
        let since = self.level_at.map(|at| now.saturating_duration_since(at));
        let age = observed.behind.filter(|_| has_revision || !has_replayed);
        self.lag = since.into_iter().chain(age).min();
    }

    /// Records that the server did not answer, or cannot be used.
    pub fn failed(&mut self, problem: String) {
        self.up = false;
        self.good = 0;
        self.lag = None;
        self.problem = Some(problem);
    }

    /// Exempts the server from the good probes in a row, as at the start.
    pub fn trust(&mut self) {
        if self.up {
            self.good = MIN_GOOD_PROBES;
        }
    }

    fn answered(&mut self, revision: i64) {
        self.up = true;
        self.revision = revision;
        self.problem = None;
        self.good = self.good.saturating_add(1);
    }
}

/// The index of the server to read from: the first standby in `order` that is not too far behind and does not go back
/// to an older revision; else the primary; else the standby with the newest revision. `None` where none answers.
pub fn choose(
    servers: &[Health],
    order: &[usize],
    current: usize,
    max_lag: Duration,
) -> Option<usize> {
    let up = |index: &usize| servers.get(*index).filter(|health| health.up);
    let read = servers.get(current).map_or(0, |health| health.revision);
    let fits = |index: &&usize| {
        up(index).is_some_and(|health| {
            let stays = **index == current;
            let most = if stays { max_lag } else { max_lag / 2 };
            health.lag.is_some_and(|lag| lag <= most)
                && (stays || (health.good >= MIN_GOOD_PROBES && health.revision >= read))
        })
    };
    let newest = || {
        let standbys = order.iter().filter(|index| up(index).is_some());
        standbys.max_by_key(|index| (up(index).map(|h| h.revision), **index == current))
    };
    let primary = up(&PRIMARY).map(|_| PRIMARY);
    let fitting = order.iter().find(fits).copied();
    fitting.or(primary).or_else(|| newest().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX_LAG: Duration = Duration::from_secs(10);

    fn healthy(revision: i64, lag: u64) -> Health {
        Health {
            up: true,
            revision,
            lag: Some(Duration::from_secs(lag)),
            good: MIN_GOOD_PROBES,
            ..Health::default()
        }
    }

    fn down(revision: i64) -> Health {
        Health {
            revision,
            ..Health::default()
        }
    }

    #[test]
    fn the_first_standby_that_fits_is_chosen() {
        let all = [healthy(5, 0), healthy(5, 0), healthy(5, 0)];
        assert_eq!(choose(&all, &[2, 1], PRIMARY, MAX_LAG), Some(2));
        assert_eq!(choose(&all, &[1, 2], 2, MAX_LAG), Some(1));
        let all = [healthy(5, 0), healthy(5, 0), down(5)];
        assert_eq!(choose(&all, &[2, 1], 2, MAX_LAG), Some(1));
        let mut returned = healthy(5, 0);
        returned.good = 1;
        let all = [healthy(5, 0), healthy(5, 0), returned];
        assert_eq!(choose(&all, &[2, 1], 1, MAX_LAG), Some(1), "not steady yet");
    }

    #[test]
    fn a_standby_too_far_behind_is_not_chosen() {
        let all = [healthy(6, 0), healthy(5, 9)];
        assert_eq!(choose(&all, &[1], 1, MAX_LAG), Some(1), "within the limit");
        let all = [healthy(6, 0), healthy(5, 11)];
        assert_eq!(choose(&all, &[1], 1, MAX_LAG), Some(PRIMARY));
        let all = [healthy(6, 0), healthy(6, 6)];
        assert_eq!(choose(&all, &[1], PRIMARY, MAX_LAG), Some(PRIMARY));
        let all = [healthy(6, 0), healthy(6, 1)];
        assert_eq!(choose(&all, &[1], PRIMARY, MAX_LAG), Some(1));
        let mut unknown = healthy(6, 0);
        unknown.lag = None;
        assert_eq!(
            choose(&[healthy(6, 0), unknown], &[1], 1, MAX_LAG),
            Some(PRIMARY)
        );
    }

    #[test]
    fn an_older_revision_is_chosen_only_when_nothing_else_answers() {
        let all = [healthy(6, 0), healthy(5, 1)];
        assert_eq!(choose(&all, &[1], PRIMARY, MAX_LAG), Some(PRIMARY));
        let all = [down(6), healthy(4, 99), healthy(5, 99)];
        assert_eq!(choose(&all, &[1, 2], PRIMARY, MAX_LAG), Some(2));
        assert_eq!(choose(&[down(6), down(6)], &[1], PRIMARY, MAX_LAG), None);
    }

    #[test]
    fn lag_comes_from_revisions_replay_and_the_time_since_level() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let observed = |revision, level, behind| Observation {
            revision,
            level: Some(level),
            behind: Some(Duration::from_secs(behind)),
            ..Observation::default()
        };
        let lag = |health: &Health| health.lag.map(|lag| lag.as_secs());
        let mut health = Health::default();
        // A standby that begins far behind: only the age of what it has is known.
        health.standby(&observed(1, false, 60), 2, start);
        assert_eq!(lag(&health), Some(60));
        health.standby(&observed(2, true, 60), 2, after(1));
        assert_eq!(lag(&health), Some(0));
        // Nothing was written for an hour; the latest is not replayed yet.
        health.standby(&observed(2, false, 3600), 2, after(2));
        assert_eq!(lag(&health), Some(1));
        // Much is written: never level, but never old.
        health.standby(&observed(2, false, 0), 2, after(9));
        assert_eq!(lag(&health), Some(0));
        // Cut off from its primary it believes to be level.
        health.standby(&observed(2, true, 0), 3, after(11));
        assert_eq!(lag(&health), Some(10));
        health.failed("gone".to_owned());
        assert_eq!((health.up, health.lag), (false, None));
        // A replica without the replay functions is judged by its revision.
        let mute = Observation {
            revision: 3,
            ..Observation::default()
        };
        health.standby(&mute, 3, after(12));
        assert_eq!(lag(&health), Some(0));
    }
}
