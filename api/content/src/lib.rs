//! The content of D&D 5e: five families of rows, the books they come from, and the words of the game.
//!
//! A family file holds the row (which is also the GraphQL object), its nested structures, its filter and sort keys,
//! and the passages that search reads. Everything that is done *with* a family is generic and lives in other crates.

// The families: what each has in common, then one file each.
mod family;
mod passage;
mod row;

pub mod character_option;
pub mod creature;
pub mod equipment;
pub mod rule;
pub mod spell;

// The books, the stored records that rows are drawn from, and the structures that rows are made of.
pub mod document;
mod json;
mod parts;
pub mod record;

// Queries: comparisons, and kinds in the groups that people ask for.
mod content_type;
pub mod filter;
pub mod grouping;

// The game: its terms, the conditions that its texts inflict, the difficulty of encounters.
mod condition_extraction;
pub mod encounter;
pub mod vocabulary;

// What contradicts itself within a row.
pub mod lint;

// A row as a document, and in the formats of other programs.
pub mod export;
pub mod markdown;

// Texts: words, slugs, patterns, likeness, hashes, control characters, what typesetting left in them.
pub mod digest;
pub mod edit_distance;
mod pattern;
pub mod printable;
pub mod reading;
mod slug;
mod tokenizer;
pub mod typography;

pub use content_type::ContentType;
pub use family::{Family, Identity};
pub use json::{Json, List};
pub use parts::{
    Damage, Disagreement, Image, Origin, Quantity, SavingThrowDc, Statement, Trait, UsageLimit,
};
pub use passage::Passage;
pub use pattern::{Regex, pattern};
pub(crate) use row::row_core;
pub use row::{Row, RowCore};
pub use slug::slugify;
pub use tokenizer::{lexemes, stem, tokens};
pub use vocabulary::edition::{CORE_DOCUMENT, PREFERRED_DOCUMENTS};
pub use vocabulary::{
    ABILITIES, ChallengeRating, cr_text, dice_average, experience_points, parse_fraction,
    proficiency_bonus,
};
