//! The tables of 2014: thresholds of a character, and multipliers for the number of creatures.

use super::{Basis, Difficulty, Multiplier, Threshold};

/// The difficulties that have a threshold.
pub const DIFFICULTIES: [Difficulty; 4] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard, Difficulty::Deadly];

/// Where the tables are printed.
pub const BASIS: Basis = Basis {
    rule: "Building Combat Encounters",
    book: "D&D Basic Rules (2014)",
    page: "165-166",
    note: Some("Not part of the System Reference Document 5.1: no stored document has the text."),
};

/// Thresholds of a character by level, from level 1.
pub const THRESHOLDS: [[i64; 4]; 20] = [
    [25, 50, 75, 100],
    [50, 100, 150, 200],
    [75, 150, 225, 400],
    [125, 250, 375, 500],
    [250, 500, 750, 1100],
    [300, 600, 900, 1400],
    [350, 750, 1100, 1700],
    [450, 900, 1400, 2100],
    [550, 1100, 1600, 2400],
    [600, 1200, 1900, 2800],
    [800, 1600, 2400, 3600],
    [1000, 2000, 3000, 4500],
    [1100, 2200, 3400, 5100],
    [1250, 2500, 3800, 5700],
    [1400, 2800, 4300, 6400],
    [1600, 3200, 4800, 7200],
    [2000, 3900, 5900, 8800],
    [2100, 4200, 6300, 9500],
    [2400, 4900, 7300, 10_900],
    [2800, 5700, 8500, 12_700],
];

/// The multipliers, in halves: the first and the last are only for large and for small parties.
const MULTIPLIERS: [i64; 8] = [1, 2, 3, 4, 5, 6, 8, 10];

/// The factor for a number of creatures: one step up for fewer than three characters, one down for six and more.
pub fn multiplier(party_size: usize, creatures: u32) -> Multiplier {
    let step: usize = match creatures {
        // Without creatures there is nothing to multiply.
        0 => return Multiplier::ONE,
        1 => 1,
        2 => 2,
        3..=6 => 3,
        7..=10 => 4,
        11..=14 => 5,
        _ => 6,
    };
    let step = match party_size {
        ..3 => step + 1,
        3..6 => step,
        _ => step - 1,
    };
    MULTIPLIERS.get(step).map_or(Multiplier::ONE, |halves| Multiplier(*halves))
}

/// The highest threshold that is reached, and how far the next one is away.
pub fn judge(thresholds: &[Threshold], adjusted: i64) -> (Difficulty, Option<i64>) {
    let is_reached = |threshold: &&Threshold| adjusted >= threshold.experience_points;
    let reached = thresholds.iter().rev().find(is_reached);
    let next = thresholds.iter().find(|threshold| !is_reached(threshold));
    (
        reached.map_or(Difficulty::Trivial, |threshold| threshold.difficulty),
        next.map(|next| next.experience_points - adjusted),
    )
}
