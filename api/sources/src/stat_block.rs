//! Readers of stat blocks: printed lines and texts become the fields of a creature.
//!
//! Sources share them, since books print stat blocks alike.

pub mod action;
pub mod attack;
pub mod creature_type;
mod damage;
pub mod defence;
pub mod entries;
pub mod form;
pub mod input;
pub mod line;
pub mod numbers;
pub mod printed;
pub mod save;
pub mod senses;
mod shorthand;
pub mod usage;

pub use damage::DAMAGE_TYPES;
pub use shorthand::spelled_out as spell_out_damage;
