//! The game's vocabulary: abilities, skills, damage types, languages, sizes, conditions, coins, dice, challenge ratings
//! and editions.
//!
//! Closed lists of the game's terms have their one place here; families, filters and Markdown share them. Of
//! open sets (damage types, skills, languages) it has those of the rules; in rows they are text, because books add to
//! them.

mod ability;
mod book_names;
mod camel_case;
mod challenge_rating;
mod coin;
pub(crate) mod condition;
mod damage_type;
pub mod dice;
pub mod edition;
mod environment;
mod language;
mod level;
mod number_word;
mod rarity;
mod renamed;
mod school;
mod size;
mod skill;

pub(crate) use ability::ABILITY_ABBREVIATIONS;
pub use ability::{ABILITIES, ability_of};
pub use book_names::{BOOK_NAMES, books_named, is_book_name};
pub use camel_case::camel_case;
pub use challenge_rating::{ChallengeRating, cr_text, experience_points, parse_fraction, proficiency_bonus};
pub(crate) use coin::COINS;
pub use coin::in_gold;
pub use condition::{CONDITIONS, conditions_in};
pub use damage_type::{DAMAGE_TYPES, WEAPON_DAMAGE, damage_types_in};
pub use dice::dice_average;
pub use environment::environments;
pub use language::languages_in;
pub use level::level_of;
pub use number_word::{number_word, ordinal, spelt_number};
pub use rarity::rarity_rank;
pub use renamed::{other_editions, other_names};
pub use school::SCHOOLS;
pub(crate) use size::SIZES;
pub use size::hit_die;
pub use skill::{SKILLS, is_skill, skill_ability};
