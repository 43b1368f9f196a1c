//! Encounter budgets: how many more creatures fit.

use super::{Difficulty, Group, Party, Rules};
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
    ///
    /// The budget is the threshold itself; for a trivial encounter, all below the lowest one.
    #[must_use]
    pub fn new(
        party: &Party,
        rules: Rules,
        difficulty: Difficulty,
        chosen: &[Group],
    ) -> Option<Self> {
        let thresholds = party.thresholds(rules);
        let limit = if difficulty == Difficulty::Trivial {
            thresholds.first()?.experience_points - 1
        } else {
            let mut thresholds = thresholds.iter();
            let same = thresholds.find(|threshold| threshold.difficulty == difficulty);
            same?.experience_points
        };
        Some(Self {
            rules,
            party_size: party.size(),
            limit,
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
        let sum = self.limit.saturating_mul(2) / multiplier.doubled(1);
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
