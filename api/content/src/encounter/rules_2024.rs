//! The table of 2024: budgets of a character.

use super::{Basis, Difficulty, Threshold};

/// The difficulties that have a budget.
pub const DIFFICULTIES: [Difficulty; 3] = [Difficulty::Low, Difficulty::Moderate, Difficulty::High];

/// Where the table is printed.
pub const BASIS: Basis =
    Basis { rule: "Combat Encounter Difficulty", book: "System Reference Document 5.2.1", page: "202", note: None };

/// Budgets of a character by level, from level 1.
pub const BUDGETS: [[i64; 3]; 20] = [
    [50, 75, 100],
    [100, 150, 200],
    [150, 225, 400],
    [250, 375, 500],
    [500, 750, 1100],
    [600, 1000, 1400],
    [750, 1300, 1700],
    [1000, 1700, 2100],
    [1300, 2000, 2600],
    [1600, 2300, 3100],
    [1900, 2900, 4100],
    [2200, 3700, 4700],
    [2600, 4200, 5400],
    [2900, 4900, 6200],
    [3300, 5400, 7800],
    [3800, 6100, 9800],
    [4500, 7200, 11_700],
    [5000, 8700, 14_200],
    [5500, 10_700, 17_200],
    [6400, 13_200, 22_000],
];

/// The lowest budget that covers what is spent, and what is left of it; high where none does.
pub fn judge(budgets: &[Threshold], spent: i64) -> (Difficulty, Option<i64>) {
    let covers = |budget: &&Threshold| spent <= budget.experience_points;
    budgets
        .iter()
        .find(covers)
        .map_or((Difficulty::High, None), |budget| (budget.difficulty, Some(budget.experience_points - spent)))
}
