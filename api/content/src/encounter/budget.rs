//! Encounter budgets: how many more creatures fit.

use super::{Difficulty, Group, Party, Rules, Threshold};
use crate::creature::CreatureFilter;
use crate::filter::{Filter, IntFilter};
use crate::grouping::Grouped;

/// Most creatures of an encounter.
pub const MAX_COUNT: u32 = 100;

/// The experience points that an encounter of a difficulty may have, and what the creatures chosen already take of them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    rules: Rules,
    party_size: usize,
    /// Most adjusted experience points.
    pub limit: i64,
    /// Experience points of the creatures chosen already, without a multiplier.
    pub spent: i64,
    /// The number of these creatures.
    pub chosen: u32,
}

impl Budget {
    /// The budget of a party for a difficulty; `None` where the rules do not have the difficulty.
    #[must_use]
    pub fn new(
        party: &Party,
        rules: Rules,
        difficulty: Difficulty,
        chosen: &[Group],
    ) -> Option<Self> {
        Some(Self {
            rules,
            party_size: party.size(),
            limit: limit(&party.thresholds(rules), rules, difficulty)?,
            spent: chosen.iter().map(Group::worth).fold(0, i64::saturating_add),
            chosen: chosen.iter().map(|group| group.count).sum(),
        })
    }

    /// Most experience points that each of `count` more creatures may be worth; below 1 where none fit.
    #[must_use]
    pub fn max_experience_points(&self, count: u32) -> i64 {
        let all = self.chosen.saturating_add(count);
        if count == 0 || all > MAX_COUNT {
            return 0;
        }
        let multiplier = self.rules.multiplier(self.party_size, all);
        // Half a point is dropped after the multiplication, so it is free.
        let sum = (self.limit.saturating_mul(2) + 1) / multiplier.doubled(1);
        (sum - self.spent).div_euclid(i64::from(count))
    }

    /// How many more creatures of so many experience points each fit.
    #[must_use]
    pub fn max_count(&self, experience_points: i64) -> u32 {
        // The multiplier grows with the number, so what does not fit once does not fit later.
        let fits = |count: &u32| experience_points <= self.max_experience_points(*count);
        (1..=MAX_COUNT).take_while(fits).last().unwrap_or(0)
    }

    /// The creatures of which at least `count` more fit, as a group of rows: the argument `difficulty` selects it.
    #[must_use]
    pub fn candidates(&self, count: u32) -> Grouped {
        let most = self.max_experience_points(count);
        let left = self.remaining();
        let filter = CreatureFilter {
            experience_points: Some(IntFilter {
                gte: Some(1),
                lte: Some(i32::try_from(most).unwrap_or(i32::MAX)),
                ..IntFilter::default()
            }),
            ..CreatureFilter::default()
        };
        let advice = match (most < 1, count) {
            (true, _) if left < 1 => {
                "The creatures given already take the whole budget: nothing else fits.".to_owned()
            }
            (true, _) => format!("No more than {left} experience points of the budget are left."),
            (false, 1) => format!("Creatures of 1 to {most} experience points fit."),
            (false, _) => {
                format!("Creatures of 1 to {most} experience points each fit {count} times.")
            }
        };
        Grouped {
            argument: "difficulty",
            condition: filter.condition(),
            advice: Some(advice),
        }
    }

    /// The experience points that are left with the multiplier of the creatures chosen already; below 0 where they are
    /// over the budget.
    #[must_use]
    pub fn remaining(&self) -> i64 {
        let multiplier = self.rules.multiplier(self.party_size, self.chosen);
        self.limit - multiplier.doubled(self.spent) / 2
    }
}

/// Most adjusted experience points of an encounter of a difficulty.
///
/// The thresholds of 2014 are where a difficulty begins, so it ends just below the next one; the highest has no end in
/// the book, and is taken to be as wide as the one below it. The budgets of 2024 are what may be spent. A trivial
/// encounter ends just below the lowest threshold by either rules.
fn limit(thresholds: &[Threshold], rules: Rules, difficulty: Difficulty) -> Option<i64> {
    if difficulty == Difficulty::Trivial {
        return Some(thresholds.first()?.experience_points - 1);
    }
    let is_same = |threshold: &Threshold| threshold.difficulty == difficulty;
    let index = thresholds.iter().position(is_same)?;
    let points = |index: usize| thresholds.get(index).map(|t| t.experience_points);
    let start = points(index)?;
    match (rules, points(index + 1)) {
        (Rules::Rules2024, _) => Some(start),
        (Rules::Rules2014, Some(next)) => Some(next - 1),
        (Rules::Rules2014, None) => {
            let below = index.checked_sub(1).and_then(points)?;
            Some(start + (start - below))
        }
    }
}
