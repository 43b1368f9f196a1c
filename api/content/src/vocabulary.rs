//! The game's vocabulary: abilities, sizes, conditions, coins, dice, challenge ratings and editions.
//!
//! Closed lists of the game's terms have their one place here; families, filters and Markdown share them. Open sets
//! (damage types, skills, languages) are text, because books add to them.

mod ability;
mod challenge_rating;
mod coin;
pub(crate) mod condition;
mod dice;
pub mod edition;
mod size;

pub use ability::ABILITIES;
pub(crate) use ability::{ABILITY_ABBREVIATIONS, ability_of};
pub use challenge_rating::{
    ChallengeRating, cr_text, experience_points, parse_fraction, proficiency_bonus,
};
pub(crate) use coin::COINS;
pub use dice::dice_average;
pub(crate) use size::SIZES;
