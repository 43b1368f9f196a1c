//! Encounter difficulty: the arithmetic by which the rules of both editions judge a combat encounter.
//!
//! The thresholds of a party are the sums of its characters' thresholds. By the rules of 2014 an encounter is as hard as
//! the highest threshold that its experience points reach, multiplied by a factor for the number of creatures. Those of
//! 2024 have budgets instead, which may be spent: an encounter is as hard as the lowest budget that covers it.

mod budget;
mod rules_2014;
mod rules_2024;
#[cfg(test)]
mod tests;

pub use budget::{Budget, MAX_COUNT};

use async_graphql::Enum;

/// Most characters of a party.
pub const MAX_PARTY_SIZE: usize = 12;

/// Highest level of a character.
pub const MAX_LEVEL: i32 = 20;

/// The rules that an encounter is judged by.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Enum)]
#[graphql(name = "EncounterRules")]
pub enum Rules {
    /// The rules of 2014: easy, medium, hard and deadly; experience points are multiplied by a factor for the number of
    /// creatures.
    #[graphql(name = "RULES_2014")]
    Rules2014,
    /// The rules of 2024: low, moderate and high; experience points are only summed.
    #[graphql(name = "RULES_2024")]
    Rules2024,
}

/// How hard an encounter is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Enum)]
#[graphql(name = "EncounterDifficulty")]
pub enum Difficulty {
    /// Rules of 2014: below the lowest threshold.
    Trivial,
    /// Rules of 2024: a minor scare or two, no casualties.
    Low,
    /// Rules of 2024: could go badly without healing and other resources.
    Moderate,
    /// Rules of 2024: could be lethal for one or more characters.
    High,
    /// Rules of 2014: hardly a danger.
    Easy,
    /// Rules of 2014: one or two scary moments, no casualties.
    Medium,
    /// Rules of 2014: a slim chance that a character dies.
    Hard,
    /// Rules of 2014: could be lethal for one or more characters.
    Deadly,
}

/// Where a rule is printed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Basis {
    /// Name of the rule.
    pub rule: &'static str,
    /// Title of the book.
    pub book: &'static str,
    /// Page or pages.
    pub page: &'static str,
    /// Where no stored document has the text, a sentence that says so.
    pub note: Option<&'static str>,
}

/// Creatures that are worth the same.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Experience points of one.
    pub experience_points: i64,
    /// How many.
    pub count: u32,
}

/// The experience points from which on an encounter is of a difficulty, by the rules of 2014; up to which it is, by those
/// of 2024.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// The difficulty.
    pub difficulty: Difficulty,
    /// The experience points.
    pub experience_points: i64,
}

/// A factor for the number of creatures, in halves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Multiplier(i64);

/// The levels of a party's characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party(Vec<i32>);

/// What the rules say of an encounter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The sum of the experience points.
    pub experience_points: i64,
    /// The experience points that are compared with the thresholds, rounded down.
    pub adjusted: i64,
    /// The factor between the two.
    pub multiplier: Multiplier,
    /// The difficulty.
    pub difficulty: Difficulty,
    /// The party's thresholds, the lowest first.
    pub thresholds: Vec<Threshold>,
    /// By the rules of 2014, how many adjusted experience points the next threshold is away; by those of 2024, how many
    /// are left of the budget. `None` beyond the highest.
    pub remaining: Option<i64>,
}

impl Rules {
    /// The rules for creatures of a game system, if it is one of the two editions.
    pub fn of_game_system(system: &str) -> Option<Self> {
        match system.trim().to_lowercase().as_str() {
            "5e-2014" => Some(Self::Rules2014),
            "5e-2024" => Some(Self::Rules2024),
            _ => None,
        }
    }

    /// The game system of the edition that has the rules.
    pub fn game_system(self) -> &'static str {
        match self {
            Self::Rules2014 => "5e-2014",
            Self::Rules2024 => "5e-2024",
        }
    }

    /// The rules that have a difficulty.
    pub fn of_difficulty(difficulty: Difficulty) -> Self {
        if rules_2024::DIFFICULTIES.contains(&difficulty) { Self::Rules2024 } else { Self::Rules2014 }
    }

    /// The difficulties that have a threshold, the lowest first.
    pub fn difficulties(self) -> &'static [Difficulty] {
        match self {
            Self::Rules2014 => &rules_2014::DIFFICULTIES,
            Self::Rules2024 => &rules_2024::DIFFICULTIES,
        }
    }

    /// The difficulty in the middle, for encounters without a wish.
    pub fn default_difficulty(self) -> Difficulty {
        match self {
            Self::Rules2014 => Difficulty::Medium,
            Self::Rules2024 => Difficulty::Moderate,
        }
    }

    /// Where the rules are printed.
    pub fn basis(self) -> Basis {
        match self {
            Self::Rules2014 => rules_2014::BASIS,
            Self::Rules2024 => rules_2024::BASIS,
        }
    }

    /// The thresholds of a character, the lowest first; `None` for a level that there is not.
    fn of_level(self, level: i32) -> Option<&'static [i64]> {
        let index = usize::try_from(level).ok()?.checked_sub(1)?;
        match self {
            Self::Rules2014 => rules_2014::THRESHOLDS.get(index).map(<[_; 4]>::as_slice),
            Self::Rules2024 => rules_2024::BUDGETS.get(index).map(<[_; 3]>::as_slice),
        }
    }

    /// The factor for a number of creatures.
    pub fn multiplier(self, party_size: usize, creatures: u32) -> Multiplier {
        match self {
            Self::Rules2014 => rules_2014::multiplier(party_size, creatures),
            Self::Rules2024 => Multiplier::ONE,
        }
    }
}

impl Multiplier {
    /// The factor that changes nothing.
    pub const ONE: Self = Self(2);

    /// The factor as a number.
    pub fn value(self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "at most ten halves")]
        let halves = self.0 as f64;
        halves / 2.0
    }

    /// Twice the product with a number of experience points: exact.
    fn doubled(self, experience_points: i64) -> i64 {
        experience_points.saturating_mul(self.0)
    }
}

impl Party {
    /// A party of 1 to 12 characters of levels 1 to 20; `None` for others.
    pub fn new(levels: &[i32]) -> Option<Self> {
        let sized = (1..=MAX_PARTY_SIZE).contains(&levels.len());
        let known = levels.iter().all(|level| (1..=MAX_LEVEL).contains(level));
        (sized && known).then(|| Self(levels.to_vec()))
    }

    /// The number of characters.
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// Whether a challenge rating is higher than the average level.
    pub fn is_outranked_by(&self, challenge_rating: f64) -> bool {
        let each = self.0.iter().map(|level| f64::from(*level) - challenge_rating);
        each.sum::<f64>() < 0.0
    }

    /// The thresholds, the lowest first.
    pub fn thresholds(&self, rules: Rules) -> Vec<Threshold> {
        let levels: Vec<&[i64]> = self.0.iter().filter_map(|l| rules.of_level(*l)).collect();
        let difficulties = rules.difficulties().iter().enumerate();
        difficulties
            .map(|(index, difficulty)| Threshold {
                difficulty: *difficulty,
                experience_points: levels.iter().filter_map(|level| level.get(index)).sum(),
            })
            .collect()
    }

    /// The difficulty of an encounter with groups of creatures.
    pub fn judge(&self, rules: Rules, groups: &[Group]) -> Judgement {
        let experience_points = groups.iter().map(Group::worth).fold(0, i64::saturating_add);
        let creatures = groups.iter().map(|group| group.count).sum();
        let multiplier = rules.multiplier(self.size(), creatures);
        let adjusted = multiplier.doubled(experience_points) / 2;
        let thresholds = self.thresholds(rules);
        let (difficulty, remaining) = match rules {
            Rules::Rules2014 => rules_2014::judge(&thresholds, adjusted),
            Rules::Rules2024 => rules_2024::judge(&thresholds, adjusted),
        };
        Judgement { experience_points, adjusted, multiplier, difficulty, thresholds, remaining }
    }
}

impl Judgement {
    /// How many experience points are above the high budget, which is the highest of 2024; `None` within it.
    pub fn over_high_budget(&self) -> Option<i64> {
        let high = self.thresholds.last()?;
        let over = self.adjusted - high.experience_points;
        (high.difficulty == Difficulty::High && over > 0).then_some(over)
    }
}

impl Group {
    /// The experience points of all.
    pub fn worth(&self) -> i64 {
        self.experience_points.saturating_mul(self.count.into())
    }
}
