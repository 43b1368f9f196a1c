//! Encounter budgets: how many more creatures fit.

use super::{Difficulty, Group, Party, Rules, Threshold};
use crate::creature::CreatureFilter;
use crate::filter::{Filter, IntFilter};
use crate::grouping::Grouped;
use sea_orm::sea_query::Condition;

#[cfg(test)]
mod tests;

/// Most creatures of an encounter.
pub const MAX_COUNT: u32 = 100;

/// The experience points that an encounter of a difficulty may have, and what the creatures chosen already take of them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    rules: Rules,
    party_size: usize,
    /// Most adjusted experience points.
    pub limit: i64,
    /// The experience points that an encounter of the difficulty exceeds; `None` where it may have fewer.
    floor: Option<i64>,
    /// Experience points of the creatures chosen already, without a multiplier.
    pub spent: i64,
    /// The number of these creatures.
    pub chosen: u32,
}

impl Budget {
    /// The budget of a party for a difficulty; `None` where the rules do not have the difficulty.
    pub fn new(party: &Party, rules: Rules, difficulty: Difficulty, chosen: &[Group]) -> Option<Self> {
        let thresholds = party.thresholds(rules);
        Some(Self {
            rules,
            party_size: party.size(),
            limit: limit(&thresholds, rules, difficulty)?,
            floor: floor(&thresholds, rules, difficulty),
            spent: chosen.iter().map(Group::worth).fold(0, i64::saturating_add),
            chosen: chosen.iter().map(|group| group.count).sum(),
        })
    }

    /// Most experience points that each of `count` more creatures may be worth; below 1 where none fit.
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
    pub fn max_count(&self, experience_points: i64) -> u32 {
        // The multiplier grows with the number, so what does not fit once does not fit later.
        let fits = |count: &u32| experience_points <= self.max_experience_points(*count);
        (1..=MAX_COUNT).take_while(fits).last().unwrap_or(0)
    }

    /// The creatures of which at least `count` more fit, as a group of rows: the argument `difficulty` selects it. By the
    /// rules of 2024 so many of them as fit make an encounter of the difficulty, and no easier one.
    pub fn candidates(&self, count: u32) -> Grouped {
        let ranges = self.ranges(count);
        let within = |(least, most): &(i64, i64)| CreatureFilter {
            experience_points: Some(IntFilter {
                gte: Some(i32::try_from(*least).unwrap_or(i32::MAX)),
                lte: Some(i32::try_from(*most).unwrap_or(i32::MAX)),
                ..IntFilter::default()
            }),
            ..CreatureFilter::default()
        };
        let any = ranges.iter().map(|range| within(range).condition());
        // Without a range nothing fits.
        let none = within(&(1, 0)).condition();
        let condition = any.fold(Condition::any().add(none), Condition::add);
        Grouped { argument: "difficulty", condition, advice: Some(self.advice(&ranges, count)) }
    }

    /// What creatures may be worth to be candidates: ranges with both ends, the highest first.
    fn ranges(&self, count: u32) -> Vec<(i64, i64)> {
        let floor = self.floor.map(|floor| floor - self.spent);
        let Some(floor) = floor.filter(|floor| *floor > 0) else {
            let most = self.max_experience_points(count);
            return (most > 0).then_some((1, most)).into_iter().collect();
        };
        let mut ranges: Vec<(i64, i64)> = Vec::new();
        // So many creatures exceed the floor together, and stay within the limit.
        for number in count.max(1)..=MAX_COUNT {
            let most = self.max_experience_points(number);
            let least = floor / i64::from(number) + 1;
            match ranges.last_mut() {
                _ if least > most => {}
                Some(above) if most + 1 >= above.0 => above.0 = least.min(above.0),
                _ => ranges.push((least, most)),
            }
        }
        ranges
    }

    fn advice(&self, ranges: &[(i64, i64)], count: u32) -> String {
        let left = self.remaining();
        let ranges: Vec<String> = ranges.iter().rev().map(|(least, most)| format!("{least} to {most}")).collect();
        let ranges = ranges.join(" or ");
        match (ranges.is_empty(), count) {
            (true, _) if left < 1 => "The creatures given already take the whole budget: nothing else fits.".to_owned(),
            (true, _) => format!("No more than {left} experience points of the budget are left."),
            (false, 1) => format!("Creatures of {ranges} experience points fit."),
            (false, _) => {
                format!("Creatures of {ranges} experience points each fit {count} times.")
            }
        }
    }

    /// The experience points that are left with the multiplier of the creatures chosen already; below 0 where they are
    /// over the budget.
    pub fn remaining(&self) -> i64 {
        let multiplier = self.rules.multiplier(self.party_size, self.chosen);
        self.limit - multiplier.doubled(self.spent) / 2
    }
}

/// Most adjusted experience points of an encounter of a difficulty.
///
/// The thresholds of 2014 are where a difficulty begins, so it ends just below the next one; the highest has no end in
/// the book, and is taken to be as wide as the one below it, and a trivial encounter ends just below the lowest. The
/// budgets of 2024 are what may be spent.
fn limit(thresholds: &[Threshold], rules: Rules, difficulty: Difficulty) -> Option<i64> {
    if (rules, difficulty) == (Rules::Rules2014, Difficulty::Trivial) {
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

/// The budget below that of a difficulty of 2024: what it covers is easier.
fn floor(thresholds: &[Threshold], rules: Rules, difficulty: Difficulty) -> Option<i64> {
    let pairs = thresholds.windows(2).filter(|_| rules == Rules::Rules2024);
    let mut pairs = pairs.filter_map(|pair| Some((pair.first()?, pair.last()?)));
    let (below, _) = pairs.find(|(_, of)| of.difficulty == difficulty)?;
    Some(below.experience_points)
}
