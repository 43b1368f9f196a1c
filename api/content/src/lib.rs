//! The content of D&D 5e: five families of rows, the books they come from, and the words of the game.
//!
//! A family file holds the row (which is also the GraphQL object), its nested structures, its filter and sort keys,
//! and the passages that search reads. Everything that is done *with* a family is generic and lives in other crates.
//!
//! In reading order:
//!
//! - `spell`, `creature`, `equipment`, `character_option`, `rule`: the five families. One file each: row, nested
//!   structures, filter and sort keys (`family_filter!`), passages; the folder beside it has what the game's rules
//!   make certain, and groups of kinds.
//! - `family`, `row`, `passage`: what all families have: `families!` lists them, `Row` is what the generic path asks.
//! - `document`: the books. `parts`: structures that several families share.
//! - `filter`: comparison inputs, and the SQL conditions that they become; `filter::target`: what is compared, and
//!   how words are folded; `filter::relation`: filters over related rows; `filter::query_language`: filters as text.
//! - `grouping`, `content_type`: kinds as people group them, within a family and across all.
//! - `vocabulary`: abilities, skills, damage types, languages, sizes, coins, challenge ratings; `vocabulary::dice`:
//!   dice notation, rolls and chances; `vocabulary::edition`: editions, and the rule of the nearest one. `tokenizer`: the words of a text, and their
//!   stems. `slug`: slugs. `pattern`: constant regular expressions. `reading`: how much readers of texts look at.
//! - `typography`: what scanning and page layout leave in texts, mended by rules and by the words of all books.
//! - `condition_extraction`: which conditions a text inflicts; `condition_extraction::subject`: whom a verb is about.
//! - `creature::facts`: what a stat block says of attacks, saving throws, damage, recovery and lairs.
//! - `spell::effects`: what a spell does beside damage and conditions.
//! - `character_option::starting_items`: starting equipment as items and choices, read from its text.
//! - `encounter`: how hard creatures are for a party, by the rules of both editions; `encounter::budget`: how many
//!   more fit.
//! - `lint`: the linter: rules that hold a row's fields against its own text and the game's arithmetic, one file a
//!   family below it.
//! - `mention`: the places in texts that name other entities; `mention::evidence`: whether the words of a name mean it;
//!   `mention::rolls`: dice and difficulty classes in texts.
//! - `table`: tables of texts as head and rows, and those that are rolled on.
//! - `export`: a row in the formats of other programs, one file each below it; `export::inert`: nothing in its texts
//!   runs there.
//! - `markdown`: a row as a Markdown document, one file a family below it; `markdown::prose`: the books' own
//!   Markdown.
//! - `record`: stored records, and records that were skipped. `json`: typed `jsonb` columns. `digest`: SHA-256 of
//!   canonical JSON. `edit_distance`: distances of bounded texts. `printable`: no control characters.

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

// Where texts name other entities.
pub mod mention;
pub mod table;

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
pub use markdown::notation::titled as name_of_slug;
pub use mention::Mention;
pub use parts::{Damage, Disagreement, Image, Origin, Quantity, SavingThrowDc, Statement, Trait, UsageLimit};
pub use passage::Passage;
pub use pattern::{Pattern, Regex, pattern, release_searches};
pub(crate) use row::row_core;
pub use row::{Row, RowCore};
pub use slug::slugify;
pub use tokenizer::{letters, lexemes, stem, tokens};
pub use vocabulary::edition::{CORE_DOCUMENT, PREFERRED_DOCUMENTS, is_year_of};
pub use vocabulary::{
    ABILITIES, ChallengeRating, cr_text, dice_average, experience_points, parse_fraction, proficiency_bonus,
};
pub use vocabulary::{BOOK_NAMES, books_named, is_book_name, other_editions, other_names};
