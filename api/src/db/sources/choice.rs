//! Which source to read from.

use super::PRIMARY;
use super::probe::Found;
use std::time::{Duration, Instant};

/// After so many good looks one after another a source is steady.
const STEADY: u32 = 3;

/// What is known of a source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    /// Whether it answers, and is of this store.
    pub up: bool,
    /// The revision that it had last.
    pub revision: i64,
    /// How far behind it is at most; nothing where that is not known.
    pub lag: Option<Duration>,
    /// Why it cannot be read from.
    pub problem: Option<String>,
    /// How many looks in a row were good.
    good: u32,
    /// When it was last known to have all there was.
    level: Option<Instant>,
}

impl Seen {
    /// The primary answered; it is never behind.
    pub fn primary(&mut self, revision: i64) {
        self.answered(revision);
        self.lag = Some(Duration::ZERO);
    }

    /// A standby answered, when `primary` was the last revision known of the primary.
    ///
    /// It is behind by no more than the time since it last had everything, whatever clocks say; and by no more than
    /// the age of what it replayed last, which is long where little is written. What it does not receive it cannot
    /// know of: the revisions show that.
    pub fn standby(&mut self, found: &Found, primary: i64, now: Instant) {
        self.answered(found.revision);
        let has_replayed = found.level.unwrap_or(true);
        let has_revision = found.revision >= primary;
        if has_replayed && has_revision {
            self.level = Some(now);
            self.lag = Some(Duration::ZERO);
            return;
        }
        let since = self.level.map(|level| now.saturating_duration_since(level));
        let age = found.behind.filter(|_| has_revision || !has_replayed);
        self.lag = since.into_iter().chain(age).min();
    }

    /// It did not answer, or is of no use.
    pub fn failed(&mut self, problem: String) {
        self.up = false;
        self.good = 0;
        self.lag = None;
        self.problem = Some(problem);
    }

    /// It need not show first that it is steady.
    pub fn trust(&mut self) {
        if self.up {
            self.good = STEADY;
        }
    }

    fn answered(&mut self, revision: i64) {
        self.up = true;
        self.revision = revision;
        self.problem = None;
        self.good = self.good.saturating_add(1);
    }
}

/// The source to read from, by its place: the first standby in `order` that is not too far behind, and takes nobody
/// back to what was before; else the primary; else the standby that has most. Nothing where none answers.
pub fn choose(seen: &[Seen], order: &[usize], current: usize, limit: Duration) -> Option<usize> {
    let up = |place: &usize| seen.get(*place).filter(|seen| seen.up);
    let shown = seen.get(current).map_or(0, |seen| seen.revision);
    let fits = |place: &&usize| {
        up(place).is_some_and(|seen| {
            let stays = **place == current;
            let most = if stays { limit } else { limit / 2 };
            seen.lag.is_some_and(|lag| lag <= most)
                && (stays || (seen.good >= STEADY && seen.revision >= shown))
        })
    };
    let most = || {
        let standbys = order.iter().filter(|place| up(place).is_some());
        standbys.max_by_key(|place| (up(place).map(|seen| seen.revision), **place == current))
    };
    let primary = up(&PRIMARY).map(|_| PRIMARY);
    let fitting = order.iter().find(fits).copied();
    fitting.or(primary).or_else(|| most().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(10);

    fn seen(revision: i64, lag: u64) -> Seen {
        Seen {
            up: true,
            revision,
            lag: Some(Duration::from_secs(lag)),
            good: STEADY,
            ..Seen::default()
        }
    }

    fn down(revision: i64) -> Seen {
        Seen {
            revision,
            ..Seen::default()
        }
    }

    #[test]
    fn the_first_that_fits_is_read() {
        let all = [seen(5, 0), seen(5, 0), seen(5, 0)];
        assert_eq!(choose(&all, &[2, 1], PRIMARY, LIMIT), Some(2));
        assert_eq!(choose(&all, &[1, 2], 2, LIMIT), Some(1));
        let all = [seen(5, 0), seen(5, 0), down(5)];
        assert_eq!(choose(&all, &[2, 1], 2, LIMIT), Some(1));
        let mut returned = seen(5, 0);
        returned.good = 1;
        let all = [seen(5, 0), seen(5, 0), returned];
        assert_eq!(choose(&all, &[2, 1], 1, LIMIT), Some(1), "not steady yet");
    }

    #[test]
    fn who_is_too_far_behind_is_not() {
        let all = [seen(6, 0), seen(5, 9)];
        assert_eq!(choose(&all, &[1], 1, LIMIT), Some(1), "within the limit");
        let all = [seen(6, 0), seen(5, 11)];
        assert_eq!(choose(&all, &[1], 1, LIMIT), Some(PRIMARY));
        let all = [seen(6, 0), seen(6, 6)];
        assert_eq!(choose(&all, &[1], PRIMARY, LIMIT), Some(PRIMARY));
        let all = [seen(6, 0), seen(6, 1)];
        assert_eq!(choose(&all, &[1], PRIMARY, LIMIT), Some(1));
        let mut unknown = seen(6, 0);
        unknown.lag = None;
        assert_eq!(
            choose(&[seen(6, 0), unknown], &[1], 1, LIMIT),
            Some(PRIMARY)
        );
    }

    #[test]
    fn nobody_is_taken_back_unless_there_is_no_other_way() {
        let all = [seen(6, 0), seen(5, 1)];
        assert_eq!(choose(&all, &[1], PRIMARY, LIMIT), Some(PRIMARY));
        let all = [down(6), seen(4, 99), seen(5, 99)];
        assert_eq!(choose(&all, &[1, 2], PRIMARY, LIMIT), Some(2));
        assert_eq!(choose(&[down(6), down(6)], &[1], PRIMARY, LIMIT), None);
    }

    #[test]
    fn lag_is_told_by_revisions_by_replaying_and_by_the_time_since_all_was_there() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let found = |revision, level, behind| Found {
            revision,
            level: Some(level),
            behind: Some(Duration::from_secs(behind)),
            ..Found::default()
        };
        let lag = |seen: &Seen| seen.lag.map(|lag| lag.as_secs());
        let mut seen = Seen::default();
        // It begins far behind: the age of what it has is all that is known.
        seen.standby(&found(1, false, 60), 2, start);
        assert_eq!(lag(&seen), Some(60));
        seen.standby(&found(2, true, 60), 2, after(1));
        assert_eq!(lag(&seen), Some(0));
        // Nothing was written for an hour; what came now is not replayed yet.
        seen.standby(&found(2, false, 3600), 2, after(2));
        assert_eq!(lag(&seen), Some(1));
        // Much is written: never level, but never old.
        seen.standby(&found(2, false, 0), 2, after(9));
        assert_eq!(lag(&seen), Some(0));
        // Cut off from its primary it believes to be level.
        seen.standby(&found(2, true, 0), 3, after(11));
        assert_eq!(lag(&seen), Some(10));
        seen.failed("gone".to_owned());
        assert_eq!((seen.up, seen.lag), (false, None));
        // What cannot tell about replaying is known by its revision.
        let mute = Found {
            revision: 3,
            ..Found::default()
        };
        seen.standby(&mute, 3, after(12));
        assert_eq!(lag(&seen), Some(0));
    }
}
